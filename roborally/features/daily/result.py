"""The result of a daily course as text: a symbol for each turn, and a line to send to friends (CLI-2083)."""

from math import ceil

from roborally.base.translation import _
from roborally.core.events import Event, Watch
from roborally.core.match import Match
from roborally.features.daily.results_file import DailyResult
from roborally.game.factory import Game
from roborally.game.records.file_format import Record
from roborally.game.records.playing_again import play_again
from roborally.plugin_system.registries import progress

GOAL, LOST, NEARER, FARTHER, SAME = "+", "×", "↑", "↓", "–"
"""The symbol of a turn: a goal reached, the robot destroyed, nearer to the goal, farther from it, or none of these."""


class _Turns:
    """Collects a symbol for each turn of one robot in a match that is played again."""

    def __init__(self, piece: int) -> None:
        self.match: Match | None = None
        self.symbols: list[str] = []
        self._piece = piece
        self._lost = False
        self._before = 0.0

    def on_event(self, event: Event) -> None:
        if event["type"] == "destroy" and event["piece"] == self._piece:
            self._lost = True
        elif event["type"] == "moment" and event["name"] in ("start", "turn"):
            self._note(whole=event["name"] == "turn")

    def _note(self, *, whole: bool) -> None:
        assert self.match is not None, "nothing happens before the match has been handed over"
        now = progress(self.match, self.match.state.pieces[self._piece])
        if whole:
            self.symbols.append(self._symbol(now))
        self._before, self._lost = now, False

    def _symbol(self, now: float) -> str:
        if ceil(now) > ceil(self._before):
            return GOAL
        if self._lost:
            return LOST
        return NEARER if now > self._before else FARTHER if now < self._before else SAME

    def ended(self) -> str:
        """Return a text with one symbol for each turn; the last turn counts even if the match ended before its end."""
        assert self.match is not None, "a match has been played"
        if len(self.symbols) < self.match.state.turn:
            self._note(whole=True)
        return "".join(self.symbols)


def symbols_of(record: Record, game: Game, piece: int) -> str:
    """Return a text with one symbol for each turn of a robot in a recorded match; `piece` is the robot's number."""
    turns = _Turns(piece)
    for match in play_again(record, game, Watch(turns.on_event)):
        turns.match = match
    return turns.ended()


def text(result: DailyResult) -> str:
    """Return the place and the number of turns as text, with `late` if the course was not begun on its day."""
    place = _("place {place} of {players}").format(place=result.place, players=result.players)
    turns = _("1 turn") if result.turns == 1 else _("{turns} turns").format(turns=result.turns)
    return " · ".join([place, turns, *([_("late")] if result.late else [])])


def line(result: DailyResult, course: str) -> str:
    """Return a result as a line of plain text in the player's language; `course` is the course's title."""
    return " · ".join([f"RoboRally {result.day}", course, text(result), result.symbols, result.code])
