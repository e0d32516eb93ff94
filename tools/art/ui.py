"""Draw the nine-slice panels and buttons: 48 by 48 with borders of 16."""

from __future__ import annotations

from art.svg import Drawing, document, linear

FOLDER = "assets/ui"
SIZE = 48


def drawings() -> list[Drawing]:
    """Return all nine-slice textures."""
    pictures = {
        "panel": _panel(),
        "panel-inset": _inset(),
        "button": _button("#4a566a", "#333c4b", "#6b7a92", "#171b22"),
        "button-hover": _button("#61708a", "#414c5f", "#f2c14e", "#171b22"),
        "button-pressed": _button("#252b36", "#313947", "#f2c14e", "#0e1116", pressed=True),
        "button-disabled": _button("#272c36", "#23272f", "#343b47", "#171b22"),
        "button-accent": _button("#f7d376", "#d99b22", "#fff0bd", "#5c3f06"),
        "button-accent-hover": _button("#ffe6a0", "#efb53c", "#ffffff", "#5c3f06"),
        "tooltip": _plate("#12151b", "#f2c14e"),
        "field": _plate("#12151b", "#59657a"),
        "focus": _focus(),
    }
    return [Drawing(f"{FOLDER}/{name}", svg, SIZE, SIZE) for name, svg in pictures.items()]


def _sheet(body: str, defs: str = "") -> str:
    return document(body, defs, SIZE, SIZE)


def _panel() -> str:
    """Return a steel plate with cut corners and a rivet in each of them."""
    outline = "M10 1 H38 L47 10 V38 L38 47 H10 L1 38 V10Z"
    inside = "M11 4 H37 L44 11 V37 L37 44 H11 L4 37 V11Z"
    rivets = "".join(
        f'<circle cx="{x}" cy="{y}" r="2" fill="#59657a"/><circle cx="{x - 0.4}" cy="{y - 0.4}" r="1" fill="#9aa4b5"/>'
        for x in (10.5, 37.5)
        for y in (10.5, 37.5)
    )
    return _sheet(
        f'<path d="{outline}" fill="#0b0d11"/><path d="{outline}" fill="#1d222c" fill-opacity=".96" stroke="#0b0d11" '
        f'stroke-width="1.5"/><path d="{inside}" fill="none" stroke="#465267" stroke-width="2"/>'
        f'<path d="M11 4 H37" stroke="#6b7a92" stroke-width="2"/>{rivets}'
    )


def _inset() -> str:
    return _sheet(
        '<rect x="1" y="1" width="46" height="46" rx="7" fill="#11141a"/>'
        '<path d="M3 44 V9 Q3 3 9 3 H44" fill="none" stroke="#07080b" stroke-width="3"/>'
        '<path d="M46 6 V39 Q46 46 39 46 H6" fill="none" stroke="#3a4454" stroke-width="2"/>'
    )


def _button(top: str, bottom: str, edge: str, base: str, pressed: bool = False) -> str:
    """Return a key that stands up from its base, or is pressed down to it."""
    y = 4 if pressed else 1
    height = 42
    return _sheet(
        f'<rect x="1" y="3" width="46" height="44" rx="8" fill="{base}"/>'
        f'<rect x="2" y="{y + 0.5}" width="44" height="{height - (0 if not pressed else 1)}" rx="7" fill="url(#key)" '
        f'stroke="{edge}" stroke-width="2"/>',
        linear("key", top, bottom),
    )


def _plate(fill: str, edge: str) -> str:
    return _sheet(
        f'<rect x="1.5" y="1.5" width="45" height="45" rx="6" fill="{fill}" fill-opacity=".95" stroke="{edge}" stroke-width="2"/>'
    )


def _focus() -> str:
    """Return the frame around the control with the keyboard focus."""
    return _sheet('<rect x="2" y="2" width="44" height="44" rx="9" fill="none" stroke="#f2c14e" stroke-width="3"/>')
