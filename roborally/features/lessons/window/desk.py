"""Opens the lessons from the main menu or from a page above it, and returns to that page."""

from collections.abc import Callable

from roborally.features.lessons.window.lesson_run import TutorialCoordinator
from roborally.ui.shell.services import Services


def open_list(services: Services, mode: str = "", back: Callable[[], None] | None = None) -> None:
    """Open the list of lessons at the edition `mode`; `back()` opens the page to return to, or else the main menu."""

    def leave() -> None:
        services.router.back()
        if back is not None:
            back()

    _lessons(services, mode, leave).open()


def begin_first(services: Services) -> None:
    """Start the first lesson."""
    lessons = _lessons(services, "", services.router.back)
    lessons.begin(lessons.lessons[0])


def _lessons(services: Services, mode: str, leave: Callable[[], None]) -> TutorialCoordinator:
    def play(mode: str) -> None:
        services.router.home()
        services.router.open("quick-match", mode=mode)

    speed = services.settings.moving_speed()
    return TutorialCoordinator(
        services.app, services.catalogue, leave, play, edition=mode, speed=speed, check=services.check
    )
