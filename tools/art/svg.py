"""Draw the small parts of all pictures: documents, colours, floor plates, arrows, digits."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

YELLOW = "#f2c14e"
BLUE = "#4fb3ff"
STEEL_DARK = "#4d5563"
INK = "#1b1e25"
PLATE = "#3d4554"
PLATE_LIGHT = "#475062"
PLATE_DARK = "#2a303b"
SEAM = "#252a34"


@dataclass(frozen=True)
class Drawing:
    """One SVG source and the PNGs rendered from it.

    `path` is relative to the project and has no suffix. `variants` maps the PNG's path (no suffix)
    to the texts replaced in the SVG before it is rendered; without variants there is one PNG.
    """

    path: str
    svg: str
    width: int = 128
    height: int = 128
    variants: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def pictures(self) -> dict[str, str]:
        """Return the SVG text of every PNG, by the PNG's path without suffix."""
        if not self.variants:
            return {self.path: self.svg}
        return {path: _replace(self.svg, changes) for path, changes in self.variants.items()}


def _replace(text: str, changes: Mapping[str, str]) -> str:
    for old, new in changes.items():
        text = text.replace(old, new)
    return text


def document(body: str, defs: str = "", width: int = 128, height: int = 128) -> str:
    """Return a whole SVG document with one user unit per pixel."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    inner = f"<defs>{defs}</defs>\n{body}" if defs else body
    return f"{head}\n{inner}\n</svg>\n"


def number(value: float) -> str:
    """Return a number as text with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def points(corners: Sequence[tuple[float, float]], closed: bool = True) -> str:
    """Return path data through the corners."""
    data = "M" + " L".join(f"{number(x)} {number(y)}" for x, y in corners)
    return data + ("Z" if closed else "")


def polar(x: float, y: float, radius: float, degrees: float) -> tuple[float, float]:
    """Return the point at a bearing, 0 = north, clockwise."""
    angle = math.radians(degrees - 90)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def linear(name: str, top: str, bottom: str, diagonal: bool = False) -> str:
    """Return a linear gradient from top to bottom, or from the top left corner."""
    return (
        f'<linearGradient id="{name}" x1="0" y1="0" x2="{1 if diagonal else 0}" y2="1">'
        f'<stop offset="0" stop-color="{top}"/><stop offset="1" stop-color="{bottom}"/></linearGradient>'
    )


def radial(name: str, *stops: tuple[float, str, float], at: tuple[float, float] = (0.5, 0.5)) -> str:
    """Return a radial gradient; a stop is offset, colour, opacity."""
    inner = "".join(f'<stop offset="{o}" stop-color="{c}" stop-opacity="{a}"/>' for o, c, a in stops)
    return f'<radialGradient id="{name}" cx="{at[0]}" cy="{at[1]}" r="0.5" fx="{at[0]}" fy="{at[1]}">{inner}</radialGradient>'


def blur(name: str, amount: float) -> str:
    """Return a blur filter with room around its object."""
    return (
        f'<filter id="{name}" x="-60%" y="-60%" width="220%" height="220%">'
        f'<feGaussianBlur stdDeviation="{amount}"/></filter>'
    )


def hazard(name: str = "hazard", stripe: float = 8, light: str = YELLOW, dark: str = INK) -> str:
    """Return a pattern of diagonal warning stripes."""
    return (
        f'<pattern id="{name}" width="{2 * stripe}" height="{2 * stripe}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><rect width="{2 * stripe}" height="{2 * stripe}" fill="{light}"/>'
        f'<rect width="{stripe}" height="{2 * stripe}" fill="{dark}"/></pattern>'
    )


def floor(rivets: bool = True) -> str:
    """Return the plain floor plate below every full tile."""
    plate = (
        f'<rect width="128" height="128" fill="{SEAM}"/>'
        f'<rect x="1.5" y="1.5" width="125" height="125" rx="5" fill="{PLATE}"/>'
        f'<path d="M4 124 V6 Q4 4 6 4 H124" fill="none" stroke="{PLATE_LIGHT}" stroke-width="2"/>'
        f'<path d="M124 4 V122 Q124 124 122 124 H4" fill="none" stroke="{PLATE_DARK}" stroke-width="2"/>'
    )
    if rivets:
        plate += "".join(rivet(x, y) for x in (13, 115) for y in (13, 115))
    return plate


def rivet(x: float, y: float, radius: float = 3) -> str:
    """Return one rivet of the floor."""
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{radius}" fill="{PLATE_DARK}"/>'
        f'<circle cx="{number(x - 0.6)}" cy="{number(y - 0.6)}" r="{number(radius * 0.55)}" fill="{PLATE_LIGHT}"/>'
    )


