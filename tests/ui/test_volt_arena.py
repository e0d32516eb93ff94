"""VOLT as an arena: pillars at the corners, start numbers that fly to their robots, and the signal (CLI-1510)."""

from pathlib import Path
from typing import Any

import pytest

from roborally.ui.board.board_art import CELL
from roborally.ui.replay.film import Film
from roborally.ui.replay.replay_screen import ReplayScreen

from .conftest import Driver
from .test_volt import lay
from .test_volt import open_volt as open_volt
from .test_volt import racing as racing


@pytest.fixture
def on_lobby(app: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sounds that are played from now on."""
    names: list[str] = []

    def play(path: Path, *_rest: Any) -> bool:
        names.append(path.stem)
        return True

    monkeypatch.setattr(app.audio, "play", play)
    return names


def corners_of(screen: Any) -> Any:
    (found,) = (overlay for overlay in screen.board_pane.overlays if hasattr(overlay, "places"))
    return found


def near(one: Any, other: Any) -> bool:
    return bool(abs(one[0] - other[0]) < 1 and abs(one[1] - other[1]) < 1)


def test_pillars_stand_at_the_corners_with_their_numbers(driver: Driver, racing: Any) -> None:
    """CLI-1510, VLT-105: outside of the floor, clockwise from the north-west, wholly in view."""
    corners, board = corners_of(racing), racing.board_pane.board
    width, height = board.board.width * CELL, board.board.height * CELL
    found = [(x > width / 2, y > height / 2) for x, y in corners.places]
    assert found == [(False, True), (True, True), (True, False), (False, False)]
    assert all(not (0 <= x <= width and 0 <= y <= height) for x, y in corners.places)
    for number, place in enumerate(corners.places, 1):
        assert near(corners.numbers[number].position, place), number
        assert corners.numbers[number].visible
    assert corners.tooltip_at((0, 0)) == "Arena pillar 1: its start number can be taken."
    assert corners.tooltip_at((1, 0)) == ""


def test_a_number_flies_to_the_robot_whose_operator_took_it(driver: Driver, racing: Any, on_lobby: list[str]) -> None:
    """CLI-1510, VLT-507: with its own sound; on its way it is between both, and then it goes where the robot goes."""
    corners = corners_of(racing)
    racing.playback.speed = "normal"
    lay(driver, racing, (0, 0, 0), (2, 1, 5), (1, 2, 1))
    racing.panels.shown.take_number(2)
    driver.until(lambda: corners.owner_of(2) == 0)
    driver.frame(2, 1 / 60)
    actor, sprite, pillar = racing.actors[0], corners.numbers[2], corners.places[1]
    assert not near(sprite.position, pillar)
    assert max(abs(sprite.position[0] - actor.x), abs(sprite.position[1] - actor.y)) > CELL, "it is on its way"
    assert on_lobby.count("start-number") == 1
    assert corners.tooltip_at((4, 0)) == "Arena pillar 2: Ada has its start number."
    driver.frame(12, 1 / 20)
    assert max(abs(sprite.position[0] - actor.x), abs(sprite.position[1] - actor.y)) < CELL / 2


def test_the_signal_is_given_when_everybody_has_a_number(driver: Driver, racing: Any, on_lobby: list[str]) -> None:
    """CLI-1510, VLT-507: "Go!", once, before the first cross; in the next turn the numbers lie on their pillars.

    It does not stay in a match that is paused.
    """
    corners = corners_of(racing)
    lay(driver, racing, (0, 0, 0), (2, 1, 5), (1, 2, 1))
    racing.playback.speed = "normal"
    racing.panels.shown.take_number(2)
    assert not corners.signal
    driver.until(lambda: corners.signal == "Go!")
    assert racing.context.display.stage == 1
    assert all(corners.owner_of(number) is not None for number in (1, 2, 3, 4))
    racing.playback.paused = True
    driver.frame()
    assert not corners.signal
    racing.playback.paused = False
    driver.until(lambda: racing.context.display.turn > 1)
    assert not corners.signal
    assert (on_lobby.count("go"), on_lobby.count("start-number")) == (1, 4)
    assert all(corners.owner_of(number) is None for number in (1, 2, 3, 4))


def test_two_operators_use_two_pillars(open_volt: Any) -> None:
    """VLT-R02: all four stand there; two are empty, and say so."""
    screen = open_volt()
    corners = corners_of(screen)
    assert sorted(corners.numbers) == [1, 2]
    assert len(corners.places) == 4
    assert corners.tooltip_at((4, 4)) == "Arena pillar 3: not used by so few players."


def test_the_result_alone_gives_no_signal(driver: Driver, racing: Any) -> None:
    """Whoever skips what robots do sees where they are, and nothing that is over."""
    corners = corners_of(racing)
    assert racing.playback.speed == "skip"
    lay(driver, racing, (0, 0, 0), (2, 1, 5), (1, 2, 1))
    racing.panels.shown.take_number(2)
    driver.until(lambda: racing.context.display.turn > 1)
    assert not corners.signal


def test_a_replay_that_is_wound_on_shows_what_is_so(app: Any, driver: Driver, library: Any) -> None:
    """CLI-1510: no number is still on its way, and no signal given, in the middle of a turn."""
    recorder = library.finished("volt").recorder
    film = Film(recorder.game, recorder.record)
    film.prepare(60)
    screen = ReplayScreen(app, film, leave=app.pop, show_result=lambda context: None)
    app.push(screen)
    corners = corners_of(screen)
    screen.playback.paused = True
    screen.go_to(next(stop.at for stop in film.stages if (stop.turn, stop.stage) == (2, 3)))
    driver.until(lambda: screen.context.display.stage == 3)
    driver.frame(2, 1 / 60)
    assert not corners.signal
    for number, sprite in corners.numbers.items():
        assert corners.owner_of(number) is not None
        assert not near(sprite.position, corners.places[number - 1])
