"""Files of courses that are changed or removed while a match runs on them or a page has them chosen (CLI-2410)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.base import paths
from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import load_replay
from roborally.plugin_system.loader import Catalogue
from tests.ui import desks

from .conftest import Driver, answer_default
from .kept_matches import go, open_menu
from .seen import labels

ROW = " . " * 12
BOARD = "\n".join(
    ['name = "Mine"', 'grid = """', f" {{}} {' . ' * 11}", *[ROW] * 10, f" {' . ' * 8} d1 d2 d3 d4", '"""', ""]
)


@pytest.fixture
def file() -> Path:
    path = paths.user_board_folder() / "mine.toml"
    path.parent.mkdir(parents=True)
    path.write_text(BOARD.format("c1"))
    return path


@pytest.fixture
def client(client: Any, file: Path) -> Iterator[Any]:
    client.router.home()
    yield client
    client.program.call("plugins_changed", services=client)  # ends what advises on a board


@pytest.fixture
def lobby(client: Any, driver: Driver) -> Any:
    page = go(driver, "Custom match")
    choose(page, "Mine")
    driver.frame(2)
    return page


def choose(page: Any, title: str) -> None:
    courses = page.controls.named["courses"]
    courses.choose([entry for entry, _line in courses.entries].index(title))


def titles(page: Any) -> list[str]:
    return [entry for entry, _line in page.controls.named["courses"].entries]


def start(page: Any, app: Any, driver: Driver) -> Any:
    driver.click(page.start_button.rect.centre)
    driver.until(lambda: hasattr(app.screen_on_top, "session"))
    return app.screen_on_top


def play_a_turn(screen: Any, driver: Driver) -> None:
    turn = screen.session.match.state.turn
    while screen.session.match.state.turn == turn:
        driver.until(lambda: screen.question_controller.waits)
        answer_default(screen.app, driver, screen)
    driver.until(lambda: screen.question_controller.waits)
    driver.frame(5)  # until the bots have answered


@pytest.mark.parametrize(
    "text",
    [pytest.param("grid = ", marks=pytest.mark.long), pytest.param(BOARD.format("O"), marks=pytest.mark.long), None],
)
def test_a_match_does_not_need_its_file(
    lobby: Any,
    client: Any,
    app: Any,
    driver: Driver,
    file: Path,
    catalogue: Catalogue,
    tmp_path: Path,
    text: str | None,
) -> None:
    """CLI-2410: it goes on, is saved, loaded and watched again while its file is broken, another board, or gone."""
    screen = start(lobby, app, driver)
    play_a_turn(screen, driver)
    if text is None:
        file.unlink()
    else:
        file.write_text(text)
    play_a_turn(screen, driver)
    kept = screen.session.match.digest()
    open_menu(driver)
    go(driver, "Save game")
    driver.key(arcade.key.ENTER)
    client.router.home()
    driver.frame(2)
    go(driver, "Load game")
    go(driver, "Load")
    loaded = app.screen_on_top
    assert loaded is not screen
    assert loaded.session.match.digest() == kept
    assert loaded.session.game.course.title == "Mine"
    play_a_turn(loaded, driver)
    replay = tmp_path / "mine.rrreplay"
    desks.matches(client).recorder.finish(replay)
    game, record = load_replay(replay, catalogue)
    assert game.course.title == "Mine"
    assert verify(record, game) == ""


class TestLobby:
    def test_a_course_that_is_gone_is_told_and_another_one_chosen(
        self, lobby: Any, app: Any, driver: Driver, file: Path
    ) -> None:
        """CLI-2411."""
        file.unlink()
        driver.click(lobby.start_button.rect.centre)
        driver.frame(2)
        assert "The course “Mine” is no longer there. Another one is chosen now." in " ".join(labels(app))
        driver.key(arcade.key.ENTER)
        assert app.screen_on_top is lobby
        assert "Mine" not in titles(lobby)
        assert start(lobby, app, driver).session.game.course.id == lobby.lobby.course != "mine"

    def test_a_course_that_is_broken_now_cannot_be_played(
        self, lobby: Any, app: Any, driver: Driver, file: Path
    ) -> None:
        """CLI-2411: its line says why, and nothing starts."""
        file.write_text("grid = ")
        driver.click(lobby.start_button.rect.centre)
        driver.frame(2)
        assert "This course cannot be used." in labels(app)
        driver.key(arcade.key.ENTER)
        assert app.screen_on_top is lobby
        assert not lobby.start_button.enabled
        assert "mine" in titles(lobby)

    def test_the_file_is_played_as_it_is_now(self, lobby: Any, app: Any, driver: Driver, file: Path) -> None:
        """CLI-2411."""
        file.write_text(BOARD.format("c1").replace("c1  .", "c1 c2", 1))
        assert start(lobby, app, driver).session.game.course.checkpoints == 2

    def test_what_has_been_drawn_since_is_listed(self, lobby: Any, app: Any, driver: Driver, file: Path) -> None:
        """CLI-2411: the lobby knows the boards as they are when it is opened."""
        go(driver, "Back")
        (file.parent / "new.toml").write_text(BOARD.format("c1").replace("Mine", "Newly drawn"))
        file.unlink()
        page = go(driver, "Custom match")
        assert "Newly drawn" in titles(page)
        assert "Mine" not in titles(page)
        assert page.start_button.enabled

    def test_nobody_is_invited_to_a_course_that_is_gone(self, lobby: Any, app: Any, driver: Driver, file: Path) -> None:
        """CLI-2411."""
        file.unlink()
        go(driver, "Invite others")
        assert "The course “Mine” is no longer there. Another one is chosen now." in " ".join(labels(app))


def test_a_quick_match_tells_that_its_course_is_gone(client: Any, app: Any, driver: Driver, file: Path) -> None:
    """CLI-2411."""
    page = go(driver, "Quick match")
    page.list.choose([title for title, _line in page.list.entries].index("Mine"))
    file.unlink()
    go(driver, "Start")
    assert "The course “Mine” is no longer there. Another one is chosen now." in " ".join(labels(app))
    driver.key(arcade.key.ENTER)
    assert app.screen_on_top is page
    assert "Mine" not in [title for title, _line in page.list.entries]
    go(driver, "Start")
    driver.until(lambda: hasattr(app.screen_on_top, "session"))


def test_variants_are_told_about_the_chosen_course(lobby: Any, app: Any, driver: Driver, file: Path) -> None:
    """CLI-2411: that a course has none of their elements is said of the one that is chosen now."""
    (file.parent / "presses.toml").write_text(
        'plugins = ["crushers"]\n' + BOARD.format("c1").replace("Mine", "Presses").replace(" . ", " crush24 ", 1)
    )
    go(driver, "Back")
    page = go(driver, "Custom match")

    def without(title: str) -> int:
        choose(page, title)
        page.show("settings")
        text = next(text for text in labels(app) if text.endswith("not fit this course"))
        page.show("course")
        return int(text.split()[0])

    every = without("Mine")
    assert without("Presses") == every - 1
    assert without("Mine") == every
