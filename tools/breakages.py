"""Finds all ways to break a Python file in one place, for `tools/mutate.py`.

A breakage changes a comparison, a sum or a constant, leaves out a call, or inverts a condition.
"""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
}
NOT_CHANGED = {"strict", "order", "enter_order", "worth", "later"}
"""Keyword arguments whose change breaks no rule: `strict` only checks, orders have gaps, the others are for bots."""


@dataclass(frozen=True)
class Breakage:
    """A change of a file in one place: the bytes from `start` to `end` are replaced by `after`."""

    path: Path
    line: int
    start: int
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {' '.join(self.before.split())} -> {self.after}"

    def applied(self, source: bytes) -> bytes:
        """Return the content of the file with this breakage."""
        return source[: self.start] + self.after.encode() + source[self.end :]


def breakages(path: Path, source: bytes) -> list[Breakage]:
    """Return all breakages of a file, ordered by place; raise `SyntaxError` if it is not Python."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, after in _changes(ast.parse(source)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        found.append(Breakage(path, node.lineno, start, end, source[start:end].decode(), after))
    return sorted(found, key=lambda one: (one.start, one.end, one.after))


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield the syntax nodes to replace, at or below a node, each with the text that replaces it."""
    yield from _changes_of(node)
    for child in _children(node):
        yield from _changes(child)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below a node that affect the program: no types, decorators, assertions or f-strings."""
    if isinstance(node, ast.Assert | ast.JoinedStr) or (isinstance(node, ast.If) and _is_for_types(node)):
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not (isinstance(child, ast.keyword) and child.arg in NOT_CHANGED):
                yield child


def _is_for_types(node: ast.If) -> bool:
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _changes_of(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    match node:
        case ast.Compare():
            for number, operator in enumerate(node.ops):
                compared = copy.deepcopy(node)
                compared.ops[number] = COMPARISONS[type(operator)]()
                yield node, f"({ast.unparse(compared)})"
        case ast.BinOp() | ast.AugAssign() if type(node.op) in ARITHMETIC:
            counted = copy.deepcopy(node)
            counted.op = ARITHMETIC[type(node.op)]()
            text = ast.unparse(counted)
            yield node, text if isinstance(node, ast.AugAssign) else f"({text})"
        case ast.BoolOp():
            joined = copy.deepcopy(node)
            joined.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, f"({ast.unparse(joined)})"
        case ast.Constant(value=bool(value)):
            yield node, str(not value)
        case ast.Constant(value=int(value)):
            yield node, str(value + 1)
        case ast.Expr(value=ast.Call()):
            yield node, "None"
        case ast.If() | ast.While() | ast.IfExp() if not (isinstance(node, ast.If) and _is_for_types(node)):
            yield from _negated(node.test)
        case ast.comprehension():
            for condition in node.ifs:
                yield from _negated(condition)


def _negated(test: ast.expr) -> Iterator[tuple[ast.expr, str]]:
    """Yield the opposite of a condition, unless changing a comparison in it has the same effect."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and not isinstance(test.ops[0], ORDERINGS):
        return
    yield test, f"({ast.unparse(ast.UnaryOp(ast.Not(), test))})"
