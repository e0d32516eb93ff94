"""A scenario in the window: a replay that ends with whether the scenario holds."""

from collections.abc import Sequence

from roborally.base.translation import _
from roborally.features.authoring.window.scenario_words import sentences
from roborally.game.scenario.show import Performance
from roborally.ui.lost_views import sound_views
from roborally.ui.replay.film import Film
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, Dialog


def scenario_screen(
    app: App,
    performance: Performance,
    buttons: Sequence[tuple[str, Action]] = (),
    *,
    leave: Action,
    speed: str = "normal",
) -> ReplayScreen:
    """Return the screen that plays a scenario from its beginning; at its end a dialog says whether it holds.

    `buttons` are those of the dialog, by default to go back and to watch it again.
    """

    def again() -> None:
        app.pop()
        screen.go_to(0)
        screen.playback.paused = False

    def back() -> None:
        app.pop()
        leave()

    def conclude() -> None:
        """Say whether the scenario holds, and which parts of its plugins could not be drawn."""
        differences = performance.differences
        title = _("The scenario does not hold") if differences else _("The scenario holds")
        paragraphs = sentences(differences) or [_("Everything is as it says.")]
        paragraphs += [why.as_sentence() for why in app.without_views.values()]
        shown = buttons or [(_("Back"), back), (_("Watch again"), again)]
        app.push(Dialog(app, title, "\n\n".join(paragraphs), shown, row=len(shown) < 3, width=560))

    game = performance.game
    film = Film(game, performance.record, sound_views(app, game.plugins), start=performance.start)
    film.ended = True  # a scenario has a result even if no robot has won
    screen = ReplayScreen(
        app, film, leave=leave, show_result=lambda context: conclude(), speed=speed, caption=performance.name
    )
    return screen
