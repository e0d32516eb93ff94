"""A controller with its dice: three crosses of eight keys, turned as the board is seen (VLT-502 to 506)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from roborally.plugin import rotated

from .program import CROSSES, FACES, FIRE, KEYS, MOVE, OF_A_COLOUR

Spot = tuple[int, int]
"""A cross, from 0, and one of its keys, as the direction on the board in which its arrow points."""
STRAIGHT = 4
"""The first diagonal key: keys before this index are straight."""
PLACES = ((1, 0), (2, 1), (1, 2), (0, 1), (2, 0), (2, 2), (0, 2), (0, 0))
"""Column and row of each key in its cross, from the upper left."""


@dataclass
class Die:
    """One of the four dice: its action, its upper face, and its key; `None` if it lies on none."""

    action: str
    number: int = 1
    spot: Spot | None = None


def _four_dice() -> list[Die]:
    return [Die(action) for action in (MOVE, FIRE) for _ in range(OF_A_COLOUR)]


@dataclass
class Controller:
    """Four dice and their keys; one die is the chosen one.

    `side` is that of the operator, as an index of `SIDES`; `swept` is where the dice lay that were taken back at once.
    """

    side: int = 0
    dice: list[Die] = field(default_factory=_four_dice)
    chosen: int = 0
    swept: list[Spot | None] = field(default_factory=list)

    @property
    def die(self) -> Die:
        """The chosen die."""
        return self.dice[self.chosen]

    @property
    def full(self) -> bool:
        """Whether a die lies on every cross (VLT-503)."""
        return not self.empty

    @property
    def empty(self) -> list[int]:
        """Return the crosses without a die, from 0."""
        laid = {die.spot[0] for die in self.dice if die.spot is not None}
        return [cross for cross in range(CROSSES) if cross not in laid]

    @property
    def is_swept(self) -> bool:
        """Whether all dice were taken back at once, and none has been laid since."""
        return bool(self.swept) and len(self.empty) == CROSSES

    def at(self, spot: Spot) -> int | None:
        """Return the number of the die that lies on a key."""
        return next((number for number, die in enumerate(self.dice) if die.spot == spot), None)

    def fits(self, number: int, spot: Spot) -> bool:
        """Return whether a die is allowed on a key: a blue one only on a straight key (VLT-504, VLT-505)."""
        return self.dice[number].action == FIRE or spot[1] < STRAIGHT

    def put(self, number: int, spot: Spot) -> bool:
        """Put a die on a key; the die that lay on this cross goes back. Return whether it is allowed there."""
        if not self.fits(number, spot):
            return False
        for other in self.dice:
            if other.spot is not None and other.spot[0] == spot[0]:
                other.spot = None
        self.dice[number].spot = spot
        self.chosen = number
        return True

    def take_back(self, number: int) -> bool:
        """Take a die off its key; return whether it lay on one."""
        lay = self.dice[number].spot is not None
        self.dice[number].spot = None
        self.chosen = number
        return lay

    def show(self, number: int, face: int) -> None:
        """Turn a die to a face; the largest is followed by the smallest."""
        self.dice[number].number = (face - 1) % len(FACES) + 1
        self.chosen = number

    def step(self, direction: int) -> None:
        """Choose the next die, or the previous one."""
        self.chosen = (self.chosen + direction) % len(self.dice)

    def choose_next(self) -> None:
        """Choose a die that does not lie on a cross, of the same colour if there is one."""
        free = [number for number, die in enumerate(self.dice) if die.spot is None]
        free.sort(key=lambda number: (self.dice[number].action != self.die.action, number))
        if free and not self.full:
            self.chosen = free[0]

    def clear(self) -> None:
        """Take all dice back for good."""
        self._lay([None] * len(self.dice))

    def sweep(self) -> None:
        """Take all dice back; if none lies, lay those that were taken back so."""
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
        """Return the program with the keys of the operator's side; a cross without a die is an empty text."""
        program = [""] * CROSSES
        for die in self.dice:
            if die.spot is not None:
                cross, key = die.spot
                program[cross] = f"{die.action} {KEYS[rotated(key, -self.side)]} {die.number}"
        return tuple(program)


def beside(spot: Spot, dx: int, dy: int) -> Spot:
    """Return the key to the right of, left of, below or above a key; the crosses lie one below the other."""
    column, row = PLACES[spot[1]]
    row += 3 * spot[0]
    for _ in range(2):  # the middle of a cross has no key
        column, row = (column + dx) % 3, (row + dy) % (3 * CROSSES)
        if (column, row % 3) in PLACES:
            break
    return row // 3, PLACES.index((column, row % 3))
