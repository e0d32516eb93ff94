"""Reads and checks `plugin.toml`, the manifest of a plugin: everything about the plugin that needs no code."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from roborally.base.toml_file import parse_toml, read_text
from roborally.base.validation import in_words
from roborally.plugin_system.errors import PluginError
from roborally.plugin_system.manifest_achievements import MAX_COUNTED, AchievementManifest, Condition
from roborally.plugin_system.manifest_settings import PresetManifest, Setting
from roborally.plugin_system.manifest_tables import (
    MAX_ATOM,
    ActManifest,
    Attribute,
    CommandManifest,
    ElementManifest,
    GaugeManifest,
    OptionManifest,
    PageManifest,
    PhaseManifest,
    PieceManifest,
    RobotManifest,
)
from roborally.plugin_system.manifest_texts import check_texts, gather
from roborally.plugin_system.needs import Need, id_problem, parse_need

__all__ = [
    "API_VERSION",
    "MAX_ATOM",
    "MAX_COUNTED",
    "AchievementManifest",
    "ActManifest",
    "Attribute",
    "CommandManifest",
    "Condition",
    "ElementManifest",
    "GaugeManifest",
    "Manifest",
    "OptionManifest",
    "PageManifest",
    "PhaseManifest",
    "PieceManifest",
    "PresetManifest",
    "RobotManifest",
    "Setting",
    "ordered",
    "read_manifest",
]

API_VERSION = 2
"""The version of the plugin interface; a plugin for another version, or without one, is refused."""
MAX_DIFFERENCES = 3
"""The maximum number of sentences in `Manifest.differences`."""

OrderEntry = str | list[str] | dict[str, Any]
"""A phase; names of shooters that fire together; or a table that lists entries for each value of a setting."""


Weight = Literal["loss", "ahead", "goal", "push", "deed", "small", "light"]
"""How much an event matters to a robot: `loss` and `goal` more than a push, `push` as much, `deed` and `small` less.

`light` is for the player of the robot only.
"""
Ending = Literal["goal", "elimination", "draw"]
"""The kinds of ends of a match: by the mode's goal, by the last robot, or without a winner."""


class Manifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The content of one `plugin.toml`; each attribute is a key or table in it.

    If a table of sentences has no entry, a general sentence is used; an empty text shows nothing.

    A command, element, piece of equipment, piece or robot may bring its own entries of `act`, `answer`, `cause`,
    `event_rules`, `gone`, `heal`, `hurt`, `log`, `move`, `phase`, `question`, `question_rules`, `sound` and `topic`:
    `question.brakes = "Move or stop?"` in `[option.brakes]`.
    """

    id: str
    """The name in match files: lower-case words joined by hyphens, at most 40 letters."""
    title: str
    """The plugin's name for people, in English."""
    description: str
    """What the plugin adds, in a sentence; for a bot, how the bot plays."""
    version: str
    """The version of the plugin, such as `0.2`."""
    authors: list[str]
    """The names of the plugin's authors."""
    license: str
    """The licence under which others may use the plugin."""
    api: int
    """The version of the plugin interface, 2 now; a plugin for another version is refused."""
    kind: Literal["mode", "rules", "elements", "robots", "options", "bot", "program"] = "rules"
    """The main kind of thing that the plugin adds."""
    needs: list[str] = []
    """Plugins that are enabled with this one and register before it; this one may import their `api.py`.

    `"option-cards"` takes any version, `"option-cards >= 0.2, < 1"` only those. Versions are compared by their numbers.
    """
    conflicts: list[str] = []
    """Plugins that a new match cannot have together with this one; saved matches that have both go on."""
    provides: list[str] = []
    """Features that a match can have only once; a mode provides `mode`."""
    players: list[int] = []
    """The smallest and the largest number of players (modes only)."""
    seat_settings: list[Literal["team", "side"]] = []
    """The settings that are chosen for each seat before the match (modes only)."""
    settings: dict[str, Setting] = {}
    """The plugin's settings, by name; a name must not occur in two plugins."""
    edition: dict[str, int | float | bool | str | list[str]] = {}
    """The defaults of other plugins' settings in this mode (modes only)."""
    preset: dict[str, PresetManifest] = {}
    """Settings that are chosen together, by name (modes only)."""
    order: dict[str, list[OrderEntry]] = {}
    """The phases of each sequence in order, `turn` among them (modes only).

    An entry is a phase, or a list of shooters that fire together. A table such as `{ setting = "lasers", together =
    [...], board_first = [...] }` stands for the entries that it lists for the value of a setting of the mode; the
    values of a switch are `true` and `false`.
    """
    phase: dict[str, PhaseManifest] = {}
    """The entries of the overview of a turn, by phase or shooter; a mode's entry has priority."""
    differences: list[str] = []
    """Up to three short sentences on how these rules differ from others, for players who choose a mode (modes only)."""
    rule_pages: list[str] = []
    """The pages of the game's rulebook that hold all rules, such as `volt` (modes only).

    A mode's own summary of its rules on two pages is in `rulebook/en.md`, translated in `rulebook/de.md` and so on.
    """
    opening: dict[str, PageManifest] = {}
    """The pages shown before a player's first match (modes only); without any, those about the factory are shown."""
    demands: list[str] = []
    """The kinds of elements that a course must have (modes only)."""
    result: dict[Ending, str] = {}
    """The mode's own sentences for ends of a match, such as "won with the most spaces" (modes only)."""
    shares: dict[str, list[str]] = {}
    """The kinds of elements that may share a cell with a kind of element in this mode, by the latter (modes only)."""
    element: dict[str, ElementManifest] = {}
    """Board elements, by kind."""
    robot: dict[str, RobotManifest] = {}
    """Robots that players may choose, by model."""
    piece: dict[str, PieceManifest] = {}
    """Pieces that belong to no seat, by kind."""
    option: dict[str, OptionManifest] = {}
    """Pieces of equipment, by card."""
    log: dict[str, str] = {}
    """The sentences of the log, by type of event, with `{piece}`, the robot's name, and the event's other keys.

    `robot_keys` names the keys that hold robots. `{effect}` is the description of the equipment that the key `card`
    names. `"brakes stop"` is the sentence for an answer that is not secret, by the kind of question and the answer,
    `"card pause"` that for an event whose key `card` has this command. `"EVENT after OTHER"` is preferred if the other
    event came before in the same beat, for the kernel's events to the same piece. A text without a full stop is a
    heading.
    """
    robot_keys: list[str] = []
    """Keys of events that hold the index of a robot, or a list of these: `[log]` shows the robots' names.

    `piece`, `pieces`, `by`, `shooter`, `target` and `winners` need not be named.
    """
    cause: dict[str, str] = {}
    """The sentences for destructions, by cause, with `{piece}`, `{by}` and `{cell}`.

    `CAUSE by` is the sentence if a robot gets the credit.
    """
    hurt: dict[str, str] = {}
    """The sentences for damage, by cause, with `{piece}`, `{points}`, `{damage}` (afterwards) and `{by}`.

    A sentence replaces that of the placement just before with the same `how`.
    """
    heal: dict[str, str] = {}
    """The sentences for repairs, by cause, with `{piece}`, `{points}` and `{damage}` (afterwards)."""
    move: dict[str, str] = {}
    """The sentences for steps and placements, by the way of moving (`how`), with `{piece}`.

    For steps also with `{by}`, `{direction}`, `{from}`, `{to}` and `{distance}` (`2 spaces`), for placements with
    `{cell}` and `{facing}`. A sentence with `{distance}` covers all steps of a move in one line. `"slide off"` is for a
    step off the board; without it the log has the fall. `"drag led"` is for a step to the cell that another piece,
    `{leader}`, has left; `"belt turned"` for steps with turns of the same `how`, with `{quarters}` (`right`).
    """
    turn: dict[str, str] = {}
    """The sentences for turns, by the way of turning (`how`), with `{piece}` and `{quarters}` (`right`)."""
    recap: dict[Weight, list[str]] = {}
    """The keys of `log` that the recap of a turn repeats, by how much the events matter.

    The sentence stands beside the event's robot, without `{piece}` at its beginning, or beside each robot in `by`:
    `"EVENT by" = "{by} brings it home."` in `log` is preferred. The recap also has `"HOW by"` of `move` and `turn`, for
    the player of the robot, and `"CAUSE by"` of `hurt`; a sentence of `hurt` up to its colon stands beside `{by}`.
    `ahead`, as heavy as `loss`, is for what the next turn brings: it is forgotten when that turn begins.
    """
    agent: dict[str, str] = {}
    """Names for what pushes (by `how`) or damages (by `cause`) where no robot does: `board-laser = "a laser"`.

    A name with `{by}` takes the place of the robot that causes damage. `"belt off" = "a belt"` is used only
    where this has carried a robot to its destruction.
    """
    act: dict[str, ActManifest] = {}
    """The effects that the window shows for an event, by the same keys as in `log`."""
    sound: dict[str, str] = {}
    """The sounds of events, by type or by `type how` (`step slide`, `reveal 1`), which has priority.

    An empty text is silence.
    """
    gauge: dict[str, GaugeManifest] = {}
    """Numbers of a robot that are shown beside its damage, by the name of the gauge."""
    attribute: dict[Attribute, str] = {}
    """The names of the facts that hold more that the window shows of a robot, by what they show.

    `team` is the number of the robot's team, 0 for none; `waiting` says that the robot has not entered the floor yet,
    `entry` is the cell where it will; `eliminated`, `resting` and `announced` say that it is out of the game, sits out
    this turn, or will sit out the next one; `virtual` that others do not touch it, in modes with such robots. `marker`
    is the cell of its marker, `slots` the program as a table by number (`?` for a hidden card, an empty text for none),
    `locks` the numbers of the locked slots, `order` its place among the robots that act in the running stage, 0 for
    none, `options` the equipment before the owner. `hand` holds the cards from which the owner chooses, for questions
    that are answered with some of them.
    """
    question: dict[str, str] = {}
    """The sentences that ask questions, by kind of question."""
    event_rules: dict[str, list[str]] = {}
    """The ids of the rules behind an event, by type or by `type how`, as in `sound`; lines of the log link to them."""
    question_rules: dict[str, list[str]] = {}
    """The ids of the rules behind a question, by kind or by the key of its view (`about`), as in `topic`."""
    topic: dict[str, str] = {}
    """The headings of questions, by kind: a text, or a piece of equipment, whose title and picture are shown.

    A kind without an entry has as heading the equipment with the name of the kind, or the plugin's title.
    """
    answer: dict[str, str] = {}
    """The words for answers, by answer, or by `kind answer` for one kind of question.

    A word with `{answer}` is for all answers of a kind, or for an action whose answer also names its object (`strip` in
    `strip turret`). Yes, no, directions, cards and equipment need no words.
    """
    gone: dict[str, str] = {}
    """Reasons why an answer is shown in grey (`views.choices`), by kind of question."""
    command: dict[str, CommandManifest] = {}
    """Commands that a program may contain, by name."""
    achievement: dict[str, AchievementManifest] = {}
    """Achievements of players, by name."""

    @property
    def needed(self) -> tuple[Need, ...]:
        """Return the entries of `needs`, parsed; `read_manifest` has refused wrong ones."""
        return tuple(map(parse_need, self.needs))


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest in a plugin's folder; raise `PluginError` with one plain sentence if it is unusable."""
    path = folder / "plugin.toml"
    if not path.exists():
        raise PluginError("there is no plugin.toml", where=folder)
    return _manifest_of(read_text(path, error=PluginError), path)


