"""The board editor with the events of mouse and keyboard (CLI-2301 to CLI-2310)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.base.errors import Message
from roborally.core.geometry import Cell
from roborally.features.workshop.editor.advice import Advice
from roborally.game.course.code import unpack
from roborally.plugin_system.loader import Catalogue
from roborally.ui.toolkit.theme import Rect
from tests.features.workshop.an_editor import builder, desk_of
from tests.sweeps import few_of
from tests.ui.conftest import Driver
from tests.ui.kept_matches import go
from tests.ui.seen import labels, texts
from tests.writing import full_disk

pytestmark = pytest.mark.window
KEYS = arcade.key
CTRL = KEYS.MOD_CTRL


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "boards"


@pytest.fixture
def client(app: Any, catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    with builder(app, catalogue, tmp_path, monkeypatch, ["greedy", "random"]) as client:
        client.router.home()
        yield client


@pytest.fixture
def page(client: Any, app: Any, driver: Driver) -> Any:
    go(driver, "Board editor")
    driver.frame(2)
    return app.screen_on_top


def point(page: Any, cell: Cell) -> tuple[float, float]:
    x, y = page.canvas.view.point_of(cell)
    return x, y


def click(page: Any, driver: Driver, cell: Cell) -> None:
    driver.click(point(page, cell))


def choose(page: Any, kind: str) -> None:
    from roborally.features.workshop.editor.painter import Brush

    page.choose(Brush.of(kind, page.bench.speller))


def kinds(page: Any, cell: Cell) -> list[str]:
    document = page.bench.editing.document
    return [element.kind for element in document.tile(cell).known(page.bench.speller)]


def test_belts_are_drawn_as_a_path_that_curves_by_itself(page: Any, driver: Driver) -> None:
    """CLI-2301, CLI-2302."""
    path = [(2, 2), (3, 2), (4, 2), (4, 3), (4, 4)]
    driver.press(point(page, path[0]))
    for cell in path[1:]:
        driver.send("on_mouse_drag", *driver.pixel(point(page, cell)), 1, 1, 1, 0)
    driver.release(point(page, path[-1]))
    driver.frame()
    board = page.canvas.view.board
    ways = {element.cell: element.values["direction"] for element in board.of_kind("belt")}
    assert ways == {(2, 2): 1, (3, 2): 1, (4, 2): 2, (4, 3): 2, (4, 4): 2}
    driver.key(KEYS.Z, CTRL)
    assert kinds(page, (2, 2)) == []
    driver.key(KEYS.Y, CTRL)
    assert kinds(page, (4, 4)) == ["belt"]


def test_a_belt_is_drawn_straight(page: Any, driver: Driver) -> None:
    """COM-09: the choice below the elements makes a belt that turns nobody."""
    choose(page, "belt")
    driver.frame()
    choice = next(widget for widget in page.controls.widgets if getattr(widget, "value", None) == "")
    assert choice.label.text == "turns it in bends"
    assert not choice.label.is_shortened
    driver.click((choice.rect.right - 17, choice.rect.centre[1]))
    driver.frame()
    click(page, driver, (3, 3))
    assert page.bench.editing.document.tile((3, 3)).token == ">="
    assert page.tools.palette.tiles["belt"].tooltip.startswith("Belt: carries a robot one space and never turns it.")
    choose(page, "belt")
    driver.key(KEYS.P)
    for cell in ((3, 3), (5, 5)):  # the picker takes the mark along
        click(page, driver, cell)
    assert page.bench.editing.document.tile((5, 5)).token == ">="


def test_a_click_at_the_chosen_element_turns_it(page: Any, driver: Driver) -> None:
    """CLI-2409: the mouse alone turns what is drawn; the first click only chooses, also after another tool."""
    for row in range(3):
        driver.click(page.tools.palette.tiles["dock"].rect.centre)
        click(page, driver, (0, row))
    driver.key(KEYS.E)
    driver.click(page.tools.palette.tiles["dock"].rect.centre)
    click(page, driver, (0, 3))
    driver.click(page.tools.palette.tiles["pit"].rect.centre)
    driver.click(page.tools.palette.tiles["pit"].rect.centre)
    click(page, driver, (5, 5))
    directions = {element.cell: element.values["direction"] for element in page.canvas.view.board.of_kind("dock")}
    first = directions[0, 0]
    assert [directions[0, row] for row in range(4)] == [first, (first + 1) % 4, (first + 2) % 4, (first + 2) % 4]
    assert kinds(page, (5, 5)) == ["pit"]
    assert "Choose it again to turn it (R)" in page.tools.palette.tiles["dock"].tooltip
    assert "turn it" not in page.tools.palette.tiles["pit"].tooltip


def test_what_is_drawn_appears_on_both_sides_and_docks_are_numbered(page: Any, driver: Driver) -> None:
    """CLI-2303."""
    driver.key(KEYS.Y)  # left and right
    choose(page, "dock")
    for x in (0, 1):
        click(page, driver, (x, 11))
    docks = {element.cell: element.values["number"] for element in page.canvas.view.board.of_kind("dock")}
    assert docks == {(0, 11): 1, (11, 11): 2, (1, 11): 3, (10, 11): 4}


def test_a_wall_comes_and_goes_at_an_edge(page: Any, driver: Driver) -> None:
    """CLI-2302: by mouse, and by keys at the cursor."""
    driver.key(KEYS.W)
    (x, y), (right, _y) = point(page, (5, 5)), point(page, (6, 5))
    spot = (x + (right - x) * 0.47, y)
    driver.click(spot)
    assert ((5, 5), 1) in page.canvas.view.board.walls
    driver.click(spot)
    assert ((5, 5), 1) not in page.canvas.view.board.walls
    driver.key(KEYS.UP, CTRL)
    assert (page.bench.view.cursor, 0) in page.canvas.view.board.walls


def test_faults_are_told_at_their_cells(page: Any, driver: Driver) -> None:
    """CLI-2304."""
    choose(page, "checkpoint")
    click(page, driver, (3, 3))
    choose(page, "dock")
    click(page, driver, (0, 0))
    click(page, driver, (11, 11))
    driver.key(KEYS.W)
    for direction in (KEYS.UP, KEYS.RIGHT, KEYS.DOWN, KEYS.LEFT):
        page.go_to((3, 3))
        driver.key(direction, CTRL)
    driver.until(lambda: page.bench.advice_is_complete and bool(page.bench.advice))
    assert any((3, 3) in entry.cells for entry in page.bench.advice)
    assert any("cannot be reached" in entry.message.as_sentence() for entry in page.bench.advice)


def test_a_match_that_begins_is_announced_at_once(
    page: Any, app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2329: the page is darkened before the match is made, which takes longer than a frame."""

    def brightness() -> float:
        pixels = arcade.get_image(0, 0, *app.extent).convert("L").getdata()
        return sum(pixels) / len(pixels)

    shown: list[tuple[bool, float]] = []
    driver.frame()
    monkeypatch.setattr(app, "flip", lambda: shown.append((app.screen_on_top is page, brightness())))
    app.switch_to()
    driver.send("on_draw")
    before = brightness()
    driver.click(page.files.play.rect.centre)
    is_page, bright = shown[0]
    assert is_page
    assert bright < 0.6 * before
    driver.key(KEYS.ESCAPE)
    driver.send("on_draw")
    assert app.screen_on_top is page
    assert brightness() > 0.9 * before


