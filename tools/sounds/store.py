"""Writes, reads and checks sound files."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from sounds.synth import RATE

TOLERANCE = 4.0
"""The decibels by which a stored sound may be less faithful than a new encoding of the wanted one."""

Samples = NDArray[np.float64]


def encode(samples: Samples) -> bytes:
    """Return the samples as an OGG Vorbis file."""
    buffer = io.BytesIO()
    channels = 1 if samples.ndim == 1 else samples.shape[1]
    with soundfile.SoundFile(buffer, "w", RATE, channels, subtype="VORBIS", format="OGG") as file:
        for start in range(0, len(samples), RATE):  # libsndfile overflows the stack with too much data at a time
            file.write(samples[start : start + RATE])
    return buffer.getvalue()


def decode(path: Path | io.BytesIO) -> Samples:
    """Return the samples of a file; raise `soundfile.LibsndfileError` if it is not a sound file."""
    samples, rate = soundfile.read(path)
    if rate != RATE:
        raise ValueError(f"{path}: {rate} samples a second, not {RATE}")
    return np.asarray(samples, dtype=np.float64)


def fidelity(stored: Samples, wanted: Samples) -> float:
    """Return the ratio of the wanted sound to the deviation of the stored one, in decibels."""
    if stored.shape != wanted.shape:
        return -100.0
    lost = float(np.mean((stored - wanted) ** 2))
    return 10 * float(np.log10(np.mean(wanted**2) / max(lost, 1e-12)))


def is_stale(path: Path, wanted: Samples) -> bool:
    """Return whether a file is missing or differs from the wanted sound.

    Encoders differ, so files are not compared byte by byte; an encoder's loss depends on the sound, so it is measured.
    """
    if not path.is_file():
        return True
    best = fidelity(decode(io.BytesIO(encode(wanted))), wanted)
    return fidelity(decode(path), wanted) < best - TOLERANCE
