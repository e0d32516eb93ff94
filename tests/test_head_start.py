"""The tool that says without a game how long a course is and how far ahead each of its docks."""

import re
import sys
from pathlib import Path

import pytest

import head_start
from roborally.plugin_system.loader import find_plugins

COURSE = """
name = "Corridor"
players = [2, 2]
grid = '''
 .  .  .  .  .    .  .  .    .  .  .  .
 .  .  .  .  d2>  .  .  d1>  .  .  .  c1
 .  .  .  .  .    .  .  .    .  .  .  .
'''
"""


def test_the_nearer_dock_is_ahead_and_half_of_the_distance_from_the_mean(tmp_path: Path) -> None:
    path = tmp_path / "corridor.toml"
    path.write_text(COURSE, encoding="utf-8")
    row = head_start.row(str(path), "standard", find_plugins(installed=False), 20, 1)
    found = re.fullmatch(r"\| `corridor` \| standard \| (\d)\S* \(1 to (\d)\) \| \+(\d\.\d) -(\d\.\d) \|", row)
    assert found, row
    assert int(found[1]) <= int(found[2]) <= 3
    assert found[3] == found[4]
    assert 0.2 < float(found[3]) < 1.5


def test_the_same_seed_gives_the_same_row(tmp_path: Path) -> None:
    path = tmp_path / "corridor.toml"
    path.write_text(COURSE, encoding="utf-8")
    catalogue = find_plugins(installed=False)
    rows = {head_start.row(str(path), "classic", catalogue, 10, seed) for seed in (1, 1, 2)}
    assert len(rows) == 2


def test_an_unknown_course_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["tools/head_start.py", "standard", "nowhere"])
    assert head_start.main() == 1
    assert "there is no course 'nowhere'" in capsys.readouterr().err
