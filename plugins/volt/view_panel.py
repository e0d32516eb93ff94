"""The panel at the right edge of the window where an operator lays dice on three crosses (VLT-502 to VLT-506)."""

from copy import deepcopy
from functools import partial
from typing import Any, Self

import arcade

from roborally.plugin import Decision, text
from roborally.ui.match.question_panel import QuestionPanel
from roborally.ui.plugin import PanelContext
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widget_group import ARROWS
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.drag import Dragging
from roborally.ui.toolkit.layout.branches import column, flow, row, space
from roborally.ui.toolkit.layout.leaves import label
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Target
from roborally.ui.toolkit.shortcuts import CTRL, ENTER, SHIFT, Shortcut
from roborally.ui.toolkit.theme import Rect

from .controller import Controller, Spot
from .program import FACES, SIDES
from .state import slot_of
from .view_advice import advice
from .view_crosses import Crosses
from .view_dice import die_picture
from .view_pillars import PillarTile
from .view_texts import _
from .view_tiles import DieTile, KeyTile, NumberTile

PILLAR = 34.0
"""The height of the tiles of start numbers, in design units."""
SMALL_DIE, DIE = 44.0, 64.0
"""The side of a die's tile in a low panel, which must be scrolled, and in others, in design units."""


class ControllerPanel(QuestionPanel):
    """A panel where a player lays dice on crosses and takes a start number, which together are the answer.

    `refused` is the key that did not take a die. `wanted` is the start number that waits to be taken with fewer than
    three dice, `number` the one in the answer; 0 for none.
    """

    has_ghost = True
    clear_help = text("Take all dice back; once more lays them again")

    def __init__(self, panel_context: PanelContext) -> None:
        self.controller = Controller()
        self.refused: Spot | None = None
        self.wanted = self.number = 0
        self.dragging: Dragging[int] = Dragging(panel_context.canvas, DIE * 0.78)
        super().__init__(panel_context)

    # --- layout ---------------------------------------------------------------------------------------------------

    def answer(self, log: Node | None) -> Node:
        """Return the parts of the panel: the crosses, and beside them dice, start numbers and texts."""
        observation = self.context.session.observe(self.seat)
        self.pillar_numbers = slot_of(observation.match())["pillars"]
        self.controller.side = SIDES.index(self.context.fact(observation, "side", self.own))
        self.crosses = Crosses(self)
        self.keys = self.crosses.keys
        self.dice: list[DieTile] = []
        self._numbers: list[NumberTile] = []
        self.pillars: list[PillarTile] = []
        self._note = label("", 13, wrap=True, lines=2 if self.is_low else 4)
        dice, numbers = range(len(self.controller.dice)), self.pillar_numbers
        dim, abreast = theme.colour("text-dim"), len(dice) if self.is_low else 2
        beside = column(
            flow(*(self._tile(DieTile, self.dice, die) for die in dice), gap=6, equal=True, most=abreast),
            row(*(self._tile(NumberTile, self._numbers, face, 20, 28) for face in FACES), gap=2, even=True),
            self._note,
            space(),
            label(_("Ready? Take a start number. With equal dice the smaller one is first."), 12, tint=dim, wrap=True),
            row(*(self._tile(PillarTile, self.pillars, number, 26, PILLAR) for number in numbers), gap=4, even=True),
            gap=6,
        )
        return row(self.crosses.part(is_low=self.is_low), beside.grow(), gap=12)

    def _tile(self, kind: Any, made: list[Any], number: int, width: float = DIE, height: float = DIE) -> Node:
        """Return a node that makes a tile of this kind with a number and appends the tile to `made`."""
        width, height = (min(width, SMALL_DIE), min(height, SMALL_DIE)) if self.is_low else (width, height)

        def make(target: Target, rect: Rect) -> None:
            spot = rect if kind is not DieTile else rect._replace(width=min(rect.width, rect.height))
            tile = kind(target.layer, self, number, spot)
            tile.name = f"{kind.__name__} {number}"
            made.append(target.controls.add(tile))

        return Leaf(make, width, height).grow()

    def built(self) -> None:
        """Store the label for the advice, now that all controls exist."""
        self.note = self._note.made

    # --- the program ----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Take all dice off the crosses; the dice keep their upper faces."""
        self.controller.clear()
        self.refused = None
        self.wanted = self.number = 0

    def complete(self) -> bool:
        """Return whether a die lies on every cross (VLT-503)."""
        return self.controller.full

    def missing(self) -> str:
        """Return a sentence that says which crosses have no die."""
        empty = [str(cross + 1) for cross in self.controller.empty]
        one, more = _("No die lies on cross {list}."), _("No die lies on crosses {list}.")
        return (one if len(empty) == 1 else more).format(list=self.context.words.listed(empty))

    def take_over(self, old: Self) -> None:
        """Continue with the dice and the focus of an earlier panel, which this one replaces."""
        self.controller = deepcopy(old.controller)
        if old.cursor is not None:
            self.controls.set_focus(self.keys[old.cursor])
        self.refresh()

    def answer_now(self, question: Decision) -> None:
        """Answer with the program and the start number, if taken; a cross without a die stays empty (VLT-R11)."""
        number, self.number = self.number, 0
        program = self.controller.answer()
        self.panel_context.answer(self.seat, question["id"], (*program, number) if number else program)

    def time_up(self) -> str:
        """Return a text that says which crosses stay empty, now that the time is up (VLT-R11)."""
        empty = ", ".join(str(cross + 1) for cross in self.controller.empty)
        text = _("Time is up. Crosses without a die: {crosses}").format(crosses=empty)
        return text if empty else _("Time is up. Your program is taken as it is.")

    def draft(self) -> tuple[str, ...]:
        """Return the program laid so far, with empty texts for empty crosses."""
        return self.controller.answer()

    def owner_of(self, number: int) -> int | None:
        """Return the index of the robot whose operator has this start number; `None` if it is not taken."""
        robots = self.context.display.robots
        return next((robot.index for robot in robots if robot.gauges["start-number"] == number), None)

    def take_number(self, number: int) -> None:
        """Confirm the program with a start number (CLI-1503).

        If the number is taken, only say so. If dice are missing or the robot would be destroyed, say so at the first
        call and confirm at the second.
        """
        if not self.is_open or number not in self.pillar_numbers:
            return
        first_try = self.wanted != number
        if self.owner_of(number) is not None or (first_try and (self.fatal or not self.controller.full)):
            self.wanted = number
            self.refresh()
        else:
            self.number = number
            self.hand_in()

    @property
    def fatal(self) -> str:
        """Return a warning that the dice destroy the robot; empty without danger or if the player wants no warning."""
        return self.panel_context.aid.warning if self.panel_context.asks_twice() else ""

    def clear(self) -> None:
        """Take all dice back; if none lies, lay those again that the last call took back."""
        self.controller.sweep()
        self.refused, self.wanted = None, 0

    def refresh_own(self) -> None:
        """Update dice, keys, start numbers and the advice."""
        for tile in (*self.dice, *self._numbers, *self.pillars):
            tile.refresh()
        self.crosses.refresh(self.panel_context.aid.fatal_stage if self.is_open else 0)
        self._advise()
        self.note.tint = theme.colour("bad" if self.refused is not None else "warning" if self.wanted else "text")

    def _advise(self) -> None:
        self.note.text = advice(self) if self.is_open else ""

    def choose(self, number: int) -> None:
        """Choose the die with this index."""
        if self.is_open:
            self.controller.chosen = number
            self._changed()

    def turn(self, number: int, steps: int) -> None:
        """Turn the die with this index by some faces, back if `steps` is negative."""
        if self.is_open:
            self.controller.show(number, self.controller.dice[number].number + steps)
            self._changed()

    def show_face(self, face: int) -> None:
        """Turn the chosen die to this face."""
        if self.is_open:
            self.controller.show(self.controller.chosen, face)
            self._changed()

    def use(self, spot: Spot) -> None:
        """Put the chosen die on a key; if a die lies there, turn that die to its next face."""
        if not self.is_open:
            return
        number = self.controller.at(spot)
        if number is None:
            self._put(self.controller.chosen, spot)
        else:
            self.turn(number, 1)

    def _put(self, number: int, spot: Spot) -> None:
        if self.controller.put(number, spot):
            self.controller.choose_next()
            self._changed()
        else:
            self.refused = spot
            self.refresh()

    def take(self, number: int) -> None:
        """Take the die with this index off its key."""
        if self.is_open and self.controller.take_back(number):
            self._changed()

    def _changed(self) -> None:
        self.refused = None
        self.wanted = 0
        self.refresh()

    # --- input ----------------------------------------------------------------------------------------------------

    def _die_at(self, x: float, y: float) -> int | None:
        """Return the index of the die under a point, on a cross or beside the crosses; `None` if no die is there."""
        over = self.controls.at(x, y)
        if isinstance(over, KeyTile):
            return self.controller.at(over.spot)
        return over.number if isinstance(over, DieTile) else None

    def press(self, x: float, y: float, button: int) -> None:
        """Press the control at this point and begin to drag a die there; the right button takes the die back."""
        number = self._die_at(x, y)
        if button == arcade.MOUSE_BUTTON_RIGHT:
            if number is not None:
                self.take(number)
            return
        super().press(x, y, button)
        if self.is_open and number is not None:
            die = self.controller.dice[number]
            self.dragging.take(number, die_picture(die.action, die.number), x, y)

    @property
    def dragged(self) -> int | None:
        """Return the index of the die that is dragged, or `None` if none is."""
        return self.dragging.carried

    def drag(self, x: float, y: float) -> None:
        """Move the dragged die to this point."""
        super().drag(x, y)
        number = self.dragging.follow(x, y)
        if number is not None:
            self.controller.chosen = number
            self._changed()

    def release(self, x: float, y: float) -> None:
        """Drop the dragged die on the key at this point, elsewhere take it back; if none is dragged, finish a click."""
        number = self.dragging.drop()
        if number is None:
            super().release(x, y)
            return
        self.controls.release(-1, -1)
        target = self.controls.at(x, y)
        if isinstance(target, KeyTile):
            self._put(number, target.spot)
        else:
            self.controller.take_back(number)
            self._changed()

    def close(self) -> None:
        """Stop dragging and close the panel, since the question is gone."""
        self.dragging.drop()
        super().close()

    def shortcuts(self) -> list[Shortcut]:
        """Return the keyboard shortcuts of the panel (CLI-2002)."""
        faces = [
            Shortcut(_digit(face), _("Turn the chosen die to this number"), partial(self.show_face, face))
            for face in FACES
        ]
        numbers = [
            Shortcut(
                tuple(f"{CTRL}{key}" for key in _digit(number)),
                _("Confirm the dice and take this start number"),
                partial(self.take_number, number),
            )
            for number in self.pillar_numbers
        ]
        return [
            Shortcut(ENTER, _("Use what has the focus; confirm once all three dice lie"), self.enter),
            *faces,
            *numbers,
            Shortcut(("TAB",), _("The next die"), partial(self._step, 1)),
            Shortcut((f"{SHIFT}TAB",), _("The die before"), partial(self._step, -1)),
            Shortcut(
                ("BACKSPACE", "DELETE"), _("Take back the die under the focus, or the chosen one"), self._take_chosen
            ),
        ]

    def pad_keys(self) -> dict[str, str]:
        """Return the keys that gamepad buttons press in this panel, by button: X presses the space bar."""
        return {"x": "SPACE"}

    def enter(self) -> bool:
        """Try to confirm the answer if nothing has the focus, or if all dice lie and the focus is on one of the tiles.

        Return whether it was tried.
        """
        on_dice = isinstance(self.controls.focus, (KeyTile, DieTile, NumberTile))
        if self.controls.focus is not None and not (on_dice and self.controller.full):
            return False
        self.send()
        return True

    @property
    def cursor(self) -> Spot | None:
        """Return the key of a cross that has the focus, `None` if another control or none has the focus."""
        focus = self.controls.focus
        return focus.spot if isinstance(focus, KeyTile) else None

    def first_control(self) -> Widget | None:
        """Return the first key of the first cross."""
        return self.keys[0, 0]

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key; arrows move the focus between the keys of the crosses. Return whether the key was used."""
        if not self.is_open:
            return False
        cursor = self.cursor
        if cursor is not None and symbol in ARROWS and not modifiers & arcade.key.MOD_SHIFT:
            spot = self.crosses.after(cursor, symbol)
            if spot is not None:
                self.controls.set_focus(self.keys[spot])
                self._changed()
                return True
        return super().key(symbol, modifiers)

    def _step(self, direction: int) -> None:
        self.controller.step(direction)
        self._changed()

    def _take_chosen(self) -> None:
        """Take back the die under the focus, or else the chosen one."""
        under = self.controller.at(self.cursor) if self.cursor is not None else None
        self.take(self.controller.chosen if under is None else under)

    def draw(self) -> None:
        """Draw the panel, with advice that depends on the focus, and the dragged die."""
        self._advise()
        super().draw()
        self.dragging.draw()


def _digit(number: int) -> tuple[str, str]:
    """Return the names of the two keys for a digit, on the main block and the number pad."""
    return f"KEY_{number}", f"NUM_{number}"
