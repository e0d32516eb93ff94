"""A correspondence server as a real process, asked by players over loopback, and killed at any moment."""

import random
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from roborally.base.errors import GameError
from roborally.cli import main
from roborally.features.post import referee
from roborally.features.post.folder import opened
from roborally.features.post.keys import seats_on_servers
from roborally.features.post.turn_file import SeatFile
from roborally.plugin_system.loader import Catalogue
from tests.features.post.conftest import Begin, Post
from tests.features.post.dying import written
from tests.net.processes import Served, served
from tests.waiting import until

from .conftest import WHEN_BEGUN
from .players import POST, asked, key_of, orders_for


def begun(begin_game: Begin, tmp_path: Path, name: str) -> Post:
    """Return a game in the directory of a server."""
    post = begin_game(name=name)
    (tmp_path / "games").mkdir(parents=True, exist_ok=True)
    path = tmp_path / "games" / name
    post.path.rename(path)
    return Post(path, post.catalogue)


def has_orders(port: int, seat: SeatFile) -> bool:
    """Return whether the server has orders of a seat for the present turn."""
    standing = asked(port, seat).standing
    return standing is not None and standing.has_orders


def seats_of(post: Post) -> list[SeatFile]:
    return [SeatFile(post.path.name, seat, key_of(post, seat)) for seat in range(4)]


@pytest.mark.parametrize(("turns", "most"), [(1, 1), pytest.param(3, 2, marks=pytest.mark.long)])
def test_a_server_that_is_killed_at_any_moment_comes_to_the_same_end(
    begin_game: Begin, tmp_path: Path, turns: int, most: int
) -> None:
    """One game is played by a server that lives, the other by one that dies again and again."""
    chance, kills = random.Random(7), 0
    digests = []
    for name in ("smooth", "rough"):
        post = begun(begin_game, tmp_path / f"of-{name}", name)
        games = tmp_path / f"of-{name}" / "games"
        keys = seats_of(post)
        server = Served(tmp_path, str(games), "--port", "0", command=POST, **WHEN_BEGUN)
        try:
            with ThreadPoolExecutor(1) as player:
                for _turn in range(turns):
                    for seat in keys:
                        turn = asked(server.port, seat, "turn").turn
                        orders = orders_for(turn, seat.key, post.catalogue, tmp_path)
                        if name == "rough":
                            for _kill in range(chance.randint(1, most)):
                                before, writes = written(games), chance.randint(1, 8)
                                answer = player.submit(asked, server.port, seat, "orders", orders)
                                until(lambda: answer.done() or written(games) >= before + writes)  # noqa: B023
                                kills += not answer.done()
                                server.end()
                                with suppress(GameError):
                                    answer.result()
                                server = Served(tmp_path, str(games), "--port", "0", command=POST, **WHEN_BEGUN)
                        answered = asked(server.port, seat, "orders", orders)
                        played = answered.understood and "has been played" in answered.understood[0]
                        assert answered.taken or played
                    until(lambda: not has_orders(server.port, keys[0]))  # noqa: B023
            assert server.stop(signal.SIGTERM) == 0
        finally:
            server.end()
        digests.append(post.ask(lambda found: (found.game.now.answers, found.game.now.digest)))
        kinds = [line.__class__.__name__ for line in post.ask(lambda found: found.lines)]
        assert kinds.count("Turn") == turns
        assert kinds.count("Orders") == 4 * turns
    assert digests[0] == digests[1]
    assert kills >= 2 * turns, "most servers died while they were at work"


def test_a_player_without_the_window_joins_fetches_and_hands_in(
    begin_game: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands of players: join, games, get, orders, hand-in."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "profile"))
    monkeypatch.chdir(tmp_path)
    seats = seats_of(begun(begin_game, tmp_path, "autumn"))
    with served(tmp_path, str(tmp_path / "games"), "--port", "0", command=POST, **WHEN_BEGUN) as server:
        asked(server.port, seats[0])
        key = tmp_path / "autumn-0.rrseat"
        key.write_text(f'{{"game":"autumn","seat":0,"key":"{seats[0].key}","format":"roborally-seat"}}')
        assert main(["post", "join", str(key)]) == 2
        assert "names no server" in capsys.readouterr().err
        assert main(["post", "join", str(key), "--server", f"127.0.0.1:{server.port}"]) == 0
        text = capsys.readouterr().out
        assert text.startswith("autumn, seat 0: auenland on Water Mills, T1: Waits for you; due on ")
        assert [seat.server for seat in seats_on_servers()] == [f"127.0.0.1:{server.port}"]
        assert main(["post", "games"]) == 0
        assert capsys.readouterr().out == text
        key.unlink()
        assert main(["post", "get", "autumn"]) == 0
        assert main(["post", "orders", "autumn-T1-0.rrturn", ". . . . ."]) == 0
        capsys.readouterr()
        assert main(["post", "hand-in", "autumn-T1-0.rrorders"]) == 0
        assert capsys.readouterr().out.startswith("taken:\n  program: ")
        assert main(["post", "games"]) == 0
        assert "T1: Waits for Bo, Cleo, Dan; due on" in capsys.readouterr().out
        assert main(["post", "get", "winter"]) == 2
        for line in server.lines:
            assert seats[0].key not in str(line)
    assert main(["post", "games"]) == 1
    assert "no server can be reached there" in capsys.readouterr().out.lower()


def test_a_player_waits_while_the_referee_has_the_game(begin_game: Begin, catalogue: Catalogue, tmp_path: Path) -> None:
    """Nonsense before that ends its connection and nothing else."""
    post = begun(begin_game, tmp_path, "autumn")
    seat = seats_of(post)[0]
    nonsense = ("", "{}", '{"game":"autumn","seat":"x","wish":"look"}', "[" * 60_000, "x" * 90_000)
    with served(tmp_path, str(tmp_path / "games"), "--port", "0", command=POST) as server:
        for said in nonsense:
            with connect(f"ws://127.0.0.1:{server.port}/") as socket:
                assert '"challenge"' in str(socket.recv())
                socket.send(said)
                with pytest.raises(ConnectionClosed):
                    socket.recv()
        orders = orders_for(asked(server.port, seat, "turn").turn, seat.key, catalogue, tmp_path)
        with ThreadPoolExecutor(1) as player:
            with opened(post.path, catalogue) as found:
                answer = player.submit(asked, server.port, seat, "orders", orders)
                referee.extend(found, found.game.deadline, 1)
                server.wait_for("game in use")
                assert not answer.done()
            assert answer.result().taken
        assert server.stop() == 0
