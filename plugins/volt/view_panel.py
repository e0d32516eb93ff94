"""The controller at the right edge of the window: three crosses, four dice (VLT-502 to VLT-506), mouse or keyboard."""

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
"""The height of the start numbers."""
SMALL_DIE, DIE = 44.0, 64.0
"""The sides of dice; the small one in a panel that is higher than its room."""


class ControllerPanel(QuestionPanel):
    """A panel that lays dice on crosses and answers with them.

    `refused` is the key that did not take a die. `wanted` is the start number that waits to be taken with
    fewer than three dice, `number` the one in the answer.
    """

    has_ghost = True
    clear_help = text("Take all dice back; once more lays them again")

    def __init__(self, panel_context: PanelContext) -> None:
        """Lay out the panel; `open` starts a program."""
        self.controller = Controller()
        self.refused: Spot | None = None
        self.wanted = self.number = 0
        self.dragging: Dragging[int] = Dragging(panel_context.canvas, DIE * 0.78)
        super().__init__(panel_context)

    # --- layout ---------------------------------------------------------------------------------------------------

    def answer(self, log: Node | None) -> Node:
        """Return the crosses one below the other, and beside them the dice, the start numbers and the texts."""
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
        """Return a tile with a number, which is added to `made`."""
        width, height = (min(width, SMALL_DIE), min(height, SMALL_DIE)) if self.is_low else (width, height)

        def make(target: Target, rect: Rect) -> None:
            spot = rect if kind is not DieTile else rect._replace(width=min(rect.width, rect.height))
            tile = kind(target.layer, self, number, spot)
            tile.name = f"{kind.__name__} {number}"
            made.append(target.controls.add(tile))

        return Leaf(make, width, height).grow()

    def built(self) -> None:
        """Keep the line of advice."""
        self.note = self._note.made

    # --- the program ----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start with all dice off the crosses; their faces stay as they were."""
        self.controller.clear()
        self.refused = None
        self.wanted = self.number = 0

    def complete(self) -> bool:
        """Return whether a die lies on every cross (VLT-503)."""
        return self.controller.full

    def missing(self) -> str:
        """Say which crosses have no die."""
        empty = [str(cross + 1) for cross in self.controller.empty]
        one, more = _("No die lies on cross {list}."), _("No die lies on crosses {list}.")
        return (one if len(empty) == 1 else more).format(list=self.context.words.listed(empty))

    def take_over(self, old: Self) -> None:
        """Continue with the dice of another panel, in their places."""
        self.controller = deepcopy(old.controller)
        if old.cursor is not None:
            self.controls.set_focus(self.keys[old.cursor])
        self.refresh()

    def answer_now(self, question: Decision) -> None:
        """Answer with the dice on the crosses; a cross without one stays empty (VLT-R11)."""
        number, self.number = self.number, 0
        program = self.controller.answer()
        self.panel_context.answer(self.seat, question["id"], (*program, number) if number else program)

    def time_up(self) -> str:
        """Say which crosses stay empty (VLT-R11)."""
        empty = ", ".join(str(cross + 1) for cross in self.controller.empty)
        text = _("Time is up. Crosses without a die: {crosses}").format(crosses=empty)
        return text if empty else _("Time is up. Your program is taken as it is.")

    def draft(self) -> tuple[str, ...]:
        """Return the dice on the crosses."""
        return self.controller.answer()

    def owner_of(self, number: int) -> int | None:
        """Return the robot whose operator has taken a start number, or `None`."""
        robots = self.context.display.robots
        return next((robot.index for robot in robots if robot.gauges["start-number"] == number), None)

    def take_number(self, number: int) -> None:
        """Take a start number, and be ready with the dice that lie (CLI-1503); a doubtful one only when tried again."""
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
        """How the dice destroy the robot, if the player wants to be asked then; else empty."""
        return self.panel_context.aid.warning if self.panel_context.asks_twice() else ""

    def clear(self) -> None:
        """Take all dice back, or lay those again that were taken back so."""
        self.controller.sweep()
        self.refused, self.wanted = None, 0

    def refresh_own(self) -> None:
        """Show dice, keys and a hint."""
        for tile in (*self.dice, *self._numbers, *self.pillars):
            tile.refresh()
        self.crosses.refresh(self.panel_context.aid.fatal_stage if self.is_open else 0)
        self._advise()
        self.note.tint = theme.colour("bad" if self.refused is not None else "warning" if self.wanted else "text")

    def _advise(self) -> None:
        self.note.text = advice(self) if self.is_open else ""

    def choose(self, number: int) -> None:
        """Choose a die."""
        if self.is_open:
            self.controller.chosen = number
            self._changed()

    def turn(self, number: int, steps: int) -> None:
        """Turn a die by some faces, back if `steps` is negative."""
        if self.is_open:
            self.controller.show(number, self.controller.dice[number].number + steps)
            self._changed()

    def show_face(self, face: int) -> None:
        """Turn the chosen die to a face."""
        if self.is_open:
            self.controller.show(self.controller.chosen, face)
            self._changed()

    def use(self, spot: Spot) -> None:
        """Put the chosen die on a key; a die that lies there is turned instead."""
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
        """Take a die back."""
        if self.is_open and self.controller.take_back(number):
            self._changed()

    def _changed(self) -> None:
        self.refused = None
        self.wanted = 0
        self.refresh()

    # --- input ----------------------------------------------------------------------------------------------------

    def _die_at(self, x: float, y: float) -> int | None:
        """Return the number of the die under a point, on a cross or beside the crosses."""
        over = self.controls.at(x, y)
        if isinstance(over, KeyTile):
            return self.controller.at(over.spot)
        return over.number if isinstance(over, DieTile) else None

    def press(self, x: float, y: float, button: int) -> None:
        """Press a control; dragging a die starts here, and the right button takes one back."""
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
        """Return the number of the die that is dragged, or `None`."""
        return self.dragging.carried

    def drag(self, x: float, y: float) -> None:
        """Move a dragged die."""
        super().drag(x, y)
        number = self.dragging.follow(x, y)
        if number is not None:
            self.controller.chosen = number
            self._changed()

    def release(self, x: float, y: float) -> None:
        """Drop a die on a key, or beside all keys to take it back; or click."""
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
        """Drop the program, since the question is closed."""
        self.dragging.drop()
        super().close()

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of the panel (CLI-2002)."""
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
        """Return the keys of those gamepad buttons that differ here: X turns the die under the focus."""
        return {"x": "SPACE"}

    def enter(self) -> bool:
        """Confirm if nothing has the focus, or once all dice lie even if a die or key has it; return whether it did."""
        on_dice = isinstance(self.controls.focus, (KeyTile, DieTile, NumberTile))
        if self.controls.focus is not None and not (on_dice and self.controller.full):
            return False
        self.send()
        return True

    @property
    def cursor(self) -> Spot | None:
        """Return the key of a cross that has the focus, or `None`."""
        focus = self.controls.focus
        return focus.spot if isinstance(focus, KeyTile) else None

    def first_control(self) -> Widget | None:
        """Return the first key."""
        return self.keys[0, 0]

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key; the arrows move the focus from key to key along the crosses. Return whether it was used."""
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
        """Take back the die under the focus, or the chosen one."""
        under = self.controller.at(self.cursor) if self.cursor is not None else None
        self.take(self.controller.chosen if under is None else under)

    def draw(self) -> None:
        """Draw the panel, with advice that depends on the focus, and the dragged die."""
        self._advise()
        super().draw()
        self.dragging.draw()


def _digit(number: int) -> tuple[str, str]:
    """Return the names of a digit's keys."""
    return f"KEY_{number}", f"NUM_{number}"
