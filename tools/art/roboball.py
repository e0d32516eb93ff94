"""Draw RoboBall: the hovering ball, the home pads and the robots' tow beam."""

from __future__ import annotations

import math

from art.svg import INK, Drawing, blur, digit, document, linear, number, points, polar, radial

FOLDER = "plugins/roboball/art"
HOMES = 8


def drawings() -> list[Drawing]:
    """Return the pictures of RoboBall."""
    pictures = {
        "ball": _ball(33, 64, 60, 7, 0.6),
        "ball-pogo": _ball(32, 76, 42, 17, 0.45),
        "ball-start": _kick_off(),
        "hitch": _hitch(),
        "hitch-mark": _hook(),
    }
    pictures.update({f"home-{value}": _home(value) for value in range(1, HOMES + 1)})
    return [Drawing(f"{FOLDER}/{name}", svg) for name, svg in pictures.items()]


def _ball(radius: float, x: float, y: float, height: float, dark: float) -> str:
    """Return the ball; the higher it hovers, the softer and farther off its shadow is.

    In pogo mode it is out of the middle, so that the robot below it is seen.
    """
    defs = (
        radial("ball", (0, "#fff", 1), (0.35, "#ffd27a", 1), (0.8, "#f08a1c", 1), (1, "#8f3d06", 1), at=(0.4, 0.34))
        + radial("lift", (0.55, "#59f0ff", 0.75), (1, "#59f0ff", 0))
        + blur("soft", 2 + height / 4)
        + f'<clipPath id="round"><circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/></clipPath>'
    )
    shade_x, shade_y = x + height, y + height * 1.3
    shadow = f'<circle cx="{number(shade_x)}" cy="{number(shade_y)}" r="{number(radius * 0.98)}" fill="#000" opacity="{dark}" filter="url(#soft)"/>'
    lift = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius + 14)}" fill="url(#lift)"/>'
    seam = radius * 0.72
    seams = (
        f'<g clip-path="url(#round)" fill="none" stroke="#5c2a06" stroke-width="{number(radius / 9)}">'
        f'<path d="M{number(x)} {number(y - radius)} V{number(y + radius)} M{number(x - radius)} {number(y)} H{number(x + radius)}"/>'
        f'<path d="M{number(x - seam)} {number(y - radius)} Q{number(x - radius * 0.1)} {number(y)} {number(x - seam)} {number(y + radius)} '
        f'M{number(x + seam)} {number(y - radius)} Q{number(x + radius * 0.1)} {number(y)} {number(x + seam)} {number(y + radius)}"/></g>'
    )
    core = (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius * 0.32)}" fill="{INK}"/>'
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius * 0.2)}" fill="#59f0ff"/>'
    )
    glint = f'<ellipse cx="{number(x - radius * 0.42)}" cy="{number(y - radius * 0.52)}" rx="{number(radius * 0.26)}" ry="{number(radius * 0.15)}" fill="#fff" opacity=".85" transform="rotate(-38 {number(x - radius * 0.42)} {number(y - radius * 0.52)})"/>'
    body = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="url(#ball)" stroke="{INK}" stroke-width="3.5"/>'
    marks = ""
    if height > 10:
        for side in (-1, 1):
            beside = x + side * (radius + 12)
            marks += "".join(
                f'<path d="{points([(beside - 7, top + 7), (beside, top), (beside + 7, top + 7)], closed=False)}" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>'
                for top in (y - 12, y)
            )
    return document(shadow + lift + body + seams + core + glint + marks, defs)


def _kick_off() -> str:
    """Return the painted spot where the ball starts: flat, so that it does not look like the ball."""
    return document(
        '<circle cx="64" cy="64" r="46" fill="#0f1c33" fill-opacity=".45" stroke="#f0a03c" stroke-width="5" stroke-dasharray="14 9"/>'
        '<circle cx="64" cy="64" r="30" fill="none" stroke="#f0a03c" stroke-width="3" opacity=".7"/>'
        '<path d="M64 52 V76 M52 64 H76" stroke="#f0a03c" stroke-width="5" stroke-linecap="round"/>'
    )


