"""Finds, reads and checks scenario files before they run (docs/formats.md, Scenarios).

A file holds one scenario, or several as `[[scenario]]` tables, each with an `id`. The place of a scenario is the path
of its file, or `FILE::ID` if the file has several. Every error is one plain sentence that names place and key.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from roborally.base.errors import GameError, Message
from roborally.base.toml_file import read_toml
from roborally.base.validation import unknown_key

MAX_TURN = 200
"""The last turn that a scenario may wait for; a rule that needs more turns is not tested by a scenario."""
MAX_ROBOTS = 100
"""The maximum number of robots in a scenario."""
LAST_STAGE = 1_000
"""The stage number that stands for the end of a turn, so that moments sort by time."""

Moment = tuple[int, int, str]
"""The turn, stage and name (`start`, `stage` or `turn`) of a moment; such tuples sort by time."""

TOP_KEYS = {"name", "mode", "rules", "note", "plugins", "settings", "board", "course", "robots", "decisions", "expect"}
ROBOT_KEYS = {"name", "robot", "team", "side"}
SEVERAL = "scenario"
"""The key of the list of scenarios in a file that holds several."""
_APART = "::"
"""The separator between a file and the id of a scenario in it."""
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_EXPECT_KEYS = {"after", "robots", "order", "winner", "over"}
_DECISION_KEYS = {"robot", "ask", "turn", "register", "answer"}
_MOMENT = re.compile(r"start|(?:turn ([1-9][0-9]*) )?register ([1-9][0-9]*)|turn ([1-9][0-9]*)( start)?")
_KINDS = {
    str: Message.of("a text"),
    list: Message.of("a list"),
    dict: Message.of("a table"),
    int: Message.of("a whole number"),
    bool: Message.of("true or false"),
}
Where = str | Message
"""The file, or the place in a file, that an error names."""


class ScenarioError(GameError):
    """A scenario file cannot be used; the message is one plain sentence that names file and key."""


def load_scenario(place: Path) -> dict[str, Any]:
    """Return the content of the scenario at `place`, a path or `FILE::ID`; raise `ScenarioError`."""
    file, id_ = file_and_id(place)
    data = read_toml(file, error=ScenarioError)
    several = _several(data, file)
    if not id_ and SEVERAL not in data:
        return data
    if id_ in several:
        return several[id_]
    known = ", ".join(several) or "-"
    if id_:
        raise ScenarioError("there is no scenario {id!r}; there are: {known}", where=file, id=id_, known=known)
    raise ScenarioError(
        "name one scenario of this file, as {file}::ID: {known}", where=file, file=file.name, known=known
    )


def scenarios_in(file: Path) -> list[Path]:
    """Return the places of all scenarios in a file; for an unusable file, its path, so that it is reported later."""
    try:
        several = _several(read_toml(file, error=ScenarioError), file)
    except ScenarioError:
        several = {}
    return [Path(f"{file}{_APART}{id_}") for id_ in several] or [file]


def file_and_id(place: Path) -> tuple[Path, str]:
    """Split a scenario's place into its file and its id, which is empty if the file holds only one scenario."""
    file, _apart, id_ = str(place).partition(_APART)
    return Path(file), id_


def _several(data: Mapping[str, Any], file: Path) -> dict[str, dict[str, Any]]:
    """Return the scenarios of a file by their ids, empty if it holds only one; raise `ScenarioError` for a wrong id."""
    found: dict[str, dict[str, Any]] = {}
    for number, entry in enumerate(tables(data, SEVERAL, str(file)), 1):
        place = Message.of("{table} entry {number}", file, table=SEVERAL, number=number)
        refuse_unknown(data, {SEVERAL}, str(file))
        if "id" not in entry:
            raise ScenarioError("key {key!r} is missing", where=place, key="id")
        id_ = typed(entry, "id", str, place, "")
        if not _ID.fullmatch(id_) or id_ in found:
            raise ScenarioError(
                "key 'id' must be small letters, digits and hyphens, and no other scenario's, not {value}",
                where=place,
                value=brief(id_),
            )
        found[id_] = {key: value for key, value in entry.items() if key != "id"}
    return found


def is_scenario(place: Path) -> bool:
    """Return whether a file looks like a scenario file; false for a match file and for an unreadable one."""
    try:
        return _has_its_keys(read_toml(file_and_id(place)[0], error=ScenarioError))
    except ScenarioError:
        return False


def _has_its_keys(data: Mapping[str, Any]) -> bool:
    return bool({"robots", "expect", SEVERAL} & set(data)) and not {"match", "seats"} & set(data)


