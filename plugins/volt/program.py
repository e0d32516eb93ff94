"""Programs of dice as text: reads and checks them (VLT-502 to VLT-506), and finds dice that count (VLT-601, VLT-R10).

A program is a list of three texts, one for each control cross: action, direction and the die's number, such as `"move
east 3"` or `"fire up-left 2"`, or an empty text for an empty cross. Directions are those of the compass or the keys of
the operator's own controller. Several dice on one cross, which is an error, are joined by commas.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from roborally.plugin import COMPASS, DIAGONALS, DIRECTIONS, AnswerError, rotated

CROSSES = 3
"""The number of control crosses on a controller (VLT-502)."""
FACES = range(1, 7)
"""The numbers on a die (VLT-503)."""
OF_A_COLOUR = 2
"""How many blue dice an operator has, and how many red ones (VLT-106)."""
MOVE, FIRE = "move", "fire"
COLOURS = {MOVE: "blue", FIRE: "red"}
EMPTY = ""
NOTHING = (EMPTY,) * CROSSES
UNKNOWN = "?"
"""The text of a hidden die, on a cross of another operator."""

SIDES = ("south", "west", "north", "east")
"""The sides of the arena; a side's index is the number of quarter turns from north to the key "up" (VLT-506)."""
KEYS = ("up", "right", "down", "left", "up-right", "down-right", "down-left", "up-left")
"""The keys of a controller; a key's index is the direction that it means on the south side."""


class PlacedDie(NamedTuple):
    """A die on a cross: `move` or `fire`, one of the eight directions, and its upper face, 1 to 6."""

    action: str
    direction: int
    number: int

    @property
    def written(self) -> str:
        """Return the die in the notation of programs, with a direction of the compass: `move east 3`."""
        return f"{self.action} {COMPASS[self.direction]} {self.number}"

    @property
    def is_allowed(self) -> bool:
        """Return whether the die may lie on its key: a blue one must lie on a straight key (VLT-504, VLT-505)."""
        return self.action == FIRE or self.direction in DIRECTIONS


def read_die(text: str, side: int) -> PlacedDie:
    """Return the die for a text; raise `AnswerError` if the text is no die.

    `side` is the index of the operator's side, which decides what keys such as `up` mean.
    """
    action, direction, number = (*text.split(), "", "", "")[:3]
    if len(text.split()) != 3 or action not in COLOURS or number not in map(str, FACES):
        raise AnswerError(
            '{text} is not a die; write "move" or "fire", a direction and a number from 1 to 6', text=repr(text)
        )
    if direction in COMPASS:
        return PlacedDie(action, COMPASS.index(direction), int(number))
    if direction in KEYS:
        return PlacedDie(action, rotated(KEYS.index(direction), side), int(number))
    raise AnswerError(
        "{direction} is not a direction; use {list}", direction=repr(direction), list=", ".join((*COMPASS, *KEYS))
    )


def read_cross(text: str, side: int) -> tuple[PlacedDie, ...]:
    """Return the dice in the text of one cross, with commas between; raise `AnswerError` for anything else."""
    return tuple(read_die(part, side) for part in text.split(",")) if text.strip() else ()


def read_program(value: object, side: int) -> tuple[tuple[PlacedDie, ...], ...]:
    """Return the dice on each of the three crosses, legal or not; raise `AnswerError` for anything but a program."""
    texts = value if isinstance(value, list | tuple) else None
    if texts is None or len(texts) > CROSSES or not all(isinstance(text, str) for text in texts):
        raise AnswerError("a program is a list of at most {most} texts, one for each cross", most=CROSSES)
    crosses = [read_cross(text, side) for text in texts]
    return (*crosses, *[()] * (CROSSES - len(crosses)))


def written(crosses: Sequence[Sequence[PlacedDie]]) -> tuple[str, ...]:
    """Return dice on crosses as a program, with directions of the compass."""
    return tuple(", ".join(die.written for die in dice) for dice in crosses)


def refuse_errors(crosses: Sequence[Sequence[PlacedDie]]) -> None:
    """Raise `AnswerError` for two dice on a cross, wrong keys, or too many of a colour (VLT-503 to 505, VLT-R10)."""
    used: Counter[str] = Counter()
    for cross, dice in enumerate(crosses, 1):
        if len(dice) > 1:
            raise AnswerError(
                "cross {cross} holds {count} dice, but one is put on each cross", cross=cross, count=len(dice)
            )
        for die in dice:
            if not die.is_allowed:
                raise AnswerError(
                    "a die with round pips lies on a diagonal key of cross {cross}, but robots move straight only",
                    cross=cross,
                )
            used[COLOURS[die.action]] += 1
    for count in used.values():
        if count > OF_A_COLOUR:
            raise AnswerError(
                "{count} dice of one colour are used, but each player has {most}", count=count, most=OF_A_COLOUR
            )


@lru_cache(maxsize=4096)
def on_cross(program: tuple[str, ...], cross: int) -> tuple[PlacedDie | None, bool]:
    """Return the die to activate on a cross (by number from 1) or `None`, and whether the cross's dice are removed.

    All are removed if there are several, if a blue die lies on a diagonal key (VLT-601), or if the operator lacks dice
    of a colour, counting the crosses before (VLT-R10).
    """
    crosses = read_program(program[:cross], 0)
    before = Counter(die.action for dice in crosses for die in dice)
    dice = crosses[cross - 1]
    wrong = len(dice) > 1 or any(not die.is_allowed or before[die.action] > OF_A_COLOUR for die in dice)
    return (dice[0] if dice and not wrong else None), wrong


def all_dice(action: str) -> list[PlacedDie]:
    """Return every die for `move` or `fire`, in all directions and with all faces, as it may lie on a cross."""
    directions = DIRECTIONS if action == MOVE else (*DIRECTIONS, *DIAGONALS)
    return [PlacedDie(action, direction, number) for direction in directions for number in FACES]
