"""The group of a screen's controls, which passes mouse and keys to them and moves the focus."""

from functools import partial
from math import dist
from typing import Any, NamedTuple

import arcade

from roborally.base.translation import _
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.face import Face
from roborally.ui.toolkit.input.nearest_control import nearest
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.part import Written
from roborally.ui.toolkit.shortcuts import ENTER, SHIFT, Shortcut, act_on
from roborally.ui.toolkit.theme import Rect

WAYS = {"LEFT": (-1, 0), "RIGHT": (1, 0), "UP": (0, 1), "DOWN": (0, -1)}
ARROWS = {getattr(arcade.key, name): way for name, way in WAYS.items()}
"""The direction (dx, dy) of each arrow key by its code; y grows upwards."""
FAR = 1e5
"""A distance in units that is larger than any window."""


class KeptControls(NamedTuple):
    """The controls of a page before a new build, the focused one, and the one that was clicked last."""

    widgets: list[Widget]
    focus: Widget | None
    clicked: Widget | None


class WidgetGroup:
    """The controls of a screen or scroll area; `focus` is the focused one or `None`, `ring` the frame around it."""

    def __init__(self, layer: Layer, *, wraps: bool = True) -> None:
        """Start empty; with `wraps` the up and down arrows go on in the next column at the end of a column."""
        self.wraps = wraps
        self.widgets: list[Widget] = []
        self.focus: Widget | None = None
        self._layer = layer
        self.ring: Face | None = None
        self._pressed: Widget | None = None
        self._clicked: Widget | None = None

    @property
    def start(self) -> Widget | None:
        """The control from which Tab moves on: the focused one, or else the one clicked last, or `None`."""
        return self.focus if self.focus is not None else self._clicked

    @property
    def named(self) -> dict[str, Any]:
        """The controls that have a name, by their names."""
        return {widget.name: widget for widget in self.widgets if widget.name}

    @property
    def kept(self) -> "KeptControls":
        """The present controls, focus and last click, to be passed to `resume` after the page has been built again."""
        return KeptControls(list(self.widgets), self.focus, self._clicked)

    def resume(self, kept: "KeptControls") -> None:
        """Restore focus, last click, scrolled positions and typed texts after controls have been created again.

        Controls are matched by name, or by index if they have none. If the focused one is gone, the nearest control
        gets the focus.
        """
        named = self.named
        for before in kept.widgets:
            if before.name in named:
                named[before.name].resume(before)

        def successor(before: Widget | None) -> Widget | None:
            if before is None or before not in kept.widgets:
                return None
            at = kept.widgets.index(before)
            unnamed = self.widgets[at] if at < len(self.widgets) else None
            return named.get(before.name) if before.name else unnamed

        focus = successor(kept.focus)
        if focus is None and kept.focus is not None:
            x, y = kept.focus.rect.centre
            focus = min(self.able(), key=lambda widget: dist(widget.rect.centre, (x, y)), default=None)
        if focus is not None:
            self.set_focus(focus)
        self._clicked = successor(kept.clicked)

    def clear(self) -> None:
        """Remove all controls from the group, with the focus; the controls themselves do not change."""
        self.widgets.clear()
        if self.ring is not None:
            self.ring.remove()
        self.focus = self.ring = self._clicked = None

    def add(self, widget: Any) -> Any:
        """Add a control and return it."""
        self.widgets.append(widget)
        return widget

    def at(self, x: float, y: float) -> Widget | None:
        """Return the control under a point, the one added last if several overlap, or `None`."""
        return next((widget for widget in reversed(self.widgets) if widget.rect.holds(x, y)), None)

    def motion(self, x: float, y: float) -> None:
        """Highlight the control under the mouse."""
        over = self.at(x, y)
        for widget in self.widgets:
            hovered = widget is over and widget.enabled
            if widget.hovered != hovered:
                widget.hovered = hovered
                widget.refresh()
                if hovered:
                    self._layer.canvas.play_sound("hover")
        if over is not None and over.enabled:
            over.motion(x, y)

    def press(self, x: float, y: float) -> bool:
        """Press the control under the mouse if it is enabled; return whether a control is there."""
        self.motion(x, y)
        widget = self.at(x, y)
        self.set_focus(None)
        if widget is not None and widget.enabled:
            self._pressed = widget
            widget.pressed = True
            widget.refresh()
            widget.press(x, y)
            if widget.wants_keys:
                self.set_focus(widget)
            self._clicked = widget
        return widget is not None

    def drag(self, x: float, y: float) -> None:
        """Handle a move of the mouse with its button pressed: pass it to the pressed control."""
        self.motion(x, y)
        if self._pressed is not None:
            self._pressed.drag(x, y)

    def release(self, x: float, y: float) -> bool:
        """Handle the release of the mouse button; return whether a control was clicked."""
        widget, self._pressed = self._pressed, None
        if widget is None:
            return False
        widget.pressed = False
        widget.refresh()
        if widget.enabled and widget.rect.holds(x, y):
            self._layer.canvas.play_sound("click")
            widget.activate(x, y)
            return True
        return False

    def scroll(self, x: float, y: float, amount: float) -> bool:
        """Pass `amount` notches of the wheel to the control at a point, if enabled; return whether one is there."""
        widget = self.at(x, y)
        if widget is not None and widget.enabled:
            widget.scroll(amount)
        return widget is not None

    def key(self, symbol: int, modifiers: int) -> bool:
        """Pass a key to the focused control, or else let it move the focus or click; return whether it was used."""
        if self.focus is not None and self.focus.key(symbol, modifiers):
            return True
        return act_on(self.shortcuts(), symbol, modifiers)

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys that move the focus (Tab, arrows) or use the focused control (Enter, Space)."""
        text = _("To the next control in this direction; or change its value")
        return [
            Shortcut(("TAB",), _("To the next control"), partial(self._move_focus, 1)),
            Shortcut((f"{SHIFT}TAB",), _("To the control before"), partial(self._move_focus, -1)),
            *(Shortcut((key,), text, partial(self._go, *way)) for key, way in WAYS.items()),
            Shortcut((*ENTER, "SPACE"), _("Use the control with the focus"), self._use),
        ]

    def _use(self) -> bool:
        focus = self.focus
        if focus is None or not (focus.takes_enter and focus.enabled):
            return False
        self._layer.canvas.play_sound("click")
        focus.activate(*focus.rect.centre)
        return True

    def _go(self, dx: int, dy: int) -> bool:
        """Pass an arrow key to the focused control, or else move the focus (`dx`, `dy`); return whether it was used."""
        focus = self.focus
        if focus is not None and focus.vertical == bool(dy) and focus.step(dx - dy):
            return True
        able = [widget for widget in self.able() if widget is not focus]
        if focus is None or not able:
            return self.wraps
        origin = focus.focus_place
        column = [widget for widget in able if dy and _share(origin.x, origin.right, widget.rect.x, widget.rect.right)]
        for found in (column, _next_row(origin, able, dy) if dy else able):
            at = nearest(origin, [widget.rect for widget in found], dx, dy)
            if at is not None:
                self.set_focus(found[at])
                found[at].enter(origin, dx, dy)
                return True
        if self.wraps and dy:
            self._go_on(focus, -dy)
        return self.wraps

    def _go_on(self, focus: Widget, direction: int) -> None:
        """Move the focus beyond the end of a column to the next (`direction` 1) or previous (-1) column."""
        at = self.widgets.index(focus)
        behind = self.widgets[at + 1 :] if direction > 0 else self.widgets[:at][::-1]
        following = next((widget for widget in behind if widget.enabled and widget.focusable), None)
        if following is not None and not _share(focus.rect.y, focus.rect.top, following.rect.y, following.rect.top):
            self.set_focus(following)

    def able(self) -> list[Widget]:
        """Return the controls that can have the focus, in the order of Tab."""
        return [widget for widget in self.widgets if widget.enabled and widget.focusable]

    def focus_first(self) -> None:
        """Focus the most useful control: the first list, or else the accented button, or the first control."""
        able = self.able()
        found = min(able, key=lambda widget: (not widget.vertical, not widget.accent), default=None)
        if found is not None:
            self.set_focus(found)
            found.enter(found.rect, 0, -1)

    def ends(self, direction: int) -> bool:
        """Return whether the focus is at the last control (`direction` 1) or the first (-1), or there are none."""
        able = self.able()
        return not able or self.start is able[-1 if direction > 0 else 0]

    def enter(self, direction: int) -> bool:
        """Focus the first control (`direction` 1) or the last one (-1); return false if there is none."""
        able = self.able()
        if able:
            self.set_focus(able[0 if direction > 0 else -1])
        return bool(able)

    def _move_focus(self, direction: int) -> None:
        able = self.able()
        if not able:
            return
        start = self.start
        if start in able:
            if self.focus is None:
                self.set_focus(start)
                if start.go_on(direction):
                    return
            at = able.index(start)
        else:  # from the place of a control that has been disabled
            before = self.widgets[: self.widgets.index(start)] if start in self.widgets else []
            at = sum(widget in able for widget in before) - (direction > 0)
        self.set_focus(able[(at + direction) % len(able)])

    def set_focus(self, widget: Widget | None) -> None:
        """Focus a control and draw a frame around it; `None` removes the focus."""
        before, self.focus, self._clicked = self.focus, widget, None
        for changed in (before, widget):
            if changed is not None:
                changed.focused = changed is widget
                changed.refresh()
        if self.ring is not None:
            self.ring.remove()
            self.ring = None
        if widget is not None:
            self.ring = self._layer.frame("focus", widget.rect.inset(-widget.ring))

    def typed(self, text: str) -> None:
        """Pass typed letters to the focused control, if there is one."""
        if self.focus is not None:
            self.focus.typed(text)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for the control under a point, or an empty text."""
        widget = self.at(x, y)
        return widget.tooltip_at(x, y) if widget is not None else ""

    def taken(self) -> list[Rect]:
        """Return the rectangles of the enabled controls."""
        return [widget.rect for widget in self.widgets if widget.enabled]

    def written(self) -> list[Written]:
        """Return the rectangle and the words of each text that is drawn outside the enabled controls."""
        shown = [(label.box, label.text) for label in self._layer.labels if label.visible and label.text.strip()]
        taken = self.taken()
        return [(box, text) for box, text in shown if not any(rect.holds(*box.centre) for rect in taken)]


def _next_row(origin: Rect, able: list[Widget], dy: int) -> list[Widget]:
    """Return those of `able` in the nearest row above (`dy` 1) or below (-1) `origin`, however far to the side."""
    across = origin._replace(x=origin.centre[0] - FAR, width=2 * FAR)
    at = nearest(across, [widget.rect for widget in able], 0, dy)
    if at is None:
        return []
    row = able[at].rect
    return [widget for widget in able if _share(row.y, row.top, widget.rect.y, widget.rect.top)]


def _share(first: float, last: float, begin: float, end: float) -> bool:
    return first < end and begin < last
