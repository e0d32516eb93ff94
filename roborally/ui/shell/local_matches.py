"""`LocalMatches`: starts, continues and saves matches on this machine, and shows their results."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.core.events import Event
from roborally.core.match import Match
from roborally.game.factory import Game, make_game
from roborally.game.records.recorder import Recorder, load_save
from roborally.game.session.local import LocalSession
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.windows.earned_achievements import earned_at
from roborally.ui.match.windows.game_menu import GameMenu
from roborally.ui.match.windows.result_screen import ResultScreen
from roborally.ui.pages import saves
from roborally.ui.pages.settings_coordinator import matches_shown
from roborally.ui.shell.services import MatchOver, ResultButton, Services
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.dialogs import announce, showing_errors


class LocalMatches:
    """Runs matches on this machine, one at a time, from the first question to the result page.

    `recorder` records the latest match, `None` before the first.
    """

    def __init__(self, services: Services) -> None:
        self._app = services.app
        self._catalogue = services.catalogue
        self.thinker = services.thinker
        self._settings = services.settings
        self._rescue = services.rescue
        self._services = services
        self.recorder: Recorder | None = None
        self._starting: Game | None = None

    def take_starting(self) -> Game | None:
        """Return the game of a match that failed before its first question, and forget it; `None` if there is none."""
        starting, self._starting = self._starting, None
        return starting

    def play(self, game: Game) -> None:
        """Start and show a match, with a random seed if its match file has none; raise `GameError` if that fails."""
        seed = game.config.with_seed().match.seed
        assert seed is not None, "a seed has just been drawn"
        self._starting = game
        announce(self._app)
        try:
            session = LocalSession.start(game, seed, self.thinker)
        except GameError:
            self._starting = None
            raise
        self._starting = None
        recorder = Recorder(game, seed)
        recorder.attach(session)
        self.show(session, recorder)

    def load(self, path: Path) -> None:
        """Continue the match saved in a file; show a dialog if the file cannot be used."""
        announce(self._app)
        with showing_errors(self._app, _("This game cannot be loaded")):
            game, match, recorder = load_save(path, self._catalogue)
            self.resume(game, match, recorder)

    def resume(self, game: Game, match: Match, recorder: Recorder) -> None:
        """Show a match and continue it, given its state and what has been recorded so far."""
        past = tuple(recorder.record.events)
        session = LocalSession.resume(game, match, self.thinker, beat=recorder.beat)
        recorder.attach(session)
        self.show(session, recorder, past)
        if recorder.record.practice:
            notices, practice = matches_shown(self._app)[0].notices, _("Practice: this match counts nowhere.")
            notices.announce(practice, theme.colour("accent"), stays=True)  # CLI-2068

    def show(self, session: LocalSession, recorder: Recorder, past: Sequence[Event] = ()) -> None:
        """Replace all screens by that of a match; `past` are the earlier events of a continued match, for its log."""
        self.recorder = recorder
        self._rescue.follow(recorder)
        warm_up = getattr(self.thinker, "warm_up", None)
        if warm_up is not None:
            warm_up(session.game)
        self._app.replace(
            lambda: MatchScreen(
                self._app,
                session,
                finished=self.show_result,
                open_menu=self._open_menu,
                show_moment=partial(self._show_moment, recorder),
                earned=earned_at(self._catalogue, session, self._app.settings.called),
                past=past,
                speed=self._settings.moving_speed(),
                check=self._services.check,
            )
        )
        self._app.audio.music("match")

    def _open_menu(self, screen: MatchScreen) -> None:
        self._app.push(self._make_game_menu(screen))

    def _make_game_menu(self, screen: MatchScreen) -> GameMenu:
        again = partial(self._make_game_menu, screen)
        return GameMenu(
            self._app,
            self.save_page,
            self._settings.open,
            self._leave,
            leaving=self._rescue.leaving_text(unconfirmed=screen.panels.unconfirmed),
            again=again,
        )

    def _show_moment(self, recorder: Recorder, first: int, last: int) -> None:
        self._services.router.open("moment", recorder=recorder, first=first, last=last)

    def save_page(self) -> None:
        """Open the page that saves the running match."""
        assert self.recorder is not None, "every match is recorded"
        recorder, turn = self.recorder, matches_shown(self._app)[0].turn_in_motion
        name = recorder.game.course.title
        self._app.push(saves.save_page(self._app, name, lambda path: recorder.save(path, turn())))

    def _leave(self) -> None:
        self._rescue.leave()
        self._services.router.home()

    def show_result(self, context: ShownMatch) -> None:
        """Store the result of a finished match (unless it was practice), and show the result page."""
        recorder, services = self.recorder, self._services
        assert recorder is not None, "every match is recorded"
        game, record = recorder.game, recorder.record
        news, notices = (None, []) if record.practice else services.keep_result(context.session)
        self._rescue.forget()
        if not record.practice:
            services.program.call("match_recorded", services=services, course=game.course.id, make=recorder.finished)

        def again() -> None:
            self.play(make_game(game.config.with_match(seed=None).with_seed(), self._catalogue, course=game.course))

        added = services.program.ask("match_over", services=services, over=MatchOver(context, recorder))
        others = [button for buttons in added for button in buttons]
        first = [button for button in others if button.instead] or [
            ResultButton(_("Play again"), "undo", again, tip=_("Play on the same course by the same rules"))
        ]
        others = [button for button in others if not button.instead]
        last = ResultButton(_("Main menu"), "arrow-left", self._leave)
        actions = [(button.text, button.icon, button.act, button.tip) for button in (*first, *others, last)]
        analyse = partial(services.router.open, "analysis", context=context, record=record)
        note = _("practice, counted nowhere") if record.practice else ""
        moment = services.moment(context, lambda: record)
        self._app.push(ResultScreen(self._app, context, actions, news, analyse, note, moment=moment))
        self._settings.report(notices)
