"""Makes a game from a match file's content, and checks that plugins, rules, course and seats fit each other."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from roborally.base.errors import Message
from roborally.base.translation import plugin_text
from roborally.core.events import Watch
from roborally.core.floor import Floor
from roborally.core.match import Match, Seat
from roborally.core.rules import Ruleset
from roborally.game.course.courses import Course, course_file, load_course
from roborally.game.course.notation import Notations
from roborally.game.match_file import MAX_SEATS, ConfigError, MatchConfig
from roborally.game.settings import MATCH_TABLES, Tables, edition_problem, resolve_settings
from roborally.plugin import GAME_CHECKS, SEAT_CHECKS, PluginError
from roborally.plugin_system.guard import Guard
from roborally.plugin_system.loader import Catalogue, Plugin, build_rules
from roborally.plugin_system.manifest import RobotManifest


@dataclass(frozen=True)
class Game:
    """A checked configuration with its rules, course and seats, from which any number of matches can start.

    `muted` are the ids of plugins' phases, elements or shooters that are switched off because they have failed.
    """

    config: MatchConfig
    plugins: tuple[Plugin, ...]
    rules: Ruleset
    course: Course
    floor: Floor
    seats: tuple[Seat, ...]
    muted: tuple[str, ...] = ()

    def muting(self, effects: Iterable[str]) -> "Game":
        """Return a copy of the game with only these phases, elements and shooters off, by id; raise `PluginError`."""
        muted = tuple(sorted(set(effects)))
        if muted == self.muted:
            return self
        return replace(self.with_rules(build_rules(self.plugins, self.rules.settings, muted=muted)), muted=muted)

    def guarded(self, guard: Guard) -> "Game":
        """Return a copy of the game in which a `Guard` checks all calls of plugins' functions."""
        return self.with_rules(guard.rules(self.rules))

    def with_rules(self, rules: Ruleset) -> "Game":
        """Return a copy of the game with other rules on the same course."""
        return replace(self, rules=rules, floor=Floor(self.course.board, rules))

    def start(self, seed: int, watch: Watch | None = None) -> Match:
        """Return a new match, whose `run` has not been called yet; `watch` is informed of its events."""
        return Match.start(self.rules, self.floor, self.seats, seed, watch)


# --- games ----------------------------------------------------------------------------------------------------------


def robot_models(plugins: Sequence[Plugin]) -> dict[str, RobotManifest]:
    """Return the manifests of all robot models of the plugins, by model id."""
    return {model: manifest for plugin in plugins for model, manifest in plugin.manifest.robot.items()}


def robot_titles(plugins: Sequence[Plugin]) -> dict[str, str]:
    """Return the names of all robot models of the plugins in the player's language, by model id."""
    return {
        model: plugin_text(plugin.folder, manifest.title)
        for plugin in plugins
        for model, manifest in plugin.manifest.robot.items()
    }


def make_game(
    config: MatchConfig,
    catalogue: Catalogue,
    *,
    where: str = "",
    course: Course | None = None,
    strict: bool = True,
    begun: bool = False,
    tables: Tables = MATCH_TABLES,
) -> Game:
    """Return the game that a configuration describes, or raise an error that says why it cannot be played.

    `course` overrides the course in the configuration. `strict` also checks whether these seats can play on this
    course. The plugins of a match that has `begun` may conflict. `tables` are the names of the file's tables in errors.
    Raise `ConfigError`, `CourseError` or `PluginError`, each with one plain sentence that begins with `where`, such as
    the match file, if that is given.
    """
    mode = mode_of(config, catalogue, where)
    plugins = plugins_of(config, catalogue, where, begun=begun)
    if problem := edition_problem(mode, catalogue.plugins.values()):
        raise PluginError(problem, where=mode.manifest_path)
    settings = resolve_settings(plugins, config.rules, config.plugin, where, tables)
    if course is None:
        if not config.match.course:
            raise ConfigError("key match.course is missing; 'roborally board list' shows the courses", where=where)
        course = course_of(config, catalogue, where)
        check_known(config, course, catalogue, plugins, where)
    _check_seats(config, plugins, where, tables)
    rules = build_rules(plugins, settings)
    if not rules.first_frame:
        raise PluginError("the mode does not say how a match goes: [order] has no turn", where=mode.manifest_path)
    if problem := course_problem(course, mode):
        raise ConfigError(problem, where=where)
    floor = Floor(course.board, rules)
    seats = tuple(
        Seat(seat.name, seat.robot, {"team": seat.team, "side": seat.side}, {"objectives": seat.objectives})
        for seat in config.seats
    )
    game = Game(config, plugins, rules, course, floor, seats)
    if strict:
        check_start(game, where)
    return game


def check_start(game: Game, where: str = "") -> None:
    """Raise `ConfigError` if the game's seats cannot play on its course: wrong numbers, or a plugin's objection."""
    mode = next(plugin for plugin in game.plugins if plugin.id == game.config.match.mode)
    check_place(mode, game.course, where)
    least, most = room_for(mode, game.course)
    if not least <= len(game.seats) <= most:
        raise ConfigError(
            "{count} seats, but mode {mode!r} on course {course!r} takes {least} to {most}",
            where=where,
            count=len(game.seats),
            mode=mode.id,
            course=game.course.title,
            least=least,
            most=most,
        )
    for check in GAME_CHECKS.of(game.rules).values():
        if problem := check(game.floor, game.seats):
            raise ConfigError("course {course!r} {problem}", where=where, course=game.course.title, problem=problem)
    for check in SEAT_CHECKS.of(game.rules).values():
        if problem := check(game.floor, game.seats):
            raise ConfigError("{problem}", where=where, problem=problem)


