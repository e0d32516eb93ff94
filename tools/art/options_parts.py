"""Draw shared parts of the option cards' pictures: outlined shapes, beams, bursts and cards."""

from __future__ import annotations

from art.svg import INK, number, points, polar


def shape(data: str, fill: str, width: float = 3.5) -> str:
    """Return one outlined shape; `fill` is a colour or the name of a gradient of `options.FILLS`."""
    return f'<path d="{data}" fill="{_paint(fill)}" stroke="{INK}" stroke-width="{width}" stroke-linejoin="round"/>'


def disc(x: float, y: float, radius: float, fill: str, width: float = 3.5) -> str:
    """Return one outlined disc."""
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{_paint(fill)}" '
        f'stroke="{INK}" stroke-width="{width}"/>'
    )


def box(x: float, y: float, width: float, height: float, fill: str, radius: float = 4, line: float = 3.5) -> str:
    """Return one outlined rectangle with round corners."""
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" fill="{_paint(fill)}" '
        f'stroke="{INK}" stroke-width="{line}"/>'
    )


def line(data: str, colour: str, width: float = 6, more: str = "") -> str:
    """Return an open stroke with round ends."""
    return (
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" '
        f'stroke-linejoin="round" {more}/>'
    ).replace(" />", "/>")


def outlined(data: str, colour: str, width: float = 6) -> str:
    """Return an open stroke with a dark edge."""
    return line(data, INK, width + 6) + line(data, colour, width)


def beam(x: float, top: float, bottom: float, width: float = 8, colour: str = "#ff2d3d") -> str:
    """Return an upright laser beam with its glow and its white core."""
    return "".join(
        f'<rect x="{number(x - w / 2)}" y="{top}" width="{number(w)}" height="{bottom - top}" rx="{number(min(3, w / 2))}" fill="{c}" opacity="{o}"/>'
        for w, c, o in ((width * 2, colour, 0.3), (width, colour, 1), (width * 0.4, "#ffe3e5", 1))
    )


def burst(x: float, y: float, radius: float, rays: int, colour: str, core: str) -> str:
    """Return a star of an impact."""

    def star(size: float) -> str:
        return points(
            [polar(x, y, size if turn % 2 == 0 else size * 0.5, turn * 180 / rays) for turn in range(2 * rays)]
        )

    return shape(star(radius), colour, 2.5) + f'<path d="{star(radius * 0.55)}" fill="{core}"/>'


def card(x: float, y: float, turn: float, body: str = "") -> str:
    """Return a small program card around a point, turned clockwise; `body` is in a field around (0, 0)."""
    return (
        f'<g transform="translate({x} {y}) rotate({turn})">'
        f"{box(-17, -24, 34, 48, '#28313f', 6)}"
        f'<rect x="-14" y="-21" width="28" height="42" rx="4" fill="none" stroke="#f2c14e" stroke-width="2.5"/>{body}</g>'
    )


def shine(data: str, width: float = 3) -> str:
    """Return a highlight."""
    return line(data, "#fff", width, 'opacity=".7"')


def _paint(fill: str) -> str:
    return fill if fill.startswith("#") or fill == "none" else f"url(#{fill})"
