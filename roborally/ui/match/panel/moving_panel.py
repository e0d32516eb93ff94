"""The panel of the moving phase, at the right edge (figure 2, CLI-301 to CLI-310), with the log below."""

from collections.abc import Callable
from functools import partial

import arcade
from arcade.types import Color

from roborally.base.templates import fill
from roborally.base.translation import _
from roborally.core.observation import SPECTATOR
from roborally.plugin import text
from roborally.ui.board.display import Robot
from roborally.ui.board.playback import Playback, next_speed
from roborally.ui.match.arrangement import columns
from roborally.ui.match.gauges import Pips, Portrait, RobotStatus, fitting_size
from roborally.ui.match.panel import equipment
from roborally.ui.match.panel.equipment import Equipment
from roborally.ui.match.panel.log_box import LogBox
from roborally.ui.match.panel.order_badge import OrderBadge
from roborally.ui.match.panel.side_panel import SidePanel
from roborally.ui.match.panel.speech_bubble import SpeechBubble
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import Canvas, Layer, fit_sprite
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button, Widget

ICONS = {"step": "step", "slow": "slow", "normal": "play", "fast": "fast", "skip": "skip"}
SPEED_NAMES = {
    "step": text("Step by step"),
    "slow": text("Slow"),
    "normal": text("Normal"),
    "fast": text("Fast"),
    "skip": text("Skip"),
}
"""The speeds from the slowest to the fastest."""
SPEED = 38
"""The width of a button for a speed."""
FEW = 5
"""The number of players up to which rows are higher, with larger option cards."""
ROOMY = 92
"""The height of a row with no lack of space."""
MAX_PORTRAIT = 44
MARGIN = 12
NAME = 92
"""The width of a player's name."""
LETTERS = 13.0
"""The normal font size of a name."""
OWN = 22
"""The height of the part with the player's damage."""
SPEECH = 42
"""The height of the speech bubble."""
FEW_SLOTS, WIDE_NAME = 3, 112
"""The number of slots up to which a row has space for a longer name, and the width of that name."""


class ProgramRow(Widget):
    """The program of a player, slot by slot (CLI-302 to CLI-306), or the one of a piece without a seat."""

    focusable = False

    def __init__(
        self, base: Layer, layer: Layer, context: ShownMatch, index: int, rect: Rect, below: float = 0
    ) -> None:
        """Show empty slots and an empty strip below the name; the static parts are added to `base`."""
        super().__init__(rect)
        self._context = context
        self._index = index
        base.frame("field", rect)
        upper = Rect(rect.x, rect.y + below, rect.width, rect.height - below)
        side = min(MAX_PORTRAIT, upper.height - 8)
        robot = context.display.robots[index]
        self._portrait = Portrait(layer, context, index, rect.x + 6 + side / 2, upper.centre[1], side)
        self.badge = OrderBadge(layer, context.display, index, Rect(rect.x + 3, upper.y + 2, side, side))
        left = rect.x + side + 14
        tint = theme.seat_colours(robot.livery).light if robot.seat >= 0 else theme.colour("text")
        right = left + (NAME if len(robot.slots) > FEW_SLOTS else WIDE_NAME)
        name = left, upper.y + upper.height * (0.7 if robot.seat >= 0 else 0.5)
        size = fitting_size(base.canvas, context.name(index), right - left, LETTERS)
        base.label(context.name(index), *name, size=size, bold=True, tint=tint, width=right - left)
        self.state: RobotStatus | None = None
        if robot.seat >= 0:
            self.state = RobotStatus(layer, context, index, left, upper.y + upper.height * 0.27, right)
        self.strip = Rect(rect.x + 8, rect.y + 4, right - rect.x - 8, below - 2)
        self._lay_out_slots(layer, right)

    def _lay_out_slots(self, layer: Layer, left: float) -> None:
        """Place the slots after the name."""
        context, rect, look = self._context, self.rect, self._context.look
        count = len(context.display.robots[self._index].slots)
        pitch = (rect.right - 6 - left) / max(1, count)
        height = min(rect.height - 7, (pitch - 2) * look.shape)
        width = height / look.shape
        self.size = width, height
        self.columns = [left + (number + 0.5) * pitch for number in range(count)]
        self._faces: list[arcade.Sprite] = []
        self._locks: list[arcade.Sprite] = []
        for x in self.columns:
            self._faces.append(layer.sprite(look.face(context, None, 64), x, rect.centre[1], width, height))
            corner = x + width * 0.36, rect.centre[1] + height / 2 - 5
            lock = layer.sprite(pictures.icon("padlock", 16), *corner, 10, tint=theme.colour("bad"))
            self._locks.append(lock)
        self.shown: list[str | None] = [None] * count

    def refresh(self) -> None:
        """Show the known part of the program."""
        robot = self._context.display.robots[self._index]
        self._portrait.refresh()
        self.badge.refresh()
        if self.state is not None:
            self.state.refresh()
        # A piece without a seat never waits for a program.
        silent = robot.destroyed or robot.resting or (robot.seat < 0 and not self._acts(robot))
        for number, sprite in enumerate(self._faces):
            content = None if silent or self._lies_empty(robot, number) else robot.slots[number]
            if content != self.shown[number]:
                self.shown[number] = content
                sprite.texture = self._context.look.face(self._context, content, 64)
                fit_sprite(sprite, *self.size)
            past = number + 1 < self._context.display.stage
            sprite.color = Color(255, 255, 255, 90 if past or silent else 255)
            self._locks[number].visible = number + 1 in robot.locks

    def _lies_empty(self, robot: Robot, number: int) -> bool:
        """Return whether a slot is known to be empty: it is revealed, or in the viewer's own program."""
        own = 0 <= robot.seat == self._context.own and any(robot.slots)
        return not robot.slots[number] and (own or number < self._context.display.stage)

    def _acts(self, robot: Robot) -> bool:
        return any(robot.slots) or any(robot.gauges.values())

    def activate(self, x: float, y: float) -> None:
        """Open the player's info window (CLI-204)."""
        self._context.inform(self._index)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the content of the slot under the mouse, or the robot's state."""
        for number, column in enumerate(self.columns):
            content = self.shown[number]
            if abs(x - column) < self.size[0] / 2 and content:
                title = fill(self._context.words.translated(self._context.look.title), {"number": number + 1})
                return f"{title}: {self._context.look.text(self._context, content)}"
        return self._context.status(self._index)


