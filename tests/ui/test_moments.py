"""A closer look at great moments (CLI-2105 to CLI-2107)."""

from typing import Any

import msgspec
import pytest

from roborally.ui.board.board_view import NEARER
from roborally.ui.match.watching.moments import APPROACH, STAY

from .conftest import Driver

LOST = {"type": "destroy", "beat": 900, "piece": 0, "cell": (2, 3), "by": (), "cause": "pit"}


@pytest.fixture
def screen(driver: Driver, open_match: Any, new_game: Any) -> Any:
    """A match that has been programmed, with moves of its own to show."""
    shown = open_match(new_game(), speed="normal")
    shown.panels.show_moving()
    driver.frame(12, 1 / 20)
    return shown


def push(beat: int, *pieces: int) -> list[dict[str, Any]]:
    ends = {"from": (2, 3), "to": (3, 3), "direction": 1, "by": 0, "how": "push"}
    return [{"type": "step", "beat": beat, "piece": piece, **ends} for piece in pieces]


def nearest(screen: Any, frames: int = 60) -> float:
    """Let time pass, and return how much larger the cells have been at most."""
    whole, zooms = screen.board.zoom, []
    for _frame in range(frames):
        screen.update(1 / 20)
        zooms.append(screen.board.zoom)
    return float(max(zooms) / whole)


@pytest.mark.parametrize(
    "events",
    [[LOST], push(900, 0, 1, 2), [{"type": "over", "beat": 900, "winners": (1,)}]],
    ids=["own robot destroyed", "three pushed", "the end"],
)
def test_the_view_comes_near_and_goes_back(screen: Any, events: list[dict[str, Any]]) -> None:
    """CLI-2105."""
    for event in events:
        screen.on_event(event)
    assert screen.moments.running
    assert nearest(screen) == pytest.approx(NEARER)
    assert screen.board.is_whole
    assert not screen.moments.running


def test_other_events_are_no_great_moments(screen: Any) -> None:
    """CLI-2105: another robot is lost, two are pushed, belts carry three, nobody wins."""
    belts = [{**step, "how": "belt"} for step in push(903, 0, 1, 2)]
    for event in [{**LOST, "piece": 1}, *push(901, 0, 1), *push(902, 2), *belts]:
        screen.on_event(event)
    screen.on_event({"type": "over", "beat": 904, "winners": ()})
    assert not screen.moments.running
    assert nearest(screen) == 1


def test_the_match_waits_no_longer_than_a_second(screen: Any, driver: Driver) -> None:
    """CLI-2105: the moves go on when the view has come near."""
    screen.playback.feed([*push(900, 1), *push(901, 1), *push(902, 1)])
    screen.on_event(LOST)
    before = screen.playback.waiting
    screen.update(1 / 20)
    assert screen.playback.waiting == before
    for _frame in range(20):
        screen.update(1 / 20)
    assert screen.playback.waiting < before


def test_the_end_is_looked_at_before_the_result(screen: Any) -> None:
    """CLI-2105: at most for a second."""
    assert APPROACH + STAY <= 1
    screen.on_event({"type": "over", "beat": 900, "winners": (1,)})
    assert screen.moments.lasting
    for _frame in range(21):
        screen.update(1 / 20)
    assert not screen.moments.lasting


def test_less_motion_and_the_highest_speed_leave_the_view_alone(screen: Any, app: Any) -> None:
    """CLI-2106."""
    screen.playback.speed = "skip"
    screen.on_event(LOST)
    assert not screen.moments.running
    screen.playback.speed = "normal"
    app.settings = msgspec.structs.replace(app.settings, reduced_motion=True)
    screen.on_event(LOST)
    assert not screen.moments.running


def test_a_moment_ends_with_the_choice_of_less_motion(screen: Any, app: Any) -> None:
    """CLI-2106."""
    screen.on_event(LOST)
    screen.update(0.3)
    assert not screen.board.is_whole
    app.settings = msgspec.structs.replace(app.settings, reduced_motion=True)
    screen.update(1 / 20)
    assert screen.board.is_whole


def test_a_view_that_the_player_has_moved_stays(screen: Any) -> None:
    """CLI-2107: before a moment and during one."""
    screen.board.zoom_by(1.3, *screen.board.rect.centre)
    screen.on_event(LOST)
    assert not screen.moments.running
    screen.board.fit()
    screen.on_event(LOST)
    screen.update(0.3)
    screen.board.pan(20, 10)
    moved = screen.board.zoom, screen.board.middle
    assert nearest(screen, 40) == 1
    assert (screen.board.zoom, screen.board.middle) == moved


def test_the_pictures_keep_their_size_on_the_way(screen: Any, driver: Driver) -> None:
    """Loading others would make the window stutter."""
    art = screen.board.art
    screen.on_event(LOST)
    for _frame in range(40):
        driver.frame(1, 1 / 20)
        assert screen.board.art is art
