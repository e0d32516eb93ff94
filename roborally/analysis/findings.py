"""What an analysis finds, as plain data: it comes from another process."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class TurnFound:
    """How the robots stand at the beginning of a turn, or with `over` at the end of the match.

    `values` holds for every gauge that ranks the number of each robot, `chances` how likely each robot is to win, from
    0 to 1; it is empty where no plugin knows.
    """

    turn: int
    over: bool
    values: Mapping[str, tuple[float, ...]]
    chances: tuple[float, ...]


@dataclass(frozen=True)
class ProgramTrial:
    """How a program turns out on average of all samples.

    `values` holds what each gauge that ranks says at the end of the turn, `steps` is the way to the next goal, `None`
    in modes that do not know it; `lost` is in how many samples the robot was destroyed.
    """

    chance: float
    values: Mapping[str, float]
    steps: float | None
    damage: float
    lost: int


@dataclass(frozen=True)
class ProgramFound:
    """The program that somebody played in a turn, beside the one of the planner with the same hand and knowledge.

    `played` and `planned` are what lies in the slots, in order. Both were tried in the same `samples` possible matches.
    """

    turn: int
    seat: int
    piece: int
    played: tuple[str, ...]
    planned: tuple[str, ...]
    played_trial: ProgramTrial
    planned_trial: ProgramTrial
    samples: int

    @property
    def gain(self) -> float:
        """How much better than the planner's the program is that was played, in chances to win."""
        return self.played_trial.chance - self.planned_trial.chance

    @property
    def same(self) -> bool:
        """Whether both are the same program."""
        return self.played == self.planned


@dataclass(frozen=True)
class Share:
    """How much of the work is done, from 0 to 1."""

    done: float


Finding = TurnFound | ProgramFound | Share


@dataclass
class Analysis:
    """What has been found so far. `problem` says why there is no more, if the work has failed."""

    turns: list[TurnFound] = field(default_factory=list)
    programs: list[ProgramFound] = field(default_factory=list)
    share: float = 0.0
    done: bool = False
    problem: str = ""

    def take(self, finding: Finding) -> None:
        """Add something that has been found."""
        if isinstance(finding, TurnFound):
            self.turns.append(finding)
        elif isinstance(finding, ProgramFound):
            self.programs.append(finding)
        else:
            self.share = finding.done

    def at_turn(self, turn: int) -> TurnFound | None:
        """Return what was found for the beginning of a turn, or the last one before it."""
        known = [found for found in self.turns if found.turn <= turn and not found.over]
        return known[-1] if known else None

    def at_end(self) -> TurnFound | None:
        """Return what was found for the end of the match."""
        return next((found for found in self.turns if found.over), None)

    def best_and_worst(self, seat: int) -> tuple[ProgramFound | None, ProgramFound | None]:
        """Return the program of a seat that gained the most on the planner's, and the one that lost the most.

        Of equal ones it is the earliest; the worst is always behind the planner's, and `None` if none is.
        """
        own = [found for found in self.programs if found.seat == seat]
        best = max(own, key=lambda found: found.gain, default=None)
        worst = min(own, key=lambda found: found.gain, default=None)
        return best, worst if worst is not None and worst is not best and worst.gain < 0 else None


def seats_in(programs: Sequence[ProgramFound]) -> list[int]:
    """Return whose programs there are."""
    return sorted({found.seat for found in programs})
