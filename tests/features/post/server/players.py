"""Players with files alone: a turn file, a key, and orders by chance."""

from pathlib import Path

from roborally.base.errors import GameError
from roborally.features.post.server.client import ask
from roborally.features.post.server.messages import Reply
from roborally.features.post.turn_file import SeatFile, game_of_turn, orders_file, read_turn_file
from roborally.plugin_system.loader import Catalogue
from tests.features.post.conftest import Post
from tests.features.post.orders import random_answer
from tests.waiting import until

POST = ("post", "serve")
"""The command of a server, for `Served`."""


def orders_for(turn: bytes, key: str, catalogue: Catalogue, folder: Path) -> bytes:
    """Return orders for a turn file; they follow from what the seat sees, and from the round."""
    path = folder / "now.rrturn"
    path.write_bytes(turn)
    found = read_turn_file(path)
    _game, seen = game_of_turn(found, catalogue, path)
    match, answers = seen.match(), {}
    for decision in seen.decisions():
        if not decision["optional"]:
            answers[decision["id"]] = random_answer(match, decision, found.step, found.seat)
    return orders_file(found, answers, {}, key, found.step)


def turn_of(post: Post, seat: int) -> bytes:
    """Return the turn file that the referee's program has written for a seat."""
    folder: Path = post.ask(lambda found: found.round_folder)
    return (folder / f"seat-{seat}" / "turn.rrturn").read_bytes()


def key_of(post: Post, seat: int) -> str:
    """Return the key of a seat."""
    return str(post.ask(lambda found: found.game.now.players[seat].key))


def asked(port: int, seat: SeatFile, wish: str = "look", orders: bytes = b"") -> Reply:
    """Ask, again while the server has not read its games yet."""
    at = SeatFile(seat.game, seat.seat, seat.key, f"127.0.0.1:{port}")

    def answers() -> list[Reply]:
        try:
            return [ask(at, wish, orders)]  # type: ignore[arg-type]
        except GameError as error:
            if "try again" in str(error):
                return []
            raise

    return until(answers)[0]
