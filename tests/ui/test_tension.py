"""The music follows a match: calm, and tense while a robot lacks one step to its goal."""

from typing import Any

import pytest

from roborally.game.session.instant_thinker import InstantThinker
from roborally.game.session.local import LocalSession
from roborally.plugin_system.loader import Catalogue
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.watching.match_sounds import MatchSounds
from roborally.ui.match.watching.tension import CALM, TENSE, music_of
from roborally.ui.toolkit.sound.audio import Audio


@pytest.fixture
def context(app: Any, catalogue: Catalogue, new_game: Any) -> Any:
    return ShownMatch.of(LocalSession.start(new_game(), 3, InstantThinker(catalogue)))


def progress(context: Any, index: int, value: int, goal: int) -> None:
    """Show a robot's progress towards the goal of the match."""
    name = next(gauge.name for gauge in context.gauges(index) if gauge.manifest.goal)
    robot = context.display.robots[index]
    robot.gauges[name], robot.goals[name] = value, goal


def test_the_music_is_tense_while_a_robot_lacks_one_step(context: Any) -> None:
    progress(context, 1, 1, 3)
    assert music_of(context) == CALM
    progress(context, 1, 2, 3)
    assert music_of(context) == TENSE
    context.display.robots[1].eliminated = True
    assert music_of(context) == CALM, "it cannot win any more"
    context.display.robots[1].eliminated = False
    progress(context, 1, 0, 1)
    assert music_of(context) == CALM, "with a single step to go everybody would always lack one"


def test_the_music_changes_from_moment_to_moment(context: Any) -> None:
    received: list[str] = []

    class Noted(Audio):
        def music(self, name: str) -> None:
            received.append(name)

    sounds = MatchSounds(Noted(), context)
    progress(context, 0, 1, 3)
    sounds.on_event({"type": "moment", "name": "start", "turn": 1, "beat": 1})
    progress(context, 0, 2, 3)
    sounds.on_event({"type": "step", "piece": 0, "how": "walk", "beat": 2})
    sounds.on_event({"type": "moment", "name": "stage", "stage": 2, "beat": 3})
    assert received == ["match", "tense"]
