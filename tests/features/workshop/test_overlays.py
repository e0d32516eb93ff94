"""The overlays of the board editor with the events of mouse and keyboard (CLI-2311 to CLI-2320, CLI-2413)."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.base import paths
from roborally.core.geometry import Cell
from roborally.features.workshop.editor.board_text import document_of
from tests.features.workshop.an_editor import desk_of
from tests.ui.conftest import Driver
from tests.ui.kept_matches import go
from tests.ui.seen import labels, texts

pytestmark = pytest.mark.window
KEYS = arcade.key
YARD = """
 d1>  .   .   .   c1  .
 .    >   >   O   .   .
 .    .   .   .   .   c2
 l>   .   .   .   .:e .
"""


@pytest.fixture
def client(client: Any, tmp_path: Path, monkeypatch: Any) -> Iterator[Any]:
    monkeypatch.setattr(paths, "user_board_folder", lambda: tmp_path / "boards")
    monkeypatch.setattr(paths, "draft_file", lambda: tmp_path / "draft.json")
    client.router.home()
    yield client
    desk_of(client).bench.close()


@pytest.fixture
def lay(client: Any, app: Any, driver: Driver) -> Callable[[str], Any]:
    """Open the editor with a board, and return the page."""

    def put(grid: str) -> Any:
        desk_of(client).bench.put_instead(document_of(f'grid = """{grid}"""'))
        desk_of(client).show()
        driver.frame(2)
        return app.screen_on_top

    return put


@pytest.fixture
def page(lay: Callable[[str], Any]) -> Any:
    return lay(YARD)


def switch(page: Any, driver: Driver, *names: str) -> None:
    """Click switches, and wait until everything is found."""
    for name in names:
        go(driver, name)
    wait(page, driver)


def wait(page: Any, driver: Driver) -> None:
    driver.frame()
    driver.until(lambda: page.bench.advice_is_complete and page.bench.all_is_foreseen)
    driver.frame(2)


def hover(page: Any, driver: Driver, cell: Cell) -> None:
    driver.move(page.canvas.view.point_of(cell))
    driver.frame()


def shown(page: Any, name: str) -> dict[Cell, Any]:
    """Return the textures that are seen of an overlay."""
    board, tiles = page.canvas.view.board, getattr(page.canvas.overlays, name)
    return {
        (number % board.width, number // board.width): sprite.texture
        for number, sprite in enumerate(tiles.sprites)
        if sprite.visible
    }


def test_dangers_are_marked_at_their_cells(page: Any, client: Any, driver: Driver) -> None:
    """CLI-2311, CLI-2312, CLI-2319: by shape and colour; there is a process only while an overlay is on."""
    from roborally.features.workshop.window.editor.overlay_tiles import danger_tile

    driver.frame(20, seconds=0.1)
    assert not page.bench.foresight
    for name in ("Reach", "Dangers", "Ways", "Registers"):
        assert name in texts(page.app)
    assert "destroys who enters" not in texts(page.app)
    room = page.board_area.height
    switch(page, driver, "Dangers")
    assert "destroys who enters" in texts(page.app)
    assert page.board_area.height < room  # the legend covers nothing of the board
    tiles = shown(page, "danger")
    assert tiles[3, 1] is danger_tile((("fatal", 0),))
    assert tiles[2, 1] is danger_tile((("lost", 1),))
    assert tiles[1, 1] is danger_tile((("doomed", 2),))
    assert tiles[0, 3] is danger_tile((("hurt", 5),))
    assert (0, 0) not in tiles
    page.use("eraser")
    driver.click(page.canvas.view.point_of((3, 1)))
    wait(page, driver)
    assert not {(3, 1), (2, 1)} & shown(page, "danger").keys(), "a change of the board changes them"
    go(driver, "Dangers")
    assert "destroys who enters" not in texts(page.app)
    assert page.board_area.height == room
    switch(page, driver, "Dangers")
    process = page.bench.foresight.process
    driver.key(KEYS.ESCAPE)
    driver.frame()
    process.join(60)
    assert not process.is_alive()
    assert page.bench.foresight is None


def test_dangers_differ_without_colours() -> None:
    """CLI-2312: no two of them are the same picture in grey."""
    from roborally.features.workshop.editor.foresight import DANGERS
    from roborally.features.workshop.window.editor.overlay_tiles import danger_tile

    shapes = {danger_tile(((name, 2),)).image.getchannel("A").tobytes() for name in DANGERS}
    assert len(shapes) == len(DANGERS)


def test_reach_ways_and_registers(page: Any, lay: Any, driver: Driver) -> None:
    """CLI-2313, CLI-2314, CLI-2315, CLI-2316: reach follows the mouse, ways lead over checkpoints, a card tells all.

    The number of registers of a way stands at the checkpoint. What happens is told as the log would tell it, with the
    player's name.
    """
    from roborally.features.workshop.editor.routes import NOWHERE
    from roborally.features.workshop.window.editor.overlay_tiles import reach_tile

    switch(page, driver, "Reach", "Ways", "Registers")
    hover(page, driver, (0, 0))
    tiles = shown(page, "reach")
    assert [tiles[x, 0] for x in range(6)] == [reach_tile(number) for number in range(6)]
    assert tiles[3, 1] is reach_tile(NOWHERE)
    hover(page, driver, (2, 2))
    assert shown(page, "reach")[2, 2] is reach_tile(0)
    driver.key(KEYS.RIGHT)
    x, y = page.bench.view.cursor
    assert shown(page, "reach")[x, y] is reach_tile(0)

    first, second = page.bench.foresight.foreseen.ways
    assert (first.registers, second.registers) == (4, 3)
    plates = [sprite.texture.file_path or sprite.texture.cache_name for sprite in page.canvas.overlays.ways]
    assert any("plate-1: 4" in str(name) for name in plates)
    assert any("plate-2: 3" in str(name) for name in plates)

    for cell, line in (
        ((1, 1), "Always: A belt carries Player 1 space."),
        ((2, 1), "Always: A belt carries Player 1 space. Player falls into a pit."),
        ((0, 3), "Always: A laser hits Player: 1 damage."),
        ((3, 1), "A robot that enters here is destroyed."),
        ((2, 2), "Nothing happens here to a robot that stands still."),
    ):
        hover(page, driver, cell)
        assert page.card.lines == [line]
    assert page.card.lines[0] in labels(page.app)
    page = lay("\n" + " .  .  .  .  .  . \n" * 5 + " push>24  .  .  .  .  . \n")
    wait(page, driver)
    for cell in ((0, 5), (5, 5), (0, 5)):
        hover(page, driver, cell)
        assert not page.card.place.holds(*page.canvas.view.point_of(cell)), "the card does not hide its cell"
    assert page.card.lines == ["2, 4: A pusher pushes Player 1 space."]


def test_keys_switch_them_and_they_are_remembered(page: Any, client: Any, app: Any, driver: Driver) -> None:
    """CLI-2318: 1 to 4; the next start has the same ones on."""
    from roborally.features.workshop.window.editor.workbench import EditorWorkbench

    for symbol in (KEYS.KEY_1, KEYS.KEY_2, KEYS.KEY_3, KEYS.KEY_4, KEYS.KEY_3):
        driver.key(symbol)
    assert page.bench.overlays == {"reach", "danger", "registers"}
    assert [name for name, button in page.switches.buttons.items() if button.selected] == [
        "reach",
        "danger",
        "registers",
    ]
    assert EditorWorkbench(desk_of(client).catalogue).overlays == {"reach", "danger", "registers"}
    keys = {key for shortcut in page.shortcuts() for key in shortcut.keys}
    assert {"KEY_1", "KEY_2", "KEY_3", "KEY_4"} <= keys
    paths.overlays_file().write_text("{", encoding="utf-8")
    assert EditorWorkbench(desk_of(client).catalogue).overlays == set()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be held here")
@pytest.mark.long
def test_what_is_about_an_earlier_board_fades(page: Any, driver: Driver) -> None:
    """CLI-2317, CLI-2320, CLI-2413: slowly, so that a quick answer is no flicker; it comes back with the next answer.

    With faults nothing is foreseen; on a board of another size no marks of the old one stand.
    """
    switch(page, driver, "Dangers")
    danger, process = page.canvas.overlays.danger.sprites, page.bench.foresight.process
    driver.frame(5, seconds=0.1)
    assert danger.alpha == 255
    os.kill(process.pid, signal.SIGSTOP)
    try:
        driver.click(page.canvas.view.point_of((2, 2)))
        driver.frame(seconds=0.05)
        assert danger.alpha > 150
        driver.frame(10, seconds=0.1)
        assert 60 < danger.alpha < 150
        assert (3, 1) in shown(page, "danger")
    finally:
        os.kill(process.pid, signal.SIGCONT)
    wait(page, driver)
    driver.frame(5, seconds=0.1)
    assert danger.alpha == 255
    page.bench.editing.put(document_of('grid = """ .  zz  . \n .  .  . \n .  .  . """'))
    page.changed()
    wait(page, driver)
    assert page.card.lines == ["Nothing can be foreseen while the board has faults."]
    assert page.bench.foresight.foreseen is None
    driver.key(KEYS.Z, KEYS.MOD_CTRL)
    wait(page, driver)
    assert page.card.lines == []
    assert (3, 1) in shown(page, "danger")
    page.bench.put_instead(document_of('grid = """ .  .  . \n .  O  . \n .  .  . """'))
    page.changed()
    page.look_ahead()
    assert page.canvas.overlays.foreseen is None
    wait(page, driver)
    assert set(shown(page, "danger")) == {(1, 1)}
