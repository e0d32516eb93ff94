"""The error for a plugin that cannot be used, and the mark of texts for translation."""

from types import ModuleType

from roborally.base.errors import GameError
from roborally.base.nearest import nearest


class PluginError(GameError):
    """A plugin that cannot be used; the message is one plain sentence that names it and the reason."""


class CodeError(PluginError):
    """A plugin whose code fails when it is imported or registers, in every match."""


def said_by(error: BaseException) -> str:
    """Return the text of an error; for a syntax error without its line, for an unknown attribute with a similar one."""
    if isinstance(error, SyntaxError):
        return error.msg
    said = str(error)
    if isinstance(error, AttributeError) and error.name and error.obj is not None:
        there = error.obj if isinstance(error.obj, ModuleType) else type(error.obj)
        near = nearest(error.name, [name for name in dir(there) if not name.startswith("_")])
        return f"{said}; is it {near!r}?" if near and "; is it " not in said else said
    return said


def text(english: str) -> str:
    """Mark a text in a plugin's code for translators; it is translated when shown."""
    return english
