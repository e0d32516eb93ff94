"""When a repair site becomes the respawn point is said in its tooltip, as the setting of the match is (CNB-R10)."""

from collections.abc import Callable
from typing import Any

import pytest

from roborally.plugin_system.loader import Catalogue
from tests.shipped import drawn


def tooltip(screen: Any, cell: tuple[int, int]) -> str:
    return str(screen.board_pane.tooltip_at(*screen.board.to_design(*screen.board.centre(cell))))


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("turn", "Wird zum Rückkehrpunkt eines Roboters, der die Runde hier beendet."),
        ("register", "Wird zum Rückkehrpunkt eines Roboters, der ein Register hier beendet."),
        ("entering", "Wird zum Rückkehrpunkt eines Roboters, sobald er das Feld betritt."),
    ],
)
def test_the_tooltip_says_when_it_becomes_the_respawn_point(
    catalogue: Catalogue, open_match: Any, new_game: Any, speak: Callable[[str], None], setting: str, expected: str
) -> None:
    grid = " d1> . w1 . c1\n d2> . . . .\n"
    game = new_game(bots=1, course=drawn(grid, catalogue), **{"repair-sites": {"site_archives": setting}})
    screen = open_match(game)
    speak("de")
    assert tooltip(screen, (2, 0)).endswith(f"Rückkehrpunkt.\n\n{expected}")
    assert expected not in tooltip(screen, (3, 0))
