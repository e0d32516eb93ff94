"""Tries changes of a course in the same games as its rating, and suggests those that clearly reduce destructions."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import msgspec

from roborally.arena.measures import SIGNIFICANT
from roborally.arena.plan import Terms
from roborally.core.geometry import Cell
from roborally.features.workshop.rating.candidates import candidates
from roborally.features.workshop.rating.changes import Change, changed_board
from roborally.features.workshop.rating.figures import Estimate, figures_of
from roborally.features.workshop.rating.rated_game import RatedGame
from roborally.features.workshop.rating.run import Progress, RatingRun, wait_for
from roborally.features.workshop.rating.verdicts import judged
from roborally.features.workshop.rating.workers import Task
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations
from roborally.game.records.course_data import CourseData
from roborally.plugin_system.loader import Catalogue

FIRST_PART = 3
"""One in this many games is played with each change first; only the best changes get the other games, too."""
MAX_FINALISTS = 4
LEAST_GAMES = 10
"""The minimum number of games of a rating for suggestions."""


class Suggestion(msgspec.Struct, frozen=True):
    """A change that makes `spot` less deadly; destructions per robot and game, and turns, before and after it."""

    change: Change
    spot: Cell
    before: Estimate
    after: Estimate
    turns_before: float
    turns_after: float


@dataclass
class _Trial:
    """A change that is being tried: its index among the workers' courses (`number`), and the games that have ended."""

    spot: Cell
    change: Change
    terms: Terms
    number: int
    games: list[RatedGame] = field(default_factory=list)


class SuggestionRun:
    """Tries changes with the processes of a finished rating: call `poll` until `done`, then read `suggestions`.

    The same rating gives the same suggestions. `played` and `total` count games; the total can only shrink.
    """

    def __init__(self, run: RatingRun, course: Course, catalogue: Catalogue) -> None:
        """Queue the first games of each change; a rating of fewer than `LEAST_GAMES` games gets no suggestions."""
        self.suggestions: list[Suggestion] = []
        self.played = self.total = 0
        self._run = run
        self._rating = run.rating()
        self._before = sorted(run.games, key=lambda rated: rated.game.number)
        self._notations = Notations.of(catalogue.plugins.values())
        demands = catalogue.get(run.terms.exhibition.config.match.mode).manifest.demands
        found = candidates(course, run.games, self._notations, demands) if run.total >= LEAST_GAMES else []
        self._trials = [self._trial(course, spot, change) for spot, change in found]
        self._tried = len(self._trials)
        self._first = max(LEAST_GAMES, math.ceil(run.total / FIRST_PART))
        self._stages = [range(self._first), range(self._first, run.total)]
        finalists = min(self._tried, MAX_FINALISTS)
        self.total = self._tried * self._first + finalists * (run.total - self._first)
        self._begin()

    @property
    def done(self) -> bool:
        """Whether all changes have been tried."""
        return not self._stages

    def poll(self, seconds: float = 0.0) -> bool:
        """Receive the games that have ended; return whether there were any. Wait up to `seconds` for the first one."""
        if self.done:
            return False
        trials = {trial.number: trial for trial in self._trials}
        found = self._run.workers.poll(seconds)
        for task, game in found:
            trials[task.course].games.append(game)
        self.played += len(found)
        numbers = self._stages[0]
        if all(len(trial.games) == numbers.stop for trial in self._trials):
            self._stages.pop(0)
            self._finish_stage()
        return bool(found)

    def _trial(self, course: Course, spot: Cell, change: Change) -> _Trial:
        changed = replace(course, board=changed_board(course.board, change))
        data = msgspec.json.decode(msgspec.json.encode(CourseData.of(changed)), type=CourseData)
        terms = msgspec.structs.replace(self._run.terms, courses=[data])
        return _Trial(spot, change, terms, self._run.workers.add_course(terms))

    def _begin(self) -> None:
        if not self._trials or not self._stages:
            self._stages = []
            self.total = self.played
            return
        self._run.workers.play([Task(trial.number, game) for game in self._stages[0] for trial in self._trials])
        if not self._stages[0]:
            self._stages.pop(0)
            self._finish_stage()

    def _finish_stage(self) -> None:
        if not self._stages:
            self._conclude()
            return
        better = [trial for trial in self._trials if self._gain(trial) > 0]
        self._trials = sorted(better, key=lambda trial: (-self._gain(trial), trial.number))[:MAX_FINALISTS]
        self.total = self.played + len(self._trials) * len(self._stages[0])
        self._begin()

    def _gain(self, trial: _Trial) -> float:
        """Return how many destructions per game a change saves."""
        return statistics.fmean(self._gains(trial))

    def _gains(self, trial: _Trial) -> list[float]:
        after = sorted(trial.games, key=lambda rated: rated.game.number)
        pairs = zip(self._before, after, strict=False)
        return [float(sum(before.game.destroyed) - sum(game.game.destroyed)) for before, game in pairs]

    def _conclude(self) -> None:
        """Keep the changes that help, the best first, without those that cause a new defect."""
        wrong = {verdict.name for verdict in self._rating.verdicts} | {"never-used"}
        for trial in sorted(self._trials, key=lambda trial: (-self._gain(trial), trial.number)):
            after = judged(figures_of(trial.terms, trial.games, self._notations))
            chance = chance_of(self._gains(trial)) * self._tried  # Bonferroni: of many changes one may help by chance
            if chance < SIGNIFICANT and {verdict.name for verdict in after.verdicts} <= wrong and not after.failed:
                before = self._rating
                self.suggestions.append(
                    Suggestion(
                        trial.change, trial.spot, before.per_robot, after.per_robot, before.turns.mean, after.turns.mean
                    )
                )


def chance_of(gains: Sequence[float]) -> float:
    """Return the probability, 0 to 1, that a useless change has at least the mean of `gains` (two or more)."""
    deviation = statistics.stdev(gains)
    mean = statistics.fmean(gains)
    if not deviation:
        return 0.0 if mean > 0 else 1.0
    return math.erfc(mean / (deviation / math.sqrt(len(gains))) / math.sqrt(2)) / 2


def suggest(run: RatingRun, course: Course, catalogue: Catalogue, progress: Progress | None = None) -> list[Suggestion]:
    """Try changes of the course of a finished rating, wait for the games, and return the best suggestions first."""
    trying = SuggestionRun(run, course, catalogue)
    wait_for(trying, progress)
    return trying.suggestions
