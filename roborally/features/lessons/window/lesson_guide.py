"""The guidance of a lesson of the tutorial: steps below the board."""

from functools import partial

from roborally.base.translation import _
from roborally.ui.match.attempt_screen import VERY_NARROW, AttemptScreen, Guide
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

PAGES = (("PAGEUP", -1), ("PAGEDOWN", 1))
"""The keys of the guidance."""


class LessonGuide(Guide):
    """Guides through lesson `number` of its edition, from the first step on."""

    def __init__(self, screen: AttemptScreen, number: int) -> None:
        """Start with the first step."""
        super().__init__(screen)
        self.step = 0
        self._asked = ""
        self._steps = screen.attempt.lesson.guidance.steps
        self._number = number
        self._frame = Layer(screen.space)

    def lay_out(self) -> None:
        """Lay out the current step, and the buttons for the others."""
        arrangement, layer, controls = self.screen.arrangement, self.screen.layer, self.screen.controls
        area, dim = arrangement.strip, theme.colour("text-dim")
        self._frame.clear()
        self._frame.frame("focus", arrangement.room.inset(3))
        layer.frame("panel", area.inset(4))
        lesson = self.screen.attempt.lesson
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
        self.back: Button = controls.add(
            Button(layer, back, caption, partial(self._turn, -1), icon="arrow-left", size=14)
        )
        place_of_next = spot._replace(x=spot.right + 8)
        self.next: Button = controls.add(
            Button(layer, place_of_next, _("Next"), partial(self._turn, 1), icon="arrow-right", accent=True)
        )
        self.turn_to(self.step)

    def turn_to(self, step: int) -> None:
        """Show the next step of the guidance, if there is one."""
        self.step = max(0, min(step, len(self._steps) - 1))
        shown = self._steps[self.step]
        self.text.text = self.screen.attempt.lesson.text(shown.text)
        text = "{number} / {count}" if self._is_narrow else _("Step {number} of {count}")
        self._count.text = text.format(number=self.step + 1, count=len(self._steps))
        self.screen.pointers.point_at(shown.cells)
        self.enable_ways()

    def _turn(self, by: int) -> None:
        self.turn_to(self.step + by)

    def enable_ways(self) -> None:
        """Enable the buttons for the previous and next step, unless a question covers the match."""
        covered = self.screen.covered
        self.back.enable(not covered and self.step > 0)
        self.next.enable(not covered and self.step < len(self._steps) - 1)

    def update(self) -> None:
        """Show the step of a question when it is asked."""
        asked = self.screen.question_controller.asked
        if asked is None or asked["id"] == self._asked:
            return
        self._asked = asked["id"]
        kinds = {asked["kind"], *(entry["kind"] for entry in self.screen.context.beside(asked["seat"]))}
        step = next((at for at, step in enumerate(self._steps) if step.ask in kinds), None)
        if step is not None:
            self.turn_to(step)

    def draw(self) -> None:
        """Draw the frame around the panel, if the step is about it."""
        panels = self.screen.panels
        if self._steps[self.step].panel and panels.shown is not panels.moving:
            self._frame.draw()

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of the guidance."""
        text = _("The guidance: a step back or forward")
        return [Shortcut((key,), text, partial(self._turn, by)) for key, by in PAGES]
