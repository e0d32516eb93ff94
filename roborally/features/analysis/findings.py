"""The findings of an analysis, as plain data, since they come from another process."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

Gains = Mapping[int, Sequence[float]]
"""By turn, how much the chance of each robot to win has grown."""


@dataclass(frozen=True)
class TurnFound:
    """The standings of the robots at the start of a turn, or with `over` at the end of the match.

    `values` holds the numbers of all robots for every gauge that ranks, `chances` each robot's chance to win, from 0
    to 1; it is empty if no plugin computes it. `ways` are the steps to each robot's next goal, empty in modes without.
    `by_bots` are the robots that a bot programs in this turn for an absent person.
    """

    turn: int
    over: bool
    values: Mapping[str, tuple[float, ...]]
    chances: tuple[float, ...]
    ways: tuple[float, ...] = ()
    by_bots: tuple[int, ...] = ()

    def farther(self, then: "TurnFound", robot: int) -> float:
        """Return how many steps farther from the same goal a robot is at a later moment; 0 if it has another goal."""
        if not self.ways or any(self.values[name][robot] != then.values[name][robot] for name in self.values):
            return 0.0
        return then.ways[robot] - self.ways[robot]


@dataclass(frozen=True)
class ProgramTrial:
    """The result of a program.

    `values` holds the gauges that rank at the end of the turn, `steps` the way to the next goal, `None` in modes
    without one; `lost` is whether the robot was destroyed, `chance` its chance to win when the next turn begins.
    """

    values: Mapping[str, float]
    steps: float | None
    damage: int
    lost: bool
    chance: float


@dataclass(frozen=True)
class ProgramFound:
    """A program that was played in a turn, beside a better one of the same hand, or itself if the bots find none.

    `played` and `better` are the contents of the slots, in order. Both were tried against what the others have laid.
    """

    turn: int
    seat: int
    piece: int
    played: tuple[str, ...]
    better: tuple[str, ...]
    played_trial: ProgramTrial
    better_trial: ProgramTrial
    usual_chance: float = 0.0
    """The chance to win after the middle one of all programs that were tried."""

    @property
    def same(self) -> bool:
        """Whether both are the same program."""
        return self.played == self.better


@dataclass
class Analysis:
    """The findings so far.

    All `turns` are there once it is `judged`, and all `programs` once it is `done`; `problem` is the reason if it has
    failed.
    """

    turns: list[TurnFound] = field(default_factory=list)
    programs: list[ProgramFound] = field(default_factory=list)
    judged: bool = False
    done: bool = False
    problem: str = ""

    def at_turn(self, turn: int) -> TurnFound | None:
        """Return the finding for the start of a turn, or the last one before it; `None` if there is none."""
        known = [found for found in self.turns if found.turn <= turn and not found.over]
        return known[-1] if known else None

    def at_end(self) -> TurnFound | None:
        """Return the finding for the end of the match; `None` if there is none yet."""
        return next((found for found in self.turns if found.over), None)

    def changes(self) -> Mapping[int, Sequence[tuple[float, float]]]:
        """Return each robot's chance at the beginning and at the end of each turn, if a plugin computes it."""
        return {now.turn: list(zip(now.chances, then.chances, strict=True)) for now, then in self.pairs()}

    def pairs(self) -> Iterator[tuple[TurnFound, TurnFound]]:
        """Return the beginning and the end of each turn, if a plugin computes chances."""
        return pairwise(found for found in self.turns if found.chances)

    def gains(self) -> Gains:
        """Return how much each robot's chance grew in each turn."""
        return {turn: [after - before for before, after in robots] for turn, robots in self.changes().items()}

    def best_and_worst(self, seat: int) -> tuple[ProgramFound | None, ProgramFound | None]:
        """Return the programs of a seat's best turn and of its worst; `None` if there is no such turn.

        In the best its chance to win grew the most by its program, and its robot was not destroyed; in the worst it
        would have gained the most by a better program. Among equals it is the earliest.
        """
        gains = self.gains()
        own = [found for found in self.programs if found.seat == seat and found.turn in gains]

        def gained(found: ProgramFound) -> float:
            return min(gains[found.turn][found.piece], found.played_trial.chance - found.usual_chance)

        rises = [found for found in own if gained(found) > 0 and not found.played_trial.lost]
        best = max(rises, key=gained, default=None)
        others = [found for found in own if found is not best and not found.same]
        return best, max(others, key=lambda found: found.better_trial.chance - found.played_trial.chance, default=None)


def seats_in(programs: Sequence[ProgramFound]) -> list[int]:
    """Return the seats that have programs."""
    return sorted({found.seat for found in programs})
