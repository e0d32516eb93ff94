"""The features of the program and their additions: pages, menu entries and hooks.

A feature is a package in `roborally.features`; its module `feature` has the hooks of `ProgramHooks` that it needs. It
names functions as `module:function`, relative to its package, so that `feature.py` is quick to import.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pluggy

from roborally.base import paths

PROJECT = "roborally-program"
PACKAGE = "roborally.features"
MODULE = "feature"
"""The name of a feature's module with its hooks."""
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@dataclass(frozen=True)
class PageEntry:
    """A page; `target` is the `module:function` that makes it, `music` its music, empty for none."""

    name: str
    target: str
    is_root: bool
    music: str

    def function(self) -> Callable[..., Any]:
        """Import and return the function that makes the page."""
        module, _colon, name = self.target.partition(":")
        found: Callable[..., Any] = getattr(import_module(module), name)
        return found


@dataclass(frozen=True)
class MenuItem:
    """A button of the main menu; `act` is the name of a page to open, or a function to call."""

    text: str
    icon: str
    act: str | Callable[[], None]
    order: int
    badge: Any


class Command(NamedTuple):
    """A command of the command line; `module` has `add_arguments(parser)` and `run(arguments)`."""

    text: str
    module: str
    order: int


@dataclass
class Commands:
    """The commands of the command line by name; `package` is that of the feature that adds some."""

    found: dict[str, Command] = field(default_factory=dict)
    package: str = ""

    def add(self, name: str, text: str, *, order: int, module: str = "cli") -> None:
        """Add a command with what it does, in a line without a full stop; a `module` of the feature runs it.

        Commands with a smaller `order` are listed first. Raise `ValueError` if the name is taken.
        """
        if name in self.found:
            raise ValueError(f"the command {name!r} is there already")
        self.found[name] = Command(text, f"{self.package}.{module}", order)


@dataclass
class Pages:
    """The pages of the window by name; `package` is that of the feature that is adding pages."""

    found: dict[str, PageEntry] = field(default_factory=dict)
    package: str = ""

    def add(self, name: str, target: str, *, is_root: bool = False, music: str = "") -> None:
        """Add a page: `target` is a `module:function` of the feature.

        It is called with the services of the window and the arguments of the caller. It returns a `Screen`, or `None`
        if it has opened one itself, and may raise `GameError`. A root page replaces all others. Raises `ValueError` if
        the name is taken.
        """
        if name in self.found:
            raise ValueError(f"the page {name!r} is there already")
        self.found[name] = PageEntry(name, f"{self.package}.{target}", is_root, music)


@dataclass
class Menu:
    """The entries of the main menu by group: `play`, `learn`, `watch`, `workshop`, and those `below` the groups."""

    groups: dict[str, list[MenuItem]] = field(
        default_factory=lambda: {name: [] for name in ("play", "learn", "watch", "workshop", "below")}
    )

    def add(
        self, group: str, text: str, icon: str, act: str | Callable[[], None], *, order: int, badge: Any = None
    ) -> None:
        """Add an entry to a group; entries with a smaller `order` come first. Raise `KeyError` for an unknown group."""
        self.groups[group].append(MenuItem(text, icon, act, order, badge))


