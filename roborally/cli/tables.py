"""Prints tables for commands."""

import sys
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from roborally.base.console import writing
from roborally.base.player_names import printable


def show(tables: RenderableType) -> None:
    """Print tables and texts between them; brackets and colons in a text are printed as they are."""
    with writing(sys.stdout):
        _Plain(markup=False, emoji=False).print(tables)


class _Plain(Console):
    """A console that replaces control characters in texts before it measures their widths."""

    def render_str(self, text: str, **how: Any) -> Text:
        return super().render_str(printable(text), **how)

    def on_broken_pipe(self) -> None:
        """Raise the `BrokenPipeError` that rich has caught, so that the command line handles it."""
        raise  # the error that was caught when rich calls this
