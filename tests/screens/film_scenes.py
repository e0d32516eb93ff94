"""Films: the choices, a film in the making, and the message at the end."""

import errno
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from roborally.arena import extras
from roborally.base.errors import Message, reason
from roborally.features.replays.window.desk import ReplayDesk
from roborally.features.replays.window.film_page import FilmPage
from roborally.game.records.exports import GIF, MP4, PAGE

from .moments import Library
from .studio import Studio

Show = Callable[[Studio, Library], None]
FULL = reason(OSError(errno.ENOSPC, ""))


class StillJob:
    """A film that stays at the share `part`."""

    def __init__(self, part: float, problem: Message | None = None, ending: str = "gif") -> None:
        """Set the share; it is over if complete or with a problem."""
        self.path = Path(f"/home/ada/.local/share/roborally/films/laser-alley 2026-05-17 10.42.00.{ending}")
        self.part = part
        self.problem = problem
        self.over = part >= 1 or problem is not None

    def poll(self) -> None:
        """Do nothing."""

    def cancel(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    return {
        "film": film,
        "film-page": partial(film, kind=PAGE),
        "film-page-done": partial(film_job, StillJob(1.0, ending="html"), kind=PAGE),
        "film-video": partial(film, kind=MP4),
        "film-no-video": film_without_video,
        "film-preparing": partial(film_job, StillJob(0.0)),
        "film-half": partial(film_job, StillJob(0.5)),
        "film-done": partial(film_job, StillJob(1.0)),
        "film-failed": partial(
            film_job,
            StillJob(0.2, Message.of("cannot be written: {error}", StillJob(0.2).path, error=FULL)),
        ),
    }


def _open(studio: Studio, library: Library, job: Any = None) -> FilmPage:
    done = library.finished("standard")
    studio.client.of(ReplayDesk).watch(done.recorder.game, done.recorder.record)
    studio.top.film.prepare(60)
    page = FilmPage(studio.app, 7, lambda wish: job)
    studio.app.push(page)
    return page


def film(studio: Studio, library: Library, kind: str = "") -> None:
    """Show the choices."""
    page = _open(studio, library)
    if kind:
        page.wish = page.wish._replace(kind=kind)
        page.rebuild()


def film_without_video(studio: Studio, library: Library) -> None:
    """Show the choices if videos need one more package."""
    there, extras.missing = extras.missing, lambda extra: ["av"]
    _open(studio, library)
    extras.missing = there


def film_job(job: StillJob, studio: Studio, library: Library, kind: str = GIF) -> None:
    """Show a film or a page in the making, or finished."""
    page = _open(studio, library, job)
    page.wish = page.wish._replace(kind=kind)
    page.make()
