"""What covers the window while the server cannot be reached, or plugins come from it: one notice, and a question."""

from collections.abc import Sequence

from roborally.base.translation import _
from roborally.net.client.membership import Membership
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import BUTTON, Action, Dialog, confirm
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect

BAR = 8.0
"""The height of the bar in a notice."""
STEPS = 20
"""In how many steps it grows: each makes the notice anew."""


def draw_bar(layer: Layer, place: Rect, share: float) -> None:
    """Draw in a layer how much of something has come, from 0 to 1."""
    layer.fill(place, theme.colour("line"))
    if share > 0:
        layer.fill(place._replace(width=place.width * share), theme.colour("accent"))


class ConnectionNotice(Dialog):
    """Reports a lost connection, or with a bar what has come: the player can wait, or press its button."""

    def __init__(
        self, app: App, title: str, text: str, buttons: Sequence[tuple[str, Action]], share: float | None = None
    ) -> None:
        """Show a bar if a `share` is told; an empty line at the end of the text is the room for it."""
        self._share = share
        super().__init__(app, title, text if share is None else f"{text}\n ", buttons)

    def lay_out(self) -> None:
        """Build everything, with the bar above the button."""
        super().lay_out()
        if self._share is not None:
            inner = self.area.inset(28)
            draw_bar(self.layer, Rect(inner.x, self.area.y + 24 + BUTTON + 18, inner.width, BAR), self._share)

    def escape(self) -> None:
        """Do the button's action."""
        self.default()


class ConnectionNotices:
    """At most one notice at a time, however often the client tries again."""

    def __init__(self, app: App) -> None:
        """Start without a notice."""
        self._app = app
        self._notice: ConnectionNotice | None = None
        self._shown: tuple[str, str, float | None] = "", "", None
        self._question: Dialog | None = None
        self._fetches = False

    def show(self, title: str, text: str, caption: str, leave: Action, share: float | None = None) -> None:
        """Cover everything with a notice whose only button leaves; one that is shown already changes in its place.

        With a `share` from 0 to 1 it has a bar.

        What lies above it stays there: a question, perhaps in the middle of a click.
        """
        shown = self._notice if self._notice in self._app.screens else None
        if shown is not None and self._shown == (title, text, share):
            return
        self._shown = title, text, share
        self._notice = ConnectionNotice(self._app, title, text, [(caption, leave)], share)
        if shown is None:
            self._app.push(self._notice)
        else:
            self._app.screens[self._app.screens.index(shown)] = self._notice

    def show_fetching(self, membership: Membership, leave: Action) -> None:
        """Show how much has come of the plugins without which a match that has begun cannot be shown."""
        fetches = membership.waits_for_plugins and membership.status.state == "online"
        if fetches:
            text = _("This match is played with plugins that are not here, or in another version. They are being sent.")
            share = round(STEPS * (membership.fetching.share or 0)) / STEPS
            self.show(_("The match begins"), text, _("Leave"), leave, share)
        elif self._fetches and membership.status.state == "online":
            self.hide()
        self._fetches = fetches

    def ask(self, title: str, text: str, yes: str, action: Action) -> None:
        """Ask something that is true only as long as the connection is as it is now."""
        confirm(self._app, title, text, yes, action)
        question = self._app.screen_on_top
        assert isinstance(question, Dialog), "the question has just been put there"
        self._question = question

    def hide(self) -> None:
        """Remove the notice, and what has been asked above it."""
        screens = self._app.screens
        if self._notice in screens:
            at = screens.index(self._notice)
            if self._question in screens[at:]:
                screens.remove(self._question)
            screens.remove(self._notice)
        self._notice = self._question = None

    def forget(self) -> None:
        """Note that another screen is about to replace everything."""
        self._notice = self._question = None
