"""How a question looks to who answers it, and what lies on the floor beside pieces: plain data, without drawing.

All texts pass through `text`; those who show them translate them. Values are answers, or parts of answers.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from roborally.core.data import Decision
from roborally.core.geometry import COMPASS, Cell


class ShownSentence(Struct, frozen=True):
    """A fact to show with a question; its `text` has the names of its `values` in braces.

    `piece`, `target` and other keys that events have for pieces are indexes of pieces, `card` is a card,
    `direction` a direction; others stand as they are. The field `card` is a card whose picture stands beside it.
    """

    text: str
    values: Mapping[str, Any] = {}
    card: str = ""


class AnswerChoice(Struct, frozen=True):
    """An answer; without `text` it has the words of the manifests for its `value`.

    `picture` is the name of a picture in `art/` without `.png`, `card` a card that has one; empty: as the value has it.
    One that is `gone` cannot be given now, and keeps its place in grey.
    """

    value: Any
    text: str = ""
    picture: str = ""
    card: str = ""
    gone: bool = False


class Pose(Struct, frozen=True):
    """Where the robot of a question will stand, as far as it is known; without `facing` it keeps its last one."""

    cell: Cell
    facing: int | None = None


class QuestionView(Struct, frozen=True, kw_only=True, tag_field="view"):
    """What a question looks like; one of the classes below."""

    stands: Pose | None = None
    """Answers that are cells or directions move and turn the robot that is shown there."""


class Listed(QuestionView, frozen=True, tag="list"):
    """One of several answers; `shown` are facts beside the question.

    While it is `live`, choices may go as long as one looks. Of answers that are `alike` none is marked, because the
    default is no better than the others; a `repeated` question may be answered by its default until the turn ends.
    """

    choices: tuple[AnswerChoice, ...]
    shown: tuple[ShownSentence, ...] = ()
    live: bool = False
    alike: bool = False
    repeated: bool = False

    @property
    def left(self) -> list[Any]:
        """The values of the answers that can be given now."""
        return [choice.value for choice in self.choices if not choice.gone]


class CellChoice(Listed, frozen=True, tag="cell"):
    """One of several cells, (x, y)."""


class CompassChoice(Listed, frozen=True, tag="compass"):
    """One of several directions by their names, such as `north-east`."""


class SwitchChoice(Listed, frozen=True, tag="switch"):
    """`yes` or `no` to what nobody waits for."""


class Many(QuestionView, frozen=True, tag="many"):
    """Any of the choices, from `least` to `most` of them; the answer is a tuple of their values, in their order."""

    choices: tuple[AnswerChoice, ...]
    least: int
    most: int


class TilePart(Struct, frozen=True):
    """What is still to be chosen of a tile: its `name` in the braces of the tile's value; no `default`: by hand.

    The choice of a part with `face` is the key of the tile's picture in its `faces`.
    """

    name: str
    view: Literal["number", "compass"]
    choices: tuple[Any, ...]
    default: Any = None
    face: bool = False


class LaidTile(Struct, frozen=True):
    """What is laid into a slot; with `parts` its `value` is a text with their names in braces.

    `text`, `card` and `picture` are as in a `AnswerChoice`; `badge` is a short sign on it, such as a priority.
    """

    id: int
    value: Any
    text: str = ""
    card: str = ""
    picture: str = ""
    badge: str = ""
    faces: Mapping[str, str] = {}
    parts: tuple[TilePart, ...] = ()


class TileSlot(Struct, frozen=True):
    """A place for a tile: a `fixed` one lies there already; a `shut` one stays empty.

    `fits` are the ids of the tiles that may lie there, empty for all.
    """

    title: str
    fixed: LaidTile | None = None
    shut: bool = False
    fits: tuple[int, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether a tile may be laid here."""
        return self.fixed is None and not self.shut


class Tiles(QuestionView, frozen=True, tag="tiles"):
    """Tiles are laid into slots; the answer is a tuple of their values by slot, `empty` where none has been laid.

    If it is `whole`, each slot that is open needs a tile. With `preview` an unfinished answer can be played forward.
    """

    slots: tuple[TileSlot, ...]
    tiles: tuple[LaidTile, ...]
    empty: Any = None
    whole: bool = False
    preview: bool = False


class SlotFace(Struct, frozen=True):
    """What lies in a slot of a program: a `card`, or in a `sentence` what it does; `picture` is as in a choice."""

    card: str = ""
    sentence: ShownSentence | None = None
    picture: str = ""


class FloorMark(Struct, frozen=True):
    """Something on a cell: `fill` is the piece in whose colour the cell is painted, or the line drawn; -1 for none.

    `picture` is that of a `AnswerChoice`, `count` how many of it lie there, `to` a cell to which a line leads.
    """

    cell: Cell
    fill: int = -1
    picture: str = ""
    count: int = 1
    to: Cell | None = None


def usual_view(decision: Decision, choices: Sequence[AnswerChoice] = (), **more: Any) -> Listed:
    """Return the view that a question has without a sheet; `choices` take the place of its own, `more` are fields.

    A question that lists no choices offers its default.
    """
    values = dict.fromkeys(decision["choices"] or (decision["default"],))
    choices = tuple(choices) or tuple(map(AnswerChoice, values))
    return _kind(decision, [choice.value for choice in choices])(choices=choices, **more)


def _kind(decision: Decision, values: Sequence[Any]) -> type[Listed]:
    if all(isinstance(value, tuple) and len(value) == 2 for value in values):
        return CellChoice
    if all(value in COMPASS for value in values):
        return CompassChoice
    return SwitchChoice if decision["optional"] and set(values) == {"yes", "no"} else Listed


def only_answer(decision: Decision, view: QuestionView) -> Any:
    """Return the answer to a question whose view leaves no choice, else `None`: such a question need not be shown."""
    left = view.left if isinstance(view, Listed) else []
    return left[0] if len(left) == 1 and (decision["choices"] or left[0] != decision["default"]) else None
