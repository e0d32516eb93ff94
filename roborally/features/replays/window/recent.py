"""Stores finished matches as replays while the window runs, and reports once if that fails."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from roborally.base.translation import _
from roborally.profile.recent import RecentReplays
from roborally.ui.match.windows.result_screen import ResultScreen
from roborally.ui.shell.services import Services
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.system.faults import Service


class RecentMatches(Service):
    """A service of the window that stores finished matches; it stores nothing before `begin`."""

    def __init__(self, services: Services) -> None:
        self.replays: RecentReplays | None = None
        self._app = services.app

    def begin(self, replays: RecentReplays) -> None:
        """Store the matches that finish from now on in `replays`."""
        self.replays = replays
        self._app.services.append(self)

    @property
    def folder(self) -> Path | None:
        """The folder of the replays, `None` before `begin`."""
        return self.replays.folder if self.replays is not None else None

    def keep(self, course: str, make: Callable[[], bytes]) -> None:
        """Store a finished match on a course (an id); `make()` returns its replay file, in another thread."""
        if self.replays is not None:
            self.replays.keep(course, datetime.now(), make)

    def update(self) -> None:
        """Report once that a match could not be stored, while a result page is on top."""
        if self.replays is None:
            return
        self.replays.update()
        if self._app.screens and isinstance(self._app.screen_on_top, ResultScreen):
            problem = self.replays.complaint()
            if problem is not None:
                text = _("Everything else goes on as ever. “Save replay” tries again, in another folder.")
                message(self._app, _("This match could not be kept as a replay"), problem.at(""), text)

    def close(self) -> None:
        """Wait until everything is written, because the window closes."""
        if self.replays is not None:
            self.replays.settle()
