"""A puzzle being solved, or its solution being shown (CLI-2091, CLI-2093)."""

from collections.abc import Callable

from roborally.base.translation import _
from roborally.features.puzzles.file import TITLES, Puzzle
from roborally.game.scenario.lessons import Attempt
from roborally.ui.match.attempt_screen import VERY_NARROW, AttemptScreen
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

PATIENCE = 3
"""The number of wrong tries before the solution is offered."""
AROUND = 3
"""The number of cells around the robots and the goal that are initially visible."""


class PuzzleScreen(AttemptScreen):
    """Shows an attempt at a puzzle, of a `level` and with a `number` from 1.

    `tries` is the number of failed tries; `show` plays a solution. With `solution` the attempt is the solution: the
    screen answers itself.
    """

    def __init__(
        self,
        app: App,
        attempt: Attempt,
        puzzle: Puzzle,
        *,
        level: str,
        number: int,
        edition: str,
        tries: int,
        show: Action,
        ended: Callable[[Attempt], None],
        leave: Action,
        solution: bool = False,
        speed: str = "normal",
        check: bool = False,
    ) -> None:
        """Show the task below the board, and no ghost on it."""
        super().__init__(
            app,
            attempt,
            goal=_("The goal of this puzzle"),
            ended=ended,
            leave=leave,
            speed=speed,
            check=check,
        )
        self.puzzle = puzzle
        self.solution = solution
        self._may_show = not solution and tries >= PATIENCE
        self.board_pane.ghost.allowed = False
        goals = puzzle.goal_cells(self.session.game.course)
        self.pointers.mark(goals)
        self.board.show_cells([*goals, *(robot.cell for robot in self.context.display.robots if robot.cell)], AROUND)
        self._title = " · ".join([_("Puzzle {number}").format(number=number), _(TITLES[level]), edition])
        self._tries = tries
        self._show = show
        self.lay_out_guide()

    def lay_out_guide(self) -> None:
        """Lay out the task and the button for the solution."""
        layer, area, dim = self.layer, self.arrangement.strip, theme.colour("text-dim")
        button = Rect(area.right - 264, area.y + 16, 240, 38)
        narrow = area.width < VERY_NARROW
        layer.frame("panel", area.inset(4))
        below = self.lay_out_title(self._title, 270)
        counted = _("Wrong tries: {count}").format(count=self._tries) if self._tries and not narrow else ""
        layer.label(counted, area.right - 24, area.top - 30, size=14, anchor_x="right", tint=dim, width=220)
        text = _("This is a solution.") if self.solution else self.puzzle.text()
        layer.label(text, area.x + 24, area.top - 46 - below, size=16, anchor_y="top", width=area.width - 48, wrap=True)
        way = "" if narrow else _("Esc: all puzzles")
        layer.label(way, area.x + 24, button.centre[1], size=12, tint=dim, width=button.x - area.x - 30)
        self.show_button: Button | None = None
        if not self.solution:
            hint = _("After {count} wrong tries a solution can be seen").format(count=PATIENCE)
            tooltip = "" if self._may_show else hint
            self.show_button = self.controls.add(
                Button(layer, button, _("Show a solution"), self._show, icon="eye", size=14, tooltip=tooltip)
            )
        self.enable_ways()

    def enable_ways(self) -> None:
        """Enable the solution after some wrong tries, unless a question covers the match."""
        if self.show_button is not None:
            self.show_button.enable(self._may_show and not self.covered)

    def update(self, seconds: float) -> None:
        """Advance like a match; a displayed solution answers by itself."""
        super().update(seconds)
        asked = self.question_controller.asked
        if self.solution and asked is not None:
            self.answer(asked["seat"], asked["id"], asked["default"])
