"""The second step of the lobby page: the players, their robots, and who is ready (CLI-503, 504, 511, 513, 514)."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import arcade
from arcade.types import Color

from roborally.base.numbers import seconds_text
from roborally.base.translation import _
from roborally.bots.registry import bot_description, bot_options
from roborally.features.lobby.model import SEAT_VALUES, USUAL_TIMER, LobbyModel, livery_of
from roborally.features.lobby.window.section import Changed, LobbySection
from roborally.game.match_file import MAX_SEATS
from roborally.game.session.protocol import HUMAN
from roborally.narration.words import Words
from roborally.ui.board.actors import robot_picture
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.name_field import NameField
from roborally.ui.toolkit.controls.widgets import Choice
from roborally.ui.toolkit.face import Face
from roborally.ui.toolkit.layout.branches import column, fitting, row, space, stack
from roborally.ui.toolkit.layout.leaves import button, choice, disabled, face, label, name_field, picture, switch
from roborally.ui.toolkit.layout.nodes import Leaf, Node
from roborally.ui.toolkit.theme import Rect

INK = Color(255, 255, 255)
FIELD = 26.0
"""The height of a control in units."""
SIDE, LEAST_SIDE = 40.0, 26.0
"""The side of a portrait, and of one where there is little room, in units."""
GAP = 6.0
"""The space between two controls in units."""


class Cells(NamedTuple):
    """The parts of a seat's row."""

    back: Leaf[Face]
    portrait: Leaf[arcade.Sprite]
    name: Leaf[NameField]
    player: Leaf[Choice]
    more: list[Node]
    """The choices of robot, team and side, and the switch of readiness, as far as the seat has them."""
    remove: Node


