"""The workloads (`Work`) of `roborally bench` and `tools/compare_speed`, by name."""

import importlib
import time
import tracemalloc
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from typing import TypeVar

from roborally.arena.play import play, questions
from roborally.bots import Bot
from roborally.bots.questions import ask_bot, prepare_bot, question_of
from roborally.bots.registry import make_bot
from roborally.core.decisions import offered
from roborally.core.dice import Dice
from roborally.core.floor import Floor
from roborally.core.match import Match
from roborally.core.observation import imagine, observe, run_on
from roborally.features.bench.rounds import Rounds, game_on, option_rounds, plain_rounds
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue

TURNS = 60
"""The number of turns that one pass of a mode plays."""
RANDOM_GAMES = 20
RANDOM_GAME_TURNS = 100
"""The turn after which a random game is stopped; almost all end earlier."""
GREEDY_GAMES, PLANNER_GAMES = 4, 2
"""The numbers of games in one pass, with four bots `greedy` and with four bots `planner`."""
BOT_GAME_TURNS = 60
"""The turn after which a game of bots is stopped."""
DECISIONS = 40
"""The number of programs that the bot `planner` makes in one pass."""
CLONES, IMAGINED = 5_000, 500
"""The numbers of copies of a match in one pass, and of matches imagined from an observation."""
HELD = 200
"""The number of copies that are made to measure the memory of one."""


Item = TypeVar("Item")


@dataclass(frozen=True)
class Work:
    """A workload: `run_all()` runs one pass, which consists of `count` rounds, turns, games or copies (the `unit`)."""

    count: int
    unit: str
    run_all: Callable[[], object]


class Works:
    """All workloads; `work(name)` returns the one with a name of `names`, and prepares it the first time."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.decided: list[tuple[float, list[float]]] = []
        """The result of `time_decisions` for each pass of the workload `decision`, in seconds of processor time."""
        self._catalogue = catalogue
        self._rounds = cache(partial(plain_rounds, catalogue))
        makers: dict[str, Callable[[], Work]] = {
            "bench12": lambda: _of_rounds(self._rounds()),
            "options": lambda: _of_rounds(option_rounds(self._rounds(), catalogue)),
            "standard": lambda: self._turns("grand-tour", "standard"),
            "volt": lambda: self._turns("spark-pit", "volt"),
            "roboball": lambda: self._turns("kick-off", "roboball"),
            "random_game": self._random_games,
            "greedy": lambda: self._bot_games("greedy", GREEDY_GAMES),
            "planner": lambda: self._bot_games("planner", PLANNER_GAMES),
            "decision": self._decisions,
            "clone": self._clones,
            "imagine": self._imagined,
        }
        self.names = tuple(makers)
        self.work: Callable[[str], Work] = cache(lambda name: makers[name]())

    def _turns(self, course: str, mode: str) -> Work:
        kept = kept_positions(game_at(course, mode, self._catalogue))
        return Work(len(kept), "turns", lambda: _each(kept, turn_from))

    def _random_games(self) -> Work:
        game = self._rounds().game
        return Work(random_games(game), "turns", lambda: random_games(game))

    def _bot_games(self, name: str, count: int) -> Work:
        game = game_at("ring-race", "classic", self._catalogue)
        bots = [make_bot(name, self._catalogue) for _ in game.seats]
        names = [name] * len(bots)

        def play_one(seed: int) -> None:
            play(game, names, bots, seed, BOT_GAME_TURNS)

        return Work(count, "games", lambda: _each(range(1, count + 1), play_one))

    def _decisions(self) -> Work:
        game, bot = game_at("grand-tour", "classic", self._catalogue), make_bot("planner", self._catalogue)
        run_all = partial(time_decisions, game, bot, time.process_time, DECISIONS)
        return Work(DECISIONS, "decisions", lambda: self.decided.append(run_all()))

    def _clones(self) -> Work:
        match = match_of_eight(self._catalogue)
        return Work(CLONES, "copies", lambda: _each(range(CLONES), lambda _: match.clone()))

    def _imagined(self) -> Work:
        seen = observe(match_of_eight(self._catalogue), 0)
        return Work(IMAGINED, "copies", lambda: _each(range(IMAGINED), lambda seed: imagine(seen, Dice(seed))))


def _of_rounds(rounds: Rounds) -> Work:
    return Work(len(rounds.rounds), "rounds", lambda: _each(rounds.rounds, rounds.run))


def _each(items: Iterable[Item], run: Callable[[Item], object]) -> None:
    for item in items:
        run(item)


def game_at(course: str, mode: str, catalogue: Catalogue) -> Game:
    """Return a game of four plain robots on a course that comes with the game, in two teams if the mode has teams."""
    teams = (1, 2, 1, 2) if "team" in catalogue.get(mode).manifest.seat_settings else (0,) * 4
    seats = [SeatConfig(f"r{number}", team=team) for number, team in enumerate(teams, 1)]
    return make_game(MatchConfig(MatchSection(mode=mode, course=course, timer=0), seats=seats), catalogue)


def match_of_eight(catalogue: Catalogue) -> Match:
    """Return a match of eight robots with full hands, at the question for their programs."""
    grid = "\n".join(" ".join(f"d{x + 1}" if y == 0 and x < 8 else "." for x in range(12)) for y in range(12))
    match = game_on(grid, "classic", 8, catalogue).start(1)
    match.run()
    return match


def bytes_of(match: Match) -> float:
    """Return the memory that one more copy of a match takes, in bytes."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    held = [match.clone() for _ in range(HELD)]
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return taken / len(held)


