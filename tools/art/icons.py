"""Draw the white icons of buttons, status lines and settings."""

from __future__ import annotations

import math

from art.svg import Drawing, document, gear_path, number, points, polar

FOLDER = "assets/icons"
SIZE = 64
LINE = 'fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"'
FILL = 'fill="#fff" stroke="#fff" stroke-width="3" stroke-linejoin="round"'


def _line(data: str) -> str:
    return f'<path d="{data}" {LINE}/>'


def _fill(data: str) -> str:
    return f'<path d="{data}" {FILL}/>'


def _cut(data: str) -> str:
    """Return a shape with holes, by the even-odd rule."""
    return f'<path d="{data}" fill="#fff" fill-rule="evenodd"/>'


def _circle(x: float, y: float, radius: float) -> str:
    return f"M{number(x)} {number(y - radius)} a{radius} {radius} 0 1 0 .01 0Z"


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x} {y} h{width} v{height} h-{width}Z"


def _menu() -> str:
    return _line("M12 16 H52 M12 32 H52 M12 48 H52")


def _settings() -> str:
    return _cut(gear_path(32, 32, 20, 8, 8) + _circle(32, 32, 9))


def _lock() -> str:
    return _line("M20 30 V20 A12 12 0 0 1 44 20 V30") + _cut(
        "M12 28 H52 V58 H12Z" + _circle(32, 39, 5) + _box(30, 41, 4, 9)
    )


def _timer() -> str:
    return _line(_circle(32, 36, 21)) + _line("M32 36 V24 M32 36 L40 41 M26 6 H38 M32 7 V14 M50 16 L54 20")


def _sound(waves: str) -> str:
    return _fill("M8 25 H18 L32 12 V52 L18 39 H8Z") + _line(waves)


def _trophy() -> str:
    cup = _fill("M18 8 H46 V24 Q46 38 32 38 Q18 38 18 24Z")
    return cup + _line("M17 13 H8 Q8 27 18 28 M47 13 H56 Q56 27 46 28 M32 38 V48") + _fill("M20 52 H44 V56 H20Z")


def _robot() -> str:
    head = "M14 20 Q14 16 18 16 H46 Q50 16 50 20 V44 Q50 48 46 48 H18 Q14 48 14 44Z"
    holes = _circle(24, 29, 4.5) + _circle(40, 29, 4.5) + _box(23, 39, 18, 4)
    return (
        _cut(head + holes)
        + _line("M32 15 V8 M7 27 V37 M57 27 V37")
        + _fill("M22 54 H42 V57 H22Z")
        + _fill(_circle(32, 6, 2))
    )


def _dice() -> str:
    pips = "".join(_circle(x, y, 4.5) for x, y in ((21, 21), (43, 21), (32, 32), (21, 43), (43, 43)))
    return _cut("M16 8 H48 Q56 8 56 16 V48 Q56 56 48 56 H16 Q8 56 8 48 V16 Q8 8 16 8Z" + pips)


def _wrench() -> str:
    tool = "M-7 -8 C-18 -12 -18 -26 -8 -31 V-19 L0 -15 L8 -19 V-31 C18 -26 18 -12 7 -8 V24 A7 7 0 0 1 -7 24Z"
    return f'<g transform="translate(32 33) rotate(45)"><path d="{tool}{_circle(0, 24, 2.5)}" fill="#fff" fill-rule="evenodd"/></g>'


def _ghost(more: str = "") -> str:
    """Return a ghost in outline, with `more` lines over it."""
    body = _line(f"M13 54 V29 A19 19 0 0 1 51 29 V54 L44.7 47 L38.3 54 L32 47 L25.7 54 L19.3 47Z {more}")
    return body + _fill(_circle(25, 30, 2.5) + _circle(39, 30, 2.5))


def _eye() -> str:
    return _line("M4 32 Q32 4 60 32 Q32 60 4 32Z") + _fill(_circle(32, 32, 7))


def _save() -> str:
    body = "M8 12 Q8 8 12 8 H44 L56 20 V52 Q56 56 52 56 H12 Q8 56 8 52Z"
    return _cut(body + _box(18, 8, 22, 15) + _box(16, 34, 32, 16)) + _fill("M31 11 H35 V19 H31Z")


def _load() -> str:
    return _line("M8 50 V14 H24 L30 21 H50 V28") + _fill("M14 32 H60 L52 52 H8Z")


def _trash() -> str:
    bars = "".join(_box(x, 28, 4, 22) for x in (22, 30, 38))
    return _cut("M14 22 H50 L47 58 H17Z" + bars) + _line("M10 15 H54 M25 13 V7 H39 V13")


def _question() -> str:
    return _line("M20 22 Q20 9 32 9 Q45 9 45 21 Q45 29 38 32 Q32 35 32 42") + _fill(_circle(32, 53, 3.5))


def _info() -> str:
    return _cut(_circle(32, 32, 26) + _circle(32, 19, 4.5) + "M25 28 H37 V45 H40 V50 H24 V45 H28 V33 H25Z")


