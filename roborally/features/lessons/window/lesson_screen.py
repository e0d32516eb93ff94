"""A lesson of the tutorial: an attempt with steps of guidance below the board."""

from collections.abc import Callable
from functools import partial

from roborally.base.translation import _
from roborally.game.scenario.lessons import Attempt
from roborally.ui.match.attempt_screen import VERY_NARROW, AttemptScreen
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.shortcuts import Shortcut, act_on
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

PAGES = (("PAGEUP", -1), ("PAGEDOWN", 1))
"""The keys of the guidance."""


class LessonScreen(AttemptScreen):
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
            attempt,
            goal=_("The goal of this lesson"),
            ended=ended,
            leave=leave,
            speed=speed,
            check=check,
        )
        self.step = 0
        self._asked = ""
        self._steps = attempt.lesson.guidance.steps
        self._number = number
        self._frame = Layer(self.space)
        self.lay_out_guide()

    def lay_out_guide(self) -> None:
        """Lay out the current step, and the buttons for the others."""
        layer, area, dim = self.layer, self.arrangement.strip, theme.colour("text-dim")
        self._frame.clear()
        self._frame.frame("focus", self.arrangement.room.inset(3))
        layer.frame("panel", area.inset(4))
        lesson = self.attempt.lesson
        below = self.lay_out_title(
            _("Lesson {number}: {title}").format(number=self._number, title=lesson.text(lesson.title)), 160
        )
        narrow = self._is_narrow = area.width < VERY_NARROW
        spot = Rect(area.right - 292, area.y + 14, 130, 36)
        self._count = layer.label("", area.right - 24, area.top - 30, size=14, anchor_x="right", tint=dim)
        if narrow:
            self._count.move(spot.x + 78, area.y + 32)
        place = area.x + 24, area.top - 46 - below
        self.text = layer.label("", *place, size=14 if narrow else 16, anchor_y="top", width=area.width - 48, wrap=True)
        hint = "" if narrow else _("Page Down, Page Up: steps. Esc: all lessons.")
        room = min(340, spot.x - 12 - area.x - 20)
        place = spot.x - 12, area.y + 32
        layer.label(hint, *place, size=12, anchor_x="right", align="right", tint=dim, width=room, wrap=True)
        back = spot._replace(x=spot.right - 44, width=44) if narrow else spot
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
        self.turn_to(self.step)

    def turn_to(self, step: int) -> None:
        """Show the next step of the guidance, if there is one."""
        self.step = max(0, min(step, len(self._steps) - 1))
        shown = self._steps[self.step]
        self.text.text = self.attempt.lesson.text(shown.text)
        text = "{number} / {count}" if self._is_narrow else _("Step {number} of {count}")
        self._count.text = text.format(number=self.step + 1, count=len(self._steps))
        self.pointers.point_at(shown.cells)
        self.enable_ways()

    def enable_ways(self) -> None:
        """Enable the buttons for the previous and next step, unless a question covers the match."""
        self.back.enable(not self.covered and self.step > 0)
        self.next.enable(not self.covered and self.step < len(self._steps) - 1)

    def update(self, seconds: float) -> None:
        """Advance like a match, and show the step of a question when it is asked."""
        super().update(seconds)
        asked = self.question_controller.asked
        if asked is None or asked["id"] == self._asked:
            return
        self._asked = asked["id"]
        kinds = {asked["kind"], *(entry["kind"] for entry in self.context.beside(asked["seat"]))}
        step = next((at for at, step in enumerate(self._steps) if step.ask in kinds), None)
        if step is not None:
            self.turn_to(step)

    # --- drawing and input ----------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the guidance and the match."""
        super().draw()
        if self._steps[self.step].panel and self.panels.shown is not self.panels.moving:
            self._frame.draw()

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this screen: those of the guidance and of the match."""
        text = _("The guidance: a step back or forward")
        return [*(Shortcut((key,), text, partial(self._turn, by)) for key, by in PAGES), *super().shortcuts()]

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key of the guidance or of the match."""
        if not act_on(self.shortcuts()[: len(PAGES)], symbol, modifiers):
            super().key(symbol, modifiers)

    def _turn(self, by: int) -> None:
        self.turn_to(self.step + by)
