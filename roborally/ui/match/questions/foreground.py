"""The layer in front of a match and behind its menus, for questions and curtains."""

from collections.abc import Callable

from roborally.ui.match.arrangement import Arrangement, last_column
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.theme import Rect


class Foreground:
    """Inserts screens right above the match, so that they do not cover an open menu.

    They cover the panel of `arrangement()`; `menu()` opens the in-game menu, and `shortcut(key, modifiers)` acts on a
    key of the match and returns whether it is one.
    """

    def __init__(
        self,
        screen: Screen,
        arrangement: Callable[[], Arrangement],
        menu: Callable[[], None],
        shortcut: Callable[[int, int], bool],
    ) -> None:
        """Start with nothing above `screen`."""
        self.menu = menu
        self.shortcut = shortcut
        self.screen = screen
        """The match, which keeps the mouse over the board."""
        self._arrangement = arrangement

    @property
    def board(self) -> Rect:
        """The place of the board, which is never covered."""
        return self._arrangement().board

    @property
    def area(self) -> Rect:
        """The place of the panel."""
        return self._arrangement().room

    @property
    def column(self) -> Rect:
        """The place for questions: the panel, or its second column."""
        return last_column(self._arrangement().room)

    @property
    def app(self) -> App:
        """The window."""
        return self.screen.app

    def put(self, screen: Screen) -> None:
        """Insert a screen."""
        self.app.screens.insert(self.app.screens.index(self.screen) + 1, screen)

    def take_away(self, screen: Screen) -> None:
        """Remove a screen, if it is still there."""
        if screen in self.app.screens:
            self.app.screens.remove(screen)

    def replace(self, old: Screen, new: Screen) -> None:
        """Replace a screen."""
        self.app.screens[self.app.screens.index(old)] = new
