"""The choices in the lobby, as plain data: to a match file and back; no drawing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from roborally.base.errors import Message
from roborally.base.translation import _, plugin_text
from roborally.course.courses import Course
from roborally.game.factory import Game, make_game, missing_plugins, robot_models
from roborally.game.fitting import fits
from roborally.game.match_file import MAX_SEATS, MatchConfig, MatchSection, SeatConfig
from roborally.game.settings import options_of, resolve_settings
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import RobotManifest, Setting
from roborally.records.file_format import Summary
from roborally.session import HUMAN
from roborally.ui.setup.course_shelf import open_shelf
from roborally.ui.setup.lobby_variants import FurtherPlugins, Variant

BOT_NAMES = ("Bolt", "Ratchet", "Cog", "Sprocket", "Gizmo", "Rivet", "Piston", "Flange")
MODE, COURSE, USUAL_BOT = "standard", "first-steps", "greedy"
USUAL_TIMER = 60
"""The seconds for programming where people wait for each other."""
CHECKPOINTS = "checkpoints"
"""The setting that is shown beside the course (CLI-502)."""
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
"""The fields of a seat that the mode's manifest may name in `seat_settings`."""


@dataclass
class LobbySeat:
    """A seat and whether its player is ready; bots always are."""

    config: SeatConfig
    ready: bool = False

    @property
    def is_person(self) -> bool:
        """Whether a person at this machine plays it."""
        return self.config.controller == HUMAN


