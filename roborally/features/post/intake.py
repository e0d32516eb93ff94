"""Accepts or refuses orders, after checking their sender and the rules, and records the result in the journal.

A received file is identified by its digest, so that it is taken and answered once, however often it arrives.
"""

import hashlib
import hmac
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from roborally.base.errors import Message, any_fault
from roborally.base.plain_file import read_plain
from roborally.base.translation import speaking
from roborally.bots.questions import plain
from roborally.core.decisions import AnswerError
from roborally.core.state import frozen
from roborally.features.post.fairness import canonical
from roborally.features.post.folder import GameFolder
from roborally.features.post.game import PostGame
from roborally.features.post.game_file import PostError
from roborally.features.post.journal import Orders, RefusedOrders
from roborally.features.post.order_text import Understood, preview, read_orders
from roborally.features.post.stops import open_questions

MAX_ORDERS = 100_000
"""The maximum size of an orders file, in bytes."""
MAX_REFUSALS = 12
"""The maximum number of refusals that are sent to one address in a round."""
MAX_STRANGERS = 200
"""The maximum number of refusals for strangers that are recorded and sent in a round."""
MAX_LATER = 100
"""The maximum length of a standing answer, in characters."""
MAX_WRITTEN = 10**15
"""An upper limit for `OrdersFile.written`, in milliseconds since 1970; real times are far below it."""
FORMAT = "roborally-orders"


class OrdersFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The content of an orders file: `answers` by question id, and standing ones by kind of question (`later`).

    `seen` is the digest of the events that the seat had seen. `written` is in milliseconds since 1970; newer orders
    replace older ones. `proof` is an HMAC-SHA256 of all other fields with the seat's key.
    """

    game: str
    step: int
    seat: int
    seen: str
    written: int
    answers: dict[str, Any]
    later: dict[str, str] = {}
    proof: str = ""
    format: str = FORMAT

    def signed(self, key: str) -> "OrdersFile":
        """Return the orders with a proof made with a seat's key, which is hexadecimal."""
        return msgspec.structs.replace(self, proof=_proof(self, key))

    def is_signed_with(self, key: str) -> bool:
        """Return whether the proof was made with this key, which is hexadecimal."""
        return hmac.compare_digest(self.proof, _proof(self, key))


def read_orders_file(path: Path) -> tuple[bytes, OrdersFile]:
    """Read an orders file; return its bytes and its decoded content. Raise `PostError`."""
    with PostError.wrapping("cannot be read: {error}", path):
        content = read_plain(path, MAX_ORDERS + 1)
    with PostError.repeating(path):
        return content, _decoded(content)


class Intake(NamedTuple):
    """The journal line for a received file; `is_new` is false if the file was answered before."""

    line: Orders | RefusedOrders
    is_new: bool


def digest_of(content: bytes) -> str:
    """Return the digest by which a received file is recognized."""
    return hashlib.sha256(content).hexdigest()


def _again(found: GameFolder, source: str) -> str:
    """Return the digest by which a file is answered: a new one if newer orders of this round have replaced it."""
    now = found.game.now
    line = now.answered.get(source)
    was_replaced = isinstance(line, Orders) and line.step == now.step and now.orders.get(line.seat) is not line
    return digest_of(source.encode()) if was_replaced else source


def take_file(found: GameFolder, content: bytes, now: datetime, sender: str = "", source: str = "") -> Intake:
    """Accept or refuse the content of an orders file; return its line of the journal. Raise `StorageError`.

    The answer goes to the seat's player; for orders without a valid proof, to the `sender`, if any. `source` is the
    file's digest, by default computed. A copied file has no effect: orders must be newer than all others of the seat.
    """
    source = source or _again(found, digest_of(content))
    if (known := found.game.now.answered.get(source)) is not None:
        return Intake(known, is_new=False)
    game, to = found.game, sender
    try:
        orders = _decoded(content)
        if not 0 <= orders.seat < len(game.now.players) or game.now.players[orders.seat].bot:
            raise PostError("no player by post has seat {seat}", seat=orders.seat)
        if not orders.is_signed_with(game.now.players[orders.seat].key):
            raise PostError("these orders do not bear the mark of seat {seat}; were they altered?", seat=orders.seat)
        to = game.now.players[orders.seat].address
        if orders.game != found.file.name:
            raise PostError("these orders are for the game {game!r}", game=orders.game)
        _refuse_other_round(game, orders.step)
        if orders.seen != game.seen:
            raise PostError("these orders are for another course of events; take the newest turn file")
        _refuse_older(game, orders)
        understood = _checked(game, orders.seat, orders)
    except (PostError, AnswerError) as error:
        return _refuse(found, source, to, _message(error), now)
    return _accept(found, source, orders.seat, understood, now, orders.written)


def take_text(found: GameFolder, address: str, text: str, label: str, source: str, now: datetime) -> Intake:
    """Accept or refuse a mail's text as orders for the round `label`; `source` is its digest. Raise `StorageError`."""
    if (known := found.game.now.answered.get(source)) is not None:
        return Intake(known, is_new=False)
    game = found.game
    seat = game.seat_of(address)
    try:
        if seat is None:
            raise PostError("nobody with this address plays in this game")
        if not found.file.mail.plain:
            raise PostError("this game takes orders as files from the window only, not in a plain mail")
        _refuse_other_round(game, game.step_of(label))
        with speaking(found.file.language):  # choices may be named as in the mails
            understood = read_orders(game.match, seat, text, game.words)
    except (PostError, AnswerError) as error:
        return _refuse(found, source, address, _message(error), now)
    return _accept(found, source, seat, understood, now)


