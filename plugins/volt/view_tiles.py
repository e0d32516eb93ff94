"""The tiles in the controller's panel: dice beside the crosses, keys with dice on them, and faces of a die."""

from typing import TYPE_CHECKING

from arcade.types import Color

from roborally.plugin import COMPASS
from roborally.ui.match.gauges import FAINT
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect

from .controller import STRAIGHT, Spot
from .program import MOVE
from .view_dice import die_picture
from .view_texts import _

if TYPE_CHECKING:
    from .view_panel import ControllerPanel

BLUE = Color(96, 150, 255)
RED = Color(255, 110, 100)


class DieTile(Widget):
    """One of the four dice beside the crosses; a click chooses it, the wheel turns it."""

    def __init__(self, layer: Layer, panel: "ControllerPanel", number: int, rect: Rect) -> None:
        """Show the die with this index, from 0, in a rectangle."""
        super().__init__(rect)
        self.number = number
        self._panel = panel
        self._back = layer.frame("button", rect)
        die = panel.controller.dice[number]
        self._face = layer.sprite(die_picture(die.action, 1), *rect.centre, rect.width * 0.78)
        self._frame = layer.frame("focus", rect.inset(-2))

    def refresh(self) -> None:
        """Show the die's upper face; a die that lies on a cross is faint here."""
        die = self._panel.controller.dice[self.number]
        self._face.texture = die_picture(die.action, die.number)
        self._face.alpha = 255 if die.spot is None and self._panel.is_open else FAINT
        self._back.look = "button-hover" if self.hovered and self._panel.is_open else "button"
        self._frame.visible = self._panel.is_open and self._panel.controller.chosen == self.number

    def activate(self, x: float, y: float) -> None:
        """Choose this die."""
        self._panel.choose(self.number)

    def scroll(self, amount: float) -> None:
        """Turn the die by one face: to the next one if `amount` is positive, however large, else to the previous."""
        self._panel.turn(self.number, 1 if amount > 0 else -1)

    def _about(self, ways: str) -> str:
        die = self._panel.controller.dice[self.number]
        if die.action == MOVE:
            text = _("Blue die, round pips: the robot moves as many spaces as it shows. Small numbers act first.")
        else:
            text = _("Red die, diamonds: the robot fires once. Its number says when: small numbers act first.")
        return f"{text}\n{ways}"

    def tooltip_at(self, x: float, y: float) -> str:
        """Return a text about what the die does, and how to use it with the mouse."""
        return self._about(_("Drag it onto an arrow, or choose both. The wheel turns it."))

    def focus_tooltip(self) -> str:
        """Return a text about what the die does, and how to use it with keys."""
        return self._about(_("Tab: next die, 1–6: number."))


class KeyTile(Widget):
    """A key of a cross; a click puts the chosen die on it, or turns the die that lies there."""

    def __init__(self, layer: Layer, panel: "ControllerPanel", spot: Spot, rect: Rect) -> None:
        super().__init__(rect)
        self.spot = spot
        self._panel = panel
        self._back = layer.frame("button", rect)
        self.arrow = layer.sprite(pictures.icon("arrow-right", 32), *rect.centre, rect.width * 0.46)
        turn = spot[1] * 90 if spot[1] < STRAIGHT else (spot[1] - STRAIGHT) * 90 + 45
        self.arrow.angle = turn - 90  # the arrow of the picture points to the right
        self._die = layer.sprite(die_picture(MOVE, 1), *rect.centre, rect.width * 0.84)
        self._frame = layer.frame("focus", rect.inset(-2))

    def refresh(self) -> None:
        """Show the die on this key, or an arrow in the colour of the dice that may lie here."""
        panel, controller = self._panel, self._panel.controller
        number = controller.at(self.spot)
        hidden = number is not None and number == panel.dragged
        self._die.visible = number is not None and not hidden
        if number is not None:
            die = controller.dice[number]
            self._die.texture = die_picture(die.action, die.number)
        usable = panel.is_open and controller.fits(controller.chosen, self.spot)
        lit = (self.hovered or panel.cursor == self.spot) and panel.is_open
        self._back.look = "button-hover" if lit and usable else "button" if usable else "button-disabled"
        self.arrow.visible = not self._die.visible
        tint = BLUE if self.spot[1] < STRAIGHT else RED
        self.arrow.color = Color(*tint[:3], 255 if usable else FAINT)
        refused = panel.refused == self.spot
        self._frame.visible = refused or lit or (number is not None and number == controller.chosen)
        self._frame.tint = theme.colour("bad" if refused else "accent")

    def activate(self, x: float, y: float) -> None:
        """Put the chosen die on this key, or turn the die that lies here."""
        self._panel.use(self.spot)

    def scroll(self, amount: float) -> None:
        """Turn the die on this key, if any, by one face: to the next one if `amount` is positive, else back."""
        number = self._panel.controller.at(self.spot)
        if number is not None:
            self._panel.turn(number, 1 if amount > 0 else -1)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return a text with the cross and direction of the key, and what the mouse does."""
        cross, direction = self.spot[0] + 1, self._panel.context.words.direction(COMPASS[self.spot[1]])
        text = _("Cross {cross}, {direction}").format(cross=cross, direction=direction)
        if self._panel.controller.at(self.spot) is not None:
            return f"{text}\n" + _("Click or wheel: another number. Right click: take it back.")
        return text if self.spot[1] < STRAIGHT else f"{text}\n" + _("Only for a die with diamonds (fire).")

    def focus_tooltip(self) -> str:
        """Return an empty text: a tooltip would hide the way of the robot, and the panel says what keys do."""
        return ""


class NumberTile(Widget):
    """A face, 1 to 6; a click turns the chosen die to it."""

    def __init__(self, layer: Layer, panel: "ControllerPanel", number: int, rect: Rect) -> None:
        super().__init__(rect, _("Turn the chosen die to this number (keys 1 to 6)"))
        self._number = number
        self._panel = panel
        self._back = layer.frame("button", rect)
        self._label = layer.heading(str(number), rect.centre[0], rect.centre[1] + 1, 14, anchor_x="center")

    def refresh(self) -> None:
        """Show whether the chosen die shows this face."""
        lit = self._panel.controller.die.number == self._number
        self._back.look = "button-accent" if lit else "button-hover" if self.hovered else "button"
        self._label.tint = theme.colour("background" if lit else "text")

    def activate(self, x: float, y: float) -> None:
        """Turn the chosen die to this face."""
        self._panel.show_face(self._number)
