"""Puzzles in the window: the list, one that is solved, one that is not, and a solution that is watched."""

from collections.abc import Callable
from typing import Any

import pytest

from roborally.base import paths
from roborally.features.puzzles.file import LEVELS, Puzzle
from roborally.features.puzzles.progress import note_attempt, puzzle_progress
from roborally.features.puzzles.search import programs
from roborally.plugin_system.loader import Catalogue
from tests.shipped import courses
from tests.sweeps import few_of
from tests.ui.conftest import Driver
from tests.ui.playing import tile
from tests.ui.seen import button, labels, texts

pytestmark = pytest.mark.window
WRONG_TRIES = 3
left: list[bool] = []


@pytest.fixture
def puzzles(app: Any, driver: Driver, catalogue: Catalogue) -> Any:
    """Open the list of puzzles."""
    from roborally.features.puzzles.window.desk import PuzzleCoordinator

    left.clear()
    found = PuzzleCoordinator(app, catalogue, lambda: left.append(True), lambda: "skip", check=True)
    found.open()
    driver.frame()
    return found


@pytest.fixture
def lay(app: Any, driver: Driver) -> Callable[[Any], None]:
    """Return a function that clicks cards, confirms them, and waits for the result."""
    from roborally.ui.match.attempt_screen import AttemptEnd

    def click(cards: Any) -> None:
        screen = app.screen_on_top
        driver.frame(12, 1 / 20)  # a panel that has just come takes no clicks
        panel = next(iter(screen.panels.asking.values()))
        for card in cards:
            driver.click(tile(panel, card.partition("@")[0]).rect.centre)
        driver.click(panel.confirm.rect.centre)
        driver.until(lambda: isinstance(app.screen_on_top, AttemptEnd), 400)

    return click


def press(app: Any, driver: Driver, text: str) -> None:
    driver.click(button(app, text).rect.centre)
    driver.frame(2)


def wrong(puzzle: Puzzle, coordinator: Any) -> tuple[str, ...]:
    """Return cards that do not solve a puzzle."""
    from roborally.features.puzzles.search import PuzzleStart

    board = PuzzleStart(puzzle, coordinator.catalogue)
    return next(
        cards
        for cards in programs(puzzle.cards, len(puzzle.free))
        if not board.solves(board.play(puzzle.program(cards)), puzzle.wanted)
    )


@pytest.mark.parametrize("level", few_of(LEVELS))
def test_a_puzzle_of_each_level_is_solved_with_the_mouse(
    app: Any, driver: Driver, puzzles: Any, lay: Callable[[Any], None], level: str
) -> None:
    """CLI-2090, CLI-2091: *Begin* and *Next puzzle* lead on to one that is not solved yet."""
    page = app.screen_on_top
    page.levels.choose(LEVELS.index(level))
    driver.frame()
    press(app, driver, "Begin puzzle 1")
    screen, puzzle = app.screen_on_top, puzzles.puzzles[level][0]
    assert screen.guide.puzzle is puzzle
    assert puzzle.text() in labels(app)
    lay(puzzle.solution.split())
    assert "Solved!" in texts(app)
    assert puzzle_progress().solved == {puzzle.id}
    press(app, driver, "Next puzzle")
    assert app.screen_on_top.guide.puzzle is puzzles.puzzles[level][1]


