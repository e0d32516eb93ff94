"""The sounds of the table: cards, buttons, the clock, and the moments that count."""

from __future__ import annotations

import numpy as np

from sounds.synth import (
    Signal,
    Sound,
    band,
    bright,
    decay,
    glide,
    hiss,
    hollow,
    mallet,
    mix,
    room,
    strike,
    swell,
    thump,
    tone,
)

C4, D4, E4, G4, A4, C5, D5, E5, G5, A5, C6, E6 = (
    261.63,
    293.66,
    329.63,
    392.0,
    440.0,
    523.25,
    587.33,
    659.26,
    783.99,
    880.0,
    1046.5,
    1318.5,
)


def horn(pitch: float, length: float) -> Signal:
    """Return a soft brass tone whose treble grows with its strength."""
    soft = tone(pitch, length, bright(4, 1.6)) * swell(length, 0.03, length * 0.6)
    return soft + 0.5 * tone(pitch, length, bright(9, 1.1)) * swell(length, 0.09, length * 0.75)


def flick(seed: int) -> Signal:
    """Return a card that is bent and released."""
    snap = hiss(0.05, 1100, 5200, seed) * decay(0.05, 0.01, 0.001)
    return mix(0.11, (0, 0.2, hiss(0.06, 700, 3000, seed + 1) * swell(0.06, 0.04, 0.02)), (0.045, 0.5, snap))


def card() -> Signal:
    """Return the sound of one card."""
    return flick(51)


def reveal() -> Signal:
    """Return several cards that are turned over at the same time."""
    return mix(
        0.24,
        (0, 0.7, flick(52)),
        (0.05, 0.8, flick(54)),
        (0.1, 1.0, flick(56)),
        (0.145, 0.35, thump(0.09, 220, 130, 0.02)),
    )


def option_drawn() -> Signal:
    """Return a card, and a glint."""
    glint = [(0.1 + 0.06 * number, 0.4, mallet(0.4, pitch, 0.14)) for number, pitch in enumerate((C5, G5, E6))]
    return room(mix(0.6, (0, 0.8, flick(58)), *glint), 0.5, 0.25)


def option_used() -> Signal:
    """Return a relay, and a device that charges."""
    relay = strike(0.05, 1320, (1, 1, 0.01), (2.3, 0.5, 0.007))
    charge = tone(glide(0.32, 220, 660), 0.32, hollow(7, 1.6)) * swell(0.32, 0.1, 0.15)
    return mix(0.42, (0, 0.5, relay), (0.04, 0.35, charge), (0.3, 0.3, mallet(0.12, A5, 0.06)))


def archive() -> Signal:
    """Return two soft bars that confirm a choice."""
    return room(mix(0.6, (0, 0.6, mallet(0.5, C5, 0.18)), (0.11, 0.7, mallet(0.45, G5, 0.2))), 0.5, 0.3)


def checkpoint() -> Signal:
    """Return a short fanfare."""
    notes = [(0.11 * number, 0.5, horn(pitch, 0.2)) for number, pitch in enumerate((C4, E4, G4))]
    chord = [(0.34, 0.34, horn(pitch, 0.75)) for pitch in (C4, E4, G4, C5)]
    bells = [(0.34 + 0.07 * number, 0.35, mallet(0.6, pitch, 0.25)) for number, pitch in enumerate((C5, G5, C6))]
    return room(mix(1.18, *notes, *chord, *bells), 0.8, 0.25)


def your_turn() -> Signal:
    """Return two bars that ask for attention."""
    return room(mix(0.85, (0, 0.6, mallet(0.7, G4, 0.25)), (0.16, 0.75, mallet(0.69, D5, 0.3))), 0.7, 0.35)


def victory() -> Signal:
    """Return a longer fanfare that ends high."""
    notes = [(0.1 * number, 0.5, horn(pitch, 0.18)) for number, pitch in enumerate((G4, C5, E5))]
    chord = [(0.33, 0.3, horn(pitch, 0.85)) for pitch in (C4, G4, C5, E5, G5)]
    bells = [(0.33 + 0.08 * number, 0.3, mallet(0.6, pitch, 0.25)) for number, pitch in enumerate((C5, E5, G5, C6, E6))]
    drum = [(at, 0.7, thump(0.3, 130, 62, 0.08)) for at in (0, 0.2, 0.33)]
    return room(mix(1.2, *notes, *chord, *bells, *drum), 0.8, 0.25)