def test_one_plays_on_the_board_and_comes_back_to_it(page: Any, app: Any, driver: Driver) -> None:
    """CLI-2305: with all steps to be taken back."""
    bench = page.bench
    driver.click(page.files.play.rect.centre)
    assert "This board cannot be played yet" in texts(app)
    driver.key(KEYS.ESCAPE)
    choose(page, "checkpoint")
    click(page, driver, (6, 2))
    choose(page, "dock")
    for x in range(4):
        click(page, driver, (x, 11))
    driver.click(page.files.play.rect.centre)
    driver.frame(3)
    match = app.screen_on_top
    assert match.session.game.course.board.of_kind("checkpoint")[0].cell == (6, 2)
    assert len(match.session.game.seats) == 4
    driver.key(KEYS.F5)
    driver.frame(2)
    again = app.screen_on_top
    assert again.bench is bench
    assert kinds(again, (6, 2)) == ["checkpoint"]
    for _step in range(5):
        driver.key(KEYS.Z, CTRL)
    assert kinds(again, (6, 2)) == []


def test_a_board_is_saved_and_opened_again(page: Any, client: Any, app: Any, driver: Driver, folder: Path) -> None:
    """CLI-2306: a board without a file has no file's name, and is not called saved."""
    assert page.files.about.text == "12 × 12 · not saved"
    choose(page, "pit")
    click(page, driver, (1, 1))
    driver.key(KEYS.S, CTRL)
    driver.key(KEYS.A, CTRL)
    driver.send("on_text", "a")
    driver.key(KEYS.ENTER)
    driver.frame(2)
    (path,) = folder.glob("*.toml")
    assert app.screen_on_top is page
    assert page.bench.is_saved
    assert page.files.about.text == f"12 × 12 · {path.stem} · saved"
    text = path.read_text(encoding="utf-8")
    driver.key(KEYS.N, CTRL)
    driver.frame(2)
    assert kinds(app.screen_on_top, (1, 1)) == []
    desk_of(client).open_file(path)
    driver.frame(2)
    assert kinds(app.screen_on_top, (1, 1)) == ["pit"]
    path.write_text(text.replace(" O ", " . ", 1) + "\n# by another program\n", encoding="utf-8")
    click(app.screen_on_top, driver, (4, 4))
    driver.key(KEYS.S, CTRL)
    assert path.stem in texts(app) or "another program" in texts(app)


