"""The tooltip of a screen: for what is under a resting mouse, or for the control with the focus of the keys."""

from collections.abc import Callable
from typing import Protocol

from roborally.base.translation import _
from roborally.ui.toolkit.input.key_focus import KeyFocus, TopScreen
from roborally.ui.toolkit.part import Written
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.tooltip import Tooltip


class ExplainedScreen(TopScreen, Protocol):
    """The part of a screen that its tooltip needs."""

    space: Space

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for a point."""

    def taken(self) -> list[Rect]:
        """Return the places of all controls."""

    def written(self) -> list[Written]:
        """Return the texts outside the enabled controls."""


class ScreenTip(Tooltip):
    """A tooltip that finds its text on a screen."""

    def follow(
        self,
        screen: ExplainedScreen,
        pointer: tuple[float, float],
        keys: KeyFocus,
        seconds: float,
        rule: Callable[[], str] | None,
    ) -> None:
        """Show the text that is due after an interval of time; `rule()` is the id of the rule about what is there."""
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
        """Show the tooltip of the focused control after a moment (CLI-2004)."""
        self.turn_to(focused, screen.space.seen)
        if focused is not None and self.wait(seconds):
            place, text = focused
            self.show(screen.space, text, text, place.centre, screen.taken(), screen.written(), place)
