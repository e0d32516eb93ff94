"""For people who use keys or a gamepad: every new screen has a focus at once, and a focus they moved its tooltip."""

from typing import Protocol

from roborally.ui.toolkit.theme import Rect


class TopScreen(Protocol):
    """What is needed from the screen on top."""

    @property
    def scene(self) -> object:
        """What the keys are for at the moment."""

    @property
    def focused(self) -> tuple[Rect, str] | None:
        """The place of the focused control, and its tooltip."""

    def focus_first(self) -> bool:
        """Give a control the focus unless one has it; return whether it is settled now."""


class KeyFocus:
    """Whether keys are used or the mouse, which decides whether a focus is needed (CLI-2001)."""

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
        """Take note of a key that is meant for a scene."""
        self.by_keys, self.by_pad, self._meant = True, pad, scene

    def note_mouse(self) -> None:
        """Take note of the mouse."""
        self.by_keys = self.by_pad = False

    def update(self, screen: TopScreen) -> None:
        """Give a screen that has just come to the top, or has another task now, a first focus."""
        if not self.by_keys or screen.scene == self._scene:
            return
        before = screen.focused
        if screen.focus_first():
            self._scene = screen.scene
            came = screen.focused if before is None and self._meant != self._scene else None
            self._given = came[0] if came is not None else None

    def text(self, screen: TopScreen) -> tuple[Rect, str] | None:
        """Return place and tooltip of the focused control while keys are used.

        A focus that came by itself tells nothing: nobody has asked, and a tooltip would lie over what is read first.
        """
        focused = screen.focused if self.by_keys else None
        if focused is None or focused[0] == self._given:
            return None
        self._given = None
        return focused
