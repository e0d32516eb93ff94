"""Draw the faces of the command cards and the same commands as icons; the game writes the text."""

from __future__ import annotations

from art.svg import INK, Drawing, document, gear_path, linear, points

FOLDER = "plugins/program-cards/art"
WIDTH, HEIGHT = 120, 168
COLOURS = {
    "move1": "#f2c14e",
    "move2": "#f2c14e",
    "move3": "#f2c14e",
    "back-up": "#ff8a5c",
    "left": "#5cc4ff",
    "right": "#5cc4ff",
    "u-turn": "#c493f2",
    "pause": "#b4bdcc",
}


def drawings() -> list[Drawing]:
    """Return the card faces, the card back, the empty slot and the icons."""
    pictures = [_face(name, colour) for name, colour in COLOURS.items()]
    pictures += [_icon(name, symbol(name, colour)) for name, colour in COLOURS.items()]
    pictures.append(Drawing(f"{FOLDER}/unknown", _back(), WIDTH, HEIGHT))
    pictures.append(Drawing(f"{FOLDER}/empty", _slot(), WIDTH, HEIGHT))
    pictures.append(_icon("unknown", _back_icon()))
    dashes = '<rect x="9" y="9" width="46" height="46" rx="8" fill="none" stroke="#59657a" stroke-width="4" stroke-dasharray="9 6"/>'
    pictures.append(_icon("empty", dashes))
    return pictures


def symbol(name: str, colour: str) -> str:
    """Return a command's picture in a field of 64 by 64."""
    if name in ("move1", "move2", "move3"):
        return _move(int(name[-1]), colour)
    if name in ("left", "right"):
        return _turn(name == "right", colour)
    if name == "back-up":
        return _arrow_down(colour)
    if name == "u-turn":
        return _u_turn(colour)
    return f'<rect x="15" y="10" width="12" height="44" rx="3" fill="{colour}"/><rect x="37" y="10" width="12" height="44" rx="3" fill="{colour}"/>'


def _move(steps: int, colour: str) -> str:
    """Return an arrow ahead with one head for each step."""
    gap, thick = {1: (0, 15), 2: (19, 13), 3: (15, 9)}[steps]
    deep = {1: 24, 2: 20, 3: 18}[steps]
    height = deep + thick + gap * (steps - 1)
    stem = 10 if steps == 1 else 0
    top = 32 - (height + stem) / 2
    shapes = ""
    for index in range(steps):
        y = top + index * gap
        corners = [
            (32, y),
            (58, y + deep),
            (58, y + deep + thick),
            (32, y + thick),
            (6, y + deep + thick),
            (6, y + deep),
        ]
        shapes += f'<path d="{points(corners)}"/>'
    if steps == 1:
        shapes = f'<path d="{points([(32, 4), (58, 32), (42, 32), (42, 60), (22, 60), (22, 32), (6, 32)])}"/>'
    return f'<g fill="{colour}" stroke="{colour}" stroke-width="2" stroke-linejoin="round">{shapes}</g>'


def _turn(right: bool, colour: str) -> str:
    """Return an arrow that comes from below and bends to one side."""
    shape = (
        f'<path d="M18 60 V40 Q18 24 34 24 H40" fill="none" stroke="{colour}" stroke-width="14"/>'
        f'<path d="M38 4 L62 24 L38 44Z" fill="{colour}" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>'
    )
    return shape if right else f'<g transform="matrix(-1 0 0 1 64 0)">{shape}</g>'


def _arrow_down(colour: str) -> str:
    """Return an arrow back, with a bar on the side that the robot faces."""
    arrow = points([(32, 60), (56, 36), (42, 36), (42, 17), (22, 17), (22, 36), (8, 36)])
    return (
        f'<path d="{arrow}" fill="{colour}" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>'
        f'<rect x="14" y="4" width="36" height="7" rx="2" fill="{colour}"/>'
    )


def _u_turn(colour: str) -> str:
    return (
        f'<path d="M50 60 V26 Q50 10 34.5 10 Q19 10 19 26 V36" fill="none" stroke="{colour}" stroke-width="13"/>'
        f'<path d="M1 35 H37 L19 59Z" fill="{colour}" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>'
    )


def _icon(name: str, body: str) -> Drawing:
    return Drawing(f"{FOLDER}/icon-{name}", document(body, width=64, height=64), 64, 64)


def _frame(edge: str, fill: str = "url(#card)") -> str:
    return (
        f'<rect x="1" y="1" width="118" height="166" rx="12" fill="{INK}"/>'
        f'<rect x="3" y="3" width="114" height="162" rx="10" fill="{fill}" stroke="{edge}" stroke-width="2.5"/>'
    )


def _face(name: str, colour: str) -> Drawing:
    """Return one face: room for a priority above and for a name below, the command between."""
    defs = linear("card", "#333c4b", "#1b2029") + linear("well", "#12151b", "#1d222c")
    body = _frame(colour)
    body += f'<rect x="10" y="34" width="100" height="100" rx="8" fill="url(#well)" stroke="{INK}" stroke-width="2"/>'
    body += f'<path d="M14 30 H106 M14 138 H106" stroke="{colour}" stroke-width="1.5" opacity=".45"/>'
    body += f'<g transform="translate(20.8 44.8) scale(1.225)">{symbol(name, colour)}</g>'
    return Drawing(f"{FOLDER}/{name}", document(body, defs, WIDTH, HEIGHT), WIDTH, HEIGHT)


def _back_icon() -> str:
    dots = '<rect x="8" y="4" width="48" height="56" rx="8" fill="#2a313e" stroke="#8d97a8" stroke-width="3"/>'
    return (
        dots + f'<path d="{gear_path(32, 32, 13, 8, 5)}" fill="#8d97a8"/><circle cx="32" cy="32" r="6" fill="#2a313e"/>'
    )


def _back() -> str:
    """Return the back of a card: a big gear with a robot's eyes on a mesh of plates."""
    mesh = (
        '<pattern id="mesh" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="14" height="14" fill="#232a36"/><rect x="1" y="1" width="12" height="12" rx="2" fill="#2b3341"/></pattern>'
    )
    wheel = f'<path d="{gear_path(60, 84, 34, 10, 9)}" fill="#8a2f28" stroke="{INK}" stroke-width="3"/>'
    eyes = (
        '<circle cx="60" cy="84" r="25" fill="#14171d"/>'
        '<circle cx="50" cy="82" r="6.5" fill="#f2c14e"/><circle cx="70" cy="82" r="6.5" fill="#f2c14e"/>'
        '<path d="M50 95 H70" stroke="#f2c14e" stroke-width="3" stroke-dasharray="3 2.6"/>'
    )
    edge = '<rect x="9" y="9" width="102" height="150" rx="6" fill="none" stroke="#8a2f28" stroke-width="2"/>'
    return document(_frame("#59657a", "url(#mesh)") + edge + wheel + eyes, mesh, WIDTH, HEIGHT)


def _slot() -> str:
    """Return an empty place for a card."""
    corners = "".join(
        f'<path d="M{x} {y + dy} V{y} H{x + dx}" fill="none" stroke="#8d97a8" stroke-width="3.5" stroke-linecap="round"/>'
        for x, dx in ((12, 14), (108, -14))
        for y, dy in ((12, 14), (156, -14))
    )
    return document(
        '<rect x="3" y="3" width="114" height="162" rx="10" fill="#0f1218" fill-opacity=".75" stroke="#4a5568" '
        f'stroke-width="2.5" stroke-dasharray="10 7"/>{corners}',
        width=WIDTH,
        height=HEIGHT,
    )