def refuse(found: GameFolder, source: str, to: str, problem: Message, now: datetime) -> Intake:
    """Refuse a file that holds no orders, and send the `problem` to the address `to`, unless that is empty."""
    known = found.game.now.answered.get(source)
    return _refuse(found, source, to, problem, now) if known is None else Intake(known, is_new=False)


def _refuse_other_round(game: PostGame, step: int) -> None:
    if game.over:
        raise PostError("this game is over")
    if step < game.now.step:
        raise PostError("this turn has been played; now {label} is asked for", label=game.now.label)
    if step > game.now.step:
        raise PostError("this turn has not come yet; now {label} is asked for", label=game.now.label)


def _refuse_older(game: PostGame, orders: OrdersFile) -> None:
    """Raise `PostError` if a file is older than the newest orders of its seat; the newest file may come again."""
    counts = game.now.orders.get(orders.seat)
    if orders.written > game.now.newest.get(orders.seat, -1):
        return
    if counts is None or counts.written != orders.written:
        raise PostError("you have sent other orders since; write these again if they are to count")


def _checked(game: PostGame, seat: int, orders: OrdersFile) -> Understood:
    """Return the answers of an orders file, checked by the rules; raise `AnswerError`."""
    questions = {entry["id"]: entry for entry in open_questions(game.match, seat)}
    answers: dict[str, Any] = {}
    for id_, answer in orders.answers.items():
        if id_ not in questions:
            raise AnswerError("question {id} is not open", id=repr(id_))
        try:
            answers[id_] = game.match.checked(questions[id_], plain(frozen(answer)))
        except AnswerError:
            raise
        except any_fault():  # an answer of an unexpected shape
            raise AnswerError("this is no answer to question {id}", id=repr(id_)) from None
    for kind, text in orders.later.items():
        if kind not in game.match.rules.decisions:
            raise AnswerError("these rules never ask {kind}", kind=repr(kind))
        if len(text) > MAX_LATER or not text.isprintable():
            raise AnswerError(
                "a standing answer is one line of at most {most} letters, not {text}",
                most=MAX_LATER,
                text=repr(text[:MAX_LATER]),
            )
    if not answers:
        raise AnswerError("there are no orders in it")
    return Understood(answers, orders.later)


def _accept(
    found: GameFolder, source: str, seat: int, understood: Understood, now: datetime, written: int = 0
) -> Intake:
    game = found.game
    with speaking(found.file.language):
        text = preview(game.match, seat, understood, game.words)
    line = Orders(
        at=int(now.timestamp()),
        step=game.now.step,
        seat=seat,
        source=source,
        to=game.now.players[seat].address,
        lines=text,
        answers=understood.answers,
        later=understood.later,
        written=written,
    )
    found.add(line)
    return Intake(line, is_new=True)


def _refuse(found: GameFolder, source: str, to: str, problem: Message, now: datetime) -> Intake:
    """Record a refusal, with an answer to the address `to` unless it has had too many in this round.

    The sender may be an unmarked program that answers each answer. Too many refusals for strangers are not even
    recorded, because the journal would grow without end.
    """
    refused = [line for line in found.lines_of_round() if isinstance(line, RefusedOrders)]
    text = sum(line.to == to for line in refused)
    to = to if text < MAX_REFUSALS else ""
    with speaking(found.file.language):
        line = RefusedOrders(
            at=int(now.timestamp()), source=source, to=to, why=problem.as_sentence(found.game.words.translated)
        )
    players = {player.address for player in found.game.now.players if not player.bot}
    if to in players or sum(each.to not in players for each in refused) < MAX_STRANGERS:
        found.add(line)
    return Intake(line, is_new=True)


def next_written(path: Path, now: int) -> int:
    """Return a time in milliseconds since 1970, at least `now`, with which orders replace those in a file."""
    try:
        return max(now, read_orders_file(path)[1].written + 1)
    except PostError:
        return now


def _message(error: PostError | AnswerError) -> Message:
    return error.message if isinstance(error, PostError) else Message("", error.sentence, error.values)


def _decoded(content: bytes) -> OrdersFile:
    if len(content) > MAX_ORDERS:
        raise PostError("is larger than the {limit:,} bytes that orders may have", limit=MAX_ORDERS)
    try:
        orders = msgspec.json.decode(content, type=OrdersFile)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise PostError("is no file of orders, or it is damaged") from None
    if orders.format != FORMAT or not orders.proof.isascii() or not 0 <= orders.written < MAX_WRITTEN:
        raise PostError("is no file of orders, or it is damaged")
    return orders


def _proof(orders: OrdersFile, key: str) -> str:
    said = msgspec.to_builtins(msgspec.structs.replace(orders, proof=""))
    return hmac.new(bytes.fromhex(key), canonical(said), hashlib.sha256).hexdigest()
