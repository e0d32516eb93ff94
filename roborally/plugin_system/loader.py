"""Finds plugins, resolves their needs, and freezes the rules of one match."""

import importlib.metadata
import importlib.util
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from roborally.base import compiled, paths
from roborally.base.errors import Message, any_fault
from roborally.base.nearest import nearest
from roborally.base.translation import plugin_text
from roborally.core.match import Match
from roborally.core.rules import Ruleset
from roborally.plugin_system.blame import PACKAGE, code_at_fault
from roborally.plugin_system.errors import CodeError, PluginError, message_of, text
from roborally.plugin_system.hooks import call_hook, has_hook, with_hooks
from roborally.plugin_system.manifest import Manifest, ordered, read_manifest
from roborally.plugin_system.needs import Need
from roborally.plugin_system.registry import Rules

ENTRY_POINTS = "roborally.plugins"
"""The entry point group of installed packages; each entry names a module whose folder is a plugin."""


@dataclass(frozen=True)
class Plugin:
    """A plugin's folder and manifest; its code is loaded when it is first enabled."""

    folder: Path
    manifest: Manifest
    _listed: dict[str, dict[str, Path]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def id(self) -> str:
        """Return the identifier by which match files name the plugin."""
        return self.manifest.id

    @property
    def title(self) -> str:
        """Return the plugin's title in the player's language."""
        return plugin_text(self.folder, self.manifest.title)

    @property
    def manifest_path(self) -> Path:
        """Return the path of `plugin.toml`."""
        return self.folder / "plugin.toml"

    def find(self, subfolder: str, name: str) -> Path | None:
        """Return the file `name` in a subfolder such as `art`, or `None`; each subfolder is listed only once."""
        if subfolder not in self._listed:
            files = (path for path in (self.folder / subfolder).glob("*") if path.is_file())
            self._listed[subfolder] = {path.name: path for path in files}
        return self._listed[subfolder].get(name)

    @cached_property
    def module(self) -> ModuleType | None:
        """Return the module `rules.py`, or `None` if the plugin has none; raise `PluginError` if its code fails."""
        return self.load("rules")

    def make_package(self) -> str:
        """Make the folder a package, so that other plugins can import its `api.py`; return the package's full name."""
        package = f"{PACKAGE}.{self.id.replace('-', '_')}"
        _ensure_package(PACKAGE, [])
        _ensure_package(package, [str(self.folder)])
        return package

    def load(self, name: str) -> ModuleType | None:
        """Return the plugin's module `name.py`, or `None` if it has none; raise `PluginError` if its code fails."""
        path = self.folder / f"{name}.py"
        if not path.exists():
            return None
        package = self.make_package()
        full_name = f"{package}.{name}"
        if full_name in sys.modules and sys.modules[full_name].__file__ == str(path):
            return sys.modules[full_name]
        spec = compiled.spec_of(full_name, self.folder) or importlib.util.spec_from_file_location(full_name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[full_name] = module
        try:
            spec.loader.exec_module(module)
        except any_fault() as error:
            del sys.modules[full_name]
            id_, place = code_at_fault(error, self.id, path)
            raise CodeError(
                "plugin {id!r}: {path}: {kind}: {error}",
                id=id_,
                path=place,
                kind=type(error).__name__,
                error=message_of(error),
            ) from error
        return module


@dataclass
class Catalogue:
    """The plugins that one search found, by id; `broken` holds the reason for each that cannot be used."""

    plugins: dict[str, Plugin] = field(default_factory=dict)
    broken: dict[str, Message] = field(default_factory=dict)

    def get(self, id_: str, where: str | Message = "") -> Plugin:
        """Return the plugin with this id; raise `PluginError` with the reason if it is missing or broken.

        The error begins with `where`, such as the key or option that names the plugin.
        """
        if id_ in self.plugins:
            return self.plugins[id_]
        if id_ in self.broken:
            raise PluginError("plugin {id!r} cannot be used: {reason}", where=where, id=id_, reason=self.broken[id_])
        if near := nearest(id_, self.plugins):
            raise PluginError("there is no plugin {id!r}; is it {near!r}?", where=where, id=id_, near=near)
        known = ", ".join(sorted(self.plugins))
        raise PluginError("there is no plugin {id!r}; there are: {known}", where=where, id=id_, known=known)

    def mode(self, id_: str, where: str | Message = "") -> Plugin:
        """Return the mode with this id; raise `PluginError` that begins with `where` if it is missing or broken."""
        if id_ in self.broken:
            self.get(id_, where)  # raises with the reason
        modes = {plugin.id: plugin for plugin in self.modes()}
        if id_ in modes:
            return modes[id_]
        if near := nearest(id_, modes):
            raise PluginError("there is no mode {mode!r}; is it {near!r}?", where=where, mode=id_, near=near)
        raise PluginError(
            "there is no mode {mode!r}; there are: {modes}", where=where, mode=id_, modes=", ".join(sorted(modes))
        )

    def renew(self, found: "Catalogue") -> None:
        """Take over the plugins of a new search, in place, so that all who hold this catalogue have them."""
        self.plugins, self.broken = found.plugins, found.broken

    def unusable(self, plugin: Plugin) -> Message | None:
        """Return why a plugin cannot be enabled, such as a missing need or code that fails; `None` if it can."""
        try:
            for needed in self.resolve([plugin.id]):
                needed.load("rules")
        except PluginError as error:
            return error.message
        return None

    def modes(self) -> list[Plugin]:
        """Return the plugins that are modes, sorted by title."""
        return sorted(
            (plugin for plugin in self.plugins.values() if plugin.manifest.kind == "mode"),
            key=lambda plugin: (plugin.manifest.title, plugin.id),
        )

    def resolve(self, wanted: Iterable[str], *, begun: bool = False) -> list[Plugin]:
        """Return the plugins with the `wanted` ids and all that they need, each after those that it needs, ties by id.

        Raise `PluginError` for a missing plugin, a circle of needs, a feature provided twice, or a conflict. A match
        that has `begun` may have plugins that conflict: earlier versions of them did not.
        """
        found: dict[str, Plugin] = {}
        for id_ in sorted(set(wanted)):
            self._visit(id_, found, ())
        provided: dict[str, str] = {}
        for plugin in found.values():
            for enemy in plugin.manifest.conflicts:
                if enemy in found and not begun:
                    raise PluginError(
                        "plugins {first!r} and {second!r} cannot be enabled together", first=plugin.id, second=enemy
                    )
            for thing in plugin.manifest.provides:
                if thing in provided:
                    raise PluginError(
                        "plugins {first!r} and {second!r} both provide {thing!r}",
                        first=provided[thing],
                        second=plugin.id,
                        thing=thing,
                    )
                provided[thing] = plugin.id
        return list(found.values())

    def unmet(self, manifest: Manifest) -> list[Message]:
        """Return a sentence for each need of this manifest that is missing or has a wrong version."""
        missing = [self._missing(need) or self._wrong_version(need) for need in manifest.needed]
        return [text for text in missing if text is not None]

    def _missing(self, need: Need) -> Message | None:
        try:
            self.get(need.id)
        except PluginError as error:
            return error.message
        return None

    def _wrong_version(self, need: Need) -> Message | None:
        """Return a sentence if the version of the needed plugin is wrong, or `None` if it is right."""
        here = self.plugins[need.id].manifest.version
        if need.allows(here):
            return None
        return Message.of(
            "plugin {id!r} must be of version {versions}; version {here} is here",
            id=need.id,
            versions=need.versions,
            here=here,
        )

    def _visit(self, id_: str, found: dict[str, Plugin], above: tuple[str, ...]) -> None:
        if id_ in above:
            raise PluginError("plugins need each other in a circle: {circle}", circle=" -> ".join((*above, id_)))
        if id_ in found:
            return
        try:
            plugin = self.get(id_)
        except PluginError as error:
            if not above:
                raise
            raise PluginError("plugin {id!r} needs {other!r}: {error}", id=above[-1], other=id_, error=error) from None
        for need in sorted(plugin.manifest.needed, key=lambda need: need.id):
            self._visit(need.id, found, (*above, id_))
            if problem := self._wrong_version(need):
                raise PluginError("plugin {id!r} needs {other!r}: {error}", id=id_, other=need.id, error=problem)
        found[id_] = plugin


def find_plugins(folders: Sequence[Path] | None = None, *, installed: bool = True) -> Catalogue:
    """Return all plugins in `folders` and, if `installed`, in installed packages, without running their code.

    `folders` are by default the game's and the user's. A broken plugin is listed with its reason and does not affect
    the others. Of two plugins with one id the first found counts, and the second is listed as broken.
    """
    catalogue = Catalogue()
    if folders is None:
        folders = [paths.plugin_folder(), paths.user_plugin_folder()]
    for folder in folders:
        for path in sorted(folder.iterdir()) if folder.is_dir() else []:
            if path.is_dir() and not path.name.startswith((".", "_")):
                _add(catalogue, path)
    if installed:
        for entry in sorted(importlib.metadata.entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name):
            _add_installed(catalogue, entry)
    return catalogue


def _add(catalogue: Catalogue, folder: Path) -> None:
    try:
        manifest = read_manifest(folder)
    except PluginError as error:
        catalogue.broken[folder.name] = error.message
        return
    known = catalogue.plugins.get(manifest.id)
    if known is not None:
        catalogue.broken[str(folder)] = Message.of(
            "there are two plugins {id!r}: {folder} is used, {other} is not; remove one of them",
            id=manifest.id,
            folder=known.folder,
            other=folder,
        )
    else:
        plugin = catalogue.plugins[manifest.id] = Plugin(folder, manifest)
        plugin.make_package()


def _add_installed(catalogue: Catalogue, entry: importlib.metadata.EntryPoint) -> None:
    try:
        spec = importlib.util.find_spec(entry.module)
        if spec is None or spec.origin is None:
            raise PluginError("there is no module {module!r}", module=entry.module)
        _add(catalogue, Path(spec.origin).parent)
    except any_fault() as error:  # a broken package must not stop the game
        catalogue.broken[entry.name] = Message.of("{problem}", where=Message.of("installed package"), problem=error)


def _ensure_package(name: str, path: list[str]) -> None:
    """Make a package object for plugin code and forget the modules imported from another folder under this name."""
    module = sys.modules.get(name)
    if module is None or module.__path__ != path:
        for other in [other for other in sys.modules if other.startswith(f"{name}.")]:
            del sys.modules[other]
        module = sys.modules[name] = ModuleType(name)  # a new one, since the old one has its modules as attributes
    module.__path__ = path


def forget_code() -> None:
    """Forget the modules of all plugins, so that `find_plugins` and `Plugin.load` read the files as they are now.

    Existing games continue with the modules that they have loaded; call this when no match is running.
    """
    importlib.invalidate_caches()
    compiled.look_again()
    for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]:
        del sys.modules[name]


def build_rules(
    plugins: Sequence[Plugin],
    settings: Mapping[str, Mapping[str, Any]],
    *,
    whole: bool = True,
    muted: Collection[str] = (),
) -> Ruleset:
    """Return the frozen rules of `plugins`, which `Catalogue.resolve` has put in order; raise `PluginError`.

    `settings` holds the complete settings of every plugin by its id; for `whole` and `muted` see `Rules.freeze`.
    """
    rules = Rules()
    setups = register_rules(plugins, settings, rules)
    return rules.freeze(tuple(plugin.id for plugin in plugins), settings, setups, whole=whole, muted=muted)


def register_rules(
    plugins: Sequence[Plugin], settings: Mapping[str, Mapping[str, Any]], rules: Rules
) -> list[Callable[[Match], None]]:
    """Call the hook `register` of each plugin's `rules.py`; return the functions that prepare a match.

    `settings` holds the complete settings of every plugin by its id. Raise `PluginError` if a hook fails.
    """
    manager, modules = with_hooks({plugin.id: plugin.module for plugin in plugins})
    setups = []
    for plugin in plugins:
        rules.owner = plugin.id
        for sequence, entries in plugin.manifest.order.items():
            rules.order(sequence, ordered(entries, settings.get(plugin.id, {})))
    for id_, module in modules.items():
        rules.owner = id_
        call_hook(manager, module, id_, "register", rules=rules, settings=settings.get(id_, {}))
        if hasattr(module, "setup"):
            setups.append(module.setup)
    return setups


def register_views(plugins: Sequence[Plugin], views: Any) -> None:
    """Call the hook of each plugin's `view.py` with `views`; raise `PluginError` if a hook is missing or fails.

    Only the window does this, because `view.py` may import modules that need a display.
    """
    calls = text("calls such as views.panel(kind, make) (docs/ui.md)")
    _fill(views, plugins, "view", "register_view", "views", calls)


def register_bots(plugins: Sequence[Plugin], bots: Any) -> None:
    """Call the hook of each plugin's `bot.py` with `bots`; raise `PluginError` if a hook is missing or fails.

    Do this only when a bot is needed; rules and window never load `bot.py`.
    """
    calls = text(
        'bots.bot("name", Class) for a bot or bots.search("kind", function) for a question (docs/bots.md); '
        "dicts such as BOTS are not read"
    )
    _fill(bots, plugins, "bot", "register_bots", "bots", calls)


def _fill(registry: Any, plugins: Sequence[Plugin], name: str, hook: str, argument: str, calls: str) -> None:
    """Call the hook of each plugin's module `name`, if there is one, in the order of the plugins.

    The hook gets the registry as `argument`; the registry's `owner` is the plugin being called, or the one that fails.
    A module without the hook is refused with a sentence that ends with `calls`, the code that it should have.
    """
    loaded = {}
    for plugin in plugins:
        registry.owner = plugin.id
        loaded[plugin.id] = plugin.load(name)
    manager, modules = with_hooks(loaded)
    for id_, module in modules.items():
        registry.owner = id_
        if not has_hook(module, hook):
            raise PluginError(
                "plugin {id!r}: {path} has no hook; write @hookimpl def {hook}({argument}), and in it {calls}",
                id=id_,
                path=module.__file__,
                hook=hook,
                argument=argument,
                calls=Message.of(calls),
            )
        call_hook(manager, module, id_, hook, **{argument: registry})
