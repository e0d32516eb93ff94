"""A lesson of the tutorial: a match screen with guidance below the board."""

import math
from collections.abc import Callable, Sequence
from functools import partial

import arcade
from arcade.types import Color

from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.scenario.lessons import Attempt
from roborally.ui.board.board_art import CELL
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, Dialog
from roborally.ui.toolkit.layer import Layer, fit_sprite, heading_width
from roborally.ui.toolkit.shortcuts import Shortcut, act_on
from roborally.ui.toolkit.sprites import Sprites
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

GUIDE, HIGH_GUIDE = 156.0, 212.0
"""The height of the guidance, and what it is below a narrow board."""
NARROW, VERY_NARROW = 800, 500
"""The width of a board below which the guidance needs more lines, and below which it leaves out what is known."""
SMALLEST = 11
"""The smallest letters of the title."""
PULSE = 4.0
"""The speed of the highlight's pulse, in radians per second."""

PAGES = (("PAGEUP", -1), ("PAGEDOWN", 1))
"""The keys of the guidance."""


class Pointers(Overlay):
    """Marks the goal on the floor, and, over the robots, the cells that the guidance mentions."""

    def __init__(self, scene: Scene, goals: Sequence[Cell]) -> None:
        """Mark the goal."""
        super().__init__(scene)
        self._time = 0.0
        self._goals = Sprites()
        self._cells = Sprites()
        self._goal_cells = set(goals)
        target = pictures.effect("target", 64)
        for cell in self._goal_cells:
            self._add(self._goals, target, cell, CELL * 0.9, theme.colour("accent"))

    def _add(self, sprites: "Sprites", image: arcade.Texture, cell: Cell, side: float, tint: Color) -> None:
        x, y = self.scene.board.centre(cell)
        sprite = arcade.Sprite(image, center_x=x, center_y=y)
        fit_sprite(sprite, side)
        sprite.color = tint
        sprites.append(sprite)

    def point_at(self, cells: Sequence[Cell]) -> None:
        """Highlight these cells only."""
        self._cells.clear()
        for cell in cells:
            self._add(self._cells, pictures.skin("focus", 64, 64), cell, CELL, theme.colour("text"))

    def update(self, seconds: float) -> None:
        """Animate the highlight."""
        self._time += seconds
        for sprite in self._cells:
            sprite.alpha = round(165 + 90 * math.cos(PULSE * self._time))

    def draw_below(self) -> None:
        """Draw the goal."""
        self._goals.draw()

    def draw_above(self) -> None:
        """Draw the highlight."""
        self._cells.draw()

    def tooltip_at(self, cell: Cell) -> str:
        """Return the tooltip of the goal."""
        return _("The goal of this lesson") if cell in self._goal_cells else ""


