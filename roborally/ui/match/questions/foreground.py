"""The place in front of a match and behind its menus, for dialogs of questions and for curtains."""

from collections.abc import Callable

from roborally.ui.match.arrangement import Arrangement, last_column
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.theme import Rect


class Foreground:
    """Inserts screens right above the match, so that open menus stay on top.

    They cover the panel of `arrangement()`; `menu()` opens the in-game menu, and `shortcut(key, modifiers)` runs a key
    of the match and returns whether it is one.
    """

    def __init__(
        self,
        screen: Screen,
        arrangement: Callable[[], Arrangement],
        menu: Callable[[], None],
        shortcut: Callable[[int, int], bool],
    ) -> None:
        self.menu = menu
        self.shortcut = shortcut
        self.screen = screen
        """The screen of the match, which keeps the mouse over the board."""
        self._arrangement = arrangement

    @property
    def board(self) -> Rect:
        """Return the rectangle of the board, which is never covered."""
        return self._arrangement().board

    @property
    def area(self) -> Rect:
        """Return the visible rectangle of the panel."""
        return self._arrangement().room

    @property
    def column(self) -> Rect:
        """Return the rectangle for questions: the panel, or its second column."""
        return last_column(self._arrangement().room)

    @property
    def app(self) -> App:
        """Return the window."""
        return self.screen.app

    def put(self, screen: Screen) -> None:
        """Insert a screen right above the match."""
        self.app.screens.insert(self.app.screens.index(self.screen) + 1, screen)

    def take_away(self, screen: Screen) -> None:
        """Remove a screen, if it is still shown."""
        if screen in self.app.screens:
            self.app.screens.remove(screen)

    def replace(self, old: Screen, new: Screen) -> None:
        """Replace a screen, which must be shown, by another one."""
        self.app.screens[self.app.screens.index(old)] = new