class MovingPanel(SidePanel):
    """Rows of programs, the player's damage, the speech bubble, the log, and the speed controls."""

    log: LogBox

    def __init__(
        self,
        canvas: Canvas,
        context: ShownMatch,
        rect: Rect,
        player: Playback,
        open_menu: Callable[[], None],
        *,
        talking: bool = False,
        controls: bool = True,
        pausing: bool = True,
    ) -> None:
        """Build the panel; with `talking` it has a speech bubble if the robots of this match have lines.

        Without `controls`, in a film, the log takes their space. Without `pausing` the pause button is elsewhere.
        """
        super().__init__(canvas, rect)
        self.context = context
        self._player = player
        column, last = columns(rect._replace(x=rect.x + MARGIN, width=rect.width - 2 * MARGIN), MARGIN)
        left, width = column.x, column.width
        self.title = self.layer.heading("", left + 2, rect.top - 24, 19, width=width)
        robots = [robot for robot in context.display.robots if robot.seat >= 0 or robot.slots]
        robots.sort(key=lambda robot: (robot.seat == context.own, robot.seat))
        few = len(robots) <= FEW
        strip = (26 if few else 20) if equipment.is_played(context) else 0
        height: float = strip + (44 if few else 36) if strip else 58 if few else 48
        self.equipment: list[Equipment] = []
        top, foot = rect.top - 46, rect.y + 66
        if last != column:  # nothing else is there
            height = max(height, min(ROOMY, (top - foot - OWN - 8) // len(robots) - 3))
        self.rows: dict[int, ProgramRow] = {}
        for number, robot in enumerate(robots):
            row = Rect(left, top - (number + 1) * (height + 3) + 3, width, height)
            program = ProgramRow(self.base, self.layer, context, robot.index, row, strip)
            self.rows[robot.index] = self.controls.add(program)
            if strip and robot.seat >= 0:
                cards = Equipment(self.layer, context, robot.index, program.strip)
                self.equipment.append(self.controls.add(cards))
        first = next(iter(self.rows.values()))
        band = Rect(left, top - len(robots) * (height + 3), first.size[0] + 4, len(robots) * (height + 3) + 2)
        self._band = self.layer.frame("focus", band)
        self._lit = self.layer.frame("focus", Rect(left, 0, width, height))
        top -= len(robots) * (height + 3) + 8
        below = last == column or top - OWN >= foot  # the player's own row is the last one
        if below:
            top = self._lay_out_own(left, top)
        if last != column:
            left, width, top, foot = last.x, last.width, rect.top - MARGIN, rect.y + MARGIN
        if not below:
            top = self._lay_out_own(left, top)
        self.speech: SpeechBubble | None = None
        if talking and context.remarks.any:
            top -= SPEECH + 4
            self.speech = self.controls.add(SpeechBubble(self.layer, context, Rect(left, top, width, SPEECH)))
            top -= 2
        foot = foot if controls or last != column else rect.y + MARGIN
        self.add_log(context, Rect(left, foot, width, top - foot - 8), buttons=controls)
        hidden = Layer(canvas)  # never drawn
        place = Rect(column.x, rect.y + MARGIN, column.width, 44)
        self._lay_out_speed(self.layer if controls else hidden, place, open_menu)
        x = place.x + len(SPEED_NAMES) * (SPEED + 3) + 6
        spot = Rect(x, place.y, 46, place.height)
        shown = self.layer if controls and pausing else hidden
        self._pause = Button(shown, spot, "", self.toggle_pause, icon="pause", tooltip=_("Pause (Space)"))
        if pausing:
            self.controls.add(self._pause)
        self.refresh()

    def _lay_out_own(self, left: float, top: float) -> float:
        """Show the player's damage (CLI-307) and return the height where it ends."""
        own = next(
            (robot for robot in self.context.display.robots if robot.seat == self.context.own != SPECTATOR), None
        )
        self._own = own
        if own is None:
            return top
        tooltip = _("Own damage: {lit} of {count}")
        area = Rect(left + 4, top - 16, 190, 15)
        self._damage = self.controls.add(
            Pips(self.layer, area, pictures.icon("damage", 24), self.context.lethal, theme.colour("bad"), tooltip)
        )
        return top - OWN

    def _lay_out_speed(self, layer: Layer, area: Rect, open_menu: Callable[[], None]) -> None:
        self.speeds: dict[str, Button] = {}
        x = area.x
        for name, title in SPEED_NAMES.items():
            tooltip = _("Speed: {name}").format(name=_(title).lower())
            button = Button(
                layer,
                Rect(x, area.y, SPEED, area.height),
                "",
                lambda name=name: self._choose_speed(name),  # type: ignore[misc]
                icon=ICONS[name],
                tooltip=tooltip,
            )
            self.speeds[name] = self.controls.add(button)
            x += SPEED + 3
        menu = Rect(area.right - 50, area.y, 50, area.height)
        self.leave = self.controls.add(Button(layer, menu, "", open_menu, icon="menu", tooltip=self.context.menu_hint))

    # --- updating -------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Update the panel."""
        self.title.text = self.context.heading(self.context.display.turn, self.context.display.stage)
        acting = self.context.display.acting
        for index, row in self.rows.items():
            row.refresh()
            if index == acting:
                self._lit.move(*row.rect.centre)
        for cards in self.equipment:
            cards.refresh()
        self._lit.visible = acting in self.rows
        self._show_band()
        if self._own is not None:
            self._damage.show(self._own.damage)
        for name, button in self.speeds.items():
            button.selected = name == self._player.speed
        self._pause.selected = self._player.paused
        stepping = self._player.speed == "step"
        text = _("Next action (Space)") if stepping else _("Pause (Space)")
        if self._pause.tooltip != text:
            self._pause.wear("arrow-right" if stepping else "pause", text)
        if self.speech is not None:
            self.speech.refresh()

    def draw(self) -> None:
        """Draw the panel and the speech bubble."""
        super().draw()
        if self.speech is not None:
            self.speech.draw()

    def _show_band(self) -> None:
        """Frame the column of the current stage."""
        columns = next(iter(self.rows.values())).columns
        self._band.visible = 1 <= self.context.display.stage <= len(columns)
        if self._band.visible:
            self._band.move(columns[self.context.display.stage - 1], self._band.rect.centre[1])

    def set_speed(self, name: str) -> None:
        """Set the animation speed."""
        self._player.speed = name
        self.refresh()

    def toggle_pause(self) -> None:
        """Pause or continue; when halting before each action, show the next action, or the rest of the current one."""
        if self._player.paused or self._player.speed != "step":
            self._player.paused = not self._player.paused
        elif self._player.halted:
            self._player.go_on()
        else:
            self._player.hurry()
        self.refresh()

    # --- input ----------------------------------------------------------------------------------------------------

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this panel."""
        return [
            Shortcut(("SPACE",), _("Pause, and go on; step by step the next action"), self.toggle_pause),
            Shortcut(("COMMA",), _("Slower, down to step by step"), partial(self._change_speed, -1)),
            Shortcut(("PERIOD",), _("Faster, up to showing the result alone"), partial(self._change_speed, 1)),
        ]

    def pad_keys(self) -> dict[str, str]:
        """Return the keys for a gamepad's buttons that differ: the shoulders choose a speed, not a register."""
        return {"x": "SPACE", "leftshoulder": "COMMA", "rightshoulder": "PERIOD"}

    def _change_speed(self, by: int) -> None:
        self._choose_speed(next_speed(self._player.speed, by))

    def _choose_speed(self, name: str) -> None:
        """Set the speed; a player skips only the current turn, so that they do not miss the next one."""
        if name == "skip" and self.context.own != SPECTATOR:
            self._player.skip_turn()
        else:
            self._player.speed = name
        self.refresh()
