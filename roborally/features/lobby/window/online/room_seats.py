"""The players in a lobby on the network: a row for each, with their robots, and whether they are ready."""

from collections.abc import Callable
from typing import Any

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.bots.registry import bot_title
from roborally.features.lobby.model import SEAT_VALUES, livery_of, seat_settings_of
from roborally.game.factory import robot_models
from roborally.game.match_file import PEOPLE, MatchConfig, SeatConfig
from roborally.narration.words import Words
from roborally.net.client.membership import Membership
from roborally.net.protocol import MemberState
from roborally.ui.board.actors import robot_picture
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.fields import Switch
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button, Choice

ROW, HEADING = 58.0, 28.0
"""The height of a row, and of the heading above the first one."""


class RoomSeats:
    """Shows the seats of a membership's lobby.

    `choose(robot)` and `ready(is_so)` are called for the player's own seat, `kick(member)` for those of guests.
    """

    def __init__(
        self,
        membership: Membership,
        choose: Callable[[str], None],
        ready: Callable[[bool], None],
        kick: Callable[[MemberState], None],
    ) -> None:
        """Start empty."""
        self._membership = membership
        self._choose = choose
        self._ready = ready
        self._kick = kick
        self._words = Words(membership.catalogue.plugins.values())

    def lay_out(self, layer: Layer, place: Rect, config: MatchConfig, add: Callable[[str, Any], Any]) -> None:
        """Lay the rows out in a layer that is empty there; `add(name, control)` receives each control."""
        self._layer, self._add = layer, add
        dim = theme.colour("text-dim")
        layer.label(_("Players"), place.x + 4, place.top - 14, size=13, tint=dim)
        people = {member.seat: member for member in self._membership.members if member.seat >= 0}
        models = self._models(config)
        mode = self._membership.catalogue.plugins.get(config.match.mode)
        self._settings = seat_settings_of(mode) if mode is not None else []
        for number, seat in enumerate(config.seats):
            y = place.top - HEADING - (number + 1) * ROW + 2
            rect = Rect(place.x, y, place.width, ROW - 2)
            self._lay_out_row(number, rect, seat, people.get(number), models)
        watching = [member.name for member in self._membership.members if member.watching]
        if watching:
            text = _("Watching: {names}").format(names=", ".join(watching))
            layer.label(text, place.x + 4, place.y + 10, size=13, tint=dim, width=place.width - 8)

    def _models(self, config: MatchConfig) -> list[tuple[str, str]]:
        """Return the available robot models with their titles."""
        catalogue = self._membership.catalogue
        try:
            plugins = catalogue.resolve([config.match.mode, *config.match.plugins])
        except GameError:
            return []
        return [(model, self._words.translated(entry.title)) for model, entry in robot_models(plugins).items()]

    def _lay_out_row(
        self, number: int, rect: Rect, seat: SeatConfig, member: MemberState | None, models: list[tuple[str, str]]
    ) -> None:
        layer, dim = self._layer, theme.colour("text-dim")
        me = self._membership.own
        own = member is not None and me is not None and member.id == me.id
        chosen = self._membership.chosen
        layer.frame("panel-inset", rect)
        self._portrait(number, seat, rect)
        tint = theme.seat_colours(livery_of(number, seat, self._settings)).light
        layer.label(seat.name, rect.x + 56, rect.y + 40, size=16, bold=True, tint=tint, width=222)
        role: dict[str, Any] = {"size": 13, "tint": dim, "anchor_x": "right", "width": 90}
        chooses = own and bool(models)
        belongs = self._belongs(seat)
        words = belongs if chooses and belongs else self._role(seat, member)
        layer.label(words, rect.right - self._edge, rect.y + 40, **role)
        below = rect.y + 4
        if chooses:
            spot = Rect(rect.x + 52, below, 158, 24)
            options = models if seat.robot in dict(models) else [("", _("Any robot")), *models]
            text = _("Your robot")
            robot = chosen.robot if chosen is not None else seat.robot
            self._add("robot", Choice(layer, spot, options, robot, self._choose, text, 14))
        else:
            text = ", ".join(part for part in (dict(models).get(seat.robot), belongs) if part)
            layer.label(text, rect.x + 56, rect.y + 16, size=14, width=160)
        if own and member is not None and not member.host:
            spot = Rect(rect.x + 222, below, 150, 24)
            ready = chosen.ready if chosen is not None else member.ready
            self._add("ready", Switch(layer, spot, ready, self._ready, text=_("Ready")))
        elif member is not None and not (member.host and member.connected):
            self._readiness(member, rect)
        if self._membership.is_host and member is not None and not own:
            spot = Rect(rect.right - 36, rect.centre[1] - 14, 28, 28)
            text = _("Remove {name}").format(name=member.name)
            kick = Button(layer, spot, "", lambda: self._kick(member), icon="cross", tooltip=text)
            self._add(f"kick {member.id}", kick)

    def _belongs(self, seat: SeatConfig) -> str:
        """Return in words the team or side that a seat has, an empty text for none."""
        values = [(SEAT_VALUES[setting], getattr(seat, setting)) for setting in self._settings]
        return ", ".join(_(texts[value]).format(number=value) for texts, value in values if value in texts and value)

    @property
    def _edge(self) -> float:
        """The space at the right of a row: the host's rows have a button there."""
        return 46.0 if self._membership.is_host else 14.0

    def _portrait(self, number: int, seat: SeatConfig, rect: Rect) -> None:
        """Show the robot of a seat in the colour that it has in the match."""
        plugins = list(self._membership.catalogue.plugins.values())
        portrait = robot_picture(seat.robot, number, livery_of(number, seat, self._settings), plugins, 64)
        self._layer.sprite(portrait, rect.x + 27, rect.centre[1], 42)

    def _role(self, seat: SeatConfig, member: MemberState | None) -> str:
        """Return a word or two about who plays a seat."""
        if member is None and seat.controller not in PEOPLE:
            return bot_title(seat.controller, self._membership.catalogue)
        return _("Host") if member is not None and member.host else _("Player")

    def _readiness(self, member: MemberState, rect: Rect) -> None:
        ready = member.ready and member.connected
        tint = theme.colour("accent" if ready else "text-dim")
        text = _("Ready") if ready else _("Not ready yet") if member.connected else _("Connection lost")
        right = rect.right - self._edge
        label = self._layer.label(text, right, rect.y + 17, size=13, tint=tint, anchor_x="right", width=140)
        if ready:
            check = pictures.icon("checkmark", 32)
            self._layer.sprite(check, right - label.shown_size[0] - 14, rect.y + 17, 15, tint=tint)
