"""The sounds of the factory: belts, gears, presses, beams, doors."""

from __future__ import annotations

import numpy as np

from sounds.synth import (
    Signal,
    Sound,
    band,
    bright,
    clock,
    decay,
    glide,
    hiss,
    hollow,
    metal,
    mix,
    ramp,
    room,
    strike,
    swell,
    thump,
    tone,
)


def belt() -> Signal:
    """Return rollers, one after the other, over a motor."""
    time = clock(0.4)
    beat = 0.35 + 0.65 * np.clip(np.sin(2 * np.pi * 19 * time), 0, 1) ** 2
    rollers = hiss(0.4, 180, 1400, 31) * beat
    return mix(
        0.4,
        (0, 0.3, rollers * swell(0.4, 0.07, 0.16)),
        (0, 0.4, tone(74, 0.4, bright(6, 1.2)) * swell(0.4, 0.07, 0.16)),
    )


def gear() -> Signal:
    """Return a ratchet wheel that moves on by a quarter."""
    tooth = mix(
        0.07,
        (0, 0.6, strike(0.07, 690, (1, 1, 0.014), (2.4, 0.7, 0.01), (4.1, 0.4, 0.006))),
        (0, 0.5, thump(0.06, 170, 110, 0.015)),
    )
    teeth = [(0.02 + 0.055 * number, 0.7 + 0.06 * number, tooth) for number in range(5)]
    whirr = tone(glide(0.3, 120, 165, 125), 0.3, hollow(7, 1.4)) * swell(0.3, 0.05, 0.1)
    return mix(0.36, (0, 0.18, whirr), *teeth)


def pusher() -> Signal:
    """Return compressed air, and the piston that it drives."""
    air = hiss(0.35, 1800, 6500, 32) * decay(0.35, 0.07, 0.01)
    return room(
        mix(0.45, (0, 0.25, air), (0.05, 1.0, thump(0.25, 165, 88, 0.06)), (0.05, 0.25, metal(0.3, 312, 0.07))),
        0.3,
        0.2,
    )


def crusher() -> Signal:
    """Return a press that comes down and hits."""
    down = tone(glide(0.2, 165, 92), 0.2, bright(10, 1.2)) * ramp(0.2, 0.2, 1)
    blow = mix(
        0.75,
        (0, 1.8, thump(0.6, 125, 48, 0.15)),
        (0, 0.5, metal(0.6, 147, 0.18)),
        (0, 0.5, hiss(0.3, 80, 1600, 33) * decay(0.3, 0.05)),
    )
    return room(
        mix(
            0.98,
            (0, 0.3, down),
            (0.2, 1.0, np.tanh(blow)),
            (0.4, 0.07, hiss(0.5, 2200, 6000, 34) * swell(0.5, 0.08, 0.4)),
        ),
        0.7,
        0.25,
    )


def laser() -> Signal:
    """Return a robot's shot."""
    pitch = glide(0.36, 1500, 620, 260)
    shot = tone(pitch, 0.36, (1, 0.5, 0.3, 0.15)) * decay(0.36, 0.11, 0.003)
    return room(
        mix(
            0.42,
            (0, 0.5, shot),
            (0, 0.25, thump(0.15, 240, 110, 0.04)),
            (0, 0.07, hiss(0.1, 2500, 7000, 35) * decay(0.1, 0.02)),
        ),
        0.3,
        0.2,
    )


def board_laser() -> Signal:
    """Return the steady beam of a laser on a wall."""
    time = clock(0.5)
    hum = tone(196 * (1 + 0.004 * np.sin(2 * np.pi * 7 * time)), 0.5, bright(12, 1.1))
    fifth = tone(294, 0.5, bright(8, 1.3))
    flicker = 0.75 + 0.25 * np.sin(2 * np.pi * 42 * time)
    beam = band((hum + 0.5 * fifth) * flicker * swell(0.5, 0.025, 0.2), 120, 2600)
    return mix(0.5, (0, 0.4, beam), (0, 0.2, hiss(0.08, 2000, 6000, 36) * decay(0.08, 0.015)))


def flamer() -> Signal:
    """Return a flame that shoots up."""
    rng = np.random.default_rng(37)
    flutter = np.interp(clock(0.7), np.linspace(0, 0.7, 32), rng.uniform(0.55, 1.0, 32))
    low, high = hiss(0.7, 90, 700, 38), hiss(0.7, 700, 3200, 39)
    return (low + 0.45 * high) * flutter * swell(0.7, 0.07, 0.45)


def portal() -> Signal:
    """Return the way through a portal: tones that rise, waver and ring out."""
    time = clock(0.75)
    result = np.zeros(len(time))
    for number, pitch in enumerate((220, 277.2, 329.6, 440)):
        waver = 0.65 + 0.35 * np.sin(2 * np.pi * (9 + 2 * number) * time + number)
        result += tone(glide(0.75, pitch, pitch * 2), 0.75, (1, 0.3, 0.1)) * waver / 4
    return room(mix(1.1, (0, 0.6, result * swell(0.75, 0.15, 0.35))), 0.9, 0.45)


def door() -> Signal:
    """Return a door that slides, and its bolt."""
    slide = hiss(0.28, 350, 1900, 40) * swell(0.28, 0.08, 0.1)
    motor = tone(glide(0.28, 105, 140), 0.28, bright(8, 1.3)) * swell(0.28, 0.05, 0.08)
    return room(
        mix(
            0.52,
            (0, 0.2, slide),
            (0, 0.25, motor),
            (0.27, 0.9, thump(0.2, 150, 85, 0.045)),
            (0.27, 0.3, metal(0.2, 233, 0.05)),
        ),
        0.3,
        0.2,
    )


def oil() -> Signal:
    """Return a wet slide."""
    time = clock(0.45)
    pitch = glide(0.45, 330, 520, 190) * (1 + 0.06 * np.sin(2 * np.pi * 13 * time))
    wet = tone(pitch, 0.45, (1, 0.2)) * swell(0.45, 0.06, 0.25)
    return mix(0.45, (0, 0.4, wet), (0, 0.18, hiss(0.45, 350, 1500, 41) * swell(0.45, 0.1, 0.25)))


def lock() -> Signal:
    """Return a latch."""
    click = mix(
        0.08, (0, 0.5, strike(0.08, 1180, (1, 1, 0.012), (2.7, 0.5, 0.008))), (0, 0.4, thump(0.07, 210, 140, 0.02))
    )
    return mix(0.24, (0, 0.6, click), (0.08, 1.0, click), (0.08, 0.15, metal(0.15, 520, 0.04)))


def mirror() -> Signal:
    """Return a ray that glances off glass."""
    ping = strike(0.5, 1568, (1, 1, 0.14), (2.76, 0.4, 0.08), (5.4, 0.15, 0.04))
    return room(mix(0.6, (0, 0.5, ping), (0, 0.2, tone(glide(0.2, 700, 2100), 0.2) * decay(0.2, 0.06))), 0.5, 0.3)


SOUNDS = {
    "belt": Sound(belt, -25),
    "gear": Sound(gear, -22),
    "pusher": Sound(pusher, -20),
    "crusher": Sound(crusher, -19),
    "laser": Sound(laser, -20),
    "board-laser": Sound(board_laser, -22),
    "flamer": Sound(flamer, -20),
    "portal": Sound(portal, -20),
    "door": Sound(door, -21),
    "oil": Sound(oil, -21),
    "lock": Sound(lock, -22),
    "mirror": Sound(mirror, -21),
}
