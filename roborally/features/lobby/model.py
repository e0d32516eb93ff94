"""The state of the lobby without drawing: a match being set up, read from and written to match files."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from roborally.base.errors import GameError, Message
from roborally.base.player_names import look, tidy_name
from roborally.base.translation import _
from roborally.features.lobby.quick_choices import MODE
from roborally.features.lobby.rules import LobbyRules
from roborally.game.factory import Game, make_game, robot_titles
from roborally.game.match_file import MAX_SEATS, PEOPLE, MatchConfig, MatchSection, SeatConfig, seat_name_problem
from roborally.game.quick_seats import BOT_NAMES, bot_name
from roborally.game.records.file_format import Summary
from roborally.game.session.protocol import HUMAN
from roborally.game.session.readiness import course_file_problem, game_to_start, seat_problem, waiting_problem
from roborally.game.settings import resolve_settings
from roborally.plugin import text
from roborally.plugin_system.loader import Plugin

USUAL_BOT = "greedy"
USUAL_TIMER = 60
"""The default seconds for programming when several people play."""
SEAT_VALUES: Mapping[str, Mapping[Any, str]] = {
    "team": {number: text("Team {number}") for number in range(1, MAX_SEATS + 1)},
    "side": {
        "": text("Any side"),
        "south": text("South"),
        "west": text("West"),
        "north": text("North"),
        "east": text("East"),
    },
}
"""The possible values, with their texts, of the seat fields that a mode's manifest may list in `seat_settings`."""


def seat_settings_of(mode: Plugin) -> list[str]:
    """Return the seat fields that players choose in a mode besides the robot: `team`, `side`, both or none."""
    return [name for name in getattr(mode.manifest, "seat_settings", []) if name in SEAT_VALUES]


def livery_of(number: int, seat: SeatConfig, settings: Collection[str]) -> int:
    """Return the index of a seat's colours, from 0: by its team if the mode's seat settings have one, else `number`."""
    return seat.team - 1 if seat.team and "team" in settings else number


@dataclass
class LobbySeat:
    """A seat of a match being set up, and whether its player is ready (ignored for bots)."""

    config: SeatConfig
    ready: bool = False

    @property
    def is_person(self) -> bool:
        """Whether a person plays this seat, not a bot."""
        return self.config.controller == HUMAN


