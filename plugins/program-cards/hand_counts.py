"""A hand as the searches of bots see it: a number of cards for each command, and the way back to real cards."""

from collections import Counter
from collections.abc import Iterable, Mapping

from roborally.plugin import Match, Piece

from .deck import EMPTY, REGISTERS, UNKNOWN, command_of, priority_of
from .state import slot_of

Counts = tuple[int, ...]
"""The number of cards of each command, in the order of `HandCounts.commands`."""
Program = tuple[str, ...]
"""The commands in the registers, from the first register on; later registers may be missing."""


class HandCounts:
    """One robot's cards by command, the highest priority first, and the cards in its locked registers, by number."""

    def __init__(self, cards: Iterable[str], locked: Mapping[int, str]) -> None:
        """Sort the cards by command, without unknown ones; `locked` has the cards in locked registers, by number."""
        self.cards: dict[str, list[str]] = {}
        for card in sorted((card for card in cards if card != UNKNOWN), key=lambda card: (-priority_of(card), card)):
            self.cards.setdefault(command_of(card), []).append(card)
        self.commands = sorted(self.cards)
        self.counts: Counts = tuple(len(self.cards[command]) for command in self.commands)
        self.locked = locked

    def laid_out(self, program: Program) -> tuple[str, ...]:
        """Return a card for each command of a program; later registers get any cards left, locked ones stay empty."""
        used: Counter[str] = Counter()
        cards = []
        for number in range(1, REGISTERS + 1):
            if number in self.locked:
                cards.append(EMPTY)
                continue
            left = [command for command in self.commands if used[command] < len(self.cards[command])]
            command = program[number - 1] if number <= len(program) else (*left, "")[0]
            cards.append(self.cards[command][used[command]] if command else EMPTY)
            used[command] += 1
        return tuple(cards)


def hand_of(match: Match, piece: Piece) -> HandCounts:
    """Return a robot's cards, extra ones such as a Pause included, and the cards in its locked registers."""
    slot = slot_of(match)
    cards = (*slot["hands"][piece.index], *match.value("extra-cards", (), piece))
    registers = slot["slots"][piece.index]
    return HandCounts(cards, {number: registers[number - 1] for number in slot["locks"][piece.index]})
