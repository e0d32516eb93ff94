"""Figures of boards and courses, stored in the profile for the shelf.

The figures belong to the drawing, not to the name of the file: a changed board has none any more, and a board that is
changed back has them again.
"""

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from roborally.base import paths
from roborally.base.numbers import number_text
from roborally.base.translation import _
from roborally.core.board import Board
from roborally.features.workshop.rating.conditions import BOT
from roborally.features.workshop.rating.figures import Rating, Verdict
from roborally.game.course.courses import Course
from roborally.profile.small_file import change, look

LEAST_GAMES = 10
"""Figures of fewer games are not stored, because they depend too much on chance."""
MAX_KEPT = 300
"""The maximum number of boards with figures; the oldest ones are dropped."""


class BoardFigures(msgspec.Struct, frozen=True):
    """The main figures of a board: means per game, `deaths` per robot and game."""

    mode: str
    games: int
    turns: float
    minutes: float
    deaths: float
    verdicts: list[Verdict] = []

    @staticmethod
    def of(rating: Rating) -> "BoardFigures":
        """Return the figures of a rating."""
        turns, minutes, deaths = (round(e.mean, 2) for e in (rating.turns, rating.minutes, rating.per_robot))
        return BoardFigures(rating.mode, rating.games - rating.failed, turns, minutes, deaths, rating.verdicts)


def digest_of(board: Board) -> str:
    """Return the digest of a board's drawing, including checkpoints, without names and texts."""
    elements = sorted(
        (element.kind, element.cell, sorted((name, str(value)) for name, value in element.values.items()))
        for element in board.elements
    )
    drawn = (board.width, board.height, sorted(board.inside), sorted(board.walls), elements, sorted(board.gates))
    return blake2b(msgspec.json.encode(drawn), digest_size=12).hexdigest()


def keep_figures(course: Course, rating: Rating, path: Path | None = None) -> None:
    """Store the figures of a course after enough games of the usual bot; raise `GameError` if writing fails."""
    if rating.bot != BOT or rating.games - rating.failed < LEAST_GAMES:
        return
    digest = digest_of(course.board)

    def changed(data: dict[str, Any]) -> dict[str, Any]:
        known = _boards(data)
        known.pop(digest, None)
        known[digest] = msgspec.to_builtins(BoardFigures.of(rating))
        return {"board": dict(list(known.items())[-MAX_KEPT:])}

    change(path or paths.figures_file(), changed)


def _boards(data: Mapping[str, Any]) -> dict[str, Any]:
    boards = data.get("board", {})
    return dict(boards) if isinstance(boards, dict) else {}


class KeptFigures:
    """The stored figures; the file is read again when it has changed."""

    def __init__(self, path: Path | None = None) -> None:
        """Start without reading."""
        self._path = path
        self._stamp: object = None
        self._boards: dict[str, Any] = {}

    def of(self, board: Board) -> BoardFigures | None:
        """Return the figures of a board, `None` if there are none or the entry is damaged."""
        path = self._path or paths.figures_file()
        try:
            stat = path.stat()
            stamp: object = path, stat.st_mtime_ns, stat.st_size
        except OSError:
            stamp = None
        if stamp != self._stamp:
            self._stamp, self._boards = stamp, _boards(look(path)) if stamp is not None else {}
        try:
            return msgspec.convert(self._boards.get(digest_of(board)), BoardFigures)
        except msgspec.ValidationError:
            return None


KEPT = KeptFigures()
"""The figures of the player's profile."""


def figures_line(figures: BoardFigures) -> str:
    """Return the figures of a board as text: turns, minutes, destructions, and verdicts."""
    text = _("Played by bots: {turns} turns, about {minutes} minutes, {deaths} destructions per robot.").format(
        turns=f"{figures.turns:.0f}", minutes=f"{figures.minutes:.0f}", deaths=number_text(figures.deaths, ".1f")
    )
    return " ".join([text, *dict.fromkeys(map(_verdict, figures.verdicts))])


def _verdict(verdict: Verdict) -> str:
    if verdict.name == "too-long":
        return _("Too long.")
    if verdict.name == "too-deadly":
        return _("Too deadly.")
    if verdict.name == "unfair":
        return _("Unfair to start {number}.").format(number=verdict.number)
    return _("Some elements are never used.")


def board_text(board: Board) -> str:
    """Return the stored figures of a board as text, empty if there are none."""
    figures = KEPT.of(board)
    return figures_line(figures) if figures is not None else ""
