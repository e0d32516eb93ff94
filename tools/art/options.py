"""Draw the option cards: one picture each, the frame for the game's text, and the back.

The frame leaves room for a picture of 80 by 80 pixels around (60, 48), a line of text around y = 101 and lines of text from
y = 114 to y = 158.
"""

from __future__ import annotations

from art.options_devices import DEVICES
from art.options_weapons import WEAPONS
from art.svg import INK, Drawing, document, gear_path, linear

FOLDER = "plugins/option-cards/art"
SIZE = 96
WIDTH, HEIGHT = 120, 168
EDGE = "#4fd0b4"


def drawings() -> list[Drawing]:
    """Return the pictures by the cards' identifiers, the frame and the back."""
    pictures = {**WEAPONS, **DEVICES}
    cards = [
        Drawing(f"{FOLDER}/{name}", document(body, _defs(body), SIZE, SIZE), SIZE, SIZE)
        for name, body in pictures.items()
    ]
    cards.append(Drawing(f"{FOLDER}/option-card", _card(), WIDTH, HEIGHT))
    return [*cards, Drawing(f"{FOLDER}/option-back", _back(), WIDTH, HEIGHT)]


FILLS = {
    "steel": ("#eef2f8", "#8792a6"),
    "iron": ("#7d8799", "#434b59"),
    "red": ("#ff7b72", "#c4213f"),
    "orange": ("#ffb45e", "#e0641c"),
    "yellow": ("#ffe08a", "#e0a021"),
    "green": ("#7ee6a8", "#1f9a5c"),
    "blue": ("#7cc4ff", "#2a62cf"),
    "violet": ("#dcb4ff", "#8a4fd6"),
}


def _defs(body: str) -> str:
    """Return the gradients that a picture uses."""
    return "".join(
        linear(name, light, dark, diagonal=True) for name, (light, dark) in FILLS.items() if f"url(#{name})" in body
    )


def _card() -> str:
    """Return an empty card: a well with contacts for the picture, a name plate and a text field."""
    defs = (
        linear("card", "#2b3a3f", "#171d22")
        + linear("well", "#0f1418", "#1d2a2f")
        + linear("plate", "#2f5c55", "#234741")
    )
    contacts = "".join(f'<rect x="{x}" y="160" width="6" height="5" rx="1" fill="#d9a93a"/>' for x in range(30, 88, 9))
    return document(
        f'<rect x="1" y="1" width="118" height="166" rx="12" fill="{INK}"/>'
        f'<rect x="3" y="3" width="114" height="162" rx="10" fill="url(#card)" stroke="{EDGE}" stroke-width="2.5"/>'
        f'<rect x="10" y="8" width="100" height="81" rx="8" fill="url(#well)" stroke="{INK}" stroke-width="2"/>'
        f'<path d="M14 20 V16 Q14 12 18 12 H22 M98 12 H102 Q106 12 106 16 V20 M14 77 V81 Q14 85 18 85 H22 M98 85 H102 Q106 85 106 81 V77" '
        f'fill="none" stroke="{EDGE}" stroke-width="2" opacity=".55"/>'
        f'<rect x="8" y="92" width="104" height="18" rx="5" fill="url(#plate)" stroke="{INK}" stroke-width="1.5"/>'
        f'<rect x="8" y="113" width="104" height="46" rx="5" fill="#0f1418" fill-opacity=".75" stroke="{EDGE}" stroke-opacity=".35"/>{contacts}',
        defs,
        WIDTH,
        HEIGHT,
    )


def _back() -> str:
    """Return the back: a module with contacts and a plus, on a mesh of plates."""
    mesh = (
        '<pattern id="mesh" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="14" height="14" fill="#1d2a2f"/><rect x="1" y="1" width="12" height="12" rx="2" fill="#24353a"/></pattern>'
    )
    pins = "".join(
        f'<path d="M{x} 44 V54 M{x} 114 V124" stroke="#d9a93a" stroke-width="5"/>'
        f'<path d="M20 {x + 24} H30 M90 {x + 24} H100" stroke="#d9a93a" stroke-width="5"/>'
        for x in (44, 60, 76)
    )
    module = (
        f'<rect x="28" y="52" width="64" height="64" rx="9" fill="#1f7a68" stroke="{INK}" stroke-width="3"/>'
        f'<rect x="33" y="57" width="54" height="54" rx="6" fill="none" stroke="{EDGE}" stroke-width="2"/>'
        f'<path d="{gear_path(60, 84, 19, 8, 6)}" fill="{INK}"/>'
        f'<path d="M60 73 V95 M49 84 H71" stroke="{EDGE}" stroke-width="7" stroke-linecap="round"/>'
    )
    return document(
        f'<rect x="1" y="1" width="118" height="166" rx="12" fill="{INK}"/>'
        f'<rect x="3" y="3" width="114" height="162" rx="10" fill="url(#mesh)" stroke="#59657a" stroke-width="2.5"/>'
        f'<rect x="9" y="9" width="102" height="150" rx="6" fill="none" stroke="#1f7a68" stroke-width="2"/>{pins}{module}',
        mesh,
        WIDTH,
        HEIGHT,
    )
