"""What covers the window while the server cannot be reached: one notice, and the question whether to leave."""

from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, Dialog, confirm


class ConnectionNotice(Dialog):
    """Reports a lost connection: the player can wait, or press its button."""

    def escape(self) -> None:
        """Do the button's action."""
        self.default()


class ConnectionNotices:
    """At most one notice at a time, however often the client tries again."""

    def __init__(self, app: App) -> None:
        """Start without a notice."""
        self._app = app
        self._notice: ConnectionNotice | None = None
        self._told = "", ""
        self._question: Dialog | None = None

    def show(self, title: str, text: str, caption: str, leave: Action) -> None:
        """Cover everything with a notice whose only button leaves; one that is shown already changes in its place.

        What lies above it stays there: a question, perhaps in the middle of a click.
        """
        shown = self._notice if self._notice in self._app.screens else None
        if shown is not None and self._told == (title, text):
            return
        self._told = title, text
        self._notice = ConnectionNotice(self._app, title, text, [(caption, leave)])
        if shown is None:
            self._app.push(self._notice)
        else:
            self._app.screens[self._app.screens.index(shown)] = self._notice

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
