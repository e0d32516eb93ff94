"""Draw the pictures of the options that drive, protect or remember, 96 by 96."""

from __future__ import annotations

from art.options_parts import box, burst, card, disc, line, outlined, shape, shine
from art.svg import INK, arc_arrow, digit, gear_path, number, points, polar

SHIELD = "M48 4 Q66 16 86 14 V46 Q86 76 48 93 Q10 76 10 46 V14 Q30 16 48 4Z"
CARD_ARROW = points([(0, -14), (10, -1), (4, -1), (4, 13), (-4, 13), (-4, -1), (-10, -1)])


def _conditional() -> str:
    """Return a question that forks into two ways."""
    ways = outlined("M48 42 V60 M24 82 V60 H72 V82", "#b4bdcc", 6)
    ends = shape("M10 74 H38 L24 93Z", "green", 3) + shape("M58 74 H86 L72 93Z", "red", 3)
    mark = '<path d="M40 20 Q40 13 48 13 Q56 13 56 20 Q56 25 48 28 V33" fill="none" stroke="#1b1e25" stroke-width="6" stroke-linecap="round"/><circle cx="48" cy="42" r="3.8" fill="#1b1e25"/>'
    return ways + ends + shape("M48 2 L78 28 L48 54 L18 28Z", "yellow") + mark


def _brakes() -> str:
    holes = "".join(
        f'<circle cx="{number(x)}" cy="{number(y)}" r="3.4" fill="{INK}"/>'
        for x, y in (polar(44, 50, 30, 36 * i) for i in range(10))
    )
    hub = disc(44, 50, 19, "iron", 3) + "".join(
        f'<circle cx="{number(x)}" cy="{number(y)}" r="2.6" fill="#cfd6e2"/>'
        for x, y in (polar(44, 50, 11, 72 * i) for i in range(5))
    )
    caliper = "M62 8 Q92 22 92 52 Q92 66 86 76 L62 62 Q66 50 62 42 Q58 34 50 30Z"
    return (
        disc(44, 50, 40, "steel")
        + holes
        + hub
        + shape(caliper, "red")
        + disc(74, 30, 4, "#1b1e25", 0)
        + disc(80, 56, 4, "#1b1e25", 0)
        + shine("M66 17 Q78 24 83 34")
    )


def _superior_archive() -> str:
    """Return the archive's pin in gold with a star."""
    star = points([polar(48, 36, 20 if turn % 2 == 0 else 8.5, turn * 36) for turn in range(10)])
    return (
        f'<ellipse cx="48" cy="87" rx="24" ry="6" fill="{INK}"/><ellipse cx="48" cy="87" rx="20" ry="3.5" fill="none" stroke="#5fd08f" stroke-width="3"/>'
        + shape("M48 88 C33 68 14 58 14 36 A34 33 0 0 1 82 36 C82 58 63 68 48 88Z", "yellow")
        + disc(48, 36, 25, "#1b1e25", 0)
        + f'<path d="{star}" fill="#fff" stroke="#fff" stroke-width="2" stroke-linejoin="round"/>'
    )


def _recompile() -> str:
    """Return two arrows in a circle around a card."""
    arrows = "".join(
        arc_arrow(48, 48, 38, a, b, w, c) for w, c in ((14, INK), (8, "#5cc4ff")) for a, b in ((20, 135), (200, 315))
    )
    return card(48, 48, 0, f'<path d="{CARD_ARROW}" fill="#f2c14e"/>') + arrows


def _gyroscope() -> str:
    def ring(rx: int, ry: int, turn: int, colour: str) -> str:
        return "".join(
            f'<ellipse cx="48" cy="48" rx="{rx}" ry="{ry}" fill="none" stroke="{c}" stroke-width="{w}" transform="rotate({turn} 48 48)"/>'
            for c, w in ((INK, 12), (colour, 6.5))
        )

    axis = outlined("M48 3 V93", "#cfd6e2", 4)
    return (
        ring(40, 40, 0, "#8792a6")
        + axis
        + ring(38, 13, -28, "#f2c14e")
        + ring(38, 13, 32, "#5cc4ff")
        + disc(48, 48, 11, "red")
        + shine("M43 46 Q44 42 48 41", 2.5)
    )


def _abort() -> str:
    """Return an eight-sided stop button on a striped plate."""
    stripes = "".join(f'<path d="M{x} 90 L{x + 84} 6 h11 l-84 84z" fill="{INK}"/>' for x in range(-78, 90, 24))
    plate = '<clipPath id="plate"><rect x="8" y="8" width="80" height="80" rx="10"/></clipPath>'
    eight = points([polar(48, 48, 34, 22.5 + 45 * turn) for turn in range(8)])
    cross = line("M37 37 L59 59 M59 37 L37 59", "#fff", 9)
    return (
        f"<defs>{plate}</defs>"
        + box(6, 6, 84, 84, "#f2c14e", 12)
        + f'<g clip-path="url(#plate)">{stripes}</g>'
        + shape(eight, "red", 4.5)
        + cross
    )


def _reverse() -> str:
    wheel = shape(gear_path(48, 48, 34, 9, 11), "orange") + disc(48, 48, 26, "#3a1a0a", 0)
    arrow = points([(48, 70), (67, 48), (55, 48), (55, 36), (41, 36), (41, 48), (29, 48)])
    return (
        wheel + f'<path d="{arrow}" fill="#ffe3c4"/><rect x="36" y="26" width="24" height="6" rx="2" fill="#ffe3c4"/>'
    )


