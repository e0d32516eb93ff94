"""The guide of a lesson: instructions in steps below the board, and highlights on it."""

from functools import partial

from roborally.base.translation import _
from roborally.ui.match.attempt_screen import TIGHT, VERY_NARROW, AttemptScreen, Guide, guidance
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import flow, row
from roborally.ui.toolkit.layout.leaves import button, label
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.shortcuts import Shortcut

PAGES = (("PAGEUP", -1), ("PAGEDOWN", 1))
"""The keys that turn to another step, each with the number of steps to go."""


class LessonGuide(Guide):
    """Shows a lesson's instructions step by step below the board; `number` is the lesson's number, from 1."""

    text: Label
    _count: Label
    back: Button
    next: Button

    def __init__(self, screen: AttemptScreen, number: int) -> None:
        super().__init__(screen)
        self.step = 0
        self._asked = ""
        self._steps = screen.attempt.lesson.guidance.steps
        self._number = number
        self._frame = Layer(screen.space)

    def tree(self, width: float) -> Node:
        """Return the layout of the instructions, and of the buttons for the previous and next step."""
        lesson, number, dim = self.screen.attempt.lesson, len(self._steps), theme.colour("text-dim")
        narrow = width < VERY_NARROW
        count = label("", 14, tint=dim, among=[self._counted(number, narrow=narrow)]).kept(self, "_count")
        texts = [lesson.text(step.text) for step in self._steps]
        text = label("", 14 if narrow else 16, wrap=True, among=texts).kept(self, "text")
        hint = label(_("Page Down, Page Up: steps. Esc: all lessons."), 12, tint=dim, align="right", wrap=True)
        caption = "" if narrow else _("Back")
        back = button(caption, partial(self._turn, -1), icon="arrow-left", size=14, height=36).kept(self, "back")
        caption, tip = ("", _("Next")) if width < TIGHT else (_("Next"), "")
        on = button(caption, partial(self._turn, 1), icon="arrow-right", accent=True, height=36, tooltip=tip)
        on.kept(self, "next")
        below = flow(count, back, on) if narrow else row(hint.grow(), back, on)
        title = _("Lesson {number}: {title}").format(number=self._number, title=lesson.text(lesson.title))
        return guidance(width, title, None if narrow else count, text, below)

    def lay_out(self) -> None:
        """Show the instruction of the present step, and frame the panel."""
        self._frame.clear()
        self._frame.frame("focus", self.screen.arrangement.room.inset(3))
        super().lay_out()
        self.turn_to(self.step)

    def turn_to(self, step: int) -> None:
        """Show the step with an index from 0; an index that is too small or too large is replaced by the nearest."""
        self.step = max(0, min(step, len(self._steps) - 1))
        shown = self._steps[self.step]
        self.text.text = self.screen.attempt.lesson.text(shown.text)
        narrow = self.screen.arrangement.strip.width < VERY_NARROW
        self._count.text = self._counted(self.step + 1, narrow=narrow)
        self._point()
        self.enable_buttons()

    def _point(self) -> None:
        """Highlight the cells of the present step while a question is open; while robots move, highlight none."""
        asked = self.screen.question_controller.asked is not None
        self.screen.pointers.point_at(self._steps[self.step].cells if asked else ())

    def _counted(self, number: int, *, narrow: bool) -> str:
        text = "{number} / {count}" if narrow else _("Step {number} of {count}")
        return text.format(number=number, count=len(self._steps))

    def _turn(self, by: int) -> None:
        self.turn_to(self.step + by)

    def enable_buttons(self) -> None:
        """Enable the buttons for the previous and next step, unless a question covers the match."""
        covered = self.screen.covered
        self.back.enable(not covered and self.step > 0)
        self.next.enable(not covered and self.step < len(self._steps) - 1)

    def update(self) -> None:
        """When a new question is asked, turn to the step about it; update the highlighted cells."""
        self._point()
        asked = self.screen.question_controller.asked
        if asked is None or asked["id"] == self._asked:
            return
        self._asked = asked["id"]
        kinds = {asked["kind"], *(entry["kind"] for entry in self.screen.context.beside(asked["seat"]))}
        step = next((at for at, step in enumerate(self._steps) if step.ask in kinds), None)
        if step is not None:
            self.turn_to(step)

    def draw(self) -> None:
        """Draw a frame around the panel of the match, if the step is about it."""
        panels = self.screen.panels
        if self._steps[self.step].panel and panels.shown is not panels.moving:
            self._frame.draw()

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys that turn to the previous and next step."""
        text = _("The guidance: a step back or forward")
        return [Shortcut((key,), text, partial(self._turn, by)) for key, by in PAGES]
