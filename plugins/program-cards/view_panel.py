"""The panel at the right edge of the window where a player lays a program (figure 1, CLI-201 to CLI-223)."""

from dataclasses import dataclass
from functools import partial
from typing import Self

from roborally.base.translation import texts_of
from roborally.plugin import COMMANDS, Decision, Observation
from roborally.ui.match.question_panel import ROW, QuestionPanel
from roborally.ui.plugin import CARD_SHAPE, PanelContext
from roborally.ui.toolkit.controls.widgets import Button, Widget
from roborally.ui.toolkit.drag import Dragging
from roborally.ui.toolkit.layout.branches import column, row, space
from roborally.ui.toolkit.layout.leaves import button, here
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size, Target
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import Rect

from .deck import REGISTERS, command_of
from .hand import Hand, commands_to_show, extra_cards
from .view_cards import card_face
from .view_tiles import LAST_DIGIT, CommandTile, SlotTile

_ = texts_of(__file__)

GAP = 4
"""The space between the tiles of commands, in design units."""
COLUMNS = 4
HIGHEST = 112.0
"""The height of a command's tile where the log needs no room, in design units."""
LOWEST = 48.0
"""The least height of a command's tile, in design units."""
SLOT, NUMBER = 60.0, 16.0
"""The width of a slot, and the room for its number below it, in design units."""
CARRIED = 62
"""The width of a card that is dragged with the mouse, in design units."""


@dataclass
class _Carried:
    """A dragged card: its command, and the index of the slot that it comes from, -1 for the hand."""

    command: str
    slot: int


