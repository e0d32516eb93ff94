"""A program while its owner lays it: the card in each slot (STD-501, CLI-214 to CLI-219)."""

from collections.abc import Iterable, Sequence

from roborally.plugin import Dice, Observation, imagine

from .deck import REGISTERS, command_of, priority_of


class Hand:
    """The cards of a turn and the five slots; `locked` maps slot numbers, from 1, to their cards."""

    def __init__(self, cards: Sequence[str], locked: dict[int, str]) -> None:
        """Begin with empty slots."""
        self.cards = list(cards)
        self.locked = dict(locked)
        self.slots = [""] * REGISTERS
        self._laid: list[int] = []
        """The numbers of the filled slots, the latest last."""

    @property
    def free(self) -> list[int]:
        """The slots, from 0, that may be filled."""
        return [number for number in range(REGISTERS) if number + 1 not in self.locked]

    @property
    def full(self) -> bool:
        """Whether no slot is left to fill (STD-503)."""
        return not self.empty

    @property
    def empty(self) -> list[int]:
        """The registers, from 1, that are still to be filled."""
        return [number + 1 for number in self.free if not self.slots[number]]

    def rest(self) -> list[str]:
        """Return the cards that lie in no slot, the highest priority first."""
        rest = list(self.cards)
        for card in self.slots:
            if card:
                rest.remove(card)
        return sorted(rest, key=priority_of, reverse=True)

    def count(self, command: str) -> int:
        """Return how many cards of a command are left."""
        return sum(command_of(card) == command for card in self.rest())

    def priorities(self, command: str) -> list[int]:
        """Return the priorities of a command's cards that are left, highest first."""
        return [priority_of(card) for card in self.rest() if command_of(card) == command]

    def take(self, command: str) -> str:
        """Return the card that a command uses first, or an empty text."""
        return next((card for card in self.rest() if command_of(card) == command), "")

    def add(self, command: str) -> bool:
        """Put a command into the first free slot (CLI-217); return whether there was one."""
        return next((self.put(command, number) for number in self.free if not self.slots[number]), False)

    def put(self, command: str, number: int) -> bool:
        """Put a command into a slot; the card that lay there goes back (CLI-218). Return whether this was possible."""
        card = self.take(command)
        if not card or number not in self.free:
            return False
        self.slots[number] = card
        self._laid.append(number)
        return True

    def swap(self, one: int, other: int) -> bool:
        """Exchange two slots (CLI-218); return whether neither is locked."""
        if one not in self.free or other not in self.free:
            return False
        self.slots[one], self.slots[other] = self.slots[other], self.slots[one]
        return True

    def remove(self, number: int) -> bool:
        """Take the card out of a slot (CLI-219); return whether there was one."""
        if number not in self.free or not self.slots[number]:
            return False
        self.slots[number] = ""
        return True

    def take_last(self) -> bool:
        """Take back the card of the slot that was filled last (CLI-2002); return whether there was one."""
        while self._laid:
            if self.remove(self._laid.pop()):
                return True
        return any(self.remove(number) for number in reversed(self.free))

    def clear(self) -> None:
        """Empty all slots but the locked ones (CLI-214)."""
        self.slots = [""] * REGISTERS

    def answer(self) -> tuple[str, ...]:
        """Return the program as an answer for the engine."""
        return tuple(self.slots)


def commands_to_show(usual: Iterable[str], cards: Iterable[str]) -> list[str]:
    """Return the commands of the panel: those that every robot has (CLI-205), then the others among `cards`."""
    usual = list(usual)
    special = {command_of(card) for card in cards} - set(usual)
    return [*usual, *sorted(special)]


def extra_cards(observation: Observation, piece: int) -> tuple[str, ...]:
    """Return the cards that a robot's owner may use beside the hand, such as a Pause (STD-1403)."""
    match = imagine(observation, Dice(0))
    extra: tuple[str, ...] = match.value("extra-cards", (), match.state.pieces[piece])
    return extra
