"""The programming interface at the right edge of the window (figure 1, CLI-201 to CLI-223)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import arcade

from roborally.core.decisions import AnswerError
from roborally.core.rules import Decision
from roborally.texts import _
from roborally.ui import equipment, pictures, theme
from roborally.ui.baked import Baked
from roborally.ui.card_art import CARD_SHAPE
from roborally.ui.display import REGISTERS
from roborally.ui.equipment import Equipment
from roborally.ui.gauges import Clock, Fellow, Pips, Portrait
from roborally.ui.hand import Hand, command_of, commands_to_show
from roborally.ui.layer import Canvas, Label, Layer, fit_sprite
from roborally.ui.logbox import LogBox
from roborally.ui.table import Table
from roborally.ui.theme import Rect
from roborally.ui.tiles import CommandTile, SlotTile
from roborally.ui.widgets import Button, WidgetGroup

STRIP = 20
"""The height of the row of option cards below the state of a fellow player."""
GAP = 4
"""The space between commands."""
DRAG_DISTANCE = 6
"""How far the mouse must move with its button down before it drags."""


@dataclass
class _Drag:
    command: str
    slot: int
    start: tuple[float, float]
    moved: bool = False


class ProgrammingPanel:
    """Puts a program together and answers with it.

    `answer(seat, id, answer)` passes an answer on; `open_menu` opens the in-game menu.
    """

    def __init__(
        self,
        canvas: Canvas,
        table: Table,
        rect: Rect,
        answer: Callable[[int, str, Any], None],
        open_menu: Callable[[], None],
        notify: Callable[[str], None],
    ) -> None:
        """Lay the panel out; `open` begins a program."""
        self.table = table
        self.hand = Hand((), {})
        self.editable = False
        self.dragged_slot = -1
        self.seat = table.own
        self.rect = rect
        self._answer = answer
        self._notify = notify
        self._question: Decision | None = None
        self._drag: _Drag | None = None
        self._power_down = False
        self._extra: tuple[str, ...] = ()
        self.base = Layer(canvas)
        self._baked = Baked(theme.colour("background"))
        self.layer = Layer(canvas)
        self.controls = WidgetGroup(self.layer)
        self._floating = Layer(canvas)
        self._ghost = self._floating.sprite(table.cards.face("empty"), 0, 0, 62)
        self._ghost.visible = False
        self._lay_out(open_menu)

    # --- layout ---------------------------------------------------------------------------------------------------

    def _lay_out(self, open_menu: Callable[[], None]) -> None:
        layer, rect, table = self.layer, self.rect, self.table
        self._equipment: list[Equipment] = []
        left, width = rect.x + 12, rect.width - 24
        self.base.panel("panel", rect)
        self._title = layer.heading(_("Programming"), left + 2, rect.top - 24, 19)
        self.clock = Clock(layer, Rect(left, rect.top - 44, width, 30), table.game.config.match.timer)
        top = self._lay_out_fellows(Rect(left, rect.y, width, rect.top - 52 - rect.y))
        top = self._lay_out_own(Rect(left, top - 66, width, 60))
        self._commands_top = top - 6
        self._tile_height, self.log = self._share_room(top - 6, rect.y + 82 + 60 * CARD_SHAPE + 8)
        self._commands: list[CommandTile] = []
        self._slots = [
            self.controls.add(SlotTile(layer, self, number, Rect(left + number * 64, rect.y + 82, 60, 60 * CARD_SHAPE)))
            for number in range(REGISTERS)
        ]
        row = Rect(left, rect.y + 12, width, 46)
        add = self.controls.add
        self.confirm = add(
            Button(layer, Rect(row.x, row.y, 136, row.height), _("Confirm"), self.send, icon="checkmark", accent=True)
        )
        self.confirm.tooltip = _("Confirm the program (Enter)")
        x = row.x + 142
        for icon, tooltip, action in (
            ("trash", _("Clear: take all commands back (Del)"), self.clear),
            ("power-down", _("Power down next turn and lose all damage"), self.toggle_power_down),
            ("menu", _("Menu (Esc); the clock runs on"), open_menu),
        ):
            button = add(Button(layer, Rect(x, row.y, 54, row.height), "", action, icon=icon, tooltip=tooltip))
            x += 60
            if icon == "power-down":
                self._power_button = button

    def _share_room(self, top: float, bottom: float) -> tuple[float, LogBox | None]:
        """Share the room between status and slots: the commands first, and the log where enough is left."""
        height = max(56.0, min(78.0, (top - bottom) / 2 - GAP))
        rest = top - bottom - 2 * (height + GAP)
        if rest < 60:
            return height, None
        area = Rect(self.rect.x + 12, bottom + 2, self.rect.width - 24, rest - 6)
        return height, LogBox(self.base, self.layer, area)

    def _lay_out_fellows(self, area: Rect) -> float:
        """Show the fellow players in two columns and return where they end."""
        layer, table = self.layer, self.table
        others = [robot.index for robot in table.display.robots if robot.seat != self.seat and robot.seat >= 0]
        strip = STRIP if equipment.is_played(table) else 0
        width, height = (area.width - 6) / 2, 44 + strip
        self._fellows = []
        for number, index in enumerate(others):
            x = area.x + (number % 2) * (width + 6)
            y = area.top - (number // 2 + 1) * (height + 4)
            fellow = Fellow(self.base, layer, table, index, Rect(x, y, width, height), strip)
            self._fellows.append(self.controls.add(fellow))
            if strip:
                spot = Rect(x + 6, y + 4, width - 12, strip - 2)
                self._equipment.append(self.controls.add(Equipment(layer, table, index, spot)))
        return area.top - ((len(others) + 1) // 2) * (height + 4) - 2

    def _lay_out_own(self, area: Rect) -> float:
        """Show the own robot's damage, lives and special ability, and return where they end."""
        layer, table = self.layer, self.table
        index = next((robot.index for robot in table.display.robots if robot.seat == self.seat), 0)
        self._own = index
        robot, model = table.display.robots[index], table.model(index)
        self.base.panel("panel-inset", area)
        self._portrait = Portrait(layer, table, index, area.x + 30, area.centre[1], 46)
        x = area.x + 62
        tint = theme.seat_colours(robot.seat).light
        layer.label(table.name(index), x, area.top - 14, size=14, bold=True, tint=tint, width=128)
        damage = _("Damage {lit} of {count}: every point costs a card, from the fifth on it locks registers.")
        self._damage = self.controls.add(
            Pips(layer, Rect(x, area.y + 22, 150, 14), "damage", table.lethal, theme.colour("bad"), damage)
        )
        lives = _("{lit} lives: how often the robot may still come back.")
        count = max(robot.lives, 1)
        self._lives = self.controls.add(
            Pips(layer, Rect(x, area.y + 5, 90, 14), "heart", count, theme.colour("good"), lives)
        )
        layer.sprite(pictures.icon("flag", 24), area.right - 62, area.y + 13, 14, tint=theme.colour("accent"))
        self._next = layer.label("", area.right - 50, area.y + 14, size=13)
        if equipment.is_played(table):  # beside a special ability the title's row has the room
            place = (
                Rect(area.right - 100, area.y + 25, 94, 30)
                if model is None
                else Rect(x + 60, self.rect.top - 37, 120, 26)
            )
            self._equipment.append(self.controls.add(Equipment(layer, table, index, place, from_right=True)))
        self._special: Button | None = None
        self._ability: Label | None = None
        spot = Rect(area.right - 98, area.y + 28, 92, 28)
        ability = self.table.words.translated(model.ability) if model is not None else ""
        if model is not None and model.active:
            self._special = self.controls.add(
                Button(layer, spot, _("Special"), self.use_special, icon="question", size=12, tooltip=ability)
            )
        elif model is not None:
            title = ability.partition(":")[0]
            self._ability = layer.label(title, area.right - 8, area.top - 14, size=12, anchor_x="right", width=108)
            self._ability.tint = theme.colour("text-dim")
        return area.y

    def _show_commands(self) -> None:
        """Make tiles for the commands; they differ between robots, and between turns only by specials."""
        known = self.table.game.rules.registry("commands")
        usual = [name for name in self.table.words.usual_commands() if name in known]
        names = commands_to_show(usual, self.hand.cards)
        if names == [tile.command for tile in self._commands]:
            return
        assert not self._commands or set(names) != set(), "commands are laid out once a turn"
        columns = 4
        width, height = 77, self._tile_height
        for number, name in enumerate(names[len(self._commands) :], len(self._commands)):
            x = self.rect.x + 12 + (number % columns) * (width + GAP)
            y = self._commands_top - (number // columns + 1) * (height + GAP)
            self._commands.append(self.controls.add(CommandTile(self.layer, self, name, Rect(x, y, width, height))))

    # --- a program ------------------------------------------------------------------------------------------------

    def open(self, question: Decision) -> None:
        """Begin the program that a question asks for."""
        self._question = question
        self.editable = True
        self._power_down = False
        self._drag = None
        self._deal({})
        self.refresh()

    def _deal(self, keep: dict[int, str]) -> None:
        view = self.table.session.view(self.seat)
        slot = self.table.slot(view, "program-cards")
        piece = self._question["piece"] if self._question else self._own
        locks = slot["locks"][piece]
        locked = {number: slot["slots"][piece][number - 1] for number in locks}
        self._extra = self.table.extra_cards(view, piece)
        self.hand = Hand((*slot["hands"][piece], *self._extra), locked)
        self._show_commands()

    def take_over(self, old: "ProgrammingPanel") -> None:
        """Go on with the program that has been put together in another panel."""
        self.hand = old.hand
        self._power_down = old._power_down
        self.refresh()

    @property
    def is_open(self) -> bool:
        """Whether a program is being put together."""
        return self._question is not None

    def refresh(self) -> None:
        """Show everything as it is now."""
        display = self.table.display
        robot = display.robots[self._own]
        self._title.text = _("Turn {turn}: programming").format(turn=max(1, display.turn))
        for widget in (*self._fellows, *self._equipment):
            widget.refresh()
        self._portrait.refresh()
        self._damage.show(robot.damage)
        self._lives.show(robot.lives)
        self._next.text = f"{robot.reached} / {robot.goal}"
        for tile in (*self._commands, *self._slots):
            tile.refresh()
        self.confirm.enable(self.editable and self.hand.full)
        self._power_button.enable(self.editable and self.table.question(self.seat, "power-down") is not None)
        self._power_button.selected = self._power_down
        if self._special is not None:
            offered = self.table.question(self.seat, "new-commands") is not None
            pause = any(command_of(card) not in self.table.words.usual_commands() for card in self._extra)
            left = bool(self._extra) and any(card in self.hand.rest() for card in self._extra)
            self._special.enable(self.editable and (offered or (pause and left)))

    def add(self, command: str) -> None:
        """Put a command into the first free slot (CLI-217)."""
        if self.editable and self.hand.add(command):
            self.refresh()

    def remove(self, number: int) -> None:
        """Take a command out of its slot (CLI-219)."""
        if self.editable and self.hand.remove(number):
            self.refresh()

    def clear(self) -> None:
        """Take all commands back (CLI-214)."""
        if self.editable:
            self.hand.clear()
            self.refresh()

    def toggle_power_down(self) -> None:
        """Announce a power-down, or take it back until the program is confirmed (CLI-215, CLI-R05)."""
        if self.editable:
            self._power_down = not self._power_down
            self.refresh()

    def use_special(self) -> None:
        """Use the active ability: new commands (CLI-220), or a special command (CLI-221)."""
        question = self.table.question(self.seat, "new-commands")
        if question is not None:
            self._answer(self.seat, question["id"], "yes")
            self._deal({})
        elif self._extra:
            self.hand.add(command_of(self._extra[0]))
        self.refresh()

    def send(self) -> None:
        """Confirm the program (CLI-213)."""
        if self.editable and self.hand.full:
            self.hand_in()

    def hand_in(self) -> None:
        """Answer with what lies in the slots; empty ones are filled at random (STD-506)."""
        question = self._question
        if question is None:
            return
        power = self.table.question(self.seat, "power-down")
        try:
            if power is not None and self._power_down:
                self._answer(self.seat, power["id"], "yes")
            self.editable = False
            self._question = None
            self._answer(self.seat, question["id"], self.hand.answer())
        except AnswerError as error:
            self.editable = True
            self._question = question
            self._notify(str(error))
        self.refresh()

    def close(self) -> None:
        """Give the program up: the question is gone."""
        self._question = None
        self.editable = False
        self._end_drag()
        self.refresh()

    # --- input ----------------------------------------------------------------------------------------------------

    def motion(self, x: float, y: float) -> None:
        """Light up what is under the mouse."""
        self.controls.motion(x, y)

    def press(self, x: float, y: float) -> None:
        """Press a control; commands and cards may be dragged from here."""
        self.controls.press(x, y)
        over = self.controls.at(x, y)
        if not self.editable:
            return
        if isinstance(over, CommandTile) and over.enabled:
            self._drag = _Drag(over.command, -1, (x, y))
        elif isinstance(over, SlotTile) and over.card and over.number in self.hand.free:
            self._drag = _Drag(command_of(over.card), over.number, (x, y))

    def drag(self, x: float, y: float) -> None:
        """Carry a card along."""
        self.controls.motion(x, y)
        drag = self._drag
        if drag is None:
            return
        if not drag.moved and abs(x - drag.start[0]) + abs(y - drag.start[1]) > DRAG_DISTANCE:
            drag.moved = True
            self.dragged_slot = drag.slot
            self._ghost.texture = self.table.cards.face(drag.command)
            fit_sprite(self._ghost, 62)
            self._ghost.visible = True
            self.refresh()
        self._ghost.position = (x, y)

    def release(self, x: float, y: float) -> None:
        """Drop a card, or click."""
        drag = self._drag
        if drag is None or not drag.moved:
            self._drag = None
            self.controls.release(x, y)
            return
        target = self.controls.at(x, y)
        if isinstance(target, SlotTile) and self.editable:
            if drag.slot < 0:
                self.hand.put(drag.command, target.number)
            elif target.number != drag.slot:
                self.hand.swap(drag.slot, target.number)
        self._end_drag()
        self.controls.release(-1, -1)
        self.refresh()

    def _end_drag(self) -> None:
        self._drag = None
        self.dragged_slot = -1
        self._ghost.visible = False

    def key(self, symbol: int, modifiers: int) -> bool:
        """Take a key; return whether it was of use."""
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER):
            self.send()
            return True
        if symbol in (arcade.key.DELETE, arcade.key.BACKSPACE):
            self.clear()
            return True
        return symbol in (arcade.key.TAB, arcade.key.SPACE) and self.controls.key(symbol, modifiers)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return what to tell about a point."""
        return self.controls.tooltip_at(x, y)

    def draw(self) -> None:
        """Draw the panel and what is being dragged."""
        frame = self.layer.canvas.frame
        self._baked.draw(0, frame, frame.pixels(self.rect), self.base.draw)
        if self.log is not None:
            self.log.refresh()
        self.layer.draw()
        if self._ghost.visible:
            self._floating.draw()