def test_what_cannot_be_saved_is_told_and_the_board_stays(page: Any, app: Any, driver: Driver, folder: Path) -> None:
    """CLI-2306: on a full disk the old file stays, too, and the next try saves.

    A file that another program has changed is not replaced unasked, also one that is no board any more.
    """
    choose(page, "pit")
    click(page, driver, (1, 1))
    page.bench.save(folder / "mine.toml")
    before = (folder / "mine.toml").read_bytes()
    click(page, driver, (2, 1))
    with full_disk():
        driver.key(KEYS.S, CTRL)
    assert "The board could not be saved" in texts(app)
    assert "the disk is full" in texts(app)
    assert "Nothing is lost: the board stays on the table." in texts(app)
    driver.key(KEYS.ESCAPE)
    assert kinds(page, (2, 1)) == ["pit"]
    assert not page.bench.is_saved
    assert (folder / "mine.toml").read_bytes() == before
    driver.key(KEYS.S, CTRL)
    assert page.bench.is_saved
    path = folder / "mine.toml"
    for text in (path.read_text(encoding="utf-8").replace(" O ", " . ", 1), "no board"):
        path.write_text(text, encoding="utf-8")
        driver.key(KEYS.S, CTRL)
        assert "mine.toml was changed by another program since it was opened." in texts(app)
        driver.key(KEYS.ESCAPE)
        assert path.read_text(encoding="utf-8") == text
        assert kinds(page, (1, 1)) == ["pit"]


def test_a_board_of_another_size_is_seen_whole(page: Any, client: Any, app: Any, driver: Driver, folder: Path) -> None:
    """CLI-2306: the view of the board before is left; that of one's own board is kept over a match."""
    folder.mkdir()
    rows = " .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .\n" * 20
    (folder / "large.toml").write_text(f'grid = """\n{rows}"""\n')
    desk_of(client).open_file(folder / "large.toml")
    driver.frame(2)
    view = app.screen_on_top.canvas.view
    assert view.is_whole
    view.zoom_by(2.0, *view.rect.centre)
    desk_of(client).show()
    assert not app.screen_on_top.canvas.view.is_whole


