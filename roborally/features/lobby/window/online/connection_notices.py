"""Notices over the window while the client connects, reconnects or receives a match, and questions above them."""

from roborally.base.translation import _
from roborally.net.client.membership import Membership
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import BUTTON, Action, Dialog, confirm
from roborally.ui.toolkit.layout.branches import column, space
from roborally.ui.toolkit.layout.leaves import build_in, progress
from roborally.ui.toolkit.layout.nodes import Node

STEPS = 20
"""The number of steps in which the progress bar moves; each step creates the notice again."""


class ConnectionNotice(Dialog):
    """A dialog about the connection, perhaps with a progress bar, whose only button leaves the match."""

    def __init__(self, app: App, title: str, text: str, leave: Action, share: float | None) -> None:
        """Show a progress bar if there is a `share` (0 to 1); `leave()` is called by the button."""
        self._share = share
        super().__init__(app, title, text if share is None else f"{text}\n ", [(_("Leave"), leave)], escape=leave)

    def lay_out(self) -> None:
        """Lay the dialog out, with the progress bar above the button."""
        super().lay_out()
        if self._share is not None:
            bar = column(space(), progress(self._share), Node().high(BUTTON + 14), gap=0)
            build_in(self.area.inset(28), bar, self.layer)


class ConnectionNotices:
    """Shows at most one notice about the connection at a time, and a question above it."""

    def __init__(self, app: App, leave: Action) -> None:
        """Show nothing yet; `leave()` is called by the button of each notice."""
        self._app, self._leave = app, leave
        self._notice: ConnectionNotice | None = None
        self._shown: tuple[str, str, float | None] = "", "", None
        self._question: Dialog | None = None
        self._begins = False

    def show(self, title: str, text: str, share: float | None = None) -> None:
        """Show a notice over everything, or in place of the one shown; its only button leaves the match.

        With a `share` from 0 to 1 it has a progress bar. A question above the earlier notice stays open.
        """
        shown = self._notice if self._notice in self._app.screens else None
        if shown is not None and self._shown == (title, text, share):
            return
        self._shown = title, text, share
        self._notice = ConnectionNotice(self._app, title, text, self._leave, share)
        if shown is None:
            self._app.push(self._notice)
        else:
            self._app.screens[self._app.screens.index(shown)] = self._notice

    def show_beginning(self, membership: Membership) -> None:
        """Show how much of a match that begins, and of its plugins, has arrived; hide the notice once it is there."""
        if membership.status.state != "online":
            self._begins = False
            return
        begins, arrival = membership.begins, membership.line.arrival  # it may be complete by now
        if membership.waits_for_plugins:
            text = _("This match is played with plugins that are not here, or in another version. They are being sent.")
            share = membership.fetching.share or 0.0
        elif begins:
            text, share = _("The server is sending it."), arrival.share if arrival is not None else 1.0
        elif self._begins:
            self.hide()
        self._begins = begins
        if begins:
            self.show(_("The match begins"), text, round(STEPS * share) / STEPS)

    def ask(self, title: str, text: str, yes: str, action: Action) -> None:
        """Ask for confirmation in a dialog that `hide` closes, too; `yes` is the text of the button for `action`."""
        confirm(self._app, title, text, yes, action)
        question = self._app.screen_on_top
        assert isinstance(question, Dialog), "the question has just been put there"
        self._question = question

    @property
    def asks(self) -> bool:
        """Whether the dialog of `ask` is open."""
        return self._question in self._app.screens

    def hide(self) -> None:
        """Close the notice, and the dialog of `ask` if that is above the notice."""
        screens = self._app.screens
        if self._notice in screens:
            at = screens.index(self._notice)
            if self._question in screens[at:]:
                screens.remove(self._question)
            screens.remove(self._notice)
        self._notice = self._question = None

    def forget(self) -> None:
        """Forget the notice without closing it, because another screen is about to replace everything."""
        self._notice = self._question = None
