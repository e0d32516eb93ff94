"""Finds the text of the tooltip on the screen on top: about an object under a resting mouse, or the focused control."""

from collections.abc import Callable
from typing import Protocol

from roborally.base.translation import _
from roborally.ui.toolkit.input.key_focus import KeyFocus, TopScreen
from roborally.ui.toolkit.part import Written
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.tooltip import Tooltip


class ExplainedScreen(TopScreen, Protocol):
    """The members of a screen that its tooltip uses; points and rectangles are in units of `space`."""

    space: Space

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for a point, or an empty text."""

    def taken(self) -> list[Rect]:
        """Return the rectangles of all enabled controls."""

    def written(self) -> list[Written]:
        """Return the rectangle and words of each text outside the enabled controls."""


class ScreenTip(Tooltip):
    """The window's tooltip, which shows texts of the screen on top."""

    def follow(
        self,
        screen: ExplainedScreen,
        pointer: tuple[float, float],
        keys: KeyFocus,
        seconds: float,
        rule: Callable[[], str] | None,
    ) -> None:
        """Advance time by `seconds` and show the tooltip when due; `pointer` is the mouse in the screen's units.

        `rule()` returns the id of the rule about the object under the mouse, or an empty text; `None` without rulebook.
        """
        if keys.by_keys:
            self._follow_focus(screen, keys.text(screen), seconds)
            return
        if self.text and screen.tooltip_at(*pointer) != self.text:
            self.hide(pointer)  # its object has gone
        if self.wait(seconds):
            text = screen.tooltip_at(*pointer)
            sentence = f"{text}\n{_('F1: the rule')}" if rule is not None and rule() else text
            self.show(screen.space, text, sentence, pointer, screen.taken(), screen.written())

    def _follow_focus(self, screen: ExplainedScreen, focused: tuple[Rect, str] | None, seconds: float) -> None:
        self.turn_to(focused, screen.space.seen)
        if focused is not None and self.wait(seconds):
            place, text = focused
            self.show(screen.space, text, text, place.centre, screen.taken(), screen.written(), place)
