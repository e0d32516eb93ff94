"""The results of an analysis as plain data, because they are sent from another process."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

Gains = Mapping[int, Sequence[float]]
"""By turn, how much each robot's chance to win grew in the turn, from -1 to 1."""


@dataclass(frozen=True)
class TurnFound:
    """The state of the robots when a turn starts, or when the match ends if `over` is true.

    `values` has a number for each robot by the name of each gauge (`GaugeManifest`) that ranks robots. `chances` has
    each robot's chance to win, from 0 to 1, and is empty if no plugin computes it. `ways` has each robot's steps to its
    next goal, and is empty in modes without goals. `by_bots` has the robots that a bot programs in this turn for an
    absent person, `harmers` those that damage or destroy others in it.
    """

    turn: int
    over: bool
    values: Mapping[str, tuple[float, ...]]
    chances: tuple[float, ...]
    ways: tuple[float, ...] = ()
    by_bots: tuple[int, ...] = ()
    harmers: frozenset[int] = frozenset()

    def farther(self, then: "TurnFound", robot: int) -> float:
        """Return by how many steps a robot's way to the same goal is longer at `then`; 0 if its goal has changed."""
        if not self.ways or any(self.values[name][robot] != then.values[name][robot] for name in self.values):
            return 0.0
        return then.ways[robot] - self.ways[robot]

    def has_gained(self, then: "TurnFound", robot: int) -> bool:
        """Return whether until `then` a robot's numbers rise, its way becomes shorter, or it harms others."""
        rises = any(then.values[name][robot] > numbers[robot] for name, numbers in self.values.items())
        return rises or self.farther(then, robot) < 0 or robot in self.harmers


@dataclass(frozen=True)
class ProgramTrial:
    """The result of a program that was tried in one turn, for the robot that ran it.

    `values` has the robot's numbers at the end of the turn, by the names of the gauges that rank robots. `steps` is its
    distance to the next goal, `None` in modes without goals. `lost` says whether it was destroyed. `chance` is its
    chance to win when the next turn begins, from 0 to 1.
    """

    values: Mapping[str, float]
    steps: float | None
    damage: int
    lost: bool
    chance: float


@dataclass(frozen=True)
class ProgramFound:
    """A program that was played in a turn, and a better one of the same hand; they are equal if none is better.

    `played` and `better` are the cards in the registers, in order. Both were tried against the programs that the others
    had in the match.
    """

    turn: int
    seat: int
    piece: int
    played: tuple[str, ...]
    better: tuple[str, ...]
    played_trial: ProgramTrial
    better_trial: ProgramTrial
    usual_chance: float = 0.0
    """The median of the chances to win after all programs that were tried, from 0 to 1."""

    @property
    def same(self) -> bool:
        """Whether `played` and `better` are the same program."""
        return self.played == self.better


@dataclass
class Analysis:
    """The results of an analysis so far.

    `turns` is complete once `judged` is true, `programs` once `done` is true. `problem` says why the analysis failed,
    empty if it has not.
    """

    turns: list[TurnFound] = field(default_factory=list)
    programs: list[ProgramFound] = field(default_factory=list)
    judged: bool = False
    done: bool = False
    problem: str = ""

    def at_turn(self, turn: int) -> TurnFound | None:
        """Return the result for the start of a turn, or the latest one before; `None` if there is none yet."""
        known = [found for found in self.turns if found.turn <= turn and not found.over]
        return known[-1] if known else None

    def at_end(self) -> TurnFound | None:
        """Return the result for the end of the match; `None` if there is none yet."""
        return next((found for found in self.turns if found.over), None)

    def changes(self) -> Mapping[int, Sequence[tuple[float, float]]]:
        """Return each robot's chance to win before and after a turn, by turn; empty if no plugin computes chances."""
        return {now.turn: list(zip(now.chances, then.chances, strict=True)) for now, then in self.pairs()}

    def pairs(self) -> Iterator[tuple[TurnFound, TurnFound]]:
        """Yield the results at the start and at the end of each turn; none if no plugin computes chances."""
        return pairwise(found for found in self.turns if found.chances)

    def gains(self) -> Gains:
        """Return how much each robot's chance to win grew in a turn, from -1 to 1, by turn."""
        return {turn: [after - before for before, after in robots] for turn, robots in self.changes().items()}

    def best_and_worst(self, seat: int) -> tuple[ProgramFound | None, ProgramFound | None]:
        """Return the programs of a seat's best and worst turn; `None` for a turn that does not exist.

        In its best turn the chance to win grew the most because of the program (in a turning point, of anything),
        and the robot gained something and was not destroyed. In its worst turn a better program would have raised the
        chance the most. Of equal turns the earliest is returned.
        """
        gains, pairs = self.gains(), {now.turn: (now, then) for now, then in self.pairs()}
        own = [found for found in self.programs if found.seat == seat and found.turn in gains]

        def gained(found: ProgramFound) -> float:
            return min(gains[found.turn][found.piece], found.played_trial.chance - found.usual_chance)

        rises = [found for found in own if gained(found) > 0 and not found.played_trial.lost]
        rises = [found for found in rises if TurnFound.has_gained(*pairs[found.turn], found.piece)]
        best = max(rises, key=gained, default=None)
        others = [found for found in own if found is not best and not found.same]
        return best, max(others, key=lambda found: found.better_trial.chance - found.played_trial.chance, default=None)


def seats_in(programs: Sequence[ProgramFound]) -> list[int]:
    """Return the seats of the programs, ascending and without repeats."""
    return sorted({found.seat for found in programs})
