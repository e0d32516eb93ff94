"""A scenario in the window: a replay that ends with whether the scenario holds."""

from roborally.base.translation import _
from roborally.game.scenario.show import Performance
from roborally.ui.replay.film import Film
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.replay.scenario_words import sentences
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, Dialog


class ScenarioScreen(ReplayScreen):
    """Shows a scenario from its beginning; at its end a dialog says whether it holds."""

    def __init__(self, app: App, performance: Performance, *, leave: Action, speed: str = "normal") -> None:
        """Start playing."""
        self.performance = performance
        film = Film(performance.game, performance.record, start=performance.start)
        film.ended = True  # a scenario always has a result to show
        super().__init__(app, film, leave=leave, show_result=lambda context: self._conclude(leave), speed=speed)

    def waiting_text(self) -> str:
        """Return the name of the scenario."""
        return self.performance.name

    def _conclude(self, leave: Action) -> None:
        """Say whether it holds."""

        def again() -> None:
            self.app.pop()
            self.go_to(0)
            self.playback.paused = False

        def back() -> None:
            self.app.pop()
            leave()

        buttons = [(_("Back"), back), (_("Watch again"), again)]
        differences = self.performance.differences
        title = _("The scenario does not hold") if differences else _("The scenario holds")
        text = "\n\n".join(sentences(differences)) or _("Everything is as it says.")
        self.app.push(Dialog(self.app, title, text, buttons, width=560))
