"""The base class of controls, and the simplest ones: buttons, links and choices."""

from collections.abc import Callable, Sequence
from typing import Any

import arcade
from arcade.types import Color

from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import Rect

DIMMED = 90
"""The opacity of disabled controls, from 0 to 255."""


class Widget:
    """A control of a page: a rectangle that handles the mouse and may have the key focus; `WidgetGroup` calls it."""

    focusable = True
    vertical = False
    """Whether the up and down arrows call `step`, instead of the left and right ones."""
    takes_enter = True
    """Whether Enter and Space click the focused control; otherwise the screen handles them."""
    accent = False
    """Whether the control is highlighted as the main action of the page."""
    ring = 3.0
    """The distance between the control and the frame of its focus, in units."""

    def __init__(self, rect: Rect, tooltip: str = "") -> None:
        self.rect = rect
        self.tooltip = tooltip
        self.name = ""
        """The name that identifies the control after its page has been built again; may be empty."""
        self.enabled = True
        self.hovered = self.pressed = self.focused = False
        self.wants_keys = False  # whether a click gives it the keyboard focus

    def resume(self, before: "Widget") -> None:
        """Take over scroll position and typed text of `before`, the same control before the page was built again."""

    @property
    def focus_place(self) -> Rect:
        """The rectangle that has the focus: of the control, or of the focused part of it."""
        return self.rect

    def enter(self, origin: Rect, dx: int, dy: int) -> None:
        """Handle the focus that comes from `origin` in the direction (`dx`, `dy`); a control with parts focuses one."""

    def go_on(self, direction: int) -> bool:
        """Handle Tab (`direction` 1) or Shift+Tab (-1) after a click here; return whether a part got the focus."""
        return False

    def focus_tooltip(self) -> str:
        """Return the tooltip shown while the control has the focus, or an empty text."""
        return self.tooltip_at(*self.rect.centre)

    def motion(self, x: float, y: float) -> None:
        """Handle a move of the mouse over the control."""

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys that the focused control handles, for the page of keys."""
        return []

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key while the control has the focus; return whether the key was used."""
        return False

    def typed(self, text: str) -> None:
        """Handle letters typed while the control has the focus."""

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for a point of the control, or an empty text."""
        return self.tooltip

    def refresh(self) -> None:
        """Show the current state: the value, and whether the control is enabled, hovered, pressed or focused."""

    def press(self, x: float, y: float) -> None:
        """Handle a mouse button press."""

    def drag(self, x: float, y: float) -> None:
        """Handle a move of the mouse with its button pressed on this control."""

    def activate(self, x: float, y: float) -> None:
        """Handle a click; Enter and Space count as a click in the middle."""

    def can_scroll(self, amount: float) -> bool:
        """Return whether the control can scroll up (positive `amount`) or down; if not, the wheel scrolls the page."""
        return False

    def scroll(self, amount: float) -> None:
        """Handle a turn of the wheel over the control by `amount` notches, away from the user if it is positive."""

    def step(self, direction: int) -> bool:
        """Handle an arrow key, left or up (`direction` -1), right or down (1); return whether it was used."""
        return False


class Link(Widget):
    """An area that runs an action at a click; texts and pictures are drawn over it."""

    def __init__(self, layer: Layer, rect: Rect, action: Callable[[], None], tooltip: str) -> None:
        super().__init__(rect, tooltip)
        self._action = action
        layer.frame("field", rect)

    def activate(self, x: float, y: float) -> None:
        """Run the link's action."""
        self._action()


