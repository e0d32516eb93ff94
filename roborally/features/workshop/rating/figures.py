"""Calculates the figures of a rating from its games, as data that can be written as JSON (docs/formats.md, Rating)."""

import math
import statistics
from collections import Counter
from collections.abc import Sequence

import msgspec

from roborally.arena.intervals import NORMAL_95, wilson
from roborally.arena.measures import chi_square
from roborally.arena.plan import Terms
from roborally.core.geometry import Cell
from roborally.features.workshop.rating.rated_game import RatedGame
from roborally.game.course.notation import Notations
from roborally.profile.board_figures import Verdict

MINUTES_A_TURN = 1.5
"""The minutes that people need for a turn: one for their programs, half a minute to watch the robots."""


class Estimate(msgspec.Struct, frozen=True):
    """The mean of a figure with its 95 % confidence interval, from `low` to `high`."""

    mean: float
    low: float
    high: float


class Dock(msgspec.Struct, frozen=True):
    """The wins of the robots that started on one start space, or from one seat if robots share start spaces.

    `number` is that of the space, or of the seat from 1, which has no `cell`. `share` is the share of wins, 0 to 1; its
    95 % interval is `low` to `high`.
    """

    number: int
    cell: Cell | None
    played: int
    wins: int
    share: float
    low: float
    high: float


class DeathSpot(msgspec.Struct, frozen=True):
    """A cell where robots were destroyed, perhaps beyond the edge of the board; `causes` has their number by cause."""

    cell: Cell
    deaths: int
    causes: dict[str, int]


class Use(msgspec.Struct, frozen=True):
    """A count of how often an element of the board acted in all games together."""

    kind: str
    cell: Cell
    acts: int


class Rating(msgspec.Struct, frozen=True):
    """The figures of how a course plays.

    Of `games`, `cut` were stopped at the turn limit and `failed` by a fault of a plugin; in `unanswered` ones a bot
    failed to answer. The turns are those of games that did not fail. `destructions` are per game, `per_robot` per robot
    and game. `fairness` is the probability, 0 to 1, that chance alone distributes the wins as unevenly. `traffic`
    counts, row by row, how often robots entered each cell.
    """

    course: str
    mode: str
    bot: str
    seats: int
    seed: int
    turn_limit: int
    games: int
    cut: int
    failed: int
    unanswered: int
    turns: Estimate
    median_turns: float
    minutes: Estimate
    destructions: Estimate
    per_robot: Estimate
    median_per_robot: float
    causes: dict[str, int]
    spots: list[DeathSpot]
    docks: list[Dock]
    fairness: float
    uses: list[Use]
    traffic: list[list[int]]
    never_used: list[str]
    failure: str = ""
    verdicts: list[Verdict] = []


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of values (0 for none) with its 95 % interval, which for a single value begins and ends at it."""
    if not values:
        return Estimate(0.0, 0.0, 0.0)
    mean = statistics.fmean(values)
    half = NORMAL_95 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(mean, max(0.0, mean - half), mean + half)


def figures_of(terms: Terms, games: Sequence[RatedGame], notations: Notations) -> Rating:
    """Return the figures of finished games, which may be in any order, without verdicts."""
    games = sorted(games, key=lambda rated: rated.game.number)
    good = [rated for rated in games if not rated.game.failure]
    data, exhibition = terms.courses[0], terms.exhibition
    seats = len(exhibition.bots)
    turns = [float(rated.game.turns) for rated in good]
    destroyed = [float(sum(rated.game.destroyed)) for rated in good]
    per_robot = [count / seats for count in destroyed]
    length = estimate(turns)
    docks = _docks(terms, good, notations)
    wins = [dock.wins for dock in docks]
    acts = [sum(counts) for counts in zip(*(rated.acts for rated in good), strict=True)] if good else []
    traffic = [sum(counts) for counts in zip(*(rated.game.traffic for rated in good), strict=True)] if good else []
    uses = [Use(kind, cell, count) for (kind, cell, _), count in zip(data.elements, acts, strict=bool(good))]
    return Rating(
        course=data.id,
        mode=exhibition.config.match.mode,
        bot=exhibition.bots[0],
        seats=seats,
        seed=exhibition.seed,
        turn_limit=exhibition.limit,
        games=len(games),
        cut=sum(rated.game.ended == "limit" for rated in good),
        failed=len(games) - len(good),
        unanswered=sum(any(rated.game.faults) for rated in good),
        turns=length,
        median_turns=statistics.median(turns) if turns else 0.0,
        minutes=Estimate(*(value * MINUTES_A_TURN for value in (length.mean, length.low, length.high))),
        destructions=estimate(destroyed),
        per_robot=estimate(per_robot),
        median_per_robot=statistics.median(per_robot) if per_robot else 0.0,
        causes=_sorted(Counter(death.cause for rated in good for death in rated.deaths)),
        spots=_spots(good),
        docks=docks,
        fairness=chi_square(wins, [sum(wins) / len(wins)] * len(wins)) if sum(wins) and len(wins) > 1 else 1.0,
        uses=uses,
        traffic=[traffic[row : row + data.width] for row in range(0, len(traffic), data.width)],
        never_used=_never_used(uses, good, notations),
        failure=next((rated.game.failure for rated in games if rated.game.failure), ""),
    )


def _spots(games: Sequence[RatedGame]) -> list[DeathSpot]:
    """Return the cells where robots were destroyed, the deadliest first."""
    causes: dict[Cell, Counter[str]] = {}
    for rated in games:
        for death in rated.deaths:
            causes.setdefault(death.cell, Counter())[death.cause] += 1
    spots = [DeathSpot(cell, found.total(), _sorted(found)) for cell, found in causes.items()]
    return sorted(spots, key=lambda spot: (-spot.deaths, spot.cell[1], spot.cell[0]))


def _docks(terms: Terms, games: Sequence[RatedGame], notations: Notations) -> list[Dock]:
    """Return the wins by numbered start space, or by seat if robots share start spaces or start elsewhere."""
    seats = range(len(terms.exhibition.bots))
    numbers = _numbered_cells(terms, notations)
    by_space = all(len({cell for cell in rated.starts if cell in numbers}) == len(seats) for rated in games)
    played: Counter[tuple[int, Cell | None]] = Counter()
    won: Counter[tuple[int, Cell | None]] = Counter()
    for rated in games:
        for seat in seats:
            cell = rated.starts[seat] if by_space else None
            key = (seat + 1 if cell is None else numbers[cell], cell)
            played[key] += 1
            won[key] += seat in rated.game.winners
    docks = []
    for key in sorted(played, key=lambda entry: entry[0]):
        low, high = wilson(won[key], played[key])
        docks.append(Dock(key[0], key[1], played[key], won[key], won[key] / played[key], low, high))
    return docks


def _numbered_cells(terms: Terms, notations: Notations) -> dict[Cell | None, int]:
    """Return the numbers of numbered elements, such as docks, by cell."""
    found: dict[Cell | None, int] = {}
    for kind, cell, values in terms.courses[0].elements:
        name = notations.elements[kind][1].sequence
        if name and isinstance(values.get(name), int):
            found[cell] = values[name]
    return found


def _never_used(uses: Sequence[Use], games: Sequence[RatedGame], notations: Notations) -> list[str]:
    """Return the kinds of elements that never acted, except those that only mark cells, such as docks."""
    silent = {kind for rated in games for kind in rated.unplaced}
    silent |= {kind for kind, (_pattern, manifest, _plugin) in notations.elements.items() if manifest.sequence}
    acted = {use.kind for use in uses if use.acts}
    return sorted({use.kind for use in uses} - acted - silent)


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))
