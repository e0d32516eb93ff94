"""Typed access to a plugin's slot in the state of a match, and to its settings.

A plugin gets functions with a few attributes, because rules call them all the time; in the compiled engine it gets
callable objects, which are faster there.
"""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar, cast

from roborally.core.data import IS_COMPILED
from roborally.core.match import Match

S = TypeVar("S")
Settings = Mapping[str, Any]
"""The settings of a plugin in a match by name, complete and checked."""


class PluginSlot(Protocol[S]):
    """The function that `plugin_slot` returns."""

    plugin: str
    shape: type[S]

    def __call__(self, match: Match) -> S:
        """Return the slot in the state of a match."""
        ...

    def fill(self, match: Match, content: S) -> None:
        """Put the plugin's slot into the state of a new match."""
        ...


class PluginSettings(Protocol[S]):
    """The function that `plugin_settings` returns."""

    plugin: str
    shape: type[S]

    def __call__(self, match: Match) -> S:
        """Return the settings in a match."""
        ...


class _Slot:
    """The callable object that `plugin_slot` returns in the compiled engine."""

    def __init__(self, plugin: str, shape: type) -> None:
        self.plugin = plugin
        self.shape = shape

    def __call__(self, match: Match) -> Any:
        return match.state.ext[self.plugin]

    def fill(self, match: Match, content: Any) -> None:
        match.state.ext[self.plugin] = content


class _Settings:
    """The callable object that `plugin_settings` returns in the compiled engine."""

    def __init__(self, plugin: str, shape: type) -> None:
        self.plugin = plugin
        self.shape = shape

    def __call__(self, match: Match) -> Any:
        return match.rules.settings[self.plugin]


def plugin_slot(plugin: str, shape: type[S]) -> PluginSlot[S]:
    """Describe a plugin's slot of the state as the TypedDict `shape`.

    After `slot_of = plugin_slot("oil", OilSlot)`, `slot_of(match)` returns the slot, `slot_of.fill(match, content)`
    creates it in `setup`, and `rules.slot(slot_of)` registers it. The modules of the plugin share one such function;
    other plugins use the plugin's `api.py`.

    Its values are scalars, tuples, and dicts of these two with texts as keys. Copies of a match share them, so never
    change one in place. Put another tuple or dict there: `slot["hits"] = replaced(slot["hits"], index, 3)`,
    `slot["falls"] = {**slot["falls"], "pit": 2}`.
    """
    if IS_COMPILED:
        return cast(PluginSlot[S], _Slot(plugin, shape))

    def slot_of(match: Match) -> S:
        slot: S = match.state.ext[plugin]
        return slot

    def fill(match: Match, content: S) -> None:
        match.state.ext[plugin] = cast(dict[str, Any], content)

    described: PluginSlot[S] = _described(slot_of, plugin=plugin, shape=shape, fill=fill)
    return described


def plugin_settings(plugin: str, shape: type[S]) -> PluginSettings[S]:
    """Describe a plugin's settings as the TypedDict `shape`.

    After `settings_of = plugin_settings("race", RaceSettings)`, `settings_of(match)` returns the settings, complete and
    checked: from the match file, else from the mode, else the manifest's default.
    """
    if IS_COMPILED:
        return cast(PluginSettings[S], _Settings(plugin, shape))

    def settings_of(match: Match) -> S:
        settings: S = match.rules.settings[plugin]  # type: ignore[assignment]
        return settings

    described: PluginSettings[S] = _described(settings_of, plugin=plugin, shape=shape)
    return described


def _described(function: Any, **attributes: Any) -> Any:
    vars(function).update(attributes)
    return function
