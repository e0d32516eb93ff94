"""The panel while robots move (figure 2, CLI-301 to CLI-310): programs, damage, remarks, log, speed."""

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
from roborally.ui.match.arrangement import PANEL_WIDTH, WIDE
from roborally.ui.match.gauges import Pips, Portrait, RobotStatus, fitting_size, portrait_of, status_of
from roborally.ui.match.panel import equipment
from roborally.ui.match.panel.equipment import Equipment
from roborally.ui.match.panel.log_box import LogBox
from roborally.ui.match.panel.order_badge import SIDE as BADGE
from roborally.ui.match.panel.order_badge import OrderBadge
from roborally.ui.match.panel.side_panel import SidePanel
from roborally.ui.match.panel.speech_bubble import SpeechBubble
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.controls.widgets import Button, Widget
from roborally.ui.toolkit.layer import Layer, fit_sprite
from roborally.ui.toolkit.layout.branches import column, row, space, stack
from roborally.ui.toolkit.layout.leaves import button, here, label, widget
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size, Target
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

ICONS = {"step": "step", "slow": "slow", "normal": "play", "fast": "fast", "skip": "skip"}
SPEED_NAMES = {
    "step": text("Step by step"),
    "slow": text("Slow"),
    "normal": text("Normal"),
    "fast": text("Fast"),
    "skip": text("Skip"),
}
"""The names of the speeds at which events are shown, from the slowest to the fastest."""
SPEED, BUTTON = 38, 44
"""The width of a button for a speed, and the height of all buttons, in design units."""
FEW = 5
"""The number of players up to which rows are higher, with larger option cards."""
ROOMY = 92
"""The height of a player's row, in design units, if there is enough space."""
MAX_PORTRAIT = 44
HOLD = 0.5
"""The seconds for which Space must be held to show the register again."""
MARGIN = 12
TITLE = 26
NAME = 92
"""The width of a player's name, in design units."""
LETTERS = 13.0
"""The largest font size of a name."""
GLIMPSE = 44
"""The height in design units that remains for the log, two lines, where not all of the panel is in view."""
SPEECH = 42
"""The height of the speech bubble, in design units."""
OUT = 24
"""The height of the button for a player who is out, in design units."""
FEW_SLOTS, WIDE_NAME = 3, 112
"""The number of slots up to which a name may be longer, and the width of that name in design units."""


