"""Describes how a board plays as the rows of a list: its defects, suggested changes, and figures."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from arcade.types import Color

from roborally.base.numbers import number_text, percent_text
from roborally.base.translation import _
from roborally.bots.registry import bot_title
from roborally.core.board import Board
from roborally.core.geometry import Cell
from roborally.features.workshop.rating.changes import Change
from roborally.features.workshop.rating.figures import Estimate, Rating
from roborally.features.workshop.rating.live import RatingState
from roborally.features.workshop.rating.words import RatingWords
from roborally.features.workshop.window.rating.how_it_plays import HowItPlays
from roborally.features.workshop.window.rating.sentence_list import DOUBT, FAULT, Sentence
from roborally.plugin_system.loader import Catalogue
from roborally.ui.toolkit import theme

DEADLIEST = 5
"""The number of cells that are listed as the deadliest."""
Accept = Callable[[Change], Callable[[], None] | None]
"""A function that returns an action to make a suggested change, or `None` if the change cannot be made."""


class PlaysList:
    """Describes the results of `HowItPlays` as sentences with actions."""

    def __init__(self, catalogue: Catalogue, plays: HowItPlays, go_to: Callable[[Cell], None], accept: Accept) -> None:
        """Call `go_to` for a click on a cell; a click on a suggestion runs what `accept` returns for it."""
        self._catalogue, self._plays = catalogue, plays
        self._go_to, self._accept = go_to, accept
        self._words = RatingWords(catalogue.plugins.values())

    def sentences(self, board: Board | None) -> list[Sentence]:
        """Return the rows for the current results; `board` is `None` while the board has faults."""
        plays = self._plays
        state = plays.state
        lines = [self._status(state, board is not None)]
        if state is not None and state.rating is not None and board is not None:
            lines += self._found(state, state.rating, board)
        elif plays.before is not None:
            lines += [_heading(_("Before the last changes")), *self._figures(plays.before)]
        return lines

    def _status(self, state: RatingState | None, playable: bool) -> Sentence:
        if not playable:
            return Sentence(_("Nobody can play on this board yet: see the advice."), DOUBT)
        if state is None:
            return Sentence(_("Bots will play here when you rest for a second."))
        if state.stage == "impossible":
            assert state.problem is not None, "it says why"
            return Sentence(state.problem.as_sentence(), FAULT)
        if state.stage == "games":
            return Sentence(_("Bots are playing: game {played} of {total}").format(**_count(state)), _accent())
        if state.stage == "changes" and state.total:
            text = _("Bots are trying changes: game {played} of {total} at most").format(**_count(state))
            return Sentence(text, _accent())
        if state.problem is not None:
            return Sentence(state.problem.as_sentence(), DOUBT)
        assert state.rating is not None, "all games have been played"
        rating = state.rating
        text = _("{games} games, mode {mode}, {seats} × {bot}").format(
            games=rating.games,
            mode=self._catalogue.get(rating.mode).title,
            seats=rating.seats,
            bot=bot_title(rating.bot, self._catalogue),
        )
        return Sentence(text)

    def _found(self, state: RatingState, rating: Rating, board: Board) -> Iterator[Sentence]:
        if rating.failed:
            text = _("{count} games failed: {problem}").format(count=rating.failed, problem=rating.failure)
            yield Sentence(text, FAULT)
        if rating.games == rating.failed:
            return
        complete = state.stage != "games"
        cells = {dock.number: dock.cell for dock in rating.docks}
        for verdict in rating.verdicts:
            cell = cells.get(verdict.number) if verdict.name == "unfair" else None
            yield Sentence(self._words.verdict(verdict, rating), DOUBT, self._leading(cell, rating))
        if complete and not rating.verdicts:
            yield Sentence(_("Nothing is wrong with this board, as far as bots can tell."), theme.colour("good"))
        if state.suggestions:
            yield _heading(_("Less deadly would be"))
            for entry in state.suggestions:
                text, does = self._words.suggestion(entry, board), self._accept(entry.change)
                tooltip = _("Make this change. Undo takes it back.") if does is not None else ""
                yield Sentence(text, _accent() if does is not None else theme.colour("text"), does, tooltip)
        elif state.stage == "done" and rating.spots and state.problem is None:
            yield Sentence(_("No change that bots have tried makes it clearly less deadly."))
        yield from self._figures(rating)
        yield from self._docks(rating)
        yield from self._destructions(rating)
        yield from self._uses(rating)

    def _figures(self, rating: Rating) -> Iterator[Sentence]:
        yield _close(_("Turns: {value}"), rating.turns, 1)
        yield _close(_("Minutes, for people: {value}"), rating.minutes, 0)
        yield _close(_("Destructions: {value}"), rating.destructions, 1)
        text = _close(_("Per robot: {value}"), rating.per_robot, 2)
        yield Sentence(text.text, text.tint)

    def _docks(self, rating: Rating) -> Iterator[Sentence]:
        seats = any(dock.cell is None for dock in rating.docks)
        yield _heading(_("Wins by seat") if seats else _("Wins by start space"))
        for dock in rating.docks:
            text = _("{number}: {share} ({low} to {high})").format(
                number=dock.number,
                share=percent_text(_percent(dock.share)),
                low=_percent(dock.low),
                high=_percent(dock.high),
            )
            yield Sentence(text, action=self._leading(dock.cell, rating), close=dock is not rating.docks[-1])

    def _destructions(self, rating: Rating) -> Iterator[Sentence]:
        if not rating.spots:
            return
        yield _heading(_("What destroys"))
        for cause, count in rating.causes.items():
            yield Sentence(f"{self._words.cause(cause)}: {count}", close=cause != list(rating.causes)[-1])
        yield _heading(_("The deadliest spaces"))
        spots = rating.spots[:DEADLIEST]
        for spot in spots:
            cell = self._words.cell(spot.cell, rating)
            text = f"{cell[:1].upper()}{cell[1:]}: {spot.deaths}"
            yield Sentence(text, action=self._leading(spot.cell, rating), close=spot is not spots[-1])

    def _uses(self, rating: Rating) -> Iterator[Sentence]:
        counts: Counter[str] = Counter()
        for use in rating.uses:
            counts[use.kind] += use.acts
        acting = {kind: count for kind, count in counts.most_common() if count}
        if acting:
            yield _heading(_("How often elements acted"))
        for kind, count in acting.items():
            yield Sentence(f"{self._words.element(kind)}: {count}", close=True)

    def _leading(self, cell: Cell | None, rating: Rating) -> Callable[[], None] | None:
        """Return an action that goes to a cell, `None` for no cell or one off the board."""
        if cell is None or not (0 <= cell[1] < len(rating.traffic) and 0 <= cell[0] < len(rating.traffic[0])):
            return None
        return partial(self._go_to, cell)


def _accent() -> Color:
    return theme.colour("accent")


def _heading(text: str) -> Sentence:
    return Sentence(text, theme.colour("text"), close=True)


def _count(state: RatingState) -> dict[str, int]:
    return {"played": state.played, "total": state.total}


def _percent(part: float) -> str:
    return f"{100 * part:.0f}"


def _close(text: str, value: Estimate, digits: int) -> Sentence:
    """Return a figure with its 95 % interval as a row, close to the next one; `digits` are those after the point."""
    mean, low, high = (number_text(number, f".{digits}f") for number in (value.mean, value.low, value.high))
    interval = _("{mean} ({low} to {high})").format(mean=mean, low=low, high=high)
    return Sentence(text.format(value=interval), close=True)
