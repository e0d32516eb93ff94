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
"""The attribute by which pluggy knows a hook."""
hookspec = pluggy.HookspecMarker(PROJECT)
_mark = pluggy.HookimplMarker(PROJECT)


def hookimpl(function: F) -> F:
    """Mark a function of a plugin as the hook of its name.

    A compiled function takes no mark, and does not tell pluggy the names of its arguments; a function that calls it
    takes its place, and stands where it does.
    """
    if not isinstance(function, FunctionType):
        names = ", ".join(inspect.signature(function).parameters)
        origin = origin_of(function)
        assert origin is not None
        code = "\n" * (origin.line - 1) + f"def {origin.name}({names}): return function({names})"
        space: dict[str, Any] = {"__name__": origin.module, "function": function}
        exec(compile(code, str(origin.file), "exec"), space)
        function = space[origin.name]
    return _mark(function)


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