def test_columns_and_rows_are_numbered_from_one(page: Any, driver: Driver) -> None:
    """CLI-2113: without the mouse, and at every zoom those in view, beside each other."""
    driver.frame()
    view, rulers = page.canvas.view, page.canvas.rulers
    lines = view.board.width + view.board.height
    assert len({sprite.texture for sprite in rulers.sprites}) * 2 == len(rulers.sprites) == lines == 24
    view.zoom_by(2.0, *view.rect.centre)
    driver.frame()
    assert 0 < len(rulers.sprites) < lines
    assert all(view.rect.holds(*view.to_design(*sprite.position)) for sprite in rulers.sprites)


def test_the_wheel_zooms_the_board_only_if_the_mouse_has_been_led_to_it(
    page: Any, app: Any, driver: Driver, look: Any
) -> None:
    """CLI-2203: at 200 % the page scrolls, and the board comes under the mouse on the way to the tools."""
    look(1280, 720, 200)
    page = app.screen_on_top
    view, over = page.canvas.view, (640, 714)
    zoom, before = view.zoom, page.space.part
    driver.send("on_mouse_motion", *over, 1, 1)
    for _notch in range(3):
        driver.send("on_mouse_scroll", *over, 0, -1)
    assert view.cell_at(*page.space.to_units(*over)) is not None
    assert (view.zoom, page.space.part[1] < before[1]) == (zoom, True)
    driver.send("on_mouse_motion", *over, 1, 1)
    before = page.space.part
    driver.send("on_mouse_scroll", *over, 0, 1)
    assert (view.zoom > zoom, page.space.part) == (True, before)


def test_undo_brings_back_the_board_before_a_new_one_with_its_file(
    client: Any, page: Any, app: Any, driver: Driver, folder: Path
) -> None:
    """CLI-2342, CLI-2306: what is not saved is not given up unasked."""
    choose(page, "pit")
    click(page, driver, (1, 1))
    driver.key(KEYS.N, CTRL)
    assert "Without saving?" in texts(app)
    driver.key(KEYS.ESCAPE)
    assert kinds(page, (1, 1)) == ["pit"]
    page.bench.save(folder / "mine.toml")
    driver.key(KEYS.N, CTRL)
    driver.frame(2)
    page = app.screen_on_top
    assert kinds(page, (1, 1)) == []
    assert page.bench.editing.file.path is None
    click(page, driver, (2, 2))
    for _step in range(2):
        driver.key(KEYS.Z, CTRL)
    assert kinds(page, (1, 1)) == ["pit"]
    assert page.bench.editing.file.path == folder / "mine.toml"
    assert page.bench.is_saved
    driver.key(KEYS.Y, CTRL)
    driver.key(KEYS.Y, CTRL)
    assert kinds(page, (2, 2)) == ["pit"]
    assert page.bench.editing.file.path is None


def test_the_draft_is_there_when_the_game_comes_back(page: Any, app: Any, driver: Driver, catalogue: Catalogue) -> None:
    """CLI-2307, CLI-2310: after the menu, and when nothing is saved, and the window is gone without a word."""
    from roborally.game.session.instant_thinker import InstantThinker
    from roborally.ui.shell.window import open_services

    choose(page, "pit")
    click(page, driver, (7, 7))
    driver.key(KEYS.ESCAPE)
    driver.frame(2)
    go(driver, "Board editor")
    driver.frame(2)
    page = app.screen_on_top
    assert kinds(page, (7, 7)) == ["pit"]
    page.bench.keeper.finish()
    another = open_services(app, catalogue, InstantThinker(catalogue), ["greedy"], speed="skip")
    desk_of(another).open()
    driver.frame(2)
    assert "Your draft is back" in texts(app)
    driver.key(KEYS.ESCAPE)
    assert kinds(app.screen_on_top, (7, 7)) == ["pit"]
    desk_of(another).bench.close()


