"""The parts of sounds: noise, tones, struck metal, filters, rooms, and an even loudness.

Signals are arrays of floats at `RATE` samples a second, -1 to 1 when finished; lengths are in seconds, pitches in
hertz.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RATE = 44100
PEAK = 0.84
"""The highest sample of any sound; it leaves room for the deviations of an encoder."""
LEAD = 0.004
"""The seconds of silence at the start, where an encoder may begin to ring."""
WINDOW = 0.125
"""The seconds over which the ear adds up loudness."""

Signal = NDArray[np.float64]


@dataclass(frozen=True)
class Sound:
    """A sound of the game: the function that makes it, and its perceived loudness in decibels below full scale."""

    make: Callable[[], Signal]
    level: float = -23.0


def clock(length: float) -> Signal:
    """Return the time of every sample, in seconds."""
    return np.arange(round(length * RATE)) / RATE


def ramp(length: float, *values: float) -> Signal:
    """Return straight lines from value to value, all of the same length."""
    return np.interp(clock(length), np.linspace(0, length, len(values)), values)


def glide(length: float, *pitches: float) -> Signal:
    """Return a pitch that glides from each to the next, evenly on a scale of perceived pitch."""
    return np.exp(ramp(length, *np.log(pitches)))


def tone(pitch: Signal | float, length: float, partials: Iterable[float] = (1.0,)) -> Signal:
    """Return a tone with the strengths of its partials; partials above the middle of the treble are left out."""
    pitch = np.broadcast_to(pitch, clock(length).shape)
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    result = np.zeros(len(phase))
    for number, strength in enumerate(partials, 1):
        result += strength * np.sin(number * phase) * (number * pitch < 14000)
    return result


def bright(count: int, slope: float = 1.0) -> list[float]:
    """Return the partials of a sawtooth (slope 1) or of a softer tone (a larger slope)."""
    return [number**-slope for number in range(1, count + 1)]


def hollow(count: int, slope: float = 1.0) -> list[float]:
    """Return only odd partials, like those of a square wave."""
    return [number**-slope * (number % 2) for number in range(1, count + 1)]


def noise(length: float, seed: int) -> Signal:
    """Return white noise, the same for the same seed."""
    return np.random.default_rng(seed).uniform(-1, 1, len(clock(length)))


def band(signal: Signal, low: float, high: float) -> Signal:
    """Return the part of a signal between two pitches, with soft edges of half an octave."""
    spectrum = np.fft.rfft(signal)
    pitch = np.maximum(np.fft.rfftfreq(len(signal), 1 / RATE), 1e-3)
    gain = 1 / (1 + (low / pitch) ** 4) / (1 + (pitch / high) ** 4)
    banded: Signal = np.fft.irfft(spectrum * gain, len(signal))
    return banded


def hiss(length: float, low: float, high: float, seed: int) -> Signal:
    """Return noise between two pitches, with an average strength of 1."""
    result = band(noise(length, seed), low, high)
    levelled: Signal = result / np.sqrt(np.mean(result**2))
    return levelled


def decay(length: float, fall: float, rise: float = 0.002) -> Signal:
    """Return an envelope that rises at once and falls to a third in `fall` seconds."""
    time = clock(length)
    return np.minimum(1, time / rise) * np.exp(-time / fall)


def swell(length: float, rise: float, fall: float) -> Signal:
    """Return an envelope that rises and falls softly and stays level in between."""
    time = clock(length)
    up, down = np.clip(time / rise, 0, 1), np.clip((length - time) / fall, 0, 1)
    course: Signal = np.sin(up * np.pi / 2) ** 2 * np.sin(down * np.pi / 2) ** 2
    return course


def strike(length: float, pitch: float, *modes: tuple[float, float, float]) -> Signal:
    """Return a struck object: each mode is a multiple of the pitch, its strength and its decay in seconds."""
    time = clock(length)
    result = np.zeros(len(time))
    for multiple, strength, fall in modes:
        result += strength * np.sin(2 * np.pi * pitch * multiple * time) * np.exp(-time / fall)
    return result * np.minimum(1, time / 0.0015)


def metal(length: float, pitch: float, fall: float) -> Signal:
    """Return a struck piece of metal."""
    modes = ((1, 1, 1), (2.32, 0.7, 0.7), (3.57, 0.5, 0.5), (5.21, 0.35, 0.35), (7.4, 0.2, 0.25))
    return strike(length, pitch, *((multiple, gain, fall * part) for multiple, gain, part in modes))


def mallet(length: float, pitch: float, fall: float = 0.35) -> Signal:
    """Return a softly struck bar, as on a vibraphone."""
    return strike(length, pitch, (1, 1, fall), (3.98, 0.22, fall * 0.35), (9.7, 0.05, fall * 0.12))


def thump(length: float, high: float, low: float, fall: float) -> Signal:
    """Return a dull blow whose pitch falls."""
    time = clock(length)
    return tone(low + (high - low) * np.exp(-time / (fall * 0.4)), length) * decay(length, fall, 0.003)


def mix(length: float, *parts: tuple[float, float, Signal]) -> Signal:
    """Return a sum of parts: each has a start and a strength; the rest beyond `length` is cut."""
    result = np.zeros(len(clock(length)))
    for start, strength, part in parts:
        first = round(start * RATE)
        count = min(len(part), len(result) - first)
        if count > 0:
            result[first : first + count] += strength * part[:count]
    return result


def room(signal: Signal, length: float, share: float, seed: int = 5) -> Signal:
    """Return the signal in a room whose echo fades within `length` seconds; `share` is the part of the echo."""
    echo = hiss(length, 200, 5000, seed) * decay(length, length / 4, 0.01)
    echo /= np.sqrt(np.sum(echo**2))
    size = len(signal) + len(echo)
    wet = np.fft.irfft(np.fft.rfft(signal, size) * np.fft.rfft(echo, size), size)[: len(signal)]
    return (1 - share) * signal + share * wet


def weighed(signal: Signal) -> Signal:
    """Return the signal weighted as by the ear (the A curve of IEC 61672)."""
    spectrum = np.fft.rfft(signal)
    square = np.fft.rfftfreq(len(signal), 1 / RATE) ** 2
    gain = 12194.0**2 * square**2
    gain = gain / ((square + 20.6**2) * (square + 12194.0**2))
    gain = gain / np.sqrt((square + 107.7**2) * (square + 737.9**2))
    return np.fft.irfft(spectrum * gain * 1.259, len(signal))


def loudness(signal: Signal) -> float:
    """Return the perceived level of the loudest moment, in decibels below full scale."""
    size = round(WINDOW * RATE)
    square = np.concatenate([np.zeros(size), weighed(signal) ** 2, np.zeros(size)])
    sums = np.cumsum(square)
    return float(10 * np.log10(np.max(sums[size:] - sums[:-size]) / size + 1e-12))


def finish(sound: Sound) -> Signal:
    """Return a sound in its stored form: no offset, silent ends, at its level, never above `PEAK`."""
    signal = np.concatenate([np.zeros(round(LEAD * RATE)), sound.make()])
    signal = band(signal, 40, 12000)
    rising, falling = round(0.001 * RATE), round(0.02 * RATE)
    signal[:rising] *= np.linspace(0, 1, rising)
    signal[-falling:] *= np.linspace(1, 0, falling) ** 2
    signal = signal * 10 ** ((sound.level - loudness(signal)) / 20)
    return PEAK * np.tanh(signal / PEAK)
