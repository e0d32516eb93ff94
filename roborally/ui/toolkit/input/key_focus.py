"""Gives keyboard and gamepad users a focus on every new screen, and a tooltip for a focus that they moved."""

from typing import Protocol

from roborally.ui.toolkit.theme import Rect


class TopScreen(Protocol):
    """The members of the screen on top that `KeyFocus` uses."""

    @property
    def scene(self) -> object:
        """Any value that stands for what keys do at present, such as the open panel."""

    @property
    def focused(self) -> tuple[Rect, str] | None:
        """The rectangle of the focused control, and its tooltip; `None` if no control has the focus."""

    def focus_first(self) -> bool:
        """Focus a control unless one has the focus; return whether one has the focus now."""


class KeyFocus:
    """Notes whether the player uses keys or the mouse, and gives a focus to those who use keys (CLI-2001)."""

    def __init__(self) -> None:
        self.by_keys = False
        """Whether the last input came from keys or a gamepad."""
        self.by_pad = False
        """Whether the last input came from a gamepad."""
        self._scene: object = None
        self._meant: object = None
        self._given: tuple[Rect, str] | None = None

    def note_key(self, scene: object, *, pad: bool = False) -> None:
        """Note that a key (`pad`: of a gamepad) was pressed while `scene` was the screen's `Screen.scene`."""
        self.by_keys, self.by_pad, self._meant = True, pad, scene

    def note_mouse(self) -> None:
        """Note that the mouse was used."""
        self.by_keys = self.by_pad = False

    def update(self, screen: TopScreen) -> None:
        """Focus a control of the screen on top if the player uses keys and the screen or its `scene` is new."""
        if not self.by_keys or screen.scene == self._scene:
            return
        if screen.focus_first():
            self._scene = screen.scene
            self._given = screen.focused if self._meant != self._scene else None

    def text(self, screen: TopScreen) -> tuple[Rect, str] | None:
        """Return the focused control's rectangle and tooltip if the tooltip should be shown, otherwise `None`.

        It is shown only while keys are used, and not at a first focus that the player has not moved yet, because it
        would cover what the player reads first. A page that is laid out again may move the control.
        """
        focused, given = screen.focused if self.by_keys else None, self._given
        if focused is None or (given is not None and (focused[0] == given[0] or focused[1] == given[1])):
            return None
        self._given = None
        return focused
