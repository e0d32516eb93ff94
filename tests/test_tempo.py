"""The tool that says how long turns take to show."""

import sys

import pytest

import tempo


def test_turns_of_more_robots_take_longer_and_none_is_hasty(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A single game leaves room: of many games the middle turn of 2, 4 and 8 robots takes about 7, 10 and 15 s."""
    monkeypatch.setattr(sys, "argv", ["tempo", "--games", "1"])
    tempo.main()
    lines = [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    rows = [
        (int(robots), float(middle), float(least)) for robots, course, _, middle, *_, least in lines if course == "all"
    ]
    turns = {robots: (middle, least) for robots, middle, least in rows}
    assert list(turns) == [2, 4, 8]
    assert 5 < turns[2][0] < turns[4][0] < turns[8][0] < 20
    assert all(least >= 1 for _middle, least in turns.values())