class ProgrammingPanel(QuestionPanel):
    """A panel that puts a program together from the cards of the hand and answers with it."""

    has_ghost = True

    def __init__(self, panel_context: PanelContext) -> None:
        self.hand = Hand((), {})
        self.dragging: Dragging[_Carried] = Dragging(panel_context.canvas, CARRIED)
        self._power_down = False
        self._shown_keys = False
        self._extra: tuple[str, ...] = ()
        self._dealt: tuple[tuple[str, ...], dict[int, str]] | None = None
        """The hand and the locked cards from which the program is laid, `None` before there are any."""
        self.commands: list[CommandTile] = []
        self.special: Button | None = None
        super().__init__(panel_context)

    # --- layout ---------------------------------------------------------------------------------------------------

    def answer(self, log: Node | None) -> Node:
        """Return the parts of the panel: places for the commands, which come with the first hand, and slots below."""
        self._spots: list[Rect] = []
        self.slots: list[SlotTile] = []
        natural = 78.0 if log is not None else HIGHEST
        spots = [here(self._spots.append, Size(60, 77), Size(LOWEST, natural)).grow() for _ in range(2 * COLUMNS)]
        lines = [row(*spots[:COLUMNS], gap=GAP, even=True).grow(), row(*spots[COLUMNS:], gap=GAP, even=True).grow()]
        slots = row(*(self._slot(number) for number in range(REGISTERS)), gap=GAP)
        commands = column(*lines, gap=GAP).high(least=2 * LOWEST + GAP, most=2 * natural + GAP)
        return column(commands, log or space(), slots, gap=6)

    def _slot(self, number: int) -> Node:
        def make(target: Target, rect: Rect) -> None:
            tile = SlotTile(target.layer, self, number, Rect(rect.x, rect.y + NUMBER, SLOT, SLOT * CARD_SHAPE))
            tile.name = f"slot {number}"
            self.slots.append(target.controls.add(tile))

        return Leaf(make, SLOT, SLOT * CARD_SHAPE + NUMBER)

    def built(self) -> None:
        """Add a button for the robot's special ability, if the ability must be triggered by its owner."""
        context = self.context
        model = context.model(self.own)
        if model is not None and model.active:
            self.special = self.controls.add(
                Button(
                    self.layer,
                    self.special_spot,
                    _("Special"),
                    self.use_special,
                    icon="question",
                    size=12,
                    tooltip=context.words.translated(model.ability),
                )
            )

    def more_button(self) -> Node:
        """Return the button that announces a power-down."""
        text = _("Power down next turn and lose all damage")
        power = button("", self.toggle_power_down, icon="power", tooltip=text, height=ROW).wide(44)
        return power.named("power").then(self._take_power)

    def _take_power(self, made: Button) -> None:
        self.power_button = made

    def _show_commands(self) -> None:
        """Add tiles for commands without one; the tile of a special command stays when its card is gone."""
        known = COMMANDS.of(self.context.game.rules)
        usual = [name for name in self.context.words.usual_commands() if name in known]
        names = commands_to_show(usual, self.hand.cards)
        there = {tile.command for tile in self.commands}
        missing = [name for name in names if name not in there]
        for number, name in enumerate(missing, len(there)):
            tile = CommandTile(self.layer, self, name, self._spots[number], number + 1)
            tile.name = f"command {name}"
            self.commands.append(self.controls.add(tile))
        others = [widget for widget in self.controls.widgets if widget not in self.commands]
        self.controls.widgets[:] = [*self.commands, *others]  # Tab begins with them

    # --- a program ------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start an empty program for the question."""
        self._power_down = False
        self._dealt = None
        self.dragging.drop()
        self._deal()

    def _deal(self) -> None:
        """Start a program with the robot's present hand, unless that hand is the one that is being used."""
        observation = self.context.session.observe(self.seat)
        slot = self.context.slot(observation, "program-cards")
        piece = self.question["piece"] if self.question else self.own
        locked = {number: slot["slots"][piece][number - 1] for number in slot["locks"][piece]}
        hand = () if self._awaits_commands(observation) else slot["hands"][piece]
        if (hand, locked) != self._dealt:
            self._dealt = hand, locked
            self._extra = extra_cards(observation, piece)
            self.hand = Hand((*hand, *self._extra), locked)
            self._show_commands()

    def _awaits_commands(self, observation: Observation) -> bool:
        """Return whether the player has asked for a new hand that the server has not dealt yet (CLI-220)."""
        asked = [entry["id"] for entry in observation.decisions() if entry["kind"] == "new-commands"]
        return bool(asked) and self.context.question(self.seat, "new-commands") is None

    def refresh(self) -> None:
        """Update the panel; start a new program if the hand was exchanged."""
        if self.is_open:
            self._deal()
        super().refresh()

    def refresh_own(self) -> None:
        """Update commands, slots, and the buttons for a power-down and the special ability."""
        for tile in (*self.commands, *self.slots):
            tile.refresh()
        self.power_button.enable(self.is_open and self.context.question(self.seat, "power-down") is not None)
        self.power_button.selected = self._power_down
        if self.special is not None:
            offered = self.context.question(self.seat, "new-commands") is not None
            pause = any(command_of(card) not in self.context.words.usual_commands() for card in self._extra)
            left = bool(self._extra) and any(card in self.hand.rest() for card in self._extra)
            self.special.enable(self.is_open and (offered or (pause and left)))

    def add(self, command: str) -> None:
        """Put a card with this command into the first free slot (CLI-217)."""
        if self.is_open and self.hand.add(command):
            self._laid()

    def remove(self, number: int) -> None:
        """Take the card out of the slot with this index, from 0 (CLI-219)."""
        if self.is_open and self.hand.remove(number):
            self.refresh()

    def clear(self) -> None:
        """Take the cards out of all slots that are not locked (CLI-214)."""
        self.hand.clear()

    def take_over(self, old: Self) -> None:
        """Continue with the program and the power-down of an earlier panel, which this one replaces."""
        super().take_over(old)
        self.hand, self._dealt, self._power_down = old.hand, old._dealt, old._power_down
        self.refresh()

    def toggle_power_down(self) -> None:
        """Announce a power-down, or take it back; it counts once the program is confirmed (CLI-215, CLI-R05)."""
        if self.is_open:
            self._power_down = not self._power_down
            self.refresh()

    def use_special(self) -> None:
        """Use the robot's ability: exchange the hand (CLI-220), or lay its special command (CLI-221)."""
        question = self.context.question(self.seat, "new-commands")
        if question is not None:
            self.panel_context.answer(self.seat, question["id"], "yes")
        elif self._extra:
            self.hand.add(command_of(self._extra[0]))
        self.refresh()

    def complete(self) -> bool:
        """Return whether all slots are filled (STD-503)."""
        return self.hand.full

    def missing(self) -> str:
        """Return a sentence that says which registers are empty."""
        empty = self.hand.empty
        one, more = _("Register {list} is empty."), _("Registers {list} are empty.")
        return (one if len(empty) == 1 else more).format(list=self.context.words.listed(empty))

    def time_up(self) -> str:
        """Return a text that says which registers are filled at random, now that the time is up (STD-506)."""
        empty = ", ".join(str(number) for number in self.hand.empty)
        text = _("Time is up. Registers filled at random: {numbers}").format(numbers=empty)
        return text if empty else _("Time is up. Your program is taken as it is.")

    def draft(self) -> tuple[str, ...]:
        """Return the program laid so far, with empty texts for empty slots."""
        return self.hand.answer()

    def answer_now(self, question: Decision) -> None:
        """Answer with the program, and announce a power-down if chosen; empty slots are filled at random (STD-506)."""
        power = self.context.question(self.seat, "power-down")
        if power is not None and self._power_down:
            self.panel_context.answer(self.seat, power["id"], "yes")
        self.panel_context.answer(self.seat, question["id"], self.hand.answer())

    def close(self) -> None:
        """Stop dragging and close the panel, since the question is gone."""
        self.dragging.drop()
        super().close()

    # --- input ----------------------------------------------------------------------------------------------------

    @property
    def dragged_slot(self) -> int:
        """Return the index, from 0, of the slot whose card is dragged; -1 for none."""
        carried = self.dragging.carried
        return carried.slot if carried is not None else -1

    def press(self, x: float, y: float, button: int) -> None:
        """Press the control at this point, and begin to drag the command or card there."""
        super().press(x, y, button)
        over = self.controls.at(x, y)
        if not self.is_open:
            return
        if isinstance(over, CommandTile) and over.enabled:
            self._take(_Carried(over.command, -1), x, y)
        elif isinstance(over, SlotTile) and over.card and over.number in self.hand.free:
            self._take(_Carried(command_of(over.card), over.number), x, y)

    def _take(self, thing: _Carried, x: float, y: float) -> None:
        self.dragging.take(thing, card_face(self.context, thing.command), x, y)

    def drag(self, x: float, y: float) -> None:
        """Move the dragged card to this point."""
        super().drag(x, y)
        if self.dragging.follow(x, y) is not None:
            self.refresh()

    def release(self, x: float, y: float) -> None:
        """Drop the dragged card at this point; without one, release the control, which is a click."""
        carried = self.dragging.drop()
        if carried is None:
            super().release(x, y)
            return
        target = self.controls.at(x, y)
        if isinstance(target, SlotTile) and self.is_open:
            if carried.slot < 0:
                self.hand.put(carried.command, target.number)
            elif target.number != carried.slot:
                self.hand.swap(carried.slot, target.number)
        self.controls.release(-1, -1)
        self.refresh()

    def shortcuts(self) -> list[Shortcut]:
        """Return the keyboard shortcuts of the panel (CLI-2002)."""
        digits = [
            Shortcut(
                (f"KEY_{number}", f"NUM_{number}"),
                _("Lay this command into the next free register, or into the one with the focus"),
                partial(self._lay, number),
            )
            for number in range(1, min(len(self.commands), LAST_DIGIT) + 1)
        ]
        back = Shortcut(("BACKSPACE",), _("Take back the command that was laid last"), self._take_last)
        return [*digits, back, *super().shortcuts()]

    def _lay(self, number: int) -> None:
        """Put the command with this number, from 1, into the focused slot, else the first free one; scroll to it."""
        self.panel_context.canvas.show(self.slots[0].rect)
        command, focus = self.commands[number - 1].command, self.controls.focus
        if not isinstance(focus, SlotTile):
            self.add(command)
        elif self.is_open and self.hand.put(command, focus.number):
            self._laid()

    def _take_last(self) -> None:
        if self.is_open and self.hand.take_last():
            self.refresh()

    def _laid(self) -> None:
        """Show the changed program; when the program is complete, focus the button that confirms it."""
        self.refresh()
        if self.hand.full and self.controls.focus is not None:
            self.controls.set_focus(self.confirm)

    def first_control(self) -> Widget | None:
        """Return the first command that can be laid; if there is none, the button to confirm."""
        tiles = [] if self.hand.full else self.commands
        return next((tile for tile in tiles if tile.enabled), self.confirm)

    @property
    def by_keys(self) -> bool:
        """Return whether the player uses keys in this panel: then a control has the focus."""
        return self.is_open and self.controls.focus is not None

    def draw(self) -> None:
        """Draw the panel and the dragged card."""
        if self.by_keys != self._shown_keys:
            self._shown_keys = self.by_keys
            self.refresh_own()
        super().draw()
        self.dragging.draw()
