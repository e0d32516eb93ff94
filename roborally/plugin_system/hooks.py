"""The hooks that a plugin may implement, and how they are found and called."""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

import pluggy

from roborally.base.compiled_functions import origin_of
from roborally.base.errors import any_fault
from roborally.base.nearest import nearest
from roborally.core.match import Match
from roborally.plugin_system.blame import code_at_fault
from roborally.plugin_system.errors import CodeError, PluginError, TakenNameError, message_of
from roborally.plugin_system.registry import Rules

F = TypeVar("F", bound=Callable[..., Any])

PROJECT = "roborally"
MARK = f"{PROJECT}_impl"
"""The attribute by which pluggy recognises a function as a hook."""
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
    """The four functions that a plugin may implement for the game to call; mark each with `hookimpl`."""

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


class _Manager(pluggy.PluginManager):
    """A manager that looks only at marked functions, as pluggy is slow over modules with many names."""

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        """Return the options of the hook `name`, or `None` if `name` is not marked as a hook."""
        is_marked = hasattr(getattr(plugin, name, None), MARK)
        return super().parse_hookimpl_opts(plugin, name) if is_marked else None


def with_hooks(found: Mapping[str, ModuleType | None]) -> tuple[pluggy.PluginManager, dict[str, ModuleType]]:
    """Return a manager for the hooks of the modules in `found`, and these modules; raise `CodeError` for wrong ones."""
    manager = _Manager(PROJECT)
    manager.add_hookspecs(Hooks)
    modules = {id_: module for id_, module in found.items() if module is not None}
    for id_, module in modules.items():
        for name in list(vars(module)):
            if has_hook(module, name):
                _check_hook(id_, name, getattr(module, name))
        manager.register(module, name=id_)
    return manager, modules


def has_hook(module: ModuleType, name: str) -> bool:
    """Return whether a module has a function with this name that is marked as a hook."""
    return hasattr(getattr(module, name, None), MARK)


def _check_hook(id_: str, name: str, function: FunctionType) -> None:
    """Raise `CodeError` for a hook with an unknown name or argument."""
    path = f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"
    known = [hook for hook in vars(Hooks) if not hook.startswith("_")]
    if name not in known:
        raise CodeError(
            "plugin {id!r}: {path}: there is no hook {name!r}; is it {near!r}?",
            id=id_,
            path=path,
            name=name,
            near=nearest(name, known, 0),
        )
    given = list(inspect.signature(getattr(Hooks, name)).parameters)[1:]
    for argument in inspect.signature(function).parameters:
        if argument not in given:
            raise CodeError(
                "plugin {id!r}: {path}: the hook {name!r} gets no argument {argument!r}; it gets: {given}",
                id=id_,
                path=path,
                name=name,
                argument=argument,
                given=", ".join(given),
            )


def call_hook(manager: pluggy.PluginManager, module: ModuleType, owner: str, hook: str, **arguments: Any) -> None:
    """Call a hook of one module, that of the plugin `owner`; raise `PluginError` if the hook fails."""
    others = [other for other in manager.get_plugins() if other is not module]
    try:
        manager.subset_hook_caller(hook, others)(**arguments)
    except any_fault() as error:
        id_, place = code_at_fault(error, owner, Path(str(module.__file__)))
        if isinstance(error, PluginError):
            kind = TakenNameError if isinstance(error, TakenNameError) else CodeError
            raise kind(error.message, where=place) from error
        raise CodeError(
            "plugin {owner!r}: {path} failed to register: {kind}: {error}",
            owner=id_,
            path=place,
            kind=type(error).__name__,
            error=message_of(error),
        ) from error