def mode_of(config: MatchConfig, catalogue: Catalogue, where: str = "") -> Plugin:
    """Return the mode's plugin that a configuration names; raise `PluginError` if it is missing or not a mode."""
    return catalogue.mode(config.match.mode, Message.of("{key}", where, key="match.mode"))


def plugins_of(
    config: MatchConfig, catalogue: Catalogue, where: str = "", *, begun: bool = False
) -> tuple[Plugin, ...]:
    """Return all plugins of a match, which may conflict if it has `begun`; raise `PluginError` for a missing one."""
    with PluginError.repeating(key_place("match.plugins", where)):
        found = tuple(catalogue.resolve([config.match.mode, *config.match.plugins], begun=begun))
        if (outside := next((plugin for plugin in found if plugin.manifest.kind == "program"), None)) is not None:
            raise PluginError("plugin {id!r} adds to the program; it cannot be part of a match", id=outside.id)
    return found


def key_place(key: str, where: str) -> Message | str:
    """Return a key in the file `where` as the place that an error names; empty without a file."""
    return Message.of("{key}", where, key=key) if where else ""


def room_for(mode: Plugin, course: Course | None = None) -> tuple[int, int]:
    """Return the least and the most seats of a mode; the most is also limited by a course, if one is given."""
    least, most = mode.manifest.players or (2, MAX_SEATS)
    return least, min(most, MAX_SEATS, course.players[1] if course is not None else MAX_SEATS)


def course_problem(course: Course, mode: Plugin) -> Message | None:
    """Return the first combination of elements in one cell of a course that a mode forbids; `None` without one."""
    elements = course.board.elements
    for element in elements:
        allowed = mode.manifest.shares.get(element.kind)
        if allowed is None:
            continue
        for other in elements:
            if other.cell == element.cell and other.kind not in (element.kind, *allowed):
                x, y = element.cell
                return Message.of(
                    "course {course!r} has a {kind} on a {other} at [{x}, {y}], which mode {mode!r} does not allow",
                    course=course.title,
                    kind=element.kind,
                    other=other.kind,
                    x=x,
                    y=y,
                    mode=mode.id,
                )
    return None


def course_of(config: MatchConfig, catalogue: Catalogue, where: str = "") -> Course:
    """Read and return the course that a configuration names; raise `CourseError`."""
    notations = Notations.of(catalogue.plugins.values())
    file = course_file(config.match.course, notations, where=key_place("match.course", where))
    return load_course(file, notations)


def check_known(
    config: MatchConfig, course: Course, catalogue: Catalogue, plugins: Sequence[Plugin], where: str = ""
) -> None:
    """Raise `ConfigError` if a course needs a plugin that is not switched on, or has an element that none defines."""
    if missing := missing_plugins(course, plugins):
        raise ConfigError(
            "course {course!r} needs plugins that are not enabled; write match.plugins = [{plugins}]",
            where=where,
            course=course.title,
            plugins=", ".join(f'"{id_}"' for id_ in (*config.match.plugins, *missing)),
        )
    enabled = {kind for plugin in plugins for kind in plugin.manifest.element}
    for element in course.board.elements:
        if element.kind not in enabled:
            owners = [p.id for p in catalogue.plugins.values() if element.kind in p.manifest.element]
            x, y = element.cell
            raise ConfigError(
                "course {course!r} has a {kind} at [{x}, {y}], which mode {mode!r} does not know; add {plugin!r} "
                "to match.plugins or choose another course",
                where=where,
                course=course.title,
                kind=element.kind,
                x=x,
                y=y,
                mode=config.match.mode,
                plugin=owners[0],
            )


def missing_plugins(course: Course, plugins: Sequence[Plugin]) -> list[str]:
    """Return the ids of the plugins that a course names and that are not among `plugins`."""
    enabled = {plugin.id for plugin in plugins}
    return [id_ for id_ in course.plugins if id_ not in enabled]


def _check_seats(config: MatchConfig, plugins: Sequence[Plugin], where: str, tables: Tables) -> None:
    models = robot_models(plugins)
    names: set[str] = set()
    for number, seat in enumerate(config.seats, 1):
        place = Message.of("{table} entry {number}", where=where, table=tables.seats, number=number)
        if not seat.name.strip() or len(seat.name) > 40:
            raise ConfigError("name must have 1 to 40 characters", where=place)
        if seat.name in names:
            raise ConfigError("the name {name!r} is taken already", where=place, name=seat.name)
        names.add(seat.name)
        if seat.robot and seat.robot not in models:
            known = ", ".join(sorted(models)) or Message.of("none (leave the key out)")
            raise ConfigError(
                "there is no robot {robot!r}; there are: {known}",
                where=place,
                robot=seat.robot,
                known=known,
            )


def check_place(mode: Plugin, course: Course, where: str = "") -> None:
    """Raise `ConfigError` if a mode lacks a needed element on a course, or room for its smallest number of seats."""
    for kind in mode.manifest.demands:
        if not course.board.of_kind(kind):
            raise ConfigError(
                "course {course!r} has no {kind}, without which {mode!r} cannot be played",
                where=where,
                course=course.title,
                kind=kind,
                mode=mode.id,
            )
    least, most = room_for(mode, course)  # afterwards, since a course without start spaces has room for no seat
    if most < least:
        raise ConfigError(
            "course {course!r} is for {most} at most, and mode {mode!r} for {least} or more; its docks and its key"
            " players say for how many it is",
            where=where,
            course=course.title,
            most=most,
            mode=mode.id,
            least=least,
        )