def test_the_page_shows_what_is_solved(app: Any, driver: Driver, puzzles: Any) -> None:
    """CLI-2092, CLI-2091: the puzzle under the mouse is shown with its goal, and when its solution opens."""
    import arcade

    easy = puzzles.puzzles["easy"]
    for puzzle in easy[:3]:
        note_attempt(puzzle.id, True)
    note_attempt(easy[4].id, False)
    note_attempt(easy[3].id, True)
    puzzles.open()
    driver.frame()
    page = app.screen_on_top
    shown = labels(app)
    assert f"4 of {len(easy)} solved" in shown
    assert "Best: 3" in shown
    told = []
    for number in range(2, 6):
        driver.move(page.tiles[number].rect.centre)
        driver.until(lambda: page.preview.ready)
        shown = labels(app)
        at = shown.index(f"Puzzle {number + 1}")
        assert shown[at + 1 : at + 3] == ["Easy · Standard", easy[number].text()]
        told.append(shown[at + 3])
    assert told == [
        *("Solved", "Solved"),
        "Not solved yet, wrong tries: 1. A solution can be seen after 3 wrong tries.",
        "Not tried yet. A solution can be seen after 3 wrong tries.",
    ]
    assert page.next_unsolved() == 4
    driver.click(page.tiles[7].rect.centre)
    assert app.screen_on_top.guide.puzzle is easy[7]
    driver.frame(3)
    driver.key(arcade.key.ESCAPE)
    driver.frame()
    assert app.screen_on_top.level == "easy"
    driver.key(arcade.key.ESCAPE)
    assert left == [True]


@pytest.mark.parametrize("size", few_of([(1024, 768), (1280, 720), (800, 1200)]))
def test_the_result_leaves_the_board_in_sight(
    app: Any, driver: Driver, puzzles: Any, lay: Callable[[Any], None], size: tuple[int, int]
) -> None:
    """CLI-2228: the robots, and the goal that has been missed, are seen beside the result."""
    app.adapt_to(*size)
    driver.frame(20)
    puzzles.begin("easy", 0)
    screen = app.screen_on_top
    lay(wrong(puzzles.puzzles["easy"][0], puzzles))
    end = app.screen_on_top
    assert "Not yet" in texts(app)
    top = end.space.frame.bottom + end.area.top * end.space.frame.scale
    board = screen.space.frame
    cells = [*screen.pointers.goals, *(robot.cell for robot in screen.context.display.robots if robot.cell)]
    for place in screen.board.places_of(cells):
        assert board.bottom + place.top * board.scale > top
    bottom = end.space.frame.bottom + end.area.y * end.space.frame.scale
    assert bottom >= 0


def test_a_solution_can_be_watched_after_three_wrong_tries(
    app: Any, driver: Driver, puzzles: Any, lay: Callable[[Any], None]
) -> None:
    """CLI-2093, CLI-2092: a wrong try ends the streak; a solution that is watched solves nothing."""
    from roborally.ui.match.attempt_screen import AttemptEnd

    easy = puzzles.puzzles["easy"]
    note_attempt(easy[1].id, True)
    puzzles.begin("easy", 0)
    cards = wrong(easy[0], puzzles)
    for number in range(1, WRONG_TRIES + 1):
        assert not app.screen_on_top.guide.show_button.enabled
        lay(cards)
        assert "Not yet" in texts(app)
        assert puzzle_progress().tries == {easy[0].id: number}
        assert any(text == "Show a solution" for text in labels(app)[-4:]) is (number == WRONG_TRIES)
        press(app, driver, "Try again")
    assert puzzle_progress().streak == 0
    driver.frame(3)
    assert app.screen_on_top.guide.show_button.enabled
    assert f"Wrong tries: {WRONG_TRIES}" in labels(app)
    driver.click(app.screen_on_top.guide.show_button.rect.centre)
    driver.until(lambda: isinstance(app.screen_on_top, AttemptEnd), 400)
    assert "A solution" in texts(app)
    assert easy[0].id not in puzzle_progress().solved
    press(app, driver, "Try it yourself")
    lay(easy[0].solution.split())
    assert "Solved!" in texts(app)
    assert easy[0].id in puzzle_progress().solved


def test_all_of_a_level_solved(app: Any, driver: Driver, puzzles: Any, lay: Callable[[Any], None]) -> None:
    hard = puzzles.puzzles["hard"]
    for puzzle in hard[1:]:
        note_attempt(puzzle.id, True)
    puzzles.begin("hard", 0)
    lay(hard[0].solution.split())
    assert "That was the last one of this level." in texts(app)
    press(app, driver, "All puzzles")
    assert app.screen_on_top.next_unsolved() is None
    assert not app.screen_on_top.following.enabled


