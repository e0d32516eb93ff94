"""Films that are made in the window (CLI-2044, CLI-2045) and highlights after a match (CLI-2046)."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import arcade
import pytest
from PIL import Image, ImageSequence

from roborally.arena import extras
from roborally.base import paths
from roborally.base.errors import GameError, Message
from roborally.game.factory import Game
from roborally.game.records import exports
from roborally.game.records.recorder import Recorder
from tests.narration.page.conftest import data_of
from tests.replay.conftest import play_recorded
from tests.ui import desks
from tests.ui.conftest import Driver
from tests.ui.desks import films, replays
from tests.ui.kept_matches import go
from tests.ui.seen import texts
from tests.waiting import until

pytestmark = pytest.mark.window


class StillJob:
    """A film that goes on only when the test says so."""

    path = Path("/films/yard.gif")

    def __init__(self) -> None:
        self.part = 0.0
        self.over = False
        self.problem: Message | None = None
        self.cancelled = 0

    def poll(self) -> None:
        pass

    def cancel(self) -> None:
        self.cancelled += 1

    def close(self) -> None:
        self.over = True


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "film_folder", lambda: tmp_path / "films")
    return tmp_path / "films"


@pytest.fixture
def client(open_program: Any, folder: Path) -> Any:
    client = open_program(speed="normal")
    client.router.home()
    return client


@pytest.fixture
def recorded(new_game: Callable[..., Game]) -> Recorder:
    return play_recorded(new_game(), 3, 3)[1]


@pytest.fixture
def screen(client: Any, app: Any, driver: Driver, recorded: Recorder) -> Any:
    replays(client).watch(recorded.game, recorded.record)
    screen = app.screen_on_top
    screen.playback.paused = True  # before it can come to its end
    driver.until(lambda: bool(screen.film.ready))
    return screen


@pytest.fixture
def job() -> StillJob:
    return StillJob()


@pytest.fixture
def page(app: Any, client: Any, job: Any) -> Any:
    from roborally.features.replays.window.film_page import FilmPage

    app.push(FilmPage(app, 2, lambda wish: job))
    return app.screen_on_top


def test_the_viewer_offers_a_film(app: Any, driver: Driver, screen: Any) -> None:
    """CLI-2044: by a key, and by a button that leaves room for the timeline."""
    from roborally.features.replays.window.film_page import FilmPage

    screen.go_to(screen.film.turns[1].at)
    camera = next(w for w in screen.bar.controls.widgets if w.tooltip.startswith("Make a film"))
    assert screen.bar.timeline.rect.right < camera.rect.x
    driver.click(camera.rect.centre)
    assert isinstance(app.screen_on_top, FilmPage)
    app.pop()
    driver.key(arcade.key.F)
    page = app.screen_on_top
    assert isinstance(page, FilmPage)
    assert screen.playback.paused
    choices: list[Any] = page.controls.widgets[:3]
    what, kind, size = choices
    assert [text for _value, text in what.options] == ["The whole match", "Turn 2", "The best moments"]
    assert kind.options[0] == (".gif", "Animated picture (GIF)")
    assert (640, 360) in [value for value, _text in size.options]


@pytest.mark.long
def test_a_film_of_one_turn_is_made_beside_the_game(
    app: Any, client: Any, driver: Driver, screen: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2044, CLI-2045: the window goes on, and in the end says where the film is."""
    monkeypatch.setitem(exports.KINDS, exports.GIF, replace(exports.KINDS[exports.GIF], fps=3))
    screen.go_to(screen.film.turns[1].at)
    films(client).open(screen)
    page = app.screen_on_top
    page.wish = page.wish._replace(size=(320, 180), part="turn")
    driver.key(arcade.key.ENTER)
    assert "The film is being made" in texts(app)
    seen: set[float] = set()

    def look() -> None:
        """Let the window go on without a picture, which takes the time that the other process needs."""
        driver.send("on_update", 1 / 60)
        seen.add(page.job.part)

    until(lambda: page.job.over, "the film", meanwhile=look, progress=lambda: page.job.part)
    driver.frame(2)
    assert len(seen) > 2, "it tells how far it is"
    (path,) = folder.iterdir()
    assert path.name in texts(app).replace("\N{ZERO WIDTH SPACE}", "")
    with Image.open(path) as picture:
        assert picture.size == (320, 180)
        assert len(list(ImageSequence.Iterator(picture))) > 3
    driver.key(arcade.key.ESCAPE)
    assert app.screen_on_top is screen


