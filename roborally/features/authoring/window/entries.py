"""The entries of the list of plugins, usable or not with the reason, and the search for reasons; draws nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError, Message
from roborally.base.translation import _
from roborally.bots.registry import plugin_bots
from roborally.game.scenario.file import scenarios_of
from roborally.game.settings import resolve_settings
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue, Plugin, build_rules
from roborally.profile.program_plugins import KIND

KINDS = {
    "mode": text("Mode"),
    "rules": text("Rules"),
    "elements": text("Board elements"),
    "robots": text("Robots"),
    "options": text("Option cards"),
    "bot": text("Bot"),
    "program": text("Part of the program"),
}
OWN, BROKEN = "own", "broken"
FILTERS = {"": text("All plugins"), OWN: text("Added by you"), BROKEN: text("Not usable"), **KINDS}
"""The titles of the filters of the list, by their keys; the keys of `KINDS` are the kinds in manifests."""
NEVER = ("mode", "bot", KIND)
"""The kinds of plugins that cannot be switched on for new custom matches, because they are chosen elsewhere."""


@dataclass
class PluginEntry:
    """A plugin in the list; `plugin` is `None` if its manifest cannot be read, and `name` is then that of its folder.

    `problem` says why it cannot be used, `None` if it can as far as is known.
    """

    name: str
    plugin: Plugin | None
    folder: Path | None
    is_own: bool
    problem: Message | None = None

    @property
    def title(self) -> str:
        """The title in the player's language, or `name` without a manifest."""
        plugin = self.plugin
        return self.name if plugin is None else plugin.title

    @property
    def kind(self) -> str:
        """The kind in the manifest, a key of `KINDS`; empty without a manifest."""
        return "" if self.plugin is None else self.plugin.manifest.kind

    @property
    def may_be_usual(self) -> bool:
        """Whether players may switch the plugin on for all new custom matches."""
        return self.plugin is not None and self.kind not in NEVER

    @property
    def adds_to_program(self) -> bool:
        """Whether the plugin adds commands, pages or settings to the program, instead of taking part in matches."""
        return self.kind == KIND

    def line(self) -> str:
        """Return the second line in the list: the kind and whether the player added it, or that it is unusable."""
        if self.problem is not None:
            return _("Not usable")
        return " · ".join([_(KINDS[self.kind]), *([_(FILTERS[OWN])] if self.is_own else [])])

    def is_among(self, chosen: str) -> bool:
        """Return whether a filter, a key of `FILTERS`, shows the plugin."""
        if chosen == OWN:
            return self.is_own
        return self.problem is not None if chosen == BROKEN else chosen in ("", self.kind)

    def scenarios(self) -> list[Path]:
        """Return the files of the plugin's scenarios, in order; empty without a folder."""
        return scenarios_of(self.folder) if self.folder is not None else []


def entries_of(catalogue: Catalogue) -> list[PluginEntry]:
    """Return entries for all plugins, usable or not, by title; the player's own plugins come first."""
    game = paths.plugin_folder()
    found = [
        PluginEntry(id_, plugin, plugin.folder, plugin.folder.parent != game)
        for id_, plugin in catalogue.plugins.items()
    ]
    for name, problem in catalogue.broken.items():
        folder = _folder_of(name)
        is_own = folder is None or folder.parent != game
        found.append(PluginEntry(folder.name if folder is not None else name, None, folder, is_own, problem))
    return sorted(found, key=lambda entry: (not entry.is_own, entry.title.casefold(), entry.name))


def _folder_of(name: str) -> Path | None:
    """Return the folder of an unusable plugin, given by its name or path; `None` if there is no such folder."""
    places = (paths.user_plugin_folder() / name, paths.plugin_folder() / name)
    return next((place for place in places if place.is_dir()), None)


class Examination:
    """Finds out whether plugins with valid manifests can be used: loads their code and tries them in all modes."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._fitting: dict[str, tuple[list[str], Message | None]] = {}

    def look(self, entry: PluginEntry) -> None:
        """Load a plugin's code, and set `entry.problem` if that fails."""
        plugin = entry.plugin
        if plugin is None or entry.problem is not None:
            return
        if entry.adds_to_program:  # its code runs only once it is switched on
            return
        try:
            self.catalogue.resolve([plugin.id])
            for name in ("rules", "api", "view", "bot"):
                plugin.load(name)
        except GameError as error:
            entry.problem = error.message
        else:
            if plugin.manifest.kind == "bot" and plugin.id in (failed := plugin_bots(self.catalogue).problems):
                entry.problem = Message.of("{problem}", problem=failed[plugin.id])

    def modes_of(self, entry: PluginEntry) -> Iterator[None]:
        """Find the modes that a plugin can be played with, one for each yield; afterwards `fitting` returns them.

        If there is none, `entry.problem` says why.
        """
        plugin = entry.plugin
        if plugin is None or entry.problem is not None or entry.kind in ("bot", KIND) or plugin.id in self._fitting:
            return
        fitting: list[str] = []
        refusal: Message | None = None
        for mode in [plugin] if entry.kind == "mode" else self.catalogue.modes():
            try:
                plugins = self.catalogue.resolve([mode.id, plugin.id])
                build_rules(plugins, resolve_settings(plugins, {}, {}))
            except GameError as error:
                refusal = refusal or error.message
            else:
                fitting.append(mode.id)
            yield
        self._fitting[plugin.id] = fitting, refusal
        if not fitting:
            entry.problem = refusal or Message.of("no mode can be played with it")

    def fitting(self, entry: PluginEntry) -> list[str]:
        """Return the ids of the modes that a plugin can be played with; empty until `modes_of` has found them."""
        return self._fitting.get(entry.name, ([], None))[0]
