"""The error for a plugin that cannot be used, and the mark of texts that people read."""

from types import ModuleType

from roborally.base.errors import GameError
from roborally.base.nearest import nearest


class PluginError(GameError):
    """A plugin that cannot be used; the message is one plain sentence that names it and says why."""


class CodeError(PluginError):
    """A plugin whose code fails when it is imported or registers, whatever it is used with."""


def said_by(error: BaseException) -> str:
    """Return what an error says; a mistake in the syntax without its line, an unknown attribute with one like it."""
    if isinstance(error, SyntaxError):
        return error.msg
    said = str(error)
    if isinstance(error, AttributeError) and error.name and error.obj is not None:
        there = error.obj if isinstance(error.obj, ModuleType) else type(error.obj)
        near = nearest(error.name, [name for name in dir(there) if not name.startswith("_")])
        return f"{said}; is it {near!r}?" if near and "; is it " not in said else said
    return said


def text(english: str) -> str:
    """Mark a text in a plugin's code as one that people read; it is translated where it is shown."""
    return english