@dataclass
class LobbyModel(LobbyRules):
    """A match being set up: its rules, course, settings and seats."""

    bots: Sequence[str]
    called: str = ""
    """The name of the player at this machine, also of their seat until it is renamed."""
    timer: int | None = None
    """The chosen seconds for programming: 0 for no timer, `None` if nothing is chosen (see `seconds`)."""
    seed: int | None = None
    online: bool = False
    """Whether this is a lobby on a server, where members join from their own machines."""
    seats: list[LobbySeat] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Add a person at this machine and three bots if no seats are given."""
        super().__post_init__()
        self.called = self.called or _("Player")
        if not self.seats:
            self.add_person()
            for _number in range(3):
                self.add_bot()
        self._fit()

    @property
    def seated(self) -> int:
        """The number of seats."""
        return len(self.seats)

    def _fit(self, *, anew: bool = False) -> None:
        """Select a course as in `LobbyRules`, and replace robots and teams of seats that the mode does not have."""
        super()._fit(anew=anew)
        models = list(self.models())
        misplaced = [seat for seat in self.seats if seat.config.robot not in (models or ("",))]
        for seat in misplaced:
            self._change(seat, robot=self._free_model(models))
        if misplaced:
            self._name_bots()
        if any(seat.config.team not in SEAT_VALUES["team"] for seat in self.seats) and "team" in self.seat_settings():
            for number, seat in enumerate(self.seats):
                self._change(seat, team=number % 2 + 1)

    # --- seats ----------------------------------------------------------------------------------------------------

    def seat_settings(self) -> list[str]:
        """Return the seat fields that players choose in this mode besides the robot: `team`, `side`, both or none."""
        return seat_settings_of(self._mode)

    def _free_model(self, models: Sequence[str]) -> str:
        taken = [seat.config.robot for seat in self.seats]
        return min(models, key=lambda model: (taken.count(model), models.index(model))) if models else ""

    def add_person(self) -> None:
        """Add a seat for a person at this machine, unless there are already `MAX_SEATS`."""
        looks = {look(seat.config.name) for seat in self.seats}
        names = (self.called, *(f"{_('Player')} {number}" for number in range(2, 10)))
        self._add(next(name for name in names if look(name) not in looks), HUMAN)

    def call(self, name: str) -> None:
        """Rename the player at this machine, and the seat that still has their old name if the new one is free."""
        taken = {look(seat.config.name) for seat in self.seats}
        for seat in self.people():
            if seat.config.name == self.called and look(name) not in taken:
                self._change(seat, name=name)
        self.called = name

    def add_bot(self) -> None:
        """Add a seat for a bot of the same kind as the last one, unless there are already `MAX_SEATS` (CLI-503)."""
        usual = USUAL_BOT if USUAL_BOT in self.bots else next(iter(self.bots), USUAL_BOT)
        known = [seat.config.controller for seat in self.seats if seat.config.controller in self.bots]
        self._add(BOT_NAMES[0], known[-1] if known else usual)
        self._name_bots()

    def _name_bots(self) -> None:
        """Name each bot after its robot, or from `BOT_NAMES`; keep names that a player has typed."""
        titles, there = robot_titles(self.plugins), robot_titles(list(self.catalogue.plugins.values()))
        usual = {*BOT_NAMES, *there.values()}
        unnamed = [
            number
            for number, seat in enumerate(self.seats)
            if not seat.is_person and re.sub(r" \d+$", "", seat.config.name) in usual
        ]
        taken = [seat.config.name for number, seat in enumerate(self.seats) if number not in unnamed]
        for number in unnamed:
            name = bot_name(titles.get(self.seats[number].config.robot, ""), taken)
            self._change(self.seats[number], name=name)
            taken.append(name)

    def _add(self, name: str, controller: str) -> None:
        if len(self.seats) >= MAX_SEATS:
            return
        robot = self._free_model(list(self.models()))
        team = len(self.seats) % 2 + 1 if "team" in self.seat_settings() else 0
        self.seats.append(LobbySeat(SeatConfig(name, controller, robot, team)))

    def remove(self, number: int) -> None:
        """Remove the seat with this index (CLI-504)."""
        del self.seats[number]

    def change_seat(self, number: int, **changes: Any) -> None:
        """Change fields of the seat with this index; a new player is not ready, and a new robot renames bots."""
        seat = self.seats[number]
        if "controller" in changes:
            seat.ready = False
        self._change(seat, **changes)
        if "robot" in changes:
            self._name_bots()

    @staticmethod
    def _change(seat: LobbySeat, **changes: Any) -> None:
        seat.config = msgspec.structs.replace(seat.config, **changes)

    def people(self) -> list[LobbySeat]:
        """Return the seats that people play."""
        return [seat for seat in self.seats if seat.is_person]

    def waiting(self) -> list[str]:
        """Return the names of the people who are not ready, none if only one person plays (CLI-506, CLI-514)."""
        people = self.people()
        return [seat.config.name for seat in people if not seat.ready] if len(people) > 1 else []

    @property
    def seconds(self) -> int:
        """The seconds for programming, 0 for no timer: the chosen ones, or a default if several people play."""
        if self.timer is not None:
            return self.timer
        return USUAL_TIMER if self.is_shared else 0

    @property
    def is_shared(self) -> bool:
        """Whether several people play, or may join over the network."""
        return self.online or len(self.people()) > 1

    # --- problems -------------------------------------------------------------------------------------------------

    def name_problem(self, number: int) -> str:
        """Return a sentence about what is wrong with a seat's name, empty if nothing is."""
        return _text(seat_name_problem(self._seats(), number))

    def seat_problem(self, number: int) -> str:
        """Return a sentence about what is wrong with a seat, empty if nothing is."""
        return _text(seat_problem(self._seats(), number, self.bots))

    def problem(self) -> str:
        """Return a sentence about the first problem that keeps the match from starting, empty if there is none."""
        if wrong := self.invitation_problem() if self.online else self.course_problem():
            return wrong
        try:
            game_to_start(self.config(), self.catalogue, self.bots, self.chosen_course)
        except GameError as error:
            return error.message.as_sentence()
        return _text(waiting_problem(self.waiting()))

    def invitation_problem(self) -> str:
        """Return a sentence about the first problem that prevents inviting others, empty if there is none."""
        seats = (self.seat_problem(number) for number in range(len(self.seats)))
        return self.course_problem() or _text(course_file_problem(self.course)) or next(filter(None, seats), "")

    def _seats(self) -> list[SeatConfig]:
        return [seat.config for seat in self.seats]

    # --- match files and saved games ------------------------------------------------------------------------------

    def config(self) -> MatchConfig:
        """Return the match as the content of a match file, without settings of disabled plugins."""
        match = MatchSection(self.mode, self.course, self.seed, self.seconds, self.extras)
        enabled = {plugin.id for plugin in self.plugins}
        own = {
            id_: {name: self._fitted(id_, name, value) for name, value in values.items()}
            for id_, values in self.values.items()
            if values and id_ in enabled
        }
        seats = [msgspec.structs.replace(seat.config, name=tidy_name(seat.config.name)) for seat in self.seats]
        return MatchConfig(match, plugin=own, seats=seats)

    def invitation(self) -> MatchConfig:
        """Return the match for people at other machines: as `config`, but with a timer unless it is switched off."""
        return self.config().with_match(timer=USUAL_TIMER if self.timer is None else self.timer)

    def take(self, config: MatchConfig) -> None:
        """Replace the choices by those of a match file; raise `GameError` and change nothing if it is unusable."""
        game: Game = make_game(config, self.catalogue, strict=False)
        settings = resolve_settings(game.plugins, config.rules, config.plugin)
        plain = resolve_settings(game.plugins, {}, {})
        self.mode, self.course, self._instead = config.match.mode, config.match.course, ""
        self.timer, self.seed = config.match.timer, config.match.seed
        self.wanted = set(config.match.plugins)
        self.seats = _lobby_seats(config.seats)
        if self.chosen_course is None:  # a file elsewhere, named by its path
            self.elsewhere.append(replace(game.course, id=self.course))
        self.values = {
            id_: changed
            for id_, table in settings.items()
            if (changed := {name: value for name, value in table.items() if value != plain[id_][name]})
        }

    def renewed(self) -> "LobbyModel":
        """Return a new lobby with those of the choices that the present plugins allow."""
        known = self.catalogue.plugins
        values: dict[str, dict[str, Any]] = {}
        for id_, table in self.values.items():
            settings = known[id_].manifest.settings if id_ in known else {}
            values[id_] = {n: value for n, value in table.items() if n in settings and not settings[n].problem(value)}
        return LobbyModel(
            self.catalogue,
            self.bots,
            self.called,
            self.timer,
            self.seed,
            self.online,
            self.seats,
            mode=self.mode if self.mode in [mode.id for mode in self.catalogue.modes()] else MODE,
            course=self.course,
            wanted=self.wanted & set(known),
            values=values,
            elsewhere=self.elsewhere,
        )

    def take_seats(self, seats: Sequence[SeatConfig], ready: Collection[str]) -> None:
        """Replace the seats, with robots and teams of the mode; `ready` are the names of players who are ready."""
        self.seats = _lobby_seats(seats)
        for seat in self.seats:
            seat.ready = seat.config.name in ready
        self._fit()

    def make_room(self) -> None:
        """Remove bots, last first, while there are more seats than mode and course allow; people stay."""
        _least, most = self.players()
        bots = [number for number, seat in enumerate(self.seats) if not seat.is_person]
        while len(self.seats) > most and bots:
            self.remove(bots.pop())

    def may_load(self, summary: Summary) -> bool:
        """Return whether the people seated now are those of a saved game, and can continue it (CLI-911, CLI-R04)."""
        return summary.is_for([seat.config.name for seat in self.people()])


def _lobby_seats(seats: Sequence[SeatConfig]) -> list[LobbySeat]:
    """Return the first `MAX_SEATS` seats of a match file, not ready, with people as players at this machine."""
    return [
        LobbySeat(msgspec.structs.replace(seat, controller=HUMAN) if seat.controller in PEOPLE else seat)
        for seat in seats[:MAX_SEATS]
    ]


def _text(problem: Message | None) -> str:
    return "" if problem is None else problem.as_sentence()
