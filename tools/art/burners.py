"""Draw the flamers: a grate with burner nozzles, cold and burning, and a loop of flames."""

from __future__ import annotations

import math

from art.svg import INK, SEAM, Drawing, document, floor, linear, number, radial, rivet

FOLDER = "plugins/flamers/art"
FRAMES = 8
NOZZLES = ((36, 38), (92, 38), (64, 66), (36, 94), (92, 94))
_STEEL = linear("steel", "#cfd6e2", "#6d778a", diagonal=True)
FLAME = "M0 -15 C3 -7 11 -4 11 5 A11 10.5 0 0 1 -11 5 C-11 0 -8 -3 -6 -6 C-5 -2 -3 -1 -2 -2 C-3 -7 -2 -11 0 -15Z"


def drawings() -> list[Drawing]:
    """Return the grate in both states and the frames of its flames."""
    pictures = {"flamer": _grate(hot=False), "flamer-active": _grate(hot=True)}
    pictures |= {"flamer-over": _corners(hot=False), "flamer-over-active": _corners(hot=True)}
    pictures.update({f"flame-{frame}": _flames(frame / FRAMES) for frame in range(FRAMES)})
    return [Drawing(f"{FOLDER}/{name}", svg) for name, svg in pictures.items()]


def _grate(hot: bool) -> str:
    """Return the floor with the grate; hot bars glow and every nozzle burns blue at its rim."""
    defs = _STEEL + radial("embers", (0, "#ffd27a", 1), (0.45, "#ff7a2a", 0.95), (1, "#7a1d10", 1))
    bed = (
        f'<rect x="7" y="7" width="114" height="114" rx="10" fill="{SEAM}"/>{_frame(hot)}'
        f'<rect x="15" y="15" width="98" height="98" rx="7" fill="{"url(#embers)" if hot else "#0b0d11"}" stroke="{INK}" stroke-width="3"/>'
    )
    colour, shine = ("#43201a", "#8a3a22") if hot else ("#59616f", "#7d8799")
    bars = "".join(
        f'<rect x="17" y="{y}" width="94" height="6" rx="2" fill="{colour}"/><path d="M19 {y + 1} H109" stroke="{shine}" stroke-width="1.5"/>'
        for y in range(22, 108, 13)
    )
    nozzles = "".join(_nozzle(x, y, 21 if x == 64 else 14, hot) for x, y in NOZZLES)
    return document(floor(rivets=False) + bed + bars + nozzles, defs)


def _corners(hot: bool) -> str:
    """Return the burners alone, for a space that also shows something else: four at the corners, one above."""
    corners = ((22, 22), (106, 22), (22, 106), (106, 106))
    nozzles = "".join(_nozzle(x, y, 14, hot) for x, y in corners) + _nozzle(64, 24, 21, hot)
    return document(_frame(hot) + nozzles, _STEEL)


def _frame(hot: bool) -> str:
    paint = "#ff7a2a" if hot else "#c9642b"
    return (
        f'<rect x="8.5" y="8.5" width="111" height="111" rx="9" fill="none" stroke="{paint}" stroke-width="4" '
        'stroke-dasharray="16 6.2"/>'
    )


def _nozzle(x: int, y: int, radius: int, hot: bool) -> str:
    """Return one burner; the big one has a slot in the form of a flame."""
    ring = (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="url(#steel)" stroke="{INK}" stroke-width="3"/>'
        f'<circle cx="{x}" cy="{y}" r="{radius - 5}" fill="{"#1d3f8f" if hot else "#1b1e25"}" stroke="{INK}" stroke-width="2"/>'
    )
    if radius > 14:
        fill = "#fff2c4" if hot else "#e07a3a"
        return ring + f'<path d="{FLAME}" fill="{fill}" transform="translate({x} {y + 1})"/>'
    core = "#bfe4ff" if hot else "#0b0d11"
    bolts = "" if hot else "".join(rivet(x + dx, y + dy, 1.6) for dx in (-8.2, 8.2) for dy in (-8.2, 8.2))
    return ring + f'<circle cx="{x}" cy="{y}" r="4.5" fill="{core}"/>{bolts}'


def _flames(time: float) -> str:
    """Return one frame of five flames; `time` runs from 0 to 1, and every motion is periodic."""
    defs = (
        '<linearGradient id="outer" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="#ff9a2a"/>'
        '<stop offset=".55" stop-color="#ff5a1f"/><stop offset="1" stop-color="#d3201a" stop-opacity=".75"/></linearGradient>'
        '<linearGradient id="inner" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="#fff6d0"/>'
        '<stop offset=".5" stop-color="#ffd84a"/><stop offset="1" stop-color="#ff9f2e"/></linearGradient>'
    ) + radial("glow", (0, "#ffb347", 0.55), (1, "#ff5a1f", 0))
    glow = f'<circle cx="64" cy="64" r="{number(58 + 5 * math.sin(math.tau * time))}" fill="url(#glow)"/>'
    flames = "".join(_flame(x, y + 10, x == 64, time + index * 0.37) for index, (x, y) in enumerate(NOZZLES))
    sparks = ""
    for index in range(7):
        share = (time + index / 7) % 1
        x = 20 + index * 14.7 + 5 * math.sin(math.tau * (time + index * 0.3))
        y = 92 - index % 3 * 16 - 58 * share
        sparks += f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(2.8 - 1.6 * share)}" fill="#ffe08a" opacity="{number(1 - share)}"/>'
    return document(glow + flames + sparks, defs)


def _flame(x: float, y: float, big: bool, phase: float) -> str:
    """Return one flame with two tongues and a bright heart; `y` is its foot."""
    turn = math.tau * phase
    height = (56 if big else 41) * (1 + 0.16 * math.sin(turn))
    width = (21 if big else 15) * (1 + 0.08 * math.sin(2 * turn + 1))
    sway = 7 * math.sin(turn + 1.3)
    bend = 5 * math.sin(turn + 2.6)

    def tongue(high: float, wide: float, lean: float) -> str:
        left, right, top = x - wide, x + wide, y - high
        return (
            f"M{number(x)} {number(y)} C{number(left - 2)} {number(y)} {number(left - 3)} {number(y - high * 0.4)} "
            f"{number(left * 0.5 + x * 0.5 + bend)} {number(y - high * 0.62)} Q{number(x + bend - wide * 0.1)} {number(y - high * 0.8)} "
            f"{number(x + lean)} {number(top)} Q{number(x + lean + wide * 0.5)} {number(y - high * 0.72)} "
            f"{number(right * 0.7 + x * 0.3 + bend * 0.5)} {number(y - high * 0.5)} C{number(right + 3)} {number(y - high * 0.3)} "
            f"{number(right + 2)} {number(y)} {number(x)} {number(y)}Z"
        )

    lick = tongue(height * 0.7, width * 0.85, -sway * 0.6 - width * 0.45)
    return (
        f'<path d="{lick}" fill="url(#outer)"/>'
        f'<path d="{tongue(height, width, sway)}" fill="url(#outer)" stroke="#8a1a12" stroke-width="1.5" stroke-opacity=".6"/>'
        f'<path d="{tongue(height * 0.58, width * 0.55, sway * 0.6)}" fill="url(#inner)"/>'
    )
