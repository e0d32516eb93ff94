"""The 84 program cards (COM-15), and the commands that they give.

A card is a text: the command and, behind `@`, its priority, such as `move1@490`. An empty text is an empty register.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

from roborally.core.match import Match
from roborally.core.state import Piece

REGISTERS = 5
EMPTY = ""
UNKNOWN = "?"


def _cards() -> tuple[str, ...]:
    """Return the deck in ascending order of priority (COM-15)."""
    cards = [f"u-turn@{priority}" for priority in range(10, 61, 10)]
    cards += [f"{'left' if priority % 20 == 10 else 'right'}@{priority}" for priority in range(70, 421, 10)]
    cards += [f"back-up@{priority}" for priority in range(430, 481, 10)]
    cards += [f"move1@{priority}" for priority in range(490, 661, 10)]
    cards += [f"move2@{priority}" for priority in range(670, 781, 10)]
    cards += [f"move3@{priority}" for priority in range(790, 841, 10)]
    return tuple(cards)


DECK = _cards()


def command_of(card: str) -> str:
    """Return the command that a card gives."""
    return card.partition("@")[0]


@lru_cache(maxsize=4096)
def priority_of(card: str) -> int:
    """Return a card's priority; a card without one comes after all that have one (FORMATS 5)."""
    text = card.partition("@")[2]
    return int(text) if text else -1


Command = Callable[[Match, Piece], None]


class CardTable(dict[str, tuple[int, Command]]):
    """What to do with each card, worked out when it is first seen: (rank, command); the lowest rank acts first."""

    def __init__(self, commands: Mapping[str, Command]) -> None:
        """Start empty; `commands` are the functions by name."""
        super().__init__()
        self._commands = commands

    def __missing__(self, card: str) -> tuple[int, Command]:
        """Work out a card; raise `KeyError` for a command that no plugin has added."""
        entry = self[card] = (-priority_of(card), self._commands[command_of(card)])
        return entry


# --- the commands ---------------------------------------------------------------------------------------------------


class MoveCommand:
    """Moves a robot by `cells` cells, `quarters` quarter turns off its facing."""

    __slots__ = ("cells", "how", "quarters")

    def __init__(self, cells: int, quarters: int, how: str) -> None:
        """Describe the move; `how` names it in events."""
        self.cells = cells
        self.quarters = quarters
        self.how = how

    def __call__(self, match: Match, piece: Piece) -> None:
        """Walk, pushing (COM-05)."""
        match.walk(piece, (piece.facing + self.quarters) & 3, self.cells, self.how)


class TurnCommand:
    """Turns a robot in place (STD-707)."""

    __slots__ = ("quarters",)

    def __init__(self, quarters: int) -> None:
        """Describe the turn in quarter turns to the right."""
        self.quarters = quarters

    def __call__(self, match: Match, piece: Piece) -> None:
        """Turn; this always succeeds."""
        match.turn(piece, self.quarters, "card")


COMMANDS = {
    "move1": MoveCommand(1, 0, "forward"),
    "move2": MoveCommand(2, 0, "forward"),
    "move3": MoveCommand(3, 0, "forward"),
    "back-up": MoveCommand(1, 2, "backward"),
    "right": TurnCommand(1),
    "left": TurnCommand(-1),
    "u-turn": TurnCommand(2),
}
MOVEMENTS = ("move1", "move2", "move3", "back-up")
