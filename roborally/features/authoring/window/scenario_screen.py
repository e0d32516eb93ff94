"""A scenario in the window: a replay that ends with whether the scenario holds."""

from collections.abc import Callable, Sequence

from roborally.base.translation import _
from roborally.features.authoring.window.scenario_words import sentences
from roborally.game.scenario.show import Performance
from roborally.profile.file_changes import SECONDS
from roborally.ui.plugin import sound_views
from roborally.ui.replay.film import Film
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, Dialog


class ScenarioScreen(ReplayScreen):
    """Plays a scenario from its beginning; at its end a dialog says whether it holds.

    `buttons` are those of the dialog, by default to go back and to watch it again; `look` is called every half second.
    """

    def __init__(
        self,
        app: App,
        performance: Performance,
        buttons: Sequence[tuple[str, Action]] = (),
        *,
        leave: Action,
        speed: str = "normal",
        look: Callable[[], None] = lambda: None,
    ) -> None:
        """Start playing."""
        self.performance = performance
        self._buttons = buttons
        self._every_half_second = look
        self._seconds = 0.0
        game = performance.game
        film = Film(game, performance.record, sound_views(app, game.plugins), start=performance.start)
        film.ended = True  # a scenario has a result even if no robot has won
        super().__init__(app, film, leave=leave, show_result=lambda context: self._conclude(leave), speed=speed)

    def waiting_text(self) -> str:
        """Return the name of the scenario."""
        return self.performance.name

    def report_views(self) -> None:
        """Leave the report of plugins that cannot draw to the end: a dialog would hide the result."""

    def update(self, seconds: float) -> None:
        """Play on, and call `look`."""
        super().update(seconds)
        self._seconds += seconds
        if self._seconds >= SECONDS:
            self._seconds = 0.0
            self._every_half_second()

    def _conclude(self, leave: Action) -> None:
        """Say whether the scenario holds, and which parts of its plugins could not be drawn."""

        def again() -> None:
            self.app.pop()
            self.go_to(0)
            self.playback.paused = False

        def back() -> None:
            self.app.pop()
            leave()

        differences = self.performance.differences
        title = _("The scenario does not hold") if differences else _("The scenario holds")
        paragraphs = sentences(differences) or [_("Everything is as it says.")]
        paragraphs += [why.as_sentence() for why in self.app.without_views.values()]
        buttons = self._buttons or [(_("Back"), back), (_("Watch again"), again)]
        self.app.push(Dialog(self.app, title, "\n\n".join(paragraphs), buttons, row=len(buttons) < 3, width=560))
