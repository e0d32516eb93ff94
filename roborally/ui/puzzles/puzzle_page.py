"""The puzzles of three levels in a grid, with those that have been solved (CLI-2091)."""

from collections.abc import Callable, Mapping, Sequence

import arcade

from roborally.base.translation import _
from roborally.profile.puzzles import PuzzleProgress
from roborally.puzzle.file import LEVELS, TITLES, Puzzle
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widgets import Button, ListBox

AREA = Rect((WIDTH - 1120) / 2, (HEIGHT - 660) / 2, 1120, 660)
SIDE = 280.0
"""The width of the column with the levels, at the left."""
COLUMNS = 12
GAP = 6.0
TALLEST = 40.0
MARK = 14.0
"""The side of the mark at a puzzle that has been solved."""


class PuzzlePage(Screen):
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
        super().__init__(app)
        self._puzzles = puzzles
        self._progress = progress
        self._begin = begin
        self._leave = leave
        self.level = level
        self._build()

    def _build(self) -> None:
        self.clear()
        layer, dim = self.layer, theme.colour("text-dim")
        layer.backdrop()
        layer.frame("panel", AREA)
        layer.heading(_("Puzzles"), AREA.x + 28, AREA.top - 40, 26, tint=theme.colour("accent"))
        told = _("One turn, one hand of cards, one goal. There is no ghost, and other robots have no program.")
        layer.label(told, AREA.x + 28, AREA.top - 76, size=14, width=AREA.width - 56, tint=dim)
        top = AREA.top - 102
        spot = Rect(AREA.x + 24, top - 150, SIDE, 150)
        entries = [(_(TITLES[level]), self._count(level)) for level in LEVELS]
        self.levels: ListBox = self.controls.add(ListBox(layer, spot, entries, self._choose))
        self.levels.at = LEVELS.index(self.level)
        self.levels.refresh()
        self._tell_streak(spot.x + 4, spot.y - 22)
        self._lay_out_grid(Rect(spot.right + 20, AREA.y + 88, AREA.right - 24 - spot.right - 20, top - AREA.y - 88))
        spot = Rect(AREA.x + 24, AREA.y + 24, 150, 46)
        self.controls.add(Button(layer, spot, _("Back"), self._leave, icon="arrow-left"))
        spot = Rect(AREA.right - 264, AREA.y + 24, 240, 46)
        self.following: Button = self.controls.add(
            Button(layer, spot, _("Next puzzle"), self.begin_next, icon="play", accent=True)
        )
        self.following.enable(self.next_unsolved() is not None)

    def _count(self, level: str) -> str:
        solved = sum(puzzle.id in self._progress.solved for puzzle in self._puzzles[level])
        return _("{done} of {count} solved").format(done=solved, count=len(self._puzzles[level]))

    def _tell_streak(self, x: float, y: float) -> None:
        """Tell how many puzzles in a row have been solved without a wrong try."""
        layer, progress, dim = self.layer, self._progress, theme.colour("text-dim")
        layer.label(_("Solved in a row without a wrong try"), x, y, size=13, width=SIDE, wrap=True, anchor_y="top")
        layer.heading(str(progress.streak), x, y - 62, 34, tint=theme.colour("accent"))
        told = _("Best so far: {count}").format(count=progress.best)
        layer.label(told, x, y - 96, size=13, tint=dim, width=SIDE)

    def _lay_out_grid(self, area: Rect) -> None:
        """Show a button for each puzzle of the level."""
        puzzles, layer = self._puzzles[self.level], self.layer
        rows = max(1, -(-len(puzzles) // COLUMNS))
        width = (area.width + GAP) / COLUMNS - GAP
        height = min(TALLEST, (area.height + GAP) / rows - GAP)
        ahead = self.next_unsolved()
        self.tiles: list[Button] = []
        for number, puzzle in enumerate(puzzles):
            row, column = divmod(number, COLUMNS)
            spot = Rect(area.x + column * (width + GAP), area.top - height - row * (height + GAP), width, height)
            solved, tries = puzzle.id in self._progress.solved, self._progress.tries.get(puzzle.id, 0)
            tile = Button(layer, spot, str(number + 1), self._opener(number), tooltip=_tooltip(solved, tries), size=14)
            tile.selected = number == ahead
            self.tiles.append(self.controls.add(tile))
            if solved:
                mark = pictures.icon("checkmark", 32)
                layer.sprite(mark, spot.right - MARK, spot.top - MARK * 0.8, MARK, tint=theme.colour("good"))

    def _opener(self, number: int) -> Callable[[], None]:
        return lambda: self._begin(self.level, number)

    def next_unsolved(self) -> int | None:
        """Return the number of the first puzzle of the level that has not been solved, from 0."""
        puzzles = self._puzzles[self.level]
        return next((at for at, puzzle in enumerate(puzzles) if puzzle.id not in self._progress.solved), None)

    def begin_next(self) -> None:
        """Open the first puzzle that has not been solved."""
        ahead = self.next_unsolved()
        if ahead is not None:
            self._begin(self.level, ahead)

    def _choose(self, at: int) -> None:
        """Show another level; the keyboard stays on the list of levels if it was there."""
        focused = self.controls.focus is self.levels
        self.level = LEVELS[at]
        self._build()
        if focused:
            self.controls.set_focus(self.levels)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter opens the next puzzle, up and down select a level."""
        keys = arcade.key
        if self.controls.focus not in (None, self.levels):
            super().key(symbol, modifiers)
        elif symbol in (keys.ENTER, keys.NUM_ENTER):
            self.begin_next()
        elif symbol in (keys.UP, keys.DOWN):
            self.levels.step(1 if symbol == keys.DOWN else -1)
        else:
            super().key(symbol, modifiers)

    def focus_first(self) -> bool:
        """Give the list of levels the focus."""
        if self.controls.focus is None:
            self.controls.set_focus(self.levels)
        return True

    def escape(self) -> None:
        """Return to the menu."""
        self._leave()


def _tooltip(solved: bool, tries: int) -> str:
    """Say in a tooltip how far somebody has come with a puzzle."""
    if solved:
        return _("Solved")
    return _("Not solved yet, wrong tries: {count}").format(count=tries) if tries else _("Not tried yet")
