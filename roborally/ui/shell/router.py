"""Opens the pages of features by name."""

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.plugin_system.program import PageEntry
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import message


class Router:
    """The pages by name; `make(function, arguments)` calls a page's function, `home` opens the main menu."""

    def __init__(
        self,
        app: App,
        pages: dict[str, PageEntry],
        make: Callable[[Callable[..., Any], dict[str, Any]], Screen | None],
        home: Callable[[], None],
    ) -> None:
        """Open nothing yet."""
        self._app = app
        self._pages = pages
        self._make = make
        self.home = home
        self._names: WeakKeyDictionary[Screen, str] = WeakKeyDictionary()

    def modules(self) -> list[str]:
        """Return the modules that make pages, so that they can be imported before anybody opens one."""
        return sorted({page.target.partition(":")[0] for page in self._pages.values()})

    def open(self, name: str, **arguments: Any) -> None:
        """Open a page; if it cannot be made, a message says why, and nothing else changes."""
        page = self._pages[name]
        try:
            screen = self._make(page.function(), arguments)
        except GameError as error:
            message(self._app, _("This page cannot be opened"), error.message)
            return
        if screen is None:
            return
        self._names[screen] = name
        if page.is_root:
            self._app.replace(lambda: screen)
        else:
            self._app.push(screen)
        if page.music:
            self._app.audio.music(page.music)

    def toggle(self, name: str, **arguments: Any) -> None:
        """Close a page if it is on top, else open it: what a key does."""
        top = self._app.screen_on_top
        if top is not None and self._names.get(top) == name:
            self._app.pop()
        else:
            self.open(name, **arguments)
