"""Draw the robots from above, facing north, once per seat colour, and the wreck.

A chassis is drawn in three greys that stand for the seat's colour; the builder puts the colours in.
"""

from __future__ import annotations

from collections.abc import Callable

from art.palette import seat_colours
from art.robots_classic import CLASSIC
from art.robots_parts import BODY, DARK, LIGHT, shadow
from art.robots_plain import PLAIN
from art.svg import INK, Drawing, blur, document, linear, number, polar, radial

FOLDER = "assets/robots"
CHASSIS: dict[str, Callable[[], str]] = {**CLASSIC, **PLAIN}


def drawings() -> list[Drawing]:
    """Return every chassis in every seat colour, and the wreck."""
    pictures = [_chassis(name, draw()) for name, draw in CHASSIS.items()]
    return [*pictures, Drawing(f"{FOLDER}/wreck", _wreck())]


def _chassis(name: str, body: str) -> Drawing:
    path = f"{FOLDER}/{name}"
    variants = {
        f"{path}-{colour.name}": {BODY: colour.body, LIGHT: colour.light, DARK: colour.dark}
        for colour in seat_colours()
    }
    return Drawing(path, document(shadow() + body, robot_defs()), variants=variants)


def robot_defs() -> str:
    """Return the gradients that all robots share."""
    return (
        linear("body", LIGHT, BODY, diagonal=True)
        + linear("deep", BODY, DARK)
        + linear("steel", "#d7dde7", "#7d8799", diagonal=True)
        + linear("glass", "#bff3ff", "#2b7f9e", diagonal=True)
        + linear("mirror", "#ffffff", "#8fa6c4", diagonal=True)
        + radial("shadow", (0, "#000", 0.75), (0.75, "#000", 0.45), (1, "#000", 0))
        + radial("ball", (0, LIGHT, 1), (1, BODY, 1), at=(0.4, 0.35))
        + radial("brain", (0, "#ffc9d4", 1), (1, "#e07a93", 1), at=(0.4, 0.35))
    )


def _wreck() -> str:
    """Return a heap of scorched parts with a cracked eye and smoke."""
    defs = (
        radial("scorch", (0, "#000", 0.85), (0.6, "#0a0a0c", 0.6), (1, "#000", 0))
        + linear("plate", "#6d7684", "#3a404b", True)
        + blur("soft", 4)
    )
    rays = "".join(
        f'<path d="M64 66 L{number(x)} {number(y)}" stroke="#000" stroke-width="9" opacity=".45" stroke-linecap="round"/>'
        for x, y in (polar(64, 66, 54 if turn % 2 else 44, turn * 36 + 10) for turn in range(10))
    )
    parts = (
        f'<g stroke="{INK}" stroke-width="3" stroke-linejoin="round">'
        '<rect x="18" y="60" width="20" height="50" rx="6" fill="#2c313b" transform="rotate(-24 28 84)"/>'
        '<path d="M92 24 L112 30 L104 74 L86 68Z" fill="#2c313b"/>'
        '<path d="M36 40 L62 28 L90 40 L98 70 L84 96 L60 90 L50 102 L34 84 L42 66Z" fill="url(#plate)"/>'
        '<path d="M48 46 L66 40 L72 54 L62 64 L50 60Z" fill="#14171d"/>'
        '<path d="M84 92 L100 86 L110 104 L94 114Z" fill="#565e6b"/>'
        '<path d="M30 30 L44 22 L48 36 L36 42Z" fill="#565e6b"/></g>'
    )
    details = (
        '<circle cx="80" cy="56" r="10" fill="#1b1e25" stroke="#8d97a8" stroke-width="3"/>'
        '<path d="M75 51 L85 61 M85 51 L75 61" stroke="#ff5a4d" stroke-width="3.5" stroke-linecap="round"/>'
        '<path d="M62 64 L70 74 L62 80 L72 92" fill="none" stroke="#14171d" stroke-width="3"/>'
        '<path d="M52 84 q-8 8 -2 16 q6 6 2 14" fill="none" stroke="#c2452d" stroke-width="3"/>'
        '<path d="M96 34 q8 -10 2 -20" fill="none" stroke="#f2c14e" stroke-width="3"/>'
        '<path d="M55 47 l4 8 l-6 2 l8 6" fill="none" stroke="#ff9f3a" stroke-width="2.5"/>'
    )
    bolts = "".join(
        f'<circle cx="{x}" cy="{y}" r="3.5" fill="#8d97a8"/>' for x, y in ((22, 48), (108, 84), (70, 112), (62, 14))
    )
    return document('<circle cx="64" cy="66" r="62" fill="url(#scorch)"/>' + rays + parts + details + bolts, defs)
