"""Draw the three plain chassis: scout, crawler and hauler."""

from __future__ import annotations

from collections.abc import Callable

from art.robots_parts import BODY, DARK, LIGHT, OUTLINE, eye, panel
from art.svg import number


def scout() -> str:
    """Draw a fast three-wheeled dart with one big eye."""
    wheels = (
        f'<g fill="#2a2f39" stroke="{OUTLINE}" stroke-width="3">'
        '<rect x="8" y="76" width="20" height="38" rx="8"/><rect x="100" y="76" width="20" height="38" rx="8"/>'
        '<rect x="55" y="4" width="18" height="26" rx="8"/></g>'
        '<path d="M12 86 H24 M12 95 H24 M12 104 H24 M104 86 H116 M104 95 H116 M104 104 H116" stroke="#59616f" stroke-width="3"/>'
    )
    axle = f'<path d="M18 95 H110" stroke="#59616f" stroke-width="9"/><path d="M18 95 H110" stroke="{OUTLINE}" stroke-width="2"/>'
    body = panel("M64 14 Q74 14 78 26 L106 98 Q108 112 94 112 L64 100 L34 112 Q20 112 22 98 L50 26 Q54 14 64 14Z")
    fins = f'<path d="M50 88 L34 104 L42 74Z M78 88 L94 104 L86 74Z" fill="{DARK}"/>'
    stripe = f'<path d="M64 72 V98" stroke="{LIGHT}" stroke-width="6" stroke-linecap="round"/>'
    lens = f'<circle cx="64" cy="52" r="18" fill="{DARK}"/>' + eye(64, 52, 12)
    return wheels + axle + body + fins + stripe + lens


def crawler() -> str:
    """Draw an insect with six jointed legs and feelers."""
    legs = ""
    for side in (-1, 1):
        for knee_y, foot_y, hip_y in ((30, 12, 48), (62, 70, 66), (96, 118, 84)):
            knee_x, foot_x = 64 + side * 42, 64 + side * 55
            data = f"M{64 + side * 22} {hip_y} L{knee_x} {knee_y} L{foot_x} {foot_y}"
            legs += (
                f'<path d="{data}" fill="none" stroke="{OUTLINE}" stroke-width="13" stroke-linejoin="round" stroke-linecap="round"/>'
                f'<path d="{data}" fill="none" stroke="#8a94a6" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"/>'
                f'<circle cx="{knee_x}" cy="{knee_y}" r="6" fill="{BODY}" stroke="{DARK}" stroke-width="2.5"/>'
            )
    feelers = (
        '<path d="M56 26 Q52 12 42 8 M72 26 Q76 12 86 8" fill="none" stroke="#8a94a6" stroke-width="4" stroke-linecap="round"/>'
        f'<circle cx="42" cy="8" r="4" fill="{LIGHT}"/><circle cx="86" cy="8" r="4" fill="{LIGHT}"/>'
    )
    abdomen = f'<ellipse cx="64" cy="84" rx="28" ry="33" fill="url(#ball)" stroke="{DARK}" stroke-width="3"/>'
    bands = "".join(
        f'<path d="M{number(64 - w)} {y} Q64 {y + 9} {number(64 + w)} {y}" fill="none" stroke="{DARK}" stroke-width="4"/>'
        for y, w in ((76, 26), (90, 26), (103, 20))
    )
    head = f'<circle cx="64" cy="40" r="22" fill="url(#body)" stroke="{DARK}" stroke-width="3"/>'
    return legs + feelers + abdomen + bands + head + eye(55, 33, 6) + eye(73, 33, 6)


def hauler() -> str:
    """Draw a fork-lift: two forks ahead, a mast, a roof cage and a hazard tail."""
    forks = "".join(
        f'<path d="M{x} 42 V8 Q{x + 6.5} 0 {x + 13} 8 V42Z" fill="url(#steel)" stroke="{OUTLINE}" stroke-width="3"/>'
        for x in (30, 85)
    )
    wheels = "".join(
        f'<rect x="{x}" y="{y}" width="16" height="30" rx="5" fill="#2a2f39" stroke="{OUTLINE}" stroke-width="3"/>'
        for x in (12, 100)
        for y in (44, 86)
    )
    mast = (
        f'<rect x="20" y="36" width="88" height="12" rx="3" fill="#59616f" stroke="{OUTLINE}" stroke-width="3"/>'
        '<path d="M40 42 H54 M74 42 H88" stroke="#cfd6e2" stroke-width="3"/>'
    )
    body = panel("M26 50 H102 V108 Q102 120 90 120 H38 Q26 120 26 108Z")
    roof = f'<rect x="36" y="66" width="56" height="34" rx="6" fill="{DARK}"/>' + "".join(
        f'<rect x="{x}" y="66" width="6" height="34" fill="{BODY}"/>' for x in (44, 61, 78)
    )
    roof += f'<rect x="36" y="66" width="56" height="34" rx="6" fill="none" stroke="{LIGHT}" stroke-width="4"/>'
    tail = '<path d="M36 108 h10 l-6 8 h-8z M54 108 h10 l-6 8 h-10z M72 108 h10 l-6 8 h-10z M90 108 h4 v6 l-2 2 h-8z" fill="#1b1e25"/>'
    lamps = (
        eye(42, 57, 5)
        + eye(86, 57, 5)
        + '<circle cx="64" cy="57" r="5" fill="#ff9f3a" stroke="#7f3d06" stroke-width="2"/>'
    )
    return forks + wheels + mast + body + tail + roof + lamps


PLAIN: dict[str, Callable[[], str]] = {"scout": scout, "crawler": crawler, "hauler": hauler}
