"""Handles errors raised by the window's handlers: passes them to services and the fault desk."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from roborally.base.errors import any_fault

Arguments = ParamSpec("Arguments")


class Service(Protocol):
    """A background service that runs whatever is shown."""

    def update(self) -> None:
        """Update, once per frame."""

    def rescue(self, error: BaseException) -> bool:
        """Leave a screen that fails because of outside data; return whether that was the cause."""

    def close(self) -> None:
        """Stop, because the window is closed."""


class Guarded(Protocol):
    """A window with a handler for errors."""

    handling: bool

    def take_fault(self, error: BaseException) -> None:
        """Pass an unexpected error to the handler that can continue after it; raise it if there is none."""


Window = TypeVar("Window", bound=Guarded)


def rescued(handle: Callable[Concatenate[Window, Arguments], None]) -> Callable[Concatenate[Window, Arguments], None]:
    """Return a handler that passes all errors while drawing or handling input to `take_fault`.

    Handlers may call each other; the outermost one handles the error, so that no code continues after it.
    """

    @wraps(handle)
    def handler(window: Window, /, *arguments: Arguments.args, **named: Arguments.kwargs) -> None:
        if window.handling:
            handle(window, *arguments, **named)
            return
        window.handling = True
        try:
            handle(window, *arguments, **named)
        except any_fault() as error:
            window.take_fault(error)
        finally:
            window.handling = False

    return handler
