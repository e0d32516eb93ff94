"""The daily course and the puzzles."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

from roborally.base import paths
from roborally.features.daily.results_file import DailyResult, note_begun, note_finished
from roborally.features.daily.window.desk import DailyDesk
from roborally.features.puzzles.file import LEVELS, Puzzle
from roborally.features.puzzles.progress import PATIENCE, note_attempt
from roborally.features.puzzles.search import PuzzleStart, programs
from roborally.features.puzzles.window.desk import PuzzleCoordinator

from .moments import Library
from .studio import STEP, Studio

Show = Callable[[Studio, Library], None]
TODAY = date(2026, 11, 25)
SOLVED = 31
"""The number of solved easy puzzles."""


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    return {
        "daily-new": partial(daily, "new"),
        "daily-begun": partial(daily, "begun"),
        "daily-finished": partial(daily, "finished"),
        "daily-late": partial(daily, "late"),
        "puzzles": partial(puzzles, "easy"),
        "puzzles-hard": partial(puzzles, "hard"),
        **{f"puzzle-{level}": partial(puzzle, level) for level in LEVELS},
        "puzzle-solved": partial(puzzle_result, "solved"),
        "puzzle-not-yet": partial(puzzle_result, "wrong"),
        "puzzle-solution": partial(puzzle_result, "solution"),
    }


# --- the daily course -----------------------------------------------------------------------------------------------


def daily(what: str, studio: Studio, library: Library) -> None:
    """Show the page of the daily course: played or not, or a course of the day before that was played late."""
    paths.daily_file().unlink(missing_ok=True)
    long = "↑↑+↓↑×↑–↑+↑↑↓↑×↑↑+↑↑+"
    if what != "new":
        note_finished(DailyResult("2026-11-24", "2026-11-25", len(long), 4, 4, long, "0.1.0-b4727"))
    if what == "begun":
        note_begun(TODAY, TODAY)
    elif what != "new":
        note_finished(DailyResult("2026-11-25", "2026-11-25", 7, 1, 4, "↑↑+↑+↑+", "0.1.0-b4727"))
        for back in range(2, 4):
            day = (TODAY - timedelta(days=back)).isoformat()
            note_finished(DailyResult(day, day, 9, 2, 4, "↑" * 9, "0.1.0-b4727"))
    studio.client.of(DailyDesk).today = lambda: TODAY
    studio.client.router.open("daily")
    if what == "late":
        studio.top.list.choose(1)
    studio.draw()
    for _step in range(100):
        if studio.top.preview.ready:
            break
        studio.go_on(STEP)


# --- puzzles --------------------------------------------------------------------------------------------------------


def new_puzzles(studio: Studio) -> PuzzleCoordinator:
    """Return the puzzles, some of them solved and one tried without success."""
    paths.puzzles_file().unlink(missing_ok=True)
    made = PuzzleCoordinator(studio.app, studio.catalogue, studio.client.router.home, lambda: "skip")
    for number in range(SOLVED):
        note_attempt(made.puzzles["easy"][number].id, True)
    return made


def puzzles(level: str, studio: Studio, library: Library) -> None:
    """Show the list of puzzles."""
    made = new_puzzles(studio)
    made.level = level
    made.open()
    while not studio.top.preview.ready:
        studio.go_on(STEP)


def puzzle(level: str, studio: Studio, library: Library) -> None:
    """Show the puzzle of a level with the longest text, after some wrong tries."""
    made = new_puzzles(studio)
    entries = made.puzzles[level]
    number = max(range(len(entries)), key=lambda at: len(entries[at].text()))
    for _try in range(PATIENCE):
        note_attempt(entries[number].id, False)
    made.begin(level, number)
    studio.go_on(1)


def puzzle_result(what: str, studio: Studio, library: Library) -> None:
    """Show the result of a puzzle, or the question after its solution."""
    made = new_puzzles(studio)
    entry = made.puzzles["easy"][SOLVED]
    for _try in range(PATIENCE if what == "wrong" else 0):
        note_attempt(entry.id, False)
    made.begin("easy", SOLVED, solution=what == "solution")
    screen = studio.top
    studio.go_on(1)
    if what != "solution":
        lay(screen, entry.solution.split() if what == "solved" else wrong(entry, made))
    for _step in range(400):
        if studio.top is not screen:
            return
        studio.go_on(STEP)
    raise SystemExit("the puzzle does not come to its end")


def lay(screen: Any, cards: Any) -> None:
    """Put cards into the registers and confirm them."""
    panel = screen.panels.asking["program"]
    for card in cards:
        panel.add(card.partition("@")[0])
    panel.hand_in()


def wrong(entry: Puzzle, made: PuzzleCoordinator) -> tuple[str, ...]:
    """Return cards that do not solve a puzzle."""
    board = PuzzleStart(entry, made.catalogue)
    for cards in programs(entry.cards, len(entry.free)):
        if not board.solves(board.play(entry.program(cards)), entry.wanted):
            return cards
    raise SystemExit("every program solves the puzzle")
