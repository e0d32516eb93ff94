"""Every robot needs a place to start from."""

import pytest

from roborally.game.match_file import ConfigError
from tests.fuzz.play import make


@pytest.mark.parametrize("mode", ["standard", "classic", "auenland"])
@pytest.mark.parametrize(
    ("grid", "problem"),
    [
        ("d1> . c1", "course 'Random' has too few start spaces: 1 for 2 seats"),
        (". . c1", "course 'Random' has no dock"),
    ],
)
def test_a_course_with_too_few_docks_is_refused(mode: str, grid: str, problem: str) -> None:
    """Without this, robots never appear, and with no dock at all the first turn never ends."""
    with pytest.raises(ConfigError, match=problem):
        make(mode, grid, 2)


def test_a_course_without_a_place_to_enter_is_refused() -> None:
    """CNB-602: robots enter on checkpoint 1."""
    with pytest.raises(ConfigError, match="course 'Random' has no checkpoint, without which 'crash-and-burn'"):
        make("crash-and-burn", ". . .", 2)
