"""The layer in front of a match and behind its menus, for questions and curtains."""

from collections.abc import Callable

from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.theme import Rect


class Foreground:
    """Lays screens right above the one of a match, so that they do not jump into the way of somebody in a menu.

    What lies there covers `area`, and leads to the in-game menu with `menu()`.
    """

    def __init__(self, screen: Screen, area: Rect, menu: Callable[[], None]) -> None:
        """Begin with nothing above `screen`."""
        self.area = area
        self.menu = menu
        self._screen = screen

    @property
    def app(self) -> App:
        """The window."""
        return self._screen.app

    def put(self, screen: Screen) -> None:
        """Lay a screen there."""
        self.app.screens.insert(self.app.screens.index(self._screen) + 1, screen)

    def take_away(self, screen: Screen) -> None:
        """Take a screen away, if it still lies there."""
        if screen in self.app.screens:
            self.app.screens.remove(screen)

    def replace(self, old: Screen, new: Screen) -> None:
        """Lay a screen in the place of another."""
        self.app.screens[self.app.screens.index(old)] = new
