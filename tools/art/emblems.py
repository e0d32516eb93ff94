"""Draw the eight seat emblems: white shapes with a dark outline, told apart by shape alone."""

from __future__ import annotations

from art.svg import INK, Drawing, document, points, polar

FOLDER = "assets/emblems"
SIZE = 64


def _star() -> str:
    return points([polar(32, 34, 29 if turn % 2 == 0 else 12.5, turn * 36) for turn in range(10)])


SHAPES: dict[str, str] = {
    "circle": "M32 8 A24 24 0 1 1 31.99 8Z",
    "triangle": "M32 6 L59 55 H5Z",
    "square": "M10 10 H54 V54 H10Z",
    "diamond": "M32 3 L54 32 L32 61 L10 32Z",
    "star": _star(),
    "hexagon": points([polar(32, 32, 27, turn * 60 + 30) for turn in range(6)]),
    "cross": "M23 6 H41 V23 H58 V41 H41 V58 H23 V41 H6 V23 H23Z",
    "drop": "M32 4 C40 18 53 27 53 41 A21 20 0 0 1 11 41 C11 27 24 18 32 4Z",
}


def drawings() -> list[Drawing]:
    """Return the emblems."""
    return [Drawing(f"{FOLDER}/{name}", _emblem(name, data), SIZE, SIZE) for name, data in SHAPES.items()]


def _emblem(name: str, data: str) -> str:
    """Return one emblem; hexagon and circle have different holes, so that they differ when small."""
    hole = ""
    if name == "hexagon":
        hole = f'<path d="{points([polar(32, 32, 12, turn * 60 + 30) for turn in range(6)])}" fill="{INK}"/>'
    return document(
        f'<path d="{data}" fill="#fff" stroke="{INK}" stroke-width="5" stroke-linejoin="round" paint-order="stroke"/>{hole}',
        width=SIZE,
        height=SIZE,
    )
