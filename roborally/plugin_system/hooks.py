"""The hooks that a plugin may implement."""

import inspect
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, TypeVar

import pluggy

from roborally.base.compiled_functions import origin_of
from roborally.core.match import Match
from roborally.plugin_system.registry import Rules

F = TypeVar("F", bound=Callable[..., Any])

PROJECT = "roborally"
MARK = f"{PROJECT}_impl"
"""The attribute by which pluggy recognises a hook."""
hookspec = pluggy.HookspecMarker(PROJECT)
_mark = pluggy.HookimplMarker(PROJECT)


def hookimpl(function: F) -> F:
    """Mark a function of a plugin as an implementation of the hook of the same name.

    A compiled function cannot take the mark and hides the names of its arguments from pluggy, so a wrapper with the
    same place in the source replaces it.
    """
    if isinstance(function, FunctionType):
        return _mark(function)
    callers: dict[tuple[str, ...], Any] = {
        ("rules",): lambda rules: function(rules),
        ("rules", "settings"): lambda rules, settings: function(rules, settings),
        ("match",): lambda match: function(match),
        ("bots",): lambda bots: function(bots),
    }
    caller: F = callers[tuple(inspect.signature(function).parameters)]
    origin = origin_of(function)
    assert origin is not None, "it is compiled"
    caller.__module__ = origin.module
    caller.__code__ = caller.__code__.replace(
        co_filename=str(origin.file), co_firstlineno=origin.line, co_name=origin.name
    )
    return _mark(caller)


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
        """Register drawing that goes beyond the manifest; only the window calls it, and only in `view.py`."""

    @hookspec
    def register_bots(self, bots: Any) -> None:
        """Register functions for bots; called when a bot is needed, and only in `bot.py`.

        `bots` is a `roborally.bots.plugin.Bots`.
        """
