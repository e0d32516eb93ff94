"""Games by post on servers in the window: their list, opening a turn, handing in (CLI-2531 to CLI-2536)."""

import socket
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import arcade
import msgspec
import pytest

from roborally.features.post.keys import keep, seats_on_servers
from roborally.features.post.turn_file import SeatFile
from roborally.features.post.window.waiting_games import AGAIN
from roborally.plugin_system.loader import Catalogue
from roborally.ui.pages.main_menu import MainMenu
from tests.features.post.server.players import POST, asked, orders_for
from tests.net.processes import Served
from tests.ui.conftest import Driver
from tests.ui.seen import button, labels, texts
from tests.waiting import until

from .test_window import program
from .window_games import client_with_keys, game_of_two

pytestmark = pytest.mark.window


@pytest.fixture
def client(app: Any, catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    return client_with_keys(app, catalogue, tmp_path / "keys", monkeypatch)


@pytest.fixture
def games(catalogue: Catalogue, tmp_path: Path) -> Path:
    """The directory of a server, with a game of two."""
    return game_of_two(tmp_path / "games" / "autumn", catalogue, datetime.now(UTC) - timedelta(hours=1)).parent


def started(tmp_path: Path, games: Path, port: int = 0) -> Served:
    """Return a server that has read its games."""
    server = Served(tmp_path, str(games), "--port", str(port), command=POST)
    asked(server.port, SeatFile("autumn", 1, key(games)))
    return server


def key(games: Path) -> str:
    lines = (games / "autumn" / "journal.jsonl").read_bytes().splitlines()
    return str(msgspec.json.decode(lines[0])["players"][1]["key"])


@pytest.fixture
def server(tmp_path: Path, games: Path) -> Iterator[Served]:
    server = started(tmp_path, games)
    yield server
    server.end()


@pytest.fixture
def wait(app: Any, driver: Driver) -> Callable[[str], None]:
    """Wait until a text can be read."""

    def wait(text: str) -> None:
        until(lambda: text in texts(app).replace("\n", " "), text, meanwhile=driver.frame)

    return wait


def test_a_key_is_dropped_the_turn_opened_and_its_orders_handed_in(
    client: Any, app: Any, driver: Driver, server: Served, games: Path, tmp_path: Path, wait: Callable[[str], None]
) -> None:
    """CLI-2531, CLI-2532, CLI-2533."""
    assert "My games" not in texts(app)
    path = tmp_path / "autumn-1.rrseat"
    path.write_bytes(msgspec.json.encode(SeatFile("autumn", 1, key(games), f"127.0.0.1:{server.port}")))
    app.screen_on_top.dropped([path])
    wait("autumn · Water Mills · Turn 1 · Bo")
    assert "Waits for you; due on" in texts(app)
    driver.click(button(app, "Open turn").rect.centre)
    until(lambda: hasattr(app.screen_on_top, "question_controller"), meanwhile=driver.frame)
    program(app, driver)
    wait("Your orders were taken")
    assert "program: " in texts(app)
    driver.click(button(app, "Main menu").rect.centre)
    driver.frame(3)
    driver.click(button(app, "My games").rect.centre)
    wait("Waits for Ada; due on")
    driver.key(arcade.key.ESCAPE)
    driver.frame(3)
    assert isinstance(app.screen_on_top, MainMenu)


def test_a_server_that_is_away_loses_no_orders(
    client: Any, app: Any, driver: Driver, server: Served, games: Path, tmp_path: Path, wait: Callable[[str], None]
) -> None:
    """CLI-2534."""
    port = server.port
    keep(SeatFile("autumn", 1, key(games), f"127.0.0.1:{port}"))
    client.router.home()
    client.router.open("post-games")
    wait("Waits for you; due on")
    driver.key(arcade.key.ENTER)
    until(lambda: hasattr(app.screen_on_top, "question_controller"), meanwhile=driver.frame)
    server.end()
    program(app, driver)
    wait("no server can be reached there")
    assert "Your orders were not taken" in texts(app)
    again = started(tmp_path, games, port)
    try:
        driver.click(button(app, "Try again").rect.centre)
        wait("Your orders were taken")
    finally:
        again.end()


def test_wrong_keys_are_told_and_a_badge_counts_the_games_that_wait_for_orders(
    client: Any,
    app: Any,
    driver: Driver,
    server: Served,
    games: Path,
    catalogue: Catalogue,
    tmp_path: Path,
    wait: Callable[[str], None],
) -> None:
    """CLI-2532, CLI-2535."""
    here = f"127.0.0.1:{server.port}"
    seat = SeatFile("autumn", 1, key(games), here)
    keep(seat)
    client.router.home()
    until(lambda: button(app, "My games").tooltip, meanwhile=driver.frame)
    assert button(app, "My games").tooltip == "Games that wait for your orders: 1"
    assert "1" in labels(app)
    turn = asked(server.port, seat, "turn").turn
    assert asked(server.port, seat, "orders", orders_for(turn, seat.key, catalogue, tmp_path)).taken
    driver.frame(3)
    assert "1" in labels(app), "the servers are not asked in each frame"
    app.screen_on_top.update(AGAIN)
    until(lambda: "1" not in labels(app), meanwhile=driver.frame)
    assert not button(app, "My games").tooltip

    path = tmp_path / "autumn-0.rrseat"
    path.write_bytes(msgspec.json.encode(SeatFile("autumn", 0, key(games), here)))
    app.screen_on_top.dropped([path])
    wait("no game there has this seat with this key")
    assert [kept.seat for kept in seats_on_servers()] == [1]


def test_a_server_that_does_not_answer_keeps_the_menu_from_nothing(
    client: Any, app: Any, driver: Driver, wait: Callable[[str], None]
) -> None:
    """CLI-2534, CLI-2535, CLI-2536: later it is not there at all, which the list tells."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        keep(SeatFile("autumn", 1, "00", address))
        client.router.home()
        driver.frame(3)
        assert not button(app, "My games").tooltip
        driver.click(button(app, "Quick match").rect.centre)
        driver.frame(3)
        assert "Quick match" in texts(app)
        client.router.home()
    until(lambda: button(app, "My games").tooltip, meanwhile=driver.frame)
    assert button(app, "My games").tooltip == f"No answer from {address}"
    assert "?" in labels(app)
    assert isinstance(app.screen_on_top, MainMenu), "no dialog tells of it"
    client.router.open("post-games")
    wait("no server can be reached there")
    assert not button(app, "Open turn").enabled
