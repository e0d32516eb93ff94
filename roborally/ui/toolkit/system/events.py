"""`EventWindow`, a window that passes events of mouse and keys to the screen on top, with points in its units."""

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
    """What a window passes its input to, such as a screen; all points are in units of its `space`."""

    space: Space
    overflow: Overflow

    @property
    def scene(self) -> object:
        """Any value that stands for what keys and mouse do at present; see `Screen.scene`."""

    def motion(self, x: float, y: float) -> None:
        """Handle a move of the mouse."""

    def press(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button press."""

    def drag(self, x: float, y: float, dx: float, dy: float, button: int) -> None:
        """Handle a move of the mouse with a button pressed."""

    def release(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button release."""

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Handle a turn of the wheel by `amount` notches, away from the user if it is positive."""

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key, with the codes of `arcade.key`."""

    def typed(self, text: str) -> None:
        """Handle typed letters."""

    def dropped(self, files: Sequence[Path]) -> None:
        """Handle files dropped onto the window."""


class EventWindow(Window):
    """A window that passes mouse and keys to its receiver, and knows the position of the mouse."""

    def __init__(self, settings: Settings | None = None, **options: bool) -> None:
        super().__init__(settings, **options)
        self._mouse = (0.0, 0.0)
        self.held_key: int | None = None
        """The code of the key that was pressed last, `None` after a key was released."""
        self.key_focus = KeyFocus()
        self.double_click = DoubleClick()
        """Ignores second clicks of double clicks on objects that have just appeared."""
        self._tip = ScreenTip()
        self._drops_text = False

    @property
    def receiver(self) -> Receiver | None:
        """The object that receives the input; always `None` in this class."""
        return None

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys that work on every screen; none in this class."""
        return []

    @property
    def space_on_top(self) -> Space:
        """The space of the receiver; without a receiver the space of matches."""
        return self.receiver.space if self.receiver is not None else self.matches

    @property
    def pointer(self) -> tuple[float, float]:
        """The position of the mouse, in units of the receiver's space."""
        return self.space_on_top.to_units(*self._mouse)

    @pointer.setter
    def pointer(self, point: tuple[float, float]) -> None:
        frame = self.space_on_top.frame
        self._mouse = frame.left + point[0] * frame.scale, frame.bottom + point[1] * frame.scale

    # --- the mouse ------------------------------------------------------------------------------------------------

    def _point(self, x: float, y: float) -> tuple[float, float]:
        """Store the position of the mouse in pixels; return the previous one in units of the receiver's space."""
        before, self._mouse = self.pointer, (x, y)
        return before

    def _meant(self, x: float, y: float) -> tuple[float, float]:
        """Return the point, in units, for a click at a pixel; the clicked control may have moved away from there."""
        (across, up), (dx, dy) = self.pointer, self.receiver.overflow.aside(x, y) if self.receiver else (0.0, 0.0)
        return across + dx, up + dy

    @rescued
    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        """Pass a move of the mouse to the receiver."""
        self._point(x, y)
        self.key_focus.note_mouse()
        self._tip.moved(self.pointer)
        self.double_click.moved(x, y)
        if self.receiver is not None:
            self.receiver.overflow.move(x, y)
            self.receiver.motion(*self.pointer)

    @rescued
    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Pass the press of a mouse button to the receiver, unless it hits a scroll bar or is a stray second click."""
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
        """Pass a move of the mouse with its button pressed to the receiver, unless it moves a scroll bar."""
        before = self._point(x, y)
        self._tip.moved(self.pointer)
        if self.receiver is None or self.receiver.overflow.drag(x, y):
            return
        if not self.double_click.deaf:
            self.receiver.overflow.move(x, y)
            self.receiver.drag(*self.pointer, self.pointer[0] - before[0], self.pointer[1] - before[1], buttons)

    @rescued
    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Pass the release of a mouse button to the receiver, unless it releases a scroll bar."""
        self._point(x, y)
        if self.receiver is None or self.receiver.overflow.release():
            return
        if not self.double_click.deaf:
            self.receiver.release(*self._meant(x, y), button)

    @rescued
    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        """Pass a turn of the wheel to the receiver; a turn sideways scrolls the receiver's space."""
        if self.receiver is not None:
            self.receiver.overflow.keep(x, y)
            if scroll_x:
                self.receiver.overflow.space.scroll_by(scroll_x * WHEEL, 0)
            if scroll_y:
                self.receiver.scroll(*self.space_on_top.to_units(x, y), scroll_y)
            self._follow(x, y)

    def _follow(self, x: float, y: float) -> None:
        """Let the receiver highlight the object that is under the mouse after scrolling."""
        if self.receiver is not None:
            self.receiver.motion(*self.space_on_top.to_units(x, y))

    # --- keys -----------------------------------------------------------------------------------------------------

    @rescued
    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Handle a key of the keyboard; ignore the letter of a key that opens another screen."""
        before, self.held_key = self.receiver, symbol
        self.press_key(usual_key(symbol, getattr(self, "_x_display", None)), modifiers)
        self._drops_text = self.receiver is not before

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """Accept letters again after the release of a key that has opened a screen.

        X11 names a key after the keys held with it: if Shift is released before Tab, the key that was pressed is never
        released, and pyglet would not report it again. Then all keys count as released.
        """
        self._drops_text, self.held_key = False, None
        held: set[int] = getattr(self, "pressed_keys", set())
        if symbol not in held:
            held.clear()

    def on_deactivate(self) -> None:
        """Forget which key is held, because another window gets the keys and thus the release of this one."""
        self.held_key = None

    @rescued
    def press_key(self, symbol: int, modifiers: int = 0, *, pad: bool = False) -> None:
        """Run a key's shortcut, or pass the key to the receiver; `pad` says that a gamepad's button stands for it."""
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
        """Pass typed letters to the receiver, except the letter of the key that opened it, such as C for the chat."""
        if self.receiver is not None and can_be_typed(text) and not self._drops_text:
            self.receiver.typed(text)

    @rescued
    def on_file_drop(self, x: int, y: int, paths: Sequence[str]) -> None:
        """Pass files dropped onto the window to the receiver."""
        if self.receiver is not None:
            self.receiver.dropped([Path(path) for path in paths])
