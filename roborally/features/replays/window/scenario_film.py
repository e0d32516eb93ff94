"""A scenario in the window: it plays like a recorded match, and at its end the window says whether it holds."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from roborally.base.errors import GameError, any_fault
from roborally.base.translation import _
from roborally.game.factory import Game
from roborally.game.scenario.show import Performance, perform
from roborally.plugin_system.loader import Catalogue, find_plugins, forget_code
from roborally.profile.file_changes import SECONDS, Changes
from roborally.ui.plugin import sound_views
from roborally.ui.replay.film import Film
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.replay.scenario_words import sentences
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Dialog, message


class ScenarioFilm:
    """Shows the scenario in a file; `leave` opens the screen to show afterwards.

    With `follow` it is shown again whenever a file of its plugin has been saved.
    """

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        path: Path,
        leave: Callable[[], None],
        *,
        speed: str = "normal",
        follow: bool = False,
    ) -> None:
        """Start without a scenario."""
        self.app = app
        self.catalogue = catalogue
        self.path = path
        self.leave = leave
        self.speed = speed
        self.played: Performance | None = None
        self._changes = Changes(_plugin_of(path), first=False) if follow else None

    def show(self, played: Performance) -> None:
        """Show a performance of a scenario."""
        self.played = played
        film = Film(played.game, played.record, sound_views(self.app, played.game.plugins), start=played.start)
        film.ended = True  # a scenario has a result even if no robot has won
        self.app.replace(
            lambda: ScenarioFilmScreen(
                self.app,
                film,
                self.look,
                leave=self.leave,
                show_result=lambda context: self._show_result(played),
                speed=self.speed,
            )
        )
        self.app.audio.music("match")

    def again(self) -> None:
        """Read the file and all plugins again, and show the scenario; show errors in a dialog."""
        forget_code()
        self.app.without_views.clear()
        self.app.untold_views.clear()
        self.catalogue.renew(find_plugins())
        try:
            played = perform(self.path, self.catalogue)
        except GameError as error:
            message(self.app, _("This scenario cannot be played"), error.message)
            return
        except any_fault():
            self.app.abandon()  # a page about an earlier error would cover this one
            raise
        self.show(played)

    @property
    def game(self) -> Game | None:
        """The game of the latest performance."""
        return self.played.game if self.played is not None else None

    def show_again(self) -> None:
        """Show the latest performance from its beginning, after an error in the window."""
        assert self.played is not None, "only what was shown has failed"
        self.show(self.played)

    def look(self) -> None:
        """Show the scenario again if a file has been saved."""
        if self._changes is None or not self._changes.look()[1]:
            return
        while len(self.app.screens) > 1 and isinstance(self.app.screen_on_top, Dialog):
            self.app.pop()  # its result is about the previous files
        self.again()

    def _show_result(self, played: Performance) -> None:
        """Say whether the scenario holds, and which parts of its plugins could not be drawn."""
        sentence = [*sentences(played.differences)] or [played.name]
        sentence += [why.as_sentence() for why in self.app.without_views.values()]
        text = "\n\n".join(sentence)
        title = _("The scenario does not hold") if played.differences else _("The scenario holds")
        buttons = [
            (_("Read and play again"), self.again),
            (_("Back to the board"), self.app.pop),
            (_("Main menu"), self.leave),
        ]
        self.app.push(ScenarioEnd(self.app, title, text, buttons, row=False))


def _plugin_of(path: Path) -> Path:
    """Return the folder of a plugin with a file in its folder `scenarios`, or the file's own folder."""
    folder = next((above.parent for above in path.resolve().parents if above.name == "scenarios"), None)
    return folder or path.resolve().parent


class ScenarioFilmScreen(ReplayScreen):
    """Plays a scenario like a film; calls `look` every half second."""

    def __init__(self, app: App, film: Film, look: Callable[[], None], **more: Any) -> None:
        """Start playing; `more` are further arguments of `ReplayScreen`."""
        super().__init__(app, film, **more)
        self._every_half_second = look
        self._seconds = 0.0

    def report_views(self) -> None:
        """Leave the report of plugins that cannot draw to the end page: a dialog would hide the result."""

    def update(self, seconds: float) -> None:
        """Play on, and call `look`."""
        super().update(seconds)
        self._seconds += seconds
        if self._seconds >= SECONDS:
            self._seconds = 0.0
            self._every_half_second()


class ScenarioEnd(Dialog):
    """Says whether a scenario holds, in front of the board; Esc shows the board."""

    def escape(self) -> None:
        """Show the board."""
        self.app.pop()
