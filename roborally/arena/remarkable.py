"""Picks the record games of an exhibition (`KINDS`), such as the shortest one, and writes their replays and pages."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from roborally.arena.plan import ExhibitionGames
from roborally.arena.play import Outcome
from roborally.base.errors import GameError
from roborally.bots.registry import thinks_by_clock
from roborally.narration.page.html_file import SUFFIX, write_page

REPLAYS = "replays"


def _is_won(game: Outcome) -> bool:
    return bool(game.winners)


KINDS: dict[str, tuple[str, str, Callable[[Outcome], int]]] = {
    "shortest": ("The shortest game", "{} turns", lambda game: -game.turns if _is_won(game) else 0),
    "longest": ("The longest game with a winner", "{} turns", lambda game: game.turns if _is_won(game) else 0),
    "destructions": ("The most destructions", "{} robots destroyed", lambda game: sum(game.destroyed)),
    "comeback": (
        "The greatest comeback",
        "the winner was {} checkpoints behind",
        lambda game: max((game.behind[seat] for seat in game.winners), default=0),
    ),
    "survivor": (
        "The toughest winner",
        "the winner was destroyed {} times",
        lambda game: max((game.destroyed[seat] for seat in game.winners), default=0),
    ),
}
"""The kinds of records: each has a title, a text for the value, and a function that rates a game; 0 is no record."""


class Remarkable:
    """Stores the game with the highest value of each kind in `KINDS`; among equals the one with the lowest number."""

    def __init__(self) -> None:
        self._best: dict[str, tuple[int, Outcome]] = {}

    def feed(self, game: Outcome) -> None:
        """Compare a game with the best so far of each kind; call it in the order of the games' numbers."""
        for kind, (_title, _text, value_of) in KINDS.items():
            value = value_of(game)
            if value and (kind not in self._best or value > self._best[kind][0]):
                self._best[kind] = (value, game)

    def data(self) -> list[dict[str, Any]]:
        """Return a dict with the picked game, its kind and its value, for each kind that has a game.

        `replay` is the path of its replay in the exhibition's folder, or `None` if a bot decides by the clock: such a
        game cannot be replayed.
        """
        return [
            {
                "kind": kind,
                "value": abs(self._best[kind][0]),
                "number": game.number,
                "course": game.course,
                "bots": game.bots,
                "robots": game.robots,
                "winners": game.winners,
                "turns": game.turns,
                "ended": game.ended,
                "replay": None if any(map(thinks_by_clock, game.bots)) else replay_name(game.number),
            }
            for kind in KINDS
            if kind in self._best
            for game in [self._best[kind][1]]
        ]


def replay_name(number: int) -> str:
    """Return the path of a game's replay relative to the exhibition's folder."""
    return f"{REPLAYS}/game-{number:06}.rrreplay"


def write_replays(folder: Path, games: Iterable[Outcome], table: ExhibitionGames) -> None:
    """Play these games again and write the replays that are missing, with a page for browsers beside each.

    Raises `GameError` if a file cannot be written, or if a game goes differently: then a bot's decisions depend on
    something other than its input, such as the time.
    """
    for number, game in sorted({game.number: game for game in games}.items()):
        path = folder / replay_name(number)
        page = path.with_suffix(SUFFIX)
        if path.exists() and page.exists():
            continue
        recorder, outcome = table.record(number)
        if outcome.failure and not game.failure:
            raise GameError("game {number} cannot be recorded: {reason}", number=number, reason=outcome.failure)
        if outcome != game:
            raise GameError(
                "game {number} ended differently when it was played again for its replay; one of its bots does not "
                "decide by the question alone",
                number=number,
            )
        recorder.finish(path)
        write_page(page, recorder.game, recorder.record, table.catalogue)
