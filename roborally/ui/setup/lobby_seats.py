"""The middle of the lobby: who plays, with which robot, and who is ready (CLI-503, 504, 511, 513, 514)."""

from typing import Any

import arcade
from arcade.types import Color

from roborally.base.translation import _
from roborally.bots.registry import bot_description, bot_title
from roborally.game.match_file import MAX_SEATS
from roborally.narration.words import Words
from roborally.session.protocol import HUMAN
from roborally.ui.board.actors import robot_picture
from roborally.ui.setup.lobby_model import SEAT_VALUES, LobbyModel
from roborally.ui.setup.lobby_section import Changed, LobbySection
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.fields import Switch, TextField
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button, Choice

AREA = Rect(420, 88, 420, 568)
ROWS_TOP = AREA.top - 42
ROW = 58
DETAIL = Rect(AREA.x, AREA.y, AREA.width, 58)
FIELD = 26.0
LEFT, NAME = 52.0, 150.0
"""The left edge and the width of a row's left column, after the portrait."""
RIGHT, WHO = 206.0, 180.0
"""The same for the right column; `SETTING` leaves room for the ready state."""
SETTING = 138.0
INK = Color(255, 255, 255)


class SeatsSection(LobbySection):
    """A row for each seat, and below it a description of one seat's robot or bot."""

    def __init__(self, app: App, space: Space, lobby: LobbyModel, changed: Changed) -> None:
        """Start with the description of the first seat's robot."""
        super().__init__(app, space, lobby, changed)
        self._words = Words(lobby.catalogue.plugins.values())
        self._told = 0
        self._tells_style = False
        self.rows: list[tuple[arcade.Sprite, arcade.Sprite, TextField, list[arcade.Sprite]]] = []

    def build(self) -> None:
        """Build the layout."""
        layer = self.layer
        layer.label(_("Players"), AREA.x + 4, AREA.top - 14, size=13, tint=theme.colour("text-dim"))
        full = len(self.lobby.seats) >= MAX_SEATS
        told = _("At most eight seats") if full else ""
        adding = [("add bot", _("Add bot"), self._add_bot), ("add player", _("Add player"), self._add_person)]
        if self.lobby.online:  # people join by themselves
            adding.pop()
        for place, (name, text, action) in enumerate(reversed(adding)):
            spot = Rect(AREA.right - 146 - 154 * place, AREA.top - 32, 146, 32)
            self.add(name, Button(layer, spot, text, action, icon="plus", size=14, tooltip=told)).enable(not full)
        self._models = self.lobby.models()
        self.rows = []
        for number in range(len(self.lobby.seats)):
            self._lay_out_row(number)
        layer.frame("panel-inset", DETAIL)
        x, width = DETAIL.x + 62, DETAIL.width - 70
        self._portrait = layer.sprite(pictures.plain(), DETAIL.x + 31, DETAIL.centre[1], 44)
        self.motto = layer.label("", x, DETAIL.top - 13, size=13, width=width, tint=theme.colour("accent"))
        self.ability = layer.label("", x, DETAIL.top - 22, size=12, width=width, wrap=True, anchor_y="top")
        self._told = min(self._told, max(0, len(self.lobby.seats) - 1))
        self._tell()
        self.refresh()

    def row_rect(self, number: int) -> Rect:
        """Return the place of a seat's row."""
        return Rect(AREA.x, ROWS_TOP - (number + 1) * ROW + 2, AREA.width, ROW - 2)

    def _lay_out_row(self, number: int) -> None:
        layer, rect, seat = self.layer, self.row_rect(number), self.lobby.seats[number]
        back = layer.panel("panel-inset", rect)
        portrait = layer.sprite(pictures.plain(), rect.x + 27, rect.centre[1], 40)
        left, right = self._tops(number, rect)
        name = TextField(
            layer,
            Rect(rect.x + LEFT, left, NAME, FIELD),
            seat.config.name,
            lambda value: self._rename(number, value),
            hint=_("Name"),
            size=14,
        )
        self.add(f"name {number}", name).enabled = not self._is_elsewhere(number)
        self.rows.append((back, portrait, name, self._name_marks(name.rect)))
        who = self._players(number)
        if seat.config.controller not in dict(who):
            who.append((seat.config.controller, seat.config.controller))
        spot = Rect(rect.x + RIGHT, right, WHO, FIELD)
        told = _("Who plays: a person at this computer, or a bot")
        if not seat.is_person:
            told = bot_description(seat.config.controller, self.lobby.catalogue) or told
        self._choice(f"who {number}", spot, who, seat.config.controller, number, "controller", told)
        self.controls[f"who {number}"].enabled = len(who) > 1
        remove = Button(
            layer,
            Rect(rect.right - 31, right, FIELD, FIELD),
            "",
            lambda: self._remove(number),
            icon="cross",
            tooltip=_("Remove this seat"),
        )
        self._lay_out_lower(number, rect)
        self.add(f"remove {number}", remove).enable(not self._is_elsewhere(number))

    def _is_elsewhere(self, number: int) -> bool:
        """Return whether a person at another machine plays a seat."""
        return self.lobby.online and self.lobby.seats[number].is_person

    def _players(self, number: int) -> list[tuple[str, str]]:
        """Return the possible players of a seat, with their titles."""
        if self._is_elsewhere(number):
            return [(HUMAN, _("Player"))]
        bots = [(bot, bot_title(bot, self.lobby.catalogue)) for bot in self.lobby.bots]
        return bots if self.lobby.online else [(HUMAN, _("Local player")), *bots]

    def _tops(self, number: int, rect: Rect) -> tuple[float, float]:
        """Return the positions of the name and of the player choice: in the middle of the row if nothing is below."""
        settings, ready = bool(self.lobby.seat_settings()), self._asks_ready(number)
        upper, middle = rect.y + FIELD + 3, rect.centre[1] - FIELD / 2
        if self._models:
            return upper, upper
        return upper if settings and ready else middle, upper if settings or ready else middle

    def _asks_ready(self, number: int) -> bool:
        """Return whether a player can be marked as ready: a single person need not be."""
        return not self.lobby.online and self.lobby.seats[number].is_person and len(self.lobby.people()) > 1

    def _name_marks(self, field: Rect) -> list[arcade.Sprite]:
        """Return a frame around a name with a symbol at its end, which marks an invalid name."""
        tint = theme.colour("warning")
        frame = self.layer.panel("focus", field.inset(-3))
        frame.color = tint
        return [frame, self.layer.sprite(pictures.icon("info", 32), field.right - 13, field.centre[1], 16, tint=tint)]

    def _lay_out_lower(self, number: int, rect: Rect) -> None:
        """Build the lower half of a row: robot, seat settings of the mode, ready state."""
        seat, y = self.lobby.seats[number], rect.y + 2
        settings = self.lobby.seat_settings()
        if self._models:
            robots = [(model, self._words.translated(entry.title)) for model, entry in self._models.items()]
            if not seat.config.robot:
                robots.append(("", _("Plain")))
            spot = Rect(rect.x + LEFT, y, NAME, FIELD)
            self._choice(f"robot {number}", spot, robots, seat.config.robot, number, "robot", _("The robot's model"))
        x = rect.x + RIGHT
        width = SETTING if self._models else WHO / max(1, len(settings))
        for setting in settings:
            values = [(value, _(told).format(number=value)) for value, told in SEAT_VALUES[setting].items()]
            now = getattr(seat.config, setting)
            if now not in dict(values):
                values.insert(0, (now, _("Not chosen")))
            self._choice(f"{setting} {number}", Rect(x, y, width, FIELD), values, now, number, setting, "", size=13)
            x += width + 3
        if self._asks_ready(number):
            beside = Rect(x, y, min(WHO, rect.right - x), FIELD)
            spot = Rect(rect.x + LEFT, y, NAME, FIELD) if settings and not self._models else beside
            told = _("Whether this player is ready")
            self.add(
                f"ready {number}",
                Switch(
                    self.layer,
                    spot,
                    seat.ready,
                    lambda on: self._ready(number, on),
                    text=_("Ready"),
                    tooltip=told,
                    size=12 if settings and self._models else 14,
                ),
            )

    def _choice(
        self,
        name: str,
        spot: Rect,
        options: list[tuple[Any, str]],
        now: Any,
        number: int,
        key: str,
        tooltip: str,
        size: float = 15,
    ) -> None:
        choice = Choice(self.layer, spot, options, now, lambda value: self._change(number, key, value), tooltip, size)
        self.add(name, choice)

    # --- changes --------------------------------------------------------------------------------------------------

    def _add_bot(self) -> None:
        self.lobby.add_bot()
        self.changed("seats")

    def _add_person(self) -> None:
        self.lobby.add_person()
        self.changed("seats")

    def _remove(self, number: int) -> None:
        self.lobby.remove(number)
        self.changed("seats")

    def _rename(self, number: int, name: str) -> None:
        self.lobby.change_seat(number, name=name)
        self.changed()

    def _ready(self, number: int, on: bool) -> None:
        self.lobby.seats[number].ready = on
        self.changed()

    def _change(self, number: int, key: str, value: Any) -> None:
        self.lobby.change_seat(number, **{key: value})
        self._told, self._tells_style = number, key == "controller"
        if key == "controller":
            self.changed("seats")
        else:
            self._tell()
            self.changed()

    # --- pictures -------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the robots, and mark the seats with problems."""
        names = [seat.config.name for seat in self.lobby.seats]
        for number, (back, portrait, name, marks) in enumerate(self.rows):
            problem = self.lobby.seat_problem(number)
            back.color = theme.colour("warning") if problem else INK
            name.tooltip = problem or _("The player's name")
            for mark in marks:
                mark.visible = not names[number].strip() or names.count(names[number]) > 1
            self._picture(portrait, number, 40)

    def _picture(self, sprite: arcade.Sprite, number: int, width: float) -> None:
        """Show the robot of a seat in the seat's colour."""
        plugins = list(self.lobby.catalogue.plugins.values())
        sprite.texture = robot_picture(self.lobby.seats[number].config.robot, number, number, plugins, 64)
        sprite.scale = width / sprite.texture.width

    def _tell(self) -> None:
        """Describe the seat used last: its robot, or how its bot plays."""
        self._portrait.visible = bool(self.lobby.seats)
        if not self.lobby.seats:
            self.motto.text, self.ability.text = "", _("No players yet.")
            return
        self._picture(self._portrait, self._told, 44)
        seat = self.lobby.seats[self._told].config
        model = self._models.get(seat.robot)
        style = bot_description(seat.controller, self.lobby.catalogue)  # people have no playing style
        if style and (self._tells_style or model is None):
            self.motto.text, self.ability.text = seat.name, style
        elif model is None:
            self.motto.text, self.ability.text = "", _("Robots without special abilities")
        else:
            said = self._words.translated
            motto = _("{robot}: “{motto}”").format(robot=said(model.title), motto=said(model.motto))
            self.motto.text = motto if model.motto else said(model.title)
            self.ability.text = said(model.ability)

    def motion(self, x: float, y: float) -> None:
        """Describe the seat under the mouse: its bot's style over that choice, else its robot."""
        number = int((ROWS_TOP - y) // ROW)
        if AREA.x <= x < AREA.right and 0 <= number < len(self.lobby.seats):
            style = self.controls[f"who {number}"].rect.holds(x, y)
            if (number, style) != (self._told, self._tells_style):
                self._told, self._tells_style = number, style
                self._tell()
