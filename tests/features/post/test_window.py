"""A turn by post in the window: it is programmed as always, and confirming writes the orders (CLI-2511 to CLI-2514)."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import arcade
import msgspec
import pytest

from roborally.features.post import inbox
from roborally.features.post.folder import opened
from roborally.features.post.turn_file import SeatFile
from roborally.plugin_system.loader import Catalogue
from tests.ui.conftest import Driver
from tests.ui.seen import button, texts

from .window_games import client_with_keys, game_of_two

pytestmark = pytest.mark.window
KEYS = arcade.key
NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)


@pytest.fixture
def client(app: Any, catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    return client_with_keys(app, catalogue, tmp_path / "keys", monkeypatch)


@pytest.fixture
def game(catalogue: Catalogue, tmp_path: Path) -> Path:
    """A game by post of two."""
    return game_of_two(tmp_path / "autumn", catalogue, NOW)


@pytest.fixture
def turn(game: Path, tmp_path: Path, catalogue: Catalogue) -> Path:
    """The turn of seat 1 as its player has saved it, with the key beside it."""
    with opened(game, catalogue) as found:
        key = found.game.now.players[1].key
    folder = tmp_path / "player"
    folder.mkdir()
    (folder / "autumn-1.rrseat").write_bytes(msgspec.json.encode(SeatFile("autumn", 1, key)))
    path = folder / "T1.rrturn"
    path.write_bytes((game / "out/turn-01/seat-1/turn.rrturn").read_bytes())
    return path


def program(app: Any, driver: Driver) -> None:
    """Lay cards by the keyboard until the program is full, and confirm."""
    screen = app.screen_on_top
    driver.until(lambda: screen.question_controller.waits, 400)
    panel = screen.panels.open
    for symbol in (KEYS.KEY_1, KEYS.KEY_2, KEYS.KEY_3, KEYS.KEY_4, KEYS.KEY_5, KEYS.KEY_6, KEYS.KEY_7) * 3:
        if panel.hand.full:
            break
        driver.key(symbol)
    driver.key(KEYS.ENTER)
    driver.frame(5)


def test_a_turn_is_programmed_and_its_orders_are_taken(
    client: Any, app: Any, driver: Driver, turn: Path, game: Path, catalogue: Catalogue
) -> None:
    """CLI-2511, CLI-2512."""
    app.screen_on_top.dropped([turn])
    driver.frame(5)
    program(app, driver)
    text = texts(app)
    assert "Your orders are written" in text
    assert "[RR-autumn T1]" in text
    assert "referee@localhost" in text.replace("\n", "")
    orders = turn.with_suffix(".rrorders")
    (game / "in" / orders.name).write_bytes(orders.read_bytes())
    with opened(game, catalogue) as found:
        assert "taken for Bo" in inbox.take(found, [], NOW)[0]
        assert "." not in found.game.now.orders[1].lines[0].split()
    driver.click(button(app, "Main menu").rect.centre)
    driver.frame(3)
    assert "Workshop" in texts(app)


def test_without_a_key_or_with_a_damaged_file_a_dialog_says_so(
    client: Any, app: Any, driver: Driver, turn: Path
) -> None:
    """CLI-2514."""
    (turn.parent / "autumn-1.rrseat").unlink()
    client.router.open_file(turn)
    driver.frame(3)
    assert "autumn-1.rrseat" in texts(app)
    driver.key(KEYS.ENTER)
    turn.write_bytes(b"damaged")
    client.router.open_file(turn)
    driver.frame(3)
    assert "This file cannot be opened" in texts(app)


def test_orders_that_cannot_be_written_are_not_lost(
    client: Any, app: Any, driver: Driver, turn: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2512, CLI-2513: the key is kept for the next turn."""
    from roborally.base.atomic_file import StorageError
    from roborally.features.post.window import desk

    client.router.open_file(turn)
    (turn.parent / "autumn-1.rrseat").unlink()
    client.router.home()
    client.router.open_file(turn)
    driver.frame(5)

    def full(path: Path, *_rest: Any) -> None:
        raise StorageError("the disk is full", where=path)

    monkeypatch.setattr(desk, "write_aside", full)
    program(app, driver)
    assert "the disk is full" in texts(app)
    monkeypatch.undo()
    driver.click(button(app, "Try again").rect.centre)
    driver.frame(3)
    assert "Your orders are written" in texts(app)
    assert turn.with_suffix(".rrorders").exists()
