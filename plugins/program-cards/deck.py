"""The 84 program cards (COM-15), and the functions that carry out their commands.

A card is a text: the command and, behind `@`, its priority, such as `move1@490`. An empty text is an empty register.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from roborally.plugin import COMMANDS, Floor, Match, Piece

REGISTERS: Final = 5
"""The number of registers of a robot."""
EMPTY: Final = ""
"""The content of an empty register."""
UNKNOWN: Final = "?"
"""The text of a hidden card in an observation."""


def _cards() -> tuple[str, ...]:
    cards = [f"u-turn@{priority}" for priority in range(10, 70, 10)]
    cards += [f"{'left' if priority % 20 == 10 else 'right'}@{priority}" for priority in range(70, 430, 10)]
    cards += [f"back-up@{priority}" for priority in range(430, 490, 10)]
    cards += [f"move1@{priority}" for priority in range(490, 670, 10)]
    cards += [f"move2@{priority}" for priority in range(670, 790, 10)]
    cards += [f"move3@{priority}" for priority in range(790, 850, 10)]
    return tuple(cards)


DECK: Final = _cards()


def deck_of(match: Match) -> tuple[str, ...]:
    """Return the program cards with which a match is played (COM-15, AUE-202)."""
    deck: tuple[str, ...] = match.floor.tables["deck"]
    return deck


def shown(match: Match, card: str) -> str:
    """Return a card as players see it: without its priority in matches where this is hidden (AUE-205)."""
    return command_of(card) if match.floor.tables["priorities-are-hidden"] else card


def command_of(card: str) -> str:
    """Return the command of a card: `move1` of `move1@490`, empty for an empty register."""
    return card.partition("@")[0]


def order_of_cards(cards: Mapping[int, str]) -> list[int]:
    """Return the robots' indexes in the order of play of `cards`, by index (COM-08); `[]` if a priority is unknown."""
    ranks = sorted((-priority_of(card), index) for index, card in cards.items() if card)
    return [] if any(rank > 0 for rank, _ in ranks) else [index for _, index in ranks]


@lru_cache(maxsize=4096)
def priority_of(card: str) -> int:
    """Return a card's priority, or -1 for an unknown or missing one; such cards come last."""
    text = card.partition("@")[2]
    return int(text) if text.isdigit() else -1


Command = Callable[[Match, Piece], None]


HIGHEST: Final = 1_000
"""A number above the priority of every card in the deck."""
BITS: Final = 10
"""How many bits a card's number in a `CardTable` has for the index of the robot, and as many for the command."""
PART: Final = (1 << BITS) - 1


CardTable = tuple[dict[str, int], tuple[Command, ...], tuple[str, ...]]
"""How cards are played: the number of each card, the commands, and their names.

From the top, a card's number has its rank, `BITS` bits for the index of the robot that plays it (0 here), and as many
for the index of its command. So cards are sorted, and played, by one small number each; the lowest acts first.
"""


def learn(table: CardTable, cards: Iterable[str]) -> None:
    """Add the numbers of these cards to the table; raise `ValueError` for a command that no plugin has added."""
    numbers, _, names = table
    for card in cards:
        if card and card not in numbers:
            numbers[card] = (HIGHEST - priority_of(card) << 2 * BITS) + names.index(command_of(card))


# --- the commands ---------------------------------------------------------------------------------------------------


def walker(cells: int, quarters: int, how: str) -> Command:
    """Return a command that moves a robot `cells` cells in the direction `quarters` to the right of its facing.

    Its events have this `how`. Plugins may modify the number of cells (STD-702, COM-02).
    """

    def walk(match: Match, piece: Piece) -> None:
        match.walk(piece, (piece.facing + quarters) & 3, match.value("card-steps", cells, piece), how)

    return walk


def plain_walker(cells: int, quarters: int, how: str) -> Command:
    """Return the same command as `walker`, for matches in which no plugin modifies the number of cells."""

    def walk(match: Match, piece: Piece) -> None:
        match.walk(piece, (piece.facing + quarters) & 3, cells, how)

    return walk


def turner(quarters: int) -> Command:
    """Return a command that turns a robot in place, by quarter turns to the right; it always succeeds (STD-707)."""

    def turn(match: Match, piece: Piece) -> None:
        if match.watch is None:
            piece.facing = (piece.facing + quarters) & 3  # as `match.turn` does
        else:
            match.turn(piece, quarters, "card")

    return turn


MOVES = {
    "move1": (1, 0, "forward"),
    "move2": (2, 0, "forward"),
    "move3": (3, 0, "forward"),
    "back-up": (1, 2, "backward"),
}
"""For each movement card the number of cells, the quarter turns from the facing, and the `how` of its events."""
TURNS = {"right": 1, "left": -1, "u-turn": 2}
"""The quarter turns to the right of each command that turns in place."""
PLAIN_MOVES: dict[str, Command] = {name: plain_walker(*move) for name, move in MOVES.items()}
CARD_COMMANDS: dict[str, Command] = {
    **{name: walker(*move) for name, move in MOVES.items()},
    **{name: turner(quarters) for name, quarters in TURNS.items()},
}


def card_table(floor: Floor) -> CardTable:
    """Return the card table for matches on this floor."""
    commands = COMMANDS.of(floor.rules)
    known = commands if floor.rules.listens("card-steps") else {**commands, **PLAIN_MOVES}
    table: CardTable = ({}, tuple(known.values()), tuple(known))
    learn(table, DECK)
    return table
