"""Small pictures of matches for lists: the board with its robots, made in small steps, so that no frame waits."""

from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from roborally.base.errors import any_fault
from roborally.core.events import Event, Watch
from roborally.core.observation import SPECTATOR, observe
from roborally.game.factory import Game
from roborally.game.records.recorder import load_replay, load_save
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.actors import Actors
from roborally.ui.board.board_art import BoardPainter
from roborally.ui.board.board_view import BoardView
from roborally.ui.board.display import Display
from roborally.ui.lost_views import sound_views
from roborally.ui.plugin import Views
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.frames.baked import CachedPictures
from roborally.ui.toolkit.part import Part
from roborally.ui.toolkit.preload import go_on_with
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

BUNDLE = 200
"""The number of recorded events that are applied between two yields."""


class Stand(NamedTuple):
    """The state of a match at one moment: its game, its display, and its plugins' additions to the window."""

    game: Game
    display: Display
    views: Views


Opening = Callable[[], Generator[None, None, Stand]]
"""Opens a match in small steps, yielding between them, and returns its state; raises `GameError` if that fails."""


def stand_of_save(app: App, path: Path, catalogue: Catalogue) -> Generator[None, None, Stand]:
    """Open a saved match in small steps and return its state; raise `ReplayError` if the file cannot be used."""
    game, match, _recorder = load_save(path, catalogue)
    yield
    views = sound_views(app, game.plugins)
    yield
    return Stand(game, Display(observe(match, SPECTATOR), game.plugins, views.changes), views)


def stand_of_replay(app: App, path: Path, catalogue: Catalogue) -> Generator[None, None, Stand]:
    """Open a recorded match in small steps and return its last state; raise `ReplayError` if the file is unusable."""
    game, record = load_replay(path, catalogue)
    yield
    views = sound_views(app, game.plugins)
    yield
    opening: list[Event] = []
    match = game.start(record.seed, Watch(opening.append))
    display = Display(observe(match, SPECTATOR), game.plugins, views.changes)
    for number, event in enumerate(record.events[len(opening) :], 1):
        if "only_for" not in event:
            display.apply(event)
        if number % BUNDLE == 0:
            yield
    return Stand(game, display, views)


class MatchPicture:
    """A picture of a match in a rectangle of the window, empty until the steps of `made` have drawn it."""

    def __init__(self, space: Space, rect: Rect, opening: Opening) -> None:
        self.rect = rect
        self.failed = False
        """Whether there is no picture, because the file or a plugin is damaged."""
        self._space = space
        self._opening = opening
        self._shown: tuple[BoardView, Actors] | None = None

    @property
    def is_shown(self) -> bool:
        """Return whether the picture is ready."""
        return self._shown is not None

    def made(self) -> Iterator[None]:
        """Make the picture in small steps and yield between them; set `failed` if the match cannot be opened."""
        try:
            stand = yield from self._opening()
            painter = BoardPainter(stand.game.plugins)
            board = BoardView(self._space, stand.game.course.board, painter, self.rect, at_once=False)
            yield from board.loading()
            board.shut(stand.display.shut)
            game, facings = stand.game, stand.views.facings
            actors = Actors(board, stand.display, game.seats, game.plugins, facings=facings)
            actors.fit_zoom()
        except any_fault():  # the list says what is wrong with a file, and continuing tells the rest
            self.failed = True
            return
        self._shown = board, actors

    def paint(self) -> None:
        """Draw the picture if it is ready."""
        if self._shown is not None:
            board, actors = self._shown
            actors.fit_zoom()
            board.draw_plainly()
            actors.markers.draw()
            actors.sprites.draw()
            board.draw_above()

    def resized(self) -> None:
        """Adapt the picture to another size of the window."""
        if self._shown is not None:
            self._shown[0].resized()


class MatchPictures(Part):
    """Several pictures of matches, made one after the other, and cached as a single picture for fast drawing."""

    def __init__(self, app: App, space: Space) -> None:
        super().__init__()
        self._app = app
        self._space = space
        self._baked = CachedPictures(theme.colour("background"))
        self.pictures: list[MatchPicture] = []
        self._steps: Iterator[None] | None = None
        self._version = 0

    def show(self, places: Sequence[tuple[Rect, Opening]]) -> None:
        """Replace all pictures; `places` are pairs of a rectangle and the function that opens its match."""
        self.pictures = [MatchPicture(self._space, rect, opening) for rect, opening in places]
        self._steps = self._made()
        self._version += 1

    def _made(self) -> Iterator[None]:
        for picture in self.pictures:
            yield from picture.made()
            self._version += 1
            yield

    @property
    def ready(self) -> bool:
        """Return whether all pictures are made."""
        return self._steps is None

    def update(self, seconds: float) -> None:
        """Continue to make the pictures for a few milliseconds."""
        if self._steps is None:
            return
        if not go_on_with(self._steps):
            self._steps = None
        self._app.pace.wake()

    def draw(self) -> None:
        """Draw all pictures that are ready."""
        for picture in self.pictures:
            if picture.is_shown:
                frame = self._space.frame
                self._baked.draw(0, (self._version, frame), frame.pixels(picture.rect), self._paint)

    def _paint(self) -> None:
        for picture in self.pictures:
            picture.paint()

    def resized(self) -> None:
        """Adapt the pictures to another size of the window."""
        for picture in self.pictures:
            picture.resized()