class Button(Widget):
    """A button with an icon, a text or both."""

    def __init__(
        self,
        layer: Layer,
        rect: Rect,
        text: str,
        on_click: Callable[[], None],
        *,
        icon: str = "",
        accent: bool = False,
        tooltip: str = "",
        size: float = 16,
        upright: bool = False,
    ) -> None:
        """Draw the button; `icon` is a name in `assets/icons`, `size` the font size, `accent` highlights the button.

        `upright` puts the icon above the text, otherwise it is at the left of the text.
        """
        super().__init__(rect, tooltip)
        self.accent = accent
        self._selected = False
        self._on_click = on_click
        self._panel = layer.frame("button", rect)
        self.icon: arcade.Sprite | None = None
        x, y = rect.centre
        label_x, label_y, room = x, y + 1, rect.width - 20
        if icon:
            side = min(22.0, rect.height * (0.4 if upright else 0.5))
            at, height = x, y
            if upright:
                height, label_y, room = y + size / 2 + 3, y - side / 2, rect.width - 4
            elif text:
                at, label_x = rect.x + 14 + side / 2, (rect.x + 22 + side + rect.right - 8) / 2
                room -= rect.height * 0.5
            self.icon = layer.sprite(pictures.icon(icon, pictures.fine(32)), at, height, side)
        self.label: Label | None = None
        if text:
            self.label = layer.heading(text, label_x, label_y, size, anchor_x="center", width=room)
        self.refresh()

    @property
    def selected(self) -> bool:
        """Whether the button looks switched on."""
        return self._selected

    @selected.setter
    def selected(self, value: bool) -> None:
        if value != self._selected:
            self._selected = value
            self.refresh()

    @property
    def text(self) -> str:
        """The text on the button; one made without a text has none, and ignores a new one."""
        return self.label.text if self.label else ""

    @text.setter
    def text(self, value: str) -> None:
        if self.label:
            self.label.text = value

    def wear(self, icon: str, tooltip: str) -> None:
        """Show another icon and tooltip, for a button whose action has changed."""
        self.tooltip = tooltip
        if self.icon is not None:
            self.icon.texture = pictures.icon(icon, pictures.fine(32))

    def enable(self, enabled: bool) -> None:
        """Enable or disable the button."""
        if enabled != self.enabled:
            self.enabled = enabled
            self.refresh()

    def refresh(self) -> None:
        """Show whether the button is enabled, hovered, pressed or switched on."""
        lit = self.accent or self._selected
        if not self.enabled:
            look = "button-disabled"
        elif lit:
            look = "button-accent-hover" if self.hovered else "button-accent"
        elif self.pressed and self.hovered:
            look = "button-pressed"
        else:
            look = "button-hover" if self.hovered else "button"
        self._panel.look = look
        ink = theme.colour("background") if lit and self.enabled else theme.colour("text")
        ink = Color(*ink[:3], 255 if self.enabled else DIMMED)
        if self.icon is not None:
            self.icon.color = ink
        if self.label is not None:
            self.label.tint = ink

    def activate(self, x: float, y: float) -> None:
        """Run the button's action."""
        self._on_click()


class Choice(Widget):
    """A control that shows one of several values, with arrows for the previous and the next one."""

    def __init__(
        self,
        layer: Layer,
        rect: Rect,
        options: Sequence[tuple[Any, str]],
        chosen: Any,
        on_change: Callable[[Any], None],
        tooltip: str = "",
        size: float = 15,
    ) -> None:
        """Show the text of the value `chosen`, or else of the first option; `options` are pairs of value and text."""
        super().__init__(rect, tooltip)
        self.options = list(options)
        self._on_change = on_change
        layer.frame("field", rect)
        y = rect.centre[1]
        self._arrows = [
            layer.sprite(pictures.icon(name, 32), x, y, 15)
            for name, x in (("arrow-left", rect.x + 17), ("arrow-right", rect.right - 17))
        ]
        self._at = self._index(chosen)
        text = self.options[self._at][1]
        self.label = layer.label(text, rect.centre[0], y + 1, size=size, anchor_x="center", width=rect.width - 66)
        self.refresh()

    @property
    def value(self) -> Any:
        """The selected value."""
        return self.options[self._at][0]

    def show(self, options: Sequence[tuple[Any, str]], chosen: Any) -> None:
        """Replace the options, pairs of value and text, and the chosen value, without calling `on_change`."""
        self.options = list(options)
        self._at = self._index(chosen)
        self.label.text = self.options[self._at][1]
        self.refresh()

    def _index(self, chosen: Any) -> int:
        values = [value for value, _ in self.options]
        return values.index(chosen) if chosen in values else 0

    def refresh(self) -> None:
        """Highlight the arrows while the mouse is over the control; hide the arrows of a disabled control."""
        tint = theme.colour("accent" if self.hovered else "text-dim")
        for arrow in self._arrows:
            arrow.color = tint
            arrow.visible = self.enabled
        self.label.tint = theme.colour("text" if self.enabled else "text-dim")

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the text of the value if it is cut off, and the tooltip, in lines."""
        value = self.label.text if self.label.is_shortened else ""
        return "\n".join(line for line in (value, self.tooltip) if line)

    def activate(self, x: float, y: float) -> None:
        """Handle a click: select the previous value in the left half of the control, the next one in the right."""
        self.step(-1 if x < self.rect.centre[0] else 1)

    def scroll(self, amount: float) -> None:
        """Select the previous value if the wheel turns away from the user (`amount` > 0), otherwise the next one."""
        self.step(-1 if amount > 0 else 1)

    def step(self, direction: int) -> bool:
        """Select the previous (`direction` -1) or next (1) value, wrapping around at the ends; return true."""
        self._at = (self._at + direction) % len(self.options)
        self.label.text = self.options[self._at][1]
        self._on_change(self.value)
        return True
