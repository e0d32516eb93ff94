"""Tables of `plugin.toml` about what is seen: elements, robots, pieces, gauges, equipment, events, commands."""

import re
from typing import Any, Literal

import msgspec

from roborally.base.errors import Message
from roborally.core.geometry import SYMBOLS

MAX_ATOM = 40
"""The most letters of an element on a board."""
MAX_NOTATION = 200
"""The most letters of a notation."""
_MAX_WAYS = 4_096
"""In how many ways an expression may be laid over an atom: it is tried with all of them, on every cell of a board."""
_SIGN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
"""An escaped letter or a set of letters, in a regular expression."""


class ElementManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A board element: how it is written on a board, explained and drawn."""

    notation: str
    """A regular expression for the element in a board's grid; its named groups are the element's values.

    It has at most 200 letters, repeats no group, and at most two signs: else reading a board could take very long.
    """
    tooltip: str
    """What a player reads about it; values stand in braces."""
    place: str = ""
    """What its cell is called within a sentence, such as `checkpoint {number}`; column and row without it."""
    sprite: str = ""
    """Its picture in `art/`, else `KIND.png`; values may stand in braces. Without a picture a tile has its `symbol`.

    Here and below a picture may also lie in the `art/` of another plugin, which brings it for this one.
    """
    symbol: str = ""
    """The sign that stands for it where there is no picture."""
    layer: Literal["floor", "marker", "edge"] = "floor"
    """What may share a cell: one element of `floor`, one of `marker`, any number of `edge`."""
    values: dict[str, Literal["integer", "digits", "text"]] = {}
    """The types of the named groups: `digits` makes (2, 4) of `24`. A group `direction` is a direction without it."""
    defaults: dict[str, int | str] = {}
    """The values of groups that did not match."""
    sides: dict[str, list[int | str]] = {}
    """The values that name a side of the board: what stands for north, east, south and west, such as `[3, 4, 1, 2]`.

    They change when a board is turned or mirrored, as a group `direction` does.
    """
    words: dict[str, dict[str, str]] = {}
    """Words for captured texts in `tooltip`, `place` and `sprite`, by group and text.

    The word for an empty text is also said where the group did not match and has no default.
    Of `digits` they are what `tooltip` and `place` say of `one` number and of `many`, such as `registers {registers}`.
    """
    wall: Literal["", "behind", "gate"] = ""
    """A wall on the edge opposite to the direction, or a gate in the direction, which rules may shut."""
    sequence: str = ""
    """The value that must run from 1 without a gap over a course, each once."""
    unique: str = ""
    """The value that must not stand twice on a course."""
    pairs: str = ""
    """The value that must stand exactly twice on a course."""
    not_on: list[str] = []
    """The elements that must not share its cell; itself, if only one may stand there."""
    animation: Literal["", "belt", "spin", "piston", "press", "emitter", "shine", "portal", "flame", "door"] = ""
    """How the window moves it."""
    printed: str = ""
    """The value that is written on the tile."""
    rules: list[str] = []
    """The ids of the rules about it, such as `COM-07`; of several, that of the edition which is played is shown."""

    def problem(self) -> Message | None:
        """Return what is wrong with the notation or the sides."""
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
        return None

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


MAX_ABOUT, MAX_LINE = 400, 100
"""The longest paragraph about a robot, and the longest line that it may say, in characters."""


def _ways(notation: str) -> int:
    """Return in how many ways an expression may be laid over an atom, or more."""
    signs = _SIGN.sub("x", notation)
    if re.search(r"\)[*+{]", signs):
        return _MAX_WAYS + 1
    repeats, choices = len(re.findall(r"[*+{]", signs)), len(re.findall(r"(?<!\()\?|\|", signs))
    return int(MAX_ATOM**repeats * 2**choices)


MAX_LINES = 20
"""How many lines a robot may have for a moment."""


def element_name(tooltip: str) -> str:
    """Return what the tooltip of an element begins with: its name, without values, such as `Conveyor`."""
    return re.sub(r"\s*\{.*?\}", "", re.split("[:.]", tooltip)[0]).strip()


class RobotManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A robot model that a player may choose."""

    title: str
    """Its name."""
    motto: str = ""
    """What it says of itself."""
    about: str = ""
    """Who it is, in a few sentences of at most 400 characters; they stand in the window about its player."""
    ability: str = ""
    """What it can do, in a sentence."""
    active: bool = False
    """Whether its owner triggers the ability."""
    sprite: str = ""
    """A chassis among the game's robots (`assets/robots`), or its picture in `art/`, such as `fury.png`.

    `fury-paint.png` beside it, in white and greys, is laid over it in the colour of the seat. Left out, it is the
    picture called as the model, if there is one.
    """
    rules: list[str] = []
    """The ids of the rules about it."""
    lines: dict[str, list[str]] = {}
    """What it says at moments of a match: 1 to 20 lines of at most 100 characters for each.

    A moment is an event, as in `[sound]`: `hurt` or `hurt robot-laser`, `step push`, `destroy`, `checkpoint`, `over
    won`, or an event of the robot's own plugin. The robot that the event is about speaks; for `moment start`, the
    beginning of a turn, one that has been silent for long.
    """

    def problem(self) -> Message | None:
        """Return what is wrong with what it says, if anything is."""
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
"""The longest heading of a page of an opening, and the longest text, in characters."""


class PageManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A page of the opening that is told before a player's first match of a mode."""

    heading: str
    """What stands above it, in at most 40 characters."""
    text: str
    """What is told below its picture, in at most 400 characters; that of the first page also stands above lessons."""
    picture: str = ""
    """Its picture in `art/`; left out, `opening-NAME.png`. The game's own are 836 by 434 pixels large."""
    focus: float = 0.5
    """The part of the picture's width, from 0 to 1, around which a narrow window shows it."""

    def problem(self) -> Message | None:
        """Return what is wrong with it, if anything is."""
        for key, said, most in (("heading", self.heading, MAX_HEADING), ("text", self.text, MAX_PAGE)):
            if not said.strip() or len(said) > most:
                return Message.of("must have 1 to {most} characters", most=most).within(key)
        if not 0 <= self.focus <= 1:
            return Message.of("must be from 0 to 1, not {value}", value=self.focus).within("focus")
        return None


class PhaseManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A phase of a turn, or a shooter, as the overview of the turn tells it."""

    title: str
    """What happens in it, in a few words; an empty text leaves it out."""
    events: list[str] = []
    """The events by which it is seen that it runs: types, or `type how`, as in `sound`."""
    rules: list[str] = []
    """The ids of the rules about it."""


class PieceManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A piece that belongs to no seat (`rules.piece`)."""

    title: str
    """Its name, as it stands in sentences."""
    sprite: str = ""
    """Its picture in `art/`; left out, `KIND.png`."""
    raised: str = ""
    """Its picture while others pass below it."""
    leaves: str = ""
    """The event with which it stops being solid, so that others pass below it."""
    returns: str = ""
    """The event with which it is solid again."""


class GaugeManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A number of a robot that is shown beside its damage, such as lives or points."""

    fact: str
    """The fact that tells the number; where it reads `None` there is nothing to show."""
    title: str
    """What heads a column of these numbers; a long word may have a soft hyphen where it may be broken there."""
    text: str
    """A sentence that tells the number, with `{value}` and `{goal}`."""
    icon: str
    """A picture in `art/` or a shared icon, without `.png`."""
    none: str = ""
    """A sentence that tells 0, where that means that there is none yet."""
    tint: str = ""
    """The colour of the palette in which the icon is drawn."""
    events: dict[str, int | str] = {}
    """How events change the number, by type: the number itself, the event's key that holds it, or `+1` to count on."""
    goal: str = ""
    """The fact that tells the number to be reached."""
    order: int = 0
    """Its place among the gauges, ascending."""
    row: bool = False
    """Whether the own number is a row of symbols."""
    mark: bool = False
    """Whether it is its symbol alone, which is seen unless the number is 0."""
    ranked: bool = False
    """Whether it ranks robots at the end; a statistic of the same name then has no column of its own."""


Attribute = Literal[
    "team",
    "waiting",
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
"""What the window can show of a robot, where a plugin says which of its facts tells it; see `Manifest.attribute`."""


class OptionManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A piece of equipment that lies before its owner, and what may lie on it."""

    title: str
    """Its name."""
    text: str
    """What it does."""
    sprite: str = ""
    """Its picture in `art/`; left out, `CARD.png`."""
    mark: str = ""
    """Where the plugin's slot says what lies on it: a tuple by piece, or a table by `piece:card`.

    `option-cards.markers` are the markers in the slot of `option-cards`.
    A number is written on the picture; of anything that `angles` does not name only that it is there is shown.
    """
    fresh: int = 0
    """What a table stands for where it has no entry."""
    angles: dict[str, int] = {}
    """By how many degrees to the right a value turns an arrow on the picture."""
    marked: str = ""
    """A sentence that tells what lies on it, with `{mark}`."""
    rules: list[str] = []
    """The ids of the rules about it."""


class ActManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What is seen beside the robot, the event's `piece`, when an event is played."""

    symbol: str = ""
    """Equipment, a picture in a plugin's `art/` or a shared icon, without `.png`. The event's keys may be in braces."""
    motion: Literal["rise", "sink"] = "rise"
    """Where the symbol goes."""
    tint: str = ""
    """The colour of the palette in which an icon is drawn."""
    ring: bool = False
    """Whether a ring spreads around the robot."""
    ray: bool = False
    """Whether a ray goes to the event's `target`."""
    banner: bool = False
    """Whether the sentence of `[log]` is shown in large."""
    card: bool = False
    """Whether the equipment that the event's key `card` names is shown large with its text, for all to read."""
    remark: bool = False
    """Whether the sentence is said in exhibitions; that of a banner always is."""
    acts: bool = False
    """Whether the robot acts now: it and its row are marked until another one does."""


class CommandManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A command, which a program may hold."""

    title: str
    """Its name."""
    text: str = ""
    """What it does, in a sentence."""
    special: bool = False
    """Whether only some robots have it."""
