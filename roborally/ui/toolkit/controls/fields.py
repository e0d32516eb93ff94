"""Controls for values: a line of text, a switch, a number."""

from collections.abc import Callable
from functools import partial
from typing import Any

import arcade
from arcade.types import Color

from roborally.base.translation import _
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.controls.widgets import DIMMED, Widget
from roborally.ui.toolkit.input.clipboard import read_clipboard, write_clipboard
from roborally.ui.toolkit.input.text_line import TextLine, can_be_typed
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.measure import text_width
from roborally.ui.toolkit.shortcuts import CTRL, SHIFT, Shortcut, act_on
from roborally.ui.toolkit.theme import Rect

MAX_TEXT = 40
MARKED = Color(90, 140, 220, 130)
"""The colour behind selected letters."""


class TextField(Widget):
    """A control for a line of text; a click or the Tab key starts editing (CLI-2005)."""

    def __init__(
        self,
        layer: Layer,
        rect: Rect,
        value: str,
        on_change: Callable[[str], None],
        *,
        tooltip: str = "",
        hint: str = "",
        allowed: Callable[[str], bool] = can_be_typed,
        longest: int = MAX_TEXT,
        size: float = 15,
    ) -> None:
        """Start with the text `value`; `on_change` is called with each new text.

        `allowed` returns whether a letter may be typed, `hint` is shown while the text is empty, and `longest` is the
        maximum number of letters.
        """
        super().__init__(rect, tooltip)
        self.wants_keys = True
        self.line = TextLine.at_end(value)
        """The text with its cursor and selection."""
        self.first = value
        """The text with which the field was made."""
        self._on_change = on_change
        self._hint = hint
        self._allowed = allowed
        self._longest = longest
        self._canvas = layer.canvas
        layer.frame("field", rect)
        self._label = layer.label("", rect.x + 11, rect.centre[1] + 1, size=size, width=rect.width - 20)
        self.marking = layer.fill(Rect(rect.x + 11, rect.y + 6, 8, rect.height - 12), MARKED)
        """The coloured area behind the selected letters."""
        self.refresh()

    @property
    def value(self) -> str:
        """The text in the field; setting it neither shows it nor calls `on_change`."""
        return self.line.text

    @value.setter
    def value(self, text: str) -> None:
        if text != self.line.text:
            self.line = TextLine.at_end(text)

    def resume(self, before: Widget) -> None:
        """Take over the text typed into the field before the page was built again, if the player had changed it."""
        if isinstance(before, TextField) and before.value != before.first:
            self.line = before.line
            self.refresh()

    # --- showing --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the text, with the cursor or the selection if focused; without focus show the hint for an empty text."""
        empty = not self.value and not self.focused
        first, last = self.line.selection if self.focused else (0, 0)
        self.marking.visible = first < last
        if empty:
            self._label.text = self._hint
        elif not self.focused:
            self._show(self.value, len(self.value))
        elif first == last:
            at = self.line.cursor
            self._show(f"{self.value[:at]}|{self.value[at:]}", at + 1)
        else:
            begin = self._show(self.value, self.line.cursor)
            self._mark(max(0, first - begin), last - begin, "…" if begin else "")
        self._label.tint = theme.colour("text-dim" if empty else "text")

    def _show(self, text: str, place: int) -> int:
        """Show a text, or if too long its part before index `place`; return the index of the first letter shown."""
        self._label.text = text
        if not self._label.is_shortened:
            return 0
        self._label.text = text[:place]
        if not self._label.is_shortened:
            self._label.text = text
            return 0
        least, most = 1, place
        while least < most:
            middle = (least + most) // 2
            self._label.text = f"…{text[middle:place]}"
            least, most = (middle + 1, most) if self._label.is_shortened else (least, middle)
        shown = place - least
        shown -= shown // 7  # letters are slightly wider in other window sizes
        self._label.text = f"…{text[place - shown : place]}"
        return place - shown

    def _mark(self, first: int, last: int, before: str) -> None:
        """Colour the area behind the visible letters `first` to `last`; `before` is the ellipsis that precedes them."""
        shown = before + self._label.text.removeprefix(before)
        widths = [self._width(shown[: at + len(before)]) for at in (first, last)]
        left = self.rect.x + 11 + min(widths[0], self.rect.width - 22)
        width = max(1.0, min(widths[1] - widths[0], self.rect.right - 8 - left))
        self.marking.scale_x = width / self.marking.texture.width
        self.marking.center_x = left + width / 2

    def _width(self, text: str) -> float:
        return text_width(self._canvas, text, self._label.size) if text else 0.0

    # --- changing -------------------------------------------------------------------------------------------------

    def set(self, value: str) -> None:
        """Change the text, show it, and call `on_change`."""
        self.value = value
        self.refresh()
        self._on_change(value)

    def typed(self, text: str) -> None:
        """Replace the selection by those of the typed letters that are allowed and fit."""
        room = self._longest - len(self.value) + len(self.line.selected)
        if added := "".join(letter for letter in text if self._allowed(letter))[: max(0, room)]:
            self._edit(lambda: self.line.insert(added))

    def _edit(self, change: Callable[[], None]) -> None:
        before = self.value
        change()
        self.refresh()
        if self.value != before:
            self._on_change(self.value)

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys that move the cursor, select, delete, or use the clipboard while the field has the focus."""
        line, shortcuts = self.line, []

        def add(key: str, does: str, change: Callable[[], None]) -> None:
            shortcuts.append(Shortcut((key,), does, partial(self._edit, change)))

        for select, before in ((False, ""), (True, SHIFT)):
            text = _("Select letters") if select else _("Move the cursor")
            words = _("Select words") if select else _("To the word before or after")
            for key, by in (("LEFT", -1), ("RIGHT", 1)):
                add(before + key, text, partial(line.step, by, select=select))
                add(CTRL + before + key, words, partial(line.step_word, by, select=select))
            ends = _("Select to the beginning or the end") if select else _("To the beginning or the end")
            add(f"{before}HOME", ends, partial(line.go_to, 0, select=select))
            add(f"{before}END", ends, partial(line.go_to, len(line.text), select=select))
        for key, by in (("BACKSPACE", -1), ("DELETE", 1)):
            add(key, _("Delete the letter before or after, or the selection"), partial(line.delete, by))
            add(CTRL + key, _("Delete the word before or after"), partial(line.delete, by, word=True))
        add(f"{CTRL}A", _("Select all"), line.select_all)
        add(f"{CTRL}C", _("Copy"), self._copy)
        add(f"{CTRL}X", _("Cut"), self._cut)
        shortcuts.append(Shortcut((f"{CTRL}V",), _("Paste"), self._paste))
        return shortcuts

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key that edits the text; return whether it was used (true for Space, which arrives as a letter)."""
        return act_on(self.shortcuts(), symbol, modifiers) or symbol == arcade.key.SPACE

    def _paste(self) -> None:
        self.typed(read_clipboard())

    def _copy(self) -> None:
        if self.line.selected:
            write_clipboard(self.line.selected)

    def _cut(self) -> None:
        if self.line.selected:
            write_clipboard(self.line.selected)
            self.line.insert("")