@lru_cache(maxsize=64)  # the plugins are read again and again, but seldom change
def _manifest_of(text: str, path: Path) -> Manifest:
    data = parse_toml(text, path, PluginError)
    check_texts(data, path)
    gather(data, path)
    if "api" not in data:
        raise PluginError(
            "api is missing; write api = {known}, and for an older plugin see docs/plugin-versions.md",
            where=path,
            known=API_VERSION,
        )
    try:
        manifest = msgspec.convert(data, Manifest)
    except msgspec.ValidationError as error:
        raise PluginError(in_words(error, data, Manifest), where=path) from error
    _check(manifest, path)
    return manifest


def _check(manifest: Manifest, path: Path) -> None:
    if problem := id_problem(manifest.id):
        raise PluginError("id {id!r} cannot be used: {problem}", where=path, id=manifest.id, problem=problem)
    if manifest.api > API_VERSION:
        raise PluginError(
            "the plugin is written for version {api} of the plugin interface, this game has version {known}; "
            "update the game",
            where=path,
            api=manifest.api,
            known=API_VERSION,
        )
    if manifest.api != API_VERSION:
        raise PluginError(
            "the plugin is written for version {api} of the plugin interface, this game has version {known}; "
            "docs/plugin-versions.md says what to change",
            where=path,
            api=manifest.api,
            known=API_VERSION,
        )
    players = manifest.players
    if players and not (len(players) == 2 and 1 <= players[0] <= players[1]):
        raise PluginError(
            "players must be the smallest and the largest number, such as [2, 8], not {players}",
            where=path,
            players=players,
        )
    _check_needs(manifest, path)
    _check_settings(manifest, path)
    _check_order(manifest, path)
    _check_rulebook(manifest, path)
    for name, achievement in manifest.achievement.items():
        if problem := achievement.condition.problem():
            raise PluginError(problem.within(f"achievement.{name}.condition"), where=path)
    for table in ("robot", "opening", "element"):
        for name, entry in getattr(manifest, table).items():
            if problem := entry.problem():
                raise PluginError(problem.within(f"{table}.{name}"), where=path)


