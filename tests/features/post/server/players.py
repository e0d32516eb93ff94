"""Players with files alone: a turn file, a key, and orders by chance."""

from pathlib import Path

from roborally.base.errors import GameError
from roborally.bots.questions import ask_bot
from roborally.bots.registry import make_bot
from roborally.core.dice import Dice
from roborally.core.observation import Observation
from roborally.features.post.order_text import read_orders
from roborally.features.post.server.client import ask
from roborally.features.post.server.messages import Reply
from roborally.features.post.stops import open_questions, write_answer
from roborally.features.post.turn_file import SeatFile, TurnFile, game_of_turn, orders_file, read_turn_file
from roborally.game.factory import Game
from roborally.narration.chronicle import Chronicle
from roborally.narration.words import Words
from roborally.plugin_system.loader import Catalogue
from tests.features.post.conftest import Post
from tests.waiting import until

POST = ("post", "serve")
"""The command of a server, for `Served`."""


def orders_for(turn: bytes, key: str, catalogue: Catalogue, folder: Path) -> bytes:
    """Return orders for a turn file; they follow from what the seat sees, and from the round."""
    found, _game, seen = _opened(turn, catalogue, folder)
    match, dice = seen.match(), Dice(found.step * 31 + found.seat)
    answers = {}
    for decision in seen.decisions():
        if decision["optional"]:
            continue
        rule = match.rules.decisions[decision["kind"]]
        if rule.sample is not None:
            answers[decision["id"]] = rule.sample(match, decision, dice)
        else:
            answers[decision["id"]] = dice.pick(decision["choices"]) if decision["choices"] else decision["default"]
    return orders_file(found, answers, {}, key, found.step)


def lines_for(turn: bytes, catalogue: Catalogue, folder: Path) -> list[str]:
    """Return orders for a turn file as lines of a mail: what a bot would do that sees what the seat sees."""
    found, game, seen = _opened(turn, catalogue, folder)
    match, bot, words = seen.match(), make_bot("greedy", catalogue), Chronicle.of(game).words
    lines = []
    for decision in open_questions(match, found.seat):
        answer = ask_bot(bot, seen, decision, Dice(found.step * 31 + found.seat))
        lines.append(f"{decision['kind']}: {write_answer(match, decision, answer, words)}")
    return lines


def file_of(turn: bytes, lines: list[str], key: str, catalogue: Catalogue, folder: Path) -> bytes:
    """Return the file of orders that a player writes with lines such as those of a mail."""
    found, game, seen = _opened(turn, catalogue, folder)
    understood = read_orders(seen.match(), found.seat, "\n".join(lines), Words(game.plugins))
    return orders_file(found, understood.answers, understood.later, key, found.step)


def _opened(turn: bytes, catalogue: Catalogue, folder: Path) -> tuple[TurnFile, Game, Observation]:
    path = folder / "now.rrturn"
    path.write_bytes(turn)
    found = read_turn_file(path)
    return found, *game_of_turn(found, catalogue, path)


def turn_of(post: Post, seat: int) -> bytes:
    """Return the turn file that the referee's program has written for a seat."""
    folder: Path = post.ask(lambda found: found.round_folder(found.game.now.label))
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
