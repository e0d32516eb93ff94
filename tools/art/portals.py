"""Draw the portals: a ring gate for each letter, and the swirl that turns inside it.

A pair is recognised by its colour, the symbol in the gate and the letter on the badge, which also shows under a robot.
"""

from __future__ import annotations

from art.svg import INK, Drawing, document, floor, letter, linear, number, points, polar, radial

FOLDER = "plugins/portals/art"
ARMS = 3


def drawings() -> list[Drawing]:
    """Return the eight gates and the swirl."""
    gates = [
        Drawing(f"{FOLDER}/portal-{name}", _gate(name, colour, symbol)) for name, (colour, symbol) in GATES.items()
    ]
    return [*gates, Drawing(f"{FOLDER}/portal-swirl", _swirl())]


def _solid(data: str) -> str:
    return f'<path d="{data}" stroke-width="3" fill-rule="evenodd"/>'


def _strokes(data: str, width: float = 8) -> str:
    return f'<path d="{data}" fill="none" stroke-width="{width}" stroke-linecap="round"/>'


def _clover() -> str:
    leaves = "".join(f'<circle cx="{x}" cy="{y}" r="10.5"/>' for x in (-10.5, 10.5) for y in (-10.5, 10.5))
    return leaves + '<circle r="8"/>'


def _flake() -> str:
    return _strokes("".join(f"M0 0 L{number(x)} {number(y)} " for x, y in (polar(0, 0, 24, 60 * i) for i in range(6))))


def _waves() -> str:
    return _strokes("".join(f"M-24 {y} q6 -11 12 0 t12 0 t12 0 t12 0" for y in (-16, 0, 16)), 6.5)


# letter: colour, symbol around the middle of the tile
GATES: dict[str, tuple[str, str]] = {
    "A": ("#ff5252", _solid("M11 -25 A26 26 0 1 0 11 25 A21 21 0 0 1 11 -25Z")),
    "B": ("#4f9dff", _solid("M8 -28 L-18 5 H-3 L-9 28 L18 -7 H2Z")),
    "C": ("#8fe03c", _solid("M-19 -25 H19 V-19 L5 0 L19 19 V25 H-19 V19 L-5 0 L-19 -19Z")),
    "D": ("#ffb02e", _clover()),
    "E": (
        "#a66bff",
        _solid("M-28 0 Q0 -30 28 0 Q0 30 -28 0Z M0 -9 A9 9 0 1 0 .01 -9Z") + '<circle r="3.5" stroke="none"/>',
    ),
    "F": ("#27e0cd", _flake()),
    "G": ("#eef2f8", _waves()),
    "H": ("#ff84c6", _solid("M-24 18 V-15 L-11 1 L0 -22 L11 1 L24 -15 V18Z M-19 9 H19 V12 H-19Z")),
}


def _gate(name: str, colour: str, symbol: str) -> str:
    """Return one gate: clamps, a lit ring and the symbol over the deep."""
    defs = linear("steel", "#cfd6e2", "#6d778a", diagonal=True) + radial(
        "deep", (0, colour, 0.5), (0.55, colour, 0.22), (1, "#05060a", 0)
    )
    clamps = "".join(
        f'<rect x="52" y="1" width="24" height="20" rx="4" fill="url(#steel)" stroke="{INK}" stroke-width="3" transform="rotate({turn} 64 64)"/>'
        f'<rect x="59" y="6" width="10" height="5" rx="2" fill="{colour}" transform="rotate({turn} 64 64)"/>'
        for turn in (0, 90, 180, 270)
    )
    ring = (
        f'<circle cx="64" cy="64" r="55" fill="#05060a" stroke="{INK}" stroke-width="4"/>'
        '<circle cx="64" cy="64" r="42" fill="url(#deep)"/>'
        '<circle cx="64" cy="64" r="49" fill="none" stroke="#3a4250" stroke-width="12"/>'
        f'<circle cx="64" cy="64" r="49" fill="none" stroke="{colour}" stroke-width="8"/>'
        '<circle cx="64" cy="64" r="51" fill="none" stroke="#fff" stroke-width="2" opacity=".45"/>'
        f'<circle cx="64" cy="64" r="42" fill="none" stroke="{INK}" stroke-width="3"/>'
    )
    spirals = _arms(colour, 0.4, 40)
    figure = f'<g transform="translate(64 64)" fill="#fff" stroke="#fff" stroke-linejoin="round">{symbol}</g>'
    halo = f'<g transform="translate(64 64)" fill="{INK}" stroke="{INK}" stroke-linejoin="round">{_thicker(symbol)}</g>'
    badge = (
        f'<circle cx="108" cy="108" r="17.5" fill="{INK}"/><circle cx="108" cy="108" r="14.5" fill="{colour}"/>'
        + letter(name, 108, 108, 14, INK, 10)
    )
    return document(floor(rivets=False) + ring + clamps + spirals + halo + figure + badge, defs)


def _thicker(symbol: str) -> str:
    """Return the symbol's dark outline."""
    for width in ("3", "6.5", "8"):
        symbol = symbol.replace(f'stroke-width="{width}"', f'stroke-width="{float(width) + 6.25}"')
    return symbol.replace("<circle ", '<circle stroke-width="6" ').replace(' stroke="none"', "")


def _arms(colour: str, opacity: float, reach: float) -> str:
    """Return spiral arms that widen outwards, clockwise."""
    shapes = ""
    for arm in range(ARMS):
        inner: list[tuple[float, float]] = []
        outer: list[tuple[float, float]] = []
        for step in range(25):
            share = step / 24
            radius = reach * (0.12 + 0.88 * share)
            bearing = 360 / ARMS * arm + 230 * share
            inner.append(polar(64, 64, radius, bearing))
            outer.append(polar(64, 64, radius, bearing + 78 * (1 - share) ** 0.6 + 0.01))
        shapes += f'<path d="{points([*inner, *reversed(outer)])}"/>'
    return f'<g fill="{colour}" opacity="{opacity}">{shapes}</g>'


def _swirl() -> str:
    """Return the pale swirl, to be tinted and turned clockwise over a gate."""
    defs = radial("fade", (0.4, "#fff", 0.08), (0.72, "#fff", 0.6), (1, "#fff", 0.9))
    arms = _arms("url(#swirl)", 0.85, 42)
    fill = defs.replace('id="fade"', 'id="swirl" gradientUnits="userSpaceOnUse"').replace(
        'cx="0.5" cy="0.5" r="0.5" fx="0.5" fy="0.5"', 'cx="64" cy="64" r="42" fx="64" fy="64"'
    )
    return document(arms, fill)
