"""Runs scenarios and returns the differences from their expectations (docs/formats.md, Scenarios)."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from roborally.base import paths
from roborally.base.errors import GameError, Message
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.events import Watch
from roborally.core.state import OFF, Piece
from roborally.game.course.courses import Course, check_board, course_beside, find_course
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.scenario.compare import Difference, Run, compare, on_event
from roborally.game.scenario.facts import CORE_FACTS
from roborally.game.scenario.file import (
    ROBOT_KEYS,
    TOP_KEYS,
    Readable,
    check_decisions,
    check_head,
    check_robots,
    expectations,
    refuse_unknown,
    typed,
)
from roborally.game.scenario.file import ScenarioError as ScenarioError
from roborally.game.scenario.file import find_scenarios as find_scenarios
from roborally.game.scenario.file import load_scenario as load_scenario
from roborally.game.settings import Tables
from roborally.game.statistics import Tally
from roborally.plugin import FACTS, MATCH_FACTS, SCENARIO_LISTS, SCENARIO_ROBOTS, SCENARIO_STARTS, STATISTICS
from roborally.plugin_system.guard import Guard, StateError
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import read_manifest

SEED = 1
_TABLES = Tables("settings", "robots")
"""A scenario's names for the tables `rules` and `seats` of a match file."""
MAX_ANSWERS = 20_000
"""The maximum number of answers in a scenario; more are taken for an endless loop."""


