"""Typed access to what a plugin keeps in the state of a match, and to its settings.

What a plugin is given here are functions with a few attributes, because rules call them all the time; in the compiled
engine objects that are called do the same in less time.
"""

from typing import Any, Protocol, TypeVar, cast

from roborally.core.data import IS_COMPILED
from roborally.core.match import Match

S = TypeVar("S")


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
    """What `plugin_slot` returns where a call of it is compiled."""

    def __init__(self, plugin: str, shape: type) -> None:
        self.plugin = plugin
        self.shape = shape

    def __call__(self, match: Match) -> Any:
        return match.state.ext[self.plugin]

    def fill(self, match: Match, content: Any) -> None:
        match.state.ext[self.plugin] = content


class _Settings:
    """What `plugin_settings` returns where a call of it is compiled."""

    def __init__(self, plugin: str, shape: type) -> None:
        self.plugin = plugin
        self.shape = shape

    def __call__(self, match: Match) -> Any:
        return match.rules.settings[self.plugin]


def plugin_slot(plugin: str, shape: type[S]) -> PluginSlot[S]:
    """Describe a plugin's slot of the state as the TypedDict `shape`.

    Of `slot_of = plugin_slot("oil", OilSlot)` the call `slot_of(match)` gives the slot, `slot_of.fill(match, content)`
    makes it in `setup`, and `rules.slot(slot_of)` registers it. The modules of the plugin share the one function; other
    plugins use the plugin's `api.py`.

    Its values are scalars, tuples, and dicts of these two with texts as keys. Nothing of them is changed in place, so
    copies of a match share them. Put another tuple or dict there: `slot["hits"] = replaced(slot["hits"], index, 3)`,
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

    Of `settings_of = plugin_settings("race", RaceSettings)` the call `settings_of(match)` gives the settings, complete
    and checked: what the match file says, else the mode, else the manifest's default.
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
