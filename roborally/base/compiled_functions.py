"""Finds the source line of compiled functions, which have no code object that holds it."""

import ast
import functools
from pathlib import Path
from types import BuiltinFunctionType
from typing import Any, NamedTuple

from roborally.base.compiled import source_of

_LAMBDA = "__mypyc_lambda__"
_MADE = "_obj"
"""The suffix of the class that mypyc makes of a nested function."""


class Origin(NamedTuple):
    """The definition of a compiled function: its module, its name, its source file and the line, counted from 1."""

    module: str
    name: str
    file: Path
    line: int


def origin_of(function: Any) -> Origin | None:
    """Return where a compiled function or callable object is defined; `None` for anything else.

    For a nested function, the line is that of the outer function.
    """
    if isinstance(function, type):
        return None
    described = function if isinstance(function, BuiltinFunctionType) else type(function)
    module = getattr(described, "__module__", None) or ""
    file = source_of(module) if callable(function) else None
    if file is None:
        return None
    name = described.__name__
    lines = _lines(file)
    if name in lines:
        return Origin(module, name, file, lines[name])
    outer = max((own for own in lines if name.endswith(f"_{own}{_MADE}")), key=len, default="")
    inner = name.removesuffix(f"_{outer}{_MADE}")
    return Origin(module, "<lambda>" if inner.startswith(_LAMBDA) else inner, file, lines.get(outer, 1))


@functools.lru_cache(maxsize=256)
def _lines(file: Path) -> dict[str, int]:
    """Return the lines of the functions and classes in a source by name; with decorators, the line of the first one."""
    found = [
        node for node in ast.walk(ast.parse(file.read_bytes())) if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    return {node.name: min(part.lineno for part in (node, *node.decorator_list)) for node in found}
