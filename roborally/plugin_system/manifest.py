"""Plugin manifests: `plugin.toml`, everything about a plugin that needs no code."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from roborally.base.errors import Message
from roborally.base.toml_file import read_toml
from roborally.base.validation import in_words
from roborally.core.geometry import SYMBOLS
from roborally.plugin_system.errors import PluginError

API_VERSION = 2
"""The version of the plugin interface; a plugin for another one, or that names none, is refused."""
MAX_FILE = 1_000_000
"""The largest manifest that is read, in bytes."""


_TEXT = Message.of("a text")
_KINDS = {
    "integer": Message.of("a whole number"),
    "number": Message.of("a number"),
    "switch": Message.of("true or false"),
}


class Setting(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A typed setting: what a match file may say, and what the lobby draws; `titles` puts choices into plain words."""

    type: Literal["integer", "number", "switch", "choice", "text"]
    default: int | float | bool | str
    text: str
    minimum: float | None = None
    maximum: float | None = None
    choices: list[str] = []
    titles: dict[str, str] = {}

    def title(self, choice: str) -> str:
        """Return a choice as a person reads it, not translated: its title, or itself with blanks."""
        return self.titles.get(choice) or choice.replace("_", " ")

    def problem(self, value: Any) -> Message | None:
        """Return why `value` is not allowed, if there is a reason; where it stands is not said."""
        kinds: dict[str, tuple[type, ...]] = {"integer": (int,), "number": (int, float), "switch": (bool,)}
        expected = kinds.get(self.type, (str,))
        if not isinstance(value, expected) or (isinstance(value, bool) and self.type != "switch"):
            return Message.of("must be {allowed}, not {value!r}", allowed=_KINDS.get(self.type) or _TEXT, value=value)
        if self.type == "choice" and value not in self.choices:
            return Message.of("must be one of {values}, not {value!r}", values=", ".join(self.choices), value=value)
        return self._range_problem(value) if isinstance(value, int | float) else None

    def _range_problem(self, value: float) -> Message | None:
        if self.minimum is not None and value < self.minimum:
            return Message.of("must be at least {least}, not {value}", least=f"{self.minimum:g}", value=value)
        if self.maximum is not None and value > self.maximum:
            return Message.of("must be at most {most}, not {value}", most=f"{self.maximum:g}", value=value)
        return None


class ElementManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A board element: how it is written, explained and drawn.

    `values` types the named groups of the notation (`integer`, `digits`, `text`; `direction` is known by its name).
    `words` spells captured texts for tooltip and sprite. `layer` says what may share a cell (one per layer; `edge`
    any number). `wall = "behind"` puts a wall on the edge opposite to the direction, `wall = "gate"` makes the edge in
    the direction a gate, which rules may shut (`Match.shut_gates`). `sequence` demands that the values of that name run
    from 1 without a gap, each once; `unique` only that none stands twice; `pairs` that each stands exactly twice.
    `not_on` names elements that may not share the cell. `printed` names the value that is written on the tile.
    """

    notation: str
    tooltip: str
    sprite: str = ""
    symbol: str = ""
    layer: Literal["floor", "marker", "edge"] = "floor"
    values: dict[str, Literal["integer", "digits", "text"]] = {}
    defaults: dict[str, int | str] = {}
    words: dict[str, dict[str, str]] = {}
    wall: Literal["", "behind", "gate"] = ""
    sequence: str = ""
    unique: str = ""
    pairs: str = ""
    not_on: list[str] = []
    animation: str = ""
    printed: str = ""

    def read(self, match: re.Match[str]) -> dict[str, Any]:
        """Return the values that a token of this notation says."""
        values: dict[str, Any] = {}
        for name, text in match.groupdict().items():
            if text is None:
                if name in self.defaults:
                    values[name] = self.defaults[name]
            elif name == "direction":
                values[name] = SYMBOLS.index(text)
            elif self.values.get(name) == "integer":
                values[name] = int(text)
            elif self.values.get(name) == "digits":
                values[name] = tuple(sorted({int(digit) for digit in text}))
            else:
                values[name] = text
        return values


class RobotManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A robot model that a player may choose."""

    title: str
    motto: str = ""
    ability: str = ""
    active: bool = False
    sprite: str = ""


class PieceManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A piece that belongs to no seat (`Rules.piece`): its name, which stands in sentences, and its picture.

    `leaves` and `returns` are the events with which it stops being solid, so that others pass below it, and is solid
    again; meanwhile `raised` is its picture.
    """

    title: str
    sprite: str = ""
    raised: str = ""
    leaves: str = ""
    returns: str = ""


class GaugeManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A number of a robot that is shown beside its damage, such as lives or points.

    `fact` is what the plugin registers under that name; where it reads `None` there is nothing to show. `events` say
    how the number changes: a type of event with the number itself, with the name of the event's key that holds it, or
    with `+1` to count on. `goal` is the fact of the number that must be reached. `title` heads a column, `text` tells
    the number, with `{value}` and `{goal}`, and `none` tells 0 where that means that there is none yet. `icon` is a
    picture in `art/` or a shared icon, drawn in the colour `tint` of the palette if it names one. With `row` the own
    number is a row of symbols; a `mark` is its symbol alone, which is seen unless the number is 0. Gauges come in
    ascending `order`, and rank robots at the end if they are `ranked`; then a statistic of the same name, which counts
    the same, has no column of its own.
    """

    fact: str
    title: str
    text: str
    icon: str
    none: str = ""
    tint: str = ""
    events: dict[str, int | str] = {}
    goal: str = ""
    order: int = 0
    row: bool = False
    mark: bool = False
    ranked: bool = False


