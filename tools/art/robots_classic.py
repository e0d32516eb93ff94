"""Draw the five robots with a character: Tanky, James Bot, LazyBot, Albot and Peach."""

from __future__ import annotations

from collections.abc import Callable

from art.robots_parts import BODY, DARK, LIGHT, OUTLINE, eye, panel, track
from art.svg import number, points, polar


def tanky() -> str:
    """Draw a heavy tank: wide tracks, a hexagonal turret and one big gun."""
    hull = panel("M30 30 L42 20 H86 L98 30 V104 L88 114 H40 L30 104Z", "url(#deep)")
    vents = "".join(f'<rect x="44" y="{y}" width="40" height="4" rx="2" fill="{DARK}"/>' for y in (100, 106))
    turret = panel("M46 46 H82 L96 66 L86 94 H42 L32 66Z")
    hatch = (
        f'<circle cx="64" cy="76" r="12" fill="{BODY}" stroke="{DARK}" stroke-width="3"/>'
        f'<path d="M56 76 h16" stroke="{LIGHT}" stroke-width="4" stroke-linecap="round"/>'
    )
    gun = (
        f'<rect x="56" y="4" width="16" height="52" rx="3" fill="url(#steel)" stroke="{OUTLINE}" stroke-width="3"/>'
        f'<rect x="52" y="2" width="24" height="14" rx="4" fill="#4d5563" stroke="{OUTLINE}" stroke-width="3"/>'
        f'<rect x="60" y="24" width="3" height="28" fill="#fff" opacity=".6"/>'
    )
    eyes = eye(48, 60, 5) + eye(80, 60, 5)
    bolts = "".join(
        f'<circle cx="{x}" cy="{y}" r="3" fill="{LIGHT}"/>' for x, y in ((38, 32), (90, 32), (38, 94), (90, 94))
    )
    return track(5, 12, 25, 106) + track(98, 12, 25, 106) + hull + vents + bolts + gun + turret + eyes + hatch


def james_bot() -> str:
    """Draw a sleek agent: a slim car body, sunglasses, a bow tie and two barrels."""
    wheels = "".join(
        f'<rect x="{x}" y="{y}" width="14" height="28" rx="6" fill="#23272f" stroke="{OUTLINE}" stroke-width="2.5"/>'
        for x in (22, 92)
        for y in (34, 84)
    )
    barrels = "".join(
        f'<rect x="{x}" y="2" width="9" height="40" rx="3" fill="url(#steel)" stroke="{OUTLINE}" stroke-width="2.5"/>'
        f'<rect x="{x}" y="2" width="9" height="7" rx="2" fill="#4d5563"/>'
        for x in (40, 79)
    )
    body = panel(
        "M64 10 C84 12 94 34 94 60 C96 84 98 104 90 114 C80 122 48 122 38 114 C30 104 32 84 34 60 C34 34 44 12 64 10Z"
    )
    stripe = f'<path d="M60 12 V30 M68 12 V30" stroke="{DARK}" stroke-width="3"/>'
    suit = panel("M40 74 L64 66 L88 74 L86 108 Q64 116 42 108Z", "#1b1e25", OUTLINE, 2)
    shirt = '<path d="M52 72 L64 66 L76 72 L64 104Z" fill="#f4f6fa"/>'
    tie = (
        f'<path d="M64 78 L46 68 V90 Z M64 78 L82 68 V90 Z" fill="{BODY}" stroke="{OUTLINE}" stroke-width="2.5" '
        f'stroke-linejoin="round"/><circle cx="64" cy="79" r="5" fill="{LIGHT}" stroke="{OUTLINE}" stroke-width="2"/>'
    )
    glasses = (
        '<path d="M36 40 H92 L90 48 Q88 58 77 58 Q68 58 66 47 H62 Q60 58 51 58 Q40 58 38 48Z" fill="#0b0d11" '
        'stroke="#000" stroke-width="2" stroke-linejoin="round"/>'
        '<path d="M43 44 L53 44 L46 53Z M70 44 L80 44 L73 53Z" fill="#8fa6c4"/>'
    )
    return wheels + barrels + body + stripe + suit + shirt + tie + glasses


def lazybot() -> str:
    """Draw a round sleeper in a striped hammock between two poles."""
    poles = "".join(
        f'<path d="M{x} 66 L{28 if x < 64 else 100} {y}" stroke="#d9c9a3" stroke-width="2.5"/>'
        for x in (9, 119)
        for y in (44, 55, 66, 77, 88)
    ) + "".join(
        f'<rect x="{x}" y="30" width="10" height="72" rx="5" fill="url(#steel)" stroke="{OUTLINE}" stroke-width="2.5"/>'
        for x in (4, 114)
    )
    cloth = "M24 36 Q64 24 104 36 L106 96 Q64 116 22 96Z"
    hammock = panel(cloth, "#f1ead8", OUTLINE, 2.5) + "".join(
        f'<path d="M{x} {34 - d} L{x + 1} {98 + d}" stroke="{BODY}" stroke-width="7"/>'
        for x, d in ((32, 0), (46, 3), (82, 3), (96, 0))
    )
    body = f'<circle cx="64" cy="66" r="38" fill="url(#ball)" stroke="{DARK}" stroke-width="3"/>'
    belly = f'<circle cx="64" cy="80" r="17" fill="{BODY}" stroke="{DARK}" stroke-width="2.5"/>'
    snore = "".join(
        f'<path d="M57 73 H71 L57 87 H71" fill="none" stroke="{colour}" stroke-width="{width}" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
        for colour, width in ((DARK, 8), (LIGHT, 4))
    )
    lids = "".join(
        f'<circle cx="{x}" cy="46" r="10" fill="#12151b"/><path d="M{x - 8} 46 a8 8 0 0 0 16 0z" fill="#7ef0ff"/>'
        f'<path d="M{x - 10} 46 a10 10 0 0 1 20 0z" fill="{DARK}"/>'
        for x in (49, 79)
    )
    cap = (
        f'<path d="M40 30 Q64 0 88 30 Q64 20 40 30Z" fill="{BODY}" stroke="{DARK}" stroke-width="3" stroke-linejoin="round"/>'
        f'<circle cx="64" cy="11" r="8" fill="#f4f6fa" stroke="{OUTLINE}" stroke-width="2"/>'
    )
    return poles + hammock + body + belly + snore + lids + cap


