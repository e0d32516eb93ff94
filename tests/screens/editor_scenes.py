"""The board editor."""

import time
from collections.abc import Callable
from typing import Any

from roborally.arena.plan import ExhibitionGames
from roborally.base import paths
from roborally.features.workshop.editor.board_text import read_document
from roborally.features.workshop.editor.painter import Brush
from roborally.features.workshop.rating.changes import Change
from roborally.features.workshop.rating.conditions import terms_for
from roborally.features.workshop.rating.figures import Estimate, figures_of
from roborally.features.workshop.rating.live import RatingState
from roborally.features.workshop.rating.rated_game import play_rated
from roborally.features.workshop.rating.suggestions import Suggestion
from roborally.features.workshop.rating.verdicts import judged
from roborally.features.workshop.window.editor.board_pages import BoardDialog, save_board_page
from roborally.features.workshop.window.editor.desk import EditorDesk
from roborally.features.workshop.window.editor.hand import BoardPoint
from roborally.features.workshop.window.editor.remembered import OVERLAYS

from .moments import Library
from .studio import Studio

Show = Callable[[Studio, Library], None]
PATH = [(2, 2), (3, 2), (4, 2), (4, 3), (4, 4), (5, 4)]
"""The cells of a belt."""


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    return {
        "editor": editor,
        "editor-faults": faults,
        "editor-plays": plays,
        "editor-overlays": overlays,
        "editor-save": save,
        "editor-describe": describe,
    }


def _open(studio: Studio) -> Any:
    """Open the editor with an empty board, and return its page."""
    studio.client.of(EditorDesk).bench.new()
    studio.client.of(EditorDesk).show()  # without the draft of the person at this machine
    return studio.top


def _draw(page: Any, kind: str, *cells: tuple[int, int]) -> None:
    page.choose(Brush.of(kind, page.bench.speller))
    page.bench.hand.press(BoardPoint(cells[0]))
    for cell in cells[1:]:
        page.bench.hand.drag(BoardPoint(cell))
    page.bench.hand.release()


def editor(studio: Studio, library: Library) -> None:
    """Show a board being drawn."""
    page = _open(studio)
    page.bench.hand.symmetry = "left-right"
    _draw(page, "belt", *PATH)
    _draw(page, "dock", (0, 11))
    _draw(page, "checkpoint", (3, 7))
    _draw(page, "pit", (2, 8))
    page.settled()


def faults(studio: Studio, library: Library) -> None:
    """Show a board with advice about it."""
    page = _open(studio)
    _draw(page, "dock", (0, 11))
    _draw(page, "checkpoint", (3, 3))
    for cell in ((2, 3), (4, 3), (3, 2), (3, 4)):
        _draw(page, "pit", cell)
    page.bench.look()
    for _try in range(1000):  # another process analyses the board
        if page.bench.look() and page.bench.advice_is_complete:
            break
        time.sleep(0.01)
    page.settled()


def plays(studio: Studio, library: Library) -> None:
    """Show how the board plays, with a suggested change."""
    page = _open(studio)
    bench = page.bench
    bench.hand.symmetry = "left-right"
    _draw(page, "belt", *PATH)
    for cell in ((0, 11), (2, 11)):
        _draw(page, "dock", cell)
    _draw(page, "checkpoint", (3, 7))
    _draw(page, "pit", (2, 8))
    while not (bench.look() and bench.advice_is_complete):
        time.sleep(0.01)
    bench.plays.look(0.0, bench.editing.document, bench.course, busy=False)
    bench.plays.state = _rated(bench)
    page.show_findings(True)
    studio.go_on(3.0)


def overlays(studio: Studio, library: Library) -> None:
    """Show a large course with all overlays, and the mouse on it."""
    page = _open(studio)
    page.bench.put_instead(read_document(paths.board_folder() / "water-mills.toml"))
    studio.client.of(EditorDesk).show()
    page = studio.top
    for name in {*OVERLAYS} - page.bench.overlays:
        page.bench.overlays.add(name)  # without storing it
    while not (page.bench.look() and page.bench.advice_is_complete):
        time.sleep(0.01)
    while not (page.bench.look_ahead() and page.bench.all_is_foreseen):
        time.sleep(0.01)
    page.settled()
    page.spot = BoardPoint((3, 4))
    page.point()
    page.look_ahead()


def _rated(bench: Any) -> RatingState:
    """Return the result of ten games of random bots, with a suggestion."""
    conditions = terms_for(bench.course, bench.catalogue, bot="random", games=10)
    table = ExhibitionGames(conditions, bench.catalogue)
    games = [play_rated(table, number) for number in range(10)]
    rating = judged(figures_of(conditions, games, bench.speller.notations))
    change = Change("wall", (2, 7), direction=2)
    help_ = Suggestion(change, (2, 8), rating.per_robot, Estimate(1.0, 0.8, 1.2), rating.turns.mean, 9.0)
    return RatingState("done", rating=rating, suggestions=[help_])


def save(studio: Studio, library: Library) -> None:
    """Show the page that asks for a name."""
    _open(studio)
    studio.app.push(save_board_page(studio.app, "My board", lambda path, name: True))


def describe(studio: Studio, library: Library) -> None:
    """Show title, author, players and size."""
    page = _open(studio)
    studio.app.push(BoardDialog(studio.app, page.bench.editing.document, lambda document: None))
