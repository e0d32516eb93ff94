"""The files of sounds: no clicks, nothing too loud or too long, music without a seam."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from roborally.base import paths
from tests.sweeps import few_of

FILES = sorted(paths.asset_folder().glob("sounds/*.ogg"))
MUSIC = [path for path in FILES if path.stem.startswith("music-")]


def mono(path: Path) -> tuple[Any, int]:
    """Return the samples of a file, -1 to 1, and how many there are in a second."""
    samples, rate = soundfile.read(path, always_2d=True)
    return samples.mean(axis=1), rate


@pytest.mark.parametrize("path", few_of((path for path in FILES if path not in MUSIC), 12), ids=lambda path: path.stem)
def test_an_effect_is_clean(path: Path) -> None:
    samples, rate = mono(path)
    power = np.abs(np.fft.rfft(samples)) ** 2
    shrill = power[np.fft.rfftfreq(len(samples), 1 / rate) > 9000].sum() / power.sum()
    loudest = np.convolve(samples**2, np.ones(rate // 8) / (rate // 8)).max()
    assert rate == 44100
    assert 0.1 <= len(samples) / rate <= 1.25
    assert np.abs(samples).max() <= 0.9, "it is clipped"
    assert 10**-4 < loudest < 10**-0.8, "it is softer than -40 or louder than -8 decibels"
    assert abs(samples.mean()) < 0.002
    assert max(abs(samples[0]), abs(samples[-1])) < 0.005, "it begins or ends with a click"
    assert shrill < 0.01, "it whistles"


def test_no_two_effects_have_the_same_samples() -> None:
    assert len({path.read_bytes() for path in FILES}) == len(FILES)


@pytest.mark.parametrize("path", MUSIC, ids=lambda path: path.stem)
def test_music_loops_without_a_seam_and_stays_in_the_background(path: Path) -> None:
    samples, rate = mono(path)
    assert 40 <= len(samples) / rate <= 90
    assert abs(samples[0] - samples[-1]) < 4 * np.abs(np.diff(samples)).mean()
    assert np.abs(samples).max() < 0.6
    assert np.mean(samples**2) < 0.01, "it is louder than -20 decibels"