def _camera() -> str:
    return _cut("M6 20 H18 L23 12 H41 L46 20 H58 V52 H6Z" + _circle(32, 35, 12)) + _fill(_circle(32, 35, 5))


def _damage() -> str:
    burst = points([polar(32, 32, 29 if turn % 2 == 0 else 18, turn * 22.5) for turn in range(16)])
    return _cut(burst + "M36 14 L20 35 H30 L27 51 L45 28 H34Z")


def _power_down() -> str:
    start, end = polar(32, 35, 21, 40), polar(32, 35, 21, -40)
    arc = f"M{number(start[0])} {number(start[1])} A21 21 0 1 1 {number(end[0])} {number(end[1])}"
    return _line(arc) + _line("M32 8 V32")


def _heart() -> str:
    return _fill("M32 56 L10 33 C1 22 9 8 20 9 Q28 10 32 18 Q36 10 44 9 C55 8 63 22 54 33Z")


def _wifi() -> str:
    arcs = ""
    for radius in (14, 27, 40):
        reach = radius * math.sin(math.radians(45))
        arcs += f"M{number(32 - reach)} {number(52 - reach)} A{radius} {radius} 0 0 1 {number(32 + reach)} {number(52 - reach)} "
    return _line(arcs) + _fill(_circle(32, 52, 3))


def _people() -> str:
    return (
        _fill(_circle(22, 20, 9))
        + _fill("M6 54 Q6 36 22 36 Q38 36 38 54Z")
        + _fill(_circle(44, 22, 7))
        + _fill("M45 54 Q45 42 39 36 Q58 32 58 54Z")
    )


ICONS: dict[str, str] = {
    "heart": _heart(),
    "damage": _damage(),
    "power": _power_down(),
    "padlock": _lock(),
    "timer": _timer(),
    "menu": _menu(),
    "play": _fill("M16 8 L54 32 L16 56Z"),
    "pause": _fill("M14 10 H25 V54 H14Z M39 10 H50 V54 H39Z"),
    "step": _fill("M12 10 L40 32 L12 54Z M46 10 H53 V54 H46Z"),
    "fast": _fill("M6 12 L30 32 L6 52Z M34 12 L58 32 L34 52Z"),
    "skip": _fill("M4 14 L24 32 L4 50Z M27 14 L47 32 L27 50Z M53 13 H59 V51 H53Z"),
    "sound": _sound("M40 23 Q46 32 40 41 M47 14 Q59 32 47 50"),
    "sound-off": _sound("M41 24 L57 40 M57 24 L41 40"),
    "settings": _settings(),
    "trophy": _trophy(),
    "quit": _line("M28 8 H12 V56 H28 M26 32 H56 M44 19 L57 32 L44 45"),
    "save": _save(),
    "load": _load(),
    "info": _info(),
    "checkmark": _line("M9 34 L25 50 L55 14").replace('stroke-width="6"', 'stroke-width="9"'),
    "cross": _line("M13 13 L51 51 M51 13 L13 51").replace('stroke-width="6"', 'stroke-width="9"'),
    "trash": _trash(),
    "question": _question().replace('stroke-width="6"', 'stroke-width="8"'),
    "camera": _camera(),
    "arrow-left": _fill("M6 32 L30 10 V24 H58 V40 H30 V54Z"),
    "arrow-right": _fill("M58 32 L34 10 V24 H6 V40 H34 V54Z"),
    "robot": _robot(),
    "dice": _dice(),
    "flag": _line("M14 6 V59") + _fill("M14 9 Q26 2 36 10 Q46 16 56 10 V36 Q46 42 36 36 Q26 29 14 35Z"),
    "wrench": _wrench(),
    "eye": _eye(),
    "ghost": _ghost(),
    "ghost-off": _ghost("M6 6 L58 60"),
    "journal": _line("M12 6 H52 V58 H12Z")
    + _line("M22 20 H42 M22 32 H42 M22 44 H34").replace('width="6"', 'width="5"'),
    "replay": _line("M15 18 A23 23 0 1 1 9 35 M15 5 V19 H29") + _fill("M26 24 L44 34 L26 44Z"),
    "slow": _line("M18 12 L50 32 L18 52Z").replace('stroke-width="6"', 'stroke-width="5"'),
    "network": _wifi(),
    "people": _people(),
    "plus": _line("M32 10 V54 M10 32 H54").replace('stroke-width="6"', 'stroke-width="9"'),
    "minus": _line("M10 32 H54").replace('stroke-width="6"', 'stroke-width="9"'),
    "undo": _line("M12 26 H40 A15 15 0 0 1 40 56 H20 M24 12 L10 26 L24 40").replace(
        'stroke-width="6"', 'stroke-width="7"'
    ),
}


def drawings() -> list[Drawing]:
    """Return the icons."""
    return [
        Drawing(f"{FOLDER}/{name}", document(body, width=SIZE, height=SIZE), SIZE, SIZE) for name, body in ICONS.items()
    ]
