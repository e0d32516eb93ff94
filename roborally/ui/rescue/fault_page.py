"""The page that reports an error and the state of the match."""

from collections.abc import Sequence

from roborally.base.translation import _
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, Dialog
from roborally.ui.toolkit.input.clipboard import copied

LOOK_SECONDS = 0.5
FEW = 4
"""The largest number of stacked buttons; more of them are in two columns."""


class FaultPage(Dialog):
    """The only screen of the window, without any part of the screen that has failed.

    A button copies `report` into the clipboard. `look` is called every half second: it may show another screen if the
    cause of the error has been fixed. Esc opens the main menu.
    """

    opaque = True

    def __init__(
        self,
        app: App,
        title: str,
        sentences: Sequence[str],
        report: str,
        *,
        ways: Sequence[tuple[str, Action]],
        main_menu: Action,
        look: Action | None,
    ) -> None:
        """Describe the error; `ways` are the possible actions for the match, the usual one first."""
        self.report = report
        copying = _("Copy report")
        buttons = [*ways, (_("Main menu"), main_menu), (copying, self.copy), (_("Quit RoboRally"), app.quit)]
        columns = 1 if len(buttons) <= FEW else 2
        text = "\n\n".join(sentences)
        super().__init__(app, title, text, buttons, row=False, columns=columns, width=620, escape=main_menu)
        self._look = look
        self._seconds = 0.0
        self._copying = [caption for caption, _action in buttons].index(copying)
        app.on_hold = True

    def copy(self) -> None:
        """Copy the report into the clipboard, and say so on the button."""
        self.rename(self._copying, copied(self.report))

    def update(self, seconds: float) -> None:
        """Check whether the cause of the error has been fixed."""
        super().update(seconds)
        self._seconds += seconds
        if self._look is not None and self._seconds >= LOOK_SECONDS:
            self._seconds = 0.0
            self._look()

    def closed(self) -> None:
        """Let the services run again."""
        self.app.on_hold = False
