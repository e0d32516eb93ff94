"""Opens the pages of features by name."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from roborally.base.errors import GameError, any_fault
from roborally.base.translation import _
from roborally.plugin_system.program import Guest, PageEntry, Program
from roborally.profile.program_plugins import CHANGED
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import showing_errors


class Router:
    """The pages of a program; `make(function, arguments)` calls a page's function.

    `home` opens the main menu, `back` opens it where it was left: at a group of its entries.
    """

    def __init__(
        self,
        app: App,
        program: Program,
        make: Callable[[Callable[..., Any], dict[str, Any]], Screen | None],
        home: Callable[[], None],
        back: Callable[[], None],
    ) -> None:
        """Open nothing yet."""
        self._app = app
        self._program = program
        self._make = make
        self.home = home
        self.back = back
        self._names: WeakKeyDictionary[Screen, str] = WeakKeyDictionary()
        self._plugins: WeakKeyDictionary[Screen, str] = WeakKeyDictionary()

    def modules(self) -> list[str]:
        """Return the modules that make pages, so that they can be imported before anybody opens one."""
        pages = self._program.pages().values()
        return sorted({page.target.partition(":")[0] for page in pages if page.guest is None})

    def open(self, name: str, **arguments: Any) -> None:
        """Open a page; if it cannot be made, a message says why, and nothing else changes."""
        with showing_errors(self._app, _("This page cannot be opened")):
            self._open(name, arguments)

    def open_file(self, path: Path) -> None:
        """Open a file with the page of the feature that knows it, or show why not."""
        with showing_errors(self._app, _("This file cannot be opened")):
            name = self._program.page_of_file(path)
            if name is None:
                raise GameError("files of this kind cannot be opened here", where=path.name)
            self._open(name, {"path": path})

    def _open(self, name: str, arguments: dict[str, Any]) -> None:
        page = self._program.pages().get(name)
        if page is None:
            raise GameError("there is no page {name!r}", name=name)
        screen = self._make(page.function(), arguments) if page.guest is None else self._by(page.guest, page, arguments)
        if screen is None:
            return
        self._names[screen] = name
        if page.guest is not None:
            self._plugins[screen] = page.guest.plugin.id
        if page.is_root:
            self._app.replace(lambda: screen)
        else:
            self._app.push(screen)
        if page.music:
            self._app.audio.music(page.music)

    def _by(self, guest: Guest, page: PageEntry, arguments: dict[str, Any]) -> Screen | None:
        """Return a page of a plugin; close the plugin if its files have changed, or if it cannot make the page."""
        try:
            if not guest.is_intact():
                raise GameError(CHANGED)
            screen = self._make(page.function(), arguments)
            if not isinstance(screen, Screen | None):
                raise TypeError(f"{page.target} returns {type(screen).__name__}, not a Screen")
        except any_fault() as error:
            self._program.close(guest.plugin, error)
            return None
        return screen

    def plugin_of(self, screen: Screen) -> str:
        """Return the id of the plugin that has made a page, empty for pages of the game."""
        return self._plugins.get(screen, "")

    def toggle(self, name: str, **arguments: Any) -> None:
        """Close a page if it is on top, else open it: what a key does."""
        top = self._app.screen_on_top
        if top is not None and self._names.get(top) == name:
            self._app.pop()
        else:
            self.open(name, **arguments)
