"""Plays one game for a rating, and finds out where and why robots are destroyed and which elements act.

Bots play the game as in an exhibition. Their answers are then applied to a second match with all measurements, so that
these do not slow down the search of the bots.
"""

import msgspec

from roborally.arena.plan import ExhibitionGames, seed_of
from roborally.arena.play import GivenAnswer, Outcome, questions
from roborally.core.events import Event, Watch
from roborally.core.geometry import Cell
from roborally.core.match import Match
from roborally.features.workshop.rating.active_elements import Acting

NOWHERE = -1


class Death(msgspec.Struct, frozen=True, array_like=True):
    """The destruction of a robot on a cell, which may be beyond the edge of the board.

    `direction` is that of the robot's last step, -1 if there was none. `source` is the index on the board of the
    element that destroyed it, -1 if that is unknown.
    """

    seat: int
    cause: str
    cell: Cell
    turn: int
    direction: int
    source: int


class RatedGame(msgspec.Struct, frozen=True):
    """One game of a rating: its outcome, and what happened on the board.

    `starts` are the start cells by seat, `None` for a robot that never entered; `acts` says how often each element
    acted, in the order of the board; `unplaced` are kinds of elements of which one acted, but it is unknown which.
    """

    game: Outcome
    starts: list[Cell | None]
    deaths: list[Death]
    acts: list[int]
    unplaced: list[str]


def play_rated(games: ExhibitionGames, number: int) -> RatedGame:
    """Play the game with a number; the result depends only on the terms of the games and the number."""
    answers: list[GivenAnswer] = []
    outcome = games.play(number, answers.append).game
    exhibition = games.terms.exhibition
    acting = Acting(games.game(number))
    seen = _Seen(acting)
    if not outcome.failure:
        match = acting.game.start(seed_of(exhibition, number), Watch(seen.feed))
        left = iter(answers)
        for _seat, decision in questions(match, exhibition.limit, lambda match: None):
            answer = next(left)
            match.seal(decision["id"], answer.answer, answer.seat)
        seen.end(match)
    starts = [seen.starts.get(seat) for seat in range(len(exhibition.bots))]
    return RatedGame(outcome, starts, seen.deaths, acting.counts, sorted(acting.unplaced))


class _Seen:
    """Records where robots start and are destroyed, in the match that repeats a game with measurements."""

    def __init__(self, acting: Acting) -> None:
        self.starts: dict[int, Cell] = {}
        self.deaths: list[Death] = []
        self._acting = acting
        self._found: list[Death] = []
        self._turn = 0
        self._last_step: dict[int, int] = {}
        self._hit_by: dict[int, int] = {}

    def feed(self, event: Event) -> None:
        kind = event["type"]
        self._acting.feed(event)
        if kind == "moment":
            self._turn = event["turn"]
        elif kind == "step":
            self._last_step[event["piece"]] = event["direction"]
        elif kind == "place":
            self._last_step[event["piece"]] = NOWHERE
            self.starts.setdefault(event["piece"], event["cell"])
        elif kind == "beam":
            source = self._acting.source_of(event)
            for target in event["targets"]:
                self._hit_by[target] = source
        elif kind == "destroy":
            self._destroyed(event)

    def end(self, match: Match) -> None:
        """Keep only the records of robots that have a seat, and replace piece numbers by seats."""
        seats = {piece.index: piece.seat for piece in match.state.pieces if piece.seat >= 0}
        self.starts = {seats[piece]: cell for piece, cell in self.starts.items() if piece in seats}
        self.deaths = [msgspec.structs.replace(d, seat=seats[d.seat]) for d in self._found if d.seat in seats]

    def _destroyed(self, event: Event) -> None:
        piece, cell = event["piece"], event["cell"]
        source = self._acting.doing(cell)
        if source < 0 and not event["by"]:
            source = self._hit_by.get(piece, NOWHERE)
        step = self._last_step.get(piece, NOWHERE)
        self._found.append(Death(piece, event["cause"], cell, self._turn, step, source))
        self._hit_by.pop(piece, None)
