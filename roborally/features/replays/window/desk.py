"""Opens recorded matches, and returns to the previous screen."""

from datetime import datetime
from functools import partial
from pathlib import Path

import msgspec

from roborally.base.dates import HERE
from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.features.replays.window.film_desk import FilmDesk
from roborally.features.replays.window.recent import RecentMatches
from roborally.features.replays.window.replays_page import ReplaysPage
from roborally.game.factory import Game
from roborally.game.records.playing_again import is_as_played
from roborally.game.records.recorder import Record, Recorder, changed_plugins, load_replay
from roborally.ui.lost_views import sound_views
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.windows.result_screen import ResultScreen
from roborally.ui.pages import saves
from roborally.ui.replay.film import Film
from roborally.ui.replay.opening_screen import OpeningScreen
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.shell.services import MatchOver, ResultButton, Services
from roborally.ui.toolkit.dialogs import message, showing_errors
from roborally.ui.toolkit.system.faults import Service


class ReplayDesk(Service):
    """Shows recorded matches in the window."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.app = services.app
        self.app.services.append(self)
        self.catalogue = services.catalogue

    @property
    def recent(self) -> RecentMatches:
        """The service that stores finished matches."""
        return self._services.of(RecentMatches)

    def rescue(self, error: BaseException) -> bool:
        """Close a replay if its damaged file or changed plugins have caused the error; return whether it was closed."""
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

    def open_list(self) -> None:
        """Open the list of recorded matches."""
        now = datetime.now(HERE)
        self.app.push(ReplaysPage(self.app, self.catalogue, self.watch_file, self.recent.folder, now))

    def watch_file(self, path: Path) -> None:
        """Show the match in a replay file; show errors in the file in a dialog."""
        with showing_errors(self.app, _("This replay cannot be watched")):
            game, record = load_replay(path, self.catalogue)
            self.watch(game, record)

    def watch(self, game: Game, record: Record, first: int = 0) -> None:
        """Show a recorded match from the events with the beat `first` on."""
        film = Film(game, record, sound_views(self.app, game.plugins))
        screen = ReplayScreen(
            self.app,
            film,
            leave=self._leave,
            show_result=self._show_result,
            speed=self._services.settings.moving_speed(),
            first=first,
            make_film=self._services.of(FilmDesk).open,
        )
        self._services.program.call("replay_opened", services=self._services, screen=screen)
        self.app.push(screen)

    def watch_again(self, recorder: Recorder) -> None:
        """Show, from its beginning, a match that has just finished."""
        game, record = recorder.game, recorder.record
        self.app.push(OpeningScreen(self.app, lambda: self.watch(game, record)))

    def show_moment(self, recorder: Recorder, first: int, last: int) -> None:
        """Show the events of a running match from the beat `first` to `last`, without a turn that starts at `last`."""
        game, record = recorder.game, recorder.record
        shown = [event for event in record.events if event["beat"] <= last]
        start = "moment", "start", last
        for at, event in enumerate(shown):
            if (event["type"], event.get("name"), event["beat"]) == start and last > first:
                del shown[at:]
                break
        past = msgspec.structs.replace(record, events=shown, answers=list(record.answers))
        self.app.push(OpeningScreen(self.app, lambda: self.watch(game, past, first)))

    def _leave(self) -> None:
        """Return to the screen below the replay, or to the main menu."""
        if len(self.app.screens) > 1:
            self.app.pop()
        else:
            self._services.router.back()

    def _show_result(self, context: ShownMatch) -> None:
        """Go back to the result page from which the replay was opened; for a replay of the list, show one."""
        before = next((screen for screen in reversed(self.app.screens) if isinstance(screen, ResultScreen)), None)
        if before is not None:
            while self.app.screen_on_top is not before:
                self.app.pop()
            return
        screen = self.app.screen_on_top
        analyse = moment = None
        if isinstance(screen, ReplayScreen) and screen.film.is_whole:
            record = screen.film.record
            analyse = partial(self._services.router.open, "analysis", context=context, record=record)
            moment = self._services.moment(context, lambda: record)
        actions = [(_("Back"), "arrow-left", self.app.pop)]
        self.app.push(ResultScreen(self.app, context, actions, analyse=analyse, moment=moment))


def result_buttons(services: Services, over: MatchOver) -> list[ResultButton]:
    """Return the buttons beside the result of a match: watch it again, make a film or a page, save its replay."""
    desk, films, recorder = services.of(ReplayDesk), services.of(FilmDesk), over.recorder
    game, record = recorder.game, recorder.record
    watch, best = _("Show the match from its beginning"), _("Make a film of the best moments")
    page = _("Make a page about the match to send to others")
    save = partial(saves.save_replay, services.app, game.course.id, recorder.finish)
    keep = _("Keep the match under “Replays” in the main menu")
    return [
        ResultButton(_("Watch again"), "eye", lambda: desk.watch_again(recorder), tip=watch),
        ResultButton(_("Film the highlights"), "camera", lambda: films.best_moments(game, record), tip=best),
        ResultButton(_("Save web page"), "journal", lambda: films.share_page(game, record), tip=page),
        ResultButton(_("Save replay"), "save", save, tip=keep),
    ]
