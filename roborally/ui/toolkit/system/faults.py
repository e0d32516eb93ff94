"""`rescued`, a decorator of the window's event handlers that passes on their errors, with its protocols."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from roborally.base.errors import any_fault

Arguments = ParamSpec("Arguments")


class Service:
    """An object that is updated in every frame, whichever screens are shown, such as a connection to a server.

    Each method does nothing unless a subclass replaces it.
    """

    def update(self) -> None:
        """Do the service's work; called once per frame."""

    def rescue(self, error: BaseException) -> bool:
        """Close the screen that has failed because of data from outside; return false if `error` has another cause."""
        return False

    def close(self) -> None:
        """Stop, because the window is being closed."""


class Guarded(Protocol):
    """A window with a handler for errors. `handling` says whether an event is being handled."""

    handling: bool

    def take_fault(self, error: BaseException) -> None:
        """Handle an unexpected error, or raise it."""


Window = TypeVar("Window", bound=Guarded)


def rescued(handle: Callable[Concatenate[Window, Arguments], None]) -> Callable[Concatenate[Window, Arguments], None]:
    """Decorate a method of a window that handles an event: pass its errors to the window's `take_fault`.

    Such methods may call each other; only the outermost one catches the error, so that no code continues after it.
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
