"""`Router`: opens pages, which features and plugins register by name, in the window."""

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
    """Opens pages by name; `make(function, arguments)` calls the function that returns a page.

    `home()` opens the main menu, `back()` opens it at the group of entries where the player left it.
    """

    def __init__(
        self,
        app: App,
        program: Program,
        make: Callable[[Callable[..., Any], dict[str, Any]], Screen | None],
        home: Callable[[], None],
        back: Callable[[], None],
    ) -> None:
        self._app = app
        self._program = program
        self._make = make
        self.home = home
        self.back = back
        self._names: WeakKeyDictionary[Screen, str] = WeakKeyDictionary()
        self._plugins: WeakKeyDictionary[Screen, str] = WeakKeyDictionary()

    def modules(self) -> list[str]:
        """Return the names of the modules that make pages of the game's features, to import them in advance."""
        pages = self._program.pages().values()
        return sorted({page.target.partition(":")[0] for page in pages if page.guest is None})

    def open(self, name: str, **arguments: Any) -> None:
        """Open the page registered as `name`, made with `arguments`; show a dialog if it cannot be opened."""
        with showing_errors(self._app, _("This page cannot be opened")):
            self._open(name, arguments)

    def open_file(self, path: Path) -> None:
        """Open a file in the page registered for files of its kind; show a dialog if there is none or it fails."""
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
        """Return a plugin's page, `None` if it makes none; close a plugin that fails or whose files have changed."""
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
        """Return the id of the plugin that has made a page, empty for pages of the game itself."""
        return self._plugins.get(screen, "")

    def toggle(self, name: str, **arguments: Any) -> None:
        """Close the page registered as `name` if it is on top, otherwise open it, made with `arguments`."""
        top = self._app.screen_on_top
        if top is not None and self._names.get(top) == name:
            self._app.pop()
        else:
            self.open(name, **arguments)
