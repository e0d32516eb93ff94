"""Opens the course builder, and keeps the course while the window is open."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.features.workshop.building.workbench import Workbench
from roborally.features.workshop.window.building.builder_page import BuilderPage, ShowBuilding
from roborally.game.course.courses import Course
from roborally.ui.shell.services import Services


class BuilderDesk:
    """Holds the course that is being built, as long as the window is open."""

    def __init__(self, services: Services) -> None:
        self._catalogue = services.catalogue
        self._bench: Workbench | None = None
        self._is_old = False

    def plugins_changed(self) -> None:
        """Let the builder read the boards again when it is opened next."""
        self._is_old = True

    def bench(self, mode: str, extras: Sequence[str], course: Course | None) -> Workbench:
        """Return the workbench for the rules of a mode and the `extras` (ids of further plugins).

        It holds the unsaved course, or else `course` if the player has built that from boards, or else an empty table.
        """
        bench, extras = self._bench, tuple(extras)
        if bench is None or bench.is_saved:
            bench = Workbench(self._catalogue, mode, extras)
            path = paths.user_board_folder() / f"{course.id}.toml" if course is not None else None
            if course is not None and path is not None and path.is_file():
                with suppress(GameError):  # not made of boards, or of boards unknown to these rules
                    bench.open(path, course.name)
        elif self._is_old or (bench.rules.mode.id, bench.rules.extras) != (mode, extras):
            bench = bench.for_rules(mode, extras)
        self._bench, self._is_old = bench, False
        return bench


def open_builder(
    services: Services,
    mode: str,
    extras: Sequence[str],
    course: Course | None,
    done: Callable[[Path], None],
    show: ShowBuilding | None = None,
) -> BuilderPage:
    """Return the page of the course builder for the rules of a mode; `done(path)` is called with the saved file.

    `show`, if given, is called with a function that returns the course's code, to show it to others while it is built.
    """
    return BuilderPage(services.app, services.of(BuilderDesk).bench(mode, extras, course), done, show)
