"""Benchmarks of the engine: rounds a second, the cost of a copy, random games.

`bench12.json.gz` holds the work: 1,000 rounds of the edition `classic` on one 12 x 12 board. A round creates four
robots, runs five registers with their programs and the end of the turn; nothing is dealt, drawn, read or written, and
nobody watches.
"""

import gzip
import importlib
import json
import time
from collections.abc import Callable
from importlib import resources
from statistics import median

from roborally.core.decisions import offered
from roborally.core.dice import Dice
from roborally.core.flow import sequence, stages
from roborally.core.geometry import direction_named
from roborally.core.match import Match
from roborally.core.state import State
from roborally.course.courses import Course
from roborally.course.notation import Notations, parse_grid
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue

Round = list[tuple[int, int, tuple[str, ...]]]
"""For each robot its cell, its facing and its program."""

CLONES = 5_000
"""How many copies of a match a pass makes."""
RANDOM_GAMES = 20
RANDOM_GAME_TURNS = 100
"""Where a random game is given up; hardly any lasts so long."""


class Rounds:
    """The work of `bench12.json.gz`, ready to be run."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Read the file and prepare the match that every round is a copy of."""
        packed = resources.files("roborally.bench").joinpath("bench12.json.gz").read_bytes()
        data = json.loads(gzip.decompress(packed))
        self.game = game_on("\n".join(data["grid"]), data["mode"], 4, catalogue)
        floor = self.game.floor
        self.rounds: list[Round] = [
            [
                (floor.index(tuple(robot["cell"])), direction_named(robot["facing"]), tuple(robot["program"]))
                for robot in entry
            ]
            for entry in data["rounds"]
        ]
        self._base = self.game.start(1)
        self._base.state.turn = 1
        self._base.state.agenda = [sequence("end-of-turn"), stages("register", 5)]
        self._base.state.ext["program-cards"]["scripted"] = True

    def run(self, entry: Round) -> Match:
        """Create four robots, run five registers and the end of the turn, and return the match."""
        match = self._base.clone()
        _lay_out(match.state, entry)
        match.run()
        return match

    def run_all(self) -> None:
        """Run all rounds: one pass."""
        for entry in self.rounds:
            self.run(entry)


class OptionRounds:
    """Rounds of `crash-and-burn` with eight robots that hold three option cards each, on the same board.

    A round is that of `Rounds` twice: its own four robots and those of the next one. Every question is answered with
    its default.
    """

    def __init__(self, rounds: Rounds, catalogue: Catalogue) -> None:
        """Prepare the match that every round is a copy of."""
        board = rounds.game.course.board
        course = Course("bench", "Bench", board)
        seats = [SeatConfig(f"r{number}") for number in range(1, 9)]
        config = MatchConfig(MatchSection(mode="crash-and-burn", course="bench", timer=0), seats=seats)
        self.game = make_game(config, catalogue, course=course, strict=False)
        pairs = zip(rounds.rounds, rounds.rounds[1:], strict=False)
        self.rounds = [[*one, *other] for one, other in pairs if len({cell for cell, _, _ in (*one, *other)}) == 8]
        self._base = self.game.start(1)
        state = self._base.state
        state.turn = 1
        state.agenda = [sequence("end-of-turn"), stages("register", 5)]
        state.ext["program-cards"]["scripted"] = True
        state.ext["entering"]["waiting"] = [False] * 8
        held = state.ext["option-cards"]["held"]
        pile = state.ext["option-cards"]["pile"]
        for index in range(8):
            held[index], pile[:3] = tuple(pile[:3]), []

    def run(self, entry: Round) -> Match:
        """Create eight robots, run five registers and the end of the turn, and return the match."""
        match = self._base.clone()
        _lay_out(match.state, entry)
        match.run()
        while match.state.agenda and not match.state.over:
            match.default_answers()
        return match

    def run_all(self) -> None:
        """Run all rounds: one pass."""
        for entry in self.rounds:
            self.run(entry)