def defeat() -> Signal:
    """Return three falling tones, and a low one."""
    notes = [(0.2 * number, 0.5, horn(pitch, 0.3)) for number, pitch in enumerate((E4, D4, C4 * 15 / 16))]
    low = [(0.6, 0.4, horn(pitch, 0.58)) for pitch in (A4 / 2, C4, A4 / 4)]
    return room(band(mix(1.2, *notes, *low), 40, 2200), 0.8, 0.3)


def click() -> Signal:
    """Return the sound of a button."""
    return mix(
        0.1, (0, 0.6, strike(0.1, 780, (1, 1, 0.012), (2.6, 0.4, 0.007))), (0, 0.5, thump(0.08, 210, 130, 0.018))
    )


def hover() -> Signal:
    """Return a barely audible tick."""
    return tone(1150, 0.1) * decay(0.1, 0.014, 0.006)


def error() -> Signal:
    """Return two short low tones for a refusal."""
    low = [tone(pitch, 0.13, hollow(9, 1.3)) * swell(0.13, 0.012, 0.05) for pitch in (196.0, 155.6)]
    return band(mix(0.32, (0, 0.5, low[0]), (0.15, 0.55, low[1])), 90, 2200)


def tick() -> Signal:
    """Return the tick of a clock."""
    return mix(
        0.11, (0, 0.6, strike(0.11, 1480, (1, 1, 0.013), (2.2, 0.5, 0.008))), (0, 0.3, strike(0.11, 620, (1, 1, 0.02)))
    )


def dice() -> Signal:
    """Return dice that roll out on a table."""
    rng = np.random.default_rng(61)
    parts = []
    for at in (0.0, 0.05, 0.085, 0.15, 0.2, 0.27, 0.36):
        pitch = float(rng.uniform(640, 1150))
        clack = strike(0.07, pitch, (1, 1, 0.012), (2.15, 0.6, 0.008), (3.9, 0.3, 0.005))
        parts += [(at, 0.6 * (1 - at), clack), (at, 0.3 * (1 - at), thump(0.06, 240, 150, 0.015))]
    return room(mix(0.5, *parts), 0.2, 0.15)


def points() -> Signal:
    """Return the sound of a coin."""
    bell = ((1, 1, 0.16), (2.4, 0.4, 0.09), (4.1, 0.2, 0.05))
    return room(mix(0.6, (0, 0.5, strike(0.1, 987.8, *bell)), (0.08, 0.6, strike(0.5, 1318.5, *bell))), 0.4, 0.2)


def start_number() -> Signal:
    """Return a token that leaves its pillar and snaps to a robot."""
    whirr = tone(glide(0.26, 320, 940), 0.26, bright(4, 1.6)) * swell(0.26, 0.08, 0.1)
    air = hiss(0.28, 900, 5200, 67) * swell(0.28, 0.16, 0.06)
    snap = strike(0.16, 1560, (1, 1, 0.03), (2.3, 0.6, 0.02), (4.4, 0.3, 0.01))
    return room(
        mix(0.5, (0, 0.35, whirr), (0, 0.14, air), (0.26, 0.7, snap), (0.26, 0.5, thump(0.14, 220, 120, 0.03))),
        0.3,
        0.18,
    )


def go() -> Signal:
    """Return the horn of the arena, above the hum of its wires."""
    call = [(at, 0.4, horn(pitch, length)) for at, pitch, length in ((0, G4, 0.14), (0.17, C5, 0.55), (0.17, G4, 0.55))]
    wires = band(tone(98.0, 0.5, hollow(9, 1.1)), 120, 1800) * swell(0.5, 0.1, 0.3)
    return room(mix(0.8, *call, (0.1, 0.18, wires), (0.17, 0.6, thump(0.3, 150, 70, 0.08))), 0.5, 0.2)


SOUNDS = {
    "card": Sound(card, -24),
    "reveal": Sound(reveal, -21),
    "option-drawn": Sound(option_drawn, -21),
    "option-used": Sound(option_used, -21),
    "archive": Sound(archive, -23),
    "checkpoint": Sound(checkpoint, -17),
    "your-turn": Sound(your_turn, -20),
    "victory": Sound(victory, -16),
    "defeat": Sound(defeat, -17),
    "click": Sound(click, -25),
    "hover": Sound(hover, -37),
    "error": Sound(error, -22),
    "tick": Sound(tick, -25),
    "dice": Sound(dice, -21),
    "points": Sound(points, -21),
    "start-number": Sound(start_number, -22),
    "go": Sound(go, -19),
}
