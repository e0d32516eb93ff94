"""Gives keyboard and gamepad users a focus on every new screen, and a tooltip for a focus that they moved."""

from typing import Protocol

from roborally.ui.toolkit.theme import Rect


class TopScreen(Protocol):
    """The part of the screen on top that the focus needs."""

    @property
    def scene(self) -> object:
        """The current purpose of the keys."""

    @property
    def focused(self) -> tuple[Rect, str] | None:
        """The place of the focused control, and its tooltip."""

    def focus_first(self) -> bool:
        """Focus a control unless one has the focus; return whether the focus is settled."""


class KeyFocus:
    """Whether the player uses keys or the mouse, which decides whether a focus is needed (CLI-2001)."""

    def __init__(self) -> None:
        """Start with the mouse."""
        self.by_keys = False
        """Whether the last input came from keys or a gamepad."""
        self.by_pad = False
        """Whether it came from a gamepad."""
        self._scene: object = None
        self._meant: object = None
        self._given: Rect | None = None

    def note_key(self, scene: object, *, pad: bool = False) -> None:
        """Note a key that is meant for a scene."""
        self.by_keys, self.by_pad, self._meant = True, pad, scene

    def note_mouse(self) -> None:
        """Note a use of the mouse."""
        self.by_keys = self.by_pad = False

    def update(self, screen: TopScreen) -> None:
        """Give a new screen, or one with a new purpose, a first focus."""
        if not self.by_keys or screen.scene == self._scene:
            return
        if screen.focus_first():
            self._scene = screen.scene
            came = screen.focused if self._meant != self._scene else None
            self._given = came[0] if came is not None else None

    def text(self, screen: TopScreen) -> tuple[Rect, str] | None:
        """Return rectangle and tooltip of the focused control while keys are used, `None` without a tooltip.

        A focus that has not been moved since the screen or its panel came, or came back, has none, because a tooltip
        would cover what the player reads first.
        """
        focused = screen.focused if self.by_keys else None
        if focused is None or focused[0] == self._given:
            return None
        self._given = None
        return focused