def _check_needs(manifest: Manifest, path: Path) -> None:
    """Raise `PluginError` if an entry of `needs` is no plugin's id, or repeats one."""
    named: set[str] = set()
    for written in manifest.needs:
        with PluginError.repeating(path):
            need = parse_need(written)
        if need.id in named:
            raise PluginError("needs: {other!r} must be named once", where=path, other=need.id)
        named.add(need.id)


def _check_rulebook(manifest: Manifest, path: Path) -> None:
    """Raise `PluginError` for keys that only a mode may have, or too many differences."""
    for key in ("differences", "rule_pages", "opening", "preset", "result", "order"):
        if getattr(manifest, key) and manifest.kind != "mode":
            raise PluginError(
                "only a mode has {key}; this plugin's kind is {kind!r}", where=path, key=key, kind=manifest.kind
            )
    if len(manifest.differences) > MAX_DIFFERENCES:
        raise PluginError(
            "differences holds {count} sentences; at most {most} are shown",
            where=path,
            count=len(manifest.differences),
            most=MAX_DIFFERENCES,
        )


def _check_order(manifest: Manifest, path: Path) -> None:
    """Raise `PluginError` for a table in `order` that names no setting or lacks entries for one of its values."""
    for sequence, entries in manifest.order.items():
        for entry in entries:
            if not isinstance(entry, dict):
                continue
            where = f"{path}: order.{sequence}"
            setting = manifest.settings.get(entry.get("setting", ""))
            if setting is None:
                known = ", ".join(sorted(manifest.settings))
                raise PluginError(
                    "{entry} must name a setting of this plugin as its `setting`: {known}",
                    where=where,
                    entry=entry,
                    known=known,
                )
            values = {"true", "false"} if setting.type == "switch" else set(setting.choices)
            if set(entry) - {"setting"} != values or not all(isinstance(entry[value], list) for value in values):
                raise PluginError(
                    "{entry} must have a list for each value of the setting: {values}",
                    where=where,
                    entry=entry,
                    values=", ".join(sorted(values)),
                )


def ordered(entries: list[OrderEntry], settings: Mapping[str, Any]) -> tuple[str | tuple[str, ...], ...]:
    """Return the phases, and tuples of shooters, of a sequence with these settings of the mode."""
    found: list[str | tuple[str, ...]] = []
    for entry in entries:
        if isinstance(entry, dict):
            value = settings[entry["setting"]]
            found += ordered(entry[str(value).lower() if isinstance(value, bool) else value], settings)
        else:
            found.append(entry if isinstance(entry, str) else tuple(entry))
    return tuple(found)


def _check_settings(manifest: Manifest, path: Path) -> None:
    for name, setting in manifest.settings.items():
        if problem := setting.problem(setting.default):
            raise PluginError(problem.within(f"settings.{name}.default"), where=path)
        if setting.quick and setting.type != "choice":
            raise PluginError(
                'settings.{name}.quick is only for the type "choice", not for {type!r}',
                where=path,
                name=name,
                type=setting.type,
            )
        for choice in setting.titles:
            if choice not in setting.choices:
                raise PluginError(
                    "setting {name!r} has a title for {choice!r}, which is not one of its choices",
                    where=path,
                    name=name,
                    choice=choice,
                )
