"""The tiles of the programming panel: commands with their number of cards, and the slots of the program."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arcade.types import Color

from roborally.base.translation import texts_of
from roborally.ui.match.gauges import FAINT
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Layer, fit_sprite
from roborally.ui.toolkit.measure import text_width
from roborally.ui.toolkit.theme import Rect

from .deck import command_of, priority_of
from .view_cards import card_face, card_symbol

_ = texts_of(__file__)

if TYPE_CHECKING:
    from .view_panel import ProgrammingPanel

LETTERS, BESIDE = 11.0, 4.0
"""The largest size of the letters of a command's name, and the space on each side, in design units."""
LAST_DIGIT = 9
"""The highest number of a command that has a digit key."""


class CommandTile(Widget):
    """A tile for one command with its picture, name and number of cards (CLI-205 to CLI-207)."""

    def __init__(self, layer: Layer, panel: "ProgrammingPanel", command: str, rect: Rect, number: int) -> None:
        """Show a command in a rectangle; `number` is its digit key, unless higher than `LAST_DIGIT`."""
        super().__init__(rect)
        self.command = command
        self._panel = panel
        self._back = layer.frame("button", rect)
        x, y = rect.centre
        self._symbol = layer.sprite(card_symbol(panel.context, command), x, y + 8, rect.height * 0.54)
        title, room = panel.context.words.command_title(command), rect.width - 2 * BESIDE
        size = min(LETTERS, LETTERS * room / text_width(layer.canvas, title, LETTERS))
        self._title = layer.label(title, x, rect.y + 14, size=size, anchor_x="center")
        self._digit: Label | None = None
        """The digit key of the command, shown only to players who use keys."""
        if number <= LAST_DIGIT:
            place = rect.x + 9, rect.top - 12
            self._digit = layer.label(str(number), *place, size=11, anchor_x="center")
        badge = rect.right - 13, rect.top - 13
        self._disc = layer.sprite(pictures.emblem("circle", 32), *badge, 28, tint=theme.colour("accent-cool"))
        self._count = layer.heading("", *badge, 14, anchor_x="center", tint=theme.colour("background"))

    def refresh(self) -> None:
        """Show how many cards are left; without any, the tile is transparent."""
        count = self._panel.hand.count(self.command)
        usable = count > 0 and self._panel.is_open
        self.enabled = usable
        self._back.look = ("button-hover" if self.hovered else "button") if usable else "button-disabled"
        self._symbol.alpha = 255 if usable else FAINT
        self._title.tint = theme.colour("text") if usable else Color(*theme.colour("text-dim")[:3], 110)
        self._disc.visible = self._count.visible = count > 0
        self._disc.alpha = 255 if usable else FAINT
        self._count.text = str(count)
        if self._digit is not None:
            self._digit.visible = self._panel.by_keys

    def activate(self, x: float, y: float) -> None:
        """Put a card with this command into the first free slot (CLI-217)."""
        self._panel.add(self.command)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return a text with what the command does and the priorities of its cards."""
        text = self._panel.context.words.command_help(self.command)
        return text + _priority_line(self._panel.hand.priorities(self.command))


def _priority_line(numbers: Sequence[int]) -> str:
    """Return a line with the priorities of cards and their meaning; empty for cards without priorities."""
    there = [str(number) for number in numbers if number > 0]
    if not there:
        return ""
    listed = _("Priority: {list}").format(list=", ".join(there))
    return f"\n{listed}. " + _("The highest in a register moves first.")


class SlotTile(Widget):
    """A slot of the program with its card (CLI-209, CLI-210); a click takes the card out (CLI-219)."""

    def __init__(self, layer: Layer, panel: "ProgrammingPanel", number: int, rect: Rect) -> None:
        """Show the slot with this index, from 0, in a rectangle."""
        super().__init__(rect)
        self.number = number
        self._panel = panel
        x, y = rect.centre
        self._face = layer.sprite(card_face(panel.context, "empty"), x, y, rect.width, rect.height)
        self.frame = layer.frame("focus", rect.inset(-3))
        self.frame.tint = theme.colour("bad")
        self.lock = layer.sprite(pictures.icon("padlock", 24), x, rect.top - 14, 16, tint=theme.colour("bad"))
        self.cross = layer.sprite(pictures.icon("cross", 24), x, rect.top - 14, 16, tint=theme.colour("bad"))
        self._priority = layer.label("", x, rect.y + 10, size=11, anchor_x="center", tint=theme.colour("text-dim"))
        layer.heading(str(number + 1), x, rect.y - 12, 13, anchor_x="center", tint=theme.colour("text-dim"))

    @property
    def is_fatal(self) -> bool:
        """Return whether the program would destroy the robot in this register, by the forecast."""
        return self._panel.is_open and self._panel.panel_context.aid.fatal_stage == self.number + 1

    @property
    def card(self) -> str:
        """Return the card in this slot; empty for none."""
        hand = self._panel.hand
        return hand.locked.get(self.number + 1, hand.slots[self.number])

    def refresh(self) -> None:
        """Show the card with its priority, the lock, and whether the register is fatal."""
        card, locked = self.card, self.number + 1 in self._panel.hand.locked
        hidden = self._panel.dragged_slot == self.number
        face = "empty" if not card or hidden else command_of(card)
        image = card_face(self._panel.context, face)
        if self._face.texture is not image:
            self._face.texture = image
            fit_sprite(self._face, self.rect.width, self.rect.height)
        self._face.color = Color(200, 200, 205) if locked else Color(255, 255, 255)
        lit = self.hovered and self._panel.is_open and not locked
        fatal = self.is_fatal
        self.frame.visible = locked or lit or fatal
        self.frame.tint = theme.colour("bad" if locked or fatal else "accent")
        self.cross.visible = fatal and not locked
        self.lock.visible = locked
        priority = priority_of(card) if card and not hidden else 0
        self._priority.text = str(priority) if priority > 0 else ""

    def activate(self, x: float, y: float) -> None:
        """Take the card out of the slot."""
        self._panel.remove(self.number)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return a text with the command in the slot, its priority, and what a click does."""
        title = _("Register {number}").format(number=self.number + 1)
        if not self.card:
            return title + _(": empty")
        text = f"{title}: {self._panel.context.words.command_title(command_of(self.card))}"
        text += _priority_line([priority_of(self.card)])
        if self.is_fatal:
            text += f"\n{self._panel.panel_context.aid.warning}"
        if self.number + 1 in self._panel.hand.locked:
            return text + "\n" + _("Locked by damage: this command stays until a repair.")
        return text + "\n" + _("Click or Enter: take it out. Drag: exchange it.")
