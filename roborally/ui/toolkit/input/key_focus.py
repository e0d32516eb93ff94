"""For people who use keys or a gamepad: every new screen has a focus at once, and the focused control its tooltip."""

from typing import Protocol

from roborally.ui.toolkit.theme import Rect


class Scene(Protocol):
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

    def heard_key(self, *, pad: bool = False) -> None:
        """Take note of a key."""
        self.by_keys, self.by_pad = True, pad

    def heard_mouse(self) -> None:
        """Take note of the mouse."""
        self.by_keys = self.by_pad = False

    def update(self, screen: Scene) -> None:
        """Give a screen that has just come to the top, or has another task now, a first focus."""
        if self.by_keys and screen.scene != self._scene and screen.focus_first():
            self._scene = screen.scene

    def told(self, screen: Scene) -> tuple[Rect, str] | None:
        """Return place and tooltip of the focused control while keys are used."""
        return screen.focused if self.by_keys else None
