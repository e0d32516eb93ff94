"""Scenario files (FORMATS 5): a rule as a test. Reads them, runs them, and says what differs."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from roborally.config import ConfigError, Game, MatchConfig, MatchSection, SeatConfig, make_game
from roborally.core.decisions import AnswerError
from roborally.core.events import Event, Watch
from roborally.core.geometry import NAMES, direction_named
from roborally.core.match import Match
from roborally.core.rules import Decision
from roborally.core.state import OFF, Piece, frozen
from roborally.course import Course, CourseError, Notations, find_course, parse_grid
from roborally.errors import GameError
from roborally.loader import Catalogue
from roborally.plugin import Fact
from roborally.statistics import Tally

SEED = 1
_MOMENT = re.compile(r"start|(?:turn ([1-9]\d*) )?register ([1-9]\d*)|turn ([1-9]\d*)( start)?")
_TOP = {"name", "mode", "rules", "note", "plugins", "settings", "board", "course", "robots", "decisions", "expect"}
_EXPECT = {"after", "robots", "order", "winner", "over"}
_DECISION = {"robot", "ask", "turn", "register", "answer"}
_ROBOT = {"name", "robot", "team", "side"}


class ScenarioError(GameError):
    """A scenario file that cannot be read; the message is one plain sentence that names file and key."""


@dataclass(frozen=True)
class Difference:
    """Something that is not as the scenario says; `robot` is empty for what concerns the whole match."""

    after: str
    robot: str
    key: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        """Return the difference in words."""
        whose = f"{self.robot}.{self.key}" if self.robot else self.key
        return f"after {self.after}: {whose} should be {self.expected!r}, but is {self.got!r}"


@dataclass(frozen=True)
class Result:
    """The outcome of one scenario."""

    file: str
    name: str
    differences: tuple[Difference, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether everything is as the scenario says."""
        return not self.differences

    def to_data(self) -> dict[str, Any]:
        """Return the result as `roborally scenario --json` prints it."""
        return {
            "file": self.file,
            "name": self.name,
            "ok": self.ok,
            "differences": [asdict(difference) for difference in self.differences],
        }


# --- reading --------------------------------------------------------------------------------------------------------


def load_scenario(path: Path) -> dict[str, Any]:
    """Return the content of a scenario file; raise `ScenarioError`."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ScenarioError(f"{path}: not readable as TOML: {error}") from None


def find_scenarios(paths: Sequence[Path]) -> list[Path]:
    """Return the scenario files named by files and folders, in order; raise `ScenarioError` for what is not there."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(path.rglob("*.toml"))
        elif path.is_file():
            found.append(path)
        else:
            raise ScenarioError(f"{path}: there is no such file or folder")
    return found


def _expect_type(data: Mapping[str, Any], key: str, kind: type, where: str, default: Any) -> Any:
    value = data.get(key, default)
    if not isinstance(value, kind):
        word = {"str": "a text", "list": "a list", "dict": "a table"}[kind.__name__]
        raise ScenarioError(f"{where}: key {key!r} must be {word}, not {value!r}")
    return value


def _refuse_unknown(data: Mapping[str, Any], known: set[str], where: str) -> None:
    for key in sorted(set(data) - known):
        raise ScenarioError(f"{where}: unknown key {key!r}; possible are: {', '.join(sorted(known))}")


def moment_of(after: Any, where: str) -> tuple[int, int, str]:
    """Return (turn, stage, name of the moment) for the text in `after`; moments sort in the order in which they come."""
    match = _MOMENT.fullmatch(after) if isinstance(after, str) else None
    if match is None:
        raise ScenarioError(
            f"{where}: after = {after!r} is no moment; use 'start', 'register 2', 'turn 1' and the like"
        )
    turn_of_register, register, turn, start = match.groups()
    if register:
        return int(turn_of_register or 1), int(register), "stage"
    if turn and not start:
        return int(turn), 1_000, "turn"
    return int(turn or 1), 0, "start"


# --- running --------------------------------------------------------------------------------------------------------


