"""An operator's controller, its keys named by directions on the board: dice on three crosses (VLT-502 to VLT-506)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from roborally.plugin import rotated

from .program import CROSSES, FACES, FIRE, KEYS, MOVE, OF_A_COLOUR

Spot = tuple[int, int]
"""A key: the index of its cross, from 0, and the direction on the board, 0 to 7, in which its arrow points."""
STRAIGHT = 4
"""The number of straight directions: a key with a lower direction is straight, else diagonal."""
PLACES = ((1, 0), (2, 1), (1, 2), (0, 1), (2, 0), (2, 2), (0, 2), (0, 0))
"""The column and row, 0 to 2, of each key in its cross, from the upper left, by direction."""


@dataclass
class Die:
    """One of the four dice: `move` or `fire`, its upper face, and its key, `None` for a die on no key."""

    action: str
    number: int = 1
    spot: Spot | None = None


def _four_dice() -> list[Die]:
    return [Die(action) for action in (MOVE, FIRE) for _ in range(OF_A_COLOUR)]


@dataclass
class Controller:
    """An operator's four dice and where they lie; `chosen` is the index of the die to lay next.

    `side` is the operator's side, as an index of `SIDES`. `swept` holds each die's key before `sweep` took all dice
    back; otherwise it is empty.
    """

    side: int = 0
    dice: list[Die] = field(default_factory=_four_dice)
    chosen: int = 0
    swept: list[Spot | None] = field(default_factory=list)

    @property
    def die(self) -> Die:
        """Return the chosen die."""
        return self.dice[self.chosen]

    @property
    def full(self) -> bool:
        """Return whether a die lies on every cross (VLT-503)."""
        return not self.empty

    @property
    def empty(self) -> list[int]:
        """Return the indexes of the crosses without a die, from 0."""
        laid = {die.spot[0] for die in self.dice if die.spot is not None}
        return [cross for cross in range(CROSSES) if cross not in laid]

    @property
    def is_swept(self) -> bool:
        """Return whether `sweep` has taken all dice back and none has been laid since."""
        return bool(self.swept) and len(self.empty) == CROSSES

    def at(self, spot: Spot) -> int | None:
        """Return the index of the die on a key, or `None` if no die lies there."""
        return next((number for number, die in enumerate(self.dice) if die.spot == spot), None)

    def fits(self, number: int, spot: Spot) -> bool:
        """Return whether the die with this index may lie on a key: a blue one only on a straight key (VLT-504)."""
        return self.dice[number].action == FIRE or spot[1] < STRAIGHT

    def put(self, number: int, spot: Spot) -> bool:
        """Put the die with this index on a key; return false if a die of its colour may not lie there.

        The die that lay on this cross is taken back.
        """
        if not self.fits(number, spot):
            return False
        for other in self.dice:
            if other.spot is not None and other.spot[0] == spot[0]:
                other.spot = None
        self.dice[number].spot = spot
        self.chosen = number
        return True

    def take_back(self, number: int) -> bool:
        """Take the die with this index off its key; return whether it was on a key."""
        lay = self.dice[number].spot is not None
        self.dice[number].spot = None
        self.chosen = number
        return lay

    def show(self, number: int, face: int) -> None:
        """Turn the die with this index to a face; faces beyond 1 to 6 start again at the other end."""
        self.dice[number].number = (face - 1) % len(FACES) + 1
        self.chosen = number

    def step(self, direction: int) -> None:
        """Choose the next die, or with `direction` -1 the previous one."""
        self.chosen = (self.chosen + direction) % len(self.dice)

    def choose_next(self) -> None:
        """Choose a die that lies on no cross, of the same colour if possible, unless all crosses are full."""
        free = [number for number, die in enumerate(self.dice) if die.spot is None]
        free.sort(key=lambda number: (self.dice[number].action != self.die.action, number))
        if free and not self.full:
            self.chosen = free[0]

    def clear(self) -> None:
        """Take all dice back; `sweep` cannot undo this."""
        self._lay([None] * len(self.dice))

    def sweep(self) -> None:
        """Take all dice back; if none lies on a cross, lay the dice again that the last sweep took back."""
        spots = [die.spot for die in self.dice]
        if self.is_swept:
            self._lay(self.swept)
        elif any(spots):
            self._lay([None] * len(spots), spots)

    def _lay(self, spots: list[Spot | None], swept: Sequence[Spot | None] = ()) -> None:
        for die, spot in zip(self.dice, spots, strict=True):
            die.spot = spot
        self.chosen, self.swept = 0, list(swept)

    def answer(self) -> tuple[str, ...]:
        """Return the program with the keys as on the operator's side; empty texts for crosses without a die."""
        program = [""] * CROSSES
        for die in self.dice:
            if die.spot is not None:
                cross, key = die.spot
                program[cross] = f"{die.action} {KEYS[rotated(key, -self.side)]} {die.number}"
        return tuple(program)


def beside(spot: Spot, dx: int, dy: int) -> Spot:
    """Return the key next to a key: with `dx` 1 to the right, -1 to the left, with `dy` 1 below, -1 above.

    The controller's three crosses are one grid of keys, 3 wide and 9 high, without the middles of the crosses. Beyond
    an edge of the grid comes the key at the opposite edge.
    """
    column, row = PLACES[spot[1]]
    row += 3 * spot[0]
    for _ in range(2):  # the middle of a cross has no key
        column, row = (column + dx) % 3, (row + dy) % (3 * CROSSES)
        if (column, row % 3) in PLACES:
            break
    return row // 3, PLACES.index((column, row % 3))