@pytest.mark.long
def test_a_film_that_is_given_up_leaves_nothing(
    app: Any, client: Any, driver: Driver, screen: Any, folder: Path
) -> None:
    """CLI-2045."""
    films(client).open(screen)
    page = app.screen_on_top
    page.make()
    job = page.job
    until(lambda: job.part > 0, "the first picture", meanwhile=driver.frame)
    go(driver, "Cancel")
    go(driver, "Give it up")
    assert app.screen_on_top is screen
    until(lambda: job.over, "the end of the process", meanwhile=driver.frame)
    assert job.problem is None
    assert list(folder.iterdir()) == []


def test_a_window_that_is_closed_ends_the_film(client: Any, driver: Driver, screen: Any, folder: Path) -> None:
    """CLI-2045."""
    films(client).open(screen)
    client.app.screen_on_top.make()
    job = client.app.screen_on_top.job
    films(client).close()
    assert job.over
    assert list(folder.glob("*.gif")) == []


@pytest.fixture
def orders(client: Any) -> list[tuple[Any, ...]]:
    """The films that are ordered, of which none is made: each order, game and record."""
    ordered: list[tuple[Any, ...]] = []

    class Job(StillJob):
        def __init__(self, *order: Any) -> None:
            super().__init__()
            ordered.append(order)

    films(client).make = Job
    return ordered


@pytest.mark.parametrize(
    ("entry", "title", "best", "suffix"),
    [
        ("Film the highlights", "The film is being made", True, ".gif"),
        ("Save web page", "The page is being made", False, ".html"),
    ],
)
def test_the_best_moments_and_a_page_are_chosen_already_and_not_made_unasked(
    app: Any,
    client: Any,
    driver: Driver,
    recorded: Recorder,
    orders: list[tuple[Any, ...]],
    entry: str,
    title: str,
    best: bool,
    suffix: str,
) -> None:
    """CLI-2046, CLI-2502: the result page leads there."""
    from roborally.ui.match.shown_match import ShownMatch
    from roborally.ui.match.windows.result_screen import ResultScreen

    desks.matches(client).recorder = recorded
    replays(client).watch(recorded.game, recorded.record)
    desks.matches(client).show_result(ShownMatch.of(app.screen_on_top.session))
    assert isinstance(app.screen_on_top, ResultScreen)
    go(driver, entry)
    assert (orders, "Make a film or a web page" in texts(app)) == ([], True)
    go(driver, "Make")
    assert title in texts(app)
    ((order, game, record),) = orders
    assert (order.best, order.turns, Path(order.path).suffix) == (best, None, suffix)
    assert (game, record) == (recorded.game, recorded.record)


def test_a_page_of_one_turn_is_made_beside_the_game(
    app: Any, client: Any, driver: Driver, screen: Any, folder: Path
) -> None:
    """CLI-2501."""
    screen.go_to(screen.film.turns[1].at)
    films(client).open(screen)
    page = app.screen_on_top
    kinds = page.controls.widgets[1]
    page.wish = page.wish._replace(part="best")
    driver.click((kinds.rect.right - 10, kinds.rect.centre[1]))
    what, kind, *buttons = page.controls.widgets
    assert [text for _value, text in what.options] == ["The whole match", "Turn 2"]
    assert (kind.value, len(buttons)) == (".html", 2), "a page has no size"
    page.wish = page.wish._replace(part="turn")
    driver.key(arcade.key.ENTER)
    assert "The page is being made" in texts(app)
    until(lambda: page.job.over, "the page", meanwhile=lambda: driver.send("on_update", 1 / 60))
    driver.frame(2)
    assert "The page is ready" in texts(app)
    (path,) = folder.iterdir()
    data = data_of(path.read_bytes())
    assert data["turns"] == [[0, 2]]


def test_progress_and_the_end(app: Any, driver: Driver, page: Any, job: StillJob) -> None:
    """CLI-2045."""
    driver.key(arcade.key.ENTER)
    assert "Preparing the film" in texts(app)
    job.part = 0.42
    driver.frame()
    assert "42 %" in texts(app)
    job.problem, job.over = Message.of("cannot be written: {error}", "/films/yard.gif", error="the disk is full"), True
    driver.frame()
    assert "The film could not be made" in texts(app)
    assert "the disk is full." in texts(app)
    go(driver, "Back")
    assert job.cancelled == 0


def test_a_page_that_makes_a_film_draws_only_when_it_gets_on(
    app: Any, driver: Driver, page: Any, job: StillJob
) -> None:
    page.make()
    driver.frame(2)
    driver.send("on_draw")  # what has not been drawn is due
    app.pace.is_due(0.01)
    assert not app.pace.is_due(0.01)
    job.part = 0.5
    page.update(0.01)
    assert app.pace.is_due(0.01)


