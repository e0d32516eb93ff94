"""Tables of `plugin.toml` about the window: elements, robots, pieces, gauges, equipment, events, commands."""

import re
from typing import Any, Literal

import msgspec

from roborally.base.errors import Message
from roborally.core.geometry import SYMBOLS

MAX_ATOM = 40
"""The maximum length of an element as it is written on a board, in letters."""
MAX_NOTATION = 200
"""The maximum length of `ElementManifest.notation`, in letters."""
_MAX_WAYS = 4_096
"""The maximum number of ways for a notation to match a text: all are tried on every cell of a board."""
_SIGN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
"""An escaped letter or a set of letters, in a regular expression."""


class ElementManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A kind of board element: how it is written on a board, explained and drawn."""

    notation: str
    """A regular expression for the element in a board's grid; its named groups are the element's values.

    It has at most 200 letters, no repeated group, and at most two repeated signs: else reading a board could take very
    long.
    """
    tooltip: str
    """The tooltip for players, with the element's values in braces, such as `{number}`."""
    place: str = ""
    """The name of the element's cell within a sentence, such as `checkpoint {number}`; by default column and row."""
    sprite: str = ""
    """The picture in `art/`, by default `KIND.png`, with values in braces; without one a tile shows `symbol`.

    Here and below a picture may also be in the `art/` of another plugin, which adds it for this one.
    """
    symbol: str = ""
    """The sign on the tile if there is no picture; like a picture it is drawn for north."""
    layer: Literal["floor", "marker", "edge"] = "floor"
    """The layer of the element: a cell may have one element of `floor`, one of `marker`, and any number of `edge`."""
    values: dict[str, Literal["integer", "digits", "text"]] = {}
    """The types of named groups in `notation`; `digits` turns `24` into (2, 4). A group `direction` needs none."""
    defaults: dict[str, int | str] = {}
    """The values of the named groups of `notation` that did not match."""
    sides: dict[str, list[int | str]] = {}
    """For a value that means a side of the board, its values for north, east, south and west, such as `[3, 4, 1, 2]`.

    They change when a board is turned or mirrored, as a group `direction` does.
    """
    words: dict[str, dict[str, str]] = {}
    """Words for matched texts in `tooltip`, `place` and `sprite`, by group of `notation` and text.

    The word for an empty text is also used if the group did not match and has no default. For `digits` they are the
    words of `tooltip` and `place` for `one` number and for `many`, such as `registers {registers}`.
    """
    wall: Literal["", "behind", "gate"] = ""
    """A wall on the edge opposite to `direction`, or a gate, which rules may shut, on the edge in `direction`."""
    sequence: str = ""
    """The name of a value that must number these elements on a course 1, 2, 3 …, each once; empty for none."""
    unique: str = ""
    """The name of a value that must not occur twice on a course; empty for none."""
    pairs: str = ""
    """The name of a value that must occur exactly twice on a course; empty for none."""
    not_on: list[str] = []
    """The kinds of elements that must not be on the same cell; its own kind, if a cell may hold only one."""
    animation: Literal["", "belt", "spin", "piston", "press", "emitter", "shine", "portal", "flame", "door"] = ""
    """The animation in the window; empty for none."""
    printed: str = ""
    """The name of the value that is printed on the tile; empty for none."""
    rules: list[str] = []
    """The ids of the rules about the element, such as `COM-07`; of several, the played edition's is shown."""

    def problem(self) -> Message | None:
        """Return why the notation or the keys that refer to it cannot be used, or `None` if they can."""
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
        """Return the element's values, by name, from a match of its notation."""
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
"""The maximum lengths of `RobotManifest.about`, and of one line that a robot speaks, in characters."""


def _ways(notation: str) -> int:
    """Return an upper limit for the ways in which a notation, a regular expression, may match an element."""
    signs = _SIGN.sub("x", notation)
    if re.search(r"\)[*+{]", signs):
        return _MAX_WAYS + 1
    repeats, choices = len(re.findall(r"[*+{]", signs)), len(re.findall(r"(?<!\()\?|\|", signs))
    return int(MAX_ATOM**repeats * 2**choices)


MAX_LINES = 20
"""The maximum number of lines that a robot may have for one moment of a match."""


def element_name(tooltip: str) -> str:
    """Return an element's name: its tooltip up to the first colon or full stop, without `{…}`, such as `Belt`."""
    return re.sub(r"\s*\{.*?\}", "", re.split("[:.]", tooltip)[0]).strip()


class RobotManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A robot model that a player may choose."""

    title: str
    """The name of the robot."""
    motto: str = ""
    """The robot's motto, in its own words."""
    about: str = ""
    """A description in a few sentences, at most 400 characters, for the window about the robot's player."""
    ability: str = ""
    """The robot's special ability, in a sentence."""
    active: bool = False
    """Whether the owner decides when to use the ability."""
    sprite: str = ""
    """A chassis among the game's robots (`assets/robots`), or a picture in `art/`, such as `fury.png`.

    `fury-paint.png` beside it, in white and greys, is laid over it in the colour of the seat. The default is the
    picture with the name of the model, if there is one.
    """
    rules: list[str] = []
    """The ids of the rules about the robot."""
    lines: dict[str, list[str]] = {}
    """The lines that the robot says, by moment of a match: 1 to 20 of at most 100 characters for each.

    A moment is an event, as in `[sound]`: `hurt` or `hurt robot-laser`, `step push`, `destroy`, `checkpoint`, `over
    won`, or an event of the robot's own plugin. The robot of the event speaks; at `moment start`, the start of a turn,
    a robot that has been silent for long.
    """

    def problem(self) -> Message | None:
        """Return why `about` or `lines` cannot be used, or `None` if they can."""
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
"""The maximum lengths of `PageManifest.heading` and `PageManifest.text`, in characters."""


class PageManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One page of the opening, which is shown before a player's first match of a mode."""

    heading: str
    """The heading of the page, at most 40 characters."""
    text: str
    """The text below the picture, at most 400 characters; the first page's also stands above the mode's lessons."""
    picture: str = ""
    """The picture in `art/`, by default `opening-NAME.png`. The game's own are 836 by 434 pixels."""
    focus: float = 0.5
    """The position in the picture's width, 0 to 1, around which a narrow window shows the picture."""

    def problem(self) -> Message | None:
        """Return why the page cannot be used, or `None` if it can."""
        for key, said, most in (("heading", self.heading, MAX_HEADING), ("text", self.text, MAX_PAGE)):
            if not said.strip() or len(said) > most:
                return Message.of("must have 1 to {most} characters", most=most).within(key)
        if not 0 <= self.focus <= 1:
            return Message.of("must be from 0 to 1, not {value}", value=self.focus).within("focus")
        return None


class PhaseManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A phase of a turn, or a shooter, as the overview of the turn shows it."""

    title: str
    """The title in a few words; empty to leave the phase out of the overview."""
    events: list[str] = []
    """The events during which the phase is marked as running: types, or `type how`, as in `sound`."""
    rules: list[str] = []
    """The ids of the rules about the phase."""


class PieceManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A kind of piece that belongs to no seat (`rules.piece`)."""

    title: str
    """The name of the piece in sentences."""
    closer: str = ""
    """A sentence that the piece's way to the goal of a `{team}` is now `{count}` spaces shorter, if bots compute it."""
    farther: str = ""
    """A sentence that the piece's way to the goal of a `{team}` is now `{count}` spaces longer."""
    sprite: str = ""
    """The picture in `art/`, by default `KIND.png`."""
    raised: str = ""
    """The picture while others pass below the piece."""
    leaves: str = ""
    """The type of event after which the piece is not solid, so that others pass below it."""
    returns: str = ""
    """The type of event after which the piece is solid again."""
    rules: list[str] = []
    """The ids of the rules about the piece."""


class GaugeManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A number of a robot that is shown beside its damage, such as lives or points."""

    fact: str
    """The name of the fact that holds the number; while the fact is `None`, nothing is shown."""
    title: str
    """The heading of the column; a long word may contain soft hyphens where it may be broken."""
    text: str
    """A sentence with the number, as `{value}`, and the number to reach, as `{goal}`."""
    icon: str
    """A picture in `art/` or a shared icon, without `.png`."""
    none: str = ""
    """A sentence for the number 0, if it differs from `text`."""
    tint: str = ""
    """The name of the icon's colour in the palette."""
    events: dict[str, int | str] = {}
    """How an event changes the number, by type of event: a number to add, a key of the event with it, or `+1`."""
    goal: str = ""
    """The name of the fact that holds the number to reach; empty for none."""
    order: int = 0
    """The place among the gauges: smaller numbers come first."""
    row: bool = False
    """Whether the window shows the player's own number as a row of symbols."""
    mark: bool = False
    """Whether the window shows the symbol alone, and nothing for 0."""
    ranked: bool = False
    """Whether the number ranks robots at the end; a statistic of the same name then has no column of its own."""


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
"""The things that the window can show of a robot from a fact of a plugin; `Manifest.attribute` explains each."""


class OptionManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A piece of equipment, which lies before its owner, and the marks on it."""

    title: str
    """The name of the equipment."""
    text: str
    """What the equipment does."""
    sprite: str = ""
    """The picture in `art/`, by default `CARD.png`."""
    mark: str = ""
    """The place of the marks on the equipment in the plugin's slot: a tuple by piece, or a table by `piece:card`.

    `option-cards.markers` are the markers in the slot of `option-cards`. A number is written on the picture; of other
    values without an entry in `angles`, only their presence is shown.
    """
    fresh: int = 0
    """The mark of equipment that has no entry in the table of `mark`."""
    angles: dict[str, int] = {}
    """The angle of the arrow for a mark, on the picture and beside an answer: degrees clockwise from straight ahead."""
    marked: str = ""
    """A sentence about the mark on the equipment, with `{mark}`."""
    rules: list[str] = []
    """The ids of the rules about the equipment."""


class ActManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The effects that the window shows beside the robot, the event's `piece`, when an event is played."""

    symbol: str = ""
    """Equipment, a picture in a plugin's `art/` or a shared icon, without `.png`; event keys may be in braces."""
    motion: Literal["rise", "sink"] = "rise"
    """The direction in which the symbol moves."""
    tint: str = ""
    """The name of the icon's colour in the palette."""
    ring: bool = False
    """Whether a ring spreads around the robot."""
    ray: bool = False
    """Whether a ray goes to the event's `target`."""
    banner: bool = False
    """Whether the sentence of `[log]` is shown in large letters."""
    card: bool = False
    """Whether the equipment named by the event's key `card` is shown large with its text."""
    remark: bool = False
    """Whether exhibitions show the sentence of `[log]`, as they always do for a `banner`."""
    acts: bool = False
    """Whether the robot acts now: it and its row are marked until another one acts."""


class CommandManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A command that a program may contain."""

    title: str
    """The name of the command."""
    text: str = ""
    """What the command does, in a sentence."""
    special: bool = False
    """Whether only some robots have the command."""
