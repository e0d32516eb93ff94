"""Opens the lessons from the menu and from pages above it, and returns there."""

from collections.abc import Callable

from roborally.plugin_system.loader import Catalogue
from roborally.ui.toolkit.app import App
from roborally.ui.tutorial.coordinator import TutorialCoordinator


class LessonsFromMenu:
    """Opens the lessons; `play(mode)` offers a match of a mode, `speed()` returns the speed of moves."""

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        main_menu: Callable[[], None],
        play: Callable[[str], None],
        speed: Callable[[], str],
        *,
        check: bool = False,
    ) -> None:
        """Start without reading lessons; `check` as in `Client`."""
        self._app = app
        self._catalogue = catalogue
        self._main_menu = main_menu
        self._play = play
        self._speed = speed
        self._check = check

    def open(self) -> None:
        """Open the list of lessons."""
        self.learn("", lambda: None)

    def learn(self, edition: str, back: Callable[[], None]) -> None:
        """Open the lessons of a mode; `back` opens the page above the main menu to return to."""

        def leave() -> None:
            self._main_menu()
            back()

        self._lessons(edition, leave).open()

    def begin(self) -> None:
        """Start the first lesson."""
        lessons = self._lessons("", self._main_menu)
        lessons.begin(lessons.lessons[0])

    def _lessons(self, edition: str, leave: Callable[[], None]) -> TutorialCoordinator:
        return TutorialCoordinator(
            self._app, self._catalogue, leave, self._play, edition=edition, speed=self._speed(), check=self._check
        )
