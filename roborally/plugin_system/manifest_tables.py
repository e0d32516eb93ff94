"""Tables of `plugin.toml` about the window: elements, robots, pieces, gauges, equipment, events, commands."""

import re
from typing import Any, Literal

import msgspec

from roborally.base.errors import Message
from roborally.core.geometry import SYMBOLS

MAX_ATOM = 40
"""The maximum length of an element on a board, in letters."""
MAX_NOTATION = 200
"""The maximum length of a notation, in letters."""
_MAX_WAYS = 4_096
"""The maximum number of ways for an expression to match an atom: all are tried on every cell of a board."""
_SIGN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
"""An escaped letter or a set of letters, in a regular expression."""


class ElementManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A board element: how it is written on a board, explained and drawn."""

    notation: str
    """A regular expression for the element in a board's grid; its named groups are the element's values.

    It has at most 200 letters, no repeated group, and at most two repeated signs: else reading a board could take very
    long.
    """
    tooltip: str
    """The tooltip for players, with values in braces."""
    place: str = ""
    """The name of its cell within a sentence, such as `checkpoint {number}`; column and row without it."""
    sprite: str = ""
    """Its picture in `art/`, else `KIND.png`, with values in braces. Without a picture a tile shows its `symbol`.

    Here and below a picture may also be in the `art/` of another plugin, which adds it for this one.
    """
    symbol: str = ""
    """The sign on its tile if there is no picture; like a picture it is drawn for north."""
    layer: Literal["floor", "marker", "edge"] = "floor"
    """The elements that may share a cell: one element of `floor`, one of `marker`, any number of `edge`."""
    values: dict[str, Literal["integer", "digits", "text"]] = {}
    """The types of the named groups: `digits` turns `24` into (2, 4). A group `direction` needs no type."""
    defaults: dict[str, int | str] = {}
    """The values of groups that did not match."""
    sides: dict[str, list[int | str]] = {}
    """The values that name a side of the board: those for north, east, south and west, such as `[3, 4, 1, 2]`.

    They change when a board is turned or mirrored, as a group `direction` does.
    """
    words: dict[str, dict[str, str]] = {}
    """Words for captured texts in `tooltip`, `place` and `sprite`, by group and text.

    The word for an empty text is also used if the group did not match and has no default. For `digits` they are the
    words of `tooltip` and `place` for `one` number and for `many`, such as `registers {registers}`.
    """
    wall: Literal["", "behind", "gate"] = ""
    """A wall on the edge opposite to the direction, or a gate in the direction, which rules may shut."""
    sequence: str = ""
    """The value that must run from 1 without a gap over a course, each once."""
    unique: str = ""
    """The value that must not occur twice on a course."""
    pairs: str = ""
    """The value that must occur exactly twice on a course."""
    not_on: list[str] = []
    """The elements that must not share its cell; itself, if a cell may hold only one."""
    animation: Literal["", "belt", "spin", "piston", "press", "emitter", "shine", "portal", "flame", "door"] = ""
    """Its animation in the window."""
    printed: str = ""
    """The value that is printed on the tile."""
    rules: list[str] = []
    """The ids of the rules about it, such as `COM-07`; if there are several, that of the played edition is shown."""

    def problem(self) -> Message | None:
        """Return what is wrong with the notation or the sides, or `None`."""
        if len(self.notation) > MAX_NOTATION or _ways(self.notation) > _MAX_WAYS:
            return Message.of(
                "notation: it could take very long to read a board; at most {most} letters, no group that is repeated, "
                "and at most two signs that are",
                most=MAX_NOTATION,
            )
        for name, meant in self.sides.items():
            kind = int if self.values.get(name) == "integer" else str
            if name == "direction" or self.values.get(name) == "digits":
                return Message.of("sides: {name!r} cannot be one; it must be an integer or a text", name=name)
            if len(meant) != len(SYMBOLS) or len(set(meant)) != len(meant) or not all(type(v) is kind for v in meant):
                return Message.of(
                    "sides: {name!r} must list four different values, for north, east, south and west", name=name
                )
        try:
            groups = re.compile(self.notation).groupindex
        except re.error as error:
            return Message.of("notation: it is not a regular expression: {error}", error=error)
        named = (self.sequence, self.unique, self.pairs, self.printed, *self.values, *self.defaults, *self.sides)
        unknown = next((name for name in named if name and name not in groups), None)
        if unknown is not None:
            return Message.of("names {name!r}, which its notation does not capture", name=unknown)
        return None

    def read(self, match: re.Match[str]) -> dict[str, Any]:
        """Return the values in a token of this notation."""
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


MAX_ABOUT, MAX_LINE = 400, 100
"""The maximum length of a paragraph about a robot, and of a line that it speaks, in characters."""


def _ways(notation: str) -> int:
    """Return in how many ways an expression may match an atom, or a larger number."""
    signs = _SIGN.sub("x", notation)
    if re.search(r"\)[*+{]", signs):
        return _MAX_WAYS + 1
    repeats, choices = len(re.findall(r"[*+{]", signs)), len(re.findall(r"(?<!\()\?|\|", signs))
    return int(MAX_ATOM**repeats * 2**choices)


MAX_LINES = 20
"""The maximum number of a robot's lines for a moment."""


