"""Draw the floor, the wall and the void."""

from __future__ import annotations

from art.svg import INK, PLATE, PLATE_DARK, PLATE_LIGHT, SEAM, Drawing, document, floor, hazard, linear, rivet

FOLDER = "assets/tiles"


def drawings() -> list[Drawing]:
    """Return all tiles that are not board elements."""
    pictures = {
        "floor-1": document(floor()),
        "floor-2": document(floor() + _tread()),
        "floor-3": document(_halves()),
        "floor-4": document(floor() + _grille()),
        "wall": _wall(),
        "void": _void(),
    }
    return [Drawing(f"{FOLDER}/{name}", svg) for name, svg in pictures.items()]


def _tread() -> str:
    marks = ""
    for row in range(6):
        for column in range(6):
            x, y = 24 + column * 16, 24 + row * 16
            turn = 45 if (row + column) % 2 else -45
            marks += f'<rect x="{x - 5}" y="{y - 1}" width="10" height="2" rx="1" transform="rotate({turn} {x} {y})"/>'
    return f'<g fill="{PLATE_LIGHT}" opacity=".8">{marks}</g>'


def _halves() -> str:
    seams = (
        f'<path d="M64 3 V125" stroke="{SEAM}" stroke-width="3"/>'
        f'<path d="M66.5 5 V123" stroke="{PLATE_LIGHT}" stroke-width="1.5"/>'
        f'<path d="M3 64 H64" stroke="{SEAM}" stroke-width="3"/>'
        f'<path d="M5 66.5 H62" stroke="{PLATE_LIGHT}" stroke-width="1.5"/>'
    )
    scratches = (
        f'<path d="M84 88 L104 74 M88 94 L98 87" stroke="{PLATE_LIGHT}" stroke-width="1.5" stroke-linecap="round"/>'
        f'<path d="M20 32 L38 26" stroke="{PLATE_DARK}" stroke-width="1.5" stroke-linecap="round"/>'
    )
    rivets = "".join(rivet(x, y, 2.5) for x, y in ((53, 53), (53, 75), (13, 53), (13, 75), (75, 64), (115, 64)))
    return floor() + seams + scratches + rivets


def _grille() -> str:
    slots = "".join(f'<rect x="44" y="{y}" width="40" height="4" rx="2" fill="{SEAM}"/>' for y in range(48, 80, 8))
    frame = f'<rect x="36" y="40" width="56" height="48" rx="6" fill="{PLATE}" stroke="{PLATE_DARK}" stroke-width="2"/>'
    shine = f'<path d="M38 88 V46 Q38 42 42 42 H90" fill="none" stroke="{PLATE_LIGHT}" stroke-width="1.5"/>'
    return frame + shine + slots + "".join(rivet(x, y, 2) for x in (41, 87) for y in (45, 83))


def _wall() -> str:
    """Return a wall on the north edge; its end posts look the same from every side, so corners join."""
    defs = (
        linear("shade", "#000000", "#00000000").replace('stop-color="#00000000"', 'stop-color="#000" stop-opacity="0"')
        + hazard("hazard", 7)
        + linear("steel", "#d5dbe6", "#8b95a7")
    )
    bar = (
        '<rect x="0" y="19" width="128" height="12" fill="url(#shade)" opacity=".55"/>'
        f'<rect x="0" y="0" width="128" height="20" fill="{INK}"/>'
        '<rect x="0" y="2" width="128" height="16" fill="url(#steel)"/>'
        '<rect x="36" y="2" width="56" height="16" fill="url(#hazard)"/>'
        '<rect x="0" y="2" width="128" height="3" fill="#fff" opacity=".35"/>'
        f'<path d="M36 2 V18 M92 2 V18" stroke="{INK}" stroke-width="2"/>'
    )
    posts = "".join(
        f'<rect x="{x}" y="0" width="20" height="20" rx="2" fill="{INK}"/>'
        f'<rect x="{x + 2}" y="2" width="16" height="16" rx="2" fill="#b4bdcc"/>'
        f'<circle cx="{x + 10}" cy="10" r="4.5" fill="#6d778a"/><circle cx="{x + 10}" cy="10" r="2.2" fill="#e6ebf3"/>'
        for x in (0, 108)
    )
    return document(bar + posts, defs)


def _void() -> str:
    beams = '<path d="M-8 -8 L136 136 M136 -8 L-8 136" stroke="#171a22" stroke-width="10"/>'
    frame = '<rect x="-2" y="-2" width="132" height="132" fill="none" stroke="#171a22" stroke-width="12"/>'
    bolts = '<circle cx="64" cy="64" r="9" fill="#171a22"/><circle cx="64" cy="64" r="4" fill="#0b0d11"/>'
    return document(f'<rect width="128" height="128" fill="#0f1116"/>{beams}{frame}{bolts}')
