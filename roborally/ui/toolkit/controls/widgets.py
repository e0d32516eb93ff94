"""The window's own controls: buttons and choices, for mouse and keyboard."""

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
"""The opacity of disabled controls, of 255."""


class Widget:
    """A rectangle that may handle the mouse and have the keyboard focus."""

    focusable = True
    vertical = False
    """Whether the up and down arrows step instead of left and right."""
    takes_enter = True
    """Whether Enter and Space activate it; otherwise they are left to the screen."""
    accent = False
    """Whether it is highlighted as the main action."""
    ring = 3.0
    """The distance of the focus around it."""

    def __init__(self, rect: Rect, tooltip: str = "") -> None:
        """Place it; the tooltip is shown for a resting mouse."""
        self.rect = rect
        self.tooltip = tooltip
        self.name = ""
        """Its name on the page, by which it is found again after the page was built again; may be empty."""
        self.enabled = True
        self.hovered = self.pressed = self.focused = False
        self.wants_keys = False  # whether a click gives it the keyboard focus

    def resume(self, before: "Widget") -> None:
        """Take over what a player has scrolled or typed in the control of the same name before the page was rebuilt."""

    @property
    def focus_place(self) -> Rect:
        """The rectangle of the focus."""
        return self.rect

    def enter(self, origin: Rect, dx: int, dy: int) -> None:
        """Handle a focus that an arrow key has moved here from `origin`; controls with parts choose one."""

    def go_on(self, direction: int) -> bool:
        """Focus a part next to the one clicked last; return whether there is one."""
        return False

    def focus_tooltip(self) -> str:
        """Return the tooltip while it has the focus."""
        return self.tooltip_at(*self.rect.centre)

    def motion(self, x: float, y: float) -> None:
        """Handle a move of the mouse over it."""

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of the focused control, for the page of keys."""
        return []

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key while focused; return whether it was used."""
        return False

    def typed(self, text: str) -> None:
        """Handle typed letters while focused."""

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for the point under the mouse."""
        return self.tooltip

    def refresh(self) -> None:
        """Show the current state."""

    def press(self, x: float, y: float) -> None:
        """Handle a mouse button press."""

    def drag(self, x: float, y: float) -> None:
        """Handle a move of the mouse after a press here."""

    def activate(self, x: float, y: float) -> None:
        """Handle a click, or Enter or Space as a click in the middle."""

    def can_scroll(self, amount: float) -> bool:
        """Return whether the wheel scrolls its content in this direction; otherwise it scrolls the page."""
        return False

    def scroll(self, amount: float) -> None:
        """Handle the mouse wheel."""

    def step(self, direction: int) -> bool:
        """Handle an arrow key, back (-1) or forward (1); return whether it was used."""
        return False


class Link(Widget):
    """An area that can be clicked, below texts and pictures."""

    def __init__(self, layer: Layer, rect: Rect, action: Callable[[], None], tooltip: str) -> None:
        """Lay out the clickable area."""
        super().__init__(rect, tooltip)
        self._action = action
        layer.frame("field", rect)

    def activate(self, x: float, y: float) -> None:
        """Run the action."""
        self._action()


class Button(Widget):
    """A button with an icon, a text or both; `selected` shows it as switched on."""

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
    ) -> None:
        """Add the button's pictures to a layer."""
        super().__init__(rect, tooltip)
        self.accent = accent
        self._selected = False
        self._on_click = on_click
        self._panel = layer.frame("button", rect)
        self.icon: arcade.Sprite | None = None
        x, y = rect.centre
        label_x, anchor = x, "center"
        if icon:
            side = min(22.0, rect.height * 0.5)
            at = x if not text else rect.x + 14 + side / 2
            self.icon = layer.sprite(pictures.icon(icon, pictures.fine(32)), at, y, side)
            label_x = (rect.x + 22 + side + rect.right - 8) / 2
        self.label: Label | None = None
        if text:
            room = rect.width - 20 - (rect.height * 0.5 if icon else 0)
            self.label = layer.heading(text, label_x, y + 1, size, anchor_x=anchor, width=room)
        self.refresh()

    @property
    def selected(self) -> bool:
        """Whether the button is shown as switched on."""
        return self._selected

    @selected.setter
    def selected(self, value: bool) -> None:
        if value != self._selected:
            self._selected = value
            self.refresh()

    @property
    def text(self) -> str:
        """The text on the button."""
        return self.label.text if self.label else ""

    @text.setter
    def text(self, value: str) -> None:
        if self.label:
            self.label.text = value

    def wear(self, icon: str, tooltip: str) -> None:
        """Show another icon and tooltip, because the button has another function now."""
        self.tooltip = tooltip
        if self.icon is not None:
            self.icon.texture = pictures.icon(icon, pictures.fine(32))

    def enable(self, enabled: bool) -> None:
        """Enable or disable the button."""
        if enabled != self.enabled:
            self.enabled = enabled
            self.refresh()

    def refresh(self) -> None:
        """Show whether it is enabled, hovered, pressed or switched on."""
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
    """One of several values, with arrows to the left and right."""

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
        """Show `options`, pairs of value and text; an unknown `chosen` becomes the first."""
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
        """Replace the options without calling `on_change`."""
        self.options = list(options)
        self._at = self._index(chosen)
        self.label.text = self.options[self._at][1]
        self.refresh()

    def _index(self, chosen: Any) -> int:
        values = [value for value, _ in self.options]
        return values.index(chosen) if chosen in values else 0

    def refresh(self) -> None:
        """Highlight the arrows under the mouse; hide them if there is only one option."""
        tint = theme.colour("accent" if self.hovered else "text-dim")
        for arrow in self._arrows:
            arrow.color = tint
            arrow.visible = self.enabled
        self.label.tint = theme.colour("text" if self.enabled else "text-dim")

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the value if it is cut off, and the tooltip."""
        value = self.label.text if self.label.is_shortened else ""
        return "\n".join(line for line in (value, self.tooltip) if line)

    def activate(self, x: float, y: float) -> None:
        """Select the next value, or in the left half the previous one."""
        self.step(-1 if x < self.rect.centre[0] else 1)

    def scroll(self, amount: float) -> None:
        """Select the previous or next value."""
        self.step(-1 if amount > 0 else 1)

    def step(self, direction: int) -> bool:
        """Select the next or previous value, wrapping around at the ends."""
        self._at = (self._at + direction) % len(self.options)
        self.label.text = self.options[self._at][1]
        self._on_change(self.value)
        return True