@dataclass
class LobbyModel:
    """A match being set up. Values that the mode does not use are kept in case another mode is selected."""

    catalogue: Catalogue
    bots: Sequence[str]
    called: str = ""
    """The player's name; the first seat has it until another is chosen there."""
    mode: str = MODE
    course: str = COURSE
    timer: int | None = None
    """The seconds for programming, 0 for no clock, `None` while nobody has chosen (see `seconds`)."""
    seed: int | None = None
    online: bool = False
    """Whether people sit at their own machines: they come and go, and set elsewhere that they are ready."""
    seats: list[LobbySeat] = field(default_factory=list)
    wanted: set[str] = field(default_factory=set)
    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    _elsewhere: list[Course] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Start with a person at this machine and three bots."""
        self._shelf = open_shelf(self.catalogue)
        self._further = FurtherPlugins(self.catalogue)
        self.called = self.called or _("Player")
        if not self.seats:
            self.add_person()
            for _number in range(3):
                self.add_bot()
        self._fit()

    # --- plugins --------------------------------------------------------------------------------------------------

    @property
    def plugins(self) -> list[Plugin]:
        """All plugins of the match, in order."""
        return self.catalogue.resolve([self.mode, *self.extras])

    @property
    def extras(self) -> list[str]:
        """The plugins that are enabled and fit the mode, by name."""
        return self._further.enabled(self.mode, self.wanted)

    def fitting_plugins(self) -> list[Plugin]:
        """Return the plugins that work with the mode's rules, besides those that it includes."""
        return self._further.fitting(self.mode)

    def work(self) -> bool:
        """Check whether one more plugin fits; return whether more remain."""
        return self._further.work(self.mode)

    def variants(self) -> list[Variant]:
        """Return the plugins that can be enabled or disabled, with requirements and conflicts in words."""
        course = self.chosen_course
        variants = self._further.variants(self.mode, self.extras)
        return variants if course is None else [variant.on_board(course.board) for variant in variants]

    def switch(self, plugin: str, on: bool) -> None:
        """Enable or disable a plugin; raise `GameError` and change nothing if that is impossible."""
        if on:
            self._enable([plugin])
        else:
            self.wanted.discard(plugin)
            self._fit()

    def enable_missing(self) -> None:
        """Enable the plugins that the selected course lacks; raise `GameError` and change nothing if impossible."""
        self._enable(self.missing_plugins())

    def _enable(self, plugins: Sequence[str]) -> None:
        self.catalogue.resolve([self.mode, *self.extras, *plugins])
        self.wanted.update(plugins)
        self._fit()

    # --- mode and course ------------------------------------------------------------------------------------------

    @property
    def _mode(self) -> Plugin:
        return self.catalogue.get(self.mode)

    def modes(self) -> list[Plugin]:
        """Return the modes that have a playable course."""
        return self._shelf.modes()

    def choose_mode(self, mode: str) -> None:
        """Switch to other rules."""
        self.mode = mode
        self._fit()

    def courses(self) -> list[Course]:
        """Return the courses that fit the mode and the enabled plugins, smallest first.

        Then come those that would fit if the plugins that they name were enabled as well.
        """
        extras = tuple(self.extras)
        elsewhere = [course for course in self._elsewhere if fits(course, self._mode, self.catalogue, extras)]
        lacking = [
            course
            for course in self._shelf.needing_plugins(self.mode, extras)
            if self._further.can_all_be_enabled(self.mode, course.plugins)
        ]
        return [*self._shelf.fitting(self.mode, extras), *elsewhere, *lacking]

    def unusable_courses(self) -> list[tuple[str, Message]]:
        """Return the files of courses that cannot be used, by name, with the reason for each."""
        return self._shelf.unusable

    def missing_plugins(self) -> list[str]:
        """Return the plugins that the selected course needs and that are not enabled, by id."""
        course = self.chosen_course
        return missing_plugins(course, self.plugins) if course is not None else []

    def missing_titles(self) -> str:
        """Return the titles of the plugins that the selected course lacks."""
        plugins = (self.catalogue.get(id_) for id_ in self.missing_plugins())
        return ", ".join(plugin_text(plugin.folder, plugin.manifest.title) for plugin in plugins)

    @property
    def chosen_course(self) -> Course | None:
        """The selected course, if it fits."""
        return next((course for course in self.courses() if course.id == self.course), None)

    def players(self) -> tuple[int, int]:
        """Return the minimum and maximum number of seats of mode and course."""
        least, most = self._mode.manifest.players or (2, MAX_SEATS)
        course = self.chosen_course
        return least, min(most, MAX_SEATS, course.players[1] if course else MAX_SEATS)

    def _fit(self) -> None:
        """Give the seats robots and values that the mode knows, and select a course that fits."""
        courses = self.courses()
        if courses and self.chosen_course is None:
            self.course = courses[0].id
        models = list(self.models())
        for seat in self.seats:
            if models and seat.config.robot not in models:
                self._change(seat, robot=self._free_model(models))
            elif not models:
                self._change(seat, robot="")
        if any(seat.config.team not in SEAT_VALUES["team"] for seat in self.seats) and "team" in self.seat_settings():
            for number, seat in enumerate(self.seats):
                self._change(seat, team=number % 2 + 1)

    # --- settings -------------------------------------------------------------------------------------------------

    def settings(self) -> list[tuple[Plugin, dict[str, Setting]]]:
        """Return the match's plugins with settings, the mode first; the checkpoints are shown with the course."""
        groups = [
            (plugin, {name: entry for name, entry in plugin.manifest.settings.items() if name != CHECKPOINTS})
            for plugin in self.plugins
        ]
        return sorted((g for g in groups if g[1]), key=lambda g: (g[0].id != self.mode, g[0].manifest.title))

    def defaults(self) -> dict[str, dict[str, Any]]:
        """Return the settings of every plugin in the mode's edition."""
        return resolve_settings(self.plugins, {}, {})

    def value(self, plugin: str, name: str) -> Any:
        """Return the value of a setting."""
        own = self.values.get(plugin, {})
        return self._fitted(plugin, name, own[name]) if name in own else self.defaults()[plugin][name]

    def _fitted(self, plugin: str, name: str, value: Any) -> Any:
        """Return a value without the equipment of plugins that are off."""
        if self.catalogue.get(plugin).manifest.settings[name].type != "without":
            return value
        known = options_of(self.plugins)
        return [option for option in value if option in known]

    def is_changed(self, plugin: str, name: str) -> bool:
        """Return whether a setting differs from the mode's edition."""
        return name in self.values.get(plugin, {}) and self.value(plugin, name) != self.defaults()[plugin][name]

    def set_value(self, plugin: str, name: str, value: Any) -> None:
        """Change a setting; a value equal to the edition's is not stored."""
        if value == self.defaults()[plugin][name]:
            self.values.get(plugin, {}).pop(name, None)
        else:
            self.values.setdefault(plugin, {})[name] = value

    @property
    def is_plain(self) -> bool:
        """Whether no setting is changed, and no variant enabled."""
        return not any(self.values.values()) and not self.extras

    def reset(self) -> None:
        """Reset all settings to the mode's edition, without variants."""
        self.values.clear()
        self.wanted.difference_update(self.extras)
        self._fit()

    def checkpoints_owner(self) -> str:
        """Return the plugin with the setting for the number of checkpoints, or an empty text (CLI-502)."""
        return next((plugin.id for plugin in self.plugins if CHECKPOINTS in plugin.manifest.settings), "")

    # --- seats ----------------------------------------------------------------------------------------------------

    def seat_settings(self) -> list[str]:
        """Return the seat settings of this mode besides the robot, from the manifest."""
        named = getattr(self._mode.manifest, "seat_settings", [])
        return [name for name in named if name in SEAT_VALUES]

    def models(self) -> dict[str, RobotManifest]:
        """Return the available robot models, by id."""
        plugins = self.plugins
        by_id = {plugin.id: plugin for plugin in plugins}
        return {model: by_id[owner].manifest.robot[model] for model, owner in robot_models(plugins).items()}

    def _free_model(self, models: Sequence[str]) -> str:
        taken = [seat.config.robot for seat in self.seats]
        return min(models, key=lambda model: (taken.count(model), models.index(model))) if models else ""

    def add_person(self) -> None:
        """Add a seat for a person at this machine."""
        self._add([self.called, *(f"{_('Player')} {number}" for number in range(2, 10))], HUMAN)

    def call(self, name: str) -> None:
        """Rename the player, also at the seat that still has the old name."""
        taken = {seat.config.name for seat in self.seats}
        for seat in self.people():
            if seat.config.name == self.called and name not in taken:
                self._change(seat, name=name)
        self.called = name

    def add_bot(self) -> None:
        """Add a seat for a bot, of the same kind as the last one (CLI-503)."""
        usual = USUAL_BOT if USUAL_BOT in self.bots else next(iter(self.bots), USUAL_BOT)
        known = [seat.config.controller for seat in self.seats if seat.config.controller in self.bots]
        self._add([*BOT_NAMES, *(f"Bot {number}" for number in range(1, 10))], known[-1] if known else usual)

    def _add(self, names: Sequence[str], controller: str) -> None:
        if len(self.seats) >= MAX_SEATS:
            return
        taken = {seat.config.name for seat in self.seats}
        name = next(name for name in names if name not in taken)
        robot = self._free_model(list(self.models()))
        team = len(self.seats) % 2 + 1 if "team" in self.seat_settings() else 0
        self.seats.append(LobbySeat(SeatConfig(name, controller, robot, team)))

    def remove(self, number: int) -> None:
        """Remove a seat (CLI-504)."""
        del self.seats[number]

    def change_seat(self, number: int, **changes: Any) -> None:
        """Change a seat; a new player is not ready yet."""
        seat = self.seats[number]
        if "controller" in changes:
            seat.ready = False
        self._change(seat, **changes)

    @staticmethod
    def _change(seat: LobbySeat, **changes: Any) -> None:
        seat.config = msgspec.structs.replace(seat.config, **changes)

    def people(self) -> list[LobbySeat]:
        """Return the seats of people who must be ready; a single person need not be (CLI-506)."""
        return [seat for seat in self.seats if seat.is_person]

    def all_ready(self) -> bool:
        """Return whether all players are ready (CLI-514)."""
        people = self.people()
        return self.online or len(people) < 2 or all(seat.ready for seat in people)

    @property
    def seconds(self) -> int:
        """The seconds for programming, 0 for no clock: unless it was chosen, people wait for nobody but bots."""
        if self.timer is not None:
            return self.timer
        return USUAL_TIMER if self.online or len(self.people()) > 1 else 0

    # --- problems -------------------------------------------------------------------------------------------------

    def seat_problem(self, number: int) -> str:
        """Return the problem of a seat in words, or an empty text."""
        seat = self.seats[number].config
        if not seat.name.strip():
            return _("This seat needs a name.")
        if [other.config.name for other in self.seats].count(seat.name) > 1:
            return _("Two seats have this name.")
        if seat.controller != HUMAN and seat.controller not in self.bots:
            return _("There is no bot “{name}” here.").format(name=seat.controller)
        return ""

    def course_problem(self) -> str:
        """Return why nothing can be played on the selected course, in words, or an empty text."""
        if self.course in dict(self.unusable_courses()):
            return _("This course cannot be used.")
        if self.chosen_course is None:
            return _("No course fits these rules.")
        missing = self.missing_titles()
        return _("This course needs: {plugins}").format(plugins=missing) if missing else ""

    def problem(self) -> str:
        """Return the first problem that keeps the match from starting, in words, or an empty text."""
        if wrong := self.course_problem():
            return wrong
        least, most = self.players()
        if len(self.seats) < least:
            return _("At least {least} players are needed.").format(least=least)
        if len(self.seats) > most:
            return _("At most {most} players can play here.").format(most=most)
        wrong = next((problem for number in range(len(self.seats)) if (problem := self.seat_problem(number))), "")
        if not wrong and not self.all_ready():
            return _("Not everyone is ready yet.")
        return wrong

    # --- match files and saved games ------------------------------------------------------------------------------

    def config(self) -> MatchConfig:
        """Return the match as a match file."""
        match = MatchSection(self.mode, self.course, self.seed, self.seconds, self.extras)
        enabled = {plugin.id for plugin in self.plugins}
        own = {
            id_: {name: self._fitted(id_, name, value) for name, value in values.items()}
            for id_, values in self.values.items()
            if values and id_ in enabled
        }
        return MatchConfig(match, plugin=own, seats=[seat.config for seat in self.seats])

    def invitation(self) -> MatchConfig:
        """Return the match for people at other machines, who wait for each other."""
        config = self.config()
        timer = USUAL_TIMER if self.timer is None else self.timer
        return msgspec.structs.replace(config, match=msgspec.structs.replace(config.match, timer=timer))

    def take(self, config: MatchConfig) -> None:
        """Apply a match file; raise `GameError` and change nothing if it is unusable."""
        game: Game = make_game(config, self.catalogue, strict=False)
        settings = resolve_settings(game.plugins, config.rules, config.plugin)
        plain = resolve_settings(game.plugins, {}, {})
        self.mode, self.course = config.match.mode, config.match.course
        self.timer, self.seed = config.match.timer, config.match.seed
        self.wanted = set(config.match.plugins)
        self.seats = [LobbySeat(seat) for seat in config.seats[:MAX_SEATS]]
        if self.chosen_course is None:  # a file elsewhere, named by its path
            self._elsewhere.append(replace(game.course, id=self.course))
        self.values = {
            id_: changed
            for id_, table in settings.items()
            if (changed := {name: value for name, value in table.items() if value != plain[id_][name]})
        }

    def renewed(self) -> "LobbyModel":
        """Return a lobby with the same choices, as far as they are possible with the plugins that there are now."""
        known = self.catalogue.plugins
        values: dict[str, dict[str, Any]] = {}
        for id_, table in self.values.items():
            settings = known[id_].manifest.settings if id_ in known else {}
            values[id_] = {n: value for n, value in table.items() if n in settings and not settings[n].problem(value)}
        return LobbyModel(
            self.catalogue,
            self.bots,
            self.called,
            self.mode if self.mode in [mode.id for mode in self.catalogue.modes()] else MODE,
            self.course,
            self.timer,
            self.seed,
            self.online,
            self.seats,
            self.wanted & set(known),
            values,
            self._elsewhere,
        )

    def take_seats(self, seats: Sequence[SeatConfig]) -> None:
        """Replace the seats, with the settings that the mode requires for each."""
        self.seats = [LobbySeat(seat) for seat in seats[:MAX_SEATS]]
        self._fit()

    def make_room(self) -> None:
        """Remove bots, the last first, if there are more seats than the course allows: people have priority."""
        _least, most = self.players()
        bots = [number for number, seat in enumerate(self.seats) if not seat.is_person]
        while len(self.seats) > most and bots:
            self.remove(bots.pop())

    def may_load(self, summary: Summary) -> bool:
        """Return whether the people seated now can continue a saved game (CLI-911, CLI-R04)."""
        return summary.is_for([seat.config.name for seat in self.people()])