# --- turns ------------------------------------------------------------------------------------------------------------


def kept_positions(game: Game) -> list[Match]:
    """Return `TURNS` positions from games with random answers, each just before the first register of a turn."""
    kept: list[Match] = []
    seed = 0
    while len(kept) < TURNS:
        seed += 1
        match, dice, ready, begun = game.start(seed), Dice(seed), None, 0
        while not match.state.over and match.state.turn <= RANDOM_GAME_TURNS and len(kept) < TURNS:
            match.run("start")
            if match.halted:
                kept += [] if ready is None else [ready]
                ready, begun = None, match.state.turn
            else:
                answer_all(match, dice)
                is_before_stages = match.state.turn == begun and match.state.stage == 0
                ready = match.clone() if is_before_stages else ready
    return kept


def turn_from(position: Match) -> Match:
    """Play a copy of a match to the start of its next turn with default answers, and return it.

    This includes registers (or the mode's other stages), the end of the turn, re-entry and the next deal.
    """
    match = position.clone()
    run_on(match, "start")
    return match


def random_games(game: Game) -> int:
    """Play games of random programs with robots that start on the first row; return the total number of turns."""
    keep_start = importlib.import_module("roborally_plugins.archive.api").keep_start
    turns = 0
    for seed in range(RANDOM_GAMES):
        match, dice = game.start(seed), Dice(seed)
        for piece in match.state.pieces:
            match.place(piece, piece.index, piece.facing, "start")
            keep_start(match, piece)
        match.run()
        while not match.state.over and match.state.turn <= RANDOM_GAME_TURNS:
            answer_all(match, dice)
            match.run()
        turns += min(match.state.turn, RANDOM_GAME_TURNS)
    return turns


def answer_all(match: Match, dice: Dice) -> None:
    """Give a random answer to every open question, without running on."""
    for decision in list(match.state.decisions):
        kind = match.rules.decisions[decision["kind"]]
        answer = dice.pick(offered(decision)) if kind.sample is None else kind.sample(match, decision, dice)
        match.seal(decision["id"], answer)


# --- bots -------------------------------------------------------------------------------------------------------------


def time_decisions(game: Game, bot: Bot, clock: Callable[[], float], count: int) -> tuple[float, list[float]]:
    """Return the seconds that a bot takes to prepare for a game, and those for each of its first `count` programs."""
    floor = Floor(game.course.board, game.rules)
    anew = Game(game.config, game.plugins, game.rules, game.course, floor, game.seats)
    other, match = anew.start(0), anew.start(1)
    other.run()
    begun = clock()
    prepare_bot(bot, observe(other, 0), Dice(0))
    preparing = clock() - begun
    taken: list[float] = []
    for _seat, decision in questions(match, BOT_GAME_TURNS, lambda match: None):
        seen, own, seed = question_of(match, decision)
        begun = clock()
        answer = ask_bot(bot, seen, own, Dice(seed))
        if decision["kind"] == "program":
            taken.append(clock() - begun)
        match.seal(decision["id"], answer)
        if len(taken) == count:
            break
    return preparing, taken
