"""Typed access to a plugin's slot in the state of a match, and to its settings.

A plugin gets functions with a few attributes, as they are fast; in the compiled engine it gets callable objects, which
are faster there.
"""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar, cast

from roborally.core.data import IS_COMPILED
from roborally.core.match import Match

S = TypeVar("S")
Settings = Mapping[str, Any]
"""The settings of one plugin in a match, by name; complete and checked."""


class PluginSlot(Protocol[S]):
    """A function that returns the slot of `plugin`, of the TypedDict `shape`, in a match; `plugin_slot` makes it."""

    plugin: str
    shape: type[S]

    def __call__(self, match: Match) -> S:
        """Return the plugin's slot in the state of a match."""
        ...

    def fill(self, match: Match, content: S) -> None:
        """Put the plugin's slot, with this content, into the state of a new match."""
        ...


class PluginSettings(Protocol[S]):
    """A function that returns the settings of `plugin`, as the TypedDict `shape`; `plugin_settings` makes it."""

    plugin: str
    shape: type[S]

    def __call__(self, match: Match) -> S:
        """Return the plugin's settings in a match."""
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
    """Return a function that gives a plugin's slot in the state of a match, typed as the TypedDict `shape`.

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
    """Return a function that gives a plugin's settings in a match, typed as the TypedDict `shape`.

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
