"""The standings of an exhibition while it is watched: wins and points of each entrant, game by game.

An entrant stays the same from game to game, while seats and robots change; two entrants with the same bot have separate
figures.
"""

from typing import NamedTuple

from roborally.arena.intervals import Interval, wilson
from roborally.arena.plan import Exhibition, lineup_places, mates_of
from roborally.arena.play import Outcome


class Standing(NamedTuple):
    """An entrant's results so far; `entrant` is the index of its bot in `Exhibition.bots`.

    `games` counts games played, `destroyed` the destructions of its robots; `Standings` explains the points. `mates`
    are the entrants that are in its team in every game, itself included.
    """

    entrant: int
    games: int
    wins: int
    points: float
    destroyed: int
    mates: frozenset[int]

    @property
    def share(self) -> float:
        """Return the share of games won, 0 to 1; 0 without games."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> Interval:
        """Return Wilson's 95 % interval of the share of games won."""
        return wilson(self.wins, self.games)


class Standings:
    """Counts the wins and points of each entrant.

    In each game an entrant scores one point per opponent beaten, and half a point per tie. Winners come first, the
    others are ordered by checkpoints touched; in a mode without checkpoints all others are equal. Robots of one team
    are no opponents.
    """

    def __init__(self, exhibition: Exhibition) -> None:
        self._exhibition = exhibition
        self._rows = [Standing(entrant, 0, 0, 0.0, 0, mates) for entrant, mates in enumerate(mates_of(exhibition))]

    def feed(self, game: Outcome) -> None:
        """Count one game, unless a plugin has failed in it."""
        if game.failure:
            return
        ranks = [(seat in game.winners, reached) for seat, reached in enumerate(game.checkpoints)]
        teams = [seat.team for seat in self._exhibition.config.seats]
        for seat, entrant in enumerate(lineup_places(self._exhibition, game.number)):
            mates = {seat, *(other for other, team in enumerate(teams) if team == teams[seat] != 0)}
            others = [rank for other, rank in enumerate(ranks) if other not in mates]
            worse, equal = sum(rank < ranks[seat] for rank in others), others.count(ranks[seat])
            row = self._rows[entrant]
            self._rows[entrant] = row._replace(
                games=row.games + 1,
                wins=row.wins + (seat in game.winners),
                points=row.points + worse + equal / 2,
                destroyed=row.destroyed + game.destroyed[seat],
            )

    def rows(self) -> list[Standing]:
        """Return the entrants' results, best first: by wins, then by points, then in the order of the bots."""
        return sorted(self._rows, key=lambda row: (-row.wins, -row.points, row.entrant))
