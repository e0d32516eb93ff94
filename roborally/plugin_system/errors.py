"""The errors for plugins that cannot be used, and the function that marks texts for translation."""

import re
import sys
from types import ModuleType

from roborally.base.errors import GameError
from roborally.base.nearest import nearest

_NOT_IN_MODULE = re.compile(r"cannot import name '(?P<name>[^']*)' from '[^']*'")


class PluginError(GameError):
    """A plugin cannot be used; the message is one plain sentence with the plugin's name and the reason."""


class CodeError(PluginError):
    """A plugin's code fails when it is imported or when it registers, whatever the match."""


class TakenNameError(PluginError):
    """A plugin registers a name that is taken, mostly by a plugin with which it cannot be played."""


def message_of(error: BaseException) -> str:
    """Return the text of an error: for a syntax error without its line, for an unknown name with a similar one."""
    if isinstance(error, SyntaxError):
        return error.msg
    said, there, name = str(error), None, ""
    if isinstance(error, AttributeError) and error.name and error.obj is not None:
        there, name = error.obj if isinstance(error.obj, ModuleType) else type(error.obj), error.name
    elif isinstance(error, ImportError) and (found := _NOT_IN_MODULE.match(said)):
        there, name = sys.modules.get(error.name or ""), found["name"]
        said = found[0]  # without the path of the module
    near = nearest(name, [known for known in dir(there) if not known.startswith("_")]) if there is not None else ""
    return f"{said}; is it {near!r}?" if near and "; is it " not in said else said


def text(english: str) -> str:
    """Return `english` unchanged; the call marks it for translators, and it is translated when it is shown."""
    return english
