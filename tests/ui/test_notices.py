"""What is told over the board and the panel hides nothing that is needed, and a match does not run ahead of it."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from roborally.ui.match.questions.notices import EDGE
from roborally.ui.match.questions.wait import Wait
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.tooltip import common
from tests.sweeps import few_of

from .conftest import Driver


@pytest.fixture
def show(begin_session: Any, show_session: Any) -> Callable[..., Any]:
    def make(game: Game, speed: str) -> Any:
        return show_session(begin_session(game), speed=speed, frames=0)

    return make


def bots_alone(catalogue: Catalogue) -> Game:
    seats = [SeatConfig(f"Bot {number}", "random") for number in range(1, 5)]
    return make_game(MatchConfig(match=MatchSection(mode="classic", course="stamping-mill"), seats=seats), catalogue)


def test_a_match_of_bots_alone_waits_for_the_picture(show: Any, driver: Driver, catalogue: Catalogue) -> None:
    """What waits to be shown stays little, however long it is looked at."""
    screen = show(bots_alone(catalogue), "normal")
    state, most = screen.session.match.state, 0
    for _second in range(30):
        driver.frame(10, 1 / 10)
        most = max(most, state.turn - screen.context.display.turn)
    assert screen.context.display.turn > 1  # something was shown at all
    assert most <= 2  # what is fetched is a turn, up to the questions of the next
    screen.playback.paused = True
    driver.frame(2)
    waiting = screen.playback.waiting
    driver.frame(200, 1 / 10)
    assert waiting == screen.playback.waiting


def test_a_sentence_over_the_board_stands_beside_a_board_of_full_height(
    show: Any, driver: Driver, catalogue: Catalogue
) -> None:
    """One about a wait hides no robot, and stays where it is."""
    screen = show(bots_alone(catalogue), "normal")
    driver.frame()
    board = screen.board.seen
    for note in (screen.notices.waiting, screen.notices.standing):
        note.draw("Waiting for somebody with a name and for another one")
        pieces = note.layer.sprites
        assert min(piece.left for piece in pieces) >= screen.board_area.x
        assert max(piece.right for piece in pieces) <= board.x
        (label,) = note.layer.labels
        height = max(piece.top for piece in pieces) - min(piece.bottom for piece in pieces)
        assert label.shown_size[1] < height
    note, area, text = screen.notices.waiting, screen.board_area, "Waiting for Bob"
    note.draw(text)
    first = note.spot
    left, right = Rect(area.x, area.y, 60, 60), Rect(area.right - 60, area.y, 60, 60)
    note.draw(text, [left])
    assert (note.spot.y, note.spot.right) == (first.y, area.right - EDGE)
    note.draw(text)
    assert note.spot.x > first.x
    note.draw(text, [left, right])
    assert not any(common(note.spot, place) for place in (left, right))
    corners = [place._replace(y=area.top - 60) for place in (left, right)]
    for taken in (corners[:1], corners[1:], corners):
        screen.notices.draw("", text, taken)
        assert not any(common(screen.notices.standing.spot, place) for place in taken)


@pytest.mark.parametrize("language", few_of(["de", "en", "sv"]))
def test_no_word_of_a_sentence_stands_alone(
    show: Any, driver: Driver, catalogue: Catalogue, speak: Callable[[str], None], language: str
) -> None:
    """On a fifth less room the sentence would have a line more, or a word would not fit."""
    speak(language)
    screen = show(bots_alone(catalogue), "normal")
    driver.until(lambda: not screen.playback.dry)
    screen.playback.paused = True
    note, text, view = screen.notices.waiting, screen.waiting_text(), screen.board
    for room in range(110, 200, 6):  # beside the board
        view.zoom_by((view.rect.width - 2 * room) / view.seen.width, *view.rect.centre)
        note.draw(text)
        (label,) = note.layer.labels
        width, height = label.shown_size
        less = Layer(screen.app).label(text, 0, 0, size=13, width=width * 0.8, wrap=True).shown_size
        assert less[1] > height or less[0] > width * 0.8


def test_the_programming_interface_takes_the_banner_away(show: Any, driver: Driver, new_game: Any) -> None:
    screen = show(new_game(), "skip")
    screen.notices.announce("Something has happened.", screen.actors[0].colours.light)
    driver.until(lambda: screen.panels.open is not None)
    assert not screen.notices.announces


def test_the_banner_leaves_the_clock_of_a_question_in_sight(show: Any, driver: Driver, new_game: Any) -> None:
    """What must be read is told while the time runs, too; without a clock it has the whole width."""
    screen = show(new_game(timer=60), "skip")
    driver.until(lambda: screen.panels.open is not None)
    screen.notices.announce("This match is not kept: the disk is full", screen.actors[0].colours.light, 8, stays=True)
    driver.frame()
    clock = screen.panels.open.clock._time  # noqa: SLF001

    def right() -> float:
        return max(float(piece.right) for piece in screen.notices.banner.sprites)

    assert right() <= clock._icon.left  # noqa: SLF001
    screen.question_controller.show_time(None)
    assert right() > clock._icon.left  # noqa: SLF001


def test_a_long_wait_says_how_long_it_lasts_and_what_can_be_done_meanwhile() -> None:
    left: list[float | None] = [None]
    time = [100.0]
    session = SimpleNamespace(over=False, humans=lambda: [0], seconds_left=lambda: left[0])
    playback = SimpleNamespace(dry=True)
    context: Any = SimpleNamespace(session=session, waiting=lambda: "Waiting for Bob")
    waiting = Wait(context, playback, SimpleNamespace(waits=False), lambda: time[0])  # type: ignore[arg-type]
    waiting.update()
    time[0] += 4
    assert (waiting.whom, waiting.meanwhile()) == ("Waiting for Bob", "")
    time[0] += 4  # in one frame
    assert waiting.meanwhile().splitlines()[0] == "So far 0:08"
    left[0] = 30
    assert waiting.meanwhile().splitlines()[0] == "0:30 left"
    playback.dry = False
    waiting.update()
    assert (waiting.whom, waiting.meanwhile()) == ("", "")
