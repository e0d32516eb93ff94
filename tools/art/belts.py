"""Draw the conveyor belts: straight, curves and junctions, as loops of eight frames.

Every belt leaves its tile to the NORTH. The sides in a name are those from which other belts feed it.
A tile is painted like a crossing of roads: all rails first, then all surfaces, so that surfaces cover
the rails of the others.
"""

from __future__ import annotations

from dataclasses import dataclass

from art.svg import Drawing, document, floor, number, points

FOLDER = "plugins/conveyors/art"
FRAMES = 8
PITCH = 128 / 3  # pixels between chevrons on a straight
TURN = 45.0  # degrees between chevrons in a curve
SHAPES: dict[str, tuple[str, ...]] = {
    "": ("south",),
    "-from-east": ("east",),
    "-from-west": ("west",),
    "-from-east-west": ("east", "west"),
    "-from-south-east": ("south", "east"),
    "-from-south-west": ("south", "west"),
    "-from-all": ("south", "east", "west"),
}
STRAIGHT_MARK = "translate(0,0)"
TURN_MARKS = {"east": "rotate(0,128,0)", "west": "rotate(0,0,0)"}


@dataclass(frozen=True)
class Look:
    """The colours and the chevron of one kind of belt."""

    name: str
    surface: str
    slat: str
    rail: str
    dash: str
    chevron: str
    edge: str
    double: bool


LOOKS = (
    Look("belt", "#23272f", "#343a46", "#8d97a8", "", "#f2c14e", "#8a6518", False),
    Look("express", "#14233b", "#22385c", "#1a2d4d", "#5cc4ff", "#4fb9ff", "#123f73", True),
)


def drawings() -> list[Drawing]:
    """Return the belts, each with its eight frames."""
    return [_belt(look, shape, feeds) for look in LOOKS for shape, feeds in SHAPES.items()]


def _belt(look: Look, shape: str, feeds: tuple[str, ...]) -> Drawing:
    """Return one belt; its frames differ only in the offset of the marked groups."""
    path = f"{FOLDER}/{look.name}{shape}"
    frames: dict[str, dict[str, str]] = {}
    for frame in range(FRAMES):
        share = frame / FRAMES
        frames[f"{path}-{frame}"] = {
            STRAIGHT_MARK: f"translate(0,{number(-share * PITCH)})",
            TURN_MARKS["east"]: f"rotate({number(share * TURN)},128,0)",
            TURN_MARKS["west"]: f"rotate({number(-share * TURN)},0,0)",
        }
    body = floor(rivets=False) + "".join(_bed(feed) for feed in feeds)
    body += "".join(_rails(look, feed) for feed in reversed(feeds))
    body += "".join(_surface(look, feed) for feed in feeds)
    if feeds == ("east", "west"):
        body += "".join(_chevrons(look, feed, "side") for feed in feeds) + _chevrons(look, "south", "exit")
    elif len(feeds) > 1:
        body += "".join(_chevrons(look, feed, "side") for feed in feeds[1:]) + _chevrons(look, "south", "")
    else:
        body += _chevrons(look, feeds[0], "")
    return Drawing(path, document(body, _defs()), variants=frames)


def _defs() -> str:
    """Return the fades that keep the arrows of merging belts apart."""

    def fade(name: str, x1: int, y1: int, x2: int, y2: int) -> str:
        return (
            f'<linearGradient id="{name}-fade" gradientUnits="userSpaceOnUse" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}">'
            '<stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient>'
            f'<mask id="{name}" maskUnits="userSpaceOnUse" x="0" y="0" width="128" height="128">'
            f'<rect width="128" height="128" fill="url(#{name}-fade)"/></mask>'
        )

    return fade("east-side", 89, 51, 96, 58) + fade("west-side", 39, 51, 32, 58) + fade("south-exit", 0, 56, 0, 38)


def _line(feed: str, offset: float) -> str:
    """Return the path of a belt, moved to the right by `offset` pixels."""
    if feed == "south":
        return f"M{number(64 + offset)} 128 V0"
    radius = 64 - offset if feed == "east" else 64 + offset
    if feed == "east":
        return f"M128 {number(radius)} A{number(radius)} {number(radius)} 0 0 1 {number(128 - radius)} 0"
    return f"M0 {number(radius)} A{number(radius)} {number(radius)} 0 0 0 {number(radius)} 0"


def _bed(feed: str) -> str:
    """Return the dark gap on both sides of a belt."""
    return f'<path d="{_line(feed, 0)}" fill="none" stroke="#14171d" stroke-width="112"/>'


def _rails(look: Look, feed: str) -> str:
    base = ""
    for offset in (-50, 50):
        path = _line(feed, offset)
        base += f'<path d="{path}" fill="none" stroke="{look.rail}" stroke-width="8"/>'
        if look.dash:
            base += (
                f'<path d="{path}" fill="none" stroke="{look.dash}" stroke-width="6" stroke-dasharray="12 9.33" '
                'stroke-dashoffset="6"/>'
            )
    return base


def _surface(look: Look, feed: str) -> str:
    """Return the moving ground of one belt, slats included."""
    ground = f'<path d="{_line(feed, 0)}" fill="none" stroke="{look.surface}" stroke-width="92"/>'
    slats = ""
    if feed == "south":
        for index in range(17):
            slats += f"M19 {number(index * PITCH / 4)} H109"
        return ground + f'<g transform="{STRAIGHT_MARK}"><path d="{slats}" stroke="{look.slat}" stroke-width="3"/></g>'
    mark = TURN_MARKS[feed]
    inner, outer, hub = (110, 18, 128) if feed == "east" else (18, 110, 0)
    sign = -1 if feed == "east" else 1
    lines = "".join(
        f'<path d="M{inner} 0 H{outer}" transform="rotate({number(sign * index * TURN / 4)} {hub} 0)"/>'
        for index in range(-1, 14)
    )
    return ground + f'<g transform="{mark}" stroke="{look.slat}" stroke-width="3">{lines}</g>'


def _chevrons(look: Look, feed: str, mask: str) -> str:
    """Return the arrows of one belt; a mask names the part of the tile where they are visible, smaller for a side."""
    scale = 1.0 if mask != "side" else 0.62 if look.double else 0.78
    if feed == "south":
        arrows = "".join(_chevron(look, 64, index * PITCH, scale) for index in range(-1, 5))
        group = f'<g transform="{STRAIGHT_MARK}">{arrows}</g>'
    else:
        hub, sign = (128, -1) if feed == "east" else (0, 1)
        arrows = "".join(
            f'<g transform="rotate({number(sign * index * TURN)} {hub} 0)">{_chevron(look, 64, 0, scale)}</g>'
            for index in range(-1, 4)
        )
        group = f'<g transform="{TURN_MARKS[feed]}">{arrows}</g>'
    return f'<g mask="url(#{feed}-{mask})">{group}</g>' if mask else group


def _chevron(look: Look, x: float, y: float, scale: float) -> str:
    """Return one arrow that points north, single and thick or double and thin."""

    def shape(top: float, wide: float, deep: float, thick: float) -> str:
        wide, deep, thick, top = wide * scale, deep * scale, thick * scale, y + top * scale
        corners = [(x, top), (x + wide, top + deep), (x + wide, top + deep + thick), (x, top + thick)]
        return points([*corners, (x - wide, top + deep + thick), (x - wide, top + deep)])

    data = shape(-17, 30, 14, 8) + shape(-3, 30, 14, 8) if look.double else shape(-15, 27, 20, 12)
    return f'<path d="{data}" fill="{look.chevron}" stroke="{look.edge}" stroke-width="1.5" stroke-linejoin="round"/>'