def albot() -> str:
    """Draw a genius: a brain under a glass dome, wild white hair and a moustache."""
    corners: list[tuple[float, float]] = []
    for index in range(24):
        bearing = 62 + index * (236 / 23)
        reach = (57, 43)[index % 2] - (5 if index % 4 == 2 else 0)
        corners.append(polar(64, 66, reach, bearing))
    hair = panel(points(corners), "#f4f6fa", "#8792a5", 2.5)
    strands = "".join(
        f'<path d="M{number(ax)} {number(ay)} L{number(bx)} {number(by)}" stroke="#b9c2d0" stroke-width="2.5"/>'
        for (ax, ay), (bx, by) in ((polar(64, 66, 40, b), polar(64, 66, 50, b + 3)) for b in range(80, 290, 21))
    )
    head = f'<circle cx="64" cy="64" r="38" fill="url(#body)" stroke="{DARK}" stroke-width="3"/>'
    face = panel("M34 34 Q64 4 94 34 L88 46 Q64 34 40 46Z", "url(#body)")
    moustache = (
        '<path d="M64 14 Q54 4 40 14 Q50 22 64 20 Q78 22 88 14 Q74 4 64 14Z" fill="#f4f6fa" stroke="#59616f" '
        'stroke-width="2" stroke-linejoin="round"/>'
    )
    eyes = eye(50, 31, 6) + eye(78, 31, 6) + '<path d="M58 31 H70" stroke="#12151b" stroke-width="3"/>'
    dome = (
        '<g transform="translate(12.2 13.3) scale(.81)"><circle cx="64" cy="70" r="28" fill="#12151b"/><ellipse cx="64" cy="70" rx="24" ry="25" fill="url(#brain)"/>'
        '<path d="M64 46 V94 M56 50 q-8 4 -4 10 q-12 0 -9 9 q-6 8 4 12 q0 8 8 8 M72 50 q8 4 4 10 q12 0 9 9 q6 8 -4 12 '
        'q0 8 -8 8 M55 68 q6 0 4 8 M73 68 q-6 0 -4 8" fill="none" stroke="#a63f5c" stroke-width="3" stroke-linecap="round"/>'
        '<path d="M43 62 a24 24 0 0 1 14 -13" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".9"/>'
        f'<circle cx="64" cy="70" r="28" fill="none" stroke="{DARK}" stroke-width="3.5"/></g>'
    )
    return hair + strands + head + face + eyes + moustache + dome


def peach() -> str:
    """Draw a peach, heart-shaped, its tip ahead, with a leaf and a mirror on the back."""
    arms = "".join(
        f'<ellipse cx="{x}" cy="62" rx="9" ry="17" fill="#2a2f39" stroke="{OUTLINE}" stroke-width="2.5"/>'
        for x in (14, 114)
    )
    heart = "M64 8 C80 26 112 38 112 72 C112 98 92 108 78 104 Q68 101 64 94 Q60 101 50 104 C36 108 16 98 16 72 C16 38 48 26 64 8Z"
    body = panel(heart, "url(#ball)")
    crease = f'<path d="M64 96 Q52 70 64 20" fill="none" stroke="{DARK}" stroke-width="3" stroke-linecap="round"/>'
    gloss = '<path d="M28 64 Q32 46 46 38" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".65"/>'
    leaf = (
        '<path d="M64 24 Q84 6 104 22 Q88 40 64 24Z" fill="#57b45f" stroke="#1f5a2a" stroke-width="2.5" stroke-linejoin="round"/>'
        '<path d="M66 24 Q84 20 98 22" fill="none" stroke="#1f5a2a" stroke-width="2"/>'
    )
    eyes = eye(47, 54, 7) + eye(81, 54, 7)
    blush = f'<ellipse cx="34" cy="72" rx="8" ry="5" fill="{LIGHT}"/><ellipse cx="94" cy="72" rx="8" ry="5" fill="{LIGHT}"/>'
    mirror = (
        f'<rect x="30" y="94" width="68" height="24" rx="9" fill="#f2c14e" stroke="{OUTLINE}" stroke-width="2.5"/>'
        '<rect x="35" y="99" width="58" height="14" rx="5" fill="url(#mirror)" stroke="#4a5a74" stroke-width="1.5"/>'
        '<path d="M46 111 L56 101 M54 111 L64 101" stroke="#fff" stroke-width="3"/>'
    )
    return arms + body + crease + gloss + leaf + eyes + blush + mirror


CLASSIC: dict[str, Callable[[], str]] = {
    "tanky": tanky,
    "james-bot": james_bot,
    "lazybot": lazybot,
    "albot": albot,
    "peach": peach,
}
