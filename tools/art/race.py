"""Draw checkpoints, start docks and the archive marker."""

from __future__ import annotations

from art.svg import INK, Drawing, digit, document, linear, points

FOLDER = "plugins/race/art"
DOCKS = "plugins/docks/art"
HIGHEST = 8


def drawings() -> list[Drawing]:
    """Return the pictures of the race."""
    pictures = [Drawing(f"{FOLDER}/checkpoint-{value}", _checkpoint(value)) for value in range(1, HIGHEST + 1)]
    pictures += [Drawing(f"{DOCKS}/dock-{value}", _dock(value)) for value in range(1, HIGHEST + 1)]
    return [*pictures, Drawing(f"{FOLDER}/marker", _archive(), 64, 64)]


def _checkpoint(value: int) -> str:
    """Return a flag with its number; the pad and the corner badge still show under a robot."""
    defs = linear("cloth", "#ff5f6d", "#c4213f") + linear("pole", "#eef2f8", "#7d8799")
    pad = (
        '<circle cx="64" cy="64" r="58" fill="#2a1118" fill-opacity=".55"/>'
        '<circle cx="64" cy="64" r="57" fill="none" stroke="#ff5f6d" stroke-width="6" stroke-dasharray="30 14.77"/>'
    )
    base = f'<ellipse cx="30" cy="110" rx="16" ry="7" fill="#59616f" stroke="{INK}" stroke-width="3"/>'
    pole = f'<rect x="26" y="10" width="8" height="100" rx="3" fill="url(#pole)" stroke="{INK}" stroke-width="3"/>'
    knob = f'<circle cx="30" cy="10" r="7" fill="#f2c14e" stroke="{INK}" stroke-width="3"/>'
    flag = "M33 18 Q52 10 72 18 Q94 26 116 17 V80 Q94 90 72 81 Q52 74 33 82Z"
    cloth = (
        f'<path d="{flag}" fill="url(#cloth)" stroke="{INK}" stroke-width="3.5" stroke-linejoin="round"/>'
        '<path d="M35 21 Q52 13 72 21 Q94 29 114 20" fill="none" stroke="#fff" stroke-width="3" opacity=".4"/>'
    )
    figure = digit(value, 74, 50, 38, INK, 15) + digit(value, 74, 50, 38, "#fff", 9)
    badge = (
        f'<circle cx="107" cy="107" r="18" fill="#c4213f" stroke="{INK}" stroke-width="3"/>'
        f'<circle cx="107" cy="107" r="15.5" fill="none" stroke="#fff" stroke-width="2"/>'
        + digit(value, 107, 107, 16, "#fff", 9)
    )
    return document(pad + base + pole + cloth + figure + knob + badge, defs)


def _dock(value: int) -> str:
    """Return a ring of floor paint with its number, open to the north where an arrow points."""
    paint = "#d9dee8"
    ring = (
        f'<path d="M38 26 A46 46 0 1 0 90 26" fill="#1b2029" fill-opacity=".45" stroke="{paint}" stroke-width="7" stroke-linecap="round"/>'
        f'<path d="{points([(64, 5), (84, 29), (44, 29)])}" fill="{paint}"/>'
    )
    ticks = f'<path d="M64 110 V122 M18 64 H6 M110 64 H122" stroke="{paint}" stroke-width="6" stroke-linecap="round"/>'
    worn = '<path d="M24 84 l8 -5 M96 98 l7 6 M86 34 l9 4" stroke="#3d4554" stroke-width="3"/>'
    return document(f'<g opacity=".88">{ring}{ticks}{digit(value, 64, 67, 40, paint, 8)}{worn}</g>')


def _archive() -> str:
    """Return a white place pin with a robot's face, to be tinted with a seat's colour."""
    pin = "M32 61 C22 48 9 40 9 25 A23 22 0 0 1 55 25 C55 40 42 48 32 61Z"
    return document(
        f'<path d="{pin}" fill="#fff" stroke="{INK}" stroke-width="4" stroke-linejoin="round"/>'
        f'<path d="M32 5 V11" stroke="{INK}" stroke-width="4"/>'
        f'<rect x="18" y="13" width="28" height="24" rx="6" fill="{INK}"/>'
        '<circle cx="26" cy="24" r="4" fill="#fff"/><circle cx="38" cy="24" r="4" fill="#fff"/>'
        '<path d="M25 32 H39" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/>',
        width=64,
        height=64,
    )