@dataclass(frozen=True)
class ScenarioResult:
    """The result of running one scenario; `event_problems` describe events that differ from plugins' declarations."""

    file: str
    name: str
    differences: tuple[Difference, ...] = ()
    event_problems: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the match was as the scenario expects."""
        return not self.differences

    def to_data(self) -> dict[str, Any]:
        """Return the result in the form that `roborally scenario --json` prints."""
        return {
            "file": self.file,
            "name": self.name,
            "ok": self.ok,
            "differences": [asdict(difference) for difference in self.differences],
        }


def catalogue_for(path: Path, catalogue: Catalogue) -> Catalogue:
    """Return the catalogue, with the plugin added whose folder contains `path`, if there is one.

    So an author can use scenarios and boards of a plugin that is not installed. Raise `PluginError` if the plugin
    cannot be used.
    """
    folder = next((above for above in paths.real(path).parents if (above / "plugin.toml").is_file()), None)
    return catalogue if folder is None else catalogue_with(folder, catalogue)


def catalogue_with(folder: Path, catalogue: Catalogue) -> Catalogue:
    """Return the catalogue, with the plugin in `folder` added if it is missing; raise `PluginError`."""
    folder = paths.real(folder)
    if any(plugin.folder.resolve() == folder for plugin in catalogue.plugins.values()):
        return catalogue
    plugin = Plugin(folder, read_manifest(folder))
    return Catalogue({**catalogue.plugins, plugin.id: plugin}, catalogue.broken)


def run_scenario(
    path: Path, catalogue: Catalogue, data: dict[str, Any] | None = None, guard: Guard | None = None
) -> ScenarioResult:
    """Run the scenario at `path`, a file or `FILE::ID`, and return the result; raise `GameError` if it is unusable.

    `data` is its content, by default that of the file. The default `guard` raises an error at a plugin's first fault.
    """
    if data is None:
        data = load_scenario(path)
    where = str(path)
    check_head(data, where)
    try:
        run = prepare(where, data, catalogue, guard or Guard())
        run_to_the_end(run)
    except StateError as error:
        raise ScenarioError("{problem}", where=where, problem=str(error)) from error
    except GameError as error:
        raise ScenarioError(error.message, where=where) from None
    return ScenarioResult(where, data["name"], tuple(run.differences), tuple(sorted(run.event_problems)))


def run_to_the_end(run: Run) -> None:
    """Run a scenario until its last expected moment; if the match ends earlier, compare its end with all the rest."""
    match = run.match
    while run.expects:
        _answer_all(run)
        match.run(until="turn")
        if match.state.over or not match.state.agenda:
            for _, expect in run.expects:
                compare(run, expect)
            return


def prepare(where: str, data: dict[str, Any], catalogue: Catalogue, guard: Guard | None = None) -> Run:
    """Return a `Run` of the scenario in `data`, whose match has not begun; raise `GameError`.

    A `guard` checks the plugins' calls, which makes the match slower.
    """
    catalogue.mode(data.get("mode", "standard"), "mode")
    names = check_robots(data, where)
    check_decisions(data, names, where)
    game = _game(where, data, catalogue)
    if guard is not None:
        game = game.guarded(guard)
    rules = game.rules
    lists = SCENARIO_LISTS.of(rules)
    wholes = MATCH_FACTS.of(rules)
    tables = {key: fact.write for key, fact in wholes.items() if fact.write is not None}
    refuse_unknown(data, TOP_KEYS | set(lists) | set(tables), where)
    facts = {**CORE_FACTS, **FACTS.of(rules)}
    readable = {key for key, fact in facts.items() if fact.read is not None} | {"stats"}
    known = Readable(readable, {key for key, fact in wholes.items() if fact.read}, set(STATISTICS.of(rules)))
    expects = expectations(data, names, known, where)
    match = game.start(SEED)
    run = Run(where, data, game, match, names, facts, expects, Tally(rules, len(game.seats)))
    for start in SCENARIO_STARTS.of(rules).values():
        start(match)
    _set_up_robots(run, data["robots"])
    for key, write in lists.items():
        if key in data:
            _write_top(run, key, write, typed(data, key, list, where, None))
    for key, write in tables.items():
        _write_top(run, key, write, typed(data, key, dict, where, {}))
    match.watch = Watch(lambda event: on_event(run, event))
    return run


def _write_top(run: Run, key: str, write: Any, value: Any) -> None:
    try:
        write(run.match, value)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ScenarioError("key {key!r}: {error}", where=run.where, key=key, error=error) from None


def _game(where: str, data: dict[str, Any], catalogue: Catalogue) -> Game:
    seats = [
        SeatConfig(robot["name"], robot=robot.get("robot", ""), team=robot.get("team", 0), side=robot.get("side", ""))
        for robot in data["robots"]
    ]
    section = MatchSection(data.get("mode", "standard"), "scenario", SEED, 0, data.get("plugins", []))
    config = MatchConfig(section, data.get("settings", {}), {}, seats)
    course = scenario_course(where, data, catalogue)
    return make_game(config, catalogue, where=where, course=course, strict=False, tables=_TABLES)


def scenario_course(where: str, data: dict[str, Any], catalogue: Catalogue) -> Course:
    """Return the course of the scenario in `data`; raise `GameError` that names the file `where`."""
    notations = Notations.of(catalogue.resolve([data.get("mode", "standard"), *data.get("plugins", [])]))
    board: dict[str, Any] = data.get("board", {})
    refuse_unknown(board, {"grid", "course"}, Message.of("{key}", where, key="[board]"))
    named = [typed(table, "course", str, where, "") for table in (data, board) if "course" in table]
    if len(named) + ("grid" in board) != 1:
        raise ScenarioError("there must be one board: a grid or a course in [board], or the key 'course'", where=where)
    if named:
        return find_course(course_beside(named[0], Path(where)), notations)
    place = Message.of("{key}", where, key="[board]")
    drawn = parse_grid(typed(board, "grid", str, place, ""), notations, place)
    check_board(drawn, notations, place)
    return Course("scenario", "Scenario", drawn)


def _set_up_robots(run: Run, robots: list[dict[str, Any]]) -> None:
    match = run.match
    writable = {key for key, fact in run.facts.items() if fact.write is not None}
    for piece in match.state.pieces:
        if piece.cell >= 0:
            match.state.at[piece.cell] = 0
            piece.cell = OFF
    for piece, robot in zip(match.state.pieces, robots, strict=False):
        where = Message.of("robot {name!r}", run.where, name=robot["name"])
        refuse_unknown(robot, writable | ROBOT_KEYS, where)
        if robot.get("virtual") is True:
            piece.solid = False
        if "cell" in robot:
            _write(run, piece, robot, "cell")
        elif not robot.get("destroyed") and not robot.get("entering"):
            raise ScenarioError("key 'cell' may be missing only with 'destroyed' or 'entering'", where=where)
        if "facing" in robot:
            _write(run, piece, robot, "facing")
        for place in SCENARIO_ROBOTS.of(match.rules).values():
            if piece.cell >= 0:
                place(match, piece)
    keys = sorted(writable - {"cell", "facing"}, key=lambda key: (run.facts[key].order, key))
    for key in keys:
        for piece, robot in zip(match.state.pieces, robots, strict=False):
            if key in robot:
                _write(run, piece, robot, key)


def _write(run: Run, piece: Piece, robot: dict[str, Any], key: str) -> None:
    write = run.facts[key].write
    assert write is not None
    try:
        write(run.match, piece, robot[key])
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ScenarioError(
            "robot {robot!r}: key {key!r}: {error}", where=run.where, robot=robot["name"], key=key, error=error
        ) from None


# --- questions ------------------------------------------------------------------------------------------------------


def _answer_all(run: Run) -> None:
    match = run.match
    open_ = [decision for decision in match.state.decisions if decision["id"] not in match.state.sealed]
    entries = {decision["id"]: _entry_for(run, decision) for decision in open_}
    # Owners answer in the order of their entries, then the others (docs/formats.md, Decisions).
    open_.sort(key=lambda decision: (entries[decision["id"]] is None, entries[decision["id"]] or 0))
    for decision in open_:
        answer = scripted_answer(run, decision)
        try:
            match.seal(decision["id"], answer)
        except AnswerError as error:
            robot = run.names[decision["piece"]]
            after = f"turn {match.state.turn} register {match.state.stage}"
            run.differences.append(Difference(after, robot, "ask", answer, str(error)))
            match.seal(decision["id"], decision["default"])
    run.answers += len(open_)
    if run.answers > MAX_ANSWERS:
        raise ScenarioError(
            "there is no end to the questions; {count:,} were answered",
            where=run.where,
            count=MAX_ANSWERS,
        )


def scripted_answer(run: Run, decision: Decision) -> Any:
    """Return the scenario's next answer to a question, which is then used up; the default answer if it has none."""
    number = _entry_for(run, decision)
    if number is None:
        return decision["default"]
    run.used.add(number)
    return run.data["decisions"][number]["answer"]


def _entry_for(run: Run, decision: Decision) -> int | None:
    state = run.match.state
    for number, entry in enumerate(run.data.get("decisions", [])):
        if (
            number not in run.used
            and entry["robot"] == run.names[decision["piece"]]
            and entry["ask"] == decision["kind"]
            and entry.get("turn", state.turn) == state.turn
            and entry.get("register", state.stage) == state.stage
        ):
            return number
    return None
