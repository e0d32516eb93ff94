"""Stores how long and how deadly boards and courses are, as measured in games of bots, for lists of courses.

Figures are stored by the content of a board, not by the name of its file: a changed board has none any more, and a
board that is changed back has them again.
"""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from roborally.base import paths
from roborally.base.numbers import number_text
from roborally.base.translation import _
from roborally.core.board import Board
from roborally.profile.small_file import change, look

MAX_KEPT = 300
"""The maximum number of boards with stored figures; the oldest are dropped."""


class Verdict(msgspec.Struct, frozen=True):
    """A defect of a course that games of bots have shown.

    `name` is `too-long`, `too-deadly`, `unfair` (to the dock `number`) or `never-used` (all elements of `kind`).
    """

    name: str
    number: int = 0
    kind: str = ""


class BoardFigures(msgspec.Struct, frozen=True):
    """The measured figures of a board: means of `games` games of bots; `deaths` are those of one robot."""

    mode: str
    games: int
    turns: float
    minutes: float
    deaths: float
    verdicts: list[Verdict] = []


def digest_of(board: Board) -> str:
    """Return a hash of a board's cells, walls and elements, which does not depend on names and texts."""
    elements = sorted(
        (element.kind, element.cell, sorted((name, str(value)) for name, value in element.values.items()))
        for element in board.elements
    )
    drawn = (board.width, board.height, sorted(board.inside), sorted(board.walls), elements, sorted(board.gates))
    return blake2b(msgspec.json.encode(drawn), digest_size=12).hexdigest()


def put_figures(board: Board, figures: BoardFigures) -> None:
    """Store the figures of a board, replacing earlier ones; raise `GameError` if writing fails."""
    digest = digest_of(board)

    def changed(data: dict[str, Any]) -> dict[str, Any]:
        known = _boards(data)
        known.pop(digest, None)
        known[digest] = msgspec.to_builtins(figures)
        return {"board": dict(list(known.items())[-MAX_KEPT:])}

    change(paths.figures_file(), changed)


def _boards(data: Mapping[str, Any]) -> dict[str, Any]:
    boards = data.get("board", {})
    return dict(boards) if isinstance(boards, dict) else {}


@lru_cache(maxsize=1)
def _read(path: Path, _changed_at: int, _size: int) -> dict[str, Any]:
    return _boards(look(path))


def stored_figures(board: Board) -> BoardFigures | None:
    """Return the stored figures of a board; `None` if there are none or they cannot be read."""
    path = paths.figures_file()
    try:
        stat = path.stat()
        return msgspec.convert(_read(path, stat.st_mtime_ns, stat.st_size).get(digest_of(board)), BoardFigures)
    except (OSError, msgspec.ValidationError):
        return None


def board_text(board: Board) -> str:
    """Return the stored figures of a board as sentences in the player's language; empty if there are none."""
    figures = stored_figures(board)
    if figures is None:
        return ""
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
