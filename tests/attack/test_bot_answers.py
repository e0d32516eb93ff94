"""An answer that is too large, too deep or no data is a fault of that bot, and nothing of it leaves its process."""

import multiprocessing
import pickle
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roborally.base import paths
from roborally.bots import Bot
from roborally.bots.errors import FAILED, ILLEGAL, BotError
from roborally.bots.questions import MAX_DEPTH, MAX_NUMBER, MAX_SIZE, MAX_TEXT, MAX_TRACEBACK, ask_bot, plain
from roborally.bots.registry import make_bot
from roborally.core.dice import Dice
from roborally.core.observation import observe
from roborally.game.factory import Game, make_game
from roborally.game.match_file import parse_config
from roborally.game.session.bot_pool import BotPool
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.bots.conftest import bots as bots
from tests.bots.test_pool import result
from tests.net.table import configuration
from tests.writing import write_bot_plugin

MANY = 10_000_000
BOTS = f"""
from roborally.plugin import hookimpl


def answering(name, make):
    def choose(self, observation, decision, dice):
        return make()
    return name, type(name, (), {{"choose": choose}})


def raising(name, make):
    def choose(self, observation, decision, dice):
        raise make()
    return name, type(name, (), {{"choose": choose}})


def deep():
    answer = []
    for _ in range(100_000):
        answer = [answer]
    return answer


def circle():
    answer = []
    answer.append(answer)
    return answer


def wide():
    answer = ["move1"]
    for _ in range(60):
        answer = [answer, answer]
    return answer


class Mute(Exception):
    def __str__(self):
        raise self


class Quit(BaseException):
    def __str__(self):
        raise SystemExit


def unmakeable():
    raise ValueError("x" * {MANY})


class Sub(list):
    pass


@hookimpl
def register_bots(bots):
    for name, bot in (
        answering("letters", lambda: "x" * {MANY}),
        answering("bytes", lambda: b"x" * {MANY}),
        answering("list", lambda: [1] * {MANY // 10}),
        answering("keys", lambda: {{"x" * 20_000: 1}}),
        answering("deep", deep),
        answering("circle", circle),
        answering("wide", wide),
        answering("number", lambda: 10 ** 1_000_000),
        answering("nan", lambda: float("nan")),
        answering("half", lambda: ["\\ud800"]),
        answering("lambda", lambda: (lambda: 1)),
        answering("sub", lambda: Sub([1])),
        answering("name", lambda: type("x" * {MANY}, (), {{}})()),
        raising("loud", lambda: ValueError("x" * {MANY})),
        raising("mute", Mute),
        raising("quit", Quit),
        raising("namely", lambda: type("x" * {MANY}, (Exception,), {{}})()),
    ):
        bots.bot(name, bot)
    bots.bot("unmakeable", unmakeable)
"""
REASONS = {
    **dict.fromkeys(("letters", "bytes", "list", "keys", "deep", "circle", "wide", "number", "nan", "half"), ILLEGAL),
    **dict.fromkeys(("lambda", "sub", "name"), ILLEGAL),
    **dict.fromkeys(("loud", "mute", "quit", "namely", "unmakeable"), FAILED),
}
ENOUGH = MAX_TEXT + 200


@pytest.fixture
def plugin_folders(tmp_path: Path) -> list[Path]:
    write_bot_plugin(tmp_path / "plugins", "huge-bots", BOTS)
    return [paths.plugin_folder(), tmp_path / "plugins"]


def game_of(catalogue: Catalogue) -> Game:
    config = configuration("standard", [], 2)
    config["match"]["seed"] = 1
    config["rules"] = {"ai_seconds": 600}  # a busy machine is no reason
    return make_game(parse_config(config), catalogue)


def question(game: Game) -> tuple[Any, Any]:
    match = game.start(5)
    match.run()
    seen = observe(match, 0)
    return seen, seen.decisions()[0]


def test_only_the_bot_that_answers_so_loses_its_answer(bots: BotPool, plugin_folders: list[Path]) -> None:
    """In a process of its own: it lives on, and what comes back is small."""
    game = game_of(find_plugins(plugin_folders, installed=False))
    seen, decision = question(game)
    before = {child.pid for child in multiprocessing.active_children()}
    processes: set[int] = set()
    for bot, reason in REASONS.items():
        with pytest.raises(BotError) as error:
            result(bots.submit(game, bot, seen, decision, 1))
        assert error.value.reason == reason, bot
        assert len(error.value.text) <= ENOUGH, bot
        assert len(pickle.dumps(error.value.args)) <= ENOUGH + MAX_TRACEBACK + 200, bot
        result(bots.submit(game, "random", seen, decision, 1))
        processes |= {child.pid for child in multiprocessing.active_children() if child.pid} - before
    assert len(processes) == 1, "no process had to be replaced"


@pytest.mark.parametrize("bot", [bot for bot in REASONS if bot != "unmakeable"])
def test_so_it_is_in_this_process(bot: str, plugin_folders: list[Path]) -> None:
    """In exhibitions and environments for machine learning."""
    catalogue = find_plugins(plugin_folders, installed=False)
    player: Bot = make_bot(bot, catalogue)
    with pytest.raises(BotError) as error:
        ask_bot(player, *question(game_of(catalogue)), Dice(1))
    assert error.value.reason == REASONS[bot]
    assert len(error.value.text) <= ENOUGH
    assert len(error.value.details) <= MAX_TRACEBACK


def nested(depth: int) -> Any:
    answer: Any = "move1"
    for _ in range(depth):
        answer = [answer]
    return answer


@pytest.mark.parametrize(
    "answer",
    [
        "x" * (MAX_SIZE - 1),
        ["move1"] * (MAX_SIZE // 7),
        nested(MAX_DEPTH),
        [MAX_NUMBER, -MAX_NUMBER, 1.5, True, None],
        {"a": ["ä", {"b": ()}]},
    ],
    ids=lambda answer: str(type(answer).__name__),
)
def test_what_is_taken_can_be_written(answer: Any) -> None:
    assert msgspec.json.decode(msgspec.json.encode(plain(answer))) == msgspec.json.decode(msgspec.json.encode(answer))


@pytest.mark.parametrize("answer", ["x" * (MAX_SIZE + 1), [1] * (MAX_SIZE + 1), nested(MAX_DEPTH + 1), MAX_NUMBER + 1])
def test_beyond_that_nothing_is_taken(answer: Any) -> None:
    with pytest.raises(BotError):
        plain(answer)
