"""Draw the halo that marks a robot as virtual."""

from __future__ import annotations

from art.svg import Drawing, blur, document, number, points, polar, radial

FOLDER = "plugins/virtual-robots/art"
LIGHT = "#8ff7ff"


def drawings() -> list[Drawing]:
    """Return the overlay of a virtual robot."""
    return [Drawing(f"{FOLDER}/halo", _virtual())]


def _virtual() -> str:
    """Return scan lines over the robot, a broken ring around it and four projectors at the corners."""
    defs = (
        blur("soft", 2.5)
        + radial("haze", (0, LIGHT, 0.1), (0.8, LIGHT, 0.16), (1, LIGHT, 0.05))
        + '<clipPath id="disc"><circle cx="64" cy="64" r="51"/></clipPath>'
    )
    lines = "".join(f"M10 {y} H118" for y in range(15, 116, 6))
    scan = (
        f'<circle cx="64" cy="64" r="54" fill="url(#haze)"/><g clip-path="url(#disc)">'
        f'<path d="{lines}" stroke="{LIGHT}" stroke-width="1.8" opacity=".38"/>'
        f'<rect x="10" y="78" width="108" height="9" fill="{LIGHT}" opacity=".35"/>'
        f'<path d="M10 87 H118" stroke="#fff" stroke-width="2" opacity=".9"/></g>'
    )
    dashes = 'stroke-dasharray="15 9.5"'  # 14 times around
    ring = (
        f'<circle cx="64" cy="64" r="54.6" fill="none" stroke="{LIGHT}" stroke-width="9" opacity=".4" filter="url(#soft)" {dashes}/>'
        f'<circle cx="64" cy="64" r="54.6" fill="none" stroke="{LIGHT}" stroke-width="4.5" {dashes}/>'
        '<circle cx="64" cy="64" r="60.5" fill="none" stroke="#fff" stroke-width="1.5" stroke-dasharray="3 6.05" opacity=".7"/>'
    )
    corners = ""
    for turn in (45, 135, 225, 315):
        x, y = polar(64, 64, 79, turn)
        tips = [polar(x, y, 17, turn + 180 + side) for side in (-45, 45)]
        corners += f'<path d="{points([(x, y), *tips])}" fill="{LIGHT}" stroke="#0b3a45" stroke-width="2" stroke-linejoin="round"/>'
        corners += f'<circle cx="{number(polar(x, y, 8, turn + 180)[0])}" cy="{number(polar(x, y, 8, turn + 180)[1])}" r="2.5" fill="#0b3a45"/>'
    return document(scan + ring + corners, defs)
