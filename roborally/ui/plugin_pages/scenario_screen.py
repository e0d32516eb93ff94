"""A scenario that is watched: a replay that ends with whether the scenario holds."""

from typing import Any

from roborally.base.translation import _
from roborally.scenario.compare import Difference
from roborally.scenario.show import Performance
from roborally.ui.replay.film import Film
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, Dialog

MAX_TOLD = 4
"""The most differences that are told; the others are counted."""
MAX_VALUE = 80
"""The most letters of a value that are shown."""


class ScenarioScreen(ReplayScreen):
    """Shows a scenario from its beginning; at its end a dialog says whether it holds."""

    def __init__(self, app: App, performance: Performance, *, leave: Action, speed: str = "normal") -> None:
        """Start to play."""
        self.performance = performance
        film = Film(performance.game, performance.record, performance.start)
        film.ended = True  # whatever it ends with, there is a result to show
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
        told = "\n\n".join(sentences(differences)) or _("Everything is as it says.")
        self.app.push(Dialog(self.app, title, told, buttons, width=560))


def sentences(differences: tuple[Difference, ...]) -> list[str]:
    """Return in words what is not as a scenario says."""
    found = [_sentence(difference) for difference in differences[:MAX_TOLD]]
    if len(differences) > MAX_TOLD:
        found.append(_("And {count} more.").format(count=len(differences) - MAX_TOLD))
    return found


def _sentence(difference: Difference) -> str:
    what = f"{difference.robot}.{difference.key}" if difference.robot else difference.key
    told = _("After {after}: {what} should be {expected}, but is {got}.")
    if difference.key == "ask":
        what = difference.robot
        told = _("After {after}: {what} cannot answer {expected}: {got}")
    return told.format(
        after=difference.after, what=what, expected=_brief(difference.expected), got=_brief(difference.got)
    )


def _brief(value: Any) -> str:
    """Return a value as the file writes it, or nearly so, cut to a readable length."""
    written = {True: "true", False: "false", None: _("nothing")}.get(value) if isinstance(value, bool | None) else None
    shown = written if written is not None else str(value)
    return shown if len(shown) <= MAX_VALUE else f"{shown[:MAX_VALUE]}…"
