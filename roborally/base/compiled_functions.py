"""The place of a compiled function in its source: compiled functions have no code object that holds it."""

import ast
import functools
from pathlib import Path
from types import BuiltinFunctionType
from typing import Any, NamedTuple

from roborally.base.compiled import source_of

_LAMBDA = "__mypyc_lambda__"
_MADE = "_obj"
"""The suffix of the class that mypyc makes for a function inside a function."""


class Origin(NamedTuple):
    """The module of a compiled function, its own name, and its file and line in the source."""

    module: str
    name: str
    file: Path
    line: int


def origin_of(function: Any) -> Origin | None:
    """Return the origin of a compiled function or callable object, `None` for anything else.

    For a function inside another one, the line is that of the outer function.
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
    """Return the line of each function and class of a source by name: as in code objects, that of a first decorator."""
    found = [
        node for node in ast.walk(ast.parse(file.read_bytes())) if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    return {node.name: min(part.lineno for part in (node, *node.decorator_list)) for node in found}
