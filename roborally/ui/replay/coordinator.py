"""Opens a recorded match or a scenario, and returns from it."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

import msgspec

from roborally.base.dates import HERE
from roborally.base.errors import GameError, Message
from roborally.base.translation import _
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue
from roborally.profile.recent import RecentReplays
from roborally.records.playing_again import is_as_played
from roborally.records.recorder import Record, Recorder, changed_plugins, load_replay
from roborally.scenario.show import Performance
from roborally.ui.analysis.analysis_board import AnalysisBoard
from roborally.ui.analysis.coordinator import AnalysisDesk
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.windows.result_screen import ResultScreen
from roborally.ui.plugin import sound_views
from roborally.ui.replay.film import Film
from roborally.ui.replay.recent import RecentMatches
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.replay.replays_page import OpeningScreen, ReplaysPage
from roborally.ui.replay.scenario_film import ScenarioFilm
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message

OVER = 50
"""The number of last events that are searched for the end of the match."""


class ReplayCoordinator:
    """Shows records of matches; `speed` returns the initial one, `main_menu` opens the main menu.

    `play` continues a match from one of its turns. Finished matches are stored as `recent` replays, or not at all
    without it. `make_film(screen)` makes a film.
    """

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        main_menu: Callable[[], None],
        speed: Callable[[], str],
        play: Callable[[Game, Match, Recorder], None],
        recent: RecentReplays | None = None,
        make_film: Callable[[ReplayScreen], None] | None = None,
    ) -> None:
        """Start without a replay."""
        self.recent = RecentMatches(app, recent)
        self.app = app
        app.services.append(self)
        self.catalogue = catalogue
        self._main_menu = main_menu
        self._speed = speed
        self._make_film = make_film
        self.desk = AnalysisDesk(app, catalogue, watch=self.watch, play=play)

    def update(self) -> None:
        """Do nothing: a replay needs no updates."""

    def rescue(self, error: BaseException) -> bool:
        """Leave a replay whose events do not fit its match, or that needs other versions of plugins."""
        shown = next((screen for screen in reversed(self.app.screens) if isinstance(screen, ReplayScreen)), None)
        if shown is None or not shown.film.follows:
            return False
        film = shown.film
        if not changed_plugins(film.record, film.game) and is_as_played(film.record, film.game):
            return False
        while shown in self.app.screens:
            self._leave()
        text = Message.of("It cannot be shown: the file is damaged, or a plugin has changed.")
        message(self.app, _("This replay cannot be watched"), text)
        return True

    def close(self) -> None:
        """Do nothing: a replay has nothing to close."""

    def open_page(self) -> None:
        """Open the list of recorded matches."""
        now = datetime.now(HERE)
        self.app.push(ReplaysPage(self.app, self.catalogue, self.watch_file, self.recent.folder, now))

    def watch_file(self, path: Path) -> None:
        """Show a recorded match; errors in the file are shown in a dialog."""
        try:
            game, record = load_replay(path, self.catalogue)
        except GameError as error:
            message(self.app, _("This replay cannot be watched"), error.message)
            return
        self.watch(game, record)

    def watch(self, game: Game, record: Record, first: int = 0) -> None:
        """Show a match's record from the beat `first` on."""
        film = Film(game, record, sound_views(self.app, game.plugins))
        screen = ReplayScreen(
            self.app,
            film,
            leave=self._leave,
            show_result=self._show_result,
            speed=self._speed(),
            first=first,
            make_film=self._make_film,
        )
        desk = self.desk
        if is_whole(game, record):
            screen.analysis = AnalysisBoard(
                screen.space,
                screen.context,
                lambda: desk.work(game, record),
                lambda: desk.try_turn(game, record, max(1, screen.context.display.turn)),
                screen.board,
            )
        self.app.push(screen)

    def watch_again(self, recorder: Recorder) -> None:
        """Show a match that has just ended from its beginning."""
        game, record = recorder.game, recorder.record
        self.app.push(OpeningScreen(self.app, lambda: self.watch(game, record)))

    def show_moment(self, recorder: Recorder, first: int, last: int) -> None:
        """Show a running match from the beat `first` to the beat `last`."""
        game, record = recorder.game, recorder.record
        shown = [event for event in record.events if event["beat"] <= last]
        past = msgspec.structs.replace(record, events=shown, answers=list(record.answers))
        self.app.push(OpeningScreen(self.app, lambda: self.watch(game, past, first)))

    def watch_scenario(self, path: Path, played: Performance, follow: bool) -> ScenarioFilm:
        """Show a performance of the scenario in a file; with `follow` again whenever its plugin is saved."""
        film = ScenarioFilm(self.app, self.catalogue, path, self._main_menu, speed=self._speed(), follow=follow)
        film.show(played)
        return film

    def _leave(self) -> None:
        """Return to the screen that opened the replay, or to the main menu."""
        if len(self.app.screens) > 1:
            self.app.pop()
        else:
            self._main_menu()

    def _show_result(self, context: ShownMatch) -> None:
        screen = self.app.screen_on_top
        analyse = None
        if isinstance(screen, ReplayScreen) and screen.analysis is not None:
            analyse = partial(self.analyse, context, screen.film.record)
        self.app.push(ResultScreen(self.app, context, [(_("Back"), "arrow-left", self.app.pop)], analyse=analyse))

    def analyse(self, context: ShownMatch, record: Record) -> None:
        """Open the analysis of a finished match."""
        self.desk.open(context, context.game, record)


def is_whole(game: Game, record: Record) -> bool:
    """Return whether a record is of a finished match whose states these rules can compute from its answers."""
    over = any(event["type"] == "over" for event in record.events[-OVER:])
    return over and bool(record.answers) and not changed_plugins(record, game)
