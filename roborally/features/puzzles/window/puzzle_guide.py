"""The task of a puzzle below its board, while it is being solved or its solution is shown (CLI-2091, CLI-2093)."""

from roborally.base.translation import _
from roborally.features.puzzles.file import Puzzle
from roborally.ui.match.attempt_screen import VERY_NARROW, AttemptScreen, Guide
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

PATIENCE = 3
"""The number of wrong tries before the solution is offered."""
AROUND = 3
"""The number of cells around the robots and the goal that are initially visible."""


class PuzzleGuide(Guide):
    """Shows the task of a puzzle under its `title`.

    `tries` is the number of failed tries; `show` plays a solution, or is `None` if the attempt is the solution: it
    answers itself.
    """

    def __init__(self, screen: AttemptScreen, puzzle: Puzzle, title: str, tries: int, show: Action | None) -> None:
        """Show no ghost on the board."""
        super().__init__(screen)
        self.puzzle = puzzle
        self._title = title
        self._tries = tries
        self._show = show
        screen.board_pane.ghost.allowed = False
        goals = puzzle.goal_cells(screen.session.game.course)
        screen.pointers.mark(goals)
        robots = [robot.cell for robot in screen.context.display.robots if robot.cell]
        screen.board.show_cells([*goals, *robots], AROUND)

    def lay_out(self) -> None:
        """Lay out the task and the button for the solution."""
        layer, area, dim = self.screen.layer, self.screen.arrangement.strip, theme.colour("text-dim")
        button = Rect(area.right - 264, area.y + 16, 240, 38)
        narrow = area.width < VERY_NARROW
        layer.frame("panel", area.inset(4))
        below = self.lay_out_title(self._title, 270)
        counted = _("Wrong tries: {count}").format(count=self._tries) if self._tries and not narrow else ""
        layer.label(counted, area.right - 24, area.top - 30, size=14, anchor_x="right", tint=dim, width=220)
        text = self.puzzle.text() if self._show is not None else _("This is a solution.")
        layer.label(text, area.x + 24, area.top - 46 - below, size=16, anchor_y="top", width=area.width - 48, wrap=True)
        way = "" if narrow else _("Esc: all puzzles")
        layer.label(way, area.x + 24, button.centre[1], size=12, tint=dim, width=button.x - area.x - 30)
        self.show_button: Button | None = None
        if self._show is not None:
            hint = _("After {count} wrong tries a solution can be seen").format(count=PATIENCE)
            tooltip = "" if self._tries >= PATIENCE else hint
            self.show_button = self.screen.controls.add(
                Button(layer, button, _("Show a solution"), self._show, icon="eye", size=14, tooltip=tooltip)
            )
        self.enable_ways()

    def enable_ways(self) -> None:
        """Enable the solution after some wrong tries, unless a question covers the match."""
        if self.show_button is not None:
            self.show_button.enable(self._tries >= PATIENCE and not self.screen.covered)

    def update(self) -> None:
        """Answer in the place of the player while a solution is shown."""
        asked = self.screen.question_controller.asked
        if self._show is None and asked is not None:
            self.screen.answer(asked["seat"], asked["id"], asked["default"])
