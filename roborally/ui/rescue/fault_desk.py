"""What happens when an error escapes in the window: the match stays, and a page says what has happened."""

import logging
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.core.events import Event
from roborally.plugin_system.loader import Catalogue
from roborally.profile.fault_report import keep_report, report_of
from roborally.ui.rescue.fault_page import FaultPage
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Saved:
    """What has become of what was going on.

    `sentence` tells it, `go_on` continues it, if that is possible. `progress` is a number that rises when it goes on:
    an error at the same number as the last one has come back at once. `events` are those of the match.
    """

    sentence: str = ""
    go_on: Action | None = None
    progress: int = -1
    events: Sequence[Event] = ()


class FaultDesk:
    """Takes the errors that nobody else has caught; `App.on_fault`."""

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        *,
        save: Callable[[], Saved],
        main_menu: Action | None = None,
    ) -> None:
        """Wait for errors; `save` keeps what is going on, `main_menu` is the way to do something else."""
        self._app = app
        self._catalogue = catalogue
        self._save = save
        self._main_menu = main_menu
        self._last: tuple[str, int] | None = None

    def take(self, error: BaseException) -> None:
        """Show the page for an error; raise it if the page itself has failed."""
        _log.debug("an error in the window", exc_info=error)
        if any(isinstance(screen, FaultPage) for screen in self._app.screens[-1:]):
            raise error
        saved = self._save()
        again = self._is_the_last(error, saved)
        self._last = place_of(error), saved.progress
        report = report_of(error, self._catalogue, saved.events)
        sentences = [_("An unexpected error has stopped what you were doing."), saved.sentence, self._keep(report)]
        if again and saved.go_on is not None:
            sentences[1] = _(
                "The same error has come again. Your match has been kept; “Continue” in the main menu tries once more."
            )
        page = FaultPage(
            self._app,
            [sentence for sentence in sentences if sentence],
            report,
            go_on=None if again else saved.go_on,
            main_menu=self._main_menu,
        )
        self._app.abandon()
        self._app.push(page)

    def _is_the_last(self, error: BaseException, saved: Saved) -> bool:
        """Return whether the error has come back: at the same place of the code, or before anything has gone on."""
        return self._last is not None and (place_of(error) == self._last[0] or saved.progress == self._last[1] >= 0)

    @staticmethod
    def _keep(report: str) -> str:
        """Write the report and return where it is, or why not."""
        try:
            path = keep_report(paths.report_folder(), report, datetime.now())
        except GameError:
            return _("“Copy report” helps those who make the game to find the cause.")
        return _("“Copy report” helps those who make the game to find the cause. It is in {path}, too.").format(
            path=path
        )


def place_of(error: BaseException) -> str:
    """Return the type of an error and the place in the code that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    at = f" {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{at}"
