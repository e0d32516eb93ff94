"""Plays all programs of a puzzle with the real rules, and finds those that solve it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any

from roborally.core.events import Event, Watch
from roborally.core.match import Match
from roborally.core.observation import run_on
from roborally.features.puzzles.file import LEVELS, Puzzle
from roborally.game.scenario.compare import Run
from roborally.game.scenario.run import prepare
from roborally.plugin_system.loader import Catalogue

EASY, HARD = 6.5, 9.0
"""A puzzle with fewer points than `EASY` is easy, one with at least `HARD` is hard."""
PER_ELEMENT = 1.2
"""The points for each way in which the floor or another robot moves or turns a robot in a solution."""
OWN_MOVES = ("forward", "backward", "card")
"""The ways of moving that come from a robot's own program, as events name them."""

Program = tuple[str, ...]


class PuzzleStart:
    """A puzzle at its first question, from which any program can be played."""

    def __init__(self, puzzle: Puzzle, catalogue: Catalogue) -> None:
        """Set up the puzzle; raise `GameError` if it cannot be played."""
        self.puzzle = puzzle
        self.run: Run = prepare(puzzle.id, puzzle.scenario(), catalogue)
        match = self.run.match
        match.watch = None
        match.run()
        self._start = match
        self._asked = next(entry["id"] for entry in match.state.decisions if entry["seat"] == 0)

    def play(self, program: Program, on_event: Callable[[Event], None] | None = None) -> Match:
        """Return the match at the end of the turn with a program; `on_event` is called with every event."""
        match = self._start.clone()
        if on_event is not None:
            match.watch = Watch(on_event)
        match.state.sealed[self._asked] = program
        run_on(match, "turn")
        return match

    def fact(self, match: Match, robot: int, key: str) -> Any:
        """Return a value, such as `cell`, of the robot with an index; a list if it is a tuple, as in scenario files."""
        read = self.run.facts[key].read
        assert read is not None, "goals are made of facts that can be read"
        value = read(match, match.state.pieces[robot])
        return list(value) if isinstance(value, tuple) else value

    def solves(self, match: Match, wanted: Mapping[str, Mapping[str, Any]]) -> bool:
        """Return whether robots have the values in `wanted`, by the robot's name and the value's name (`cell` …)."""
        return all(
            self.fact(match, self.run.names.index(name), key) == value
            for name, facts in wanted.items()
            for key, value in facts.items()
        )


def programs(cards: Sequence[str], length: int) -> Iterator[Program]:
    """Yield all ways to lay `length` of the cards in order; of equal cards the first in the hand is used."""
    if not length:
        yield ()
        return
    tried = set()
    for number, card in enumerate(cards):
        command = card.partition("@")[0]
        if command not in tried:
            tried.add(command)
            for rest in programs([*cards[:number], *cards[number + 1 :]], length - 1):
                yield (card, *rest)


@dataclass(frozen=True)
class Solutions:
    """The result of a search: all programs that solve the puzzle, and the number of programs tried.

    `helpers` are the ways in which the floor or another robot moves robots in the first solution.
    """

    solutions: list[Program]
    tried: int
    helpers: frozenset[str]

    @property
    def level(self) -> str:
        """The level of difficulty, one of `LEVELS`."""
        return LEVELS[(self.points >= EASY) + (self.points >= HARD)]

    @property
    def points(self) -> float:
        """The difficulty: the rarity of solutions in bits, plus points for each of the `helpers`."""
        return log2(self.tried / len(self.solutions)) + PER_ELEMENT * len(self.helpers)


def search(puzzle: Puzzle, catalogue: Catalogue) -> Solutions:
    """Play all programs of a puzzle, and return its solutions; raise `GameError` if it cannot be played."""
    board = PuzzleStart(puzzle, catalogue)
    wanted = puzzle.wanted
    laid = [puzzle.program(cards) for cards in programs(puzzle.cards, len(puzzle.free))]
    solutions = [program for program in laid if board.solves(board.play(program), wanted)]
    return Solutions(solutions, len(laid), helpers_of(board, solutions[0]) if solutions else frozenset())


def helpers_of(board: PuzzleStart, program: Program) -> frozenset[str]:
    """Return the ways in which robots are moved, turned and hurt in a program's turn, except by their own cards."""
    found = set()

    def on_event(event: Event) -> None:
        if event["type"] in ("step", "turn", "place", "hurt"):
            found.add(str(event.get("how", event.get("cause"))))

    board.play(program, on_event)
    return frozenset(found.difference(OWN_MOVES))


def is_trivial(puzzle: Puzzle, catalogue: Catalogue) -> bool:
    """Return whether the goal is reached without a program, or by laying the cards in the order of the hand."""
    board = PuzzleStart(puzzle, catalogue)
    dealt = puzzle.program(puzzle.cards[: len(puzzle.free)])
    return any(board.solves(board.play(program), puzzle.wanted) for program in ((), dealt))
