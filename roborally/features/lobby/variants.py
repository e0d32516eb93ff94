"""The variants of a mode, which are plugins that can be added to it, with their needs and conflicts. No drawing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from roborally.base.errors import GameError, Message
from roborally.base.translation import _, plugin_text
from roborally.core.board import Board
from roborally.game.settings import resolve_settings
from roborally.plugin_system.errors import CodeError
from roborally.plugin_system.loader import Catalogue, Plugin, build_rules
from roborally.plugin_system.manifest import Manifest


@dataclass(frozen=True)
class Variant:
    """A plugin that can be added to a mode, as the lobby lists it.

    `on`: it is enabled. `free`: it can be toggled. `note`: what it needs or what prevents toggling. `absent`: the
    course has none of its elements.
    """

    plugin: Plugin
    on: bool
    free: bool
    note: str
    absent: bool = False

    def on_board(self, board: Board) -> "Variant":
        """Return a copy with `absent` set to whether the board has none of the plugin's elements."""
        manifest = self.plugin.manifest
        about_elements = manifest.kind == "elements" and bool(manifest.element)
        return replace(self, absent=about_elements and not board.of_kind(*manifest.element))


class FurtherPlugins:
    """Finds the plugins that can be added to modes; a check loads a plugin's code, so each result is stored."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._fits: dict[tuple[str, str], bool] = {}
        self._broken: dict[str, Message] = {}
        """The errors of plugins whose code fails, by plugin id; they fit no mode."""

    def fitting(self, mode: str) -> list[Plugin]:
        """Return the plugins that can be added to a mode, by title; those that it includes are left out."""
        found = [plugin for plugin in self._candidates(mode) if self._goes_with(mode, plugin)]
        return sorted(found, key=lambda plugin: plugin.manifest.title)

    def can_all_be_enabled(self, mode: str, plugins: Sequence[str]) -> bool:
        """Return whether a mode includes these plugins (ids) or works with each of them."""
        brought = {plugin.id for plugin in self.catalogue.resolve([mode])}
        return all(id_ in brought or self._goes_with(mode, self.catalogue.get(id_)) for id_ in plugins)

    def enabled(self, mode: str, wanted: Iterable[str]) -> list[str]:
        """Return the ids of the wanted plugins that fit a mode and each other, sorted.

        Of two that exclude each other the first is used.
        """
        wanted = set(wanted)
        if not wanted:
            return []  # checking a plugin requires loading its code
        found: list[str] = []
        for plugin in sorted(self._candidates(mode), key=lambda plugin: plugin.id):
            if plugin.id in wanted and self._goes_with(mode, plugin) and not self._refusal(mode, plugin.id, found):
                found.append(plugin.id)
        return found

    def work(self, mode: str) -> bool:
        """Check one more plugin against a mode, which loads its code; return whether more remain to be checked.

        The other methods check all remaining plugins at once.
        """
        unknown = [plugin for plugin in self._candidates(mode) if (mode, plugin.id) not in self._fits]
        if unknown:
            self._goes_with(mode, unknown[0])
        return len(unknown) > 1

    def variants(self, mode: str, on: Sequence[str]) -> list[Variant]:
        """Return the plugins that can be added to a mode while the plugins `on` (ids) are enabled.

        Plugins whose code fails come last, and cannot be toggled.
        """
        shown = [plugin for plugin in self.fitting(mode) if plugin.id in on or _has_effect(plugin)]
        found = [self._variant(mode, plugin, on) for plugin in shown]
        broken = [plugin for plugin in self._candidates(mode) if plugin.id in self._broken]
        for plugin in sorted(broken, key=lambda plugin: plugin.manifest.title):
            note = Message.of("Cannot be used: {reason}", reason=self._broken[plugin.id]).as_sentence()
            found.append(Variant(plugin, False, False, note))
        return found

    def _candidates(self, mode: str) -> list[Plugin]:
        """Return the plugins that a mode does not include, except modes, bots and plugins of the program."""
        brought = {plugin.id for plugin in self.catalogue.resolve([mode])}
        plugins = self.catalogue.plugins.values()
        return [p for p in plugins if p.id not in brought and p.manifest.kind not in ("mode", "bot", "program")]

    def _goes_with(self, mode: str, plugin: Plugin) -> bool:
        """Return whether a plugin works with a mode when no others are enabled; store the result."""
        key = mode, plugin.id
        if key not in self._fits:
            self._fits[key] = self._can_be_enabled(mode, plugin)
        return self._fits[key]

    def _can_be_enabled(self, mode: str, plugin: Plugin) -> bool:
        try:
            plugins = self.catalogue.resolve([mode, plugin.id])
            build_rules(plugins, resolve_settings(plugins, {}, {}))
        except CodeError as error:
            self._broken.setdefault(plugin.id, error.message)
            return False
        except GameError:
            return False
        return True

    def _variant(self, mode: str, plugin: Plugin, on: Sequence[str]) -> Variant:
        needing = [other for other in on if other != plugin.id and plugin.id in self._all_needs(other)]
        if needing:
            note = _("Needed by: {plugins}").format(plugins=self._titles(needing))
            return Variant(plugin, True, False, note)
        if plugin.id not in on and (refusal := self._refusal(mode, plugin.id, on)):
            return Variant(plugin, False, False, refusal)
        needs = sorted(self._all_needs(plugin.id) & {other.id for other in self.fitting(mode)})
        note = _("Needs: {plugins}").format(plugins=self._titles(needs)) if needs else ""
        return Variant(plugin, plugin.id in on, True, note)

    def _refusal(self, mode: str, id_: str, on: Sequence[str]) -> str:
        """Return a sentence about why a plugin cannot be enabled beside the plugins `on`, empty if it can."""
        try:
            self.catalogue.resolve([mode, *on, id_])
        except GameError as error:
            enabled = {plugin.id for plugin in self.catalogue.resolve([mode, *on])}
            enemies = [other for other in sorted(enabled) if self._are_enemies(id_, other)]
            return _("Not together with: {plugins}").format(plugins=self._titles(enemies)) if enemies else str(error)
        return ""

    def _all_needs(self, id_: str) -> set[str]:
        return {plugin.id for plugin in self.catalogue.resolve([id_])} - {id_}

    def _are_enemies(self, one: str, other: str) -> bool:
        return one in self._manifest(other).conflicts or other in self._manifest(one).conflicts

    def _manifest(self, id_: str) -> Manifest:
        return self.catalogue.get(id_).manifest

    def _titles(self, ids: Sequence[str]) -> str:
        return ", ".join(plugin_text(self.catalogue.get(id_).folder, self._manifest(id_).title) for id_ in ids)


def _has_effect(plugin: Plugin) -> bool:
    """Return whether a plugin changes a match; one with only boards and lessons need not be enabled."""
    parts = (plugin.folder / name for name in ("rules.py", "view.py", "art", "sounds"))
    return bool(plugin.manifest.robot or plugin.manifest.needs) or any(part.exists() for part in parts)
