"""Draw VOLT: start and victory-point spaces, the shop, pillars and start numbers, the dice and the control cross."""

from __future__ import annotations

from art.svg import INK, STEEL_DARK, Drawing, digit, document, gear_path, linear, number, points, polar

FOLDER = "plugins/volt/art"
SIDES = 6
POINTS_SPACES = 8
PILLARS = 4
DIE = 64
CROSS = 192

# colour and outline of the start spaces of the four sides of the arena
STARTS: tuple[tuple[str, str], ...] = (
    ("#ff5f6d", "M64 8 L119 112 H9Z"),
    ("#5cc4ff", "M14 14 H114 V114 H14Z"),
    ("#f2c14e", "M64 5 L123 64 L64 123 L5 64Z"),
    ("#7ee6a8", "M64 8 A56 56 0 1 1 63.99 8Z"),
)
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def drawings() -> list[Drawing]:
    """Return the pictures of VOLT."""
    spaces = {f"start-{index}": _start(index, *look) for index, look in enumerate(STARTS, 1)}
    spaces.update({f"vp-{value}": _points_space(value) for value in range(1, POINTS_SPACES + 1)})
    spaces["shop"] = _shop()
    pictures = [Drawing(f"{FOLDER}/{name}", svg) for name, svg in spaces.items()]
    for value in range(1, SIDES + 1):
        pictures.append(Drawing(f"{FOLDER}/die-blue-{value}", _die(value, True), DIE, DIE))
        pictures.append(Drawing(f"{FOLDER}/die-red-{value}", _die(value, False), DIE, DIE))
    pictures.append(Drawing(f"{FOLDER}/vp-marker", _marker(), DIE, DIE))
    pictures.append(Drawing(f"{FOLDER}/start-number", _pillar(), DIE, DIE))
    pictures.append(Drawing(f"{FOLDER}/pillar", _pillar_from_above()))
    pictures.append(Drawing(f"{FOLDER}/rail", _rail(), 16, 32))
    pictures += [Drawing(f"{FOLDER}/number-{value}", _number(value), DIE, DIE) for value in range(1, PILLARS + 1)]
    return [*pictures, Drawing(f"{FOLDER}/cross", _cross(), CROSS, CROSS)]


