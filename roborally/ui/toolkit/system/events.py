"""Mouse and key events of the system, in units, for the object that receives the input."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from roborally.profile import Settings
from roborally.ui.toolkit.input.double_click import DoubleClick
from roborally.ui.toolkit.input.key_focus import KeyFocus
from roborally.ui.toolkit.input.text_line import can_be_typed
from roborally.ui.toolkit.input.usual_keys import usual_key
from roborally.ui.toolkit.overflow import WHEEL, Overflow
from roborally.ui.toolkit.screen_tip import ScreenTip
from roborally.ui.toolkit.shortcuts import Shortcut, act_on
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.system.faults import rescued
from roborally.ui.toolkit.system.window import Window


class Receiver(Protocol):
    """Receives the input, with all points in units of its space."""

    space: Space
    overflow: Overflow

    @property
    def scene(self) -> object:
        """The current purpose of keys and mouse."""

    def motion(self, x: float, y: float) -> None:
        """Handle a move of the mouse."""

    def press(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button press."""

    def drag(self, x: float, y: float, dx: float, dy: float, button: int) -> None:
        """Handle a move of the mouse with a button pressed."""

    def release(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button release."""

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Handle the mouse wheel; away from the user is positive."""

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key."""

    def typed(self, text: str) -> None:
        """Handle typed letters."""

    def dropped(self, files: Sequence[Path]) -> None:
        """Handle files dropped onto the window."""


class EventWindow(Window):
    """A window that passes mouse and keys to its receiver, and stores the position of the mouse."""

    def __init__(self, settings: Settings | None = None, **options: bool) -> None:
        """Open the window, with the options of `Window`."""
        super().__init__(settings, **options)
        self._mouse = (0.0, 0.0)
        self.held_key: int | None = None
        """The key that was pressed last, until one is released."""
        self.key_focus = KeyFocus()
        self.double_click = DoubleClick()
        """Keeps second clicks from objects that have just appeared."""
        self._tip = ScreenTip()
        self._drops_text = False

    @property
    def receiver(self) -> Receiver | None:
        """The object that receives the input; none in this class."""
        return None

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys that work everywhere; none in this class."""
        return []

    @property
    def space_on_top(self) -> Space:
        """The space of the receiver, that of matches without one."""
        return self.receiver.space if self.receiver is not None else self.matches

    @property
    def pointer(self) -> tuple[float, float]:
        """The position of the mouse, in units of the screen on top."""
        return self.space_on_top.to_units(*self._mouse)

    @pointer.setter
    def pointer(self, point: tuple[float, float]) -> None:
        frame = self.space_on_top.frame
        self._mouse = frame.left + point[0] * frame.scale, frame.bottom + point[1] * frame.scale

    # --- the mouse ------------------------------------------------------------------------------------------------

    def _point(self, x: float, y: float) -> tuple[float, float]:
        """Store the position of the mouse, and return the previous one."""
        before, self._mouse = self.pointer, (x, y)
        return before

    def _meant(self, x: float, y: float) -> tuple[float, float]:
        """Return what a click at a pixel is meant for, in units of the screen on top."""
        (across, up), (dx, dy) = self.pointer, self.receiver.overflow.aside(x, y) if self.receiver else (0.0, 0.0)
        return across + dx, up + dy

    @rescued
    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        """Pass on a move of the mouse."""
        self._point(x, y)
        self.key_focus.note_mouse()
        self._tip.moved(self.pointer)
        self.double_click.moved(x, y)
        if self.receiver is not None:
            self.receiver.overflow.move(x, y)
            self.receiver.motion(*self.pointer)

    @rescued
    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Pass on a press of a mouse button."""
        self._point(x, y)
        self.key_focus.note_mouse()
        self._tip.hide(self.pointer)
        if self.receiver is None or self.receiver.overflow.press(x, y):
            return
        if not self.double_click.is_stray(x, y, self.receiver.scene):
            self.receiver.overflow.keep(x, y)
            self.receiver.press(*self._meant(x, y), button)

    @rescued
    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> None:
        """Pass on a drag."""
        before = self._point(x, y)
        self._tip.moved(self.pointer)
        if self.receiver is None or self.receiver.overflow.drag(x, y):
            return
        if not self.double_click.deaf:
            self.receiver.overflow.move(x, y)
            self.receiver.drag(*self.pointer, self.pointer[0] - before[0], self.pointer[1] - before[1], buttons)

    @rescued
    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Pass on a release of a mouse button."""
        self._point(x, y)
        if self.receiver is None or self.receiver.overflow.release():
            return
        if not self.double_click.deaf:
            self.receiver.release(*self._meant(x, y), button)

    @rescued
    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        """Pass on a turn of the wheel."""
        if self.receiver is not None:
            self.receiver.overflow.keep(x, y)
            if scroll_x:
                self.receiver.overflow.space.scroll_by(scroll_x * WHEEL, 0)
            if scroll_y:
                self.receiver.scroll(*self.space_on_top.to_units(x, y), scroll_y)
            self._follow(x, y)

    def _follow(self, x: float, y: float) -> None:
        """Highlight the object under the mouse after something has moved there."""
        if self.receiver is not None:
            self.receiver.motion(*self.space_on_top.to_units(x, y))

    # --- keys -----------------------------------------------------------------------------------------------------

    @rescued
    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Pass on a key, unless it has the same effect everywhere."""
        before, self.held_key = self.receiver, symbol
        self.press_key(usual_key(symbol, getattr(self, "_x_display", None)), modifiers)
        self._drops_text = self.receiver is not before

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """Take letters again after a key that has opened a screen; while it is held it may repeat.

        X11 names a key after the keys held with it: if Shift is released before Tab, pyglet would wait for ever for the
        release of what it was pressed as, and not report that again.
        """
        self._drops_text, self.held_key = False, None
        held: set[int] = getattr(self, "pressed_keys", set())
        if symbol not in held:
            held.clear()

    def on_deactivate(self) -> None:
        """Forget which key is held: another window gets its release."""
        self.held_key = None

    @rescued
    def press_key(self, symbol: int, modifiers: int = 0, *, pad: bool = False) -> None:
        """Handle a key; `pad` says that a gamepad's button stands for it."""
        receiver = self.receiver
        self.key_focus.note_key(receiver.scene if receiver is not None else None, pad=pad)
        self._tip.hide(self.pointer)
        if act_on(self.shortcuts(), symbol, modifiers) or receiver is None:
            return
        overflow, before = receiver.overflow, receiver.overflow.focus
        overflow.let_go()
        receiver.key(symbol, modifiers)
        if overflow.focus != before:
            overflow.reveal()

    @rescued
    def on_text(self, text: str) -> None:
        """Pass on typed letters, but not that of the key that has opened a screen, such as C for the chat."""
        if self.receiver is not None and can_be_typed(text) and not self._drops_text:
            self.receiver.typed(text)

    @rescued
    def on_file_drop(self, x: int, y: int, paths: Sequence[str]) -> None:
        """Pass on dropped files."""
        if self.receiver is not None:
            self.receiver.dropped([Path(path) for path in paths])
