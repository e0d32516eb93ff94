"""Typed access to what a plugin keeps in the state of a match, and to its settings."""

from typing import Generic, TypeVar, cast

from roborally.core.match import Match

S = TypeVar("S")


class PluginSlot(Generic[S]):
    """A plugin's slot of the state, as the TypedDict `shape`: `slot_of = PluginSlot("oil", OilSlot)`.

    `slot_of(match)` gives the slot, `slot_of.fill(match, content)` makes it in `setup`. `rules.slot(slot_of)` registers
    it. Its values are scalars, or lists and dicts of scalars and tuples (`roborally.core.state` says why). Modules of
    the plugin share the one object; other plugins use the plugin's `api.py`.
    """

    __slots__ = ("plugin", "shape")

    def __init__(self, plugin: str, shape: type[S]) -> None:
        """Describe the slot of the plugin with this id."""
        self.plugin = plugin
        self.shape = shape

    def __call__(self, match: Match) -> S:
        """Return the slot in the state of a match."""
        return cast(S, match.state.ext[self.plugin])

    def fill(self, match: Match, content: S) -> None:
        """Put the plugin's slot into the state of a new match."""
        match.state.ext[self.plugin] = cast("dict[str, object]", content)


class PluginSettings(Generic[S]):
    """A plugin's settings in a match, as the TypedDict `shape`: `settings_of = PluginSettings("race", RaceSettings)`.

    `settings_of(match)` is complete and checked: what the match file says, else the mode, else the manifest's default.
    """

    __slots__ = ("plugin", "shape")

    def __init__(self, plugin: str, shape: type[S]) -> None:
        """Describe the settings of the plugin with this id."""
        self.plugin = plugin
        self.shape = shape

    def __call__(self, match: Match) -> S:
        """Return the settings in a match."""
        return cast(S, match.rules.settings[self.plugin])
