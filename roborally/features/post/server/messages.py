"""The messages between a player's program and a correspondence server, one JSON text each (docs/post.md).

The key of a seat is never sent. Each request contains a proof instead, made from the key and the server's challenge.
"""

import hashlib
import hmac
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, MsgspecError, Struct, json, structs

from roborally.features.post.fairness import canonical
from roborally.net.protocol import LocalizedText

VERSION = 1
MAX_ORDERS = 50_000
"""The maximum size of an orders file that a server accepts, in bytes."""
MAX_REQUEST = 80_000
MAX_ANSWER = 4_000_000
"""The maximum size of a server's answer, in bytes; turn files in it are base64."""

Received = TypeVar("Received", "Greeting", "Request", "Reply")
Wish = Literal["look", "turn", "orders"]
"""The content of a request: the state of the game, the state with the turn file, or orders to accept."""


class Greeting(Struct, frozen=True, forbid_unknown_fields=True):
    """The server's first message; `challenge` is a random text."""

    version: int
    challenge: Annotated[str, Meta(max_length=64)]


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's request about their seat; `orders` is the content of an orders file, empty for other wishes."""

    game: Annotated[str, Meta(max_length=40)]
    seat: int
    wish: Wish
    orders: bytes = b""
    proof: Annotated[str, Meta(max_length=64)] = ""

    def signed(self, key: str, challenge: str) -> "Request":
        """Return the request with a proof made from the seat's key (hexadecimal) and the server's challenge."""
        return structs.replace(self, proof=self._proof(key, challenge))

    def is_proven(self, key: str, challenge: str) -> bool:
        """Return whether the proof was made from this key (hexadecimal) and challenge."""
        proof = self.proof if self.proof.isascii() else ""
        return hmac.compare_digest(proof, self._proof(key, challenge))

    def _proof(self, key: str, challenge: str) -> str:
        said = [challenge, self.game, self.seat, self.wish, hashlib.sha256(self.orders).hexdigest()]
        return hmac.new(bytes.fromhex(key), canonical(said), hashlib.sha256).hexdigest()


class GameStanding(Struct, frozen=True, forbid_unknown_fields=True):
    """The state of a game as one seat may see it, without secrets.

    `label` is that of the round, `name` the name of the seat's player. `missing` are the players whose orders are
    missing. `deadline` and `last_call` are in seconds since 1970, UTC; `winners` is filled once the game is `over`.
    """

    label: str
    mode: str
    course: str
    name: str
    missing: list[str]
    is_asked: bool
    """Whether the game needs orders of this seat in this round, whether they have arrived or not."""
    has_orders: bool
    deadline: int
    last_call: int
    paused: bool = False
    over: bool = False
    winners: list[str] = []


class Reply(Struct, frozen=True, forbid_unknown_fields=True):
    """A server's answer to a request: either `refused` or the other fields.

    `turn` is the content of a turn file, empty if nothing is asked. `understood` are the orders as they were
    understood, or why they were not `taken`, in the language of the game.
    """

    standing: GameStanding | None = None
    turn: bytes = b""
    taken: bool = False
    understood: list[str] = []
    refused: LocalizedText | None = None


def encode(message: Greeting | Request | Reply) -> str:
    """Return a message as JSON text."""
    return json.encode(message).decode()


def decode(data: str | bytes, kind: type[Received]) -> Received:
    """Return the message of a class in JSON text; raise `ValueError` for anything else."""
    try:
        return json.decode(data, type=kind)
    except (MsgspecError, RecursionError) as error:
        raise ValueError(str(error)) from None
