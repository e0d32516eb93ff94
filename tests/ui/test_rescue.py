"""Nothing loses a match: it is kept at every question, *Continue* goes on with it, and a page tells what has failed."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roborally.base import paths
from roborally.base.atomic_file import StorageError
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from roborally.profile import kept
from roborally.profile.kept import MatchKeeper, kept_matches
from tests.waiting import stands_still

from .conftest import Driver, answer_default
from .seen import button, texts

pytestmark = pytest.mark.window


class BrokenError(Exception):
    """What nobody expects."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "report_folder", lambda: tmp_path / "reports")
    return tmp_path / "running"


@pytest.fixture
def open_client(app: Any, catalogue: Catalogue, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Return a function that starts the program, as if in a process of its own."""
    from roborally.ui.bench import InstantThinker
    from roborally.ui.client import Client

    monkeypatch.setattr(app, "on_fault", None)

    def make(speed: str = "skip") -> Any:
        thinker, keeper = InstantThinker(catalogue), MatchKeeper(folder, stands_still)
        app.services.clear()
        client = Client(app, catalogue, thinker, ["random"], speed=speed, check=True, keeper=keeper)
        client.catch_errors()
        client.main_menu()
        Driver(app).frame(2)
        return client

    return make


@pytest.fixture
def client(open_client: Callable[[], Any]) -> Any:
    return open_client()


def go(driver: Driver, text: str) -> Any:
    driver.click(button(driver.app, text).rect.centre)
    driver.frame(3)
    return driver.app.screen_on_top


def begin(client: Any, driver: Driver, game: Any) -> Any:
    """Begin a match and answer its first questions."""
    client.play(game)
    driver.frame(12, 1 / 20)
    screen = match_of(driver.app)
    for _ in range(2):
        driver.until(lambda: screen.question_controller.waits, 200)
        if screen.question_controller.hot_seat.curtain is not None:
            screen.question_controller.hot_seat.curtain.lift()
            driver.frame(12, 1 / 20)
        answer_default(driver.app, driver, screen)
    driver.until(lambda: screen.question_controller.waits, 400)
    driver.frame(12, 1 / 20)  # the bots answer, too
    return screen


def match_of(app: Any) -> Any:
    from roborally.ui.match.match_screen import MatchScreen

    return next(screen for screen in app.screens if isinstance(screen, MatchScreen))


def die(client: Any) -> None:
    """End the program without a goodbye; the operating system releases its locks."""
    client.rescue.keeper.release(newest=False)
    client.app.abandon()


def fault_page(app: Any) -> Any:
    from roborally.ui.rescue.fault_page import FaultPage

    assert isinstance(app.screen_on_top, FaultPage)
    assert len(app.screens) == 1
    return app.screen_on_top


def captions(app: Any) -> list[str]:
    return [entry.text for entry in app.screen_on_top.controls.widgets if getattr(entry, "text", "")]


@pytest.mark.parametrize("people", [1, 2])
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
    page = go(driver, "Continue")
    assert f"Standard on Yard, turn {turn}" in texts(app)
    assert ": Ada" in texts(app)
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


@pytest.mark.parametrize(("people", "told"), [(1, ["Ada is stopped."]), (2, [])])
def test_the_log_of_a_match_that_goes_on_tells_no_secrets_of_others(
    client: Any, app: Any, driver: Driver, new_game: Any, tmp_path: Path, people: int, told: list[str]
) -> None:
    """One person reads all that is meant for their seat, several at one machine only what all may see."""
    before = list(begin(client, driver, new_game(people=people, bots=1)).context.log)
    events = client.recorder.record.events
    secret = {"type": "blocked", "how": "move", "beat": events[-1]["beat"]}
    events.extend({**secret, "piece": seat, "only_for": seat} for seat in range(3))
    client.recorder.save(tmp_path / "mine.rrsave")
    client.main_menu()
    client.load(tmp_path / "mine.rrsave")
    driver.frame(3)
    assert len(before) > 3
    assert list(match_of(app).context.log) == [*before, *told]


def test_a_log_with_an_event_that_makes_no_sense_ends_before_it(
    client: Any, app: Any, driver: Driver, new_game: Any, tmp_path: Path
) -> None:
    screen = begin(client, driver, new_game())
    log = list(screen.context.log)
    beat = client.recorder.record.events[-1]["beat"]
    client.recorder.record.events.extend([{"type": "blocked", "beat": beat}, {"type": "over", "beat": beat}])
    client.recorder.save(tmp_path / "mine.rrsave")
    client.main_menu()
    client.load(tmp_path / "mine.rrsave")
    driver.frame(3)
    assert list(match_of(app).context.log) == log


@pytest.mark.parametrize("mode", ["crash-and-burn", "auenland", "volt", "roboball"])
def test_the_log_of_every_edition_goes_on(
    client: Any, app: Any, driver: Driver, catalogue: Catalogue, tmp_path: Path, mode: str
) -> None:
    from screens.moments import COURSES

    seats = [SeatConfig("Ada", "human", team=1), SeatConfig("Bot", "random", team=2)]
    config = MatchConfig(match=MatchSection(mode=mode, course=COURSES[mode], seed=2), seats=seats)
    screen = begin(client, driver, make_game(config, catalogue))
    log = list(screen.context.log)
    assert log
    client.recorder.save(tmp_path / "mine.rrsave")
    client.main_menu()
    client.load(tmp_path / "mine.rrsave")
    driver.frame(3)
    loaded = list(match_of(app).context.log)  # in VOLT with what was put on the board before the first question
    assert loaded[len(loaded) - len(log) :] == log


def test_closing_the_window_keeps_the_match(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "close", lambda: None)
    begin(client, driver, new_game())
    assert kept_matches(folder) == []
    driver.send("on_close")
    assert len(kept_matches(folder)) == 1


def test_leaving_by_the_menu_says_that_the_match_is_kept(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path
) -> None:
    import arcade

    from roborally.ui.pages.main_menu import MainMenu

    assert "Continue" not in captions(app)
    begin(client, driver, new_game())
    driver.key(arcade.key.ESCAPE)
    go(driver, "Main menu")
    assert "Your match is kept" in texts(app)
    go(driver, "Main menu")
    assert isinstance(app.screen_on_top, MainMenu)
    assert captions(app)[0] == "Continue"
    go(driver, "Continue")
    go(driver, "Delete")
    go(driver, "Delete")
    assert kept_matches(folder) == []
    assert isinstance(app.screen_on_top, MainMenu)
    assert "Continue" not in captions(app)


def test_a_match_that_is_over_is_kept_no_more(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path
) -> None:
    from roborally.ui.match.result_screen import ResultScreen

    screen = begin(client, driver, new_game())
    match = screen.session.match
    match.finish((0,))
    match.run()
    screen.question_controller.close()
    driver.until(lambda: isinstance(app.screen_on_top, ResultScreen), 400)
    assert list(folder.glob("*.rrsave")) == []
    client.main_menu()
    assert "Continue" not in captions(app)


@pytest.mark.parametrize(
    "content", [b"", b"nothing", b"\x1f\x8b", b"{}", "cut off", "of another kind"], ids=lambda entry: str(entry)[:12]
)
def test_a_damaged_match_is_told_and_put_aside(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path, open_client: Any, content: Any
) -> None:
    begin(client, driver, new_game())
    assert client.rescue.keeper.settle()
    die(client)
    ((path, _summary),) = kept_matches(folder)
    whole = path.read_bytes()
    damaged = {"cut off": whole[: len(whole) // 2], "of another kind": client.recorder.finished()}.get(content, content)
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
    page = go(driver, "Continue")
    ((name, line),) = page.list.entries
    assert name == "match-1.rrsave"
    assert line.endswith(": is a folder, not a file")
    go(driver, "Continue")
    assert "match-1.rrsave: is a folder, not a file." in texts(app).replace("\N{ZERO WIDTH SPACE}", "")
    assert "put aside" not in texts(app)
    assert (folder / "match-1.rrsave").is_dir()


def test_a_match_of_a_missing_plugin_stays(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path, open_client: Any
) -> None:
    begin(client, driver, new_game())
    client.recorder.record.plugins["abroad"] = "1.0"
    answer_default(app, driver, match_of(app))
    assert client.rescue.keeper.settle()
    die(client)
    open_client()
    go(driver, "Continue")
    go(driver, "Continue")
    assert "abroad" in texts(app)
    assert len(kept_matches(folder)) == 1


# --- errors -----------------------------------------------------------------------------------------------------------


def break_drawing(screen: Any, put: Any) -> None:
    put(screen, "draw", fail)


def break_time(screen: Any, put: Any) -> None:
    put(screen, "update", fail)


def break_keys(screen: Any, put: Any) -> None:
    put(screen, "key", fail)


def break_a_view(screen: Any, put: Any) -> None:
    put(screen.panels.shown, "draw", fail)


def break_resizing(screen: Any, put: Any) -> None:
    put(screen, "resized", fail)


def break_with_exit(screen: Any, put: Any) -> None:
    put(screen, "update", lambda *_: sys.exit(3))


def break_rules(screen: Any, put: Any) -> None:
    """An answer leads into a rule that fails in the middle of the match."""
    put(type(screen.session.match), "run", fail)


def fail(*_: Any) -> None:
    raise BrokenError("nobody has expected this")


BREAKING = [
    break_drawing,
    break_time,
    break_keys,
    break_a_view,
    break_resizing,
    break_with_exit,
    break_rules,
]


def shake(app: Any, driver: Driver, screen: Any) -> None:
    """Do what a person does, until the error has come."""
    import arcade

    driver.frame(2)
    driver.key(arcade.key.SPACE)
    app.on_resize(app.width, app.height)
    if screen in app.screens and screen.question_controller.asked is not None:
        panel = screen.panels.open
        while not panel.hand.full:
            panel.add(next(entry for entry in panel.commands if panel.hand.count(entry.command)).command)
        driver.key(arcade.key.ENTER)
    driver.frame(2)


@pytest.mark.parametrize("break_it", BREAKING, ids=lambda entry: entry.__name__)
def test_an_error_keeps_the_match_and_the_page_goes_on_with_it(
    client: Any, app: Any, driver: Driver, new_game: Any, monkeypatch: pytest.MonkeyPatch, break_it: Any
) -> None:
    screen = begin(client, driver, new_game())
    digest = screen.session.digest()
    with monkeypatch.context() as patch:
        break_it(screen, patch.setattr)
        shake(app, driver, screen)
    fault_page(app)
    assert "Your match has been kept" in texts(app)
    assert captions(app) == ["Continue the match", "Main menu", "Copy report", "Quit RoboRally"]
    go(driver, "Continue the match")
    driver.frame(12, 1 / 20)
    assert match_of(app).session.digest() == digest
    assert match_of(app) is not screen
    assert match_of(app).question_controller.waits
    die(client)


def test_an_error_that_comes_back_at_once_does_not_loop(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from roborally.ui.match.match_screen import MatchScreen
    from roborally.ui.pages.main_menu import MainMenu

    begin(client, driver, new_game())
    monkeypatch.setattr(MatchScreen, "draw", fail)
    driver.frame(3)
    page = fault_page(app)
    go(driver, "Continue the match")
    driver.frame(5)
    assert fault_page(app) is not page
    assert "The same error has come again." in texts(app)
    assert captions(app) == ["Main menu", "Copy report", "Quit RoboRally"]
    go(driver, "Main menu")
    assert isinstance(app.screen_on_top, MainMenu)
    assert captions(app)[0] == "Continue"
    assert len(kept_matches(folder)) == 1


def test_an_error_of_the_page_itself_ends_the_program(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from roborally.ui.toolkit.app import Screen

    begin(client, driver, new_game())
    monkeypatch.setattr(Screen, "draw", fail)
    monkeypatch.setattr("roborally.ui.match.match_screen.MatchScreen.draw", fail)
    with pytest.raises(BrokenError):
        driver.frame(3)
    assert len(kept_matches(folder)) == 1


def test_an_error_outside_a_match_leads_to_the_main_menu(
    client: Any, app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    from roborally.ui.pages.main_menu import MainMenu
    from roborally.ui.pages.settings_page import SettingsPage

    with monkeypatch.context() as patch:
        patch.setattr(SettingsPage, "update", fail)
        go(driver, "Settings")
    fault_page(app)
    assert captions(app) == ["Main menu", "Copy report", "Quit RoboRally"]
    assert "kept" not in texts(app)
    go(driver, "Main menu")
    assert isinstance(app.screen_on_top, MainMenu)


def test_the_report_tells_what_is_needed_and_no_secrets(
    client: Any, app: Any, driver: Driver, new_game: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from roborally.base.version import VERSION

    screen = begin(client, driver, new_game())
    events = client.recorder.record.events
    events.append({"type": "message", "beat": events[-1]["beat"], "text": "a card in a hand", "only_for": 0})
    monkeypatch.setattr(screen, "draw", fail)
    copied: list[str] = []
    monkeypatch.setattr(app, "set_clipboard_text", copied.append)
    driver.frame(2)
    page = fault_page(app)
    (file,) = (tmp_path / "reports").glob("*.txt")
    go(driver, "Copy report")
    assert copied == [page.report] == [file.read_text()]
    assert "The report is copied" in captions(app)
    for part in (
        VERSION,
        "program-cards",
        "BrokenError: nobody has expected this",
        "test_rescue.py",
        '"type": "moment"',
    ):
        assert part in page.report
    assert "a card in a hand" not in page.report
    assert str(Path.home()) not in page.report


def test_with_debug_the_traceback_is_logged(
    client: Any, app: Any, driver: Driver, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with caplog.at_level("DEBUG", logger="roborally.ui"):
        monkeypatch.setattr(app.screen_on_top, "draw", fail)
        driver.frame()
    assert "BrokenError: nobody has expected this" in caplog.text
    assert fault_page(app)


def test_a_disk_that_is_full_is_told_once_and_disturbs_nothing(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import arcade

    def full(path: Path, content: bytes, mode: int) -> None:
        raise StorageError("cannot be written: {error}", where=path, error="the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(kept, "write_aside", full)
        client.play(new_game())
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


# --- languages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("mode", ["crash-and-burn", "auenland"])
def test_another_language_in_the_middle_of_a_question(
    client: Any, app: Any, driver: Driver, catalogue: Catalogue, people: int, mode: str
) -> None:
    """Esc, Settings, another language, and back, at each of the first questions: none of them is lost."""
    import arcade

    from screens.moments import COURSES

    seats = [SeatConfig(name, "human") for name in ("Ada", "Bea")[:people]] + [SeatConfig("Bot", "random")]
    config = MatchConfig(match=MatchSection(mode=mode, course=COURSES[mode], seed=2), seats=seats)
    client.play(make_game(config, catalogue))
    driver.frame(12, 1 / 20)
    screen = match_of(app)
    languages = ["de", "sv", "en"]
    for number in range(12):
        driver.until(lambda: screen.question_controller.waits, 800)
        driver.frame(12, 1 / 20)  # the bots answer, too
        before = screen.session.digest()
        driver.key(arcade.key.ESCAPE)
        go(driver, captions(app)[2])
        client.change_settings(msgspec.structs.replace(app.settings, language=languages[number % 3]))
        driver.frame(2)
        driver.key(arcade.key.ESCAPE)
        driver.key(arcade.key.ESCAPE)
        driver.until(lambda: screen.question_controller.waits, 50)
        assert screen in app.screens
        assert screen.session.digest() == before
        curtain = screen.question_controller.hot_seat.curtain
        if curtain is not None:
            assert curtain in app.screens
            curtain.lift()
            driver.frame(12, 1 / 20)
        else:
            answer_default(app, driver, screen)
    client.change_settings(msgspec.structs.replace(app.settings, language="en"))
    die(client)
