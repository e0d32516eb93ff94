"""`MatchRescue`: keeps the running match on the disk, and continues matches that were left or have failed."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from roborally.base.atomic_file import write_aside
from roborally.base.dates import HERE
from roborally.base.errors import GameError, Message, any_fault
from roborally.base.later import imported_later
from roborally.base.translation import _
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.game.match_file import MatchConfig
from roborally.game.records.file_format import SAVE, read_summary
from roborally.game.records.recorder import PluginsError, Recorder, ReplayError, load_save
from roborally.plugin_system.loader import Catalogue
from roborally.profile.kept import Kept, MatchKeeper, kept_matches, put_aside, start_of
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, message, showing_errors
from roborally.ui.toolkit.system.faults import Service

with imported_later():
    from roborally.game.records import replay_file
    from roborally.ui.match import match_screen
    from roborally.ui.pages import saves
    from roborally.ui.rescue import continue_page, fault_desk

LONG, SHORT = 8.0, 4.0
"""Seconds of the banners that say that the match cannot be kept, and that keeping works again."""


class MatchRescue(Service):
    """A service of the window that keeps the running match in a file and opens the page *Continue*.

    `keeper` writes the file; with `None` no match is kept. `resume(game, match, recorder)` shows a kept match again.
    `kind(config)` names a special kind of match, such as the daily course; it returns an empty text for others.
    """

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        keeper: MatchKeeper | None,
        *,
        resume: Callable[[Game, Match, Recorder], None],
        main_menu: Action,
        kind: Callable[[MatchConfig], str],
    ) -> None:
        self.keeper = keeper
        self._app = app
        self._catalogue = catalogue
        self._resume = resume
        self._main_menu = main_menu
        self._kind = kind
        self._recorder: Recorder | None = None
        if keeper is not None:
            app.services.append(self)

    # --- the running match ----------------------------------------------------------------------------------------

    def follow(self, recorder: Recorder) -> None:
        """Keep the match of a recorder from now on."""
        self._recorder = recorder
        if self.keeper is not None:
            self.keeper.follow(recorder)

    def leave(self) -> None:
        """Write the match once more and stop following it, so that it can be continued later."""
        if self.keeper is not None:
            self.keeper.release()

    def forget(self) -> None:
        """Stop keeping the match and delete its file, because the match is over."""
        if self.keeper is not None:
            self.keeper.forget()

    def leaving_text(self, *, unconfirmed: bool = False) -> str:
        """Return a sentence about what happens to the match if the player leaves it now; empty if matches are not kept.

        `unconfirmed` says whether the player has begun an answer, which would be lost.
        """
        if self.keeper is None:
            return ""
        if self.keeper.problem is not None:
            text = _("Your match cannot be kept: {reason}. Unsaved progress will be lost.")
            return text.format(reason=self.keeper.problem.at(""))
        text = _("Your match is kept: “Continue” in the main menu goes on where you are now.")
        return f"{text} {_('What you have laid but not confirmed is lost.')}" if unconfirmed else text

    def saved(self) -> "fault_desk.Saved | None":
        """Leave the match after an error; return how it can go on at the last question, `None` without a match."""
        keeper = self.keeper
        if keeper is None or not keeper.busy:
            return None
        recorder, problem = self._recorder, keeper.problem
        moment = self._moment(recorder)
        path = keeper.release(newest=False)
        if path is None:
            why = problem or Message.of("there was no time to write it")
            return fault_desk.Saved(_("Your match could not be kept: {reason}.").format(reason=why.at("")))
        text = _("Your match has been kept. “Continue” goes on at the last question.")
        if recorder is None:
            return fault_desk.Saved(text, lambda: self.go_on(path), 0)
        return fault_desk.Saved(
            text,
            lambda: self.go_on(path),
            len(recorder.record.answers),
            recorder.record.events,
            recorder.game,
            moment,
            lambda effects: self.go_on(path, effects),
            [(_("Save game"), lambda: self._save(path)), (_("Save replay"), lambda: self._save_replay(path))],
        )

    def _moment(self, recorder: Recorder | None) -> str:
        screen = next((screen for screen in self._app.screens if isinstance(screen, match_screen.MatchScreen)), None)
        if recorder is None or screen is None:
            return ""
        state = recorder.followed().state
        try:
            return screen.context.heading(state.turn, state.stage)
        except any_fault():  # this code may have raised the error
            return ""

    def _save(self, path: Path) -> None:
        def save(name: Path) -> None:
            write_aside(name, path.read_bytes())

        try:
            name = _(read_summary(path, SAVE).course)
        except GameError:
            name = path.stem
        self._app.push(saves.save_page(self._app, name, save))

    def _save_replay(self, path: Path) -> None:
        with showing_errors(self._app, _("The replay could not be saved")):
            course = read_summary(path, SAVE).course
            saves.save_replay(self._app, course, lambda name: write_aside(name, replay_file.replay_of_save(path)))

    # --- the service ----------------------------------------------------------------------------------------------

    def update(self) -> None:
        """Write the latest answers to the file of the match; report when writing fails, and when it works again."""
        if self.keeper is None:
            return
        self.keeper.update()
        if self._recorder is None:
            return
        screen = next((screen for screen in self._app.screens if isinstance(screen, match_screen.MatchScreen)), None)
        if screen is not None:
            self._notify(self.keeper, screen)

    def _notify(self, keeper: MatchKeeper, screen: "match_screen.MatchScreen") -> None:
        """Mark a match that cannot be kept; say so once in a banner, but not while a curtain hides the panel."""
        notices, problem = screen.notices, keeper.problem
        if problem is None:
            if notices.mark.text and keeper.busy:
                notices.announce(_("This match is being kept again."), theme.colour("accent"), SHORT, stays=True)
            notices.mark.text = ""
            return
        notices.mark.text = _("This match is not being kept: {reason}").format(reason=problem.at(""))
        if screen.question_controller.hot_seat.curtain is None and keeper.complaint() is not None:
            notices.announce(notices.mark.text, theme.colour("bad"), LONG, stays=True)

    def close(self) -> None:
        """Write the match once more, because the window is being closed."""
        self.leave()

    # --- continuing -----------------------------------------------------------------------------------------------

    def kept(self) -> list[Kept]:
        """Return the matches that can be continued, newest first."""
        return kept_matches(self.keeper.folder) if self.keeper is not None else []

    def open_page(self) -> None:
        """Open the page of matches that can be continued, if matches are kept."""
        if self.keeper is not None:
            folder, now, page = self.keeper.folder, datetime.now(HERE), continue_page.ContinuePage
            self._app.push(page(self._app, self._catalogue, folder, self.go_on, self._main_menu, self.kind_of, now))

    def kind_of(self, path: Path) -> str:
        """Return the special kind of the match kept in a file, such as practice; empty for others and damaged files."""
        try:
            config, practice = start_of(path)
        except GameError:
            return ""
        return _("Practice") if practice else self._kind(config)

    def go_on(self, path: Path, without: Sequence[str] = ()) -> None:
        """Continue the match kept in a file, `without` the effects of plugins with these names.

        If the file cannot be used, the main menu and a message are shown; a damaged file is renamed.
        """
        assert self.keeper is not None, "somebody has kept the match"
        self._recorder = None
        try:
            self.keeper.claim(path)
            game, match, recorder = load_save(path, self._catalogue)
            if without:
                game = recorder.mute(match, without)
        except ReplayError as error:
            self.keeper.release(newest=False)
            aside = None if isinstance(error, PluginsError) or path.is_dir() else _put_aside(path)
            self._main_menu()
            message(self._app, _("This match cannot go on"), error.message, *([aside] if aside else []))
        except GameError as error:
            self.keeper.release(newest=False)
            self._main_menu()
            message(self._app, _("This match cannot go on"), error.message)
        else:
            self._resume(game, match, recorder)


def _put_aside(path: Path) -> str | Message:
    try:
        return _("The file has been put aside as {name}.").format(name=put_aside(path).name)
    except GameError as error:
        return error.message
