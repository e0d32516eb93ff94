"""Draw the swing doors: two leaves on the north edge of a tile, shut or swung to its sides."""

from __future__ import annotations

from art.svg import INK, Drawing, blur, document, hazard, linear

FOLDER = "plugins/swing-doors/art"


def drawings() -> list[Drawing]:
    """Return the door in both states."""
    return [Drawing(f"{FOLDER}/door", _shut()), Drawing(f"{FOLDER}/door-open", _open())]


def _defs() -> str:
    shade = linear("shade", "#000000", "#00000000").replace(
        'stop-color="#00000000"', 'stop-color="#000" stop-opacity="0"'
    )
    return shade + hazard("hazard", 6) + linear("steel", "#d5dbe6", "#8b95a7") + blur("soft", 2.5)


def _hinge(x: int, lamp: str) -> str:
    """Return one round hinge post with its lamp, on the end of the edge."""
    return (
        f'<circle cx="{x}" cy="10" r="10" fill="{INK}"/><circle cx="{x}" cy="10" r="8" fill="url(#steel)"/>'
        f'<circle cx="{x}" cy="10" r="5.5" fill="{INK}"/><circle cx="{x}" cy="10" r="3.8" fill="{lamp}"/>'
    )


def _leaf(lamp: str) -> str:
    """Return the western leaf, shut: framed stripes with a strap at its hinge and a lock lamp at its end."""
    return (
        f'<rect x="6" y="2" width="57" height="17" rx="3" fill="{INK}"/>'
        '<rect x="8" y="4" width="53" height="13" rx="2" fill="url(#hazard)"/>'
        '<rect x="8" y="4" width="53" height="3" fill="#fff" opacity=".3"/>'
        f'<path d="M14 10.5 H23" stroke="{INK}" stroke-width="9" stroke-linecap="round"/>'
        '<path d="M14 10.5 H23" stroke="#b4bdcc" stroke-width="5" stroke-linecap="round"/>'
        f'<rect x="51" y="1.5" width="12" height="18" rx="2" fill="url(#steel)" stroke="{INK}" stroke-width="2"/>'
        f'<rect x="55" y="5.5" width="4.5" height="10" rx="2" fill="{lamp}" stroke="{INK}" stroke-width="1.2"/>'
    )


def _mirrored(body: str) -> str:
    return body + f'<g transform="matrix(-1 0 0 1 128 0)">{body}</g>'


def _shut() -> str:
    shade = '<rect x="0" y="19" width="128" height="11" fill="url(#shade)" opacity=".55"/>'
    shade += f'<rect x="60" y="2" width="8" height="17" fill="{INK}"/>'
    return document(shade + _mirrored(_leaf("#ff4d5a") + _hinge(10, "#ff4d5a")), _defs())


def _open() -> str:
    """Return the leaves swung into the tile; painted arcs show their way and lamps the free passage."""
    sill = (
        f'<path d="M20 3 H108 M20 17 H108" stroke="{INK}" stroke-width="4" opacity=".7"/>'
        '<path d="M20 3 H108 M20 17 H108" stroke="#5fd08f" stroke-width="2" stroke-dasharray="6 5"/>'
    )
    sweep = '<path d="M63 15 A54 54 0 0 1 24 64" fill="none" stroke="#ffb870" stroke-width="2.5" stroke-dasharray="5 5" opacity=".75"/>'
    leaf = (
        f'<g transform="rotate(82 10 10)"><g filter="url(#soft)" opacity=".6"><rect x="10" y="-6" width="56" height="18" fill="#000"/></g>'
        f"{_leaf('#5fd08f')}</g>"
    )
    return document(sill + _mirrored(sweep + leaf + _hinge(10, "#5fd08f")), _defs())
