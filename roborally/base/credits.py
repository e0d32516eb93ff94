"""Reads the credits, `assets/CREDITS.md`, for the page that shows them.

The reader understands only headings, paragraphs and tables of Markdown. Each paragraph is one text to translate.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from roborally.base import paths

END = "## Notes for developers"
"""The heading that ends the players' part; `read_credits` leaves out all below it."""


@dataclass(frozen=True)
class CreditsBlock:
    """A `heading`, a `text` (paragraph) or a `row` of a table in the credits; a row has `cells` in place of a text."""

    kind: str
    text: str = ""
    cells: tuple[str, ...] = ()


def read_credits(path: Path | None = None) -> list[CreditsBlock]:
    """Return the headings, paragraphs and table rows of a credits file in order, by default of the game's own."""
    path = path or paths.asset_folder() / "CREDITS.md"
    return list(_blocks(path.read_text(encoding="utf-8").partition(END)[0]))


def _blocks(source: str) -> Iterator[CreditsBlock]:
    for part in source.replace("`", "").split("\n\n"):
        lines = part.strip().splitlines()
        if not lines or lines[0].startswith("# "):
            continue
        if lines[0].startswith("## "):
            yield CreditsBlock("heading", lines[0].removeprefix("## "))
        elif lines[0].startswith("|"):
            for line in lines[2:]:
                yield CreditsBlock("row", cells=tuple(cell.strip() for cell in line.strip("|").split("|")))
        else:
            yield CreditsBlock("text", " ".join(line.strip() for line in lines))
