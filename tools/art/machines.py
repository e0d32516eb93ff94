"""Draw the machines on an edge or above a tile: lasers, pushers and crushers."""

from __future__ import annotations

from art.svg import INK, PLATE_DARK, SEAM, Drawing, document, floor, hazard, linear, number, points, radial, rivet

BARRELS: dict[int, tuple[int, ...]] = {1: (64,), 2: (46, 82), 3: (36, 64, 92)}


def drawings() -> list[Drawing]:
    """Return these machines' pictures; everything on an edge is on the SOUTH edge and works NORTH."""
    pictures = {f"plugins/board-lasers/art/laser-{count}": _laser(xs) for count, xs in BARRELS.items()}
    pictures["plugins/pushers/art/pusher"] = document(_pusher_base() + _plate(82), _pusher_defs())
    pictures["plugins/pushers/art/pusher-base"] = document(_pusher_base(), _pusher_defs())
    pictures["plugins/pushers/art/pusher-head"] = document(_rod(34) + _plate(14), _pusher_defs())
    pictures["plugins/crushers/art/crusher"] = _crusher(closed=False)
    pictures["plugins/crushers/art/crusher-closed"] = _crusher(closed=True)
    pictures["plugins/crushers/art/crusher-over"] = _crusher(closed=False, over=True)
    return [Drawing(path, svg) for path, svg in pictures.items()]


def _laser(barrels: tuple[int, ...]) -> str:
    """Return a mount with one glowing muzzle for each beam."""
    defs = linear("steel", "#c3cad6", "#6d778a") + radial("glow", (0, "#ff2d3d", 0.8), (1, "#ff2d3d", 0))
    left, right = min(barrels) - 22, max(barrels) + 22
    body = (
        f'<rect x="{left}" y="98" width="{right - left}" height="34" rx="8" fill="url(#steel)" stroke="{INK}" stroke-width="3"/>'
        f'<rect x="{left + 7}" y="116" width="{right - left - 14}" height="6" rx="3" fill="#ff2d3d"/>'
        f'<path d="M{left + 8} 103 H{right - 8}" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity=".7"/>'
    )
    for x in barrels:
        body += (
            f'<circle cx="{x}" cy="82" r="20" fill="url(#glow)"/>'
            f'<path d="M{x - 11} 104 V88 L{x - 8} 80 H{x + 8} L{x + 11} 88 V104Z" fill="#4d5563" stroke="{INK}" '
            'stroke-width="3" stroke-linejoin="round"/>'
            f'<rect x="{x - 11}" y="91" width="22" height="5" fill="#8d97a8"/>'
            f'<rect x="{x - 5}" y="77" width="10" height="7" rx="2" fill="#ff4d5a"/>'
            f'<rect x="{x - 2.5}" y="77" width="5" height="6" rx="2" fill="#fff"/>'
        )
    return document(body, defs)


def _pusher_defs() -> str:
    return hazard("hazard", 7) + linear("steel", "#c3cad6", "#6d778a") + _rod_shade()


def _rod_shade() -> str:
    """Return the shading across a round rod."""
    return (
        '<linearGradient id="rod" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#6d778a"/>'
        '<stop offset=".4" stop-color="#eef2f8"/><stop offset="1" stop-color="#59616f"/></linearGradient>'
    )


def _pusher_base() -> str:
    """Return the cylinder block on the south edge."""
    block = (
        f'<rect x="20" y="104" width="88" height="30" rx="6" fill="url(#steel)" stroke="{INK}" stroke-width="3"/>'
        f'<rect x="50" y="98" width="28" height="30" rx="4" fill="#59616f" stroke="{INK}" stroke-width="3"/>'
        '<path d="M28 109 H46 M82 109 H100" stroke="#fff" stroke-width="3" opacity=".6"/>'
    )
    return block + "".join(
        f'<circle cx="{x}" cy="118" r="4" fill="#3d4554" stroke="{INK}" stroke-width="1.5"/>' for x in (32, 96)
    )


def _rod(top: int) -> str:
    return f'<rect x="55" y="{top}" width="18" height="{128 - top}" fill="url(#rod)" stroke="{INK}" stroke-width="3"/>'


def _plate(top: int) -> str:
    """Return the plate that meets a robot, with an arrow's edge ahead."""
    return (
        f'<rect x="12" y="{top}" width="104" height="20" rx="5" fill="url(#hazard)" stroke="{INK}" stroke-width="3"/>'
        f'<rect x="14" y="{top + 1.5}" width="100" height="4" rx="2" fill="#fff" opacity=".4"/>'
        f'<path d="M52 {top - 4} L64 {top - 13} L76 {top - 4}" fill="none" stroke="#f2c14e" stroke-width="5" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _crusher(closed: bool, over: bool = False) -> str:
    """Return a press with two toothed jaws, open or shut; `over` leaves out its bed, so that the floor shows."""
    defs = hazard("hazard", 8) + (
        '<linearGradient id="jaw" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#59616f"/>'
        '<stop offset="1" stop-color="#c3cad6"/></linearGradient>'
    )
    bed = floor(rivets=False) + (
        f'<rect x="4" y="8" width="120" height="112" rx="6" fill="#1b1e25" stroke="{SEAM}" stroke-width="2"/>'
        '<path d="M50 46 L78 82 M78 46 L50 82" stroke="#c23a35" stroke-width="8" stroke-linecap="round" opacity=".9"/>'
    )
    reach = 62 if closed else 28
    jaw = _jaw(reach)
    jaws = jaw + f'<g transform="rotate(180 64 64)">{jaw}</g>'
    frame = "".join(
        f'<rect x="0" y="{y}" width="128" height="14" fill="url(#hazard)" stroke="{INK}" stroke-width="2.5"/>'
        for y in (0, 114)
    ) + "".join(rivet(x, y, 3.5) for x in (10, 118) for y in (7, 121))
    sparks = ""
    if closed:
        for x, y in ((64, 30), (62, 64), (66, 98)):
            star = [
                (x + (11 if i % 2 == 0 else 4) * dx, y + (11 if i % 2 == 0 else 4) * dy)
                for i, (dx, dy) in enumerate(_EIGHT)
            ]
            sparks += f'<path d="{points(star)}" fill="#ffe08a" stroke="#ff9f3a" stroke-width="2"/>'
    return document(("" if over else bed) + jaws + frame + sparks, defs)


_EIGHT = ((0.0, -1.0), (0.7, -0.7), (1.0, 0.0), (0.7, 0.7), (0.0, 1.0), (-0.7, 0.7), (-1.0, 0.0), (-0.7, -0.7))


def _jaw(reach: int) -> str:
    """Return the western jaw; `reach` is the position of the tips of its teeth."""
    corners: list[tuple[float, float]] = [(-4, 14)]
    for index in range(5):
        y = 14 + index * 20
        corners += [(reach - 12, y), (reach + 2, y + 10)]
    corners += [(reach - 12, 114), (-4, 114)]
    stripes = "".join(
        f'<rect x="{number(x)}" y="14" width="6" height="100" fill="{PLATE_DARK}" opacity=".55"/>'
        for x in (4, reach - 24)
        if x > 0
    )
    arrow_x = reach / 2 - 10
    arrow = "".join(
        f'<path d="M{number(arrow_x)} {y - 9} l11 9 l-11 9z" fill="#f2c14e" stroke="{INK}" stroke-width="2"/>'
        for y in (44, 84)
    )
    return f'<path d="{points(corners)}" fill="url(#jaw)" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>{stripes}{arrow}'
