"""A hand as a bot sees it: the number of cards for each command, and the conversion back to real cards."""

from collections import Counter
from collections.abc import Iterable, Mapping

from roborally.plugin import Match, Piece

from .deck import EMPTY, REGISTERS, UNKNOWN, command_of, priority_of
from .state import slot_of

Counts = tuple[int, ...]
"""How many cards of each command are left."""
Program = tuple[str, ...]
"""The commands of the registers so far."""


class HandCounts:
    """A robot's cards by command, the highest priority first, and the cards in locked registers by their numbers."""

    def __init__(self, cards: Iterable[str], locked: Mapping[int, str]) -> None:
        """Sort cards; unknown ones are left out."""
        self.cards: dict[str, list[str]] = {}
        for card in sorted((card for card in cards if card != UNKNOWN), key=lambda card: (-priority_of(card), card)):
            self.cards.setdefault(command_of(card), []).append(card)
        self.commands = sorted(self.cards)
        self.counts: Counts = tuple(len(self.cards[command]) for command in self.commands)
        self.locked = locked

    def laid_out(self, program: Program) -> tuple[str, ...]:
        """Return a program with real cards; registers behind its end get the cards left, locked ones stay empty."""
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
    """Return the cards of a robot and the registers that it may not fill."""
    slot = slot_of(match)
    cards = (*slot["hands"][piece.index], *match.value("extra-cards", (), piece))
    registers = slot["slots"][piece.index]
    return HandCounts(cards, {number: registers[number - 1] for number in slot["locks"][piece.index]})
