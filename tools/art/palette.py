"""Provide the eight seat colours of `assets/palette.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "assets" / "palette.toml"


@dataclass(frozen=True)
class SeatColour:
    """One seat's colour in three shades."""

    name: str
    body: str
    light: str
    dark: str


def seat_colours() -> list[SeatColour]:
    """Return the seat colours in the order of the seats."""
    table = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    return [SeatColour(seat["name"], seat["body"], seat["light"], seat["dark"]) for seat in table["seat"]]
