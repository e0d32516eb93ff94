"""Describes ratings in the player's language, for the command and the window."""

from collections.abc import Iterable

from roborally.arena.measures import most_turns
from roborally.base.numbers import number_text, percent_text
from roborally.base.templates import fill
from roborally.base.translation import _
from roborally.core.board import Board
from roborally.core.geometry import NAMES, Cell
from roborally.features.workshop.rating.changes import Change
from roborally.features.workshop.rating.figures import Rating
from roborally.features.workshop.rating.suggestions import Suggestion
from roborally.game.course.notation import Notations
from roborally.narration.words import Words, cell_text
from roborally.plugin_system.loader import Plugin
from roborally.profile.board_figures import Verdict


class RatingWords:
    """Describes ratings with the names of elements and causes from the plugins' manifests."""

    def __init__(self, plugins: Iterable[Plugin]) -> None:
        plugins = list(plugins)
        self._notations = Notations.of(plugins)
        self._words = Words(plugins)

    def cause(self, cause: str) -> str:
        """Return a cause of destruction, such as `pit`, as words: `A robot falls into a pit`, without a full stop."""
        text = self._words.find("cause", cause)
        if not text:
            text = _("{piece} falls off the board.") if cause == "edge" else _("{piece} is destroyed.")
        return fill(text, {"piece": _("A robot"), "by": _("another robot"), "cell": _("a cell")}).rstrip(".")

    def element(self, kind: str) -> str:
        """Return the title of a kind of element, without its values: `Belt`."""
        return self._notations.title(kind)

    def verdict(self, verdict: Verdict, rating: Rating) -> str:
        """Return a defect of a rated course as a sentence."""
        if verdict.name == "too-long":
            most = most_turns(sum(map(len, rating.traffic)))
            if rating.median_turns > most:
                return _("Too long: {turns} turns in the median game; at most {most} are good on this size.").format(
                    turns=number_text(rating.median_turns, "g"), most=most
                )
            return _("Too long: {cut} of {games} games had no end after {limit} turns.").format(
                cut=rating.cut, games=rating.games, limit=rating.turn_limit
            )
        if verdict.name == "too-deadly":
            return _("Too deadly: each robot is destroyed {count} times in the median game; once is enough.").format(
                count=number_text(rating.median_per_robot, ".1f")
            )
        if verdict.name == "unfair":
            return self._unfair(verdict.number, rating)
        return _("Never used: {element}. It acted in none of the games.").format(element=self.element(verdict.kind))

    def change(self, change: Change, board: Board) -> str:
        """Return a change as a phrase: `a wall at the east edge of column 3, row 4`."""
        cell = cell_text(change.cell)
        if change.name == "wall":
            side = self._words.direction(NAMES[change.direction])
            return _("a wall at the {side} edge of {cell}").format(side=side, cell=cell)
        element = next(e for e in board.of_kind(change.kind) if e.cell == change.cell)
        if change.to is None:
            return _("plain floor instead of {element} at {cell}").format(element=self.element(change.kind), cell=cell)
        name = self._words.place(element) or self.element(change.kind)
        return _("{element} moved to {cell}").format(element=name, cell=cell_text(change.to))

    def suggestion(self, suggestion: Suggestion, board: Board) -> str:
        """Return the suggested change as a phrase, with the destructions per robot after and before it."""
        change = self.change(suggestion.change, board)
        text = _("{change}: {after} destructions per robot instead of {before}").format(
            change=change,
            before=number_text(suggestion.before.mean, ".2f"),
            after=number_text(suggestion.after.mean, ".2f"),
        )
        return text[:1].upper() + text[1:]

    def _unfair(self, number: int, rating: Rating) -> str:
        dock = next(dock for dock in rating.docks if dock.number == number)
        text = (
            _("Unfair to seat {number}: it wins {share} of the games, and {fair} would be fair.")
            if dock.cell is None
            else _("Unfair to start space {number}: it wins {share} of the games, and {fair} would be fair.")
        )
        share, fair = (percent_text(f"{100 * part:.0f}") for part in (dock.share, 1 / len(rating.docks)))
        return text.format(number=number, share=share, fair=fair)

    @staticmethod
    def cell(cell: Cell, rating: Rating) -> str:
        """Return a place as text: `column 3, row 4`, or off the board, `beyond the north edge, column 3`."""
        x, y = cell
        width, height = len(rating.traffic[0]), len(rating.traffic)
        if y < 0:
            return _("beyond the north edge, column {number}").format(number=x + 1)
        if y >= height:
            return _("beyond the south edge, column {number}").format(number=x + 1)
        if x < 0:
            return _("beyond the west edge, row {number}").format(number=y + 1)
        if x >= width:
            return _("beyond the east edge, row {number}").format(number=y + 1)
        return cell_text(cell)
