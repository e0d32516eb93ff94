"""A scenario in the window: it is watched like a recorded match, and at its end the window says whether it holds."""

from collections.abc import Callable
from pathlib import Path

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.plugin_system.loader import Catalogue, find_plugins, forget_code
from roborally.scenario.show import Performance, perform
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.replay.film import Film
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Dialog, message

MAX_TOLD = 4
"""How many differences the dialog names."""


class ScenarioFilm:
    """Shows the scenario in a file; `leave` goes to where the window should be afterwards."""

    def __init__(
        self, app: App, catalogue: Catalogue, path: Path, leave: Callable[[], None], *, speed: str = "normal"
    ) -> None:
        """Show nothing yet."""
        self.app = app
        self.catalogue = catalogue
        self.path = path
        self.leave = leave
        self.speed = speed

    def show(self, played: Performance) -> None:
        """Show a scenario that was played."""
        film = Film(played.game, played.record, played.start)
        film.ended = True  # also where no robot has won: what the scenario says is its result
        self.app.replace(
            lambda: ReplayScreen(
                self.app,
                film,
                leave=self.leave,
                show_result=lambda context: self._tell(played, context),
                speed=self.speed,
            )
        )
        self.app.audio.music("match")

    def again(self) -> None:
        """Read the file and all plugins as they are now, and show the scenario; errors are shown in a dialog."""
        forget_code()
        self.catalogue.renew(find_plugins())
        try:
            played = perform(self.path, self.catalogue)
        except GameError as error:
            message(self.app, _("This scenario cannot be played"), error.message)
            return
        self.show(played)

    def _tell(self, played: Performance, context: ShownMatch) -> None:
        """Say whether the scenario holds."""
        differences = [str(difference) for difference in played.differences]
        text = "\n\n".join(differences[:MAX_TOLD] + (["…"] if len(differences) > MAX_TOLD else [])) or played.name
        title = _("The scenario does not hold") if differences else _("The scenario holds")
        buttons = [
            (_("Read and play again"), self.again),
            (_("Back to the board"), self.app.pop),
            (_("Main menu"), self.leave),
        ]
        self.app.push(ScenarioEnd(self.app, title, text, buttons, row=False))


class ScenarioEnd(Dialog):
    """Says whether a scenario holds, in front of the board; Esc shows the board."""

    def escape(self) -> None:
        """Show the board."""
        self.app.pop()
