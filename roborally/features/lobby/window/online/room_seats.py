"""The players in a lobby on the network: a row for each seat, with the robot and whether the player is ready."""

from collections.abc import Callable
from functools import partial

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.bots.registry import bot_level
from roborally.features.lobby.model import SEAT_VALUES, livery_of, seat_settings_of
from roborally.game.factory import robot_models
from roborally.game.match_file import PEOPLE, MatchConfig, SeatConfig
from roborally.narration.words import Words
from roborally.net.client.membership import Membership
from roborally.net.protocol import MemberState
from roborally.plugin_system.manifest import RobotManifest
from roborally.ui.board.actors import robot_picture
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layout.branches import column, row, space, stack
from roborally.ui.toolkit.layout.leaves import button, choice, face, label, picture, switch
from roborally.ui.toolkit.layout.nodes import Node


class RoomSeats:
    """The part of a lobby page with the seats of a membership's match.

    `choose(robot)` and `ready(is_ready)` are called for the player's own seat, `kick(member)` to remove a guest.
    """

    def __init__(
        self,
        membership: Membership,
        choose: Callable[[str], None],
        ready: Callable[[bool], None],
        kick: Callable[[MemberState], None],
    ) -> None:
        self._membership = membership
        self._choose = choose
        self._ready = ready
        self._kick = kick
        self._words = Words(membership.catalogue.plugins.values())

    def tree(self, config: MatchConfig) -> Node:
        """Return the layout: a row for each seat, and below them who is watching."""
        dim = theme.colour("text-dim")
        people = {member.seat: member for member in self._membership.members if member.seat >= 0}
        models = self._models(config)
        mode = self._membership.catalogue.plugins.get(config.match.mode)
        self._settings = seat_settings_of(mode) if mode is not None else []
        me = self._membership.own
        others = [number for number, member in people.items() if me is None or member.id != me.id]
        self._taken = {seat.robot for number, seat in enumerate(config.seats) if number in others}
        rows = [self._row(number, seat, people.get(number), models) for number, seat in enumerate(config.seats)]
        watching = ", ".join(member.name for member in self._membership.members if member.watching)
        names = label(_("Watching: {names}").format(names=watching), 13, tint=dim, wrap=True) if watching else None
        return column(label(_("Players"), 13, tint=dim), *rows, space(), names, gap=2)

    def _models(self, config: MatchConfig) -> dict[str, RobotManifest]:
        """Return the robot models of the match's plugins by id, none if a plugin is missing here."""
        catalogue = self._membership.catalogue
        try:
            plugins = catalogue.resolve([config.match.mode, *config.match.plugins])
        except GameError:
            return {}
        return robot_models(plugins)

    def _row(self, number: int, seat: SeatConfig, member: MemberState | None, models: dict[str, RobotManifest]) -> Node:
        """Return a seat's row; only the player's own has controls, but the host can remove the `member` in another."""
        me, chosen, dim = self._membership.own, self._membership.chosen, theme.colour("text-dim")
        own = member is not None and me is not None and member.id == me.id
        livery = livery_of(number, seat, self._settings)
        portrait = robot_picture(seat.robot, number, livery, list(self._membership.catalogue.plugins.values()), 64)
        chooses, belongs = own and bool(models), self._belongs(seat)
        words = belongs if chooses and belongs else self._role(seat, member)
        robot: Node
        titles = {model: self._words.translated(entry.title) for model, entry in models.items()}
        ability = self._words.translated(models[seat.robot].ability) if seat.robot in models else ""
        if chooses:
            now = chosen.robot if chosen is not None else seat.robot
            free = [(model, title) for model, title in titles.items() if model == now or model not in self._taken]
            options = free if seat.robot in titles else [("", _("Any robot")), *free]
            robot = choice(options, now, self._choose, ability or _("Your robot"), size=14, height=24).named("robot")
        else:
            text = ", ".join(part for part in (titles.get(seat.robot), belongs) if part)
            robot = label(text, 14, shorten=True)
        state: Node | None = None
        if own and member is not None and not member.host:
            ready = chosen.ready if chosen is not None else member.ready
            state = switch(ready, self._ready, text=_("Ready")).named("ready")
        elif member is not None and not (member.host and member.connected):
            state = self._readiness(member)
        kick = None
        if self._membership.is_host and member is not None and not own:
            hint, remove = _("Remove {name}").format(name=member.name), partial(self._kick, member)
            kick = button("", remove, icon="cross", tooltip=hint, height=28).named(f"kick {member.id}")
        name = label(seat.name, 16, bold=True, tint=theme.seat_colours(livery).light, shorten=True)
        lines = column(row(name.grow(), label(words, 13, tint=dim)), row(robot.grow(), state), gap=1)
        return stack(face("panel-inset"), row(picture(portrait, 42), lines.grow().at("centre"), kick, pad=(8, 2))).high(
            56
        )

    def _belongs(self, seat: SeatConfig) -> str:
        """Return the name of the team or side that a seat has, empty for none."""
        values = [(SEAT_VALUES[setting], getattr(seat, setting)) for setting in self._settings]
        return ", ".join(_(texts[value]).format(number=value) for texts, value in values if value in texts and value)

    def _role(self, seat: SeatConfig, member: MemberState | None) -> str:
        """Return a word about who plays a seat: the strength of a bot, *Host* or *Player*."""
        if member is None and seat.controller not in PEOPLE:
            return bot_level(seat.controller.partition(":")[0], self._membership.catalogue)
        return _("Host") if member is not None and member.host else _("Player")

    def _readiness(self, member: MemberState) -> Node:
        ready = member.ready and member.connected
        tint = theme.colour("accent" if ready else "text-dim")
        text = _("Ready") if ready else _("Not ready yet") if member.connected else _("Connection lost")
        check = picture(pictures.icon("checkmark", 32), 15, tint=tint) if ready else None
        return row(check, label(text, 13, tint=tint), gap=6)