class ProgramRow(Widget):
    """The row of a player or of a piece without a seat: name, state, and program slot by slot (CLI-302 to CLI-306)."""

    focusable = False

    def __init__(
        self, base: Layer, target: Target, context: ShownMatch, index: int, rect: Rect, strip: float = 0
    ) -> None:
        """Show empty slots, and option cards in a strip of the height `strip` below the name; `base` is drawn once."""
        super().__init__(rect)
        self._base, self._layer = base, target.layer
        self._context = context
        self._index = index
        self._portrait: Portrait
        self.state: RobotStatus | None = None
        self.cards: Equipment | None = None
        self.columns: list[float] = []
        self._faces: list[arcade.Sprite] = []
        self._locks: list[arcade.Sprite] = []
        base.frame("field", rect)
        robot = context.display.robots[index]
        side = min(MAX_PORTRAIT, rect.height - strip - 8)
        state = status_of(context, index, 0).kept(self, "state").grow() if robot.seat >= 0 else None
        cards = here(self._make_cards, 0, strip - 2) if strip and robot.seat >= 0 else None
        name = row(here(self._make_name, 0, 0).grow(), here(self._make_badge, BADGE, 0), gap=2)
        about = column(name.grow(), state).grow()
        first = column(
            row(portrait_of(context, index, side).kept(self, "_portrait"), about, gap=8).grow(), cards, gap=2
        )
        first.wide(side + 8 + (NAME if len(robot.slots) > FEW_SLOTS else WIDE_NAME))
        slots = row(*(here(self._make_slot, 0, 0).grow() for _slot in robot.slots), even=True)
        row(first, slots.grow(), pad=(6, 4)).build(target, rect)
        self.shown: list[str | None] = [None] * len(robot.slots)

    def _make_badge(self, spot: Rect) -> None:
        self.badge = OrderBadge(self._layer, self._context.display, self._index, spot)

    def _make_name(self, spot: Rect) -> None:
        robot, name = self._context.display.robots[self._index], self._context.name(self._index)
        tint = theme.seat_colours(robot.livery).light if robot.seat >= 0 else theme.colour("text")
        size = fitting_size(self._base.canvas, name, spot.width, LETTERS)
        self._base.label(name, spot.x, spot.centre[1], size=size, bold=True, tint=tint, width=spot.width)

    def _make_cards(self, spot: Rect) -> None:
        self.cards = Equipment(self._layer, spot, self._context, self._index)

    def _make_slot(self, spot: Rect) -> None:
        look, (x, y) = self._context.look, spot.centre
        height = min(spot.height, (spot.width - 2) * look.shape)
        width = height / look.shape
        self.size = width, height
        self.columns.append(x)
        self._faces.append(self._layer.sprite(look.face(self._context, None, 64), x, y, width, height))
        corner = x + width * 0.36, y + height / 2 - 5
        self._locks.append(self._layer.sprite(pictures.icon("padlock", 16), *corner, 10, tint=theme.colour("bad")))

    def refresh(self) -> None:
        """Show the content of each slot: known, unknown or empty; all are empty if the robot is destroyed or rests."""
        robot = self._context.display.robots[self._index]
        self._portrait.refresh()
        self.badge.refresh()
        if self.state is not None:
            self.state.refresh()
        # A piece without a seat never waits for a program.
        silent = robot.destroyed or robot.resting or (robot.seat < 0 and not self._acts(robot))
        waiting = self._context.session.waiting_for() if self._context.display.stage == 0 else []
        for number, (sprite, known) in enumerate(zip(self._faces, self._context.program(robot), strict=True)):
            is_empty = robot.seat in waiting if waiting else self._lies_empty(robot, number)
            content = None if silent or (is_empty and not known) else known
            if content != self.shown[number]:
                self.shown[number] = content
                sprite.texture = self._context.look.face(self._context, content, 64)
                fit_sprite(sprite, *self.size)
            past = number + 1 < self._context.display.stage
            sprite.color = Color(255, 255, 255, 90 if past or silent else 255)
            self._locks[number].visible = number + 1 in robot.locks

    def _lies_empty(self, robot: Robot, number: int) -> bool:
        """Return whether a slot without known content is empty: in the viewer's program, or in a past register."""
        own = 0 <= robot.seat == self._context.own and any(robot.slots)
        return own or number < self._context.display.stage

    def _acts(self, robot: Robot) -> bool:
        return any(robot.slots) or any(robot.gauges.values())

    def activate(self, x: float, y: float) -> None:
        """Open the player's info window (CLI-204)."""
        self._context.inform(self._index)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the content of the slot under the mouse, or the robot's state, in words."""
        for number, middle in enumerate(self.columns):
            content = self.shown[number]
            if abs(x - middle) < self.size[0] / 2 and content:
                title = fill(self._context.words.translated(self._context.look.title), {"number": number + 1})
                return f"{title}: {self._context.chronicle.slot(content, self._context.game.rules)}"
        return self._context.status(self._index)