@dataclass
class _Run:
    """One run of a scenario."""

    where: str
    data: dict[str, Any]
    game: Game
    match: Match
    names: list[str]
    facts: dict[str, Fact]
    expects: list[tuple[tuple[int, int, str], dict[str, Any]]]
    tally: Tally
    used: set[int] = field(default_factory=set)
    stage_events: list[Event] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)


def run_scenario(path: Path, catalogue: Catalogue, data: dict[str, Any] | None = None) -> Result:
    """Run one scenario; raise `ScenarioError` (or an error of configuration, course or plugin) if it is unusable."""
    if data is None:
        data = load_scenario(path)
    run = _prepare(str(path), data, catalogue)
    match = run.match
    while run.expects:
        _answer_all(run)
        match.run(until="turn")
        if match.state.over:
            for _, expect in run.expects:
                _compare(run, expect)
            break
    return Result(str(path), data["name"], tuple(run.differences))


def _prepare(where: str, data: dict[str, Any], catalogue: Catalogue) -> _Run:
    name = _expect_type(data, "name", str, where, "")
    if not name:
        raise ScenarioError(f"{where}: key 'name' is missing")
    robots = _expect_type(data, "robots", list, where, [])
    if not robots or not all(isinstance(robot, dict) and isinstance(robot.get("name"), str) for robot in robots):
        raise ScenarioError(f"{where}: there must be at least one [[robots]] entry, each with a name")
    game = _game(where, data, robots, catalogue)
    rules = game.rules
    lists = rules.registry("scenario-lists")
    tables = rules.registry("scenario-tables")
    _refuse_unknown(data, _TOP | set(lists) | set(tables), where)
    match = game.start(SEED)
    facts = {**CORE_FACTS, **rules.registry("facts")}
    expects = _expectations(where, data, [robot["name"] for robot in robots], facts)
    _check_decisions(where, data, [robot["name"] for robot in robots])
    run = _Run(where, data, game, match, [robot["name"] for robot in robots], facts, expects, Tally(rules, len(robots)))
    for start in rules.registry("scenario-starts").values():
        start(match)
    _set_up_robots(run, robots)
    for key, write in {**lists, **tables}.items():
        if key in data:
            try:
                write(match, data[key])
            except (ValueError, TypeError) as error:
                raise ScenarioError(f"{where}: {key}: {error}") from None
    match.watch = Watch(lambda event: _on_event(run, event))
    return run


def _game(where: str, data: dict[str, Any], robots: list[dict[str, Any]], catalogue: Catalogue) -> Game:
    try:
        seats = [
            SeatConfig(r["name"], robot=r.get("robot", ""), team=r.get("team", 0), side=r.get("side", ""))
            for r in robots
        ]
        section = MatchSection(
            mode=_expect_type(data, "mode", str, where, "standard"),
            course="scenario",
            seed=SEED,
            plugins=_expect_type(data, "plugins", list, where, []),
        )
        config = MatchConfig(section, _expect_type(data, "settings", dict, where, {}), {}, seats)
        course = _course(where, data, catalogue, [config.match.mode, *config.match.plugins])
        return make_game(config, catalogue, where=where, course=course, strict=False)
    except (ConfigError, CourseError) as error:
        raise ScenarioError(str(error)) from None


def _course(where: str, data: dict[str, Any], catalogue: Catalogue, plugins: list[str]) -> Course:
    notations = Notations.of(catalogue.resolve(plugins))
    if "course" in data:
        return find_course(_expect_type(data, "course", str, where, ""), notations)
    board = _expect_type(data, "board", dict, where, {})
    _refuse_unknown(board, {"grid", "course"}, f"{where}: [board]")
    if "course" in board:
        return find_course(_expect_type(board, "course", str, where, ""), notations)
    grid = _expect_type(board, "grid", str, f"{where}: [board]", "")
    return Course("scenario", "Scenario", parse_grid(grid, notations, where))


