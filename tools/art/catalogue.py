"""Know every drawing of the game."""

from __future__ import annotations

from art import belts, cards, effects, elements, emblems, icons, logo, machines, race, robots, tiles, ui
from art.svg import Drawing

SOURCES = (tiles, belts, elements, machines, race, robots, emblems, cards, icons, effects, ui, logo)


def drawings() -> list[Drawing]:
    """Return all drawings, in the order of their sources."""
    return [drawing for source in SOURCES for drawing in source.drawings()]
