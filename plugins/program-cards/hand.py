"""The program of a player while they lay it: cards of the hand in slots (STD-501, CLI-214 to CLI-219)."""

from collections.abc import Iterable, Sequence

from roborally.plugin import Dice, Observation, imagine

from .deck import REGISTERS, command_of, priority_of


class Hand:
    """One player's cards of a turn and the five slots; `locked` holds the cards in locked slots, by number from 1."""

    def __init__(self, cards: Sequence[str], locked: dict[int, str]) -> None:
        self.cards = list(cards)
        self.locked = dict(locked)
        self.slots = [""] * REGISTERS
        self._laid: list[int] = []
        """The indexes of the slots in the order in which they were filled."""

    @property
    def free(self) -> list[int]:
        """Return the indexes, from 0, of the slots that are not locked."""
        return [number for number in range(REGISTERS) if number + 1 not in self.locked]

    @property
    def full(self) -> bool:
        """Return whether no slot is left to fill (STD-503)."""
        return not self.empty

    @property
    def empty(self) -> list[int]:
        """Return the numbers, from 1, of the slots that are still to be filled."""
        return [number + 1 for number in self.free if not self.slots[number]]

    def rest(self) -> list[str]:
        """Return the cards that are in no slot, the highest priority first."""
        rest = list(self.cards)
        for card in self.slots:
            if card:
                rest.remove(card)
        return sorted(rest, key=priority_of, reverse=True)

    def count(self, command: str) -> int:
        """Return how many cards with this command are in no slot."""
        return sum(command_of(card) == command for card in self.rest())

    def priorities(self, command: str) -> list[int]:
        """Return the priorities of the cards with this command that are in no slot, highest first."""
        return [priority_of(card) for card in self.rest() if command_of(card) == command]

    def take(self, command: str) -> str:
        """Return the card with this command and the highest priority that is in no slot; empty for none."""
        return next((card for card in self.rest() if command_of(card) == command), "")

    def add(self, command: str) -> bool:
        """Put a card with this command into the first free slot (CLI-217); return false without such a card or slot."""
        return next((self.put(command, number) for number in self.free if not self.slots[number]), False)

    def put(self, command: str, number: int) -> bool:
        """Put a card with this command into a slot, by index from 0; the slot's old card returns to the hand (CLI-218).

        Return false if no such card is left in the hand or the slot is locked.
        """
        card = self.take(command)
        if not card or number not in self.free:
            return False
        self.slots[number] = card
        self._laid.append(number)
        return True

    def swap(self, one: int, other: int) -> bool:
        """Exchange the cards of two slots, by index from 0 (CLI-218); return false if one of them is locked."""
        if one not in self.free or other not in self.free:
            return False
        self.slots[one], self.slots[other] = self.slots[other], self.slots[one]
        return True

    def remove(self, number: int) -> bool:
        """Take the card out of the slot with this index, from 0 (CLI-219); return false if there is none to take."""
        if number not in self.free or not self.slots[number]:
            return False
        self.slots[number] = ""
        return True

    def take_last(self) -> bool:
        """Take the card out of the slot that was filled last (CLI-2002); return false if all are empty."""
        while self._laid:
            if self.remove(self._laid.pop()):
                return True
        return any(self.remove(number) for number in reversed(self.free))

    def clear(self) -> None:
        """Empty all slots but the locked ones (CLI-214)."""
        self.slots = [""] * REGISTERS

    def answer(self) -> tuple[str, ...]:
        """Return the program as an answer for the engine; empty texts stand for empty and locked slots."""
        return tuple(self.slots)


def commands_to_show(usual: Iterable[str], cards: Iterable[str]) -> list[str]:
    """Return the commands that the panel shows: the `usual` ones (CLI-205), then others among `cards`, sorted."""
    usual = list(usual)
    special = {command_of(card) for card in cards} - set(usual)
    return [*usual, *sorted(special)]


def extra_cards(observation: Observation, piece: int) -> tuple[str, ...]:
    """Return the cards that the robot with index `piece` may use besides its hand, such as a Pause (STD-1403)."""
    match = imagine(observation, Dice(0))
    extra: tuple[str, ...] = match.value("extra-cards", (), match.state.pieces[piece])
    return extra