def _set_up_robots(run: _Run, robots: list[dict[str, Any]]) -> None:
    """Put the robots where the scenario says, then let the facts write themselves in their order."""
    match = run.match
    writable = {key for key, fact in run.facts.items() if fact.write is not None}
    for piece in match.state.pieces:
        if piece.cell >= 0:
            match.state.at[piece.cell] = -1
            piece.cell = OFF
    for piece, robot in zip(match.state.pieces, robots, strict=True):
        where = f"{run.where}: robot {robot['name']!r}"
        _refuse_unknown(robot, writable | _ROBOT, where)
        if robot.get("virtual") is True:
            piece.solid = False
        if "cell" in robot:
            _write(run, piece, robot, "cell")
        elif not robot.get("destroyed") and not robot.get("entering"):
            raise ScenarioError(f"{where}: key 'cell' may be missing only with 'destroyed' or 'entering'")
        if "facing" in robot:
            _write(run, piece, robot, "facing")
        for place in match.rules.registry("scenario-robots").values():
            if piece.cell >= 0:
                place(match, piece)
    keys = sorted(writable - {"cell", "facing", "virtual"}, key=lambda key: (run.facts[key].order, key))
    for key in keys:
        for piece, robot in zip(match.state.pieces, robots, strict=True):
            if key in robot:
                _write(run, piece, robot, key)


def _write(run: _Run, piece: Piece, robot: dict[str, Any], key: str) -> None:
    write = run.facts[key].write
    assert write is not None
    try:
        write(run.match, piece, robot[key])
    except (ValueError, TypeError, KeyError) as error:
        raise ScenarioError(f"{run.where}: robot {robot['name']!r}: {key} {error}") from None


def _expectations(
    where: str, data: dict[str, Any], names: list[str], facts: Mapping[str, Fact]
) -> list[tuple[tuple[int, int, str], dict[str, Any]]]:
    readable = {key for key, fact in facts.items() if fact.read is not None} | {"stats"}
    expects = []
    for number, expect in enumerate(_expect_type(data, "expect", list, where, []), 1):
        place = f"{where}: expect entry {number}"
        _refuse_unknown(expect, _EXPECT, place)
        for robot, keys in _expect_type(expect, "robots", dict, place, {}).items():
            if robot not in names:
                raise ScenarioError(f"{place}: there is no robot {robot!r}; there are: {', '.join(names)}")
            _refuse_unknown(keys, readable, f"{place}: robot {robot!r}")
        expects.append((moment_of(expect.get("after"), place), expect))
    if not expects:
        raise ScenarioError(f"{where}: there must be at least one [[expect]] entry")
    return sorted(expects, key=lambda entry: entry[0])


def _check_decisions(where: str, data: dict[str, Any], names: list[str]) -> None:
    for number, entry in enumerate(_expect_type(data, "decisions", list, where, []), 1):
        place = f"{where}: decisions entry {number}"
        _refuse_unknown(entry, _DECISION, place)
        for key in ("robot", "ask", "answer"):
            if key not in entry:
                raise ScenarioError(f"{place}: key {key!r} is missing")
        if entry["robot"] not in names:
            raise ScenarioError(f"{place}: there is no robot {entry['robot']!r}; there are: {', '.join(names)}")


# --- questions ------------------------------------------------------------------------------------------------------


def _answer_all(run: _Run) -> None:
    """Answer what is open: from the file, where it has an entry, else with the default."""
    match = run.match
    open_ = [decision for decision in match.state.decisions if decision["id"] not in match.state.sealed]
    entries = {decision["id"]: _entry_for(run, decision) for decision in open_}
    # Owners answer in the order of their entries, then the others (FORMATS 5b).
    open_.sort(key=lambda decision: (entries[decision["id"]] is None, entries[decision["id"]] or 0))
    for decision in open_:
        number = entries[decision["id"]]
        answer = decision["default"]
        if number is not None:
            run.used.add(number)
            answer = run.data["decisions"][number]["answer"]
        try:
            match.seal(decision["id"], answer)
        except AnswerError as error:
            robot = run.names[decision["piece"]]
            after = f"turn {match.state.turn} register {match.state.stage}"
            run.differences.append(Difference(after, robot, "ask", answer, str(error)))
            match.seal(decision["id"], decision["default"])