class Switch(Widget):
    """A check box with a text beside it; box and text can be clicked. `on` says whether it is ticked."""

    BOX = 24.0

    def __init__(
        self,
        layer: Layer,
        rect: Rect,
        on: bool,
        on_change: Callable[[bool], None],
        *,
        text: str = "",
        tooltip: str = "",
        size: float = 14,
    ) -> None:
        """Show the box at the left end of `rect`; `on_change` is called with the new state."""
        super().__init__(rect, tooltip)
        self.on = on
        self._on_change = on_change
        y = rect.centre[1]
        self._box = layer.frame("field", Rect(rect.x, y - self.BOX / 2, self.BOX, self.BOX))
        self._mark = layer.sprite(pictures.icon("checkmark", 32), rect.x + self.BOX / 2, y, 15)
        self._label = layer.label(
            text, rect.x + self.BOX + 8, y + 1, size=size, width=max(1, rect.width - self.BOX - 8)
        )
        self.refresh()

    def enable(self, enabled: bool) -> None:
        """Enable or disable the check box."""
        self.enabled = enabled
        self.refresh()

    def refresh(self) -> None:
        """Show whether the box is ticked, enabled and under the mouse."""
        alpha = 255 if self.enabled else DIMMED
        self._mark.visible = self.on
        self._mark.color = Color(*theme.colour("accent")[:3], alpha)
        self._box.tint = Color(255, 240, 200, alpha) if self.hovered else Color(255, 255, 255, alpha)
        self._label.tint = Color(*theme.colour("text")[:3], alpha)

    def activate(self, x: float, y: float) -> None:
        """Tick or clear the box, and call `on_change`."""
        self.on = not self.on
        self.refresh()
        self._on_change(self.on)

    def scroll(self, amount: float) -> None:
        """Tick the box if the wheel turns away from the user (`amount` > 0), otherwise clear it."""
        self.step(1 if amount > 0 else -1)

    def step(self, direction: int) -> bool:
        """Tick the box for a positive `direction` (right arrow) or clear it (left arrow); return true."""
        if self.on != (direction > 0):
            self.activate(*self.rect.centre)
        return True


