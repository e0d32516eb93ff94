"""Plays the scenario in a file, and again whenever a file of its plugin is saved."""

from collections.abc import Callable
from pathlib import Path

from roborally.base.errors import GameError, any_fault
from roborally.base.translation import _
from roborally.features.authoring.window.scenario_screen import scenario_screen
from roborally.game.factory import Game
from roborally.game.scenario.show import Performance, perform
from roborally.plugin_system.loader import Catalogue, find_plugins, forget_code
from roborally.profile.file_changes import SECONDS, Changes
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.rescue.fault_desk import Saved
from roborally.ui.shell.services import Services
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Dialog, message
from roborally.ui.toolkit.part import Part


class ScenarioFollower(Part):
    """Shows the scenario in a file; with `follow`, plays it again whenever a file of its plugin has been saved.

    It is a part of the screen that shows the scenario. `leave()` closes that screen.
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
        super().__init__()
        self.app = app
        self.catalogue = catalogue
        self.path = path
        self.leave = leave
        self.speed = speed
        self.played: Performance | None = None
        self._seconds = 0.0
        self._changes = Changes(_plugin_of(path), first=False) if follow else None

    def show(self, played: Performance) -> None:
        """Show a played scenario from its beginning, in place of the current screen."""
        self.played = played
        buttons = [
            (_("Read and play again"), self.again),
            (_("Back to the board"), self.app.pop),
            (_("Main menu"), self.leave),
        ]

        def make() -> ReplayScreen:
            screen = scenario_screen(self.app, played, buttons, leave=self.leave, speed=self.speed)
            screen.parts.append(self)
            return screen

        self.app.replace(make)
        self.app.audio.music("match")

    def again(self) -> None:
        """Read the file and all plugins again, play the scenario and show it; show a message if it cannot be played."""
        forget_code()
        self.app.without_views.clear()
        self.app.unreported_views.clear()
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
        """The game of the scenario shown last, `None` before the first."""
        return self.played.game if self.played is not None else None

    def show_again(self) -> None:
        """Show the scenario from its beginning without playing it again, after an error in the window."""
        assert self.played is not None, "only what was shown has failed"
        self.show(self.played)

    def update(self, seconds: float) -> None:
        """Look for saved files every half second."""
        self._seconds += seconds
        if self._seconds >= SECONDS:
            self._seconds = 0.0
            self.look()

    def look(self) -> None:
        """Play the scenario again if a file has been saved since the last call."""
        if self._changes is None or not self._changes.look()[1]:
            return
        while len(self.app.screens) > 1 and isinstance(self.app.screen_on_top, Dialog):
            self.app.pop()  # its result is about the previous files
        self.again()


def _plugin_of(path: Path) -> Path:
    """Return the folder above `scenarios` for a file in such a folder, or else the file's own folder."""
    folder = next((above.parent for above in path.resolve().parents if above.name == "scenarios"), None)
    return folder or path.resolve().parent


def open_page(services: Services, path: Path, played: Performance, follow: bool) -> None:
    """Show the played scenario of a file; with `follow`, play it again whenever a file of its plugin is saved."""
    speed, leave = services.settings.moving_speed(), services.router.home
    follower = ScenarioFollower(services.app, services.catalogue, path, leave, speed=speed, follow=follow)
    follower.show(played)
    services.go_on = lambda: Saved(go_on=follower.show_again, game=follower.game, look=follower.look)