def brief(value: Any) -> str:
    """Return a value as text for a message, at most 80 characters long."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def find_scenarios(paths: Sequence[Path]) -> list[Path]:
    """Return the places of all scenarios in the files, folders and places `paths`, in order, each once.

    A folder is searched with its subfolders, even linked ones; boards, lessons and manifests are skipped. Raise
    `ScenarioError` for a missing path and for a folder without scenarios.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            folders = [path, *(inner for inner in path.iterdir() if inner.is_symlink() and inner.is_dir())]
            files = {file for folder in folders for file in folder.rglob("*.toml") if _may_be_meant(file, path)}
            if not files:
                raise ScenarioError("there is no scenario (*.toml) in this folder", where=path)
            found |= dict.fromkeys(place for file in sorted(files) for place in scenarios_in(file))
        elif path.is_file():
            found |= dict.fromkeys(scenarios_in(path))
        elif file_and_id(path)[0].is_file():
            found[path] = None
        else:
            raise ScenarioError("there is no such file or folder", where=path)
    return list(found)


def scenarios_of(plugin: Path) -> list[Path]:
    """Return the places of the scenarios of the plugin in a folder, in order; empty if it has none."""
    folder = plugin / "scenarios"
    try:
        return find_scenarios([folder]) if folder.is_dir() else []
    except ScenarioError:
        return []  # an empty folder


def _may_be_meant(file: Path, folder: Path) -> bool:
    """Return whether to treat a file as a scenario: any in a folder `scenarios`, elsewhere one with a scenario's keys.

    An unreadable file counts, too, so that its error is reported.
    """
    if "scenarios" in (folder.absolute().name, *file.relative_to(folder).parts):
        return True
    try:
        data = read_toml(file, error=ScenarioError)
    except ScenarioError:
        return True
    return _has_its_keys(data) and "lesson" not in data


def typed(data: Mapping[str, Any], key: str, kind: type, where: Where, default: Any) -> Any:
    """Return the value of a key in `data`, or `default` if it is missing; raise `ScenarioError` for another type."""
    value = data.get(key, default)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ScenarioError(
            "key {key!r} must be {allowed}, not {value}", where=where, key=key, allowed=_KINDS[kind], value=brief(value)
        )
    return value


def refuse_unknown(data: Mapping[str, Any], known: set[str], where: Where) -> None:
    """Raise `ScenarioError` if `data` has a key that is not in `known`."""
    for key in sorted(set(data) - known):
        raise ScenarioError(unknown_key(key, "", known), where=where)


