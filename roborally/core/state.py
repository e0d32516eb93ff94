"""The state of a match: plain data, including the flow of control and open questions.

Requirements for plugin data, so that copies are cheap and JSON loses nothing:

* a plugin's slot `ext[name]` is a dict with string keys whose values are scalars, tuples, and dicts (string keys) of
  these; never change a dict in place, but replace it, as with tuples (`replaced`), since copies share them;
* a frame of the agenda is a dict with string keys whose values are scalars and tuples; it holds no secret.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeVar, cast

from roborally.core.data import Decision, Frame

OFF: Final = -1
"""The cell of a piece that is off the floor."""

NOBODY: Final = -1
"""The seat of a piece without an owner."""


PIECE_FIELDS: Final = ("cell", "damage", "facing", "heading", "index", "kind", "seat", "solid")
"""The names of the attributes of a `Piece`, all of them saved."""


V = TypeVar("V")


class Piece:
    """An object on a cell: a robot, or a piece that a plugin adds.

    `cell` is an index, or `OFF`; `facing` and `heading`, the direction of its last move, are 0 to 3. A piece that is
    not `solid` neither blocks nor is blocked.
    """

    __slots__ = PIECE_FIELDS
    # A bot deletes attributes to hide them from rules, and mypyc needs a declaration for that.
    __deletable__ = ("facing", "heading")

    def __init__(
        self,
        index: int,
        kind: str,
        seat: int,
        cell: int = OFF,
        facing: int = 0,
        heading: int = 0,
        damage: int = 0,
        solid: bool = True,
    ) -> None:
        """Make piece number `index` of its match, owned by `seat` (-1: no owner)."""
        self.index = index
        self.kind = kind
        self.seat = seat
        self.cell = cell
        self.facing = facing
        self.heading = heading
        self.damage = damage
        self.solid = solid

    def to_data(self) -> dict[str, Any]:
        """Return the piece as plain data."""
        return {name: getattr(self, name) for name in PIECE_FIELDS}


STATE_FIELDS: Final = (
    "actor",
    "agenda",
    "at",
    "decisions",
    "dice",
    "ext",
    "next_id",
    "over",
    "pieces",
    "sealed",
    "shut",
    "stage",
    "turn",
    "unsettled",
    "winners",
)
"""The names of the attributes of a `State`."""


class State:
    """Everything that changes in a match.

    `turn` counts from 1; `stage` is the number of the running part of the turn (0 before the first). `actor` is the
    index of the piece whose own action is being carried out, or -1; it gets the credit for pushes. `at[cell]` is 0 for
    a free cell, else 1 more than the index of the solid piece on it (up to 255); it follows from the pieces and is not
    saved. Rules call `match.is_free(cell)` or `match.piece_on(cell)`. `shut` holds the numbers of the gates that are
    walls now. `dice` is the seed of all random streams.
    """

    __slots__ = STATE_FIELDS

    def __init__(
        self,
        dice: int,
        pieces: list[Piece],
        at: bytearray,
        agenda: list[Frame],
        decisions: list[Decision],
        sealed: dict[str, Any],
        ext: dict[str, Any],
    ) -> None:
        self.turn = 0
        self.stage = 0
        self.actor: int = -1
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.unsettled = False
        self.dice = dice
        self.next_id = 1
        self.pieces = pieces
        self.shut: tuple[int, ...] = ()
        self.at = at
        self.agenda = agenda
        self.decisions = decisions
        self.sealed = sealed
        self.ext = ext

    @staticmethod
    def empty(cells: int, dice: int) -> "State":
        """Return the state before the first turn of a floor of `cells` cells without pieces; `dice` is the seed."""
        return State(dice, [], bytearray(cells), [], [], {}, {})

    def to_data(self) -> dict[str, Any]:
        """Return the state as plain data, which later changes of the state do not affect."""
        return {
            "turn": self.turn,
            "stage": self.stage,
            "actor": self.actor,
            "over": self.over,
            "winners": self.winners,
            "unsettled": self.unsettled,
            "dice": self.dice,
            "next_id": self.next_id,
            "shut": self.shut,
            "pieces": [piece.to_data() for piece in self.pieces],
            "agenda": [frame.copy() for frame in self.agenda],
            "decisions": [dict(decision) for decision in self.decisions],
            "sealed": self.sealed.copy(),
            "ext": {name: slot.copy() for name, slot in self.ext.items()},
        }

    @staticmethod
    def from_data(data: dict[str, Any], cells: int) -> "State":
        """Return the state from the data that `to_data` returned, even from JSON, for a floor of `cells` cells."""
        state = State.empty(cells, data["dice"])
        for name in ("turn", "stage", "actor", "over", "unsettled", "next_id"):
            setattr(state, name, data[name])
        state.winners = tuple(data["winners"])
        state.shut = tuple(data["shut"])
        state.pieces = [Piece(**piece) for piece in data["pieces"]]
        for piece in state.pieces:
            if piece.cell >= 0 and piece.solid:
                state.at[piece.cell] = piece.index + 1
        state.agenda = [cast(Frame, frozen(frame)) for frame in data["agenda"]]
        state.decisions = [decision_from(entry) for entry in data["decisions"]]
        state.sealed = {key: frozen(value) for key, value in data["sealed"].items()}
        state.ext = {name: frozen(slot) for name, slot in data["ext"].items()}
        return state


def replaced(values: tuple[V, ...], index: int, value: V) -> tuple[V, ...]:
    """Return a copy of `values` with `value` at this index; raise `IndexError` for a negative or too large index."""
    if index < 0:
        raise IndexError(f"there is no entry {index}; the first one is 0")
    entries = list(values)
    entries[index] = value
    return tuple(entries)


def frozen(value: Any) -> Any:
    """Return `value` with every list in it, at any depth, turned into a tuple."""
    if isinstance(value, list | tuple):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    return value


def decision_from(data: Mapping[str, Any]) -> Decision:
    """Return the decision that plain data describe, even after a round trip through JSON."""
    return cast(Decision, frozen(dict(data)))