def _entry_for(run: _Run, decision: Decision) -> int | None:
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


# --- comparing ------------------------------------------------------------------------------------------------------


def _on_event(run: _Run, event: Event) -> None:
    run.tally.feed(event)
    run.stage_events.append(event)
    if event["type"] != "moment":
        return
    reached = (event["turn"], {"turn": 1_000}.get(event["name"], event["stage"]), event["name"])
    while run.expects and run.expects[0][0] <= reached:
        _compare(run, run.expects.pop(0)[1])
    run.stage_events = []


def _compare(run: _Run, expect: dict[str, Any]) -> None:
    after = expect["after"]
    for name, keys in expect.get("robots", {}).items():
        piece = run.match.state.pieces[run.names.index(name)]
        for key, expected in keys.items():
            if key == "stats":
                _compare_statistics(run, after, name, expected, piece.index)
                continue
            fact = run.facts[key]
            assert fact.read is not None
            got = _plain(fact.read(run.match, piece))
            holds = fact.holds or (lambda wanted, value: bool(wanted == value))
            if not holds(expected, got):
                run.differences.append(Difference(after, name, key, expected, got))
    for key, got in (
        ("order", lambda: _order(run)),
        ("winner", lambda: _winner(run, expect["winner"])),
        ("over", lambda: run.match.state.over),
    ):
        if key in expect and (value := got()) != expect[key]:
            run.differences.append(Difference(after, "", key, expect[key], value))


def _compare_statistics(run: _Run, after: str, name: str, expected: dict[str, int], index: int) -> None:
    counts = run.tally.counts[index]
    for statistic, value in expected.items():
        if counts.get(statistic) != value:
            run.differences.append(Difference(after, name, f"stats.{statistic}", value, counts.get(statistic)))


def _order(run: _Run) -> list[str]:
    orders = [order(run.stage_events) for order in run.game.rules.registry("scenario-orders").values()]
    return [run.names[piece] for order in orders for piece in order]


def _winner(run: _Run, expected: Any) -> Any:
    winners = [run.names[piece] for piece in run.match.state.winners]
    if isinstance(expected, list):
        return winners
    return winners[0] if len(winners) == 1 else (winners or "")


def _plain(value: Any) -> Any:
    """Return a value as TOML would give it: lists instead of tuples."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


# --- the facts that the kernel itself knows -------------------------------------------------------------------------


def _read_cell(match: Match, piece: Piece) -> Any:
    return match.cell_of(piece)


def _write_cell(match: Match, piece: Piece, value: Any) -> None:
    cell = frozen(value)
    if not isinstance(cell, tuple) or len(cell) != 2 or any(type(number) is not int for number in cell):
        raise ValueError("must be a cell such as [3, 9]")
    index = match.floor.index(cell)
    if piece.solid and match.state.at[index] >= 0:
        raise ValueError(f"[{cell[0]}, {cell[1]}] is taken by another robot")
    match.place(piece, index, piece.facing, "scenario")


def _write_facing(match: Match, piece: Piece, value: Any) -> None:
    piece.facing = direction_named(value)


def _write_damage(match: Match, piece: Piece, value: Any) -> None:
    if type(value) is not int or not 0 <= value < match.rules.toughness:
        raise ValueError(f"must be a whole number from 0 to {match.rules.toughness - 1}")
    if value:
        match.hurt(piece, value, "scenario")


def _write_virtual(match: Match, piece: Piece, value: Any) -> None:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")


CORE_FACTS: dict[str, Fact] = {
    "cell": Fact(_read_cell, _write_cell),
    "facing": Fact(lambda match, piece: NAMES[piece.facing], _write_facing),
    "damage": Fact(lambda match, piece: piece.damage, _write_damage),
    "alive": Fact(lambda match, piece: piece.cell >= 0),
    "virtual": Fact(lambda match, piece: not piece.solid, _write_virtual),
}
