"""Colours, fonts and the size of a page."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import arcade
from arcade.types import Color

from roborally.base import paths
from roborally.base.palette import palette
from roborally.ui.toolkit import glyphs

WIDTH = 1280
HEIGHT = 720
"""The size of a page in units."""
MINIMUM_SIZE = (640, 560)
"""The smallest size of the window in pixels."""
EDGE = 12.0
"""The space around a control to which the view scrolls, in units."""
LEAST_BAR = 24.0
"""The smallest length of a scroll bar's thumb, so that it can be seen and grabbed, in units."""

SHADES = ("body", "light", "dark", "ink")
"""The shades of a seat's colour in the palette."""
HEADING = "Chakra Petch"
TEXT = "Inter"
_FONT_FILES = ("ChakraPetch-Regular.ttf", "ChakraPetch-Bold.ttf", "Inter-Regular.ttf", "Inter-Bold.ttf")


class Rect(NamedTuple):
    """A rectangle in design units, given by its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y + self.height

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point is inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def inset(self, margin: float) -> "Rect":
        """Return the rectangle made smaller by `margin` on every side."""
        return Rect(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)

    def within(self, room: "Rect") -> "Rect":
        """Return the part inside of another rectangle; its width or height is 0 if there is none."""
        x, y = max(self.x, room.x), max(self.y, room.y)
        return Rect(x, y, max(0.0, min(self.right, room.right) - x), max(0.0, min(self.top, room.top) - y))


@dataclass(frozen=True)
class SeatColours:
    """The colours of a seat's robot, a colour with its shades, and an emblem."""

    name: str
    emblem: str
    body: Color
    light: Color
    dark: Color
    ink: Color


@cache
def colour(name: str) -> Color:
    """Return a colour of the game by its name in the palette; raise `KeyError` that lists them for another name."""
    if name not in (known := palette()["game"]):
        raise KeyError(f"there is no colour {name!r}; there are: {', '.join(known)}")
    return Color.from_hex_string(known[name])


def tint(name: str) -> Color:
    """Return the colour that a manifest names for a symbol; white, which changes nothing, for an unknown name."""
    return colour(name) if name in palette()["game"] else Color(255, 255, 255)


_in_use: list[SeatColours] = []
"""The colours of the seats, in their order."""


@cache
def colours_for(sight: str) -> tuple[SeatColours, ...]:
    """Return the colours of the seats for a kind of sight, such as `protan`; an unknown one gets the usual colours."""
    seats = {entry["name"]: entry for entry in palette()["seat"]}
    names = palette()["order"].get(sight, list(seats))
    return tuple(
        SeatColours(name, seats[name]["emblem"], *(Color.from_hex_string(seats[name][shade]) for shade in SHADES))
        for name in names
    )


def use_colours_for(sight: str) -> None:
    """Use the seat colours for a kind of sight from now on."""
    _in_use[:] = colours_for(sight)


def seat_colours(seat: int) -> SeatColours:
    """Return the colours of a seat; robots without a seat get those of the last."""
    colours = _in_use or colours_for("usual")
    return colours[seat % len(colours)]


@cache
def load_fonts() -> None:
    """Load the game's fonts and, for missing letters, those of the system, once."""
    for name in _FONT_FILES:
        arcade.load_font(asset("fonts", name))
    glyphs.install()


@cache
def asset(*parts: str) -> Path:
    """Return the path of a file among the shared art."""
    return paths.asset_folder().joinpath(*parts)
