"""Opens the page on which films are ordered, and ends the processes that make them when the window closes."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from roborally.base import paths
from roborally.base.file_names import file_stem
from roborally.features.replays.window.film_job import FilmJob, FilmOrder
from roborally.features.replays.window.film_page import BEST, TURN, WHOLE, FilmPage, FilmWish
from roborally.game.factory import Game
from roborally.game.records.exports import GIF, KINDS, PAGE
from roborally.game.records.recorder import Record
from roborally.profile.language import window_language
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.shell.services import Services
from roborally.ui.toolkit.system.faults import Service

SMALL = (640, 360)
"""The width and height of a film of the best moments, in pixels: small enough to send to friends."""


class FilmDesk(Service):
    """A service of the window that starts films and pages, and cancels those in progress when the window closes."""

    def __init__(self, services: Services) -> None:
        self._app = services.app
        self._jobs: list[FilmJob] = []
        self.make: Callable[[FilmOrder, Game, Record], FilmJob] = FilmJob
        """Starts a process that makes a film."""
        self._app.services.append(self)

    def open(self, screen: ReplayScreen) -> None:
        """Pause a replay, and open the page that makes a film or a page for browsers of its match."""
        screen.playback.paused = True
        film = screen.film
        turn = film.stop_at(screen.at).turn if film.turns else 0
        begin = partial(self._begin, film.game, film.record, turn)
        self._app.push(FilmPage(self._app, turn, begin))

    def best_moments(self, game: Game, record: Record) -> None:
        """Offer a small film of the best moments of a match."""
        self._offer(game, record, FilmWish(GIF, SMALL, BEST))

    def share_page(self, game: Game, record: Record) -> None:
        """Offer a page for browsers about a match."""
        self._offer(game, record, FilmWish(PAGE, SMALL, WHOLE))

    def _offer(self, game: Game, record: Record, wish: FilmWish) -> None:
        self._app.push(FilmPage(self._app, 0, partial(self._begin, game, record, 0), wish))

    def _begin(self, game: Game, record: Record, turn: int, wish: FilmWish) -> FilmJob:
        """Start to make the film or page that `wish` describes, perhaps only of `turn`; raise `OSError` on failure."""
        kind = KINDS.get(wish.kind, KINDS[GIF])  # a page has neither rate nor speed
        moment = datetime.now().strftime("%Y-%m-%d %H.%M.%S")
        path = paths.film_folder() / f"{file_stem(f'{game.course.id} {moment}')}{wish.kind}"
        order = FilmOrder(
            path=str(path),
            size=wish.size,
            rate=kind.fps,
            speed=kind.speed,
            language=window_language(self._app.settings),
            turns=(turn, turn) if wish.part == TURN else None,
            best=wish.part == BEST,
        )
        job = self.make(order, game, record)
        self._jobs.append(job)
        return job

    # --- the service ----------------------------------------------------------------------------------------------

    def update(self) -> None:
        """Forget the films that are finished."""
        for job in self._jobs:
            job.poll()
        self._jobs = [job for job in self._jobs if not job.over]

    def close(self) -> None:
        """Cancel all films, because the window closes."""
        for job in self._jobs:
            job.close()
        self._jobs = []