class LessonScreen(MatchScreen):
    """Shows an attempt at lesson `number`.

    `ended(attempt)` is called when all of it has been shown; `leave` returns to the list.
    """

    def __init__(
        self,
        app: App,
        attempt: Attempt,
        number: int,
        *,
        ended: Callable[[Attempt], None],
        leave: Action,
        speed: str = "normal",
        check: bool = False,
    ) -> None:
        """Start with the first step of the guidance."""
        super().__init__(
            app,
            attempt.session,
            finished=lambda context: ended(attempt),
            open_menu=lambda screen: leave(),
            speed=speed,
            check=check,
        )
        self.attempt = attempt
        self.step = 0
        self._asked = ""
        self._covered = False
        self._steps = attempt.lesson.guidance.steps
        self._pointers = Pointers(Scene(self.context, self.board, self.actors), attempt.lesson.goals)
        self.board_pane.add(self._pointers)
        self._number = number
        self._frame = Layer(self.space)
        self._lay_out_guide()
        self.turn_to(0)

    def strip_below(self, width: float) -> float:
        """Return the height of the guidance."""
        return GUIDE if width >= NARROW else HIGH_GUIDE

    def lay_out_again(self) -> None:
        """Lay the guidance out, too."""
        super().lay_out_again()
        self.clear()
        self._lay_out_guide()
        self.turn_to(self.step)

    def _lay_out_guide(self) -> None:
        layer, area, number = self.layer, self.arrangement.strip, self._number
        self._frame.clear()
        self._frame.panel("focus", self.arrangement.room.inset(3))
        layer.frame("panel", area.inset(4))
        lesson = self.attempt.lesson
        title = _("Lesson {number}: {title}").format(number=number, title=lesson.text(lesson.title))
        narrow = area.width < VERY_NARROW
        spot = Rect(area.right - 292, area.y + 14, 130, 36)
        wide = area.width - 48 if narrow else min(620, area.width - 160)
        size = max(SMALLEST, min(18, 17 * wide / heading_width(self.space, title, 18)))
        layer.heading(title, area.x + 24, area.top - 30, size, tint=theme.colour("accent"), width=wide)
        place = area.right - 24, area.top - 30
        dim = theme.colour("text-dim")
        self._count = layer.label("", *place, size=14, anchor_x="right", tint=dim)
        self._is_narrow = narrow
        if narrow:
            self._count.move(spot.x + 78, area.y + 32)
        place = area.x + 24, area.top - 46
        self.text = layer.label("", *place, size=14 if narrow else 16, anchor_y="top", width=area.width - 48, wrap=True)
        hint = "" if narrow else _("Page Down, Page Up: steps. Esc: all lessons.")
        back = spot._replace(x=spot.right - 44, width=44) if narrow else spot
        room = min(340, spot.x - 12 - area.x - 20)
        place = spot.x - 12, area.y + 32
        layer.label(hint, *place, size=12, anchor_x="right", align="right", tint=dim, width=room, wrap=True)
        caption = "" if narrow else _("Back")
        self.back: Button = self.controls.add(
            Button(layer, back, caption, lambda: self.turn_to(self.step - 1), icon="arrow-left", size=14)
        )
        self.next: Button = self.controls.add(
            Button(
                layer,
                spot._replace(x=spot.right + 8),
                _("Next"),
                lambda: self.turn_to(self.step + 1),
                icon="arrow-right",
                accent=True,
            )
        )

    def turn_to(self, step: int) -> None:
        """Show the next step of the guidance, if there is one."""
        self.step = max(0, min(step, len(self._steps) - 1))
        shown = self._steps[self.step]
        self.text.text = self.attempt.lesson.text(shown.text)
        told = "{number} / {count}" if self._is_narrow else _("Step {number} of {count}")
        self._count.text = told.format(number=self.step + 1, count=len(self._steps))
        self._pointers.point_at(shown.cells)
        self._enable_ways()

    def _enable_ways(self) -> None:
        """Offer the steps before and after, unless a question in front of the match takes all clicks."""
        self.back.enable(not self._covered and self.step > 0)
        self.next.enable(not self._covered and self.step < len(self._steps) - 1)

    def update(self, seconds: float) -> None:
        """Go on as a match does, and show the step that belongs to a question when that is asked."""
        super().update(seconds)
        if self._covered != (self.app.screen_on_top is not self):
            self._covered = not self._covered
            self._enable_ways()
        asked = self.question_controller.asked
        if asked is None or asked["id"] == self._asked:
            return
        self._asked = asked["id"]
        step = next((at for at, step in enumerate(self._steps) if step.ask == asked["kind"]), None)
        if step is not None:
            self.turn_to(step)

    # --- the end --------------------------------------------------------------------------------------------------

    def _at_rest(self) -> None:
        """End the lesson once its result is known; until then continue as a match does."""
        if not self.attempt.decided:
            super()._at_rest()
            return
        self.panels.show_moving()  # at the highest speed it has not been shown since the last answer
        self._end()

    def waiting_text(self) -> str:
        """Show whom the match waits for, while it goes on."""
        return "" if self._ended else super().waiting_text()

    # --- drawing and input ----------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the guidance and the match."""
        self.layer.draw()
        super().draw()
        if self._steps[self.step].panel and self.panels.shown is not self.panels.moving:
            self._frame.draw()

    def motion(self, x: float, y: float) -> None:
        """Highlight the control under the mouse."""
        self.controls.motion(x, y)
        super().motion(x, y)

    def press(self, x: float, y: float, button: int) -> None:
        """Press a button of the guidance, or a control of the match."""
        if self.arrangement.strip.holds(x, y):
            self.controls.press(x, y)
        else:
            super().press(x, y, button)

    def release(self, x: float, y: float, button: int) -> None:
        """Handle the release of the mouse button."""
        self.controls.release(x, y)
        super().release(x, y, button)

    def shortcuts(self) -> list[Shortcut]:
        """Return what keys do here: the guidance's, and those of the match."""
        told = _("The guidance: a step back or forward")
        return [*(Shortcut((key,), told, partial(self._turn, by)) for key, by in PAGES), *super().shortcuts()]

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: the guidance's, or one of the match."""
        if not act_on(self.shortcuts()[: len(PAGES)], symbol, modifiers):
            super().key(symbol, modifiers)

    def _turn(self, by: int) -> None:
        self.turn_to(self.step + by)


class LessonEnd(Dialog):
    """The result of a lesson, in front of the board; Esc returns to the list."""

    def __init__(
        self, app: App, title: str, text: str, buttons: Sequence[tuple[str, Action]], leave: Action, over: Rect | None
    ) -> None:
        """Offer the next actions in front of the board, which is at `over`."""
        super().__init__(app, title, text, buttons, over=over)
        self._leave = leave

    def escape(self) -> None:
        """Return to the list."""
        self._leave()
