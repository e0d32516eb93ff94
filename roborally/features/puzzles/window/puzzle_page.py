"""The page that lists the puzzles of a level in a grid, and shows one of them with its goal (CLI-2091)."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.puzzles.file import LEVELS, TITLES, Puzzle
from roborally.features.puzzles.progress import PuzzleProgress, state_text
from roborally.game.course.courses import Course
from roborally.game.scenario.run import scenario_course
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.course_preview import ScenarioPreview
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.widgets import Button, Widget
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space
from roborally.ui.toolkit.layout.leaves import button, framed, heading, here, label, list_box
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size, Target
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.theme import Rect

TILE, GAP = 58.0, 6.0
"""The natural side of a puzzle's button, and the space between two, in design units."""
MARK = 14.0
"""The side of the mark on a solved puzzle, in design units."""


class PuzzlePage(TreePage):
    """Offers the levels and their puzzles; `begin(level, number)` starts one, counted from 0; `leave()` goes back.

    The puzzle under the mouse or with the focus is shown with its board and its goal, at first the next unsolved one.
    """

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        puzzles: Mapping[str, Sequence[Puzzle]],
        progress: PuzzleProgress,
        level: str,
        begin: Callable[[str, int], None],
        leave: Callable[[], None],
    ) -> None:
        super().__init__(app, leave)
        self._puzzles = puzzles
        self._progress = progress
        self._begin = begin
        self.level = level
        self._catalogue = catalogue
        self._courses: dict[str, Course] = {}
        self.shown = self.next_unsolved() or 0
        """The index of the puzzle that is shown."""
        self.preview = ScenarioPreview(app, self.space, catalogue)
        self.parts.append(self.preview)
        self.rebuild()

    def tree(self) -> Node:
        """Return the levels, the grid of puzzles, and the shown puzzle, beside or below each other."""
        help_text = _("One turn, one hand of cards, one goal. There is no ghost, and other robots have no program.")
        entries, at = [(_(TITLES[level]), self._count(level)) for level in LEVELS], LEVELS.index(self.level)
        self._levels = list_box(entries, self._choose, at=at, rows=len(LEVELS), least=len(LEVELS)).named("levels")
        ahead = self.next_unsolved()
        begin = _("Next puzzle") if ahead is None else _("Begin puzzle {number}").format(number=ahead + 1)
        self._next = button(begin, self.act, icon="play", accent=True, height=46).wide(least=170)
        streak, grid, about = self._streak(), self._grid(), self._about()
        return column(
            heading(_("Puzzles"), 26),
            label(help_text, 14, wrap=True, tint=theme.colour("text-dim")),
            fitting(
                lambda: row(
                    column(self._levels, streak, gap=20).wide(220).at("start"), grid.grow(), about.wide(270), gap=20
                ),
                lambda: column(row(self._levels.grow(), streak.grow(), gap=20), about, grid.grow(), gap=20),
            ).grow(),
            row(self.back(), space(), self._next),
            gap=12,
            pad=(24, 20),
        )

    def built(self) -> None:
        """Store the list of levels and the button for the next puzzle, now that they are made, and show a puzzle."""
        self.levels = self.main_list = self._levels.made
        self.following = self._next.made
        self.following.enable(self.next_unsolved() is not None)
        self._show(self.shown)

    def _count(self, level: str) -> str:
        solved = sum(puzzle.id in self._progress.solved for puzzle in self._puzzles[level])
        return _("{done} of {count} solved").format(done=solved, count=len(self._puzzles[level]))

    def _streak(self) -> Node:
        progress, best = self._progress, _("Best: {count}").format(count=self._progress.best)
        return column(
            label(_("Solved in a row without a wrong try"), 13, wrap=True),
            heading(str(progress.streak), 34),
            label(best, 13, tint=theme.colour("text-dim")),
            gap=2,
        )

    def _about(self) -> Node:
        puzzles, dim = self._puzzles[self.level], theme.colour("text-dim")
        self._title = heading("", 18, tint=theme.colour("text"))
        self._where = label("", 13, tint=dim, wrap=True, among=[self._place(puzzle) for puzzle in puzzles])
        self._goal = label("", 15, wrap=True, among=[puzzle.text() for puzzle in puzzles])
        self._state = label("", 13, tint=dim, wrap=True, among=[self._state_of(puzzle) for puzzle in puzzles])
        board = framed("panel-inset", here(self.preview.take_place, Size(140, 260), Size(140, 260)), (8, 8))
        texts = column(self._title, self._where, self._goal, self._state, gap=6)
        return fitting(lambda: row(board, texts.wide(least=280).grow(), gap=16), lambda: column(board, texts, gap=10))

    def _place(self, puzzle: Puzzle) -> str:
        """Return the level and the edition of a puzzle."""
        return " · ".join([_(TITLES[self.level]), self._catalogue.get(puzzle.mode).title])

    def _state_of(self, puzzle: Puzzle) -> str:
        return state_text(self._progress, puzzle.id)

    def _show(self, number: int) -> None:
        self.shown = number
        puzzle = self._puzzles[self.level][number]
        content, course = puzzle.scenario(), self._courses.get(puzzle.course)
        with suppress(GameError):  # said when it is opened
            course = course or scenario_course("", content, self._catalogue)
            self._courses[puzzle.course] = course
        self.preview.put(course, content["robots"], puzzle.goal_cells(course) if course is not None else ())
        self._title.made.text = _("Puzzle {number}").format(number=number + 1)
        self._where.made.text, self._goal.made.text = self._place(puzzle), puzzle.text()
        self._state.made.text = self._state_of(puzzle)

    def _grid(self) -> Node:
        self.tiles: list[Button] = []
        puzzles, ahead = self._puzzles[self.level], self.next_unsolved()
        tiles = (self._tile(number, puzzle, is_next=number == ahead) for number, puzzle in enumerate(puzzles))
        return flow(*tiles, gap=GAP, equal=True).wide(least=TILE, most=400)

    def _tile(self, number: int, puzzle: Puzzle, *, is_next: bool) -> Node:
        def make(target: Target, rect: Rect) -> Button:
            begin = partial(self._begin, self.level, number)
            tile: Button = target.controls.add(Button(target.layer, rect, str(number + 1), begin, size=14))
            tile.selected = is_next
            if puzzle.id in self._progress.solved:
                mark = pictures.icon("checkmark", 32)
                place = rect.right - MARK, rect.top - MARK * 0.8
                target.layer.sprite(mark, *place, MARK, tint=theme.colour("good"))
            self.tiles.append(tile)
            return tile

        return Leaf(make, TILE, Size(TILE / 2, TILE)).named(f"puzzle {number}")

    def next_unsolved(self) -> int | None:
        """Return the index of the first unsolved puzzle of the level, `None` if all are solved."""
        puzzles = self._puzzles[self.level]
        return next((at for at, puzzle in enumerate(puzzles) if puzzle.id not in self._progress.solved), None)

    def act(self) -> None:
        """Start the first unsolved puzzle, if there is one."""
        ahead = self.next_unsolved()
        if ahead is not None:
            self._begin(self.level, ahead)

    def _choose(self, at: int) -> None:
        self.level = LEVELS[at]
        self.shown = self.next_unsolved() or 0
        self.rebuild()

    # --- input ----------------------------------------------------------------------------------------------------

    def motion(self, x: float, y: float) -> None:
        """Handle mouse motion: show the puzzle under the mouse."""
        super().motion(x, y)
        self._show_of(self.controls.at(x, y))

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key; show the puzzle that has the focus then."""
        super().key(symbol, modifiers)
        self._show_of(self.controls.focus)

    def _show_of(self, tile: Widget | None) -> None:
        if isinstance(tile, Button) and tile in self.tiles and self.tiles.index(tile) != self.shown:
            self._show(self.tiles.index(tile))
