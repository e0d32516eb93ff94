"""Describes in words why data does not have the expected shape."""

import re

import msgspec

from roborally.base.errors import Message

_UNKNOWN = re.compile("Object contains unknown field `(.*)`")
_MISSING = re.compile("Object missing required field `(.*)`")
_EXPECTED = re.compile("Expected `(.*)`, got `(.*)`")
_TYPES = {
    "array": Message.of("a list"),
    "bool": Message.of("true or false"),
    "float": Message.of("a number"),
    "int": Message.of("a whole number"),
    "object": Message.of("a table"),
    "str": Message.of("a text"),
}


def in_words(error: msgspec.ValidationError) -> Message:
    """Return an error of msgspec as a message that begins with the key, as a TOML file writes it."""
    told, _separator, path = str(error).partition(" - at `$")
    key = path.rstrip("`").removeprefix(".").replace("[...]", "")
    if found := _UNKNOWN.fullmatch(told):
        return Message.of("unknown key '{key}'", where=key, key=found[1])
    if found := _MISSING.fullmatch(told):
        return Message.of("missing key '{key}'", where=key, key=found[1])
    if found := _EXPECTED.fullmatch(told):
        return Message.of("expected {wanted}, got {there}", where=key, wanted=_types(found[1]), there=_types(found[2]))
    return Message.of("{problem}", where=key, problem=told)


def _types(names: str) -> Message:
    """Return the words for a type that msgspec calls `int | str`."""
    first, bar, others = names.partition(" | ")
    kind = _TYPES.get(first) or Message.of("{type}", type=first)
    return Message.of("{first} or {others}", first=kind, others=_types(others)) if bar else kind
