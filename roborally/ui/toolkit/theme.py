"""The colours, fonts and `Rect` that all pages share, and the size of a page in units."""

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
"""The height of a page in units; `WIDTH` is its width."""
MINIMUM_SIZE = (640, 560)
"""The smallest width and height of the window in logical pixels."""
EDGE = 12.0
"""The space shown around a control when the view is scrolled to it, in units."""
LEAST_BAR = 24.0
"""The smallest length of a scroll bar's thumb, in units; a shorter one would be hard to grab."""

SHADES = ("body", "light", "ink")
"""The names of the shades of a seat's colour that the window uses."""
HEADING = "Chakra Petch"
TEXT = "Inter"
_FONT_FILES = ("ChakraPetch-Regular.ttf", "ChakraPetch-Bold.ttf", "Inter-Regular.ttf", "Inter-Bold.ttf")


class Rect(NamedTuple):
    """A rectangle in design units; `x` and `y` are its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """The point in the middle of the rectangle."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The y of the upper edge."""
        return self.y + self.height

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies within the rectangle."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def inset(self, margin: float) -> "Rect":
        """Return the rectangle made smaller by `margin` on every side; a negative one makes it larger."""
        return Rect(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)

    def within(self, room: "Rect") -> "Rect":
        """Return the part of this rectangle within `room`; its width or height is 0 if there is none."""
        x, y = max(self.x, room.x), max(self.y, room.y)
        return Rect(x, y, max(0.0, min(self.right, room.right) - x), max(0.0, min(self.top, room.top) - y))


@dataclass(frozen=True)
class SeatColours:
    """The look of a seat: the name of its colour, its emblem, and the shades of the colour."""

    name: str
    emblem: str
    body: Color
    light: Color
    ink: Color


@cache
def colour(name: str) -> Color:
    """Return a colour of the palette by its name; raise `KeyError`, which lists the names, for an unknown one."""
    if name not in (known := palette()["game"]):
        raise KeyError(f"there is no colour {name!r}; there are: {', '.join(known)}")
    return Color.from_hex_string(known[name])


def tint(name: str) -> Color:
    """Return a colour of the palette by its name in a manifest; white, which tints nothing, for an unknown name."""
    return colour(name) if name in palette()["game"] else Color(255, 255, 255)


_in_use: list[SeatColours] = []
"""The colours of the seats by seat number, by the player's settings; empty before the settings are applied."""


@cache
def colours_for(sight: str) -> tuple[SeatColours, ...]:
    """Return the colours of all seats for a kind of colour vision, such as `protan`; the usual ones if unknown."""
    seats = {entry["name"]: entry for entry in palette()["seat"]}
    names = palette()["order"].get(sight, list(seats))
    return tuple(
        SeatColours(name, seats[name]["emblem"], *(Color.from_hex_string(seats[name][shade]) for shade in SHADES))
        for name in names
    )


def use_colours_for(sight: str) -> None:
    """Use the seat colours for a kind of colour vision, such as `protan`, from now on."""
    _in_use[:] = colours_for(sight)


def seat_colours(seat: int) -> SeatColours:
    """Return the colours of a seat by its number; -1, for robots without a seat, gives those of the last."""
    colours = _in_use or colours_for("usual")
    return colours[seat % len(colours)]


@cache
def load_fonts() -> None:
    """Load the game's fonts once, and let the system's fonts supply the letters that they lack."""
    for name in _FONT_FILES:
        arcade.load_font(asset("fonts", name))
    glyphs.install()


@cache
def asset(*parts: str) -> Path:
    """Return the path of a file in `assets/`, such as `asset("icons", "plus.png")`."""
    return paths.asset_folder().joinpath(*parts)
