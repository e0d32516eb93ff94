"""The page that says that something has failed, and what has become of the match."""

from collections.abc import Sequence

from roborally.base.translation import _
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, Dialog
from roborally.ui.toolkit.widgets import Button


class FaultPage(Dialog):
    """Stands alone in the window; nothing of what has failed is left below it.

    `report` goes to the clipboard with a button. Esc leads to the main menu, or quits.
    """

    opaque = True

    def __init__(
        self,
        app: App,
        sentences: Sequence[str],
        report: str,
        *,
        go_on: Action | None,
        main_menu: Action | None,
    ) -> None:
        """Tell what has happened; without `go_on` there is nothing that could be continued."""
        self.report = report
        buttons = [] if go_on is None else [(_("Continue the match"), go_on)]
        buttons += [] if main_menu is None else [(_("Main menu"), main_menu)]
        buttons += [(_("Copy report"), self.copy), (_("Quit RoboRally"), app.quit)]
        super().__init__(app, _("Something has failed"), "\n\n".join(sentences), buttons, row=False, width=620)
        self._leave = main_menu or app.quit
        copy = self.controls.widgets[-2]
        assert isinstance(copy, Button), "a dialog has buttons alone"
        self._copy = copy
        app.on_hold = True

    def copy(self) -> None:
        """Put the report into the clipboard, and say so on the button."""
        try:
            self.app.set_clipboard_text(self.report)
        except Exception:  # pyglet passes on any error of the window system
            caption = _("It could not be copied")
        else:
            caption = _("The report is copied")
        self._copy.text = caption

    def closed(self) -> None:
        """Let the services run again."""
        self.app.on_hold = False

    def escape(self) -> None:
        """Leave the match."""
        self._leave()
