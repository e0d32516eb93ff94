"""Makes the page about the manifest: every table of `plugin.toml` with its keys."""

import types
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from roborally.base import paths
from roborally.features.authoring.reference.markdown import ReferencePage, anchor, code
from roborally.features.authoring.reference.source import class_text, fields
from roborally.plugin_system import manifest as shapes
from roborally.plugin_system.manifest import Manifest

SYSTEM = paths.package_folder() / "plugin_system"
FILES = tuple(
    SYSTEM / f"{name}.py" for name in ("manifest", "manifest_achievements", "manifest_settings", "manifest_tables")
)
WORDS = {str: "text", int: "whole number", float: "number", bool: "`true` or `false`"}
INTRODUCTION = """\
Made from the code by `tools/plugin_reference`; do not edit it here. [plugins.md](../docs/plugins.md) is the guide, \
[plugin-reference.md](plugin-reference.md) has the calls.

`plugin.toml` says everything about a plugin that needs no code. An unknown key is refused. All texts are English; \
`locale/<language>.po` in the plugin's folder translates them."""


def manifest_page(problems: list[str]) -> str:
    """Return the page about the manifest as Markdown; append a line to `problems` for each undescribed key."""
    page = ReferencePage("Plugin reference: plugin.toml", INTRODUCTION, problems)
    plain, tables = _split()
    page.paragraph(
        "\n".join(f"* [{heading}](#{anchor(heading)})" for heading in ["Keys at the top", *map(_title, tables)])
    )
    page.heading(2, "Keys at the top")
    page.paragraph(page.described("Manifest", class_text(FILES[0], "Manifest")))
    _add_keys(page, Manifest, plain)
    for name in tables:
        _add_table(page, name)
    return page.text()


def _split() -> tuple[list[str], list[str]]:
    """Return the names of the keys that hold values, and the names of those that hold tables."""
    types_ = {field.name: field.type for field in msgspec.structs.fields(Manifest)}
    tables = [name for name, type_ in types_.items() if get_origin(type_) is dict]
    return [name for name in types_ if name not in tables], tables


def _struct_of(type_: Any) -> type[msgspec.Struct] | None:
    """Return the struct of a table's values, `None` for values of another type."""
    value = get_args(type_)[-1] if get_origin(type_) is dict else type_
    return value if isinstance(value, type) and issubclass(value, msgspec.Struct) else None


def _title(name: str) -> str:
    type_ = {field.name: field.type for field in msgspec.structs.fields(Manifest)}[name]
    return f"`[{name}.NAME]`" if _struct_of(type_) is not None else f"`[{name}]`"


def _add_table(page: ReferencePage, name: str) -> None:
    page.heading(2, _title(name))
    page.paragraph(page.described(name, _texts(Manifest)[name]))
    type_ = {field.name: field.type for field in msgspec.structs.fields(Manifest)}[name]
    struct = _struct_of(type_)
    if struct is None:
        key, value = get_args(type_)
        page.paragraph(f"Keys: {_words(key)}. Values: {_words(value)}.")
        return
    page.paragraph(page.described(struct.__name__, _described(struct)))
    _add_keys(page, struct, [field.name for field in msgspec.structs.fields(struct)])
    for field in msgspec.structs.fields(struct):
        inner = _struct_of(field.type)
        if inner is not None:
            page.heading(3, f"`{field.name}` of `[{name}.NAME]`")
            page.paragraph(page.described(inner.__name__, _described(inner)))
            _add_keys(page, inner, [part.name for part in msgspec.structs.fields(inner)])


def _add_keys(page: ReferencePage, struct: type[msgspec.Struct], names: list[str]) -> None:
    texts = _texts(struct)
    found = {field.name: field for field in msgspec.structs.fields(struct)}
    page.table(
        ("key", "value", "default", "says"),
        (
            (
                code(name),
                _words(found[name].type),
                _default(found[name]),
                page.described(f"{struct.__name__}.{name}", texts[name]),
            )
            for name in names
        ),
    )


def _file_of(struct: type[msgspec.Struct]) -> Any:
    return next(path for path in FILES if f"class {struct.__name__}(" in path.read_text(encoding="utf-8"))


def _described(struct: type[msgspec.Struct]) -> str:
    return class_text(_file_of(struct), struct.__name__)


def _texts(struct: type[msgspec.Struct]) -> dict[str, str]:
    return {field.name: field.text for field in fields(_file_of(struct), struct.__name__)}


def _default(field: Any) -> str:
    if field.default is not msgspec.NODEFAULT:
        words = {"": "empty", None: "none", True: "`true`", False: "`false`"}
        return (
            words[field.default]
            if field.default in ("", None) or isinstance(field.default, bool)
            else code(str(field.default))
        )
    return "required" if field.default_factory is msgspec.NODEFAULT else "empty"


def _words(type_: Any) -> str:
    origin, inside = get_origin(type_), get_args(type_)
    if type_ == shapes.OrderEntry:
        return "phase, list of shooters, or table by a setting"
    if origin is Literal:
        return ", ".join(code(str(choice)) if choice else "empty" for choice in inside)
    if origin is list:
        return f"list of: {_words(inside[0])}"
    if origin is dict:
        return f"table of: {_words(inside[1])}"
    if origin in (Union, types.UnionType):
        return " or ".join(_words(part) for part in inside if part is not type(None))
    return WORDS.get(type_, "table")
