"""`FaultPage`, the page about an unexpected error, with buttons to continue, to copy a report, or to quit."""

from collections.abc import Sequence

from roborally.base.translation import _
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, Dialog
from roborally.ui.toolkit.input.clipboard import copied

LOOK_SECONDS = 0.5
FEW = 4
"""The maximum number of buttons in one column; a larger number is divided into two columns."""


class FaultPage(Dialog):
    """A page about an error, which is the only screen of the window, because other screens may have failed.

    A button copies `report` into the clipboard. `look` is called every half second, and shows another screen if the
    cause of the error has been fixed; `None` to do nothing. Esc opens the main menu.
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
        """Show the sentences as paragraphs; `ways` are captions and actions of buttons, the usual one first."""
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
        """Copy the report into the clipboard, and change the button's caption."""
        self.rename(self._copying, copied(self.report))

    def update(self, seconds: float) -> None:
        """Call `look` when half a second has passed since the last time."""
        super().update(seconds)
        self._seconds += seconds
        if self._look is not None and self._seconds >= LOOK_SECONDS:
            self._seconds = 0.0
            self._look()

    def closed(self) -> None:
        """Let the window's services run again, which do not run while this page is open."""
        self.app.on_hold = False
