"""The course builder, and course codes."""

from collections.abc import Callable
from functools import partial
from typing import Any

from roborally.arena.plan import ExhibitionGames
from roborally.features.lobby.window.course_codes import take_code
from roborally.features.workshop.building.course_table import Layout
from roborally.features.workshop.building.random_course import Wish
from roborally.features.workshop.rating.conditions import terms_for
from roborally.features.workshop.rating.figures import figures_of
from roborally.features.workshop.rating.live import RatingState
from roborally.features.workshop.rating.rated_game import play_rated
from roborally.features.workshop.window.building.table_keys import CHECKPOINTS

from .menu_scenes import lobby, settle
from .moments import Library
from .studio import Studio

Show = Callable[[Studio, Library], None]


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    found: dict[str, Show] = {f"building-{mode}": partial(building, mode) for mode in ("crash-and-burn", "volt")}
    return found | {
        "building": partial(building, "standard"),
        "building-nothing": nothing,
        "building-plays": plays,
        "building-checkpoints": checkpoints,
        "building-obstacle": obstacle,
        "building-unreachable": unreachable,
        "course-codes": codes,
        "course-codes-damaged": damaged,
    }


def builder(mode: str, studio: Studio, library: Library) -> Any:
    """Show the builder with an empty table, and return it."""
    lobby(mode, studio, library).course.build_course()
    page = studio.top
    page.bench.history.put(Layout())
    page.table.settle()
    return page


def building(mode: str, studio: Studio, library: Library) -> None:
    """Show a course on the table."""
    page = builder(mode, studio, library)
    if page.bench.lottery.is_possible:
        page.lot.seed.set("48151")
        page.table.put(lambda: page.bench.lottery.draw(Wish(4, seed=48151)))
        page.title.set("Ada’s great tour through all halls")
    else:
        page.table.lay(page.bench.parts[0].name)
    page.table.chosen = 0
    page.table.settle()
    settle(studio)


def nothing(studio: Studio, library: Library) -> None:
    """Show an empty table."""
    builder("standard", studio, library)
    settle(studio)


def plays(studio: Studio, library: Library) -> None:
    """Show how the course plays: the results of the bots so far."""
    building("standard", studio, library)
    page = studio.top
    page.show_plays()
    shown = studio.top
    conditions = terms_for(shown.course, page.bench.rules.catalogue, bot="random", games=3)
    table = ExhibitionGames(conditions, page.bench.rules.catalogue)
    games = [play_rated(table, number) for number in range(3)]
    shown.plays.switch(False)  # no process: the picture is always the same
    shown.plays.look(0.0, shown.course, shown.course)
    shown.plays.state = RatingState("games", 3, 30, figures_of(conditions, games, page.bench.notations))
    settle(studio)
    shown.show_findings()
    studio.go_on(3.0)


def checkpoints(studio: Studio, library: Library) -> None:
    """Show the cells on which a checkpoint may stand."""
    building("crash-and-burn", studio, library)
    studio.top.use(CHECKPOINTS)
    settle(studio)


def obstacle(studio: Studio, library: Library) -> None:
    """Show why no checkpoint may stand on a cell."""
    checkpoints(studio, library)
    table = studio.top.table
    board, layout = table.bench.table.joined(table.layout), table.layout
    extent = table.bench.table.extent(layout)
    cells = [(e.cell[0] + extent.left, e.cell[1] + extent.top) for e in board.elements]
    cell = next(c for c in cells if (o := table.bench.table.obstacle(layout, c)) is not None and o.why == "element")
    table.complain_about(cell)
    studio.draw()


def unreachable(studio: Studio, library: Library) -> None:
    """Show a course whose boards do not touch."""
    page = builder("standard", studio, library)
    table = page.bench.table
    layout = table.lay(table.lay(Layout(), "dock-bay", (0, 0)), "ring", (20, 0))
    page.bench.history.put(table.set_checkpoint(layout, (20, 0)))
    page.table.settle()
    settle(studio)
    page.save()


def codes(studio: Studio, library: Library) -> None:
    """Show the dialog for codes."""
    lobby("standard", studio, library).course.open_codes()


def damaged(studio: Studio, library: Library) -> None:
    """Show the message about a damaged code."""
    page = lobby("standard", studio, library)
    take_code(studio.app, page.lobby.catalogue, "RR1:abc", page.course.take_file)