def _shield() -> str:
    half = '<path d="M48 4 Q66 16 86 14 V46 Q86 76 48 93Z" fill="#12306e" opacity=".45"/>'
    bolts = "".join(
        f'<circle cx="{x}" cy="{y}" r="3" fill="#eef2f8"/>'
        for x, y in ((19, 24), (77, 24), (21, 54), (75, 54), (48, 83))
    )
    mark = f'<path d="{points([(48, 24), (70, 44), (70, 58), (48, 38), (26, 58), (26, 44)])}" fill="#fff"/><path d="{points([(48, 46), (62, 59), (62, 70), (48, 58), (34, 70), (34, 59)])}" fill="#fff"/>'
    return shape(SHIELD, "blue", 4.5) + half + bolts + mark


def _flywheel() -> str:
    """Return a heavy rim with bent spokes and marks of speed."""
    spokes = "".join(
        f'<path d="M48 48 Q62 40 57 20" fill="none" stroke="#b98cf0" stroke-width="8" transform="rotate({turn} 48 48)"/>'
        for turn in range(0, 360, 72)
    )
    rim = f'<circle cx="48" cy="48" r="31" fill="#1b1e25" stroke="{INK}" stroke-width="20"/>{spokes}<circle cx="48" cy="48" r="31" fill="none" stroke="url(#violet)" stroke-width="13"/>'
    speed = "".join(arc_arrow(48, 48, 44, a, a + 44, 4.5, "#fff") for a in (20, 140, 260))
    return rim + disc(48, 48, 10, "steel", 3) + speed


def _breaker() -> str:
    """Return an open switch over a flash."""
    case = box(12, 5, 72, 86, "iron", 9) + '<rect x="20" y="13" width="56" height="70" rx="5" fill="#14171d"/>'
    flash = shape("M52 40 L32 64 H45 L40 84 L64 57 H50 L58 40Z", "yellow", 3)
    knobs = disc(30, 30, 8, "steel", 3) + disc(68, 30, 8, "steel", 3)
    lever = outlined("M30 30 L60 8", "#ff5a4d", 8) + disc(61, 8, 7, "red", 3)
    return case + flash + knobs + lever


def _fourth() -> str:
    """Return a shift gate with the knob in fourth."""
    plate = box(5, 5, 86, 86, "iron", 14)
    ways = "M22 20 V76 M48 20 V76 M22 48 H74 M74 20 V76"
    knob = disc(65, 65, 25, "green", 4)
    return (
        plate
        + line(ways, "#0f1216", 12)
        + line(ways, "#3a4250", 4)
        + knob
        + digit(4, 65, 65, 25, INK, 17)
        + digit(4, 65, 65, 25, "#fff", 10)
    )


def _memory() -> str:
    """Return a memory bar with a plus."""
    pins = "".join(
        f'<rect x="{x}" y="60" width="6" height="14" fill="#f2c14e" stroke="{INK}" stroke-width="1.5"/>'
        for x in range(9, 84, 9)
    )
    chips = "".join(
        box(x, 31, 18, 21, "#1b1e25", 2, 2) + f'<rect x="{x + 4}" y="36" width="10" height="3" fill="#59657a"/>'
        for x in (10, 33, 56)
    )
    plus = disc(74, 70, 19, "#f4f7f8", 3.5) + '<path d="M74 59 V81 M63 70 H85" stroke="#1f9a5c" stroke-width="8"/>'
    return pins + shape("M4 24 H92 V40 Q86 43 92 47 V64 H4 V47 Q10 43 4 40Z", "green") + chips + plus


def _ablative() -> str:
    """Return three layers of plates; the top one bursts under a hit."""

    def layer(y: int, fill: str, side: str) -> str:
        return shape(f"M48 {y + 44} L6 {y + 22} V{y + 31} L48 {y + 53} L90 {y + 31} V{y + 22}Z", side, 3) + shape(
            f"M48 {y} L90 {y + 22} L48 {y + 44} L6 {y + 22}Z", fill, 3
        )

    chips = shape("M76 8 L86 4 L88 14Z", "steel", 2) + shape("M12 14 L20 6 L24 16Z", "steel", 2)
    return (
        layer(40, "blue", "#1c3f86")
        + layer(26, "orange", "#8a3a12")
        + layer(12, "steel", "#6d778a")
        + burst(48, 30, 25, 9, "#ff6a2a", "#ffe9a8")
        + chips
    )


def _power_shield() -> str:
    """Return a dark shield with the power sign."""
    inner = "M48 16 Q62 24 77 23 V46 Q77 69 48 82 Q19 69 19 46 V23 Q34 24 48 16Z"
    start, end = polar(48, 50, 18, 42), polar(48, 50, 18, -42)
    sign = f"M{number(start[0])} {number(start[1])} A18 18 0 1 1 {number(end[0])} {number(end[1])} M48 27 V49"
    return shape(SHIELD, "green", 4.5) + f'<path d="{inner}" fill="#0d3324"/>' + line(sign, "#b9ffd6", 8)


DEVICES: dict[str, str] = {
    "conditional-program": _conditional(),
    "brakes": _brakes(),
    "superior-archive-copy": _superior_archive(),
    "recompile": _recompile(),
    "gyroscopic-stabilizer": _gyroscope(),
    "abort-switch": _abort(),
    "reverse-gears": _reverse(),
    "shield": _shield(),
    "flywheel": _flywheel(),
    "circuit-breaker": _breaker(),
    "fourth-gear": _fourth(),
    "extra-memory": _memory(),
    "ablative-coat": _ablative(),
    "power-down-shield": _power_shield(),
}
