"""Prints tables."""

import sys
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from roborally.base.console import writing
from roborally.base.player_names import printable


def show(tables: RenderableType) -> None:
    """Print tables and texts between them; brackets and colons in a text have no special meaning."""
    with writing(sys.stdout):
        _Plain(markup=False, emoji=False).print(tables)


class _Plain(Console):
    """A console that cleans texts before it measures their widths."""

    def render_str(self, text: str, **how: Any) -> Text:
        """Return a text in its drawn form."""
        return super().render_str(printable(text), **how)

    def on_broken_pipe(self) -> None:
        """Leave a broken pipe to the command line."""
        raise  # the error that was caught when rich calls this