def test_a_file_that_cannot_be_written_is_told(
    app: Any, driver: Driver, puzzles: Any, monkeypatch: pytest.MonkeyPatch, profile: Any
) -> None:
    """CLI-2091, too: there is no ghost, neither with the button nor with its key."""
    import arcade

    (profile / "file").write_text("")
    monkeypatch.setattr(paths, "puzzles_file", lambda: profile / "file" / "puzzles.toml")
    puzzles.begin("easy", 0)
    screen = app.screen_on_top
    assert screen.tooltip_at(*button(app, "Show a solution").rect.centre) == (
        "A solution can be seen after 3 wrong tries."
    )
    driver.frame(12, 1 / 20)
    panel = next(iter(screen.panels.asking.values()))
    for card in puzzles.puzzles["easy"][0].solution.split():
        driver.click(tile(panel, card.partition("@")[0]).rect.centre)
    for _try in range(2):
        driver.key(arcade.key.G)
        driver.click(panel.ghost_button.rect.centre)
        assert screen.board_pane.ghost.ghost is None
    assert not panel.ghost_button.enabled
    assert panel.ghost_button.tooltip == "There is no ghost in a puzzle"
    driver.click(panel.confirm.rect.centre)
    driver.until(lambda: "Your progress could not be saved" in texts(app), 400)


@pytest.mark.parametrize("step", [150, pytest.param(20, marks=pytest.mark.long)])
def test_every_robot_and_the_goal_are_in_view_at_first(app: Any, driver: Driver, puzzles: Any, step: int) -> None:
    """CLI-2111: as near as that goes, and the view ends with the board."""
    from roborally.ui.board.board_art import CELL
    from roborally.ui.board.frame_choice import MARGIN

    for level in LEVELS:
        for number in range(0, len(puzzles.puzzles[level]), step):
            puzzles.begin(level, number)
            driver.frame()
            screen = app.screen_on_top
            puzzle = screen.guide.puzzle
            cells = [puzzle.cell, *puzzle.goal_cells(screen.session.game.course)]
            cells += [puzzle.other[:2]] if puzzle.other is not None else []
            for cell in cells:
                x, y = screen.board.to_design(*screen.board.centre(cell))
                assert screen.board_area.inset(10).holds(x, y)
            room, board = screen.board.rect, screen.board.seen
            margin = MARGIN * CELL * screen.board.zoom + 1
            for low, high, begin, end in (
                (board.x, board.right, room.x, room.right),
                (board.y, board.top, room.y, room.top),
            ):
                if high - low > end - begin:
                    assert (low <= begin + margin, high >= end - margin) == (True, True), "it ends with the board"


def test_a_puzzle_may_end_the_race(app: Any, driver: Driver, puzzles: Any, lay: Callable[[Any], None]) -> None:
    """Who reaches the last checkpoint has won the match, and has solved the puzzle."""
    last = {course.id: course.checkpoints for course in courses()}
    level, number = next(
        (level, number)
        for level in LEVELS
        for number, puzzle in enumerate(puzzles.puzzles[level])
        if puzzle.goal == "checkpoint" and puzzle.reached + 1 == last[puzzle.course]
    )
    puzzles.begin(level, number)
    screen = app.screen_on_top
    lay(puzzles.puzzles[level][number].solution.split())
    assert screen.session.over
    assert "Solved!" in texts(app)


def test_all_rows_of_the_grid_are_full_in_every_shape(puzzles: Any, app: Any, driver: Driver) -> None:
    """CLI-2330: 120 puzzles never stand in rows of eleven."""
    try:
        for width, height in ((1280, 720), (1024, 768), (800, 1200), (2560, 1080)):
            app.adapt_to(width, height)
            page = app.screen_on_top
            page.settled()
            columns = sum(tile.rect.y == page.tiles[0].rect.y for tile in page.tiles)
            assert len(page.tiles) % columns == 0, (width, height)
    finally:
        app.on_resize(app.width, app.height)
