"""What happens to an error that the window's handlers raise: services and the fault desk take it."""

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
    """A window whose errors are taken."""

    handling: bool

    def take_fault(self, error: BaseException) -> None:
        """Pass an unexpected error to the part that can go on after it; raise it if there is none."""


Window = TypeVar("Window", bound=Guarded)


def rescued(handle: Callable[Concatenate[Window, Arguments], None]) -> Callable[Concatenate[Window, Arguments], None]:
    """Let nothing that is raised while the window draws or handles input get out of it.

    Handlers may call each other; the outermost one takes the error, so that nothing goes on behind it.
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
