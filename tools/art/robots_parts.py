"""Draw shared parts of the robots: the stand-in colours, tracks, eyes and the shadow."""

from __future__ import annotations

BODY = "#808182"
LIGHT = "#c0c1c2"
DARK = "#404142"
OUTLINE = "#15181e"


def shadow() -> str:
    """Return the soft dark ground under a robot; round, because robots are turned."""
    return '<circle cx="64" cy="64" r="63" fill="url(#shadow)"/>'


def track(x: float, y: float, width: float, height: float) -> str:
    """Return one caterpillar track with its treads."""
    treads = "".join(
        f'<rect x="{x + 2}" y="{top}" width="{width - 4}" height="4" rx="1" fill="#59616f"/>'
        for top in range(int(y) + 6, int(y + height) - 7, 9)
    )
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="7" fill="#2a2f39" stroke="{OUTLINE}" '
        f'stroke-width="3"/>{treads}'
    )


def eye(x: float, y: float, radius: float = 7, colour: str = "#7ef0ff") -> str:
    """Return a shining round eye."""
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius + 2.5}" fill="#12151b"/><circle cx="{x}" cy="{y}" r="{radius}" '
        f'fill="{colour}"/><circle cx="{x + radius * 0.3}" cy="{y - radius * 0.35}" r="{radius * 0.35}" fill="#fff"/>'
    )


def panel(data: str, fill: str = "url(#body)", stroke: str = DARK, width: float = 3) -> str:
    """Return one outlined plate given as path data."""
    return f'<path d="{data}" fill="{fill}" stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round"/>'
