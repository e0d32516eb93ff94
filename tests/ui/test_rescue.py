"""Nothing loses a match: it is kept at every question, and *Continue* goes on with it."""

from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from roborally.profile.kept import kept_matches
from roborally.ui.match.windows.result_screen import ResultScreen
from roborally.ui.pages.main_menu import MainMenu
from tests.screens.moments import COURSES
from tests.sweeps import few_of
from tests.ui import desks
from tests.writing import full_disk

from .conftest import Driver, answer_default
from .kept_matches import begin, captions, die, go, match_of, open_menu
from .kept_matches import client as client
from .kept_matches import folder as folder
from .kept_matches import open_client as open_client
from .seen import texts


def saved_and_loaded(client: Any, driver: Driver, folder: Path) -> list[str]:
    """Save the match that runs, load it, and return its log."""
    desks.matches(client).recorder.save(folder / "mine.rrsave")
    client.router.home()
    desks.matches(client).load(folder / "mine.rrsave")
    driver.frame(3)
    return list(match_of(client.app).context.log)


def wait(driver: Driver, tenths: int) -> None:
    """Let time pass of which only the last picture is looked at."""
    for _ in range(tenths):
        driver.send("on_update", 1 / 10)
    driver.frame()


@pytest.mark.parametrize("people", few_of([2, 1]))
def test_a_match_goes_on_where_it_was(
    client: Any, app: Any, driver: Driver, new_game: Any, open_client: Any, people: int
) -> None:
    """After the end of the program: the same turn, the same questions, for several people behind the curtain."""
    screen = begin(client, driver, new_game(people=people, bots=1))
    digest, turn = screen.session.digest(), screen.session.match.state.turn
    log = list(screen.context.log)
    assert len(log) > 3
    assert client.rescue.keeper.settle()
    die(client)
    again = open_client()
    page = go(driver, "Kept matches")
    for text in ("Standard", "Yard", f"Turn {turn}", "Just now", "Ada"):
        assert text in texts(app)
    assert len(page.files) == 1
    go(driver, "Continue")
    driver.frame(12, 1 / 20)
    screen = match_of(app)
    assert screen.session.digest() == digest
    assert screen.question_controller.waits
    assert (screen.question_controller.hot_seat.curtain is not None) == (people == 2)
    assert list(screen.context.log) == log
    assert log[-1] in texts(app)
    die(again)


@pytest.mark.parametrize(("people", "text"), [(1, ["Ada loses 2 damage."]), (2, [])])
def test_the_log_of_a_match_that_goes_on_tells_no_secrets_of_others(
    client: Any, app: Any, driver: Driver, new_game: Any, tmp_path: Path, people: int, text: list[str]
) -> None:
    """One person reads all that is meant for their seat, several at one machine only what all may see."""
    before = list(begin(client, driver, new_game(people=people, bots=1)).context.log)
    events = desks.matches(client).recorder.record.events
    secret = {"type": "heal", "cause": "oil can", "points": 2, "beat": events[-1]["beat"]}
    events.extend({**secret, "piece": seat, "only_for": seat} for seat in range(3))
    assert len(before) > 3
    assert saved_and_loaded(client, driver, tmp_path) == [*before, *text]


def test_a_log_with_an_event_that_makes_no_sense_ends_before_it(
    client: Any, app: Any, driver: Driver, new_game: Any, tmp_path: Path
) -> None:
    screen = begin(client, driver, new_game())
    log = list(screen.context.log)
    events = desks.matches(client).recorder.record.events
    events.extend({"type": type_, "beat": events[-1]["beat"]} for type_ in ("blocked", "over"))
    assert saved_and_loaded(client, driver, tmp_path) == log


@pytest.mark.parametrize("mode", few_of(["volt", "crash-and-burn", "auenland", "roboball"]))
def test_the_log_of_every_edition_goes_on(
    client: Any, app: Any, driver: Driver, catalogue: Catalogue, tmp_path: Path, mode: str
) -> None:
    seats = [SeatConfig("Ada", "human", team=1), SeatConfig("Bot", "random", team=2)]
    config = MatchConfig(match=MatchSection(mode=mode, course=COURSES[mode], seed=2), seats=seats)
    screen = begin(client, driver, make_game(config, catalogue))
    log = list(screen.context.log)
    assert log
    loaded = saved_and_loaded(client, driver, tmp_path)  # in VOLT with what was put there before the first question
    assert loaded[len(loaded) - len(log) :] == log


