"""Draw beams, bursts and highlights; all randomness comes from a fixed seed."""

from __future__ import annotations

import random

from art.machines import BARRELS
from art.svg import Drawing, blur, document, number, points, polar, radial

FOLDER = "assets/effects"
BURST_FRAMES = 12


def drawings() -> list[Drawing]:
    """Return all effects."""
    pictures = {
        "beam-red": _beams((64,), "#ff2d3d", "#ffd5d8"),
        "beam-red-2": _beams(BARRELS[2], "#ff2d3d", "#ffd5d8"),
        "beam-red-3": _beams(BARRELS[3], "#ff2d3d", "#ffd5d8"),
        "beam-robot": _beams((64,), "#19d3f0", "#e3fdff"),
        "beam-plain": _beams((64,), "#ffffff", "#ffffff"),
        "beam-core": _core(),
        "beam-end": _spark(12, "#ff7a3a", "#ffd27a"),
        "beam-end-robot": _spark(12, "#19d3f0", "#c9fbff"),
        "spark": _spark(4, "#ffb347", "#fff2c4"),
        "smoke": _smoke(),
        "glow": document(
            '<circle cx="64" cy="64" r="64" fill="url(#glow)"/>',
            radial("glow", (0, "#fff", 1), (0.35, "#fff", 0.55), (1, "#fff", 0)),
        ),
        "ring": _ring(""),
        "ghost-ring": _ring("18 11.3"),
        "target": _target(),
    }
    frames = [Drawing(f"{FOLDER}/explosion-{frame}", _explosion(frame)) for frame in range(BURST_FRAMES)]
    return [Drawing(f"{FOLDER}/{name}", svg) for name, svg in pictures.items()] + frames


def _beams(columns: tuple[int, ...], colour: str, core: str) -> str:
    """Return upright beams through a whole tile; tiles join without a seam."""
    glow = (
        '<linearGradient id="glow" x1="0" y1="0" x2="1" y2="0">'
        f'<stop offset="0" stop-color="{colour}" stop-opacity="0"/><stop offset=".5" stop-color="{colour}" stop-opacity=".75"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></linearGradient>'
    )
    body = ""
    for x in columns:
        body += (
            f'<rect x="{x - 18}" y="0" width="36" height="128" fill="url(#glow)"/>'
            f'<rect x="{x - 5}" y="0" width="10" height="128" fill="{colour}"/><rect x="{x - 2}" y="0" width="4" height="128" fill="{core}"/>'
        )
    return document(body, glow)


def _core() -> str:
    """Return the bright middle of a beam, which has the same colour for all seats."""
    return document('<rect x="60" y="0" width="8" height="128" fill="#ffffff" fill-opacity=".85"/>')


def _spark(rays: int, colour: str, core: str) -> str:
    """Return a bright star with rays of unequal length."""
    source = random.Random(rays)
    star: list[tuple[float, float]] = []
    for index in range(rays):
        bearing = 360 * index / rays
        reach = 58 if rays == 4 else source.uniform(34, 58)
        star += [polar(64, 64, reach, bearing), polar(64, 64, 13 if rays > 4 else 9, bearing + 180 / rays)]
    defs = radial("glow", (0, core, 1), (0.4, colour, 0.6), (1, colour, 0))
    return document(
        f'<circle cx="64" cy="64" r="56" fill="url(#glow)"/><path d="{points(star)}" fill="{colour}"/>'
        f'<path d="{points(star)}" fill="{core}" transform="translate(25.6 25.6) scale(.6)"/><circle cx="64" cy="64" r="9" fill="#fff"/>',
        defs,
    )


def _smoke() -> str:
    source = random.Random(7)
    puffs = "".join(
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(source.uniform(18, 30))}" fill="url(#puff)"/>'
        for x, y in (polar(64, 64, source.uniform(8, 30), turn * 40) for turn in range(9))
    )
    return document(puffs, radial("puff", (0, "#c3cad6", 0.65), (0.6, "#7d8799", 0.35), (1, "#59616f", 0)))


def _ring(dashes: str) -> str:
    """Return a white ring for tinting; dashed for planned moves."""
    dash = f'stroke-dasharray="{dashes}"' if dashes else ""
    return document(
        f'<circle cx="64" cy="64" r="56" fill="none" stroke="#fff" stroke-width="9" opacity=".35" filter="url(#soft)" {dash}/>'
        f'<circle cx="64" cy="64" r="56" fill="none" stroke="#fff" stroke-width="5" {dash}/>',
        blur("soft", 3),
    )


def _target() -> str:
    """Return four white corners around a tile."""
    corners = "".join(
        f'<path d="M{x} {y + 26 * dy} V{y} H{x + 26 * dx}" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>'
        for x, dx in ((8, 1), (120, -1))
        for y, dy in ((8, 1), (120, -1))
    )
    return document(corners)


def _explosion(frame: int) -> str:
    """Return one frame: a flash, a fireball that opens, shards and smoke that thins out."""
    time = frame / (BURST_FRAMES - 1)
    source = random.Random(41)
    grow = 1 - (1 - time) ** 2.5
    defs = radial("flash", (0, "#fff", 1), (0.5, "#ffe9a8", 0.8), (1, "#ffb347", 0)) + radial(
        "fire", (0, "#fff2c4", 1), (0.3, "#ffc04a", 0.95), (0.65, "#ff6a2a", 0.8), (1, "#b3261a", 0)
    )
    defs += radial("puff", (0, "#4a505d", 0.85), (0.6, "#333843", 0.55), (1, "#1b1e25", 0))
    puffs, fires, shards = "", "", ""
    smoke = min(1.0, time * 4) * (1 - max(0.0, time - 0.45) / 0.55)
    heat = max(0.0, 1 - time * 1.25)
    for index in range(16):
        bearing, far, size = index * 137.5, source.uniform(0.2, 1) * 30, source.uniform(17, 25)
        x, y = polar(64, 64, far * (0.25 + 0.9 * grow), bearing)
        wide = size * (0.55 + 0.65 * grow)
        puffs += f'<circle cx="{number(x)}" cy="{number(y - 6 * time)}" r="{number(wide * 1.15)}" fill="url(#puff)" opacity="{number(smoke)}"/>'
        hot = wide * (0.45 + 0.75 * heat)
        fires += f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(hot)}" fill="url(#fire)" opacity="{number(min(1, heat * 1.5))}"/>'
    for index in range(14):
        bearing, far, size = index * 25.7 + source.uniform(-9, 9), source.uniform(40, 60), source.uniform(3, 6.5)
        x, y = polar(64, 64, 8 + far * grow, bearing)
        colour = ("#ffd27a", "#ff8a3a", "#9aa4b5")[index % 3]
        spin = bearing + 400 * time
        shards += (
            f'<path d="M0 {number(-size)} L{number(size * 0.7)} {number(size * 0.6)} L{number(-size * 0.7)} {number(size * 0.4)}Z" fill="{colour}" '
            f'opacity="{number(max(0.0, 1 - time**3))}" transform="translate({number(x)} {number(y)}) rotate({number(spin)})"/>'
        )
    wave = f'<circle cx="64" cy="64" r="{number(12 + 50 * grow)}" fill="none" stroke="#ffe9a8" stroke-width="{number(7 * (1 - time) + 0.2)}" opacity="{number(max(0.0, 0.9 - time * 1.6))}"/>'
    flash = f'<circle cx="64" cy="64" r="{number(26 + 40 * min(1, time * 4))}" fill="url(#flash)" opacity="{number(max(0.0, 1 - time * 3.2))}"/>'
    return document(puffs + fires + wave + shards + flash, defs)
