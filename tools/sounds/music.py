"""Three quiet loops of factory music: slow bass, soft bars, a pad, and steam in the background.

A loop has no seam: tones that ring beyond its last bar continue in its first, and the echo is computed around the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sounds.synth import RATE, Signal, band, bright, decay, hiss, mallet, metal, strike, swell, thump, tone

LEVEL = -24.0
"""The average level of a whole loop without weighting, in decibels below full scale."""
PEAK = 0.7
BEATS = 4
NOTES = {"C": 0, "Db": 1, "D": 2, "Eb": 3, "E": 4, "F": 5, "Gb": 6, "G": 7, "Ab": 8, "A": 9, "Bb": 10, "B": 11}
CHORDS = {
    "m9": (0, 3, 7, 10, 14),
    "m7": (0, 3, 7, 10, 12),
    "maj7": (0, 4, 7, 11, 14),
    "6": (0, 4, 7, 9, 14),
    "7sus4": (0, 5, 7, 10, 14),
    "7": (0, 4, 7, 10, 12),
}


@dataclass(frozen=True)
class Piece:
    """A loop: beats per minute, a chord for each bar, a seed for the choice of notes; with drums, with a pulse."""

    tempo: float
    chords: str
    seed: int
    drums: bool
    pulse: bool = False

    @property
    def bars(self) -> list[str]:
        """Return the chord of each bar."""
        return self.chords.split()

    @property
    def beat(self) -> float:
        """Return the length of a beat, in seconds."""
        return 60 / self.tempo

    @property
    def length(self) -> float:
        """Return the length of the loop, in seconds."""
        return len(self.bars) * BEATS * self.beat


PIECES = {
    "music-menu": Piece(
        72,
        "Dm9 Dm9 Bbmaj7 C6 Dm9 Fmaj7 Gm9 A7sus4 Bbmaj7 C6 Am7 Dm9 Gm9 Bbmaj7 A7sus4 A7",
        7,
        False,
    ),
    "music-match": Piece(
        84,
        "Cm9 Cm9 Abmaj7 Bb6 Cm9 Ebmaj7 Fm9 G7sus4 Abmaj7 Bb6 Gm7 Cm9 Fm9 Abmaj7 Dbmaj7 G7sus4 "
        "Cm9 Ebmaj7 Bb6 Fm9 Abmaj7 Fm9 G7sus4 G7",
        23,
        True,
    ),
    "music-tense": Piece(
        104,
        "Cm9 Cm9 Dbmaj7 Cm7 Abmaj7 Abmaj7 Fm9 G7sus4 Cm9 Ebmaj7 Dbmaj7 Fm9 Abmaj7 Bb6 Gm7 Cm7 Fm9 Dbmaj7 G7sus4 G7",
        31,
        True,
        True,
    ),
}


class Loop:
    """A stereo recording whose end continues at its start."""

    def __init__(self, length: float) -> None:
        """Start with silence of this length, in seconds."""
        self.sides = np.zeros((round(length * RATE), 2))

    def add(self, at: float, strength: float, part: Signal, pan: float = 0.0) -> None:
        """Add a part at a time, panned from -1 (left) to 1 (right); the rest beyond the end is added at the start."""
        places = (round(at * RATE) + np.arange(len(part))) % len(self.sides)
        angle = (pan + 1) * np.pi / 4
        self.sides[places, 0] += strength * np.cos(angle) * part
        self.sides[places, 1] += strength * np.sin(angle) * part

    def echoed(self, length: float, share: float, seed: int) -> NDArray[np.float64]:
        """Return the loop in a room whose echo continues around the loop, with a different echo for each side."""
        count = len(self.sides)
        result = (1 - share) * self.sides
        for side in (0, 1):
            echo = hiss(length, 250, 3500, seed + side) * decay(length, length / 4, 0.02)
            echo /= np.sqrt(np.sum(echo**2))
            result[:, side] += share * np.fft.irfft(np.fft.rfft(self.sides[:, side]) * np.fft.rfft(echo, count), count)
        return result


def pitches(chord: str, octave: int) -> list[float]:
    """Return the tones of a chord in hertz, from the root of an octave upward."""
    root = next(name for name in sorted(NOTES, key=len, reverse=True) if chord.startswith(name))
    base = 12 * (octave + 1) + NOTES[root]
    return [440 * 2 ** ((base + step - 69) / 12) for step in CHORDS[chord.removeprefix(root)]]


def placed(pitch: float, low: float) -> float:
    """Return a pitch moved by octaves into the octave that begins at `low`."""
    return float(pitch * 2.0 ** -np.floor(np.log2(pitch / low)))


# --- instruments ------------------------------------------------------------------------------------------------------


def bass(pitch: float, length: float) -> Signal:
    """Return a round plucked bass."""
    body = tone(pitch, length, (1, 0.45, 0.18, 0.06)) * decay(length, length * 0.55, 0.012)
    return body * np.minimum(1, np.arange(len(body), 0, -1) / (0.05 * RATE))


def pad(chord: Sequence[float], length: float) -> Signal:
    """Return a chord of soft strings that swells and fades."""
    result = np.zeros(round(length * RATE))
    for pitch in chord:
        for detune in (0.9985, 1.0015):
            result += tone(pitch * detune, length, bright(6, 2.0))[: len(result)]
    return result / len(chord) * swell(length, length * 0.35, length * 0.45)


def shaker(seed: int) -> Signal:
    """Return a soft tick of steam, like a closed hi-hat."""
    return hiss(0.09, 4500, 9000, seed) * decay(0.09, 0.018, 0.004)


def steam(length: float, seed: int) -> Signal:
    """Return a valve that opens slowly and closes."""
    return hiss(length, 1800, 6000, seed) * swell(length, length * 0.3, length * 0.6)


# --- parts ------------------------------------------------------------------------------------------------------------


def play_bass(loop: Loop, piece: Piece) -> None:
    """Add the root on one, again before three, and a fifth at the end of every second bar."""
    for number, chord in enumerate(piece.bars):
        start = number * BEATS * piece.beat
        root = placed(pitches(chord, 2)[0], 55)
        loop.add(start, 0.5, bass(root, 1.6 * piece.beat))
        loop.add(start + 2.5 * piece.beat, 0.36, bass(root, 1.1 * piece.beat))
        if number % 2:
            loop.add(start + 3.5 * piece.beat, 0.26, bass(placed(pitches(chord, 2)[2], 55), 0.6 * piece.beat))


def play_pad(loop: Loop, piece: Piece) -> None:
    """Add a chord through every bar, which overlaps with the next."""
    for number, chord in enumerate(piece.bars):
        start = number * BEATS * piece.beat
        _, *middle, top = pitches(chord, 3)
        voices = [*(placed(pitch, 196) for pitch in middle), placed(top, 392)]  # the ninth would clash with the third
        loop.add(start - 0.25 * piece.beat, 0.13, pad(voices, 4.9 * piece.beat), -0.3)
        loop.add(start - 0.15 * piece.beat, 0.13, pad(voices[::-1], 4.9 * piece.beat), 0.3)


def play_bars(loop: Loop, piece: Piece) -> None:
    """Add a figure of the chord's tones in eighths with rests; it repeats every four bars, slightly changed."""
    rng = np.random.default_rng(piece.seed)
    figure = [rng.permutation(5) for _ in range(2)]
    for number, chord in enumerate(piece.bars):
        tones = [placed(pitch, 392) for pitch in pitches(chord, 4)]
        for eighth in range(8):
            often = (0.95, 0.3, 0.6, 0.5, 0.75, 0.35, 0.6, 0.25)[eighth]
            if rng.random() > often:
                continue
            at = (number * BEATS + eighth / 2) * piece.beat
            which = int(figure[number % 2][(eighth + number // 4) % 5])
            strength = 0.15 * (0.7 + 0.3 * float(rng.random())) * (1.15 if eighth in (0, 4) else 0.85)
            loop.add(at, strength, mallet(2.2, tones[which], 0.5), 0.5 * np.sin(2.4 * (eighth + number)))


def play_factory(loop: Loop, piece: Piece) -> None:
    """Add steam and distant metal."""
    for number in range(0, len(piece.bars), 4):
        start = number * BEATS * piece.beat
        loop.add(start + 14 * piece.beat, 0.008, steam(2 * piece.beat, 70 + number), 0.6)
        loop.add(start + 7.5 * piece.beat, 0.022, metal(1.2, 330, 0.25), -0.7)
        loop.add(start + 15 * piece.beat, 0.016, metal(1.2, 247, 0.3), 0.7)


def play_pulse(loop: Loop, piece: Piece) -> None:
    """Add the root in eighths, like a machine that never stops, and a swell of steam into every fourth bar."""
    for number, chord in enumerate(piece.bars):
        start = number * BEATS * piece.beat
        root = placed(pitches(chord, 2)[0], 65)
        for eighth in range(8):
            strength = 0.2 if eighth % 4 == 0 else 0.13
            loop.add(start + eighth / 2 * piece.beat, strength, bass(root, 0.42 * piece.beat), -0.15)
        if number % 4 == 3:
            loop.add(start + 2 * piece.beat, 0.012, steam(2 * piece.beat, 170 + number), -0.4)


def play_drums(loop: Loop, piece: Piece) -> None:
    """Add a soft drum on one and three, a block on four, and a shaker between the beats."""
    for number in range(len(piece.bars)):
        start = number * BEATS * piece.beat
        loop.add(start, 0.34, thump(0.4, 105, 48, 0.1))
        loop.add(start + 2 * piece.beat, 0.26, thump(0.4, 105, 48, 0.09))
        loop.add(start + 3 * piece.beat, 0.035, strike(0.2, 520, (1, 1, 0.03), (2.5, 0.4, 0.015)), 0.35)
        for half in range(8):
            strength = 0.017 if half % 2 else 0.008
            loop.add(start + (half / 2) * piece.beat, strength, shaker(90 + half % 3), -0.35)


def compose(piece: Piece) -> NDArray[np.float64]:
    """Return a loop in its stored form: two columns of samples."""
    loop = Loop(piece.length)
    parts: list[Callable[[Loop, Piece], None]] = [play_pad, play_bars, play_factory, play_bass]
    for play in [*parts, *([play_drums] if piece.drums else []), *([play_pulse] if piece.pulse else [])]:
        play(loop, piece)
    result = loop.echoed(2.4, 0.3, piece.seed)
    for side in (0, 1):
        result[:, side] = band(result[:, side], 40, 9000)  # around the loop too, since it has no edges
    result *= 10 ** (LEVEL / 20) / np.sqrt(np.mean(result**2))
    return PEAK * np.tanh(result / PEAK)
