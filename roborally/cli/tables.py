"""Prints tables."""

import sys
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from roborally.base.console import writing
from roborally.base.player_names import printable


def show(tables: RenderableType) -> None:
    """Print tables and the texts between them; brackets and colons in a text are only that."""
    with writing(sys.stdout):
        _Plain(markup=False, emoji=False).print(tables)


class _Plain(Console):
    """A console whose texts are clean before their widths are measured."""

    def render_str(self, text: str, **how: Any) -> Text:
        """Return a text as it is drawn."""
        return super().render_str(printable(text), **how)

    def on_broken_pipe(self) -> None:
        """Leave it to the command line that nobody reads any more."""
        raise  # what was caught where rich calls this
