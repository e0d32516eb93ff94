"""Rates the bots of an exhibition by two methods: PlackettLuce, game by game, and Bradley-Terry, all games at once.

Both only use who won, not who came second, because a robot that can no longer win has nothing left to lose. Needs the
extra `arena` (openskill, and numpy with matplotlib).
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray
from openskill.models import PlackettLuce

from roborally.arena.intervals import NORMAL_95
from roborally.arena.play import Outcome
from roborally.core.dice import derive

BOOTSTRAPS = 500
_TOLERANCE = 1e-9
_MAX_STEPS = 20_000
_ELO = 400.0

Floats = NDArray[numpy.float64]
Pattern = tuple[tuple[str, ...], tuple[str, ...]]
"""A kind of game: the names of the bots in it, and of those that won; both sorted, with one entry per seat."""


class Ratings:
    """Collects the data for the ratings; games are added in the order of their numbers."""

    def __init__(self, seed: int) -> None:
        """Start without games; `seed` is that of the exhibition, for the random draws of the confidence intervals."""
        self._seed = seed
        self._model = PlackettLuce()
        self._ratings: dict[str, tuple[float, float]] = {}
        self._patterns: Counter[Pattern] = Counter()

    def feed(self, game: Outcome) -> None:
        """Count a game, unless a plugin has failed in it."""
        if game.failure:
            return
        winners = tuple(sorted(game.bots[seat] for seat in game.winners))
        self._patterns[tuple(sorted(game.bots)), winners] += 1
        for bot in game.bots:
            self._ratings.setdefault(bot, (self._model.mu, self._model.sigma))
        if len(set(game.bots)) > 1:
            self._rate(game)

    def _rate(self, game: Outcome) -> None:
        """Update the PlackettLuce ratings: rate every seat as a player of its own; a bot gets the mean of its seats."""
        # A separate rating for each seat: openskill would apply one seat's gain to all that share an object.
        teams = [[self._model.create_rating([*self._ratings[bot]])] for bot in game.bots]
        ranks = [0.0 if seat in game.winners else 1.0 for seat in range(len(game.bots))]
        rated = self._model.rate(teams, ranks=ranks)
        for bot in sorted(set(game.bots)):
            seats = [rated[seat][0] for seat, name in enumerate(game.bots) if name == bot]
            mu = sum(seat.mu for seat in seats) / len(seats)
            sigma = sum(seat.sigma for seat in seats) / len(seats)
            self._ratings[bot] = (mu, sigma)

    def data(self) -> dict[str, Any]:
        """Return both ratings as plain data, each a list of dicts with the strongest bot first."""
        strengths = bradley_terry(self._patterns, sorted(self._ratings), self._seed)
        in_order = sorted(self._ratings.items(), key=lambda entry: (-entry[1][0], entry[0]))
        return {
            "plackett_luce": [
                {"bot": name, "rating": mu, "low": mu - NORMAL_95 * sigma, "high": mu + NORMAL_95 * sigma}
                for name, (mu, sigma) in in_order
            ],
            "bradley_terry": sorted(strengths, key=lambda entry: (-entry["rating"], entry["bot"])),
            "bootstraps": BOOTSTRAPS,
        }


def bradley_terry(patterns: Counter[Pattern], bots: Sequence[str], seed: int) -> list[dict[str, Any]]:
    """Return a dict for each bot: `rating` in Elo-like points with a mean of 0, and the 95 % interval `low`, `high`.

    In a game of several seats, a seat wins with a probability proportional to its bot's strength (Luce); of two bots
    400 points apart, the stronger one wins ten times as often. Only games with a winner count; without any, ratings are
    0 and intervals `None`. Intervals come from a bootstrap, whose random draws depend on `seed`.
    """
    won = {pattern: count for pattern, count in patterns.items() if pattern[1]}
    if not won:
        return [{"bot": bot, "rating": 0.0, "low": None, "high": None} for bot in bots]
    # The bootstrap draws from the games that were played and, for each group of bots, half a game won by
    # chance. Without that, a bot that always won would have no interval.
    possible = sorted({*won, *((group, (bot,)) for group, _winners in won for bot in group)})
    seats = numpy.array([[group.count(bot) for bot in bots] for group, _winners in possible], dtype=float)
    wins = numpy.array([[winners.count(bot) / len(winners) for bot in bots] for _group, winners in possible])
    counts = numpy.array([won.get(pattern, 0) for pattern in possible], dtype=float)
    by_chance = [0.5 * group.count(winners[0]) / len(group) * (len(winners) == 1) for group, winners in possible]
    weights = counts + numpy.array(by_chance)
    chance = numpy.random.Generator(numpy.random.PCG64(derive(seed, "bootstrap")))
    drawn = chance.multinomial(int(counts.sum()), weights / weights.sum(), size=BOOTSTRAPS).astype(float)
    points = _points(numpy.vstack([counts, drawn]), seats, wins)
    low, high = numpy.percentile(points[1:], [2.5, 97.5], axis=0)
    return [
        {"bot": bot, "rating": float(points[0, i]), "low": float(low[i]), "high": float(high[i])}
        for i, bot in enumerate(bots)
    ]


def _points(counts: Floats, seats: Floats, wins: Floats) -> Floats:
    """Return the most likely strengths for each row of counts, in Elo-like points, by Hunter's MM algorithm.

    Every bot also wins and loses half a game against an average one, so that a bot without wins has a strength too.
    """
    strength = numpy.ones((len(counts), seats.shape[1]))
    won = counts @ wins + 0.5
    for _step in range(_MAX_STEPS):
        table = strength @ seats.T
        new = won / ((counts / table) @ seats + 1 / (strength + 1))
        change = numpy.abs(numpy.log(new / strength)).max()
        strength = new
        if change < _TOLERANCE:
            break
    points: Floats = _ELO * numpy.log10(strength)
    points -= points.mean(axis=1, keepdims=True)
    return points
