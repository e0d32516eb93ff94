"""Makes a game from a match file's content: checks plugins, rules, course and seats against each other."""

from collections.abc import Sequence
from dataclasses import dataclass

from roborally.base.translation import _
from roborally.core.events import Watch
from roborally.core.floor import Floor
from roborally.core.match import Match, Seat
from roborally.core.rules import Ruleset
from roborally.course.courses import Course, find_course
from roborally.course.notation import Notations
from roborally.game.match_file import MAX_SEATS, ConfigError, MatchConfig
from roborally.game.settings import resolve_settings
from roborally.plugin import GAME_CHECKS
from roborally.plugin_system.loader import Catalogue, Plugin, build_rules


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
    for check in GAME_CHECKS.of(game.rules).values():
        if problem := check(game.floor, game.seats):
            raise ConfigError(
                _("{where}: course {course!r} {problem}").format(where=where, course=game.course.id, problem=problem)
            )


def _check_players(config: MatchConfig, mode: Plugin, course: Course, where: str) -> None:
    least, most = mode.manifest.players or (2, MAX_SEATS)
    most = min(most, course.players[1], MAX_SEATS)
    if not least <= len(config.seats) <= most:
        raise ConfigError(
            _("{where}: {count} seats, but mode {mode!r} on course {course!r} takes {least} to {most}").format(
                where=where, count=len(config.seats), mode=mode.id, course=course.id, least=least, most=most
            )
        )
