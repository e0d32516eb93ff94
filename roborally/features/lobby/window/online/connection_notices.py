"""The notice over the window while the server cannot be reached or sends plugins, and a question over it."""

from roborally.base.translation import _
from roborally.net.client.membership import Membership
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import BUTTON, Action, Dialog, confirm
from roborally.ui.toolkit.layout.branches import column, space
from roborally.ui.toolkit.layout.leaves import build_in, progress
from roborally.ui.toolkit.layout.nodes import Node

STEPS = 20
"""The number of steps of the bar; each step creates the notice again."""


class ConnectionNotice(Dialog):
    """Reports a lost connection, or progress with a bar: the player can wait, or leave."""

    def __init__(self, app: App, title: str, text: str, leave: Action, share: float | None) -> None:
        """Show a bar if there is a `share`; an empty line at the end of the text makes space for it."""
        self._share = share
        super().__init__(app, title, text if share is None else f"{text}\n ", [(_("Leave"), leave)], escape=leave)

    def lay_out(self) -> None:
        """Lay everything out, with the bar above the button."""
        super().lay_out()
        if self._share is not None:
            bar = column(space(), progress(self._share), Node().high(BUTTON + 14), gap=0)
            build_in(self.area.inset(28), bar, self.layer)


class ConnectionNotices:
    """At most one notice at a time, however often the client retries."""

    def __init__(self, app: App, leave: Action) -> None:
        """Start without a notice; `leave` is what its button does."""
        self._app, self._leave = app, leave
        self._notice: ConnectionNotice | None = None
        self._shown: tuple[str, str, float | None] = "", "", None
        self._question: Dialog | None = None
        self._begins = False

    def show(self, title: str, text: str, share: float | None = None) -> None:
        """Cover everything with a notice whose only button leaves; replace a shown notice in its place.

        With a `share` from 0 to 1 it has a bar. A screen above the old notice stays there, such as a question.
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
        """Show the progress of fetching a starting match, and the plugins that it needs."""
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
        """Ask a question that is valid only while the connection stays as it is."""
        confirm(self._app, title, text, yes, action)
        question = self._app.screen_on_top
        assert isinstance(question, Dialog), "the question has just been put there"
        self._question = question

    @property
    def asks(self) -> bool:
        """Whether the question is open."""
        return self._question in self._app.screens

    def hide(self) -> None:
        """Remove the notice and the question above it."""
        screens = self._app.screens
        if self._notice in screens:
            at = screens.index(self._notice)
            if self._question in screens[at:]:
                screens.remove(self._question)
            screens.remove(self._notice)
        self._notice = self._question = None

    def forget(self) -> None:
        """Forget the notice, because another screen is about to replace everything."""
        self._notice = self._question = None
