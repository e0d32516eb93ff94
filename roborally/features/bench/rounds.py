"""Rounds of a match to measure the engine: fixed positions and programs on the board of `bench12.json.gz`.

The file holds 1,000 rounds of the edition `classic` on one 12 × 12 board. A round puts four robots on the board and
runs five registers and the end of the turn; then destroyed robots return with the default facing. Nothing is dealt,
drawn, read or written, and there is no observer.
"""

import gzip
import importlib
import json
from collections.abc import Sequence
from importlib import resources
from operator import add
from typing import NamedTuple

from roborally.core.flow import sequence, stages
from roborally.core.geometry import direction_named
from roborally.core.match import Match
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue


class Round(NamedTuple):
    """The cell (its index on the floor), the facing (0 to 3) and the program of each robot in one round."""

    cells: tuple[int, ...]
    facings: tuple[int, ...]
    programs: tuple[tuple[str, ...], ...]


class Rounds:
    """The rounds of one game, ready to run; `base` is the match that is copied for every round."""

    def __init__(self, game: Game, rounds: Sequence[Round], *, bring_back: bool) -> None:
        """Prepare `base`; with `bring_back`, destroyed robots return at the end of a round."""
        self.game = game
        self.rounds = rounds
        self._reenter = importlib.import_module("roborally_plugins.archive.reentry").start if bring_back else None
        self.base = game.start(1)
        state = self.base.state
        state.turn = 1
        state.agenda = [sequence("end-of-turn"), stages("register", 5)]
        state.ext["program-cards"]["scripted"] = True

    def run(self, entry: Round) -> Match:
        """Play one round with default answers, and return the match at its end."""
        match = self.base.clone()
        state = match.state
        for piece, cell, facing in zip(state.pieces, entry.cells, entry.facings, strict=True):
            piece.cell = cell
            piece.facing = facing
            state.at[cell] = piece.index + 1
        state.ext["archive"]["cells"] = entry.cells  # each cell is also start and archive
        state.ext["program-cards"]["slots"] = entry.programs
        match.run()
        if self._reenter is not None:
            self._reenter(match)
            state.agenda += reversed(match.pending)
            match.pending.clear()
        while state.agenda and not state.over:
            match.default_answers()
        return match


def game_on(grid: str, mode: str, robots: int, catalogue: Catalogue) -> Game:
    """Return a game of `robots` plain robots on a board drawn as a text grid."""
    course = Course("bench", "Bench", parse_grid(grid, Notations.of(catalogue.plugins.values())))
    return _game(course, mode, robots, catalogue)


def plain_rounds(catalogue: Catalogue) -> Rounds:
    """Return the 1,000 rounds of `bench12.json.gz`: edition `classic`, four robots."""
    packed = resources.files("roborally.features.bench").joinpath("bench12.json.gz").read_bytes()
    data = json.loads(gzip.decompress(packed))
    game = game_on("\n".join(data["grid"]), data["mode"], 4, catalogue)
    rounds = [
        Round(
            tuple(game.floor.index(tuple(robot["cell"])) for robot in entry),
            tuple(direction_named(robot["facing"]) for robot in entry),
            tuple(tuple(robot["program"]) for robot in entry),
        )
        for entry in data["rounds"]
    ]
    return Rounds(game, rounds, bring_back=True)


def option_rounds(plain: Rounds, catalogue: Catalogue) -> Rounds:
    """Return rounds of `crash-and-burn` on the same board, with eight robots that hold three option cards each.

    A round joins two neighbouring `plain` rounds, if their eight cells differ. Destroyed robots do not return.
    """
    game = _game(plain.game.course, "crash-and-burn", 8, catalogue)
    both = [Round(*map(add, one, other)) for one, other in zip(plain.rounds, plain.rounds[1:], strict=False)]
    found = Rounds(game, [entry for entry in both if len(set(entry.cells)) == 8], bring_back=False)
    ext = found.base.state.ext
    ext["entering"]["waiting"] = (False,) * 8
    cards = ext["option-cards"]
    cards["held"] = tuple(cards["pile"][first : first + 3] for first in range(0, 24, 3))
    cards["pile"] = cards["pile"][24:]
    return found


def _game(course: Course, mode: str, robots: int, catalogue: Catalogue) -> Game:
    """Return a game of plain robots on a course, even if the course does not fit the mode."""
    seats = [SeatConfig(f"r{number}") for number in range(1, robots + 1)]
    config = MatchConfig(MatchSection(mode=mode, course=course.id, timer=0), seats=seats)
    return make_game(config, catalogue, course=course, strict=False)