class ProgramHooks:
    """The hooks of `feature.py`. None is called while a match is computed."""

    @hookspec
    def register_commands(self, commands: Commands) -> None:
        """Add commands: `commands.add("exhibit", "let bots play against each other", order=200)`."""

    @hookspec
    def register_pages(self, pages: Pages) -> None:
        """Add pages: `pages.add("daily", "window.desk:open_page")`. Called once, before the window opens."""

    @hookspec
    def register_menu(self, menu: Menu, services: Any) -> None:
        """Add entries whenever the menu is made: `menu.add("play", _("Daily course"), "timer", "daily", order=300)`."""

    @hookspec
    def page_of_file(self, path: Path) -> Any:
        """Return the name of the page that opens a file, which is called with its `path`; `None` for other files.

        Raise `GameError` if the file is damaged.
        """

    @hookspec
    def prepare(self, services: Any) -> Any:
        """Return a function that does one step of work for later pages while the main menu is idle.

        The function returns whether there is more to do.
        """

    @hookspec
    def chosen_mode(self, services: Any) -> Any:
        """Return the id of the mode that the player has chosen last, or `None`."""

    @hookspec
    def match_opening(self, services: Any, game: Any) -> Any:
        """Return a function that shows a page before a match, or `None`; it gets `begin`, which starts the match."""

    @hookspec
    def match_over(self, services: Any, over: Any) -> Any:
        """Handle the end of a match on this machine; return a list of `ResultButton`s for its page, or `None`."""

    @hookspec
    def match_recorded(self, services: Any, course: str, make: Callable[[], bytes]) -> None:
        """Handle a finished match on a course, here or on a server.

        `make()` returns its replay file; it may be called in another thread.
        """

    @hookspec
    def replay_opened(self, services: Any, screen: Any) -> None:
        """Add an overlay to a `ReplayScreen` that is about to be shown."""

    @hookspec
    def started(self, services: Any) -> None:
        """Begin what runs while a player uses the window; tests leave it out."""

    @hookspec
    def settings_changed(self, services: Any, before: Any) -> None:
        """Follow a change of the player's settings; `before` are the earlier ones."""

    @hookspec
    def plugins_changed(self, services: Any) -> None:
        """Clear caches made from plugins, since plugins were installed or removed, or their files have changed."""


class Program:
    """The features of the program, in the order of their names."""

    def __init__(self, features: Sequence[ModuleType]) -> None:
        """Use the modules with the hooks; raise `pluggy.PluginValidationError` if a hook is unknown or misnamed."""
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(ProgramHooks)
        for module in features:
            self._manager.register(module)
        self._manager.check_pending()
        self._features = tuple(features)

    def ask(self, hook: str, **arguments: Any) -> Iterator[Any]:
        """Call a hook of each feature, and yield the results that are not `None`."""
        for feature in self._features:
            yield from self._call(feature, hook, arguments)

    def call(self, hook: str, **arguments: Any) -> None:
        """Call a hook of each feature."""
        for _answer in self.ask(hook, **arguments):
            pass

    def _call(self, feature: ModuleType, hook: str, arguments: dict[str, Any]) -> list[Any]:
        others = [other for other in self._features if other is not feature]
        answers: list[Any] = self._manager.subset_hook_caller(hook, others)(**arguments)
        return answers

    def commands(self) -> dict[str, Command]:
        """Return the commands of all features by name."""
        commands = Commands()
        self._register(commands, "register_commands", commands=commands)
        return commands.found

    def pages(self) -> dict[str, PageEntry]:
        """Return the pages of all features by name."""
        pages = Pages()
        self._register(pages, "register_pages", pages=pages)
        return pages.found

    def _register(self, registry: Commands | Pages, hook: str, **arguments: Any) -> None:
        """Call a hook of each feature, whose package the registry knows meanwhile."""
        for feature in self._features:
            registry.package = feature.__name__.rpartition(".")[0]
            self._call(feature, hook, arguments)

    def menu(self, services: Any) -> Menu:
        """Return a menu with the entries of all features."""
        menu = Menu()
        self.call("register_menu", menu=menu, services=services)
        return menu

    def page_of_file(self, path: Path) -> str | None:
        """Return the name of the page that opens a file, or `None`; raise `GameError` if the file is damaged."""
        return next(self.ask("page_of_file", path=path), None)


def own_program() -> Program:
    """Return the program with the features that come with the game."""
    names = sorted(path.parent.name for path in (paths.package_folder() / "features").glob(f"*/{MODULE}.py"))
    return Program([import_module(f"{PACKAGE}.{name}.{MODULE}") for name in names])