Attribute = Literal[
    "team", "waiting", "eliminated", "resting", "announced", "marker", "locks", "slots", "options", "hand"
]
"""What the window can show of a robot, where a plugin says which of its facts tells it.

`team` is its number, 0 for none; `waiting` says that the robot has not entered the floor yet; `eliminated`, `resting`
and `announced` that it is out of the game, sits out this turn, or will sit out the next one. `marker` is the cell on
which its marker lies, `slots` the program as a table by number (`?` and an empty text for what is not known), `locks`
the numbers of the slots that are locked, `options` the equipment before the owner. `hand` are the cards among which
the owner chooses where a question is answered with some of them.
"""


class OptionManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A piece of equipment that lies before its owner: title, text and picture, and what may lie on it.

    `mark` names where the plugin's public slot says so: a list by piece, or a table by `piece:card` in which `fresh`
    stands for what is missing. A number is written on the picture, a value that `angles` names turns an arrow so many
    degrees to the right, and of anything else only that it is there is shown. `marked` tells it, with `{mark}`.
    """

    title: str
    text: str
    sprite: str = ""
    mark: str = ""
    fresh: int = 0
    angles: dict[str, int] = {}
    marked: str = ""


class ActManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What is seen beside the robot, the event's `piece`, when an event is played.

    `symbol` is the picture of a piece of equipment, one of some plugin's `art/`, or a shared icon; names in braces are
    the event's keys. It rises or sinks, in the colour `tint` of the palette if it names one. `ring` spreads a ring
    around the robot, `ray` sends one to the event's `target`, and `banner` shows the sentence of `[log]` in large. With
    `remark` the sentence is said to whoever watches an exhibition, as that of a banner always is. With `acts` the robot
    acts now: it and its row are marked until another one does.
    """

    symbol: str = ""
    motion: Literal["rise", "sink"] = "rise"
    tint: str = ""
    ring: bool = False
    ray: bool = False
    banner: bool = False
    remark: bool = False
    acts: bool = False


class CommandManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A command: its name, what it does in a sentence, and whether only some robots have it (`special`)."""

    title: str
    text: str = ""
    special: bool = False


MAX_COUNTED = 2**40
"""The largest number that a condition may speak of, and the largest count that is kept of one game."""


class Condition(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """When an achievement is reached: what statistics, added up, must come to.

    `sum` names statistics that count over all games, `game` such that count in one single game. `at_least` or, for a
    single game, `equals` says what they must come to.
    """

    sum: list[str] = []
    game: list[str] = []
    at_least: int | None = None
    equals: int | None = None

    @property
    def statistics(self) -> list[str]:
        """The statistics that are added up."""
        return self.sum or self.game

    @property
    def limit(self) -> int:
        """What they must come to."""
        return self.at_least if self.at_least is not None else self.equals or 0

    def holds(self, amount: int) -> bool:
        """Return whether an amount is enough."""
        return amount == self.limit if self.at_least is None else amount >= self.limit

    def problem(self) -> Message | None:
        """Return why this is not a condition, if there is a reason; where it stands is not said."""
        names = self.statistics
        if bool(self.sum) == bool(self.game):
            return Message.of("must name statistics under either sum or game")
        if len(set(names)) < len(names):
            return Message.of("must name each statistic once")
        if (self.at_least is None) == (self.equals is None):
            return Message.of("must have either at_least or equals")
        if self.sum and self.at_least is None:
            return Message.of("must have at_least, because a sum over all games only grows")
        if self.sum and self.limit < 1:
            return Message.of("must have an at_least of 1 or more, not {limit}", limit=self.limit)
        if abs(self.limit) > MAX_COUNTED:
            return Message.of("must not name a number beyond {most:,}", most=MAX_COUNTED)
        return None


class AchievementManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An achievement: its name, what a player has to do, and the condition on the statistics of finished games."""

    title: str
    text: str
    condition: Condition


OrderEntry = str | list[str] | dict[str, Any]
"""A phase; names of shooters that fire together; or a table that chooses entries by a setting (see `Manifest`)."""


class Manifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A whole `plugin.toml`.

    `order` (modes only) names the phases of each sequence in order, `turn` among them. An entry is the name of a
    phase, or a list of shooters that fire together. A table such as `{ setting = "lasers", together = [...],
    board_first = [...] }` stands for the entries that it lists for the value of a setting of the mode; the values of
    a switch are `true` and `false`.

    `edition` (modes only) gives other plugins' settings the defaults of this mode. Of the courses of a mode `demands`
    names elements that must be there, and `shares` for some elements those that may be on the same cell. `log` holds a
    sentence for each type of event that the plugin emits, and for answers (`brakes stop`); `{piece}` stands for a
    robot's name, other keys for the event's own. So do `cause` (of a destruction), `hurt` and `heal` (of damage and its
    loss) by cause, and `move` by the way of a step or a placement; `act` says what is seen, by the names of `log`.
    `gauge` says what is shown of a robot beside its damage, `attribute` by which facts the window knows what else there
    is to show of it. `seat_settings` (modes only) names what each seat chooses.
    `question` holds a sentence for each kind of decision, `topic` what stands above it: a text or a piece of equipment
    (else the equipment called as the kind is, or the plugin's title). `answer` is a word for an answer, for one to one
    kind of question, or with `{answer}` in it for all answers of a kind or all of an action. Where nothing is said,
    something general is; an empty text says nothing. `sound` names a sound for a type of event, or for `type how`
    (`step slide`).
    """

    id: str
    title: str
    description: str
    version: str
    authors: list[str]
    license: str
    api: int = 1
    kind: Literal["mode", "rules", "elements", "robots", "options", "bot"] = "rules"
    needs: list[str] = []
    conflicts: list[str] = []
    provides: list[str] = []
    players: list[int] = []
    seat_settings: list[Literal["team", "side"]] = []
    settings: dict[str, Setting] = {}
    edition: dict[str, int | float | bool | str] = {}
    order: dict[str, list[OrderEntry]] = {}
    demands: list[str] = []
    shares: dict[str, list[str]] = {}
    element: dict[str, ElementManifest] = {}
    robot: dict[str, RobotManifest] = {}
    piece: dict[str, PieceManifest] = {}
    option: dict[str, OptionManifest] = {}
    log: dict[str, str] = {}
    cause: dict[str, str] = {}
    hurt: dict[str, str] = {}
    heal: dict[str, str] = {}
    move: dict[str, str] = {}
    act: dict[str, ActManifest] = {}
    sound: dict[str, str] = {}
    gauge: dict[str, GaugeManifest] = {}
    attribute: dict[Attribute, str] = {}
    question: dict[str, str] = {}
    topic: dict[str, str] = {}
    answer: dict[str, str] = {}
    command: dict[str, CommandManifest] = {}
    achievement: dict[str, AchievementManifest] = {}


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a plugin folder; raise `PluginError` with one plain sentence when it is unusable."""
    path = folder / "plugin.toml"
    if not path.exists():
        raise PluginError("there is no plugin.toml", where=folder)
    data = read_toml(path, MAX_FILE, PluginError)
    try:
        manifest = msgspec.convert(data, Manifest)
    except msgspec.ValidationError as error:
        raise PluginError(in_words(error), where=path) from error
    _check(manifest, path)
    return manifest


def _check(manifest: Manifest, path: Path) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", manifest.id):
        raise PluginError("id {id!r} must be lower-case words joined by hyphens", where=path, id=manifest.id)
    if manifest.api != API_VERSION:
        raise PluginError(
            "the plugin is written for version {api} of the plugin interface, this game has version {known}; "
            "docs/plugin-versions.md says what to change",
            where=path,
            api=manifest.api,
            known=API_VERSION,
        )
    _check_settings(manifest, path)
    _check_order(manifest, path)
    for name, achievement in manifest.achievement.items():
        if problem := achievement.condition.problem():
            raise PluginError(problem.within(f"achievement.{name}.condition"), where=path)
    for kind, element in manifest.element.items():
        try:
            pattern = re.compile(element.notation)
        except re.error as error:
            raise PluginError(
                "the notation of element {kind!r} is not a regular expression: {error}",
                where=path,
                kind=kind,
                error=error,
            ) from error
        named = (element.sequence, element.unique, element.pairs, element.printed)
        for name in (*named, *element.values, *element.defaults):
            if name and name not in pattern.groupindex:
                raise PluginError(
                    "element {kind!r} names {name!r}, which its notation does not capture",
                    where=path,
                    kind=kind,
                    name=name,
                )


def _check_order(manifest: Manifest, path: Path) -> None:
    """Refuse an order whose tables do not name a setting of the mode with entries for each of its values."""
    if manifest.order and manifest.kind != "mode":
        raise PluginError("only a mode has an [order]; this plugin's kind is {kind!r}", where=path, kind=manifest.kind)
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
    """Return the order of a sequence for the settings of the mode."""
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
        for choice in setting.titles:
            if choice not in setting.choices:
                raise PluginError(
                    "setting {name!r} has a title for {choice!r}, which is not one of its choices",
                    where=path,
                    name=name,
                    choice=choice,
                )
