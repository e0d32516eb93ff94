"""Match files (docs/formats.md, Match file): TOML to `MatchConfig` and back, and from there to a match.

Every error names the key and says what would be right.
"""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from roborally.core.events import Watch
from roborally.core.floor import Floor
from roborally.core.match import Match, Seat
from roborally.core.rules import Ruleset
from roborally.course import Course, Notations, find_course
from roborally.errors import GameError
from roborally.loader import Catalogue, Plugin, build_rules
from roborally.plugin import text
from roborally.texts import _
from roborally.tomlfile import read_toml

MAXIMUM_SEATS = 8
MAXIMUM_FILE = 10_000_000
SEED_BITS = 53
MOST_SEED = 2**SEED_BITS - 1
"""Seeds stay below 2^53, so that every program that reads JSON can hold them."""


def new_seed() -> int:
    """Draw the seed of a match, or of many."""
    return secrets.randbits(SEED_BITS)


class ConfigError(GameError):
    """A match file that cannot be used; the message is one plain sentence that names the key."""


PEOPLE = frozenset({"human", "remote"})
"""The controllers of seats that no bot plays."""


class SeatConfig(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """One `[[seats]]` entry; `controller` is `human`, `remote` or a bot's name."""

    name: str
    controller: str = "human"
    robot: str = ""
    team: int = 0
    side: str = ""
    objectives: list[int | tuple[int, int]] = []


class MatchSection(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """The `[match]` table; `timer` is in seconds, 0 for none."""

    mode: str = "standard"
    course: str = ""
    seed: int | None = None
    timer: int = 60
    plugins: list[str] = []


class MatchConfig(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A whole match file."""

    match: MatchSection = MatchSection()
    rules: dict[str, Any] = {}
    plugin: dict[str, dict[str, Any]] = {}
    seats: list[SeatConfig] = []

    def with_seed(self) -> "MatchConfig":
        """Return the configuration with a seed: the one it has, or a new one."""
        if self.match.seed is not None:
            return self
        return msgspec.structs.replace(self, match=msgspec.structs.replace(self.match, seed=new_seed()))

    def to_data(self) -> dict[str, Any]:
        """Return the configuration as plain data, as a match file says it."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    def to_toml(self) -> str:
        """Return the text of a match file."""
        return tomli_w.dumps(self.to_data())


@dataclass(frozen=True)
class Game:
    """A checked configuration with everything that a match needs; shared by all matches that are played with it."""

    config: MatchConfig
    plugins: tuple[Plugin, ...]
    rules: Ruleset
    course: Course
    floor: Floor
    seats: tuple[Seat, ...]

    def start(self, seed: int, watch: Watch | None = None) -> Match:
        """Return a new match that has not run yet."""
        return Match.start(self.rules, self.floor, self.seats, seed, watch)


def parse_config(data: Mapping[str, Any], where: str = "") -> MatchConfig:
    """Return the configuration in plain data; raise `ConfigError` that names the key, and the file if it is given."""
    where = where or _("match")
    try:
        config = msgspec.convert(data, MatchConfig)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{where}: {_in_words(str(error))}") from None
    if not 0 <= config.match.timer <= 3600:
        raise ConfigError(
            _("{where}: match.timer must be 0 (none) to 3600 seconds, not {timer}").format(
                where=where, timer=config.match.timer
            )
        )
    return config


def load_config(path: Path) -> MatchConfig:
    """Return the configuration in a match file; raise `ConfigError`."""
    data = read_toml(path, MAXIMUM_FILE, ConfigError)
    return parse_config(data, str(path))


_UNKNOWN = re.compile("Object contains unknown field `(.*)`")
_MISSING = re.compile("Object missing required field `(.*)`")
_EXPECTED = re.compile("Expected `(.*)`, got `(.*)`")
_TYPES = {
    "array": text("a list"),
    "bool": text("true or false"),
    "float": text("a number"),
    "int": text("a whole number"),
    "object": text("a table"),
    "str": text("a text"),
}


def _in_words(message: str) -> str:
    """Turn a message of msgspec into one that names the key as the match file writes it."""
    told, _separator, path = message.partition(" - at `$")
    key = path.rstrip("`").removeprefix(".").replace("[...]", "")
    if found := _UNKNOWN.fullmatch(told):
        told = _("unknown key '{key}'").format(key=found[1])
    elif found := _MISSING.fullmatch(told):
        told = _("missing key '{key}'").format(key=found[1])
    elif found := _EXPECTED.fullmatch(told):
        wanted, there = (
            " | ".join(_(_TYPES.get(kind, kind)) for kind in types.split(" | ")) for types in found.groups()
        )
        told = _("expected {wanted}, got {there}").format(wanted=wanted, there=there)
    return f"{key}: {told}" if key else told


# --- settings -------------------------------------------------------------------------------------------------------


def resolve_settings(
    plugins: Sequence[Plugin], rules: Mapping[str, Any], own: Mapping[str, Mapping[str, Any]], where: str = ""
) -> dict[str, dict[str, Any]]:
    """Return the complete settings of every plugin: manifests, then the mode's edition, then the match file.

    `rules` is the `[rules]` table, whose keys any enabled plugin may declare; `own` the `[plugin.ID]` tables.
    """
    where = where or _("match")
    declared: dict[str, str] = {}
    settings: dict[str, dict[str, Any]] = {}
    for plugin in plugins:
        settings[plugin.id] = {name: setting.default for name, setting in plugin.manifest.settings.items()}
        for name in plugin.manifest.settings:
            declared.setdefault(name, plugin.id)
    by_id = {plugin.id: plugin for plugin in plugins}

    def assign(id_: str, name: str, value: Any, key: str) -> None:
        if problem := by_id[id_].manifest.settings[name].problem(value):
            raise ConfigError(f"{where}: {key} {problem}")
        settings[id_][name] = value

    for plugin in plugins:
        for name, value in plugin.manifest.edition.items():
            if name not in declared:
                continue  # of a plugin that the mode can do without, and that is not enabled
            assign(declared[name], name, value, f"plugin {plugin.id!r}: edition.{name}")
    for name, value in rules.items():
        if name not in declared:
            known = ", ".join(sorted(declared)) or _("none")
            raise ConfigError(
                _("{where}: unknown key rules.{name}; possible are: {known}").format(
                    where=where, name=name, known=known
                )
            )
        assign(declared[name], name, value, f"rules.{name}")
    for id_, table in own.items():
        if id_ not in by_id:
            raise ConfigError(
                _("{where}: plugin.{plugin} is set, but that plugin is not enabled; enabled are: {known}").format(
                    where=where, plugin=id_, known=", ".join(sorted(by_id))
                )
            )
        for name, value in table.items():
            if name not in by_id[id_].manifest.settings:
                known = ", ".join(sorted(by_id[id_].manifest.settings)) or _("none")
                raise ConfigError(
                    _("{where}: unknown key plugin.{plugin}.{name}; possible are: {known}").format(
                        where=where, plugin=id_, name=name, known=known
                    )
                )
            assign(id_, name, value, f"plugin.{id_}.{name}")
    return settings


# --- games ----------------------------------------------------------------------------------------------------------


def robot_models(plugins: Sequence[Plugin]) -> dict[str, str]:
    """Return the robot models that the plugins offer, by id, with the id of the plugin."""
    return {model: plugin.id for plugin in plugins for model in plugin.manifest.robot}


def make_game(
    config: MatchConfig,
    catalogue: Catalogue,
    *,
    where: str = "",
    course: Course | None = None,
    strict: bool = True,
) -> Game:
    """Return the game that a configuration describes.

    `course` overrides the one that the configuration names. Without `strict` nobody looks whether these seats can play
    on this course (scenarios). Raises `ConfigError`, `CourseError` or `PluginError`, each with one plain sentence
    that begins with `where`, such as the path of the match file.
    """
    where = where or _("match")
    mode = catalogue.get(config.match.mode)
    if mode.manifest.kind != "mode":
        modes = ", ".join(plugin.id for plugin in catalogue.modes())
        raise ConfigError(
            _("{where}: match.mode names {mode!r}, which is no mode; there are: {modes}").format(
                where=where, mode=mode.id, modes=modes
            )
        )
    plugins = tuple(catalogue.resolve([mode.id, *config.match.plugins]))
    settings = resolve_settings(plugins, config.rules, config.plugin, where)
    if course is None:
        course = _named_course(config, catalogue, plugins, where)
    _check_seats(config, plugins, where)
    rules = build_rules(plugins, settings)
    if problem := course_problem(course, mode):
        raise ConfigError(f"{where}: {problem}")
    floor = Floor(course.board, rules)
    seats = tuple(
        Seat(seat.name, seat.robot, {"team": seat.team, "side": seat.side}, {"objectives": seat.objectives})
        for seat in config.seats
    )
    game = Game(config, plugins, rules, course, floor, seats)
    if strict:
        _check_players(config, mode, course, where)
        _check_demands(mode, course, where)
        _ask_plugins(game, where)
    return game


def course_problem(course: Course, mode: Plugin) -> str:
    """Return why a mode cannot be played on a course whose elements it knows, as a sentence, or an empty string."""
    elements = course.board.elements
    for element in elements:
        allowed = mode.manifest.shares.get(element.kind)
        if allowed is None:
            continue
        for other in elements:
            if other.cell == element.cell and other.kind not in (element.kind, *allowed):
                x, y = element.cell
                told = _(
                    "course {course!r} has a {kind} on a {other} at [{x}, {y}], which mode {mode!r} does not allow"
                )
                return told.format(course=course.id, kind=element.kind, other=other.kind, x=x, y=y, mode=mode.id)
    return ""


def _named_course(config: MatchConfig, catalogue: Catalogue, plugins: Sequence[Plugin], where: str) -> Course:
    if not config.match.course:
        raise ConfigError(
            _("{where}: key match.course is missing; 'roborally board list' shows the courses").format(where=where)
        )
    course = find_course(config.match.course, Notations.of(catalogue.plugins.values()))
    enabled = {kind for plugin in plugins for kind in plugin.manifest.element}
    for element in course.board.elements:
        if element.kind not in enabled:
            owners = [p.id for p in catalogue.plugins.values() if element.kind in p.manifest.element]
            x, y = element.cell
            raise ConfigError(
                _(
                    "{where}: course {course!r} has a {kind} at [{x}, {y}], which mode {mode!r} does not know; "
                    "add {plugin!r} to match.plugins or choose another course"
                ).format(
                    where=where, course=course.id, kind=element.kind, x=x, y=y, mode=config.match.mode, plugin=owners[0]
                )
            )
    return course


def _check_seats(config: MatchConfig, plugins: Sequence[Plugin], where: str) -> None:
    models = robot_models(plugins)
    names: set[str] = set()
    for number, seat in enumerate(config.seats, 1):
        if not seat.name.strip() or len(seat.name) > 40:
            raise ConfigError(
                _("{where}: seats entry {number}: name must have 1 to 40 characters").format(where=where, number=number)
            )
        if seat.name in names:
            raise ConfigError(
                _("{where}: seats entry {number}: the name {name!r} is taken twice").format(
                    where=where, number=number, name=seat.name
                )
            )
        names.add(seat.name)
        if seat.robot and seat.robot not in models:
            known = ", ".join(sorted(models)) or _("none (leave the key out)")
            raise ConfigError(
                _("{where}: seats entry {number}: robot {robot!r} is not offered; there are: {known}").format(
                    where=where, number=number, robot=seat.robot, known=known
                )
            )


def _check_demands(mode: Plugin, course: Course, where: str) -> None:
    for kind in mode.manifest.demands:
        if not course.board.of_kind(kind):
            raise ConfigError(
                _("{where}: course {course!r} has no {kind}, without which {mode!r} cannot be played").format(
                    where=where, course=course.id, kind=kind, mode=mode.id
                )
            )


def _ask_plugins(game: Game, where: str) -> None:
    for check in game.rules.registry("game-checks").values():
        if problem := check(game.floor, game.seats):
            raise ConfigError(
                _("{where}: course {course!r} {problem}").format(where=where, course=game.course.id, problem=problem)
            )


def _check_players(config: MatchConfig, mode: Plugin, course: Course, where: str) -> None:
    least, most = mode.manifest.players or (2, MAXIMUM_SEATS)
    most = min(most, course.players[1], MAXIMUM_SEATS)
    if not least <= len(config.seats) <= most:
        raise ConfigError(
            _("{where}: {count} seats, but mode {mode!r} on course {course!r} takes {least} to {most}").format(
                where=where, count=len(config.seats), mode=mode.id, course=course.id, least=least, most=most
            )
        )
