"""The hooks that a plugin may implement."""

from collections.abc import Mapping
from typing import Any

import pluggy

from roborally.core.match import Match
from roborally.plugin_system.registry import Rules

PROJECT = "roborally"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class Hooks:
    """The four hooks that a plugin may implement."""

    @hookspec
    def register(self, rules: Rules, settings: Mapping[str, Any]) -> None:
        """Register all that the plugin adds to one match; `settings` are the plugin's own, checked and complete."""

    @hookspec
    def setup(self, match: Match) -> None:
        """Prepare a new match: add pieces, fill the plugin's slot. Called in the order of needs, then of names."""

    @hookspec
    def register_view(self, views: Any) -> None:
        """Register drawing that goes beyond the manifest; called by the window only, and only in `view.py`."""

    @hookspec
    def register_bots(self, bots: Any) -> None:
        """Register what bots need to know; called when a bot is needed, and only in `bot.py`.

        `bots` is a `roborally.bots.plugin.Bots`.
        """
