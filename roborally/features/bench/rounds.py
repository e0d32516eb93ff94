"""Rounds from fixed positions with fixed programs, on the board of `bench12.json.gz`.

The file holds 1,000 rounds of the edition `classic` on one 12 x 12 board. A round creates four robots and runs five
registers with their programs and the end of the turn; then destroyed robots come back with the default facing.
Nothing is dealt, drawn, read or written, and there is no observer.
"""

import gzip
import importlib
import json
from importlib import resources
from operator import add
from typing import Any, NamedTuple

from roborally.core.flow import sequence, stages
from roborally.core.geometry import direction_named
from roborally.core.match import Match
from roborally.core.state import State
from roborally.features.bench.boards import game_on, game_on_course
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue


class Round(NamedTuple):
    """The cell, the facing and the program of each robot."""

    cells: tuple[int, ...]
    facings: tuple[int, ...]
    programs: tuple[tuple[str, ...], ...]


class Rounds:
    """The workload of `bench12.json.gz`, ready to run."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Read the file and prepare the match that every round is a copy of."""
        data = _packed()
        self.game = game_on("\n".join(data["grid"]), data["mode"], 4, catalogue)
        floor = self.game.floor
        self.rounds: list[Round] = [
            Round(
                tuple(floor.index(tuple(robot["cell"])) for robot in entry),
                tuple(direction_named(robot["facing"]) for robot in entry),
                tuple(tuple(robot["program"]) for robot in entry),
            )
            for entry in data["rounds"]
        ]
        self.count = len(self.rounds)
        self._base = _about_to_move(self.game)
        self._bring_back = importlib.import_module("roborally_plugins.archive.reentry").start

    def run(self, entry: Round) -> Match:
        """Create four robots, run the round, bring destroyed robots back, and return the match."""
        match = self._base.clone()
        _lay_out(match.state, entry)
        match.run()
        self._bring_back(match)
        state = match.state
        state.agenda += reversed(match.pending)
        match.pending.clear()
        while state.agenda and not state.over:
            match.default_answers()
        return match

    def run_all(self) -> None:
        """Run all rounds: one pass."""
        for entry in self.rounds:
            self.run(entry)


class OptionRounds:
    """Rounds of `crash-and-burn` with eight robots that hold three option cards each, on the same board.

    A round is two rounds of `Rounds` at once: its own four robots and those of the next one. Every question gets its
    default answer; destroyed robots stay away.
    """

    def __init__(self, rounds: Rounds, catalogue: Catalogue) -> None:
        """Prepare the match that every round is a copy of."""
        self.game = game_on_course(rounds.game.course, "crash-and-burn", 8, catalogue)
        pairs = zip(rounds.rounds, rounds.rounds[1:], strict=False)
        both = [Round(*map(add, one, other)) for one, other in pairs]
        self.rounds = [entry for entry in both if len(set(entry.cells)) == 8]
        self.count = len(self.rounds)
        self._base = _about_to_move(self.game)
        state = self._base.state
        state.ext["entering"]["waiting"] = (False,) * 8
        cards = state.ext["option-cards"]
        cards["held"] = tuple(cards["pile"][first : first + 3] for first in range(0, 24, 3))
        cards["pile"] = cards["pile"][24:]

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


def _packed() -> dict[str, Any]:
    """Return the content of the file."""
    packed = resources.files("roborally.features.bench").joinpath("bench12.json.gz").read_bytes()
    content: dict[str, Any] = json.loads(gzip.decompress(packed))
    return content


def _about_to_move(game: Game) -> Match:
    """Return a match that is about to run its registers and the end of the turn with the cards in the registers."""
    match = game.start(1)
    match.state.turn = 1
    match.state.agenda = [sequence("end-of-turn"), stages("register", 5)]
    match.state.ext["program-cards"]["scripted"] = True
    return match


def _lay_out(state: State, entry: Round) -> None:
    """Put the robots of a round on their cells with their programs; each cell is also start and archive."""
    for piece, cell, facing in zip(state.pieces, entry.cells, entry.facings, strict=True):
        piece.cell = cell
        piece.facing = facing
        state.at[cell] = piece.index + 1
    state.ext["archive"]["cells"] = entry.cells
    state.ext["program-cards"]["slots"] = entry.programs