def _hook() -> str:
    """Return two links of a chain, the sign of a hitched robot."""
    links = (
        '<rect x="14" y="44" width="56" height="40" rx="20" transform="rotate(-35 64 64)"/>'
        '<rect x="58" y="44" width="56" height="40" rx="20" transform="rotate(-35 64 64)"/>'
    )
    return document(
        f'<g fill="none" stroke="{INK}" stroke-width="22">{links}</g><g fill="none" stroke="#7dffb0" stroke-width="12">{links}</g>'
    )


def _home(value: int) -> str:
    """Return a pad in the form of a house with a pennant and its number, on the pad and in a badge.

    It is grey: the window gives it the colour of the team whose home it is, and leaves homes without a team as they are.
    """
    paint = "#b4bcc9"
    defs = linear("cloth", "#d5dae3", "#7d8799") + linear("pole", "#eef2f8", "#7d8799")
    house = "M64 5 L121 48 V121 H7 V48Z"
    pad = (
        f'<path d="{house}" fill="#171b23" fill-opacity=".6" stroke="{paint}" stroke-width="6" stroke-linejoin="round"/>'
        f'<path d="M64 18 L111 53 V111 H17 V53Z" fill="none" stroke="{paint}" stroke-width="2.5" stroke-dasharray="9 6" opacity=".8"/>'
    )
    pole = (
        f'<ellipse cx="32" cy="108" rx="14" ry="6" fill="#59616f" stroke="{INK}" stroke-width="3"/>'
        f'<rect x="28" y="30" width="8" height="78" rx="3" fill="url(#pole)" stroke="{INK}" stroke-width="3"/>'
        f'<circle cx="32" cy="29" r="6.5" fill="#eef2f8" stroke="{INK}" stroke-width="3"/>'
    )
    cloth = (
        f'<path d="M35 38 L118 66 L35 96Z" fill="url(#cloth)" stroke="{INK}" stroke-width="3.5" stroke-linejoin="round"/>'
        '<path d="M38 42 L108 66" stroke="#fff" stroke-width="3" opacity=".4"/>'
    )
    figure = digit(value, 59, 67, 26, INK, 19) + digit(value, 59, 67, 26, "#fff", 11)
    badge = (
        f'<rect x="91" y="91" width="33" height="33" rx="7" fill="#59616f" stroke="{INK}" stroke-width="3"/>'
        '<rect x="94.5" y="94.5" width="26" height="26" rx="4" fill="none" stroke="#fff" stroke-width="2"/>'
        + digit(value, 107.5, 107.5, 15, "#fff", 9)
    )
    return document(pad + pole + cloth + figure + badge, defs)


def _hitch() -> str:
    """Return one tile of the upright tow beam, for tinting: two strands that wind and a ring a quarter of the way."""
    colour = "#e8e8e8"
    glow = (
        '<linearGradient id="glow" x1="0" y1="0" x2="1" y2="0">'
        f'<stop offset="0" stop-color="{colour}" stop-opacity="0"/><stop offset=".5" stop-color="{colour}" stop-opacity=".5"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></linearGradient>'
    )
    body = '<rect x="38" y="0" width="52" height="128" fill="url(#glow)"/>'
    for sign in (-1, 1):
        strand = [(64 + sign * 11 * math.sin(math.tau * y / 64), float(y)) for y in range(-8, 137, 2)]
        data = points(strand, closed=False)
        body += f'<path d="{data}" fill="none" stroke="#202020" stroke-width="9" opacity=".7"/>'
        body += f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="5"/>'
        body += f'<path d="{data}" fill="none" stroke="#fff" stroke-width="1.6"/>'
    for middle in range(16, 128, 32):
        body += f'<ellipse cx="64" cy="{middle}" rx="22" ry="7" fill="none" stroke="{colour}" stroke-width="3.5"/>'
        body += "".join(
            f'<circle cx="{number(x)}" cy="{middle}" r="3" fill="#fff"/>'
            for x, _ in (polar(64, 0, 22, 90), polar(64, 0, 22, -90))
        )
    return document(body, glow)
