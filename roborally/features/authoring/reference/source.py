"""Reads functions, classes and constants with docstrings from source files that are parsed but not run."""

import ast
import re
import textwrap
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LONG = 100
"""The number of letters above which a signature is split into a line for each parameter."""


@dataclass(frozen=True)
class Function:
    """A function or property in source code: parameters and return type as text, a description in Markdown."""

    name: str
    parameters: tuple[str, ...]
    returns: str
    text: str
    is_property: bool = False

    def signature(self, owner: str = "") -> str:
        """Return the call with types, or for a property its type; `owner` is the class or variable before the dot."""
        name = f"{owner}.{self.name}" if owner else self.name
        if self.is_property:
            return f"{name}: {self.returns}"
        tail = f" -> {self.returns}" if self.returns not in ("", "None") else ""
        line = f"{name}({', '.join(self.parameters)}){tail}"
        if len(line) <= LONG:
            return line
        return f"{name}(\n" + "".join(f"    {parameter},\n" for parameter in self.parameters) + f"){tail}"


@dataclass(frozen=True)
class Named:
    """A field or constant in source code: its type and default as text (may be empty), its description in Markdown."""

    name: str
    type: str
    default: str
    text: str


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def markdown(text: str | None) -> str:
    """Return a docstring as Markdown, with each paragraph and each list item on one line; empty for `None`."""
    paragraphs = []
    for block in re.split(r"\n\s*\n", textwrap.dedent(_first_line_indented(text or "")).strip()):
        lines = block.splitlines()
        if lines and lines[0].startswith("    "):
            paragraphs.append("\n".join(lines))
        else:
            paragraphs.append(re.sub(r"\s*\n(?!\* )\s*", " ", block))
    return "\n\n".join(paragraphs)


def sentence(text: str | None) -> str:
    """Return the first paragraph of a docstring on one line; empty for `None`."""
    return markdown(text).partition("\n\n")[0].replace("\n", " ")


def find_class(path: Path, name: str) -> ast.ClassDef:
    """Return the syntax tree of a class in a file; raise `StopIteration` if there is none."""
    return next(node for node in parsed(path).body if isinstance(node, ast.ClassDef) and node.name == name)


def class_text(path: Path, name: str) -> str:
    """Return the docstring of a class in a file as Markdown."""
    return markdown(ast.get_docstring(find_class(path, name)))


def methods(path: Path, name: str) -> list[Function]:
    """Return the public methods of a class in a file, in the order of the source."""
    return [
        _function(node, method=True)
        for node in find_class(path, name).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]


def function(path: Path, name: str) -> Function:
    """Return a function on module level of a file."""
    found = next(node for node in parsed(path).body if isinstance(node, ast.FunctionDef) and node.name == name)
    return _function(found, method=False)


def fields(path: Path, name: str) -> list[Named]:
    """Return the names that the body of a class assigns; the string after an assignment is its description."""
    return list(_named(find_class(path, name).body))


def attributes(path: Path, name: str) -> list[Named]:
    """Return the public attributes that `__init__` of a class sets, in order, with types if the source has any."""
    made = next(
        node for node in find_class(path, name).body if isinstance(node, ast.FunctionDef) and node.name == "__init__"
    )
    types = {argument.arg: _type(argument.annotation) for argument in made.args.args}
    found = []
    for node in made.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        parts = target.elts if isinstance(target, ast.Tuple) else [target]
        for part in parts:
            if isinstance(part, ast.Attribute) and not part.attr.startswith("_"):
                value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
                type_ = _type(node.annotation) if isinstance(node, ast.AnnAssign) else ""
                if isinstance(value, ast.Name):
                    type_ = type_ or types.get(value.id, "")
                elif isinstance(value, ast.Constant):
                    type_ = type_ or type(value.value).__name__
                found.append(Named(part.attr, type_, "", ""))
    return found


def constant(path: Path, name: str) -> Named:
    """Return a constant of a file; the string after it is its description."""
    return next(found for found in _named(parsed(path).body) if found.name == name)


def home(path: Path, name: str) -> tuple[Path, str]:
    """Return the file that defines a name of the module `path`, and the name used there; follow relative imports."""
    for node in parsed(path).body:
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return home(path.with_name(f"{node.module}.py"), alias.name)
    return path, name


def is_function(path: Path, name: str) -> bool:
    """Return whether a file defines a function of this name on module level."""
    return any(isinstance(node, ast.FunctionDef) and node.name == name for node in parsed(path).body)


def is_class(path: Path, name: str) -> bool:
    """Return whether a file defines a class of this name on module level."""
    return any(isinstance(node, ast.ClassDef) and node.name == name for node in parsed(path).body)


def _first_line_indented(text: str) -> str:
    """Return a docstring with its first line indented as far as the others."""
    first, newline, rest = text.partition("\n")
    indent = min((len(line) - len(line.lstrip()) for line in rest.splitlines() if line.strip()), default=0)
    return " " * indent + first.lstrip() + newline + rest


def _function(node: ast.FunctionDef, *, method: bool) -> Function:
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    arguments = node.args
    written = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(written) - len(arguments.defaults)) + list(arguments.defaults)
    parameters = [_parameter(argument, default) for argument, default in zip(written, defaults, strict=True)]
    if method and "staticmethod" not in decorators:
        parameters = parameters[1:]
    if arguments.vararg is not None:
        parameters.append(f"*{_parameter(arguments.vararg, None)}")
    elif arguments.kwonlyargs:
        parameters.append("*")
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        parameters.append(_parameter(argument, default))
    if arguments.kwarg is not None:
        parameters.append(f"**{_parameter(arguments.kwarg, None)}")
    returns = _type(node.returns)
    return Function(node.name, tuple(parameters), returns, markdown(ast.get_docstring(node)), "property" in decorators)


def _parameter(argument: ast.arg, default: ast.expr | None) -> str:
    type_ = _type(argument.annotation)
    written = f"{argument.arg}: {type_}" if type_ else argument.arg
    if default is None:
        return written
    value = _value(default)
    return f"{written} = {value}" if type_ else f"{written}={value}"


def _named(body: list[ast.stmt]) -> list[Named]:
    found = []
    for at, node in enumerate(body):
        if not isinstance(node, ast.AnnAssign | ast.Assign):
            continue
        target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
        if not isinstance(target, ast.Name) or target.id.startswith("__"):
            continue
        type_ = _type(node.annotation) if isinstance(node, ast.AnnAssign) else ""
        after = body[at + 1] if at + 1 < len(body) else None
        text = ""
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
            text = markdown(after.value.value)
        found.append(Named(target.id, type_, _value(node.value) if node.value is not None else "", text))
    return found


def _type(node: ast.expr | None) -> str:
    if node is None:
        return ""
    return re.sub(r"'([A-Z][A-Za-z_.]*)'", r"\1", ast.unparse(node)).replace("'", '"')


def _value(node: ast.expr) -> str:
    return '""' if isinstance(node, ast.Constant) and node.value == "" else ast.unparse(node).replace("'", '"')
