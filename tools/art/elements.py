"""Draw gears, pits, oil and repair sites."""

from __future__ import annotations

from art.svg import INK, SEAM, Drawing, arc_arrow, blur, document, floor, gear_path, hazard, linear, number, radial


def drawings() -> list[Drawing]:
    """Return these elements' pictures."""
    pictures = {
        "plugins/gears/art/gear-base": document(_gear_base(), _gear_defs()),
        "plugins/pits/art/pit": _pit(),
        "plugins/oil/art/oil": _oil(),
        "plugins/repair-sites/art/wrench-1": _repair(1),
        "plugins/repair-sites/art/wrench-2": _repair(2),
    }
    for right in (True, False):
        name = f"plugins/gears/art/gear-{'right' if right else 'left'}"
        pictures[f"{name}-wheel"] = document(_wheel(right), _gear_defs())
        pictures[name] = document(_gear_base() + _wheel(right), _gear_defs())
    return [Drawing(path, svg) for path, svg in pictures.items()]


def _gear_defs() -> str:
    return (
        radial("right", (0, "#74e0a6", 1), (1, "#1f8a58", 1))
        + radial("left", (0, "#ff9a86", 1), (1, "#c23a35", 1))
        + radial("well", (0.7, "#14171d", 1), (1, "#2a303b", 1))
    )


def _gear_base() -> str:
    """Return the floor with the round well of a wheel."""
    return (
        floor() + f'<circle cx="64" cy="64" r="60" fill="{SEAM}"/><circle cx="64" cy="64" r="58" fill="url(#well)" '
        'stroke="#14171d" stroke-width="2"/>'
        '<circle cx="64" cy="64" r="58" fill="none" stroke="#59616f" stroke-width="2" stroke-dasharray="3 12.2"/>'
    )


def _wheel(right: bool) -> str:
    """Return a wheel alone; right and left differ in colour, teeth and the direction of the arrow."""
    if right:
        fill, dark, pale = "url(#right)", "#0d4a2d", "#d6ffe6"
        outline = gear_path(64, 64, 43, 12, 11)
        arrow = arc_arrow(64, 64, 23, -165, 78, 9, pale)
    else:
        fill, dark, pale = "url(#left)", "#6b1715", "#ffe3dc"
        outline = gear_path(64, 64, 41, 8, 13)
        arrow = arc_arrow(64, 64, 23, 165, -78, 9, pale)
    hub = f'<circle cx="64" cy="64" r="38" fill="{dark}"/>{arrow}<circle cx="64" cy="64" r="5" fill="{pale}"/>'
    return f'<path d="{outline}" fill="{fill}" stroke="{dark}" stroke-width="3" stroke-linejoin="round"/>{hub}'


def _pit() -> str:
    """Return a black hole with a warning edge and a lit inner wall."""
    defs = (
        hazard("hazard", 9)
        + radial("deep", (0, "#000", 1), (0.7, "#05060a", 1), (1, "#12151c", 1))
        + linear("side", "#3a4250", "#0a0c10")
    )
    edge = "M14 24 L26 12 L104 11 L117 25 L115 103 L101 117 L25 115 L12 101Z"
    hole = "M24 31 L32 23 L97 22 L106 31 L104 97 L96 106 L31 104 L23 96Z"
    return document(
        floor(rivets=False)
        + f'<path d="{edge}" fill="url(#hazard)" stroke="{INK}" stroke-width="2.5"/>'
        + f'<path d="{hole}" fill="url(#side)" stroke="{INK}" stroke-width="3"/>'
        '<path d="M38 50 L92 48 L104 97 L96 106 L31 104 L23 96Z" fill="#030406"/>'
        '<path d="M24 31 L32 23 L97 22 L106 31 L92 50 L38 50Z" fill="#2e3541"/>'
        '<path d="M24 31 L38 50 L36 94 L23 96Z" fill="#171b23"/><path d="M106 31 L92 50 L94 94 L104 97Z" fill="#12151b"/>'
        '<path d="M38 50 L92 49 L94 94 L96 106 L31 104 L36 94Z" fill="url(#deep)"/>'
        '<path d="M32 23 L97 22" stroke="#7d8799" stroke-width="2" opacity=".6"/>',
        defs,
    )


