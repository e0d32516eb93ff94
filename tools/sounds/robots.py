"""The sounds of robots: how they move, suffer and come back."""

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
    mallet,
    metal,
    mix,
    noise,
    ramp,
    room,
    strike,
    swell,
    thump,
    tone,
)


def step() -> Signal:
    """Return a motor that hums for the length of a cell, and the treads below it."""
    hum = tone(glide(0.27, 158, 204, 166), 0.27, bright(7, 1.3)) * swell(0.27, 0.06, 0.12)
    tread = hiss(0.03, 700, 2600, 11) * decay(0.03, 0.006)
    return mix(0.27, (0, 0.4, hum), *((0.03 + 0.065 * number, 0.3, tread) for number in range(3)))


def turn() -> Signal:
    """Return a servo."""
    pitch = glide(0.26, 300, 520, 545, 330) * (1 + 0.012 * np.sin(2 * np.pi * 31 * clock(0.26)))
    whine = tone(pitch, 0.26, (1, 0.45, 0.3, 0.12)) * swell(0.26, 0.04, 0.1)
    return mix(0.26, (0, 0.5, whine), (0, 0.06, hiss(0.26, 900, 3000, 12) * swell(0.26, 0.03, 0.1)))


def push() -> Signal:
    """Return two robots that meet: metal on metal."""
    click = hiss(0.05, 900, 5000, 13) * decay(0.05, 0.009)
    return room(
        mix(0.42, (0, 0.5, metal(0.4, 268, 0.13)), (0, 0.35, click), (0, 0.9, thump(0.3, 150, 75, 0.06))), 0.3, 0.25
    )


def blocked() -> Signal:
    """Return a dull thud against a wall."""
    return mix(
        0.3,
        (0, 0.8, thump(0.3, 190, 95, 0.055)),
        (0, 0.35, hiss(0.12, 250, 1400, 14) * decay(0.12, 0.025)),
        (0, 0.3, metal(0.2, 262, 0.035)),
    )


def place() -> Signal:
    """Return a robot that appears."""
    pitch = glide(0.4, 260, 780)
    shimmer = (
        tone(pitch, 0.4, (1, 0.5, 0.25)) * (0.6 + 0.4 * np.sin(2 * np.pi * 17 * clock(0.4))) * swell(0.4, 0.2, 0.2)
    )
    return room(mix(0.6, (0, 0.35, shimmer), (0.3, 0.8, thump(0.25, 140, 80, 0.06))), 0.5, 0.3)


def hurt() -> Signal:
    """Return sparks, and a voice that falls."""
    rng = np.random.default_rng(15)
    spark = hiss(0.02, 2000, 7500, 16) * decay(0.02, 0.004)
    sparks = [(float(at), 0.35 * float(1 - at), spark) for at in np.sort(rng.uniform(0, 0.22, 12))]
    voice = tone(glide(0.3, 410, 150), 0.3, hollow(9, 1.3)) * decay(0.3, 0.09)
    return mix(0.32, (0, 0.5, voice), *sparks)


def explosion() -> Signal:
    """Return a blast whose treble fades first."""
    long = 1.15
    parts = [
        (0.0, 0.5, hiss(long, 60, 4200, 17) * decay(long, 0.06)),
        (0.0, 0.9, hiss(long, 60, 1300, 18) * decay(long, 0.17)),
        (0.0, 0.9, hiss(long, 45, 420, 19) * decay(long, 0.32)),
        (0.0, 2.2, thump(long, 120, 42, 0.22)),
    ]
    debris = metal(0.2, 610, 0.05)
    parts += [(at, 0.16, debris) for at in (0.31, 0.42, 0.6)]
    return room(np.tanh(0.8 * mix(long, *parts)), 0.9, 0.3)


def fall() -> Signal:
    """Return a falling whistle, and a blow far below."""
    pitch = glide(0.68, 880, 170) * (1 + 0.015 * np.sin(2 * np.pi * 9 * clock(0.68)))
    whistle = tone(pitch, 0.68, (1, 0.25, 0.08)) * swell(0.68, 0.05, 0.4)
    return room(
        mix(1.1, (0, 0.5, whistle), (0.72, 0.9, thump(0.3, 95, 50, 0.09)), (0.72, 0.1, metal(0.3, 180, 0.08))),
        0.8,
        0.35,
    )


def repair() -> Signal:
    """Return a ratchet, and two bars that confirm a repair."""
    ratchet = mix(
        0.05,
        (0, 0.5, strike(0.05, 1650, (1, 1, 0.008), (1.7, 0.6, 0.006))),
        (0, 0.2, noise(0.05, 20) * decay(0.05, 0.004)),
    )
    clicks = [(0.05 * number, 0.5, ratchet) for number in range(5)]
    return room(
        mix(0.8, *clicks, (0.27, 0.6, mallet(0.5, 659.3, 0.2)), (0.37, 0.7, mallet(0.43, 880.0, 0.22))), 0.5, 0.25
    )


def power_down() -> Signal:
    """Return a machine that runs down."""
    pitch = glide(0.95, 233, 150, 58)
    return band(tone(pitch, 0.95, bright(14, 1.2)) * swell(0.95, 0.03, 0.6), 40, 1500)


def power_up() -> Signal:
    """Return a machine that starts, and its ready tone."""
    run = band(tone(glide(0.7, 62, 150, 294), 0.7, bright(14, 1.2)) * swell(0.7, 0.3, 0.15), 40, 2000)
    return room(mix(0.95, (0, 0.7, run), (0.55, 0.6, mallet(0.4, 587.3, 0.18))), 0.4, 0.2)


def ball() -> Signal:
    """Return a ball that is hit: rubber, and a ring."""
    return mix(
        0.34,
        (0, 1.0, thump(0.2, 330, 150, 0.05)),
        (0, 0.25, metal(0.34, 720, 0.09)),
        (0, 0.2, hiss(0.03, 800, 3500, 21) * decay(0.03, 0.006)),
    )


def hitch() -> Signal:
    """Return a magnet that takes hold."""
    pull = tone(glide(0.16, 130, 420), 0.16, bright(8, 1.3)) * ramp(0.16, 0, 1) ** 2
    return room(
        mix(0.48, (0, 0.4, pull), (0.16, 0.6, metal(0.3, 415, 0.07)), (0.16, 0.6, thump(0.2, 160, 90, 0.05))), 0.3, 0.2
    )


def pogo() -> Signal:
    """Return a spring."""
    time = clock(0.5)
    pitch = glide(0.5, 170, 390, 300) * (1 + 0.22 * np.exp(-time / 0.16) * np.sin(2 * np.pi * 24 * time))
    return mix(
        0.5,
        (0, 0.6, tone(pitch, 0.5, (1, 0.6, 0.4, 0.25, 0.12)) * decay(0.5, 0.16, 0.006)),
        (0, 0.4, thump(0.2, 160, 90, 0.05)),
    )


SOUNDS = {
    "step": Sound(step, -26),
    "turn": Sound(turn, -26),
    "push": Sound(push, -20),
    "blocked": Sound(blocked, -23),
    "place": Sound(place, -21),
    "hurt": Sound(hurt, -20),
    "explosion": Sound(explosion, -15),
    "fall": Sound(fall, -18),
    "repair": Sound(repair, -20),
    "power-down": Sound(power_down, -20),
    "power-up": Sound(power_up, -20),
    "ball": Sound(ball, -19),
    "hitch": Sound(hitch, -20),
    "pogo": Sound(pogo, -20),
}
