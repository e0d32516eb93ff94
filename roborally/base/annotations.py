"""Checks values against type annotations at run time: what plugins register, and options of learning environments."""

import inspect
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from types import FunctionType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from roborally.base.errors import Message
from roborally.base.nearest import nearest

_PLAIN = (bool, int, str, NoneType)
_WORDS: Mapping[Any, Message] = {
    bool: Message.of("true or false"),
    float: Message.of("a number"),
    int: Message.of("a whole number"),
    str: Message.of("a text"),
    NoneType: Message.of("{type}", type="None"),
    Callable: Message.of("a function"),
    Mapping: Message.of("a dict"),
    Sequence: Message.of("a list"),
}


def argument_problem(called: Any, name: str, value: object) -> Message | None:
    """Return why `value` does not fit the parameter or field `name` of `called`, or that there is none; else `None`."""
    shapes = _shapes(called)
    if name in shapes:
        return misfit(value, shapes[name], name)
    known = [other for other in shapes if other != "return"]
    if near := nearest(name, known):
        return Message.of("there is no argument {name!r}; is it {near!r}?", name=name, near=near)
    return Message.of("there is no argument {name!r}; there are: {known}", name=name, known=", ".join(known))


def misfit(value: object, shape: Any, place: str = "") -> Message | None:
    """Return the message that `value` does not fit the annotation `shape`; `None` if it fits.

    `place` is the name of the value in the message, such as `robots[0]`. The fields of data classes and named tuples
    are checked, too, and the number of parameters of a function. Protocols and type variables fit every value.
    """
    if _test(shape)(value):
        return None
    kind, parts = _parted(shape)
    if kind in (Union, UnionType):
        found = (problem for part in parts if (problem := misfit(value, part, place)) and problem.place != place)
    else:
        found = (problem for item in _inside(value, kind, parts, place) if (problem := misfit(*item)))
    return next(found, None) or _wrong(value, shape, place)


def _inside(value: object, kind: Any, parts: tuple[Any, ...], place: str) -> Iterator[tuple[object, Any, str]]:
    """Yield (value, annotation, place in messages) for each field or item of a value."""
    if not isinstance(kind, type) or not isinstance(value, kind) or isinstance(value, str):
        return
    if _has_fields(kind):
        yield from ((getattr(value, name), part, f"{place}.{name}") for name, part in _shapes(kind).items())
    elif isinstance(value, Mapping) and parts:
        yield from ((name, parts[0], place) for name in value)
        yield from ((item, parts[1], f"{place}[{name!r}]") for name, item in value.items())
    elif isinstance(value, Collection) and parts:
        yield from ((item, parts[0], f"{place}[{index}]") for index, item in enumerate(value))


@cache
def _test(shape: Any) -> Callable[[Any], bool]:
    """Return a function that checks whether a value fits an annotation; cached, since each is used many times."""
    kind, parts = _parted(shape)
    if kind in (Union, UnionType):
        tests = [_test(part) for part in parts]
        return lambda value: any(test(value) for test in tests)
    if kind is Literal:
        return lambda value: value in parts
    if kind is Callable:
        count = len(parts[0]) if parts and isinstance(parts[0], list) else None
        return lambda value: callable(value) and (count is None or _takes(value, count))
    if shape is type or kind is Any or not isinstance(kind, type) or getattr(kind, "_is_protocol", False):
        return lambda value: True  # `type` is all that mypyc leaves of the annotations of classes that it compiles
    if kind is float:
        return lambda value: type(value) in (int, float) and not math.isnan(value)
    if kind in _PLAIN:
        return lambda value: type(value) is kind
    if _has_fields(kind):
        fields: list[tuple[str, Callable[[Any], bool]]] = []

        def has_right_fields(value: Any) -> bool:
            if not fields:  # only now, since a field may hold another object of the class
                fields.extend((name, _test(part)) for name, part in _shapes(kind).items())
            return isinstance(value, kind) and all(test(getattr(value, name)) for name, test in fields)

        return has_right_fields
    if issubclass(kind, Mapping) and parts:
        of_name, of_item = map(_test, parts)
        return lambda value: isinstance(value, kind) and all(map(of_name, value)) and all(map(of_item, value.values()))
    if issubclass(kind, Collection) and parts:
        of_item = _test(parts[0])
        return lambda value: isinstance(value, kind) and not isinstance(value, str) and all(map(of_item, value))
    return lambda value: isinstance(value, kind)


def _parted(shape: Any) -> tuple[Any, tuple[Any, ...]]:
    """Split an annotation into its type and the types in its brackets, () for a tuple of fixed length."""
    kind, parts = get_origin(shape) or shape, get_args(shape)
    return (kind, parts) if kind is not tuple or parts[1:] == (...,) else (kind, ())


def _has_fields(kind: type) -> bool:
    return is_dataclass(kind) or hasattr(kind, "_fields")


def _takes(function: Callable[..., Any], count: int) -> bool:
    """Return whether a function accepts `count` positional arguments; true if it has no signature to check."""
    if isinstance(function, FunctionType):  # the same in less time
        code, needed = function.__code__, function.__code__.co_argcount - len(function.__defaults__ or ())
        most = count if code.co_flags & inspect.CO_VARARGS else code.co_argcount
        return needed <= count <= most and code.co_kwonlyargcount <= len(function.__kwdefaults__ or ())
    try:
        inspect.signature(function).bind(*range(count))
    except (TypeError, ValueError) as error:
        return isinstance(error, ValueError)
    return True


@cache
def _shapes(annotated: Any) -> Mapping[str, Any]:
    """Return the annotations of a class or function by name, unresolved if a quoted name in them is unknown."""
    try:
        return get_type_hints(annotated)
    except NameError:
        return inspect.get_annotations(annotated)


def _wrong(value: Any, shape: Any, place: str) -> Message:
    there, function = repr(value), getattr(value, "__func__", value)
    if isinstance(function, FunctionType):
        there = f"{function.__name__}({', '.join(function.__code__.co_varnames[: function.__code__.co_argcount])})"
    elif isinstance(value, type):
        there = f"the class {value.__name__}"
    elif repr(value) == object.__repr__(value):
        there = f"an object of the class {type(value).__name__}"
    return Message.of("must be {wanted}, not {there}", where=place, wanted=_said(shape, value), there=there)


def _said(shape: Any, value: Any) -> Message:
    """Return an annotation in words; a tuple is described by an example that contains `value`."""
    kind, parts = _parted(shape)
    if kind in (Union, UnionType):
        *others, last = (_said(part, value) for part in parts)
        for other in reversed(others):
            last = Message.of("{first} or {others}", first=other, others=last)
        return last
    if kind is Literal:
        return Message.of("one of {values}", values=", ".join(map(repr, parts)))
    if kind is Callable and parts and isinstance(parts[0], list):
        taken = ", ".join(getattr(part, "__forward_arg__", getattr(part, "__name__", str(part))) for part in parts[0])
        return Message.of("a function that takes ({arguments})", arguments=taken)
    if kind is tuple:
        example = tuple(value) if isinstance(value, list | set) else (value,)
        return Message.of("a tuple such as {example}", example=repr(example))
    return _WORDS.get(kind) or Message.of("{type}", type=kind.__name__)
