"""The error for a plugin that cannot be used, and the mark of texts that people read."""

from roborally.base.errors import GameError


class PluginError(GameError):
    """A plugin that cannot be used; the message is one plain sentence that names it and says why."""


class CodeError(PluginError):
    """A plugin whose code fails when it is imported or registers, whatever it is used with."""


def text(english: str) -> str:
    """Mark a text in a plugin's code as one that people read; it is translated where it is shown."""
    return english
