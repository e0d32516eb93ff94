"""Opens the pages of features by name."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.plugin_system.program import Program
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import message


class Router:
    """The pages of a program; `make(function, arguments)` calls a page's function, `home` opens the main menu."""

    def __init__(
        self,
        app: App,
        program: Program,
        make: Callable[[Callable[..., Any], dict[str, Any]], Screen | None],
        home: Callable[[], None],
    ) -> None:
        """Open nothing yet."""
        self._app = app
        self._program = program
        self._pages = program.pages()
        self._make = make
        self.home = home
        self._names: WeakKeyDictionary[Screen, str] = WeakKeyDictionary()

    def modules(self) -> list[str]:
        """Return the modules that make pages, so that they can be imported before anybody opens one."""
        return sorted({page.target.partition(":")[0] for page in self._pages.values()})

    def open(self, name: str, **arguments: Any) -> None:
        """Open a page; if it cannot be made, a message says why, and nothing else changes."""
        with self._explained(_("This page cannot be opened")):
            self._open(name, arguments)

    def open_file(self, path: Path) -> None:
        """Open a file with the page of the feature that knows it, or show why not."""
        with self._explained(_("This file cannot be opened")):
            name = self._program.page_of_file(path)
            if name is None:
                raise GameError("files of this kind cannot be opened here", where=path.name)
            self._open(name, {"path": path})

    @contextmanager
    def _explained(self, title: str) -> Iterator[None]:
        """Show a `GameError` as a message with this title."""
        try:
            yield
        except GameError as error:
            message(self._app, title, error.message)

    def _open(self, name: str, arguments: dict[str, Any]) -> None:
        page = self._pages[name]
        screen = self._make(page.function(), arguments)
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