def test_closing_the_window_keeps_the_match_even_if_the_question_before_fails(
    client: Any,
    app: Any,
    driver: Driver,
    new_game: Any,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(app, "close", lambda: None)
    monkeypatch.setattr(app, "on_closing", lambda: 1 // 0)
    begin(client, driver, new_game())
    assert kept_matches(folder) == []
    driver.send("on_close")
    assert len(kept_matches(folder)) == 1
    assert "ZeroDivisionError" in caplog.text


def test_leaving_by_the_menu_says_that_the_match_is_kept(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path
) -> None:
    assert "Continue" not in captions(app)
    begin(client, driver, new_game())
    open_menu(driver)
    go(driver, "Main menu")
    assert "Your match is kept" in texts(app)
    assert "not confirmed" not in texts(app)
    driver.key(arcade.key.ESCAPE)
    driver.key(arcade.key.ESCAPE)
    driver.click(next(tile for tile in app.screen_on_top.panels.open.commands if tile.enabled).rect.centre)
    driver.key(arcade.key.ESCAPE)
    go(driver, "Main menu")
    assert "What you have laid but not confirmed is lost." in texts(app)
    go(driver, "Main menu")
    assert isinstance(app.screen_on_top, MainMenu)
    assert captions(app)[0] == "Continue"
    go(driver, "Kept matches")
    go(driver, "Delete")
    go(driver, "Delete")
    assert kept_matches(folder) == []
    assert isinstance(app.screen_on_top, MainMenu)
    assert "Continue" not in captions(app)


def test_a_match_that_is_over_is_kept_no_more(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path
) -> None:
    screen = begin(client, driver, new_game())
    match = screen.session.match
    match.finish((0,))
    match.run()
    screen.question_controller.close()
    driver.until(lambda: isinstance(app.screen_on_top, ResultScreen), 400)
    assert list(folder.glob("*.rrsave")) == []
    client.router.home()
    assert "Continue" not in captions(app)


@pytest.mark.parametrize("content", few_of(["cut off", b"", b"nothing", b"\x1f\x8b", b"{}", "of another kind"], 2))
def test_a_damaged_match_is_told_and_put_aside(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path, open_client: Any, content: Any
) -> None:
    begin(client, driver, new_game())
    assert client.rescue.keeper.settle()
    die(client)
    ((path, _summary),) = kept_matches(folder)
    whole = path.read_bytes()
    damaged = {"cut off": whole[: len(whole) // 2], "of another kind": desks.matches(client).recorder.finished()}.get(
        content, content
    )
    path.write_bytes(damaged)
    open_client()
    go(driver, "Continue")
    go(driver, "Continue")
    assert "This match cannot go on" in texts(app)
    assert "match-1.rrsave.damaged" in texts(app)
    go(driver, "OK")
    assert "Continue" not in captions(app)
    assert [found.name for found in folder.glob("match*")] == ["match-1.rrsave.damaged"]


def test_a_folder_in_place_of_a_match_is_told_in_one_sentence_and_stays(
    client: Any, app: Any, driver: Driver, folder: Path, open_client: Any
) -> None:
    (folder / "match-1.rrsave").mkdir(parents=True)
    open_client()
    go(driver, "Continue")
    assert "match-1.rrsave" in texts(app)
    assert ": cannot be read: it is a folder" in texts(app)
    go(driver, "Continue")
    assert "match-1.rrsave: cannot be read: it is a folder." in texts(app).replace("\N{ZERO WIDTH SPACE}", "")
    assert "put aside" not in texts(app)
    assert (folder / "match-1.rrsave").is_dir()


def test_a_match_of_a_missing_plugin_stays(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path, open_client: Any
) -> None:
    begin(client, driver, new_game())
    desks.matches(client).recorder.record.plugins["abroad"] = "1.0"
    answer_default(app, driver, match_of(app))
    assert client.rescue.keeper.settle()
    die(client)
    open_client()
    go(driver, "Continue")
    assert "abroad" in texts(app)
    assert len(kept_matches(folder)) == 1


def test_a_disk_that_is_full_is_told_once_and_disturbs_nothing(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path
) -> None:
    with full_disk():
        client.start(new_game())
        screen = match_of(app)
        driver.until(lambda: "This match is not being kept" in screen.notices.sentence.text, 2000)
        assert "the disk is full" in screen.notices.sentence.text
        driver.until(lambda: screen.question_controller.asked is not None)
        assert screen.notices.announces, "the first question does not cover it"
        screen.notices.announce("", arcade.color.WHITE)
        driver.frame(20)
        assert screen.notices.sentence.text == ""
        driver.key(arcade.key.ESCAPE)
        go(driver, "Main menu")
        assert "Unsaved progress will be lost" in texts(app)
        driver.key(arcade.key.ESCAPE)
        driver.key(arcade.key.ESCAPE)
    assert client.rescue.keeper.settle()
    assert len(list(folder.glob("*.rrsave"))) == 1
    die(client)


def test_a_disk_that_is_full_is_told_after_the_curtain_and_marked_while_it_is(
    client: Any, app: Any, driver: Driver, new_game: Any
) -> None:
    sentence = "This match is not being kept: the disk is full"
    with full_disk():
        client.start(new_game(people=2, bots=1))
        screen = match_of(app)
        hot_seat, notices = screen.question_controller.hot_seat, screen.notices
        driver.until(lambda: hot_seat.curtain is not None and notices.mark.text == sentence, 2000)
        wait(driver, 300)
        assert app.screen_on_top is hot_seat.curtain
        driver.key(arcade.key.ENTER)
        driver.frame(3)
        assert notices.announces
        assert notices.sentence.text == sentence
        wait(driver, 100)
        assert not notices.announces
        assert screen.tooltip_at(*notices.mark.spot.centre) == sentence
        assert screen.board_area.holds(*notices.mark.spot.centre)
    assert client.rescue.keeper.settle()
    driver.frame(3)
    assert notices.sentence.text == "This match is being kept again."
    assert notices.announces
    assert sentence not in screen.tooltip_at(*notices.mark.spot.centre)
    die(client)
