"""Files of orders that are handed in, and the answers to them."""

from typing import Any

from roborally.features.post.seals import public_key
from roborally.features.post.turn_file import orders_file, read_turn_file

from .conftest import Post


def receipts(post: Post) -> int:
    """Return how many answers were written."""
    folder = post.path / "out" / "receipts"
    return len(list(folder.iterdir())) if folder.is_dir() else 0


def orders_of(post: Post, seat: int = 0, written: int = 1, **answers: Any) -> bytes:
    """Return a file of orders as the window writes it."""
    folder = post.path / f"out/turn-{post.label[1:].zfill(2)}/seat-{seat}"
    key = post.ask(lambda found: found.game.now.players[seat].key)
    turn = read_turn_file(folder / "turn.rrturn")
    return orders_file(turn, answers or {f"program-{seat + 1}": ["left"]}, {}, key, written)


def put(post: Post, content: bytes, name: str = "a.rrorders") -> str:
    """Lay a file into `in/`, take it, and return what is told of it."""
    (post.path / "in" / name).write_bytes(content)
    return post.take()


def seal_of(post: Post) -> str:
    """Return the public key with which orders are sealed."""
    return public_key(str(post.ask(lambda found: found.game.now.opening.seal)))