def gear_path(x: float, y: float, radius: float, teeth: int, depth: float) -> str:
    """Return the outline of a toothed wheel."""
    corners: list[tuple[float, float]] = []
    half = 180 / teeth
    for tooth in range(teeth):
        middle = 360 * tooth / teeth
        for share, out in ((-0.6, 0.0), (-0.36, depth), (0.36, depth), (0.6, 0.0)):
            corners.append(polar(x, y, radius + out, middle + share * half))
    return points(corners)


def arc_arrow(x: float, y: float, radius: float, start: float, end: float, width: float, colour: str) -> str:
    """Return a thick arc with a head at its end; bearings in degrees, end < start turns left."""
    sign = 1 if end > start else -1
    sx, sy = polar(x, y, radius, start)
    ex, ey = polar(x, y, radius, end)
    large = 1 if abs(end - start) > 180 else 0
    sweep = 1 if sign > 0 else 0
    heading = math.radians(end + 90 * sign - 90)
    tip = ex + width * 1.9 * math.cos(heading), ey + width * 1.9 * math.sin(heading)
    back_x, back_y = ex - width * 0.2 * math.cos(heading), ey - width * 0.2 * math.sin(heading)
    side = math.radians(end - 90)
    outer = back_x + width * 1.35 * math.cos(side), back_y + width * 1.35 * math.sin(side)
    inner = back_x - width * 1.35 * math.cos(side), back_y - width * 1.35 * math.sin(side)
    return (
        f'<path d="M{number(sx)} {number(sy)} A{radius} {radius} 0 {large} {sweep} {number(ex)} {number(ey)}" '
        f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="butt"/>'
        f'<path d="{points([outer, tip, inner])}" fill="{colour}" stroke="{colour}" stroke-width="2" '
        f'stroke-linejoin="round"/>'
    )


_DIGITS: dict[int, str] = {
    1: "M-9 -13 L1 -20 V20 M-10 20 H12",
    2: "M-12 -12 Q-12 -20 -3 -20 H4 Q12 -20 12 -12 V-8 Q12 -3 7 0 L-12 13 V20 H13",
    3: "M-12 -20 H12 L1 -4 H3 Q12 -4 12 4 V11 Q12 20 3 20 H-12",
    4: "M5 20 V-20 L-14 8 V10 H14",
    5: "M12 -20 H-11 V-3 H3 Q12 -3 12 6 V11 Q12 20 3 20 H-12",
    6: "M10 -20 H-2 Q-12 -20 -12 -8 V11 Q-12 20 -4 20 H4 Q12 20 12 11 V6 Q12 -2 4 -2 H-12",
    7: "M-13 -20 H13 L-3 20",
    8: "M-3 -2 Q-11 -2 -11 -8 V-13 Q-11 -20 -3 -20 H3 Q11 -20 11 -13 V-8 Q11 -2 3 -2 H-3 "
    "Q-12 -2 -12 6 V12 Q-12 20 -4 20 H4 Q12 20 12 12 V6 Q12 -2 3 -2",
}


_LETTERS: dict[str, str] = {
    "A": "M-13 20 V-7 L-4 -20 H4 L13 -7 V20 M-13 6 H13",
    "B": "M-12 -20 V20 H4 Q13 20 13 12 V7 Q13 -1 4 -1 H-12 M3 -1 Q10 -2 10 -9 V-12 Q10 -20 3 -20 H-12",
    "C": "M12 -11 Q12 -20 4 -20 H-4 Q-12 -20 -12 -12 V12 Q-12 20 -4 20 H4 Q12 20 12 11",
    "D": "M-12 -20 V20 H1 Q12 20 12 8 V-8 Q12 -20 1 -20Z",
    "E": "M11 -20 H-11 V20 H11 M-11 0 H7",
    "F": "M12 -20 H-11 V20 M-11 0 H8",
    "G": "M12 -11 Q12 -20 4 -20 H-4 Q-12 -20 -12 -12 V12 Q-12 20 -4 20 H4 Q12 20 12 12 V2 H3",
    "H": "M-12 -20 V20 M12 -20 V20 M-12 0 H12",
}


def digit(value: int, x: float, y: float, height: float, colour: str, weight: float = 8) -> str:
    """Return a digit from 1 to 8, centred; `height` is that of its middle line."""
    return _glyph(_DIGITS[value], x, y, height, colour, weight)


def letter(name: str, x: float, y: float, height: float, colour: str, weight: float = 8) -> str:
    """Return a capital letter from A to H, centred; `height` is that of its middle line."""
    return _glyph(_LETTERS[name], x, y, height, colour, weight)


def _glyph(data: str, x: float, y: float, height: float, colour: str, weight: float) -> str:
    scale = height / 40
    return (
        f'<path d="{data}" transform="translate({number(x)} {number(y)}) scale({number(scale)})" '
        f'fill="none" stroke="{colour}" stroke-width="{weight}" stroke-linejoin="round" stroke-linecap="square"/>'
    )
