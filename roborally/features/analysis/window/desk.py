"""Opens the analysis of a match, and starts practice matches from its turns."""

from collections.abc import Callable, Sequence
from functools import partial

from roborally.base.translation import _
from roborally.features.analysis.match_analysis import MatchAnalysis
from roborally.features.analysis.practice import people_in, practice
from roborally.features.analysis.window.analysis_board import AnalysisBoard
from roborally.features.analysis.window.analysis_page import AnalysisPage
from roborally.features.analysis.window.deciding_moment import DecidingMoment
from roborally.game.factory import Game
from roborally.game.records.file_format import Record
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.shell.services import Services
from roborally.ui.toolkit.dialogs import Dialog, confirm, showing_errors
from roborally.ui.toolkit.layer import Canvas
from roborally.ui.toolkit.system.faults import Service


class AnalysisDesk(Service):
    """Analyses one match at a time, and keeps the results until another match is analysed."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._app = services.app
        self._record: Record | None = None
        self._work: MatchAnalysis | None = None
        self._app.services.append(self)

    def work(self, game: Game, record: Record) -> MatchAnalysis:
        """Return the analysis of a record, running or finished; start it if the last one was of another record."""
        if self._work is None or self._record is not record:
            self.close()
            self._record = record
            self._work = MatchAnalysis(record, game, people_in(game))
        return self._work

    def page(self, context: ShownMatch, record: Record) -> AnalysisPage:
        """Return the page about a finished match."""
        game, router = context.game, self._services.router
        return AnalysisPage(
            self._app,
            context,
            game,
            record,
            self.work(game, record),
            watch=lambda beat: router.open("replay", game=game, record=record, first=beat),
            try_turn=lambda turn, seat: self.try_turn(game, record, turn, [seat]),
        )

    def moment(self, context: ShownMatch, load: Callable[[], Record | None]) -> Callable[[Canvas], DecidingMoment]:
        """Return a function that makes a `DecidingMoment` on a canvas; `load()` gives the record, `None` until read."""
        game = context.game

        def watch(record: Record, beat: int) -> None:
            self._services.router.open("replay", game=game, record=record, first=beat)

        def make(canvas: Canvas) -> DecidingMoment:
            analyse = partial(self.work, game)
            return DecidingMoment(self._app, canvas, context, load, analyse=analyse, watch=watch)

        return make

    def show_over(self, screen: ReplayScreen) -> None:
        """Add an `AnalysisBoard` to a replay, if the whole match is recorded."""
        film = screen.film
        if film.is_whole:
            screen.overlay = AnalysisBoard(
                screen.space,
                screen.context,
                lambda: self.work(film.game, film.record),
                lambda: self.try_turn(
                    film.game, film.record, max(1, screen.context.display.turn), people_in(film.game)
                ),
                lambda: screen.arrangement.board,
                partial(_has_room, screen),
            )

    def try_turn(self, game: Game, record: Record, turn: int, people: Sequence[int]) -> None:
        """Start a practice match from a turn, if the player confirms; ask for a robot unless `people` has one seat."""
        if len(people) == 1:
            self._confirm(game, record, turn, people[0])
            return

        def choose(seat: int) -> None:
            self._app.pop()
            self._confirm(game, record, turn, seat)

        buttons = [(seat.name, lambda number=number: choose(number)) for number, seat in enumerate(game.seats)]
        text = _("Which robot do you want to play?")
        self._app.push(
            Dialog(self._app, _("Practice"), text, [*buttons, (_("Back"), self._app.pop)], row=False, columns=2)
        )

    def _confirm(self, game: Game, record: Record, turn: int, seat: int) -> None:
        text = _(
            "Turn {turn} begins again as a new match with the same cards, for practice: it counts nowhere, and the "
            "finished match stays as it was. Save the replay first if you want to keep it."
        ).format(turn=turn)

        begin = partial(self._begin, game, record, turn, seat)
        confirm(self._app, _("Practice"), text, _("Play on"), begin)

    def _begin(self, game: Game, record: Record, turn: int, seat: int) -> None:
        with showing_errors(self._app, _("This turn cannot be played again")):
            own, match, recorder = practice(record, game, self._services.catalogue, turn, seat)
            self.close()
            self._services.resume(own, match, recorder)

    def close(self) -> None:
        """End the process of the analysis, and forget its results."""
        if self._work is not None:
            self._work.close()
        self._work = self._record = None


def _has_room(screen: ReplayScreen, width: float) -> bool:
    """Return whether the board leaves a strip of a width, in design units, at its left, and need not move for it."""
    area = screen.arrangement.board
    return screen.board.seen.x - area.x >= width and screen.board.is_beside(area, (width, area.height))