def test_a_board_goes_through_its_code(page: Any, app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-2308: copied, pasted into an empty editor; what is no code is told."""
    from roborally.features.workshop.window.editor import desk

    clipboard = [""]
    monkeypatch.setattr(desk, "write_clipboard", lambda text: clipboard.__setitem__(0, text))
    monkeypatch.setattr(desk, "read_clipboard", lambda: clipboard[0])
    choose(page, "checkpoint")
    click(page, driver, (6, 2))
    choose(page, "dock")
    for x in range(2):
        click(page, driver, (x, 11))
    go(driver, "Copy code")
    assert "The code is copied" in texts(app)
    driver.key(KEYS.ESCAPE)
    assert unpack(clipboard[0]).name
    page.bench.new()
    page.actions.paste_code()
    driver.frame(2)
    assert kinds(app.screen_on_top, (6, 2)) == ["checkpoint"]
    clipboard[0] = "RR1:what"
    app.screen_on_top.actions.paste_code()
    assert "This is not the code of a board" in texts(app)


def test_the_keyboard_draws_alone(page: Any, app: Any, driver: Driver) -> None:
    """CLI-2309: the cursor, the tools, the elements; F2 lists them."""
    driver.key(KEYS.M)
    for symbol in (KEYS.RIGHT, KEYS.DOWN, KEYS.ENTER, KEYS.RIGHT, KEYS.DOWN, KEYS.ENTER):
        driver.key(symbol)
    drawn = {cell for cell in ((1, 1), (2, 1), (1, 2), (2, 2)) if kinds(page, cell)}
    assert drawn == {(1, 1), (2, 1), (1, 2), (2, 2)}
    driver.key(KEYS.A, CTRL)
    driver.key(KEYS.DELETE)
    assert kinds(page, (1, 1)) == []
    driver.key(KEYS.F2)
    assert "The next symmetry" in labels(app)


@pytest.mark.parametrize("size", few_of([(1024, 768), (1720, 720)]))
def test_the_columns_lie_at_the_edges_of_any_window(page: Any, app: Any, driver: Driver, size: tuple[int, int]) -> None:
    """CLI-2341."""
    before = app.get_size()

    def resize(width: int, height: int) -> None:
        app.set_size(width, height)
        driver.send("on_resize", width, height)
        driver.frame(30)

    resize(*size)
    try:
        whole = page.space.whole
        assert whole.height > 721 or whole.width > 1281
        assert "Brush" in labels(app, Rect(whole.x, whole.top - 60, 246, 60))
        assert "Main menu" in labels(app, Rect(whole.right - 284, whole.y, 284, 60))
        assert page.board_area.height >= whole.height - 100  # lines below, switches above
    finally:
        resize(*before)


def test_a_long_list_of_advice_scrolls(page: Any, app: Any, driver: Driver) -> None:
    """CLI-2304: what does not fit is reached by the wheel, and a click on it leads to its cell."""
    driver.until(lambda: page.bench.advice_is_complete)
    text = [Advice(Message.of("sentence number {n}", n=n), ((n % 12, n // 12),), is_fault=True) for n in range(40)]
    advice = page.files.list
    page.bench.faults = text
    page.show_findings(False)
    driver.frame(60)
    area = advice.area
    assert area.height > area.rect.height
    driver.move(area.rect.centre)
    for _notch in range(60):
        driver.send("on_mouse_scroll", *driver.pixel(area.rect.centre), 0, -1)
    driver.frame(2)
    x, y = area.rect.x + 20, area.rect.y + 8
    driver.click((x, y))
    assert page.bench.view.cursor == (39 % 12, 39 // 12)
    page.bench.faults = []
    page.show_findings(False)
    driver.frame()
    assert "Sentence number" not in texts(app), "what is not true any more is gone at once"
    driver.frame(60)
    assert area.height < area.rect.height
    assert "Nothing is wrong with this board as a part of a course." in texts(app)
