"""Draw the pictures of the options that shoot, push, pull or grab, 96 by 96."""

from __future__ import annotations

from art.options_parts import beam, box, burst, card, disc, line, outlined, shape, shine
from art.svg import INK, arc_arrow, points


def _double() -> str:
    barrels = "".join(
        beam(x, 3, 42, 9) + box(x - 11, 38, 22, 34, "iron", 4) + box(x - 14, 46, 28, 8, "steel", 3, 2.5)
        for x in (29, 67)
    )
    return (
        barrels + box(9, 66, 78, 24, "steel", 7) + '<rect x="18" y="76" width="60" height="6" rx="3" fill="#ff2d3d"/>'
    )


def _turret() -> str:
    gun = f'<g transform="rotate(45 46 52)">{beam(46, -6, 12, 7)}{box(38, 8, 16, 40, "iron", 4)}{box(36, 14, 20, 8, "steel", 3, 2.5)}</g>'
    arrow = arc_arrow(46, 52, 37, 105, 250, 12, INK) + arc_arrow(46, 52, 37, 107, 250, 7, "#f2c14e")
    return arrow + disc(46, 52, 26, "steel") + gun + disc(46, 52, 14, "red") + shine("M39 48 Q41 43 46 42")


def _high_power() -> str:
    """Return one very thick beam that goes through a wall."""
    wall = (
        box(4, 27, 88, 17, "steel", 3)
        + "".join(f'<path d="M{x} 42 l8 -13 h8 l-8 13z" fill="{INK}"/>' for x in (8, 68))
        + burst(48, 36, 23, 8, "#ff9f3a", "#fff2c4")
    )
    ray = beam(48, 2, 66, 17)
    return wall + ray + shape("M24 66 L32 56 H64 L72 66 V92 H24Z", "iron") + box(32, 73, 32, 9, "#ff2d3d", 4, 2.5)


def _rear() -> str:
    """Return a robot that looks up and shoots down."""
    robot = (
        box(13, 8, 15, 36, "iron", 6)
        + box(68, 8, 15, 36, "iron", 6)
        + shape("M26 12 L38 3 H58 L70 12 V44 H26Z", "blue")
    )
    eyes = "".join(
        f'<circle cx="{x}" cy="17" r="6.5" fill="{INK}"/><circle cx="{x}" cy="16" r="4" fill="#c4f3ff"/>'
        for x in (39, 57)
    )
    return beam(48, 58, 95, 12) + robot + eyes + box(36, 34, 24, 28, "iron", 4) + box(32, 44, 32, 9, "steel", 3, 2.5)


def _howitzer() -> str:
    barrel = (
        '<g transform="rotate(45 36 62)">'
        + shape("M20 66 L23 14 H49 L52 66 A16 16 0 0 1 20 66Z", "iron")
        + box(19, 9, 34, 12, "steel", 4)
        + "</g>"
    )
    spokes = "".join(
        f'<path d="M36 68 V50" stroke="{INK}" stroke-width="4" transform="rotate({turn} 36 68)"/>'
        for turn in range(0, 360, 60)
    )
    wheel = disc(36, 68, 23, "orange") + disc(36, 68, 15, "yellow", 2.5) + spokes + disc(36, 68, 6, "steel", 2.5)
    shell = disc(80, 18, 11.5, "red") + shine("M74 15 Q76 11 80 11")
    return barrel + line("M62 19 L68 22 M76 38 L74 32 M66 33 L71 28", "#ffe08a", 4) + wheel + shell


def _pressor() -> str:
    """Return a dish that pushes waves and an arrow away."""
    waves = "".join(
        outlined(f"M{48 - reach} {y} Q48 {y - lift} {48 + reach} {y}", "#ff9f3a", 6)
        for reach, y, lift in ((22, 60, 14), (32, 47, 20))
    )
    arrow = shape(points([(48, 2), (80, 32), (60, 32), (60, 42), (36, 42), (36, 32), (16, 32)]), "orange")
    return waves + arrow + shape("M20 68 H76 Q72 84 56 84 V93 H40 V84 Q24 84 20 68Z", "steel")


def _tractor() -> str:
    """Return a magnet that pulls an arrow in."""
    magnet = "M14 46 V56 A34 34 0 0 0 82 56 V46 H60 V56 A12 12 0 0 1 36 56 V46Z"
    tips = "".join(box(x, 36, 22, 14, "steel", 2) for x in (14, 60))
    pull = shape(points([(48, 52), (66, 30), (55, 30), (55, 4), (41, 4), (41, 30), (30, 30)]), "#59f0ff")
    sides = line("M22 27 V21 M22 12 V8 M74 27 V21 M74 12 V8", "#59f0ff", 6)
    return shape(magnet, "red") + tips + sides + pull + shine("M20 56 Q21 72 34 80")


