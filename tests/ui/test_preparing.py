"""What the main menu prepares: in small steps, once, and so that pages need not read anything (CLI-401, CLI-402)."""

import gc
import weakref
from typing import Any

import pytest
from pyglet.font import freetype

from roborally.features.lobby import variants as lobby_variants
from roborally.features.lobby.model import LobbyModel
from roborally.game import course_shelf
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.board_art import BoardPainter
from roborally.ui.board.course_preview import PATIENCE
from roborally.ui.pages import main_menu
from roborally.ui.pages.main_menu import Group, MainMenu, MenuEntry
from roborally.ui.toolkit import preload
from roborally.ui.toolkit.label import POINTS_PER_PIXEL
from roborally.ui.toolkit.preload import Preloader
from tests.counting import calls_by_step, count_calls

from .conftest import Driver


def test_a_step_loads_the_code_of_at_most_one_plugin(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = count_calls(monkeypatch, lobby_variants, "build_rules")
    lobby = LobbyModel(catalogue, ["greedy"])
    assert calls == []
    assert max(calls_by_step(lobby.work, calls)) == 1
    known = len(calls)
    assert lobby.variants()
    assert len(calls) == known > 5


def test_one_thing_is_prepared_after_the_other() -> None:
    done: list[str] = []

    def thing(name: str, length: int) -> Any:
        def work() -> bool:
            done.append(name)
            return done.count(name) < length

        return work

    preparation = Preloader(thing("a", 2), thing("b", 3))
    assert calls_by_step(preparation.work, done) == [1] * 5
    assert "".join(done) == "aabbb"
    assert not preparation.work()


def menu_of(app: Any) -> tuple[list[Any], list[Any]]:
    """Return what a small main menu offers."""
    end = MenuEntry("Quit", "quit", app.quit)
    return [Group("Play", "play", [end])], [end]


def test_a_frame_of_the_menu_prepares_for_no_longer_than_its_slice(
    app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, steps = [0.0], [0]

    def prepare() -> bool:
        now[0] += preload.SLICE * 0.4
        steps[0] += 1
        return True

    monkeypatch.setattr("roborally.ui.toolkit.preload.time.perf_counter", lambda: now[0])
    app.replace(lambda: main_menu.MainMenu(app, *menu_of(app), prepare))
    driver.send("on_update", 1 / 60)
    assert steps[0] == 0, "nothing before it has been seen"
    driver.send("on_draw")
    for frame in range(1, 4):
        driver.send("on_update", 1 / 60)
        assert steps[0] == 3 * frame


def test_nothing_is_prepared_under_another_page(client: Any, app: Any, driver: Driver) -> None:
    steps = [0]

    def prepare() -> bool:
        steps[0] += 1
        return False

    app.replace(lambda: MainMenu(app, *menu_of(app), prepare))
    driver.frame(2)
    assert steps[0] == 1
    client.settings.open()
    driver.frame(3)
    assert steps[0] == 1
    app.pop()
    driver.frame()
    assert steps[0] == 2


def test_pages_read_no_course_and_no_code_when_the_menu_has_been_there_for_a_while(
    client: Any, app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.router.home()
    driver.frame()
    while client.preparation.work():
        pass
    read = count_calls(monkeypatch, course_shelf, "load_course")
    made = count_calls(monkeypatch, lobby_variants, "build_rules")
    for name in ("quick-match", "lobby", "quick-match"):
        client.router.open(name)
        driver.frame(3)
        app.pop()
    assert read == made == []


def test_what_a_closed_page_leaves_behind_goes_when_the_menu_is_seen_again(
    client: Any, app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(main_menu, "gc", gc)
    client.router.home()
    driver.frame(2)
    client.router.open("credits")
    driver.frame(2)
    page = weakref.ref(app.screen_on_top)
    app.pop()
    driver.frame()
    assert page() is None


def test_a_match_has_the_pictures_of_its_board_before_it_is_shown(
    client: Any, app: Any, driver: Driver, new_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = count_calls(monkeypatch, BoardPainter, "paint")
    client.start(new_game())
    assert len(painted) == 1
    driver.frame(5)
    assert len(painted) == 1


def test_the_picture_of_a_course_is_made_when_it_has_been_chosen_for_a_moment(
    app: Any, client: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.router.home()
    client.router.open("quick-match")
    page = app.screen_on_top
    driver.frame(20)
    painted = count_calls(monkeypatch, BoardPainter, "painting")
    for _ in range(3):
        page.list.step(1)
        driver.frame()
    assert painted == []
    driver.frame(2, PATIENCE)
    assert len(painted) == 1
    driver.until(lambda: page.preview.view.board is page.course.board)
    driver.frame(5)
    assert len(painted) == 1


def test_a_frame_adds_no_more_to_the_picture_of_a_course_than_its_slice_allows(
    app: Any, client: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]

    def tick() -> float:
        now[0] += preload.SLICE
        return now[0]

    client.router.home()
    client.router.open("quick-match")
    page = app.screen_on_top
    monkeypatch.setattr("roborally.ui.toolkit.preload.time.perf_counter", tick)  # so every step takes a whole slice
    frames = 0
    while page.preview.view is None:
        driver.frame()
        frames += 1
    board = page.course.board
    assert frames > len(board.elements) + board.height
    assert page.preview.view.art.floor


def test_the_letters_of_the_credits_are_drawn_before_the_page_opens(
    app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    from roborally.features.credits.window.credits_page import SIZE, CreditsPage, preparation

    app.adapt_to(1199, 720)  # letters of this size have not been drawn yet
    size = SIZE * POINTS_PER_PIXEL * app.frame.scale
    drawn: list[str] = []
    render = freetype.FreeTypeGlyphRenderer.render

    def listen(renderer: Any, text: str) -> Any:
        if renderer.font.size == size:
            drawn.append(text)
        return render(renderer, text)

    monkeypatch.setattr(freetype.FreeTypeGlyphRenderer, "render", listen)
    made = calls_by_step(preparation(app.pages), drawn)
    assert len(drawn) == sum(made) > 40
    assert max(made) < 30, "a step draws the letters of one line"
    drawn.clear()
    app.push(CreditsPage(app))
    driver.frame()
    assert drawn == []
