"""The middle of the lobby: the players, their robots, and who is ready (CLI-503, 504, 511, 513, 514)."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import arcade
from arcade.types import Color

from roborally.base.translation import _
from roborally.bots.registry import bot_description, bot_title
from roborally.features.lobby.model import SEAT_VALUES, LobbyModel, livery_of
from roborally.features.lobby.window.lobby_rows import (
    LobbyRow,
    Spots,
    adding_of,
    description_area,
    rows_of,
    spots_of,
    title_of,
)
from roborally.features.lobby.window.section import Changed, LobbySection
from roborally.game.match_file import MAX_SEATS
from roborally.game.session.protocol import HUMAN
from roborally.narration.words import Words
from roborally.ui.board.actors import robot_picture
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.face import Face
from roborally.ui.toolkit.fields import Switch
from roborally.ui.toolkit.name_field import NameField
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button, Choice

INK = Color(255, 255, 255)
BESIDE = 62.0
"""The width of a portrait before the description of a seat."""


class SeatsSection(LobbySection):
    """A row for each seat, and below it a description of one seat's robot or bot."""

    def __init__(self, app: App, space: Space, place: Rect, lobby: LobbyModel, changed: Changed) -> None:
        """Start with the description of the first seat's robot."""
        super().__init__(app, space, place, lobby, changed)
        self._words = Words(lobby.catalogue.plugins.values())
        self._described = 0
        self._shows_style = False
        self.rows: list[tuple[Face, arcade.Sprite, NameField]] = []

    def build(self) -> None:
        """Lay out the rows and the description."""
        layer, area = self.layer, self.place
        layer.label(_("Players"), area.x + 4, title_of(area), size=13, tint=theme.colour("text-dim"))
        full = len(self.lobby.seats) >= MAX_SEATS
        sentence = _("At most eight seats") if full else ""
        adding = [("add bot", _("Add bot"), self._add_bot), ("add player", _("Add player"), self._add_person)]
        if self.lobby.online:  # people join by themselves
            adding.pop()
        for spot, (name, text, action) in zip(adding_of(area, len(adding)), adding, strict=True):
            self.add(name, Button(layer, spot, text, action, icon="plus", size=14, tooltip=sentence)).enable(not full)
        self._models = self.lobby.models()
        self.rows = []
        for number in range(len(self.lobby.seats)):
            self._lay_out_row(number)
        below = self.description_area
        layer.frame("panel-inset", below)
        x, width = below.x + BESIDE, below.width - BESIDE - 8
        self._portrait = layer.sprite(pictures.plain(), below.x + 31, below.centre[1], 44)
        self.motto = layer.label("", x, below.top - 13, size=13, width=width, tint=theme.colour("accent"))
        self.ability = layer.label("", x, below.top - 22, size=12, width=width, wrap=True, anchor_y="top")
        self._described = min(self._described, max(0, len(self.lobby.seats) - 1))
        self._describe_seat()
        self.refresh()

    @property
    def description_area(self) -> Rect:
        """The rectangle of the description."""
        return description_area(self.place)

    def row_rect(self, number: int) -> Rect:
        """Return the rectangle of a seat's row."""
        return rows_of(self.place, len(self.lobby.seats))[number]

    def _lay_out_row(self, number: int) -> None:
        layer, rect, seat = self.layer, self.row_rect(number), self.lobby.seats[number]
        back = layer.frame("panel-inset", rect)
        portrait = layer.sprite(pictures.plain(), rect.x + 27, rect.centre[1], self._side(rect))
        settings = self.lobby.seat_settings()
        spots = spots_of(rect, LobbyRow(bool(self._models), len(settings), self._asks_ready(number)))
        change, text = partial(self._rename, number), _("The player's name")
        name = NameField(layer, spots.name, seat.config.name, change, tooltip=text, size=14)
        self.add(f"name {number}", name).enabled = not self._is_elsewhere(number)
        self.rows.append((back, portrait, name))
        who = self._players(number)
        if seat.config.controller not in dict(who):
            who.append((seat.config.controller, seat.config.controller))
        text = _("Who plays: a person at this computer, or a bot")
        if not seat.is_person:
            text = bot_description(seat.config.controller, self.lobby.catalogue) or text
        self._choice(f"who {number}", spots.who, who, seat.config.controller, number, "controller", text)
        self.controls[f"who {number}"].enabled = len(who) > 1
        remove = Button(
            layer,
            spots.remove,
            "",
            lambda: self._remove(number),
            icon="cross",
            tooltip=_("Remove this seat"),
        )
        self._lay_out_more(number, settings, spots)
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

    @staticmethod
    def _side(row: Rect) -> float:
        """Return the side of the portrait in a row."""
        return min(40.0, row.height - 6)

    def _asks_ready(self, number: int) -> bool:
        """Return whether a player can be marked as ready: a single person need not be."""
        return not self.lobby.online and self.lobby.seats[number].is_person and len(self.lobby.people()) > 1

    def _lay_out_more(self, number: int, settings: Sequence[str], spots: Spots) -> None:
        """Lay out the rest of a row: robot, seat settings of the mode, ready state."""
        seat = self.lobby.seats[number]
        if self._models:
            robots = [(model, self._words.translated(entry.title)) for model, entry in self._models.items()]
            if not seat.config.robot:
                robots.append(("", _("Plain")))
            text = _("The robot's model")
            self._choice(f"robot {number}", spots.robot, robots, seat.config.robot, number, "robot", text)
        for setting, spot in zip(settings, spots.settings, strict=True):
            values = [(value, _(text).format(number=value)) for value, text in SEAT_VALUES[setting].items()]
            now = getattr(seat.config, setting)
            if now not in dict(values):
                values.insert(0, (now, _("Not chosen")))
            self._choice(f"{setting} {number}", spot, values, now, number, setting, "", size=13)
        if self._asks_ready(number):
            text = _("Whether this player is ready")
            self.add(
                f"ready {number}",
                Switch(
                    self.layer,
                    spots.ready,
                    seat.ready,
                    lambda on: self._ready(number, on),
                    text=_("Ready"),
                    tooltip=text,
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
        self._described, self._shows_style = number, key == "controller"
        if key == "controller":
            self.changed("seats")
        else:
            self._describe_seat()
            self.changed()

    # --- pictures -------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the robots, and mark the seats with problems."""
        for number, (back, portrait, name) in enumerate(self.rows):
            back.tint = theme.colour("warning") if self.lobby.seat_problem(number) else INK
            name.mark(self.lobby.name_problem(number))
            self._picture(portrait, number, self._side(self.row_rect(number)))

    def _picture(self, sprite: arcade.Sprite, number: int, width: float) -> None:
        """Show the robot of a seat in the colour that it has in the match."""
        plugins, seat = list(self.lobby.catalogue.plugins.values()), self.lobby.seats[number].config
        livery = livery_of(number, seat, self.lobby.seat_settings())
        sprite.texture = robot_picture(seat.robot, number, livery, plugins, 64)
        sprite.scale = width / sprite.texture.width

    def _describe_seat(self) -> None:
        """Describe the seat used last: its robot, or how its bot plays."""
        self._portrait.visible = bool(self.lobby.seats)
        beside = self.description_area.x + (BESIDE if self.lobby.seats else 18)  # without a portrait at the edge
        self.ability.move(beside, self.ability.y)
        if not self.lobby.seats:
            self.motto.text, self.ability.text = "", _("No players yet.")
            return
        self._picture(self._portrait, self._described, 44)
        seat = self.lobby.seats[self._described].config
        model = self._models.get(seat.robot)
        style = bot_description(seat.controller, self.lobby.catalogue)  # people have no playing style
        if style and (self._shows_style or model is None):
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
        rows = rows_of(self.place, len(self.lobby.seats))
        number = next((at for at, row in enumerate(rows) if row.holds(x, y)), None)
        if number is not None:
            style = self.controls[f"who {number}"].rect.holds(x, y)
            if (number, style) != (self._described, self._shows_style):
                self._described, self._shows_style = number, style
                self._describe_seat()