def _lay_out(state: State, entry: Round) -> None:
    """Put the robots of a round on their cells with their programs."""
    slots = state.ext["program-cards"]["slots"]
    archive = state.ext["archive"]["cells"]
    for piece, (cell, facing, program) in zip(state.pieces, entry, strict=True):
        piece.cell = archive[piece.index] = cell
        piece.facing = facing
        state.at[cell] = piece.index
        slots[piece.index] = program


def game_on(grid: str, mode: str, robots: int, catalogue: Catalogue) -> Game:
    """Return a game of `robots` plain robots on a board drawn as a text grid."""
    course = Course("bench", "Bench", parse_grid(grid, Notations.of(catalogue.plugins.values())))
    seats = [SeatConfig(f"r{number}") for number in range(1, robots + 1)]
    config = MatchConfig(MatchSection(mode=mode, course="bench", timer=0), seats=seats)
    return make_game(config, catalogue, course=course, strict=False)


def play_randomly(match: Match, turns: int, seed: int = 0) -> int:
    """Answer every question at random until the match is over or has lasted `turns` turns; return the turns played."""
    dice = Dice(seed)
    match.run()
    while not match.state.over and match.state.turn <= turns:
        for decision in list(match.state.decisions):
            kind = match.rules.decisions[decision["kind"]]
            if kind.sample is not None:
                answer = kind.sample(match, decision, dice)
            else:
                answer = dice.pick(offered(decision))
            match.seal(decision["id"], answer)
        match.run()
    return min(match.state.turn, turns)


class Works:
    """Everything that is measured, ready to be run."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Prepare the matches."""
        self.rounds = Rounds(catalogue)
        self.options = OptionRounds(self.rounds, catalogue)
        self._eight = _eight_robots(catalogue)

    def passes(self) -> dict[str, Callable[[], object]]:
        """Return one pass of each work, by its name in `roborally bench --json`."""
        return {
            "bench12": self.rounds.run_all,
            "options": self.options.run_all,
            "clone": self._copy,
            "random_game": lambda: random_games(self.rounds.game),
        }

    def _copy(self) -> None:
        for _ in range(CLONES):
            self._eight.clone()


def measure(catalogue: Catalogue, passes: int = 7) -> dict[str, dict[str, float]]:
    """Return the medians over `passes` passes as `roborally bench --json` prints them."""
    works = Works(catalogue)
    turns = random_games(works.rounds.game)
    works.rounds.run_all()
    seconds = {name: median(_seconds(work) for _ in range(passes)) for name, work in works.passes().items()}
    return {
        "bench12": {"rounds_per_second": len(works.rounds.rounds) / seconds["bench12"], "passes": passes},
        "options": {"rounds_per_second": len(works.options.rounds) / seconds["options"], "robots": 8, "cards": 3},
        "clone": {"microseconds": seconds["clone"] / CLONES * 1e6, "robots": 8},
        "random_game": {"turns_per_second": turns / seconds["random_game"], "games": RANDOM_GAMES, "turns": turns},
    }


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _eight_robots(catalogue: Catalogue) -> Match:
    """Return a match of eight robots in the middle of programming, with full hands."""
    grid = "\n".join(" ".join(f"d{x + 1}" if y == 0 and x < 8 else "." for x in range(12)) for y in range(12))
    match = game_on(grid, "classic", 8, catalogue).start(1)
    match.run()
    return match


def random_games(game: Game) -> int:
    """Play whole games of random programs, the robots starting on the first row; return the turns played in all."""
    keep_start = importlib.import_module("roborally_plugins.archive.api").keep_start
    turns = 0
    for seed in range(RANDOM_GAMES):
        match = game.start(seed)
        for piece in match.state.pieces:
            match.place(piece, piece.index, piece.facing, "start")
            keep_start(match, piece)
        turns += play_randomly(match, RANDOM_GAME_TURNS, seed)
    return turns