def _oil() -> str:
    """Return a dark slick with rainbow rims and a highlight."""
    blob = (
        "M30 34 C42 14 62 26 76 18 C96 10 118 28 110 50 C106 62 120 74 110 92 C100 112 80 98 66 108 "
        "C48 120 22 112 20 92 C18 78 8 72 12 56 C14 44 24 46 30 34Z"
    )
    defs = blur("soft", 3) + f'<clipPath id="slick"><path d="{blob}"/></clipPath>'
    bands = (("#ff5fa2", 0), ("#f2a93a", 9), ("#5fe08a", 18), ("#2fb8ff", 27), ("#8a5cff", 37))
    sheen = "".join(
        f'<path d="M{120 - d} 40 C{114 - d} 66 {104 - d} {82 - d // 2} {72 - d} {104 - d}" stroke="{colour}"/>'
        for colour, d in bands
    )
    return document(
        f'<path d="{blob}" fill="#07080d" fill-opacity=".95" stroke="#000" stroke-width="4"/>'
        f'<g clip-path="url(#slick)"><g fill="none" stroke-width="9" stroke-linecap="round" opacity=".75" '
        f'filter="url(#soft)">{sheen}</g></g>'
        '<path d="M34 44 Q42 26 60 30" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".9"/>'
        '<ellipse cx="30" cy="60" rx="3.5" ry="6" fill="#fff" opacity=".8" transform="rotate(16 30 60)"/>'
        '<circle cx="114" cy="112" r="7" fill="#07080d" stroke="#8a5cff" stroke-width="2"/>'
        '<circle cx="14" cy="22" r="5" fill="#07080d" stroke="#2fb8ff" stroke-width="2"/>',
        defs,
    )


def _wrench(turn: float, mirrored: bool = False) -> str:
    """Return a wrench through the middle of the tile, turned clockwise."""
    flip = "scale(-1 1) " if mirrored else ""
    tool = (
        "M-8 -14 C-24 -20 -26 -42 -11 -51 L-11 -35 L0 -29 L11 -35 L11 -51 C26 -42 24 -20 8 -14 L8 40 "
        "A12 12 0 1 1 -8 40Z"
    )
    return (
        f'<g transform="translate(64 64) rotate({number(turn)}) {flip}translate(0 2)">'
        f'<path d="{tool}" fill="#11141a" stroke="#11141a" stroke-width="9" stroke-linejoin="round"/>'
        f'<path d="{tool}" fill="url(#steel)" stroke="#5b6473" stroke-width="2" stroke-linejoin="round"/>'
        '<circle cx="0" cy="48" r="4.5" fill="#11141a"/>'
        '<path d="M-4 -10 V36" stroke="#fff" stroke-width="2.5" stroke-linecap="round" opacity=".8"/></g>'
    )


def _repair(wrenches: int) -> str:
    """Return a painted pad with one wrench, or a stronger one with two crossed wrenches."""
    defs = linear("steel", "#eef2f8", "#98a3b5", diagonal=True)
    paint = "#4fbf86"
    pad = f'<rect x="9" y="9" width="110" height="110" rx="26" fill="#12251f" fill-opacity=".8" stroke="{paint}" stroke-width="4"/>'
    if wrenches == 2:
        pad += f'<rect x="17" y="17" width="94" height="94" rx="20" fill="none" stroke="{paint}" stroke-width="3"/>'
    tools = _wrench(45) if wrenches == 1 else _wrench(45) + _wrench(-45, mirrored=True)
    return document(pad + tools, defs)