def tables(data: Mapping[str, Any], key: str, where: Where) -> list[dict[str, Any]]:
    """Return the list of tables at a key, such as `[[robots]]`, empty if missing; raise `ScenarioError`."""
    entries = data.get(key, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ScenarioError(
            "key {key!r} must be a list of tables, written [[{key}]], not {value}",
            where=where,
            key=key,
            value=brief(entries),
        )
    return entries


def texts(data: Mapping[str, Any], key: str, where: Where) -> list[str]:
    """Return the list of texts at a key, empty if missing; raise `ScenarioError` for anything else."""
    value = typed(data, key, list, where, [])
    if not all(isinstance(entry, str) for entry in value):
        raise ScenarioError(
            "key {key!r} must be a list of texts, not {value}", where=where, key=key, value=brief(value)
        )
    return list(value)


def moment_of(after: Any, where: Where) -> Moment:
    """Return the moment that the text of a key `after` names, such as `turn 2 register 3`; raise `ScenarioError`."""
    match = _MOMENT.fullmatch(after) if isinstance(after, str) else None
    if match is None:
        raise ScenarioError(
            "after = {after} is not a moment; use 'start', 'register 2', 'turn 1', 'turn 2 start' or "
            "'turn 2 register 3'",
            where=where,
            after=brief(after),
        )
    turn_of_register, register, turn, start = match.groups()
    if len(turn_of_register or turn or "") > 9 or int(turn_of_register or turn or 1) > MAX_TURN:
        raise ScenarioError(
            "after = {after} is too late; a scenario runs for at most {most} turns",
            where=where,
            after=brief(after),
            most=MAX_TURN,
        )
    if register and (len(register) > 9 or int(register) >= LAST_STAGE):
        raise ScenarioError(
            "after = {after} is not possible; no turn has so many registers", where=where, after=brief(after)
        )
    if register:
        return int(turn_of_register or 1), int(register), "stage"
    if turn and not start:
        return int(turn), LAST_STAGE, "turn"
    return int(turn or 1), 0, "start"


# --- the parts of a file --------------------------------------------------------------------------------------------


def check_head(data: Mapping[str, Any], where: Where) -> None:
    """Raise `ScenarioError` unless the keys at the top of a scenario, such as `name`, have the right types."""
    if "name" not in data:
        raise ScenarioError("key 'name' is missing", where=where)
    if not typed(data, "name", str, where, "").strip():
        raise ScenarioError("key 'name' is empty", where=where)
    for key in ("mode", "note"):
        typed(data, key, str, where, "")
    for key in ("rules", "plugins"):
        texts(data, key, where)
    for key in ("settings", "board"):
        typed(data, key, dict, where, {})


def check_robots(data: Mapping[str, Any], where: Where) -> list[str]:
    """Check the keys of robots that are the same in every mode, and return the robots' names; raise `ScenarioError`."""
    robots = tables(data, "robots", where)
    if not 1 <= len(robots) <= MAX_ROBOTS:
        raise ScenarioError(
            "there must be 1 to {most} [[robots]] entries, not {count}",
            where=where,
            most=MAX_ROBOTS,
            count=len(robots),
        )
    names: list[str] = []
    for number, robot in enumerate(robots, 1):
        place = Message.of("{table} entry {number}", where, table="robots", number=number)
        if "name" not in robot:
            raise ScenarioError("key 'name' is missing", where=place)
        name = typed(robot, "name", str, place, "")
        for key, kind in (("robot", str), ("side", str), ("team", int)):
            typed(robot, key, kind, place, kind())
        if name in names:
            raise ScenarioError("the name {name!r} is taken already", where=place, name=name)
        names.append(name)
    return names


def check_decisions(data: Mapping[str, Any], names: Sequence[str], where: Where) -> None:
    """Raise `ScenarioError` for a faulty `[[decisions]]` entry; these are prepared answers of the robots `names`."""
    for number, entry in enumerate(tables(data, "decisions", where), 1):
        place = Message.of("{table} entry {number}", where, table="decisions", number=number)
        refuse_unknown(entry, _DECISION_KEYS, place)
        for key in ("robot", "ask", "answer"):
            if key not in entry:
                raise ScenarioError("key {key!r} is missing", where=place, key=key)
        for key in ("turn", "register"):
            if typed(entry, key, int, place, 1) < 1:
                raise ScenarioError(
                    "key {key!r} must be 1 or more, not {value}", where=place, key=key, value=brief(entry[key])
                )
        typed(entry, "ask", str, place, "")
        _known_robot(typed(entry, "robot", str, place, ""), names, place)


class Readable(NamedTuple):
    """The names that an `[[expect]]` entry can compare: facts (`Fact`) of a robot and of the match, and statistics."""

    robot: set[str]
    match: set[str]
    statistics: set[str]


def expectations(
    data: Mapping[str, Any], names: Sequence[str], readable: Readable, where: Where
) -> list[tuple[Moment, dict[str, Any]]]:
    """Return pairs of a moment and an `[[expect]]` entry, in order of time; raise `ScenarioError`."""
    found = []
    for number, expect in enumerate(tables(data, "expect", where), 1):
        place = Message.of("{table} entry {number}", where, table="expect", number=number)
        refuse_unknown(expect, _EXPECT_KEYS | readable.match, place)
        if "after" not in expect:
            raise ScenarioError("key 'after' is missing", where=place)
        for robot, keys in typed(expect, "robots", dict, place, {}).items():
            _known_robot(robot, names, place)
            typed(expect["robots"], robot, dict, Message.of("{key}", place, key="robots"), {})
            spot = Message.of("robot {name!r}", place, name=robot)
            refuse_unknown(keys, readable.robot, spot)
            refuse_unknown(
                typed(keys, "stats", dict, spot, {}), readable.statistics, Message.of("{key}", spot, key="stats")
            )
        for robot in texts(expect, "order", place):
            _known_robot(robot, names, Message.of("{key}", place, key="order"))
        _check_end(expect, names, place)
        found.append((moment_of(expect["after"], place), expect))
    if not found:
        raise ScenarioError("there must be at least one [[expect]] entry", where=where)
    return sorted(found, key=lambda entry: entry[0])


def _check_end(expect: Mapping[str, Any], names: Sequence[str], place: Where) -> None:
    typed(expect, "over", bool, place, False)
    winner = expect.get("winner", "")
    if isinstance(winner, bool) or not isinstance(winner, str | int | list):
        raise ScenarioError(
            "key 'winner' must be a robot's name, a list of names or a team, not {value}",
            where=place,
            value=brief(winner),
        )
    for name in winner if isinstance(winner, list) else [winner]:
        if not isinstance(name, int) and name != "":
            _known_robot(name, names, Message.of("{key}", place, key="winner"))


def _known_robot(name: Any, names: Sequence[str], place: Where) -> None:
    if name not in names:
        raise ScenarioError(
            "there is no robot {name}; there are: {known}", where=place, name=brief(name), known=", ".join(names)
        )
