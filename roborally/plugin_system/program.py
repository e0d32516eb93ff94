"""What features and plugins add to the program outside of matches: commands, pages, menu entries and hooks.

A feature is a package in `roborally.features`; its module `feature` has the hooks of `ProgramHooks` that it needs. It
names functions as `module:function`, relative to its package, so that `feature.py` is quick to import. A plugin that
the player has switched on (`roborally.profile.program_plugins`) has such a module, too; when it fails, it is closed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import pluggy

from roborally.base import paths
from roborally.base.errors import GameError, Message, any_fault
from roborally.base.translation import plugin_text

if TYPE_CHECKING:
    from roborally.plugin_system.loader import Plugin

PROJECT = "roborally-program"
PACKAGE = "roborally.features"
MODULE = "feature"
"""The name of the module with the hooks of a feature."""
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)
LAST = 900
"""The `order` of commands and menu entries that give none: behind those of the game."""
MAX_TEXT = 60
"""The maximum length of a text that a plugin adds to the menu, in letters."""


class Guest(NamedTuple):
    """A plugin that adds to the program; `is_intact()` returns whether its files are as when it was switched on."""

    plugin: "Plugin"
    is_intact: Callable[[], bool]


@dataclass(frozen=True)
class PageEntry:
    """A page of the window; `target` names the function that makes it (see `Pages.add`), `music` is empty for none."""

    name: str
    target: str
    is_root: bool
    music: str
    guest: Guest | None = None

    def function(self) -> Callable[..., Any]:
        """Return the function that makes the page, from its module, which is imported now."""
        module, _colon, name = self.target.partition(":")
        owner, _dot, method = name.partition(".")
        found: Any = getattr(import_module(module), owner)
        if not method:
            return found  # type: ignore[no-any-return]
        act = getattr(found, method)
        return lambda services, **values: act(services.of(found), **values)


@dataclass(frozen=True)
class MenuItem:
    """A button of the main menu; `act` is the name of a page to open or a function to call, `badge` a mark on it."""

    text: str
    icon: str
    act: str | Callable[[], None]
    order: int
    badge: Any


class Command(NamedTuple):
    """A command of the command line with its description; `module` has `add_arguments(parser)` and `run(arguments)`."""

    text: str
    module: str
    order: int


@dataclass
class Additions:
    """A collection of what features add; `package` and `guest` are those of the feature whose hook is running."""

    package: str = ""
    guest: Guest | None = None

    def check_name(self, name: str, found: Mapping[str, Any], kind: str) -> None:
        """Raise `ValueError` if `name` is in `found`, or does not begin with the id of the plugin that is adding it."""
        if name in found:
            raise ValueError(f"the {kind} {name!r} is there already")
        if self.guest is not None and not f"{name}-".startswith(f"{self.guest.plugin.id}-"):
            id_ = self.guest.plugin.id
            raise ValueError(f"the {kind} {name!r} must be called {id_!r}, or begin with '{id_}-'")


@dataclass
class Commands(Additions):
    """The commands of the command line that features add, by name."""

    found: dict[str, Command] = field(default_factory=dict)

    def add(self, name: str, text: str, *, order: int = LAST, module: str = "cli") -> None:
        """Add a command; `text` says what it does, in a line without a full stop; a `module` of the feature runs it.

        Commands with a smaller `order` are listed first. Raise `ValueError` if the name is taken.
        """
        self.check_name(name, self.found, "command")
        self.found[name] = Command(text, f"{self.package}.{module}", order)


@dataclass
class Pages(Additions):
    """The pages of the window that features add, by name."""

    found: dict[str, PageEntry] = field(default_factory=dict)

    def add(self, name: str, target: str, *, is_root: bool = False, music: str = "") -> None:
        """Add a page; `target` is a `module:function` of the feature, or a `module:Class.method` of a service.

        A function is called with the services of the window and the arguments of the caller. A method is called on
        `services.of(Class)`, with the arguments of the caller only. Both return a `Screen`, or `None` if they have
        opened one, and may raise `GameError`. A page with `is_root` replaces all others. Raise `ValueError` if the
        name is taken.
        """
        self.check_name(name, self.found, "page")
        self.found[name] = PageEntry(name, f"{self.package}.{target}", is_root, music, self.guest)


@dataclass
class Menu(Additions):
    """The entries of the main menu by group: `play`, `learn`, `workshop`, and those `below` these."""

    groups: dict[str, list[MenuItem]] = field(
        default_factory=lambda: {name: [] for name in ("play", "learn", "workshop", "below")}
    )

    def add(
        self, group: str, text: str, icon: str, act: str | Callable[[], None], *, order: int = LAST, badge: Any = None
    ) -> None:
        """Add an entry that opens the page named `act` or calls the function `act`; a smaller `order` is first.

        `icon` is the name of a shared icon, `badge` a mark on the entry. Raise `KeyError` for an unknown group.
        """
        if self.guest is not None:
            text = plugin_text(self.guest.plugin.folder, text)[:MAX_TEXT]
            if not (paths.asset_folder() / "icons" / f"{icon}.png").is_file():
                raise ValueError(f"there is no symbol {icon!r}")
            badge = None
        self.groups[group].append(MenuItem(text, icon, act, order, badge))


class ProgramSetting(NamedTuple):
    """A setting that a plugin adds; `choices` are the values with their texts, empty for a switch."""

    name: str
    default: bool | str
    text: str
    choices: Mapping[str, str]


@dataclass
class ProgramSettings(Additions):
    """The settings that plugins add to the program, by the ids of the plugins."""

    found: dict[str, list[ProgramSetting]] = field(default_factory=dict)

    def add(self, name: str, default: bool | str, text: str, choices: Mapping[str, str] | None = None) -> None:
        """Add a setting with its text: a switch, or a choice with the text of each value.

        `roborally.feature.read_setting` reads it. Raise `ValueError` for a default that is not among the choices.
        """
        if self.guest is None:
            raise ValueError("the settings of the game are those of roborally.profile")
        if not isinstance(default, bool) and default not in (choices or {}):
            raise ValueError(f"the setting {name!r} has no choice {default!r}")
        folder = self.guest.plugin.folder
        titles = {value: plugin_text(folder, title) for value, title in (choices or {}).items()}
        setting = ProgramSetting(name, default, plugin_text(folder, text), titles)
        self.found.setdefault(self.guest.plugin.id, []).append(setting)


class ProgramHooks:
    """The hooks of a `feature.py`; none is called while a match is computed. `services.of(Class)` returns a service."""

    @hookspec
    def register_commands(self, commands: Commands) -> None:
        """Add commands: `commands.add("exhibit", "let bots play against each other", order=200)`."""

    @hookspec
    def register_pages(self, pages: Pages) -> None:
        """Add pages: `pages.add("story", "window.desk:open_page")`. Called once, before the window opens."""

    @hookspec
    def register_menu(self, menu: Menu, services: Any) -> None:
        """Add entries whenever the menu is made: `menu.add("play", _("Daily course"), "timer", "daily", order=300)`."""

    @hookspec
    def register_settings(self, settings: ProgramSettings) -> None:
        """Add settings of a plugin: `settings.add("loud", False, "Greet loudly")`; the page of plugins shows them."""

    @hookspec
    def page_of_file(self, path: Path) -> Any:
        """Return the name of the page that opens the file `path`, its argument; `None` for other kinds of files.

        Raise `GameError` if the file is damaged.
        """

    @hookspec
    def prepare(self, services: Any) -> Any:
        """Return a function that does one step of work for later pages while the main menu is idle.

        The function returns whether there is more to do.
        """

    @hookspec
    def chosen_mode(self, services: Any) -> Any:
        """Return the id of the mode that the player has chosen last, or `None` if there is no choice yet."""

    @hookspec
    def first_start(self, services: Any) -> None:
        """Open a page above the main menu for a player who starts the game for the first time."""

    @hookspec
    def match_over(self, services: Any, over: Any) -> Any:
        """Handle the end of a match here, a `MatchOver`; return a list of `ResultButton`s for its page, or `None`."""

    @hookspec
    def match_kind(self, services: Any, config: Any) -> Any:
        """Return what kind of match has this `MatchConfig`, such as “Daily course”, or `None` for others."""

    @hookspec
    def deciding_moment(self, services: Any, context: Any, load: Callable[[], Any]) -> Any:
        """Return a function that makes the moment that decided a finished match, for the canvas of the result page.

        The function returns a `PlayedMoment` of that page. `load()` returns the match's record, or `None` while it is
        being read; it raises `GameError` if there is no record. Return `None` instead of a function to show no moment.
        """

    @hookspec
    def match_recorded(self, services: Any, course: str, make: Callable[[], bytes]) -> None:
        """Handle a match that has finished, on this machine or on a server; `course` is the name of its course.

        `make()` returns its replay file; it may be called in another thread.
        """

    @hookspec
    def replay_opened(self, services: Any, screen: Any) -> None:
        """Add an overlay to a `ReplayScreen` that is about to be shown."""

    @hookspec
    def started(self, services: Any) -> None:
        """Start background work for the time that a player uses the window; tests do not call this."""

    @hookspec
    def settings_changed(self, services: Any, before: Any) -> None:
        """Adapt to the changed settings of the player; `before` are the earlier settings."""

    @hookspec
    def plugins_changed(self, services: Any) -> None:
        """Clear caches made from plugins: some were installed, removed or changed."""


class Program:
    """The features of the program, sorted by name, and the plugins that add to the program."""

    def __init__(self, features: Sequence[ModuleType]) -> None:
        """Use these modules with hooks; raise `pluggy.PluginValidationError` for an unknown or misnamed hook."""
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(ProgramHooks)
        for module in features:
            self._manager.register(module)
        self._manager.check_pending()
        self._features = tuple(features)
        self.guests: dict[ModuleType, Guest] = {}
        """The plugins that add to the program, by their `feature` module."""
        self.on_close: Callable[[Plugin, Message], None] = lambda plugin, why: None
        """Called with a plugin and the reason when the plugin has failed and was closed."""

    # --- plugins --------------------------------------------------------------------------------------------------

    def admit(self, guest: Guest) -> None:
        """Let a plugin add to the program; close it at once if its module cannot be used."""
        module: ModuleType | None = None
        try:
            module = guest.plugin.load(MODULE)
            if module is None:
                raise GameError("there is no {file}", file=f"{MODULE}.py")
            self._manager.register(module)
            self.guests[module] = guest
            self._features += (module,)
            self._manager.check_pending()
        except any_fault() as error:
            self.close(guest.plugin, error)

    def close(self, plugin: "Plugin", why: BaseException | Message) -> bool:
        """Remove what a plugin adds to the program and call `on_close` with the reason.

        Return whether the plugin had been admitted.
        """
        module = next((module for module, guest in self.guests.items() if guest.plugin.id == plugin.id), None)
        if module is not None:
            self.leave_out(module)
        if not isinstance(why, Message):
            from roborally.plugin_system.faults import fault_of

            fault = fault_of(why, [plugin])
            own = why.message if isinstance(why, GameError) else f"{type(why).__name__}: {why}"
            why = fault.message if fault is not None else Message.of("{problem}", problem=own)
        self.on_close(plugin, why)
        return module is not None

    def leave_out(self, module: ModuleType) -> None:
        """Remove an admitted plugin, by its module, without calling `on_close`."""
        del self.guests[module]
        self._features = tuple(feature for feature in self._features if feature is not module)
        self._manager.unregister(module)

    def _guarded(self, guest: Guest, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a wrapper of a plugin's function that closes the plugin on an error, and then returns only `None`."""

        def call(*arguments: Any) -> Any:
            if guest not in self.guests.values():
                return None
            try:
                return function(*arguments)
            except any_fault() as error:
                self.close(guest.plugin, error)
                return None

        return call

    # --- hooks ----------------------------------------------------------------------------------------------------

    def ask(self, hook: str, **arguments: Any) -> Iterator[Any]:
        """Call this hook of each feature with `arguments` and yield the results that are not `None`."""
        for feature in self._features:
            yield from self._call(feature, hook, arguments)

    def call(self, hook: str, **arguments: Any) -> None:
        """Call this hook of each feature with `arguments`."""
        for _answer in self.ask(hook, **arguments):
            pass

    def _call(self, feature: ModuleType, hook: str, arguments: dict[str, Any]) -> list[Any]:
        others = [other for other in self._features if other is not feature]
        guest = self.guests.get(feature)
        additions = [value for value in arguments.values() if isinstance(value, Additions)]
        for value in additions:
            value.package, value.guest = feature.__name__.rpartition(".")[0], guest
        try:
            answers: list[Any] = self._manager.subset_hook_caller(hook, others)(**arguments)
        except any_fault() as error:
            if guest is None:
                raise
            self.close(guest.plugin, error)
            return []
        finally:
            for value in additions:  # what is added later is the game's own
                value.guest = None
        if guest is None:
            return answers
        return [self._guarded(guest, answer) if callable(answer) else answer for answer in answers]

    def commands(self) -> dict[str, Command]:
        """Return the commands of all features by name."""
        commands = Commands()
        self.call("register_commands", commands=commands)
        return commands.found

    def pages(self) -> dict[str, PageEntry]:
        """Return the pages of all features by name."""
        pages = Pages()
        self.call("register_pages", pages=pages)
        return pages.found

    def settings(self) -> dict[str, list[ProgramSetting]]:
        """Return the settings of plugins that add to the program, by the ids of the plugins."""
        settings = ProgramSettings()
        self.call("register_settings", settings=settings)
        return settings.found

    def menu(self, services: Any) -> Menu:
        """Return a menu with the entries of all features."""
        menu = Menu()
        self.call("register_menu", menu=menu, services=services)
        return menu

    def page_of_file(self, path: Path) -> str | None:
        """Return the name of the page that opens a file, or `None`; raise `GameError` if the file is damaged."""
        return next(self.ask("page_of_file", path=path), None)


def own_program() -> Program:
    """Return a program with the features that come with the game, without plugins."""
    names = sorted(path.parent.name for path in (paths.package_folder() / "features").glob(f"*/{MODULE}.py"))
    return Program([import_module(f"{PACKAGE}.{name}.{MODULE}") for name in names])
