"""A decorator that checks the arguments with which plugins call the game's registries."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from itertools import repeat
from types import FunctionType
from typing import Any, TypeVar

from roborally.base.annotations import argument_problem
from roborally.plugin_system.errors import PluginError

C = TypeVar("C", bound=type)


def checks_calls(called: str) -> Callable[[C], C]:
    """Return a class decorator: public methods then raise `PluginError` for arguments that do not fit annotations.

    `called` is the name that plugins use for an instance; its `owner` is the plugin that calls.
    """

    def checked(cls: C) -> C:
        for name, method in list(vars(cls).items()):
            if isinstance(method, FunctionType) and not name.startswith("_"):
                setattr(cls, name, _checked(method, f"{called}.{name}"))
        return cls

    return checked


def _checked(method: FunctionType, call: str) -> Callable[..., Any]:
    parameters = list(inspect.signature(method).parameters.values())[1:]
    names: Iterable[str] = [parameter.name for parameter in parameters]
    if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        names = repeat(parameters[0].name)

    @wraps(method)
    def checking(self: Any, *values: Any, **named: Any) -> Any:
        for name, value in (*zip(names, values, strict=False), *named.items()):
            if problem := argument_problem(method, name, value):
                raise PluginError("plugin {id!r}: {problem}", id=self.owner, problem=problem.within(call))
        return method(self, *values, **named)

    return checking