def _start(index: int, colour: str, outline: str) -> str:
    """Return a painted outline with the side's number as bars behind an arrow that points into the arena."""
    drop = 12 if index == 1 else 0
    bars = "".join(
        f'<rect x="{number(64 - index * 6 + 12 * bar + 2)}" y="{84 + drop // 2}" width="8" height="14" rx="2" fill="{colour}"/>'
        for bar in range(index)
    )
    arrow = points(
        [
            (64, 30 + drop),
            (86, 54 + drop),
            (73, 54 + drop),
            (73, 76 + drop // 2),
            (55, 76 + drop // 2),
            (55, 54 + drop),
            (42, 54 + drop),
        ]
    )
    return document(
        f'<path d="{outline}" fill="#12151b" fill-opacity=".6" stroke="{INK}" stroke-width="11" stroke-linejoin="round"/>'
        f'<path d="{outline}" fill="none" stroke="{colour}" stroke-width="6" stroke-linejoin="round"/>'
        f'<g transform="rotate({90 * (index - 1)} 64 64)">'
        f'<path d="{arrow}" fill="{colour}" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>{bars}</g>'
    )


def _star(x: float, y: float, radius: float) -> str:
    return points([polar(x, y, radius if turn % 2 == 0 else radius * 0.45, turn * 36) for turn in range(10)])


def _points_space(value: int) -> str:
    """Return a golden hexagon with its number, and a badge with the number that shows under a robot."""
    defs = linear("gold", "#ffe9a8", "#d1921a", diagonal=True)
    outer, inner = (points([polar(64, 64, radius, 60 * turn + 30) for turn in range(6)]) for radius in (60, 44))
    studs = "".join(
        f'<path d="{_star(*polar(64, 64, 46.5, 60 * turn), 6.5)}" fill="{INK}"/>' for turn in range(6) if turn != 2
    )
    figure = digit(value, 64, 64, 42, "#ffe08a", 9)
    badge = (
        f'<circle cx="107" cy="107" r="18" fill="{INK}"/><path d="{_star(107, 107, 17)}" fill="#f2c14e" opacity=".35"/>'
    )
    badge += '<circle cx="107" cy="107" r="15.5" fill="none" stroke="#f2c14e" stroke-width="2.5"/>' + digit(
        value, 107, 107, 15, "#fff", 9
    )
    return document(
        f'<path d="{outer}" fill="url(#gold)" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>'
        f'<path d="{inner}" fill="#241b08" stroke="{INK}" stroke-width="2.5" stroke-linejoin="round"/>{figure}{studs}{badge}',
        defs,
    )


def _pillar() -> str:
    """Return a pillar of the arena with the sign for a number."""
    return document(
        '<path d="M14 60 V18 L32 4 L50 18 V60Z" fill="#2b3442" stroke="#e9eef7" stroke-width="5" stroke-linejoin="round"/>'
        '<path d="M26 24 L22 50 M42 24 L38 50 M19 31 H46 M18 43 H45" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/>',
        "",
        DIE,
        DIE,
    )


def _octagon(x: float, y: float, radius: float) -> str:
    return points([polar(x, y, radius, 45 * turn + 22.5) for turn in range(8)])


def _pillar_from_above() -> str:
    """Return a pillar seen from above: a foot with four lamps, and the place for its number."""
    lamps = "".join(
        f'<circle cx="{number(x)}" cy="{number(y)}" r="5.5" fill="#7fe3ff" stroke="{INK}" stroke-width="2"/>'
        for x, y in (polar(64, 64, 52, 90 * turn + 45) for turn in range(4))
    )
    return document(
        f'<path d="{_octagon(64, 64, 62)}" fill="url(#foot)" stroke="{INK}" stroke-width="4" stroke-linejoin="round"/>{lamps}'
        f'<path d="{_octagon(64, 64, 44)}" fill="#10141b" stroke="#f2c14e" stroke-width="5" stroke-linejoin="round"/>'
        f'<path d="M58 40 L46 68 H60 L54 90 L82 58 H67 L74 40Z" fill="#39465a"/>',
        linear("foot", "#69758a", "#333c4b", diagonal=True),
    )


def _rail() -> str:
    """Return a piece of the wall around the arena, to be stretched to the length of a side: steel with a live wire."""
    return document(
        f'<rect width="16" height="32" fill="{INK}"/><rect y="3" width="16" height="26" fill="url(#steel)"/>'
        '<rect y="11" width="16" height="10" fill="#17323f"/><rect y="14" width="16" height="4" fill="#7fe3ff"/>',
        linear("steel", "#69758a", "#333c4b"),
        16,
        32,
    )


def _number(value: int) -> str:
    """Return a start number: a light token that a pillar holds."""
    return document(
        f'<path d="{_octagon(32, 32, 30)}" fill="url(#token)" stroke="{INK}" stroke-width="4" stroke-linejoin="round"/>'
        + digit(value, 32, 32, 34, INK, 8),
        linear("token", "#ffffff", "#b9c4d6", diagonal=True),
        DIE,
        DIE,
    )


def _marker() -> str:
    """Return a coin with a star."""
    return document(
        f'<path d="{gear_path(32, 32, 26, 18, 3)}" fill="url(#gold)" stroke="{INK}" stroke-width="2.5" stroke-linejoin="round"/>'
        f'<circle cx="32" cy="32" r="21" fill="#7f5a0a"/><path d="{_star(32, 32, 19)}" fill="#fff0bd" stroke="{INK}" stroke-width="2" stroke-linejoin="round"/>',
        linear("gold", "#ffe9a8", "#d1921a", diagonal=True),
        DIE,
        DIE,
    )


def _shop() -> str:
    """Return a closed stall, since the shop is not used: a faded awning over a lowered shutter."""
    awning = ""
    for index in range(6):
        x = 10 + index * 18
        fill = "#5d5560" if index % 2 == 0 else "#767c88"
        awning += f'<path d="M{x} 14 H{x + 18} V48 A9 9 0 0 1 {x} 48Z" fill="{fill}" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>'
    slats = "".join(
        f'<path d="M19 {y} H109" stroke="{INK}" stroke-opacity=".6" stroke-width="3"/>' for y in (68, 79, 90)
    )
    return document(
        '<rect x="9" y="9" width="110" height="110" rx="14" fill="#23272f" fill-opacity=".85" stroke="#565e6d" stroke-width="4"/>'
        f'<rect x="18" y="40" width="92" height="70" fill="#474f5d" stroke="{INK}" stroke-width="3"/>{slats}'
        f'<rect x="13" y="98" width="102" height="16" rx="4" fill="url(#steel)" stroke="{INK}" stroke-width="3"/>{awning}',
        linear("steel", "#7d8594", "#525a68"),
    )


def _die(value: int, blue: bool) -> str:
    """Return one face; the blue die is round with round pips, the red one cut with square pips."""
    if blue:
        body = f'<rect x="3" y="3" width="58" height="58" rx="16" fill="url(#side)" stroke="{INK}" stroke-width="3"/>'
        shine = '<path d="M10 30 V20 Q10 10 20 10 H40" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity=".6"/>'
    else:
        body = f'<path d="M13 3 H51 L61 13 V51 L51 61 H13 L3 51 V13Z" fill="url(#side)" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>'
        shine = '<path d="M9 32 V16 L16 9 H40" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity=".6"/>'
    pips = ""
    for column, row in PIPS[value]:
        x, y = 32 + 15 * column, 32 + 15 * row
        size = 7 if value == 1 else 5.5
        if blue:
            pips += f'<circle cx="{x}" cy="{y}" r="{size}"/>'
        else:
            pips += f'<path d="{points([(x, y - size * 1.25), (x + size * 1.25, y), (x, y + size * 1.25), (x - size * 1.25, y)])}"/>'
    colours = ("#7096ff", "#1e3f9c") if blue else ("#ff6b6b", "#9c1626")
    return document(f'{body}{shine}<g fill="#fff">{pips}</g>', linear("side", *colours, diagonal=True), DIE, DIE)


def _cross() -> str:
    """Return the cross: on each arm a key to move and beyond it a key to shoot, a place for a die in the middle."""
    defs = (
        linear("plate", "#4a566a", "#252b36")
        + linear("blue", "#5a86f0", "#1e3f9c")
        + linear("red", "#ff6b6b", "#9c1626")
    )
    outline = "M64 8 Q64 2 70 2 H122 Q128 2 128 8 V64 H184 Q190 64 190 70 V122 Q190 128 184 128 H128 V184 Q128 190 122 190 H70 Q64 190 64 184 V128 H8 Q2 128 2 122 V70 Q2 64 8 64 H64Z"
    plate = (
        f'<path d="{outline}" fill="url(#plate)" stroke="{INK}" stroke-width="4" stroke-linejoin="round"/>'
        f'<rect x="65" y="65" width="62" height="62" rx="10" fill="#11141a" stroke="{STEEL_DARK}" stroke-width="3" stroke-dasharray="8 5"/>'
    )
    shoot = (
        f'<rect x="71" y="7" width="50" height="24" rx="6" fill="url(#red)" stroke="{INK}" stroke-width="3"/>'
        '<circle cx="96" cy="19" r="6.5" fill="none" stroke="#fff" stroke-width="3"/><path d="M96 9 V29 M86 19 H106" stroke="#fff" stroke-width="3"/>'
    )
    move = (
        f'<rect x="71" y="35" width="50" height="25" rx="6" fill="url(#blue)" stroke="{INK}" stroke-width="3"/>'
        f'<path d="{points([(96, 38), (110, 55), (101, 55), (96, 49), (91, 55), (82, 55)])}" fill="#fff" stroke="#fff" stroke-width="1.5" stroke-linejoin="round"/>'
    )
    arms = "".join(f'<g transform="rotate({turn} 96 96)">{shoot}{move}</g>' for turn in (0, 90, 180, 270))
    return document(plate + arms, defs, CROSS, CROSS)
