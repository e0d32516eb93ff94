"""The window about one player: the public state of the robot and its owner (CLI-204, CLI-601, CLI-R01)."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import arcade

from roborally.base.translation import _
from roborally.narration.words import numbers
from roborally.ui.match.gauges import Pips, Portrait, tint_of
from roborally.ui.match.panel import equipment
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import SHADE
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.space import PAGE, Space
from roborally.ui.toolkit.theme import HEIGHT, Rect
from roborally.ui.toolkit.widgets import Button

Earned = Callable[[int], Sequence[str] | None]
"""The titles of the achievements of a seat's player; `None` without a profile, as for bots."""

WIDTH = 620
HIGH = 500
"""The height of a board from which the window about a player leaves the panel free."""
EDGE = 6
MARGIN = 28
PICTURE = 92
CARD = 40
"""The width of an option card's picture."""
LINE = 24
"""The height of a row of the robot's state."""


class PlayerInfo(Screen):
    """Shows one player, over the board; the match and its clock continue. Arrows switch to the other players."""

    opaque = False

    def __init__(self, app: App, context: ShownMatch, index: int, over: Rect, earned: Earned | None) -> None:
        """Show the owner of a robot, over the area `over`."""
        super().__init__(app, Space(app, app.matches.scale))
        self.index = index
        self._context = context
        self._over = over if over.width > WIDTH and over.height > HIGH else PAGE
        self._earned = earned
        self._shown: Any = None
        self.area = over
        self.update(0)

    # --- layout ---------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Update the robot's state."""
        robot = self._context.display.robots[self.index]
        state = (self.index, repr(robot))
        if state != self._shown:
            self._shown = state
            top = self._lay_out(HEIGHT)
            # Laid out twice from the top; after the first time the height of the window is known.
            self._lay_out(self.area.top - top + MARGIN)
            self.space.place(None, self.area.inset(-EDGE))

    def _lay_out(self, height: float) -> float:
        """Lay everything out in a window of the given height and return the height where it ends."""
        layer, (x, y) = self.layer, self._over.centre
        self.controls.set_focus(None)
        self.controls.widgets.clear()
        layer.clear()
        area = self.area = Rect(x - WIDTH / 2, y - height / 2, WIDTH, height)
        if self._over is PAGE:
            layer.shade(SHADE)
        else:
            layer.fill(self._over, SHADE)
        layer.frame("panel", area)
        self._lay_out_buttons(area)
        top = self._lay_out_head(area)
        top = self._lay_out_state(area, top)
        top = self._lay_out_options(area, top)
        return self._lay_out_achievements(area, top)

    def _lay_out_buttons(self, area: Rect) -> None:
        spots = (
            ("arrow-left", _("Previous player (Left)"), lambda: self.go(-1)),
            ("arrow-right", _("Next player (Right)"), lambda: self.go(1)),
            ("cross", _("Close (Esc)"), self.app.pop),
        )
        for number, (icon, tooltip, action) in enumerate(spots):
            spot = Rect(area.right - 20 - 44 * (3 - number), area.top - 60, 40, 40)
            self.controls.add(Button(self.layer, spot, "", action, icon=icon, tooltip=tooltip))

    def _lay_out_head(self, area: Rect) -> float:
        """Show picture, name, model with its motto, its ability and its story; return the height where they end."""
        layer, context = self.layer, self._context
        model = context.model(self.index)
        middle = area.top - 80
        Portrait(layer, context, self.index, area.x + MARGIN + PICTURE / 2, middle, PICTURE).refresh()
        left = area.x + MARGIN + PICTURE + 22
        tint = theme.seat_colours(context.display.robots[self.index].livery).light
        name = area.top - 40 if model is not None else middle
        layer.heading(context.name(self.index), left, name, 24, tint=tint, width=area.right - 170 - left)
        top = area.top - 64
        if model is None:
            return middle - PICTURE / 2 - 22
        motto = _("“{motto}”").format(motto=context.words.translated(model.motto)) if model.motto else ""
        lines = (
            (model.title, 16, "text"),
            (motto, 14, "accent"),
            (model.ability, 14, "text"),
            (model.about, 13, "text-dim"),
        )
        for words, size, shade in lines:
            text = context.words.translated(words) if words else ""
            if text:
                top = self._write(text, left, top, area.right - MARGIN - left, size, shade) - 5
        return min(top - 8, middle - PICTURE / 2 - 22)

    def _lay_out_state(self, area: Rect, top: float) -> float:
        """Show damage, gauges, locks and other conditions; return the height where they end."""
        layer, context, robot = self.layer, self._context, self._context.display.robots[self.index]
        left, column = area.x + MARGIN, area.x + MARGIN + 26
        layer.fill(Rect(left, top, area.width - 2 * MARGIN, 1), theme.colour("line"))
        top -= LINE
        if robot.team:
            tint = theme.seat_colours(robot.livery).light
            self._row("people", tint, _("Team {team}").format(team=robot.team), left, top)
            top -= LINE
        text = _("Damage {damage} of {lethal}").format(damage=robot.damage, lethal=context.lethal)
        self._row("damage", theme.colour("bad"), text, left, top)
        row = Rect(column + 180, top - 8, 17.0 * context.lethal, 16)
        Pips(layer, row, pictures.icon("damage", 24), context.lethal, theme.colour("bad")).show(robot.damage)
        for gauge in context.gauges(self.index):
            if robot.gauges[gauge.name] or not gauge.manifest.mark:
                top -= LINE
                layer.sprite(gauge.picture(24), left + 9, top, 16, tint=tint_of(gauge))
                end = self._write(gauge.text(robot), column, top + 9, area.right - MARGIN - column, 14)
                top = min(top, end + 9)
        if context.display.fact_of("locks"):
            top -= LINE
            locked = numbers(sorted(robot.locks)) if robot.locks else _("none")
            self._row("padlock", theme.colour("text-dim"), _("Locked registers: {list}").format(list=locked), left, top)
        rests = bool(context.display.fact_of("resting"))
        for sentence in context.condition(robot) or ([_("Active")] if rests else []):
            top -= LINE
            self._row("power" if rests else "robot", theme.colour("accent-cool"), sentence, left, top)
        return top - 22

    def _lay_out_options(self, area: Rect, top: float) -> float:
        """Show the option cards with their texts, in two columns; return the height where they end."""
        cards = self._context.display.robots[self.index].options
        if not equipment.is_played(self._context):
            return top
        top = self._title(_("Option cards"), area, top)
        if not cards:
            return self._write(_("none"), area.x + MARGIN, top, 300, 13, "text-dim") - 14
        width = (area.width - 2 * MARGIN - 16) / 2
        columns = [top, top]
        for card in cards:
            number = columns.index(max(columns))
            x, y = area.x + MARGIN + number * (width + 16), columns[number]
            image = equipment.picture(self._context, card, 64)
            self.layer.sprite(image, x + CARD / 2, y - CARD / 2, CARD)
            text = equipment.described(self._context, self.index, card)
            end = self._write(text, x + CARD + 10, y, width - CARD - 10, 12)
            columns[number] = min(end, y - CARD) - 10
        return min(columns) - 4

    def _lay_out_achievements(self, area: Rect, top: float) -> float:
        """List the achievements of a player with a profile; return the height where they end."""
        seat = self._context.display.robots[self.index].seat
        titles = self._earned(seat) if self._earned is not None else None
        if titles is None:
            return top
        top = self._title(_("Achievements"), area, top)
        text = "\u00a0· ".join(titles) or _("none yet")
        return self._write(text, area.x + MARGIN, top, area.width - 2 * MARGIN, 13, "text-dim") - 8

    def _title(self, text: str, area: Rect, top: float) -> float:
        self.layer.fill(Rect(area.x + MARGIN, top, area.width - 2 * MARGIN, 1), theme.colour("line"))
        self.layer.heading(text, area.x + MARGIN, top - 20, 16, tint=theme.colour("accent"))
        return top - 38

    def _row(self, icon: str, tint: arcade.types.Color, text: str, left: float, y: float) -> None:
        self.layer.sprite(pictures.icon(icon, 24), left + 9, y, 16, tint=tint)
        self.layer.label(text, left + 26, y, size=14, width=self.area.right - MARGIN - left - 26)

    def _write(self, text: str, x: float, top: float, width: float, size: float, shade: str = "text") -> float:
        """Write a wrapped text and return the height where it ends."""
        tint = theme.colour(shade)
        label = self.layer.label(text, x, top, size=size, anchor_y="top", width=width, wrap=True, tint=tint)
        return top - label.shown_size[1]

    # --- input ----------------------------------------------------------------------------------------------------

    def go(self, direction: int) -> None:
        """Show the next or previous player."""
        players = [robot.index for robot in self._context.display.robots if robot.seat >= 0]
        self.index = players[(players.index(self.index) + direction) % len(players)]
        self.update(0)

    def release(self, x: float, y: float, button: int) -> None:
        """Use a button; a click anywhere else closes the window."""
        over = self.controls.at(x, y)
        super().release(x, y, button)
        if over is None and self in self.app.screens:
            self.app.pop()

    def focus_first(self) -> bool:
        """Focus no control, because the arrows switch between players."""
        return True

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this window: I, Enter and Space close it unless a button has the focus."""
        ways = (("LEFT", "UP", -1), ("RIGHT", "DOWN", 1))
        return [
            *(Shortcut((one, two), _("The player before or after"), partial(self.go, by)) for one, two, by in ways),
            Shortcut(("I", "ESCAPE"), _("Close"), self.app.pop),
            Shortcut((*ENTER, "SPACE"), _("Close"), self._enter),
        ]

    def _enter(self) -> bool:
        free = self.controls.focus is None
        if free:
            self.app.pop()
        return free