class MovingPanel(SidePanel):
    """The panel while robots move: rows of programs, the player's damage, the speech bubble, the log, and speeds."""

    log: LogBox

    def __init__(
        self,
        canvas: Space,
        context: ShownMatch,
        rect: Rect,
        player: Playback,
        open_menu: Callable[[], None],
        *,
        talking: bool = False,
        controls: bool = True,
        pausing: bool = True,
    ) -> None:
        """Build the panel; with `talking` it has a speech bubble if the robots of this match make remarks.

        Without `controls`, in a film, the log takes the place of the buttons. `pausing` adds a pause button.
        """
        super().__init__(canvas, rect)
        self.context = context
        self._player = player
        self._held = 0.0
        robots = context.display.robots
        self._own = next((robot for robot in robots if robot.seat == context.own != SPECTATOR), None)
        self.rows: dict[int, ProgramRow] = {}
        self.equipment: list[Equipment] = []
        self.speech: SpeechBubble | None = None
        self.to_result: Button | None = None
        """The button of a player who is out of the match."""
        self._own_spot = rect
        buttons = self._buttons(open_menu, pausing=pausing)
        if not controls:
            buttons.build(self.target._replace(layer=Layer(canvas), controls=WidgetGroup(self.layer)), rect)
        log = here(partial(self._make_log, buttons=controls), 0, 0).grow()
        seen = canvas.room.height - 2 * MARGIN
        self._tree(buttons if controls else None, log, seen, talking=talking).build(self.target, rect)
        self.title = self._title.made
        self.speeds = {name: leaf.made for name, leaf in self._speeds.items()}
        self.leave = self._leave.made
        self.refresh()

    # --- layout ---------------------------------------------------------------------------------------------------

    def _tree(self, buttons: Node | None, log: Node, seen: float, *, talking: bool) -> Node:
        """Return the panel's layout; if possible everything fits into the visible height `seen`, with a short log.

        If not even the rows fit, the buttons and the player's own row come first.
        """
        wide, m, pad = self.rect.width >= WIDE, self.target.metrics, (MARGIN, MARGIN)
        height = self.rect.height - 2 * MARGIN
        self._title = label("", 19, font=theme.HEADING, bold=True, shorten=True).high(TITLE)
        programs, own, speech = self._programs_part(roomy=wide), self._own_part(), None
        if talking and self.context.remarks.any:
            speech = widget(SpeechBubble, self.context, width=0, height=SPEECH).kept(self, "speech")
        if not wide and seen >= height - 1:
            return column(self._title, programs, own, speech, log, buttons, gap=8, pad=pad)
        if not wide:  # the log matters more than what robots say
            width, room = self.rect.width - 2 * MARGIN, seen - GLIMPSE
            first = column(self._title, programs, own, speech, buttons, gap=8)
            if first.heights(m, width).least > room:
                first, log = column(self._title, programs, own, buttons, gap=8), column(log, speech, gap=8).grow()
            if first.heights(m, width).least > seen:
                programs = self._programs_part(roomy=False, own_first=True)
                first = column(self._title, buttons, programs, own, gap=8)
            least, natural = first.heights(m, width)
            return column(first.high(min(natural, max(least, room))), log, gap=8, pad=pad)
        width, beside = PANEL_WIDTH - 2 * MARGIN, None
        left = column(self._title, programs, own, space(), buttons, gap=8)
        if left.heights(m, width).least > height:
            left, beside = column(self._title, programs, space(), buttons, gap=8), own
        return row(left.wide(width), column(beside, speech, log, gap=8).grow(), gap=MARGIN, pad=pad)

    def _programs_part(self, *, roomy: bool, own_first: bool = False) -> Node:
        """Return the rows of all robots, high if `roomy`; the player's is the last, or with `own_first` the first."""
        shown = (robot for robot in self.context.display.robots if robot.seat >= 0 or robot.slots)
        robots = self.context.in_rows(shown)
        if own_first:
            robots = [*robots[-1:], *robots[:-1]]
        few = len(robots) <= FEW
        strip = (26 if few else 20) if equipment.is_played(self.context) else 0
        usual = strip + (44 if few else 36) if strip else 58 if few else 48
        heights = Size(strip + 36 if strip else 44, ROOMY if roomy else usual)
        rows = (here(partial(self._make_row, robot.index, strip), 0, heights).grow() for robot in robots)
        return stack(column(*rows, gap=3), here(self._make_frames, 0, 0))

    def _make_row(self, index: int, strip: float, rect: Rect) -> None:
        self.rows[index] = self.controls.add(ProgramRow(self.base, self.target, self.context, index, rect, strip))
        if (cards := self.rows[index].cards) is not None:
            self.equipment.append(self.controls.add(cards))

    def _make_frames(self, rect: Rect) -> None:
        first = next(iter(self.rows.values()))
        self._band = self.layer.frame("focus", rect.inset(-2)._replace(width=first.size[0] + 4))
        self.lit = {index: self.layer.frame("focus", made.rect) for index, made in self.rows.items()}

    def _own_part(self) -> Node | None:
        """Return the row with the player's damage, `None` for a spectator (CLI-307)."""
        if self._own is None:
            return None
        image, tooltip = pictures.icon("damage", 24), _("Own damage: {lit} of {count}")
        given = image, self.context.lethal, theme.colour("bad"), tooltip
        self._damage: Leaf[Pips] = widget(Pips, *given, width=190, height=15)
        return stack(row(self._damage, space(), pad=(4, 0)), here(partial(setattr, self, "_own_spot"), 0, OUT))

    def _show_way_out(self) -> None:
        """Offer the result, in place of the damage, to a player who is out of the match (STD-1005)."""
        if self._own is not None and self._own.eliminated and self.to_result is None:
            self.to_result = Button(
                self.layer, self._own_spot, _("Skip to the result"), partial(self._choose_speed, "skip"), size=13
            )
            self.controls.add(self.to_result)

    def _make_log(self, rect: Rect, *, buttons: bool) -> None:
        self.add_log(self.context, rect, buttons=buttons)

    def _buttons(self, open_menu: Callable[[], None], *, pausing: bool) -> Node:
        self._speeds: dict[str, Leaf[Button]] = {}
        for name, title in SPEED_NAMES.items():
            tooltip = _("Speed: {name}").format(name=_(title).lower())
            speed = button("", partial(self._choose_speed, name), icon=ICONS[name], tooltip=tooltip, height=BUTTON)
            self._speeds[name] = speed.wide(SPEED)
        self._pause = None
        if pausing:
            self._pause = button("", self.toggle_pause, icon="pause", tooltip=_("Pause (P)"), height=BUTTON)
        leave = button("", open_menu, icon="menu", tooltip=self.context.menu_hint, height=BUTTON)
        self._leave = leave.wide(50).named("menu")
        return row(row(*self._speeds.values(), gap=3), self._pause, space(), self._leave, gap=8)

    # --- updating -------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the present state; rows of robots that act, or are still being programmed, have a frame."""
        display = self.context.display
        self.title.text = self.context.heading(display.turn, display.stage)
        acting = self.acting()
        for index, program in self.rows.items():
            program.refresh()
            self.lit[index].visible = index in acting
        for cards in self.equipment:
            cards.refresh()
        self._show_band()
        if self._own is not None:
            self._damage.made.show(self._own.damage)
        self._show_way_out()
        for name, speed in self.speeds.items():
            speed.selected = name == self._player.speed
        if self._pause is not None:
            self._show_pause(self._pause.made)
        if self.speech is not None:
            self.speech.refresh()

    def acting(self) -> frozenset[int]:
        """Return the indexes of the robots that act, or that are still being programmed."""
        display, waited = self.context.display, self.context.session.waiting_for()
        programming = {robot.index for robot in display.robots if display.stage == 0 and robot.seat in waited}
        return self._player.acting | {display.acting} | programming

    def _show_pause(self, pause: Button) -> None:
        pause.selected = self._player.paused
        stepping = self._player.speed == "step"
        text = _("Next action (Space)") if stepping else _("Pause (P)")
        if pause.tooltip != text:
            pause.wear("arrow-right" if stepping else "pause", text)

    def draw(self) -> None:
        """Draw the panel and the speech bubble."""
        super().draw()
        if self.speech is not None:
            self.speech.draw()

    def _show_band(self) -> None:
        columns = next(iter(self.rows.values())).columns
        self._band.visible = 1 <= self.context.display.stage <= len(columns)
        if self._band.visible:
            self._band.move(columns[self.context.display.stage - 1], self._band.rect.centre[1])

    def set_speed(self, name: str) -> None:
        """Set the speed at which events are shown, a key of `SPEED_NAMES`."""
        self._player.speed = name
        self.refresh()

    def toggle_pause(self) -> None:
        """Pause, or continue as `go_on` does; at the speed "step" always continue."""
        if self._player.speed != "step" and not self._player.paused:
            self._player.paused = True
            self.refresh()
        else:
            self.go_on()

    def go_on(self) -> None:
        """Continue after a pause, show the next action after a halt, or else show all of the running action at once."""
        if self._player.paused:
            self._player.paused = False
        elif self._player.halted:
            self._player.go_on()
        else:
            self._player.hurry()
        self.refresh()

    def hold(self, symbol: int | None, seconds: float) -> None:
        """Show the register again when `symbol`, the held key or `None`, has been Space for `HOLD` seconds."""
        before = self._held
        self._held = before + seconds if symbol == arcade.key.SPACE else 0.0
        if before < HOLD <= self._held:
            self.show_again()

    def show_again(self) -> None:
        """Show the current register again from its beginning; do nothing in a replay, which has other keys for it."""
        if self._pause is not None:
            self._player.rewind()

    # --- input ----------------------------------------------------------------------------------------------------

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this panel: pause, speed, and showing a register again."""
        return [
            Shortcut(("SPACE",), _("On at once, step by step the next action; held, the register again"), self.go_on),
            Shortcut(("BACKSPACE",), _("The register again"), self.show_again),
            Shortcut(("P",), _("Pause, and go on"), self.toggle_pause),
            Shortcut(("COMMA",), _("Slower, down to step by step"), partial(self._change_speed, -1)),
            Shortcut(("PERIOD",), _("Faster, up to showing the result alone"), partial(self._change_speed, 1)),
        ]

    def pad_keys(self) -> dict[str, str]:
        """Return, by gamepad button, the name of its key in this panel; the shoulder buttons choose a speed."""
        return {"x": "SPACE", "y": "P", "leftshoulder": "COMMA", "rightshoulder": "PERIOD"}

    def _change_speed(self, by: int) -> None:
        self._choose_speed(next_speed(self._player.speed, by))

    def _choose_speed(self, name: str) -> None:
        """Set the speed `name`; "skip" lasts only until the turn ends for a player who has another turn to play."""
        if name == "skip" and self._own is not None and not self._own.eliminated:
            self._player.skip_turn()
        else:
            self._player.speed = name
        self.refresh()
