"""The puzzles of three levels in a grid, with marks on the solved ones (CLI-2091)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import arcade

from roborally.base.translation import _
from roborally.features.puzzles.file import LEVELS, TITLES, Puzzle
from roborally.features.puzzles.progress import PuzzleProgress
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.lists import ListBox
from roborally.ui.toolkit.sheet import SNUG, panel_on
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

MARGIN, PADDING = 16.0, 24.0
"""The space around the panel, and inside it."""
TITLE, SECOND_LINE, FEET = 102.0, 18.0, 88.0
"""The heights of the part above the levels, of a second line there, and of the part below the puzzles."""
SIDE, PART, LEVELS_HIGH = 300.0, 0.52, 150.0
"""The largest width of the levels, at the left or above, their share of a narrow page, and their height."""
BACK, NEXT, BETWEEN = 150.0, 240.0, 10.0
"""The widths of the buttons below, and the smallest space between them."""
NARROWEST, GAP = 58.0, 6.0
"""The smallest width of a puzzle's button, and the space between two."""
TALLEST = 58.0
"""The largest height of a puzzle's button."""
MARK = 14.0
"""The side of the mark on a solved puzzle."""


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
        self.rebuild()

    def rebuild(self) -> None:
        """Lay out the sheet: the levels beside the puzzles, or above them."""
        self.clear()
        layer, dim, panel = self.layer, theme.colour("text-dim"), panel_on(self.fitting_sheet, MARGIN)
        is_narrow = self.fitting_sheet.width < SNUG
        title = TITLE + SECOND_LINE * (2 if is_narrow else 1) if self.is_tall else TITLE
        body = Rect(panel.x + PADDING, panel.y + FEET, panel.width - 2 * PADDING, panel.height - title - FEET)
        layer.backdrop()
        layer.frame("panel", panel)
        layer.heading(_("Puzzles"), body.x + 4, panel.top - 40, 26, tint=theme.colour("accent"))
        text = _("One turn, one hand of cards, one goal. There is no ghost, and other robots have no program.")
        options: dict[str, Any] = {"wrap": True, "anchor_y": "top"}
        layer.label(text, body.x + 4, panel.top - 66, size=14, width=body.width - 8, tint=dim, **options)
        side = min(SIDE, PART * body.width) if is_narrow else SIDE
        spot = Rect(body.x, body.top - LEVELS_HIGH, side, LEVELS_HIGH)
        entries = [(_(TITLES[level]), self._count(level)) for level in LEVELS]
        self.levels: ListBox = self.controls.add(ListBox(layer, spot, entries, self._choose))
        self.levels.at = LEVELS.index(self.level)
        self.levels.refresh()
        if self.is_tall:
            self._show_streak(Rect(spot.right + 24, spot.y, body.right - spot.right - 24, spot.height - 12))
            self._lay_out_grid(body._replace(height=body.height - LEVELS_HIGH - 20))
        else:
            self._show_streak(Rect(spot.x + 4, body.y, SIDE - 4, spot.y - 22 - body.y))
            self._lay_out_grid(body._replace(x=spot.right + 20, width=body.right - spot.right - 20))
        y = panel.y + PADDING
        self.controls.add(Button(layer, Rect(body.x, y, BACK, 46), _("Back"), self._leave, icon="arrow-left"))
        wide = min(NEXT, body.width - BACK - BETWEEN)
        self.following: Button = self.controls.add(
            Button(
                layer,
                Rect(body.right - wide, y, wide, 46),
                _("Next puzzle"),
                self.begin_next,
                icon="play",
                accent=True,
            )
        )
        self.following.enable(self.next_unsolved() is not None)

    def _count(self, level: str) -> str:
        solved = sum(puzzle.id in self._progress.solved for puzzle in self._puzzles[level])
        return _("{done} of {count} solved").format(done=solved, count=len(self._puzzles[level]))

    def _show_streak(self, area: Rect) -> None:
        """Show how many puzzles in a row have been solved without a wrong try."""
        layer, progress, dim = self.layer, self._progress, theme.colour("text-dim")
        x, y, wide = area.x, area.top, area.width
        layer.label(_("Solved in a row without a wrong try"), x, y, size=13, width=wide, wrap=True, anchor_y="top")
        layer.heading(str(progress.streak), x, y - 62, 34, tint=theme.colour("accent"))
        text = _("Best: {count}").format(count=progress.best)
        layer.label(text, x, y - 96, size=13, tint=dim, width=wide)

    def _lay_out_grid(self, area: Rect) -> None:
        """Show a button for each puzzle of the level."""
        puzzles, layer = self._puzzles[self.level], self.layer
        columns, rows = shares(len(puzzles), int((area.width + GAP) // (NARROWEST + GAP)))
        width = (area.width + GAP) / columns - GAP
        height = min(TALLEST, (area.height + GAP) / rows - GAP)
        ahead = self.next_unsolved()
        self.tiles: list[Button] = []
        for number, puzzle in enumerate(puzzles):
            row, column = divmod(number, columns)
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
        """Return the index of the first unsolved puzzle of the level, or `None`."""
        puzzles = self._puzzles[self.level]
        return next((at for at, puzzle in enumerate(puzzles) if puzzle.id not in self._progress.solved), None)

    def begin_next(self) -> None:
        """Open the first unsolved puzzle."""
        ahead = self.next_unsolved()
        if ahead is not None:
            self._begin(self.level, ahead)

    def _choose(self, at: int) -> None:
        """Show another level; the list of levels keeps the keyboard focus if it had it."""
        focused = self.controls.focus is self.levels
        self.level = LEVELS[at]
        self.rebuild()
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
        """Focus the list of levels."""
        if self.controls.focus is None:
            self.controls.set_focus(self.levels)
        return True

    def escape(self) -> None:
        """Return to the menu."""
        self._leave()


def shares(count: int, most: int) -> tuple[int, int]:
    """Return the columns and rows of a grid of `count` buttons with at most `most` columns.

    All rows are full unless the grid would become much narrower; otherwise the last one is as full as possible.
    """
    rows = max(1, -(-count // most))
    columns = max(1, -(-count // rows))
    full = [wide for wide in range(columns, int(0.8 * columns), -1) if count % wide == 0]
    if full:
        columns, rows = full[0], max(1, count // full[0])
    return columns, rows


def _tooltip(solved: bool, tries: int) -> str:
    """Return the tooltip about a player's progress with a puzzle."""
    if solved:
        return _("Solved")
    return _("Not solved yet, wrong tries: {count}").format(count=tries) if tries else _("Not tried yet")
