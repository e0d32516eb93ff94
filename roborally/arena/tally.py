"""Counts destructions, traffic, and how many checkpoints seats are behind, while a game of an exhibition is played."""

from collections.abc import Callable

import msgspec

from roborally.core.events import Event
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import read_fact


class Destruction(msgspec.Struct, frozen=True, array_like=True):
    """The destruction of a seat's robot on a cell, which may lie beyond the edge of the course."""

    seat: int
    cause: str
    x: int
    y: int
    turn: int


class GameTally:
    """Counts the events of one game by piece; results are by seat, so methods that return them need the match."""

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self._traffic: dict[int, list[int]] = {}
        self._destroyed: list[tuple[int, str, int, int, int]] = []
        self._begun = False
        self._turn = 0
        self._behind: dict[int, int] = {}

    def feed(self, event: Event) -> None:
        """Count an event; events before the first `moment` belong to the set-up and are ignored."""
        kind = event["type"]
        if kind == "moment":
            self._begun = True
        elif not self._begun:
            return  # robots enter the board
        elif kind == "step":
            self._visit(event["piece"], event["to"])
        elif kind == "place":
            self._visit(event["piece"], event["cell"])
        elif kind == "destroy":
            x, y = event["cell"]
            self._destroyed.append((event["piece"], event["cause"], x, y, self._turn))

    def look(self, match: Match) -> None:
        """Note, once a turn, how many checkpoints each robot is behind the leading robot of another seat."""
        if match.state.turn == self._turn:
            return
        self._turn = match.state.turn
        touched = {piece.index: read_fact(match, "checkpoint", piece, 0) for piece in match.state.pieces}
        for piece in match.state.pieces:
            others = [touched[other.index] for other in match.state.pieces if other.seat not in (piece.seat, -1)]
            gap = max(others, default=0) - touched[piece.index]
            self._behind[piece.index] = max(gap, self._behind.get(piece.index, 0))

    def destructions(self, match: Match) -> list[Destruction]:
        """Return the destructions of the seats' robots, in the order of time."""
        seats = {piece.index: piece.seat for piece in match.state.pieces if piece.seat >= 0}
        return [
            Destruction(seats[piece], cause, x, y, turn)
            for piece, cause, x, y, turn in self._destroyed
            if piece in seats
        ]

    def traffic(self, match: Match) -> list[int]:
        """Return how often the seats' robots entered each cell of the course, row by row."""
        counts = [0] * (self._width * self._height)
        for piece in match.state.pieces:
            if piece.seat >= 0:
                for cell in self._traffic.get(piece.index, ()):
                    counts[cell] += 1
        return counts

    def behind(self, match: Match) -> list[int]:
        """Return for each seat the largest number of checkpoints that it was ever behind the leading other seat."""
        return by_seat(match, lambda piece: self._behind.get(piece.index, 0))

    def _visit(self, piece: int, cell: tuple[int, int]) -> None:
        x, y = cell
        if 0 <= x < self._width and 0 <= y < self._height:
            self._traffic.setdefault(piece, []).append(y * self._width + x)


def by_seat(match: Match, count: Callable[[Piece], int]) -> list[int]:
    """Return for each seat the sum of `count(piece)` over its pieces."""
    counts = [0] * len(match.seats)
    for piece in match.state.pieces:
        if piece.seat >= 0:
            counts[piece.seat] += count(piece)
    return counts
