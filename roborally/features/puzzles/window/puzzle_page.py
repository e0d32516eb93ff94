"""The puzzles of three levels in a grid, with marks on the solved ones (CLI-2091)."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from roborally.base.translation import _
from roborally.features.puzzles.file import LEVELS, TITLES, Puzzle
from roborally.features.puzzles.progress import PuzzleProgress
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space
from roborally.ui.toolkit.layout.leaves import button, heading, label, list_box
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size, Target
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

TILE, GAP = 58.0, 6.0
"""The natural side of a puzzle's button, and the space between two."""
MARK = 14.0
"""The side of the mark on a solved puzzle."""


class PuzzlePage(TreePage):
    """Selects a level and a puzzle; `begin(level, number)` opens one, numbers from 0; `leave` returns to the menu."""

    def __init__(
        self,
        app: App,
        puzzles: Mapping[str, Sequence[Puzzle]],
        progress: PuzzleProgress,
        level: str,
        begin: Callable[[str, int], None],
        leave: Callable[[], None],
    ) -> None:
        """Show the puzzles of a level."""
        super().__init__(app, leave)
        self._puzzles = puzzles
        self._progress = progress
        self._begin = begin
        self.level = level
        self.rebuild()

    def tree(self) -> Node:
        """Return the levels beside the puzzles, or above them."""
        help_text = _("One turn, one hand of cards, one goal. There is no ghost, and other robots have no program.")
        entries, at = [(_(TITLES[level]), self._count(level)) for level in LEVELS], LEVELS.index(self.level)
        self._levels = list_box(entries, self._choose, at=at, rows=len(LEVELS), least=len(LEVELS)).named("levels")
        self._next = button(_("Next puzzle"), self.act, icon="play", accent=True, height=46).wide(least=170)
        streak, grid = self._streak(), self._grid()
        return column(
            heading(_("Puzzles"), 26),
            label(help_text, 14, wrap=True, tint=theme.colour("text-dim")),
            fitting(
                lambda: row(column(self._levels, streak, gap=20).wide(300).at("start"), grid.grow(), gap=20),
                lambda: column(row(self._levels.grow(), streak.grow(), gap=20), grid.grow(), gap=20),
            ).grow(),
            row(self.back(), space(), self._next),
            gap=12,
            pad=(24, 20),
        )

    def built(self) -> None:
        """Keep the list of levels."""
        self.levels = self.main_list = self._levels.made
        self.following = self._next.made
        self.following.enable(self.next_unsolved() is not None)

    def _count(self, level: str) -> str:
        solved = sum(puzzle.id in self._progress.solved for puzzle in self._puzzles[level])
        return _("{done} of {count} solved").format(done=solved, count=len(self._puzzles[level]))

    def _streak(self) -> Node:
        """Return how many puzzles in a row have been solved without a wrong try."""
        progress, best = self._progress, _("Best: {count}").format(count=self._progress.best)
        return column(
            label(_("Solved in a row without a wrong try"), 13, wrap=True),
            heading(str(progress.streak), 34),
            label(best, 13, tint=theme.colour("text-dim")),
            gap=2,
        )

    def _grid(self) -> Node:
        """Return a button for each puzzle of the level."""
        self.tiles: list[Button] = []
        puzzles, ahead = self._puzzles[self.level], self.next_unsolved()
        tiles = (self._tile(number, puzzle, is_next=number == ahead) for number, puzzle in enumerate(puzzles))
        return flow(*tiles, gap=GAP, equal=True).wide(least=TILE, most=420)

    def _tile(self, number: int, puzzle: Puzzle, *, is_next: bool) -> Node:
        solved, tries = puzzle.id in self._progress.solved, self._progress.tries.get(puzzle.id, 0)

        def make(target: Target, rect: Rect) -> Button:
            text, begin = _tooltip(solved, tries), partial(self._begin, self.level, number)
            tile: Button = target.controls.add(
                Button(target.layer, rect, str(number + 1), begin, tooltip=text, size=14)
            )
            tile.selected = is_next
            if solved:
                mark = pictures.icon("checkmark", 32)
                place = rect.right - MARK, rect.top - MARK * 0.8
                target.layer.sprite(mark, *place, MARK, tint=theme.colour("good"))
            self.tiles.append(tile)
            return tile

        return Leaf(make, TILE, Size(TILE / 2, TILE)).named(f"puzzle {number}")

    def next_unsolved(self) -> int | None:
        """Return the index of the first unsolved puzzle of the level, or `None`."""
        puzzles = self._puzzles[self.level]
        return next((at for at, puzzle in enumerate(puzzles) if puzzle.id not in self._progress.solved), None)

    def act(self) -> None:
        """Open the first unsolved puzzle."""
        ahead = self.next_unsolved()
        if ahead is not None:
            self._begin(self.level, ahead)

    def _choose(self, at: int) -> None:
        """Show another level."""
        self.level = LEVELS[at]
        self.rebuild()


def _tooltip(solved: bool, tries: int) -> str:
    """Return the tooltip about a player's progress with a puzzle."""
    if solved:
        return _("Solved")
    return _("Not solved yet, wrong tries: {count}").format(count=tries) if tries else _("Not tried yet")
