"""The tool that makes the sounds; the music takes it a minute, so only the effects are made here."""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def tool() -> Any:
    pytest.importorskip("numpy")
    import build_sounds

    return build_sounds


def test_the_stored_effects_are_those_that_the_tool_makes(tool: Any) -> None:
    assert tool.build(tool.FOLDER, check=True, with_music=False) == []


def test_every_file_is_made_by_the_tool(tool: Any) -> None:
    assert tool.unknown_files(tool.FOLDER) == []
    names = {*tool.EFFECTS, *tool.music.PIECES}
    assert names == {path.stem for path in tool.FOLDER.glob("*.ogg")}


def test_missing_or_different_sounds_are_made_again(tool: Any, tmp_path: Path) -> None:
    assert tool.build(tmp_path, "tick", check=True) == ["tick"]
    assert not list(tmp_path.iterdir())
    assert tool.build(tmp_path, "tick") == ["tick"]
    assert tool.build(tmp_path, "tick") == []
    wanted = tool.store.decode(tmp_path / "tick.ogg")
    (tmp_path / "tick.ogg").write_bytes(tool.store.encode(wanted * 0.8))
    assert tool.build(tmp_path, "tick") == ["tick"], "softer"
    (tmp_path / "tick.ogg").write_bytes(tool.store.encode(wanted[:-500]))
    assert tool.build(tmp_path, "tick") == ["tick"], "shorter"
    (tmp_path / "tick.ogg").write_bytes((tool.FOLDER / "click.ogg").read_bytes())
    assert tool.build(tmp_path, "tick") == ["tick"], "another one"


def test_a_sound_is_the_same_every_time(tool: Any) -> None:
    import numpy as np

    for name in ("explosion", "dice"):
        first, second = (tool.synth.finish(tool.EFFECTS[name]) for _ in range(2))
        assert np.array_equal(first, second)


def test_effects_are_clean(tool: Any) -> None:
    for name, sound in tool.EFFECTS.items():
        figures = tool.analysis.measure(tool.store.decode(tool.FOLDER / f"{name}.ogg"))
        assert 0.1 <= figures.length <= 1.25, name
        assert figures.peak <= 0.9, f"{name} is clipped"
        assert abs(figures.loudest - sound.level) < 2, f"{name} is louder or softer than it should be"
        assert abs(figures.offset) < 0.002, name
        assert max(figures.first, figures.last) < 0.005, f"{name} begins or ends with a click"
        assert 150 < figures.centre < 4000, name
        assert figures.shrill < -20, f"{name} whistles"


def test_no_two_effects_sound_alike(tool: Any) -> None:
    import numpy as np

    shapes = {}
    for name in tool.EFFECTS:
        levels = np.maximum(tool.analysis.spectrogram(tool.store.decode(tool.FOLDER / f"{name}.ogg"), 40), -70)
        shapes[name] = levels - levels.mean()
    for first, shape in shapes.items():
        for second, other in shapes.items():
            likeness = np.sum(shape * other) / np.sqrt(np.sum(shape**2) * np.sum(other**2))
            assert first == second or likeness < 0.97, (first, second, likeness)


@pytest.mark.parametrize("pieces", [1, pytest.param(None, marks=pytest.mark.long)])
def test_music_loops_without_a_seam_and_stays_in_the_background(tool: Any, pieces: int | None) -> None:
    for name in list(tool.music.PIECES)[:pieces]:
        samples = tool.store.decode(tool.FOLDER / f"{name}.ogg")
        figures = tool.analysis.measure(samples)
        assert 40 <= figures.length <= 90, name
        assert figures.seam < 4, f"{name}: the step from the end to the beginning is heard"
        assert figures.peak < 0.6, name
        assert figures.average < -20, name
        assert figures.shrill < -40, name


def test_a_loop_bends_what_is_too_long_to_its_beginning(tool: Any) -> None:
    import numpy as np

    loop = tool.music.Loop(1.0)
    loop.add(0.75, 1.0, np.ones(round(0.5 * tool.synth.RATE)), -1.0)
    left = loop.sides[:, 0]
    assert left[0] == left[-1] == pytest.approx(1)
    assert left[len(left) // 2] == 0
    assert np.allclose(loop.sides[:, 1], 0)


def test_chords_are_where_they_should_be(tool: Any) -> None:
    assert tool.music.pitches("A7", 4)[0] == pytest.approx(440)
    assert tool.music.pitches("Dbmaj7", 4)[0] == pytest.approx(277.18, abs=0.01)
    assert tool.music.placed(440, 55) == pytest.approx(55)
    assert tool.music.placed(100, 392) == pytest.approx(400)


def test_spectrograms_are_drawn(tool: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tool.analyse(tool.FOLDER, "lock", tmp_path / "lock.png")
    assert (tmp_path / "lock.png").stat().st_size > 500
    text = capsys.readouterr().out
    assert "lock " in text
    assert "blocked " in text
    assert "laser" not in text