class NumberField(Widget):
    """A control for a number, with a minus button at its left and a plus button at its right; digits can be typed."""

    def __init__(
        self,
        layer: Layer,
        rect: Rect,
        value: float,
        on_change: Callable[[Any], None],
        *,
        minimum: float | None = None,
        maximum: float | None = None,
        step: float = 1,
        spell: Callable[[Any], str] = str,
        tooltip: str = "",
    ) -> None:
        """Start with the number `value`; `spell` returns a number as text, `on_change` is called with each new one.

        Without `minimum` or `maximum` the number has no limit at that end. `step` is that of the buttons and the wheel.
        """
        super().__init__(rect, tooltip)
        self.value = value
        self._on_change = on_change
        self._range = minimum, maximum
        self._step = step
        self._spell = spell
        self._typed = ""
        layer.frame("field", rect)
        y = rect.centre[1]
        self._buttons = [
            layer.sprite(pictures.icon(name, 32), x, y, 14)
            for name, x in (("minus", rect.x + 17), ("plus", rect.right - 17))
        ]
        self._label = layer.label("", rect.centre[0], y + 1, size=15, anchor_x="center", width=rect.width - 62)
        if not tooltip and minimum is not None and maximum is not None:
            self.tooltip = _("From {least} to {most}").format(least=f"{minimum:g}", most=f"{maximum:g}")
        self.refresh()

    def refresh(self) -> None:
        """Show the number, with a dimmed button at the end of its range."""
        if not self.focused:
            self._typed = ""
        self._label.text = self._spell(self.value)
        ends = self._range
        for button, end in zip(self._buttons, ends, strict=True):
            tint = theme.colour("accent" if self.hovered else "text-dim")
            button.color = Color(*tint[:3], DIMMED if self.value == end else 255)

    def follow(self, value: float) -> None:
        """Show a number that other code has changed, without calling `on_change`."""
        if value != self.value:
            self.value = value
            self.refresh()

    def limit(self, maximum: float, value: float) -> None:
        """Set the number and its maximum without calling `on_change`."""
        self._range = self._range[0], maximum
        self.value = value
        self.refresh()

    def set(self, value: float) -> None:
        """Change the number to the nearest value in its range, and call `on_change` if this is another number."""
        least, most = self._range
        value = value if least is None else max(value, int(least) if isinstance(value, int) else least)
        value = value if most is None else min(value, int(most) if isinstance(value, int) else most)
        if value != self.value:
            self.value = value
            self.refresh()
            self._on_change(value)

    def activate(self, x: float, y: float) -> None:
        """Handle a click: increase the number in the right half of the field, decrease it in the left."""
        self.step(-1 if x < self.rect.centre[0] else 1)

    def scroll(self, amount: float) -> None:
        """Increase the number by a step if the wheel turns away from the user (`amount` > 0), otherwise decrease it."""
        self.step(1 if amount > 0 else -1)

    def step(self, direction: int) -> bool:
        """Increase (`direction` 1) or decrease (-1) the number by a step; return true."""
        self._typed = ""
        self.set(self.value + direction * self._step)
        return True

    def typed(self, text: str) -> None:
        """Append typed digits to the digits typed before, and set the number that all of them form."""
        if text.isascii() and text.isdigit():
            self._typed = (self._typed + text)[-6:]
            self.set(int(self._typed))

    def key(self, symbol: int, modifiers: int) -> bool:
        """Increase or decrease the number for the plus or minus key; return whether the key was used."""
        keys = arcade.key
        if symbol in (keys.PLUS, keys.NUM_ADD, keys.MINUS, keys.NUM_SUBTRACT):
            return self.step(1 if symbol in (keys.PLUS, keys.NUM_ADD) else -1)
        return False