def _scrambler() -> str:
    """Return a card torn into shifted strips."""
    strips = ""
    for index, (top, height, shift) in enumerate(
        ((6, 20, -9), (26, 16, 12), (42, 18, -12), (60, 14, 10), (74, 16, -5))
    ):
        clip = f'<clipPath id="strip-{index}"><rect x="0" y="{top}" width="96" height="{height}"/></clipPath>'
        picture = (
            '<rect x="20" y="8" width="56" height="80" rx="8" fill="#3b2147" stroke="#ff5fd0" stroke-width="4"/>'
            f'<path d="{points([(48, 18), (68, 42), (56, 42), (56, 78), (40, 78), (40, 42), (28, 42)])}" fill="#ff8fe0"/>'
        )
        ghost = f'<rect x="20" y="{top}" width="56" height="{height}" fill="#59f0ff" opacity=".55" transform="translate({-shift * 0.6:.1f} 0)"/>'
        strips += f'<defs>{clip}</defs>{ghost}<g transform="translate({shift} 0)"><g clip-path="url(#strip-{index})">{picture}</g></g>'
    noise = "".join(
        f'<rect x="{x}" y="{y}" width="{w}" height="4" fill="#fff"/>'
        for x, y, w in ((6, 30, 12), (82, 48, 10), (4, 70, 9), (80, 14, 11))
    )
    return strips + noise


def _radio() -> str:
    waves = "".join(
        line(data, "#5fd08f", 6)
        for data in ("M61 9 Q69 17 61 25", "M72 3 Q85 17 72 31", "M33 9 Q25 17 33 25", "M22 3 Q9 17 22 31")
    )
    remote = box(18, 46, 60, 46, "iron", 11) + disc(37, 69, 14, "#1b1e25", 2.5)
    cross = '<path d="M37 60 V78 M28 69 H46" stroke="#eef2f8" stroke-width="7"/>'
    return (
        waves
        + outlined("M47 48 V20", "#cfd6e2", 5)
        + disc(47, 17, 7, "red", 3)
        + remote
        + cross
        + disc(63, 61, 6, "red", 2)
        + disc(63, 77, 6, "yellow", 2)
    )


def _fire_control() -> str:
    """Return cross hairs on a card."""
    aim = "M48 3 V29 M48 67 V93 M3 48 H29 M67 48 H93"
    ring = f'<circle cx="48" cy="48" r="33" fill="none" stroke="{INK}" stroke-width="12"/><circle cx="48" cy="48" r="33" fill="none" stroke="#ff4d5a" stroke-width="6.5"/>'
    return card(48, 48, 0) + ring + outlined(aim, "#ff4d5a", 6) + disc(48, 48, 6, "#ff4d5a", 2.5)


def _arm() -> str:
    """Return an arm with two joints and an open claw."""
    limbs = outlined("M22 80 L34 42 L62 40", "#f2c14e", 14) + line(
        "M24 70 L33 45 M40 39 L58 38", "#fff", 2.5, 'opacity=".6"'
    )
    claw = outlined("M64 40 Q60 20 80 10 L86 20", "#cfd6e2", 8) + outlined("M64 40 Q74 58 92 48 L88 38", "#cfd6e2", 8)
    joints = (
        disc(34, 42, 10, "iron")
        + disc(64, 40, 10, "iron")
        + disc(34, 42, 3, "#cfd6e2", 0)
        + disc(64, 40, 3, "#cfd6e2", 0)
    )
    return limbs + claw + joints + shape("M4 92 L10 76 H36 L42 92Z", "iron")


def _ramming() -> str:
    """Return a front of spikes on a striped bumper."""
    spikes = "".join(
        shape(f"M{x - 13} 58 L{x} {top} L{x + 13} 58Z", "steel", 3) for x, top in ((18, 18), (78, 18), (48, 4))
    )
    edge = "".join(
        f'<path d="M{x} {top + 12} V54" stroke="#fff" stroke-width="2.5" opacity=".8"/>'
        for x, top in ((15, 18), (75, 18), (45, 4))
    )
    stripes = "".join(f'<path d="M{x} 76 L{x + 14} 55 h11 l-14 21z" fill="{INK}"/>' for x in (7, 31, 55))
    return (
        spikes
        + edge
        + box(3, 54, 90, 23, "#f2c14e", 4)
        + stripes
        + box(20, 76, 14, 17, "iron", 2)
        + box(62, 76, 14, 17, "iron", 2)
    )


WEAPONS: dict[str, str] = {
    "double-barreled-laser": _double(),
    "turret": _turret(),
    "high-power-laser": _high_power(),
    "rear-firing-laser": _rear(),
    "mini-howitzer": _howitzer(),
    "pressor-beam": _pressor(),
    "tractor-beam": _tractor(),
    "scrambler": _scrambler(),
    "radio-control": _radio(),
    "fire-control": _fire_control(),
    "mechanical-arm": _arm(),
    "ramming-gear": _ramming(),
}
