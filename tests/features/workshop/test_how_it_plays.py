"""How the board plays, in the editor with the events of mouse and keyboard (CLI-2401 to CLI-2406)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.base import paths
from roborally.features.workshop.editor.board_text import read_document
from roborally.features.workshop.rating.figures import DeathSpot
from tests.features.workshop.an_editor import desk_of
from tests.features.workshop.setting import PIT, WALLED
from tests.ui.conftest import Driver
from tests.ui.kept_matches import go
from tests.ui.seen import labels, texts

pytestmark = pytest.mark.window
KEYS = arcade.key
CTRL = KEYS.MOD_CTRL
RESTS = "Bots will play here when you rest for a second."


@pytest.fixture
def page(app: Any, client: Any, driver: Driver, tmp_path: Path, monkeypatch: Any) -> Iterator[Any]:
    """The editor, whose bots play at random: that is soon done."""
    monkeypatch.setattr(paths, "user_board_folder", lambda: tmp_path / "boards")
    monkeypatch.setattr(paths, "draft_file", lambda: tmp_path / "draft.json")
    client.router.home()
    go(driver, "Board editor")
    driver.frame(2)
    yield app.screen_on_top
    desk_of(client).bench.close()


@pytest.fixture
def lay(page: Any, driver: Driver, tmp_path: Path) -> Callable[..., None]:
    from roborally.features.workshop.rating.live import LiveRating

    from .rating_here import RatingHere

    def put(grid: str, games: int = 12, *, elsewhere: bool = False) -> None:
        path = tmp_path / "yard.toml"
        path.write_text(f'name = "Yard"\nplayers = [1, 2]\ngrid = """{grid}"""\n', encoding="utf-8")
        page.bench.plays.switch(False)
        here, there = partial(RatingHere, games), partial(LiveRating, jobs=1, bot="random", games=games)
        page.bench.plays.start = there if elsewhere else here
        page.bench.put_instead(read_document(path))
        page.changed()
        driver.frame()

    return put


def text(page: Any) -> list[str]:
    return [row.label.text for row in page.files.list.rows if row.label.text]


def stage(page: Any) -> str:
    state = page.bench.plays.state
    return state.stage if state is not None else ""


def plays(page: Any, driver: Driver) -> None:
    """Switch it on with a click, and wait for the last of what is found."""
    go(driver, "How it plays")
    driver.until(lambda: stage(page) in ("done", "impossible"))
    driver.frame(60)


def test_it_is_off_until_it_is_wanted(page: Any, driver: Driver, lay: Callable[..., None]) -> None:
    """CLI-2401: no process is started, however long one rests."""
    lay(PIT, elsewhere=True)
    driver.frame(40, seconds=0.1)
    assert page.bench.plays.live is None
    driver.key(KEYS.G)
    driver.frame(2)
    assert page.bench.plays.live is not None
    assert RESTS in text(page)
    live = page.bench.plays.live
    driver.key(KEYS.G)
    driver.frame(2)
    assert page.bench.plays.live is None
    live.process.join()
    assert RESTS not in text(page)


def test_bots_tell_how_the_board_plays(page: Any, app: Any, driver: Driver, lay: Callable[..., None]) -> None:
    """CLI-2402, CLI-2404: figures, wins, what destroys, and where it is hot; a click leads to a cell.

    A title takes no figures away. A suggestion is taken by a click as one step; the figures of before stay in sight.
    """
    lay(PIT)
    plays(page, driver)
    lines = text(page)
    for begin in ("12 games, mode", "Too deadly: ", "Turns: ", "Minutes, for people: ", "Per robot: ", "1: ", "2: "):
        assert any(line.startswith(begin) for line in lines), begin
    assert any(line.startswith("A robot falls into a pit: ") for line in lines)
    assert any(line.startswith("Belt: ") for line in lines)
    assert len(page.canvas.hot) == len(page.bench.plays.rating.spots)
    assert "Robots destroyed here: " in " ".join(page.sentences(2, 2))
    assert "Acted in 12 games: " in " ".join(page.sentences(2, 2))
    row = next(row for row in page.files.list.rows if row.label.text.startswith("Column 3, row 3: "))
    page.files.list.area.show(row.rect)
    driver.frame()
    x, y = row.rect.centre
    driver.click((x, y + page.files.list.area.position))
    assert page.bench.view.cursor == (2, 2)

    found, document = page.bench.plays.state, page.bench.editing.document
    page.do(lambda: page.bench.editing.put(replace(document, texts=replace(document.texts, name="Another title"))))
    driver.frame(5)
    assert page.bench.plays.state is found

    before = page.bench.editing.document
    row = next(row for row in page.files.list.rows if row.label.text.startswith("Plain floor instead of Pit"))
    assert "destructions per robot instead of" in row.label.text
    page.files.list.area.show(row.rect)
    driver.frame()
    driver.click((row.rect.centre[0], row.rect.centre[1] + page.files.list.area.position))
    assert [element.cell for element in page.canvas.view.board.of_kind("pit")] == []
    driver.frame(30)
    assert "Before the last changes" in text(page)
    assert page.bench.plays.state is not found
    driver.key(KEYS.Z, CTRL)
    assert page.bench.editing.document == before
    assert [element.cell for element in page.canvas.view.board.of_kind("pit")] == [(2, 2)]


def test_what_is_hot_beyond_the_edge_is_within_the_margin(page: Any) -> None:
    """CLI-2402: nothing is cut off beside a board of which all is in view."""
    from roborally.ui.board.board_art import CELL
    from roborally.ui.board.frame_choice import MARGIN

    board = page.canvas.view.board
    beyond = [(3, -1), (-1, 3), (board.width, 3), (3, board.height), (-1, -1)]
    page.canvas.heat([DeathSpot(cell, 2, {}) for cell in beyond])
    assert len(page.canvas.hot) == len(beyond)
    for sprite in page.canvas.hot:
        assert -MARGIN * CELL <= sprite.left < sprite.right <= (board.width + MARGIN) * CELL
        assert -MARGIN * CELL <= sprite.bottom < sprite.top <= (board.height + MARGIN) * CELL


@pytest.mark.long
def test_how_a_board_plays_is_told_on_the_shelf_of_the_builder(
    page: Any, driver: Driver, lay: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2379: also before it is saved; a damaged disk is no reason to stop."""
    from roborally.features.workshop.building.board_parts import read_parts
    from roborally.features.workshop.rating import verdicts
    from roborally.features.workshop.window.building.board_list import describe

    monkeypatch.setattr(verdicts, "BOT", "random")
    lay(PIT)
    plays(page, driver)
    found = read_parts(page.bench.catalogue, [tmp_path]).parts["yard"]
    turns = page.bench.plays.rating.turns.mean
    assert f"Played by bots: {turns:.0f} turns, about " in describe(found)
    assert "Too deadly." in describe(found)
    monkeypatch.setattr(paths, "figures_file", lambda: tmp_path / "yard.toml" / "figures.toml")
    lay(WALLED)
    plays(page, driver)
    assert stage(page) == "done"


