"""Measures sounds and draws their spectrograms, for people who look at sounds rather than listen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from sounds.store import Samples
from sounds.synth import RATE, Signal, loudness

ROWS = 96
"""The number of bands of a spectrogram, evenly spaced on a scale of perceived pitch."""
LOWEST, HIGHEST = 40.0, 16000.0
FLOOR = -84.0
"""The level that is drawn black, in decibels; 0 is white."""
SHRILL = 9000.0


@dataclass(frozen=True)
class Figures:
    """The measurements of a sound."""

    length: float
    peak: float
    average: float
    loudest: float
    offset: float
    centre: float
    shrill: float
    first: float
    last: float
    seam: float

    def row(self) -> str:
        """Return the figures as a line of a table."""
        return (
            f"{self.length:6.2f} s  peak {self.peak:.2f}  rms {self.average:6.1f} dB  "
            f"loudest {self.loudest:6.1f} dB(A)  offset {self.offset:+.4f}  centre {self.centre:5.0f} Hz  "
            f"shrill {self.shrill:6.1f} dB  ends {self.first:.4f} {self.last:.4f}  seam {self.seam:4.1f}"
        )


def measure(samples: Samples) -> Figures:
    """Return the figures of a sound.

    `centre` is the average pitch, weighted by power; `shrill` the share of power above 9 kHz; `seam` the step from the
    last sample to the first, as a multiple of the average step within a loop.
    """
    mono = _mono(samples)
    power = np.abs(np.fft.rfft(mono)) ** 2 + 1e-20
    pitch = np.fft.rfftfreq(len(mono), 1 / RATE)
    steps = np.abs(np.diff(mono))
    return Figures(
        length=len(mono) / RATE,
        peak=float(np.max(np.abs(samples))),
        average=float(10 * np.log10(np.mean(mono**2) + 1e-12)),
        loudest=loudness(mono),
        offset=float(np.mean(mono)),
        centre=float(np.sum(power * pitch) / np.sum(power)),
        shrill=float(10 * np.log10(np.sum(power[pitch > SHRILL]) / np.sum(power))),
        first=float(abs(mono[0])),
        last=float(abs(mono[-1])),
        seam=float(abs(mono[0] - mono[-1]) / np.mean(steps)),
    )


def _mono(samples: Samples) -> Signal:
    return samples if samples.ndim == 1 else samples.mean(axis=1)


def spectrogram(samples: Samples, width: int) -> NDArray[np.float64]:
    """Return levels in decibels: `ROWS` bands from low to high, `width` columns in time."""
    mono, size = _mono(samples), 2048
    starts = np.linspace(0, max(0, len(mono) - size), width).astype(int)
    padded = np.pad(mono, (0, size))
    frames = np.stack([padded[start : start + size] for start in starts]) * np.hanning(size)
    levels = 20 * np.log10(np.abs(np.fft.rfft(frames, axis=1)) * 4 / size + 1e-9)
    bands = np.geomspace(LOWEST, HIGHEST, ROWS) * size / RATE
    return np.stack([levels[:, round(place)] for place in bands])


def draw(sounds: Mapping[str, Samples], path: Path, *, columns: int = 5, width: int = 220) -> None:
    """Write one picture with the spectrograms of all sounds; 1 kHz is marked."""
    rows = -(-len(sounds) // columns)
    sheet = Image.new("L", (columns * (width + 8), rows * (ROWS + 24)), 40)
    pen = ImageDraw.Draw(sheet)
    mark = ROWS - round(ROWS * np.log(1000 / LOWEST) / np.log(HIGHEST / LOWEST))
    for number, (name, samples) in enumerate(sounds.items()):
        x, y = number % columns * (width + 8), number // columns * (ROWS + 24)
        shades = np.clip((spectrogram(samples, width) - FLOOR) / -FLOOR * 255, 0, 255)
        sheet.paste(Image.fromarray(shades[::-1].astype(np.uint8)), (x, y + 16))
        pen.text((x + 2, y + 2), f"{name}  {len(samples) / RATE:.2f} s", fill=255)
        pen.line((x, y + 16 + mark, x + 5, y + 16 + mark), fill=255)
    sheet.save(path)