def element_name(tooltip: str) -> str:
    """Return an element's name: its tooltip up to the first colon or full stop, without `{…}`, such as `Conveyor`."""
    return re.sub(r"\s*\{.*?\}", "", re.split("[:.]", tooltip)[0]).strip()


class RobotManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A robot model that a player may choose."""

    title: str
    """Its name."""
    motto: str = ""
    """Its motto, in its own words."""
    about: str = ""
    """A description in a few sentences of at most 400 characters, for the window about its player."""
    ability: str = ""
    """Its special ability, in a sentence."""
    active: bool = False
    """Whether its owner triggers the ability."""
    sprite: str = ""
    """A chassis among the game's robots (`assets/robots`), or its picture in `art/`, such as `fury.png`.

    `fury-paint.png` beside it, in white and greys, is laid over it in the colour of the seat. The default is the
    picture with the name of the model, if there is one.
    """
    rules: list[str] = []
    """The ids of the rules about it."""
    lines: dict[str, list[str]] = {}
    """The lines that it speaks at moments of a match: 1 to 20 lines of at most 100 characters for each.

    A moment is an event, as in `[sound]`: `hurt` or `hurt robot-laser`, `step push`, `destroy`, `checkpoint`, `over
    won`, or an event of the robot's own plugin. The robot of the event speaks; at `moment start`, the start
    of a turn, a robot that has been silent for long.
    """

    def problem(self) -> Message | None:
        """Return what is wrong with its texts, or `None`."""
        if len(self.about) > MAX_ABOUT:
            text = Message.of("must have at most {most} characters, not {count}", most=MAX_ABOUT, count=len(self.about))
            return text.within("about")
        for moment, lines in self.lines.items():
            if not 1 <= len(lines) <= MAX_LINES:
                text = Message.of("must have 1 to {most} lines, not {count}", most=MAX_LINES, count=len(lines))
                return text.within(f'lines."{moment}"')
            for number, line in enumerate(lines, 1):
                if not line.strip() or len(line) > MAX_LINE:
                    text = Message.of("line {number} must have 1 to {most} characters", number=number, most=MAX_LINE)
                    return text.within(f'lines."{moment}"')
        return None


MAX_HEADING, MAX_PAGE = 40, 400
"""The maximum length of a heading and of a text of a page of an opening, in characters."""


class PageManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A page of the opening that is shown before a player's first match of a mode."""

    heading: str
    """Its heading, of at most 40 characters."""
    text: str
    """The text below its picture, of at most 400 characters; the first page's also stands above lessons."""
    picture: str = ""
    """Its picture in `art/`, by default `opening-NAME.png`. The game's own are 836 by 434 pixels."""
    focus: float = 0.5
    """The part of the picture's width, from 0 to 1, around which a narrow window shows it."""

    def problem(self) -> Message | None:
        """Return what is wrong with it, or `None`."""
        for key, said, most in (("heading", self.heading, MAX_HEADING), ("text", self.text, MAX_PAGE)):
            if not said.strip() or len(said) > most:
                return Message.of("must have 1 to {most} characters", most=most).within(key)
        if not 0 <= self.focus <= 1:
            return Message.of("must be from 0 to 1, not {value}", value=self.focus).within("focus")
        return None


class PhaseManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A phase of a turn, or a shooter, in the overview of the turn."""

    title: str
    """Its title in a few words; an empty text leaves it out."""
    events: list[str] = []
    """The events that show that it runs: types, or `type how`, as in `sound`."""
    rules: list[str] = []
    """The ids of the rules about it."""


class PieceManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A piece that belongs to no seat (`rules.piece`)."""

    title: str
    """Its name in sentences."""
    closer: str = ""
    """A sentence about its way to the goal of a `{team}`, now `{count}` spaces shorter, if bots go by that way."""
    farther: str = ""
    """The same about a way that is `{count}` spaces longer."""
    sprite: str = ""
    """Its picture in `art/`, by default `KIND.png`."""
    raised: str = ""
    """Its picture while others pass below it."""
    leaves: str = ""
    """The event that makes it stop being solid, so that others pass below it."""
    returns: str = ""
    """The event that makes it solid again."""
    rules: list[str] = []
    """The ids of the rules about it."""


class GaugeManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A number of a robot that is shown beside its damage, such as lives or points."""

    fact: str
    """The fact that holds the number; if it is `None`, nothing is shown."""
    title: str
    """The heading of its column; a long word may contain soft hyphens where it may be broken."""
    text: str
    """A sentence with the number, from `{value}` and `{goal}`."""
    icon: str
    """A picture in `art/` or a shared icon, without `.png`."""
    none: str = ""
    """A sentence for 0, if that means that there is none yet."""
    tint: str = ""
    """The palette colour of the icon."""
    events: dict[str, int | str] = {}
    """The change of the number by events, by type: a number, the event's key that holds it, or `+1` to count up."""
    goal: str = ""
    """The fact that holds the number to be reached."""
    order: int = 0
    """Its place among the gauges, ascending."""
    row: bool = False
    """Whether the player's own number is a row of symbols."""
    mark: bool = False
    """Whether it is shown as its symbol alone, unless the number is 0."""
    ranked: bool = False
    """Whether it ranks robots at the end; a statistic of the same name then has no column of its own."""


Attribute = Literal[
    "team",
    "waiting",
    "entry",
    "eliminated",
    "resting",
    "announced",
    "virtual",
    "marker",
    "locks",
    "slots",
    "order",
    "options",
    "hand",
    "objectives",
]
"""The displays of a robot that a plugin can fill with a fact; see `Manifest.attribute`."""


class OptionManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A piece of equipment that lies before its owner, and the marks on it."""

    title: str
    """Its name."""
    text: str
    """Its effect."""
    sprite: str = ""
    """Its picture in `art/`, by default `CARD.png`."""
    mark: str = ""
    """The place in the plugin's slot of the marks on it: a tuple by piece, or a table by `piece:card`.

    `option-cards.markers` are the markers in the slot of `option-cards`. A number is written on the picture; of other
    values without an entry in `angles`, only their presence is shown.
    """
    fresh: int = 0
    """The value of a table without an entry."""
    angles: dict[str, int] = {}
    """The angle of an arrow for a value, on the picture and beside an answer; clockwise from straight ahead."""
    marked: str = ""
    """A sentence about the mark on it, with `{mark}`."""
    rules: list[str] = []
    """The ids of the rules about it."""


class ActManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The effects beside the robot, the event's `piece`, when an event is played."""

    symbol: str = ""
    """Equipment, a picture in a plugin's `art/` or a shared icon, without `.png`. The event's keys may be in braces."""
    motion: Literal["rise", "sink"] = "rise"
    """The direction of the symbol's motion."""
    tint: str = ""
    """The palette colour of an icon."""
    ring: bool = False
    """Whether a ring spreads around the robot."""
    ray: bool = False
    """Whether a ray goes to the event's `target`."""
    banner: bool = False
    """Whether the sentence of `[log]` is shown in large letters."""
    card: bool = False
    """Whether the equipment named by the event's key `card` is shown large with its text."""
    remark: bool = False
    """Whether the sentence is shown in exhibitions; that of a banner always is."""
    acts: bool = False
    """Whether the robot acts now: it and its row are marked until another one acts."""


class CommandManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A command that a program may contain."""

    title: str
    """Its name."""
    text: str = ""
    """Its effect, in a sentence."""
    special: bool = False
    """Whether only some robots have it."""
