"""The task of a puzzle below its board, while it is solved or its solution is shown (CLI-2091, CLI-2093)."""

from roborally.base.translation import _
from roborally.features.puzzles.file import Puzzle
from roborally.features.puzzles.progress import PATIENCE, solution_text
from roborally.ui.match.attempt_screen import TIGHT, VERY_NARROW, AttemptScreen, Guide, guidance
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.layout.branches import row
from roborally.ui.toolkit.layout.leaves import button, label
from roborally.ui.toolkit.layout.nodes import Node

AROUND = 3
"""The number of cells around the robots and the goal that are visible at first."""


class PuzzleGuide(Guide):
    """Shows the task of a puzzle under its `title`.

    `tries` is the number of wrong tries so far. `show()` shows the solution. If `show` is `None`, the solution is being
    shown: the guide answers instead of the player.
    """

    def __init__(self, screen: AttemptScreen, puzzle: Puzzle, title: str, tries: int, show: Action | None) -> None:
        """Mark the goal, show the cells around it, and hide the ghost that shows a program in advance."""
        super().__init__(screen)
        self.puzzle = puzzle
        self._title = title
        self._tries = tries
        self._show = show
        self.show_button: Button | None = None
        screen.board_pane.ghost.allowed = False
        goals = puzzle.goal_cells(screen.session.game.course)
        screen.pointers.mark(goals)
        robots = [robot.cell for robot in screen.context.display.robots if robot.cell]
        screen.camera.show_near([*goals, *robots], AROUND)

    def tree(self, width: float) -> Node:
        """Return the layout of the task and of the button that shows the solution."""
        narrow, dim = width < VERY_NARROW, theme.colour("text-dim")
        counted = _("Wrong tries: {count}").format(count=self._tries) if self._tries and not narrow else ""
        text = self.puzzle.text() if self._show is not None else _("This is a solution.")
        way = None if narrow else label(_("Esc: all puzzles"), 12, tint=dim).grow()
        shown = opens = None
        if self._show is not None:
            opens = None if narrow else label(solution_text(self._tries), 12, tint=dim)
            caption, known = ("", _("Show a solution")) if width < TIGHT else (_("Show a solution"), "")
            tooltip = known if self._tries >= PATIENCE else solution_text(self._tries)
            shown = button(caption, self._show, icon="eye", size=14, height=38, tooltip=tooltip)
            shown.kept(self, "show_button")
        beside, task = label(counted, 14, tint=dim), label(text, 14 if narrow else 16, wrap=True)
        return guidance(width, self._title, beside, task, row(way, opens, shown))

    def lay_out(self) -> None:
        """Show the task."""
        super().lay_out()
        self.enable_buttons()

    def enable_buttons(self) -> None:
        """Enable the button for the solution after `PATIENCE` wrong tries, unless a question covers the match."""
        if self.show_button is not None:
            self.show_button.enable(self._tries >= PATIENCE and not self.screen.covered)

    def update(self) -> None:
        """Answer an open question while a solution is shown."""
        asked = self.screen.question_controller.asked
        if self._show is None and asked is not None:
            self.screen.answer(asked["seat"], asked["id"], asked["default"])
