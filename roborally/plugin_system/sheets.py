"""Descriptions, as plain data, of how a question is shown to its owner and what lies on the floor beside pieces.

The window and pages in a browser draw them. All texts pass through `text`, and are translated when they are shown.
Values are answers, or parts of answers.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from roborally.core.data import Decision
from roborally.core.geometry import COMPASS, Cell


class ShownSentence(Struct, frozen=True):
    """A sentence to show with a question; its `text` has the names of its `values` in braces.

    `piece`, `target` and other keys that events have for pieces are indexes of pieces, `card` is a card, `direction` a
    direction; others stand as they are. The field `card` is a card whose picture stands beside it.
    """

    text: str
    values: Mapping[str, Any] = {}
    card: str = ""


class AnswerChoice(Struct, frozen=True):
    """One of the answers to choose from; without a `text` the tables `[answer]` of the manifests give its caption.

    Its picture is that of `card`, or the file `picture` (without `.png`) in the `art/` of a plugin of the match, else a
    shared icon; without both, that of the card in `value`. A choice that is `gone` is grey and cannot be given now.
    """

    value: Any
    text: str = ""
    picture: str = ""
    card: str = ""
    gone: bool = False


class Pose(Struct, frozen=True):
    """The place where the window shows the robot of a question: a cell, and a facing (`None`: as it faces now)."""

    cell: Cell
    facing: int | None = None


class QuestionView(Struct, frozen=True, kw_only=True, tag_field="view"):
    """A description of how a question is shown; each instance is of one of the subclasses below."""

    stands: Pose | None = None
    """Where the robot of the question is shown; an answer that is a cell or direction moves or turns it there."""
    about: str = ""
    """The key of the question in `[topic]` and `[question_rules]`, if it is not the kind: `"KIND reason"`."""


class Listed(QuestionView, frozen=True, tag="list"):
    """The view of a question for one of several answers; `shown` are sentences beside the question.

    While it is `live`, choices may become impossible before the owner answers. If answers are `alike`, none is marked,
    because the default is no better than the others; a `repeated` question may be answered by its default until the
    turn ends.
    """

    choices: tuple[AnswerChoice, ...]
    shown: tuple[ShownSentence, ...] = ()
    live: bool = False
    alike: bool = False
    repeated: bool = False

    @property
    def left(self) -> list[Any]:
        """Return the values of the answers that can be given now."""
        return [choice.value for choice in self.choices if not choice.gone]


class CellChoice(Listed, frozen=True, tag="cell"):
    """The view of a question for one of several cells, as (x, y)."""


class CompassChoice(Listed, frozen=True, tag="compass"):
    """The view of a question for one of several directions, by names such as `north-east`."""


class SwitchChoice(Listed, frozen=True, tag="switch"):
    """The view of a question with the answers `yes` and `no`, for which the match does not wait."""


class Many(QuestionView, frozen=True, tag="many"):
    """The view of a question for `least` to `most` of the choices; the answer is a tuple of their values in order."""

    choices: tuple[AnswerChoice, ...]
    least: int
    most: int


class TilePart(Struct, frozen=True):
    """A part of a tile's value that the player still chooses; the value has the part's `name` in braces.

    Without a `default` the player must choose. With `face`, the tile's `faces` have the picture for each choice.
    """

    name: str
    view: Literal["number", "compass"]
    choices: tuple[Any, ...]
    default: Any = None
    face: bool = False


class LaidTile(Struct, frozen=True):
    """A tile that a player lays into a slot; with `parts` its `value` is a text with their names in braces.

    `text`, `card` and `picture` are as in an `AnswerChoice`; `badge` is a short sign on it, such as a priority.
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
    """A place for one tile; a `fixed` tile lies there already, a `shut` slot stays empty.

    `fits` are the ids of the tiles that may lie there, empty for all.
    """

    title: str
    fixed: LaidTile | None = None
    shut: bool = False
    fits: tuple[int, ...] = ()

    @property
    def is_open(self) -> bool:
        """Return whether a tile may be laid here."""
        return self.fixed is None and not self.shut


class Tiles(QuestionView, frozen=True, tag="tiles"):
    """The view of a question where tiles are laid into slots; the answer is a tuple of the tiles' values by slot.

    A slot without a tile has the value `empty`. With `whole`, each open slot needs a tile. With `preview` an unfinished
    answer can be played forward; `stage` names the stage of the turn with a `{number}`, marked for translation.
    """

    slots: tuple[TileSlot, ...]
    tiles: tuple[LaidTile, ...]
    empty: Any = None
    whole: bool = False
    preview: bool = False
    stage: str = "{number}"


class SlotFace(Struct, frozen=True):
    """The look of a slot of a program: a `card`, or a `sentence`; `picture` is as in an `AnswerChoice`."""

    card: str = ""
    sentence: ShownSentence | None = None
    picture: str = ""


class FloorMark(Struct, frozen=True):
    """Something on a cell that is no piece; `fill` is the index of the piece whose colour it has, or -1.

    The colour fills the cell, or a line from it to the cell `to`. `picture` is as in an `AnswerChoice`, drawn `count`
    times.
    """

    cell: Cell
    fill: int = -1
    picture: str = ""
    count: int = 1
    to: Cell | None = None


def usual_view(decision: Decision, choices: Sequence[AnswerChoice] = (), **more: Any) -> Listed:
    """Return the view of a question for which no plugin has a sheet.

    `choices` replace those of the decision, `more` are further fields of the view. A question that lists no choices
    offers its default.
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
    """Return the answer if a question leaves no choice, so that it need not be shown, else `None`."""
    left = view.left if isinstance(view, Listed) else []
    return left[0] if len(left) == 1 and (decision["choices"] or left[0] != decision["default"]) else None
