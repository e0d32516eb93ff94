"""Draw the game's name: a wheel and a robot's head among letters of cut steel, on a moving belt."""

from __future__ import annotations

from art.svg import INK, Drawing, document, gear_path, linear, number, points, radial

FOLDER = "assets/ui"
WIDTH, HEIGHT = 900, 220

LETTERS: dict[str, tuple[int, str]] = {
    "R": (80, "M0 0H64L80 16V58L68 70L80 82V120H54V92L44 82H26V120H0Z M26 26V56H54V26Z"),
    "B": (80, "M0 0H62L78 16V46L67 58L80 70V104L64 120H0Z M26 24V47H52V24Z M26 70V96H54V70Z"),
    "A": (80, "M24 0H56L80 28V120H54V90H26V120H0V28Z M26 38V64H54V38L45 26H35Z"),
    "L": (70, "M0 0H26V94H70V120H0Z"),
    "Y": (84, "M0 0H28L42 36L56 0H84V12L55 68V120H29V68L0 12Z"),
}
GAP = 11


def drawings() -> list[Drawing]:
    """Return the logo."""
    return [Drawing(f"{FOLDER}/logo", _logo(), WIDTH, HEIGHT)]


def _logo() -> str:
    defs = (
        linear("steel", "#ffffff", "#8d9ab0")
        + linear("gold", "#ffe9a3", "#e09a1c")
        + linear("red", "#ff8a6b", "#c2352c")
        + radial("lamp", (0, "#e9feff", 1), (0.45, "#7ef0ff", 1), (1, "#1fa8c9", 1))
    )
    faces, marks, x = "", "", 0.0
    for index, letter in enumerate("ROBORALLY"):
        place = f'transform="translate({number(x)} 0)"'
        if letter == "O":
            wide = 104 if index == 1 else 96
            data = gear_path(52, 60, 47, 10, 12) if index == 1 else _head()
            fill = "url(#red)"
            marks += f"<g {place}>{_wheel_hole() if index == 1 else _face()}</g>"
        else:
            wide, data = LETTERS[letter]
            fill = "url(#steel)" if index < 4 else "url(#gold)"
        faces += f'<path {place} d="{data}" fill="{fill}" fill-rule="evenodd"/>'
        if letter != "O":
            marks += f'<path {place} d="{data}" fill="none" stroke="#fff" stroke-width="1.5" stroke-opacity=".6"/>'
        x += wide + GAP
    total = x - GAP
    scale = (WIDTH - 80) / (total + 17)
    slant = f'transform="translate(56 22) scale({number(scale)}) skewX(-8)"'
    outline = f'<g stroke="{INK}" stroke-width="20" stroke-linejoin="round">{faces}</g>'
    depth = f'<g transform="translate(5 7)" stroke="#7a1812" stroke-width="10" stroke-linejoin="round" fill="#7a1812">{faces}</g>'
    body = f'{_belt()}<g {slant}>{outline}{depth}<g stroke="{INK}" stroke-width="8" stroke-linejoin="round">{faces}</g>{faces}{marks}</g>'
    return document(body, defs, WIDTH, HEIGHT)


def _head() -> str:
    """Return the outline of a robot's head with ears and a feeler."""
    return "M24 6H42V-8H38V-20H58V-8H54V6H72L86 20V44H96V82H86V104L70 120H26L10 104V82H0V44H10V20Z"


def _face() -> str:
    return (
        f'<rect x="20" y="30" width="56" height="42" rx="10" fill="{INK}"/>'
        '<circle cx="36" cy="51" r="12" fill="url(#lamp)"/><circle cx="60" cy="51" r="12" fill="url(#lamp)"/>'
        '<circle cx="39" cy="47" r="4" fill="#fff"/><circle cx="63" cy="47" r="4" fill="#fff"/>'
        f'<path d="M26 84H70V102H26Z" fill="{INK}"/><path d="M33 84V102M44 84V102M55 84V102M66 84V102" stroke="#ffd27a" stroke-width="5"/>'
    )


def _wheel_hole() -> str:
    return (
        f'<circle cx="52" cy="60" r="34" fill="{INK}"/><circle cx="52" cy="60" r="29" fill="none" stroke="#ff8a6b" stroke-width="3"/>'
        '<path d="M52 42 A18 18 0 1 1 35 66" fill="none" stroke="#fff" stroke-width="8"/>'
        '<path d="M24 66 H48 L35 48Z" fill="#fff"/>'
    )


def _belt() -> str:
    """Return the belt under the name, running to the right."""
    arrows = ""
    for index in range(24):
        x = 46 + index * 34
        shape = [(x, 181), (x + 10, 181), (x + 22, 193), (x + 10, 205), (x, 205), (x + 12, 193)]
        arrows += f'<path d="{points([(float(a), float(b)) for a, b in shape])}"/>'
    wheels = "".join(
        f'<circle cx="{x}" cy="193" r="15" fill="#59616f" stroke="{INK}" stroke-width="4"/><circle cx="{x}" cy="193" r="5" fill="{INK}"/>'
        for x in (30, 870)
    )
    return (
        f'<rect x="8" y="170" width="884" height="46" rx="23" fill="{INK}"/>'
        '<rect x="12" y="174" width="876" height="38" rx="19" fill="#2a303b" stroke="#8d97a8" stroke-width="4"/>'
        f'<g fill="#f2c14e">{arrows}</g>{wheels}'
    )