def test_the_folder_is_opened(
    app: Any, driver: Driver, page: Any, job: StillJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2045."""
    from roborally.features.replays.window import film_page

    opened: list[Path] = []
    monkeypatch.setattr(film_page, "open_folder", opened.append)
    page.make()
    job.over = True
    driver.frame()
    go(driver, "Open the folder")
    assert opened == [job.path.parent]

    def missing(folder: Path) -> None:
        raise GameError("no file manager is installed that could open it", where=folder)

    monkeypatch.setattr(film_page, "open_folder", missing)
    driver.key(arcade.key.ENTER)
    assert "no file manager is installed" in texts(app)


@pytest.mark.parametrize("there", [True, False])
def test_videos_need_the_extra(app: Any, page: Any, monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    """CLI-2044: how to get it is told otherwise."""
    monkeypatch.setattr(extras, "missing", lambda extra: [] if there else ["av"])
    page.rebuild()
    kinds = [value for value, _text in page.controls.widgets[1].options]
    assert kinds == ([".gif", ".html", ".mp4"] if there else [".gif", ".html"])
    assert ("pip install 'roborally[video]'" in texts(app)) is not there


def test_a_film_shows_no_controls(app: Any, client: Any, driver: Driver, recorded: Recorder) -> None:
    """CLI-2044: neither the bar nor the buttons; the board has their place."""
    from roborally.features.replays.window.film_pictures import film_screen
    from roborally.ui.replay.film import Film
    from tests.ui.seen import layers

    film = Film(recorded.game, recorded.record)
    film.prepare(float("inf"))
    screen = film_screen(app, film, "skip")
    app.push(screen)
    driver.frame(3)
    shown = layers(app)
    assert screen.bar.layer not in shown
    faces = {id(sprite) for layer in shown for sprite in layer.sprites}
    for pressed in (*screen.panels.moving.speeds.values(), screen.panels.moving.leave):
        assert pressed.icon is not None
        assert id(pressed.icon) not in faces
    assert screen.board.rect == screen.arrangement.side
    screen.result()
    assert app.screen_on_top.controls.widgets == []
    assert not any(getattr(widget, "text", "") for widget in app.screen_on_top.controls.widgets)


def test_a_scenario_offers_no_film(screen: Any) -> None:
    from roborally.ui.replay.replay_screen import ReplayScreen

    plain = ReplayScreen(screen.app, screen.film, leave=lambda: None, show_result=lambda context: None)
    assert not any(widget.tooltip.startswith("Make a film") for widget in plain.bar.controls.widgets)


def test_a_film_is_not_given_up_without_asking(app: Any, driver: Driver, page: Any, job: StillJob) -> None:
    """CLI-2222: Esc asks; Esc again, or Enter, lets the film go on."""
    driver.key(arcade.key.ENTER)
    for back in (arcade.key.ESCAPE, arcade.key.ENTER):
        driver.key(arcade.key.ESCAPE)
        assert "Give the film up?" in texts(app)
        driver.key(back)
        assert app.screen_on_top is page
        assert job.cancelled == 0
    driver.key(arcade.key.ESCAPE)
    go(driver, "Give it up")
    assert job.cancelled == 1
    assert page not in app.screens


@pytest.mark.parametrize(("answer", "kept"), [("Back", True), ("Give it up", False)])
def test_a_question_stays_when_what_it_is_about_has_become_ready(
    app: Any, driver: Driver, page: Any, job: StillJob, answer: str, kept: bool
) -> None:
    """CLI-2222: what is under the mouse does not go away; a page is called a page."""
    page.wish = page.wish._replace(kind=exports.PAGE)
    page.make()
    driver.key(arcade.key.ESCAPE)
    job.over = True
    driver.frame(2)
    assert "Give the page up?" in texts(app)
    go(driver, answer)
    assert (page in app.screens) is kept
    assert job.cancelled == (not kept)
    assert ("The page is ready" in texts(app)) is kept


@pytest.mark.long
def test_a_ready_page_that_is_given_up_is_removed(client: Any, driver: Driver, screen: Any, folder: Path) -> None:
    """CLI-2045, CLI-2222."""
    films(client).open(screen)
    page = client.app.screen_on_top
    page.wish = page.wish._replace(kind=exports.PAGE)
    page.make()
    driver.key(arcade.key.ESCAPE)
    until(lambda: page.job.over, "the page", meanwhile=driver.frame)
    assert page.job.path.is_file()
    go(driver, "Give it up")
    assert client.app.screen_on_top is screen
    assert list(folder.iterdir()) == []