class SeatsSection(LobbySection):
    """The step of the lobby page with a row for each seat, and a description of one seat's robot or bot."""

    width, share = 600.0, 2.0

    def __init__(self, app: App, lobby: LobbyModel, changed: Changed) -> None:
        super().__init__(app, lobby, changed)
        self._words = Words(lobby.catalogue.plugins.values())
        self._described = 0
        self._shows_style = False
        self._cells: list[Cells] = []
        self._rects: list[Rect] = []

    def tree(self) -> Node:
        """Return the layout: a row for each seat, the buttons that add seats, and the description of one seat."""
        self._models = self.lobby.models()
        self._cells = [self._seat(number) for number in range(len(self.lobby.seats))]
        self._described = min(self._described, max(0, len(self._cells) - 1))
        self._portrait = picture(pictures.plain(), 44)
        self._motto = label("", 13, tint=theme.colour("accent"), shorten=True)
        self._ability = label("", 12, wrap=True, lines=2, room=120)
        texts = column(self._motto, self._ability, gap=1)
        self.below = face("panel-inset")
        about = stack(self.below, row(self._portrait if self._cells else None, texts.grow(), gap=12, pad=(8, 3)))
        adding, timer = row(*self._adding(), gap=8), self._timer()
        return column(
            fitting(
                lambda: self._rows(lambda seat: _line(seat.name, seat.player, *seat.more, seat.remove)),
                lambda: self._rows(lambda seat: _lines(seat, _line(seat.name, seat.player, seat.remove))),
                lambda: self._rows(lambda seat: _lines(seat, _line(seat.name, seat.remove), seat.player)),
            ),
            fitting(lambda: row(adding, timer), lambda: column(adding, timer, gap=4)),
            space(),
            about,
            gap=4,
        )

    def _rows(self, arrange: Callable[[Cells], Node]) -> Node:
        """Return a row for each seat; `arrange(cells)` lays out its controls."""
        return column(
            *(
                stack(seat.back, row(seat.portrait, arrange(seat).grow().at("centre"), gap=8, pad=(6, 1)))
                for seat in self._cells
            ),
            gap=2,
        )

    def _adding(self) -> Iterator[Node]:
        """Yield the buttons that add a bot or a person; on the network people join by themselves."""
        full = len(self.lobby.seats) >= MAX_SEATS
        ways = [("add bot", _("Add bot"), self._add_bot), ("add player", _("Add player"), self._add_person)]
        for name, text, action in ways[:1] if self.lobby.online else ways:
            hint = _("At most eight seats") if full else ""
            leaf = button(text, action, icon="plus", size=14, height=32, lowest=FIELD, tooltip=hint).named(name)
            yield disabled(leaf) if full else leaf

    def _timer(self) -> Node | None:
        """Return the line about the timer with a button that switches it off or on, `None` for a single person."""
        if not self.lobby.is_shared:
            return None
        seconds, usual = self.lobby.seconds, self.lobby.timer is None
        text = _("{time} to program, because several people play.") if usual else _("{time} to program.")
        text = text.format(time=seconds_text(seconds)) if seconds else _("No timer, although several people play.")
        caption = _("No timer") if seconds else seconds_text(USUAL_TIMER)
        hint = _("Any other time is set among the variants and settings")
        change = button(caption, self._turn_timer, icon="timer", size=13, height=30, lowest=FIELD, tooltip=hint)
        return row(label(text, 13, wrap=True).grow(), change.named("turn timer"), gap=8).grow()

    def built(self) -> None:
        """Describe the seat that was used last."""
        self._rects = [seat.back.made.rect for seat in self._cells]
        self.motto, self.ability = self._motto.made, self._ability.made
        self._describe_seat()

    def _seat(self, number: int) -> Cells:
        seat, elsewhere = self.lobby.seats[number], self._is_elsewhere(number)
        name = name_field(
            seat.config.name, partial(self._rename, number), height=FIELD, tooltip=_("The player's name"), size=14
        ).named(f"name {number}")
        who = self._players(number)
        if seat.config.controller not in dict(who):
            who.append((seat.config.controller, seat.config.controller))
        hint = _("Who plays: a person at this computer, or a bot")
        if not seat.is_person:
            hint = bot_description(seat.config.controller, self.lobby.catalogue) or hint
        player = self._choice(f"who {number}", who, seat.config.controller, number, "controller", hint)
        hint = _("Remove this seat")
        remove = button("", partial(self._remove, number), icon="cross", tooltip=hint, height=FIELD)
        remove.named(f"remove {number}")
        if elsewhere:
            disabled(name)
            disabled(remove)
        if len(who) < 2:
            disabled(player)
        portrait = picture(pictures.plain(), SIDE, least=LEAST_SIDE)
        return Cells(
            face("panel-inset"), portrait, name.wide(most=120).grow(), player.grow(), self._more(number), remove
        )

    def _is_elsewhere(self, number: int) -> bool:
        """Return whether a person at another machine plays a seat."""
        return self.lobby.online and self.lobby.seats[number].is_person

    def _players(self, number: int) -> list[tuple[str, str]]:
        """Return pairs of the id and the title of each controller that a seat can have."""
        if self._is_elsewhere(number):
            return [(HUMAN, _("Player"))]
        bots = bot_options(self.lobby.bots, self.lobby.catalogue)
        return bots if self.lobby.online else [(HUMAN, _("Local player")), *bots]

    def _more(self, number: int) -> list[Node]:
        """Return the further controls of a row: robot, seat settings of the mode, readiness."""
        seat, settings = self.lobby.seats[number], self.lobby.seat_settings()
        found: list[Node] = []
        if self._models:
            robots = [(model, self._words.translated(entry.title)) for model, entry in self._models.items()]
            if not seat.config.robot:
                robots.append(("", _("Plain")))
            elsewhere = self._is_elsewhere(number)
            hint = _("All choose their own robots in the lobby") if elsewhere else _("The robot's model")
            robot = self._choice(f"robot {number}", robots, seat.config.robot, number, "robot", hint)
            found.append(disabled(robot) if elsewhere else robot)
        for setting in settings:
            values = [(value, _(text).format(number=value)) for value, text in SEAT_VALUES[setting].items()]
            now = getattr(seat.config, setting)
            if now not in dict(values):
                values.insert(0, (now, _("Not chosen")))
            found.append(self._choice(f"{setting} {number}", values, now, number, setting, "", size=13))
        for node in found:
            node.wide(most=150).grow()
        if not self.lobby.online and self.lobby.is_shared:  # a single person need not say so, and bots always are
            hint, size = _("Whether this player is ready"), 12 if settings and self._models else 14
            on = seat.ready or not seat.is_person
            ready = switch(on, partial(self._ready, number), text=_("Ready"), tooltip=hint, size=size)
            found.append(ready.named(f"ready {number}") if seat.is_person else disabled(ready))
        return found

    def _choice(
        self,
        name: str,
        options: list[tuple[Any, str]],
        now: Any,
        number: int,
        key: str,
        tooltip: str,
        size: float = 15,
    ) -> Leaf[Choice]:
        change = partial(self._change, number, key)
        return choice(options, now, change, tooltip, size=size, height=FIELD, least=110).named(name)

    # --- changes --------------------------------------------------------------------------------------------------

    def _add_bot(self) -> None:
        self.lobby.add_bot()
        self.changed(anew=True)

    def _add_person(self) -> None:
        self.lobby.add_person()
        self.changed(anew=True)

    def _remove(self, number: int) -> None:
        self.lobby.remove(number)
        self.changed(anew=True)

    def _turn_timer(self) -> None:
        """Switch the timer off, or back to the default."""
        self.lobby.timer = 0 if self.lobby.seconds else None
        self.changed(anew=True)

    def _rename(self, number: int, name: str) -> None:
        self.lobby.change_seat(number, name=name)
        self.changed()

    def _ready(self, number: int, on: bool) -> None:
        self.lobby.seats[number].ready = on
        self.changed()

    def _change(self, number: int, key: str, value: Any) -> None:
        self.lobby.change_seat(number, **{key: value})
        self._described, self._shows_style = number, key == "controller"
        self._describe_seat()
        self.changed(anew=key == "controller")

    # --- pictures -------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show names and robots, and mark the seats that have problems."""
        for number, seat in enumerate(self._cells):
            seat.back.made.tint = theme.colour("warning") if self.lobby.seat_problem(number) else INK
            seat.name.made.value = self.lobby.seats[number].config.name
            seat.name.made.refresh()
            seat.name.made.mark(self.lobby.name_problem(number))
            self._picture(seat.portrait.made, number, min(SIDE, self._rects[number].height - 2))

    def _picture(self, sprite: arcade.Sprite, number: int, width: float) -> None:
        """Show the robot of a seat in a sprite of this width in units, in its colour in the match."""
        plugins, seat = list(self.lobby.catalogue.plugins.values()), self.lobby.seats[number].config
        livery = livery_of(number, seat, self.lobby.seat_settings())
        sprite.texture = robot_picture(seat.robot, number, livery, plugins, 64)
        sprite.scale = width / sprite.texture.width

    def _describe_seat(self) -> None:
        """Describe the seat used last: its robot, or how its bot plays."""
        if not self.lobby.seats:
            self.motto.text, self.ability.text = "", _("No players yet.")
            return
        self._picture(self._portrait.made, self._described, 44)
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
        """Describe the seat under the mouse: over the choice of its player the bot's style, else the robot."""
        number = next((at for at, rect in enumerate(self._rects) if rect.holds(x, y)), None)
        if number is not None:
            style = self._cells[number].player.made.rect.holds(x, y)
            if (number, style) != (self._described, self._shows_style):
                self._described, self._shows_style = number, style
                self._describe_seat()


def _line(*controls: Node) -> Node:
    return row(*controls, gap=GAP)


def _lines(seat: Cells, *first: Node) -> Node:
    """Return the controls `first` of a seat, and its further ones in a line below them."""
    return column(*first, _line(*seat.more) if seat.more else None, gap=2, pad=(0, 1))