def test_any_change_stops_the_games(page: Any, driver: Driver, lay: Callable[..., None]) -> None:
    """CLI-2403: they begin anew after a second of rest, with the board as it is then; a stroke is no rest."""
    lay(PIT, games=1000, elsewhere=True)
    go(driver, "How it plays")
    view = page.canvas.view
    driver.press(view.point_of((4, 3)))
    driver.frame(30, seconds=0.1)
    assert page.bench.editing.in_stroke
    assert stage(page) == ""
    driver.release(view.point_of((4, 3)))
    driver.until(lambda: stage(page) == "games" and page.bench.plays.state.played > 1)
    driver.frame(40)
    assert any(line.startswith("Bots are playing: game ") for line in text(page))
    driver.key(KEYS.DELETE)  # the start space below the cursor, at the north west
    driver.frame(3)
    assert page.bench.plays.state is None
    assert page.bench.plays.live.state is None
    assert len(page.canvas.hot) == 0
    driver.key(KEYS.Z, CTRL)
    driver.frame(2)
    driver.frame(8, seconds=0.1)
    assert stage(page) == ""
    driver.until(lambda: stage(page) == "games" and page.bench.plays.state.played > 0)


@pytest.mark.long
def test_a_board_on_which_nobody_can_play_is_told_of(page: Any, driver: Driver, lay: Callable[..., None]) -> None:
    """CLI-2405: one with faults, one without a checkpoint, and one that has no end."""
    lay(PIT.replace("c1 ", "c2 "))
    go(driver, "How it plays")
    driver.frame(40, seconds=0.1)
    assert text(page) == ["Nobody can play on this board yet: see the advice."]
    lay(PIT.replace("c1 ", ".  "))
    plays(page, driver)
    assert len(text(page)) == 1
    assert "no checkpoint" in text(page)[0]
    lay(WALLED, games=2)
    plays(page, driver)
    assert any(line.startswith("Too long: ") for line in text(page))


@pytest.mark.long
def test_leaving_the_editor_ends_the_games(page: Any, app: Any, driver: Driver, lay: Callable[..., None]) -> None:
    """CLI-2406: for the menu, for a match on the board, and when the window closes; what is done is kept."""
    lay(PIT)
    plays(page, driver)
    found, live = page.bench.plays.state, page.bench.plays.live
    page.actions.play()
    driver.frame(3)
    assert not live.is_alive
    driver.key(KEYS.F5)
    driver.frame(3)
    again = app.screen_on_top
    assert again.bench.plays.state is found
    assert "How it plays" in labels(app)
    driver.frame(60)
    assert any(line.startswith("12 games") for line in text(again))
    assert again.bench.plays.live is None
    again.changed()
    again.choose(again.bench.hand.brush)
    driver.key(KEYS.DELETE)
    driver.frame(2)
    live = again.bench.plays.live
    assert live is not None
    app.abandon()  # as when the window closes
    assert not live.is_alive
    assert again.bench.plays.live is None
    assert texts(app) == ""
