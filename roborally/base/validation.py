"""Describes in words why data from a file or message does not fit its expected type."""

import re
from collections.abc import Collection
from typing import Any, Literal, get_args, get_origin

import msgspec

from roborally.base.errors import Message
from roborally.base.nearest import nearest

_UNKNOWN = re.compile("Object contains unknown field `(.*?)`?", re.DOTALL)
_MISSING = re.compile("Object missing required field `(.*)`")
_EXPECTED = re.compile("Expected `(.*)`, got `(.*)`")
_NOT_AMONG = re.compile("Invalid enum value '(.*)'", re.DOTALL)
_NOT_READ = re.compile("Invalid RFC3339 encoded (date|time)")
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]|\[\.\.\.\]")
_TYPES = {
    "array": Message.of("a list"),
    "bool": Message.of("true or false"),
    "date": Message.of("a date such as 2026-12-24"),
    "float": Message.of("a number"),
    "int": Message.of("a whole number"),
    "object": Message.of("a table"),
    "str": Message.of("a text"),
    "time": Message.of("a time such as 20:00:00"),
}


def in_words(error: msgspec.ValidationError, data: object, shape: Any) -> Message:
    """Return an error of `msgspec.convert(data, shape)` as a message that begins with the key as written in TOML."""
    text, path = (*str(error).rsplit(" - at `", 1), "")[:2]  # the last one is not part of an untrusted key
    of_a_key = path.startswith("key` in `")
    key, inner = _place(path.removeprefix("key` in `").rstrip("`").removeprefix("$"), data, shape)
    if of_a_key:
        inner = (*get_args(inner), Any)[0]
    if found := _UNKNOWN.fullmatch(text):
        fields = msgspec.structs.fields(inner) if isinstance(inner, type) else ()
        return unknown_key(found[1], key, {field.encode_name for field in fields})
    if found := _MISSING.fullmatch(text):
        return Message.of("missing key '{key}'", where=key, key=found[1])
    if found := _EXPECTED.fullmatch(text):
        return Message.of("expected {wanted}, got {there}", where=key, wanted=_types(found[1]), there=_types(found[2]))
    if found := _NOT_READ.fullmatch(text):
        return Message.of("must be {wanted}", where=key, wanted=_types(found[1]))
    if (found := _NOT_AMONG.fullmatch(text)) and (values := _choices(inner)):
        if of_a_key:
            return unknown_key(found[1], key, values)
        return _not_among(found[1], key, values)
    return Message.of("{problem}", where=key, problem=text)


def _place(path: str, data: Any, shape: Any) -> tuple[str, Any]:
    """Return the key at a path of msgspec, with the names of dict entries added, and the type expected there."""
    steps = []
    for found in _STEP.finditer(path):
        shape = _whole(shape)
        if found[1]:
            fields = msgspec.structs.fields(shape) if isinstance(shape, type) else ()
            shape = next((field.type for field in fields if field.encode_name == found[1]), Any)
            steps.append(found[0])
            data = data.get(found[1]) if isinstance(data, dict) else None
        elif found[2]:
            shape = (*get_args(shape), Any)[0]
            steps.append(found[0])
            data = data[int(found[2])] if isinstance(data, list) and int(found[2]) < len(data) else None
        else:
            shape = (*get_args(shape), Any, Any)[1]
            table = data if isinstance(data, dict) else {}
            name = next((name for name, value in table.items() if not _fits(value, shape)), "")
            steps.append(f".{name}" if name else "")
            data = table.get(name)
    return "".join(steps).removeprefix("."), _whole(shape)


def _fits(value: object, shape: Any) -> bool:
    try:
        msgspec.convert(value, shape)
    except msgspec.ValidationError:
        return False
    return True


def _whole(shape: Any) -> Any:
    """Return a type without `None`, if it is optional; any other type unchanged."""
    parts = [part for part in get_args(shape) if part is not type(None)]
    optional = type(None) in get_args(shape) and len(parts) == 1
    return parts[0] if optional else shape


def _choices(shape: Any) -> list[str]:
    return [str(value) for value in get_args(shape) if value] if get_origin(shape) is Literal else []


def unknown_key(name: str, where: str, known: Collection[str]) -> Message:
    """Return the message that the table `where` has no key `name`, with the most similar `known` key, else with all."""
    if near := nearest(name, known):
        return Message.of("unknown key '{key}'; is it '{near}'?", where=where, key=name, near=near)
    if known:
        return Message.of(
            "unknown key '{key}'; possible are: {known}", where=where, key=name, known=", ".join(sorted(known))
        )
    return Message.of("unknown key '{key}'", where=where, key=name)


def _not_among(value: str, where: str, values: list[str]) -> Message:
    return Message.of("must be one of {values}, not {value!r}", where=where, values=", ".join(values), value=value)


def _types(names: str) -> Message:
    """Return in words a type that msgspec writes as `int | str`."""
    first, bar, others = names.partition(" | ")
    kind = _TYPES.get(first) or Message.of("{type}", type=first)
    return Message.of("{first} or {others}", first=kind, others=_types(others)) if bar else kind
