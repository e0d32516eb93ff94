"""The facts about programs, hands, locks and registers that scenarios set and compare (docs/formats.md, Scenarios)."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from roborally.plugin import (
    COMMANDS,
    FACTS,
    FORECASTS,
    SCENARIO_LISTS,
    SCENARIO_ORDERS,
    SCENARIO_STARTS,
    Fact,
    Match,
    Piece,
    Rules,
    holds_named,
    replaced,
)

from .deck import CARD_COMMANDS, DECK, EMPTY, REGISTERS, order_of_cards
from .state import slot_of


def add_facts(rules: Rules) -> None:
    """Register the facts; they are written after `damage`, which locks registers."""
    rules.add(FACTS, "locked", Fact(read_locked, write_locked, order=10))
    rules.add(FACTS, "program", Fact(None, write_program, order=20))
    rules.add(FACTS, "programs", Fact(None, write_programs, order=20))
    rules.add(FACTS, "deal", Fact(None, write_deal, order=20))
    rules.add(FACTS, "deals", Fact(None, write_deals, order=20))
    rules.add(FACTS, "slots", Fact(read_slots, None, holds=holds_named))
    rules.add(FACTS, "card_order", Fact(read_order))
    rules.add(FACTS, "hand", Fact(read_hand))
    rules.add(FACTS, "held_cards", Fact(read_held_cards))
    rules.add(FACTS, "hand_has", Fact(read_hand_cards, None, holds=holds_cards))
    rules.add(SCENARIO_LISTS, "deck", put_on_deck)
    rules.add(SCENARIO_STARTS, "program-cards", start_scripted)
    rules.add(SCENARIO_ORDERS, "register", order_of_register)
    rules.add(FORECASTS, "program-cards", plan_alone)


def start_scripted(match: Match) -> None:
    """Switch off random deals and random filling of registers, for scenarios and forecasts."""
    slot = slot_of(match)
    count = len(match.state.pieces)
    slot["scripted"] = True
    slot["deck"] = ()
    slot["programs"] = ((),) * count
    slot["deals"] = ((),) * count


def plan_alone(match: Match, piece: Piece) -> None:
    """Empty all other robots' registers and switch off random filling, for this robot's forecast (STD-R32)."""
    start_scripted(match)
    slot = slot_of(match)
    slot["discard"] = ()
    for other in match.state.pieces:
        if other.index != piece.index:
            slot["slots"] = replaced(slot["slots"], other.index, (EMPTY,) * REGISTERS)
            slot["locks"] = replaced(slot["locks"], other.index, ())


def put_on_deck(match: Match, cards: list[Any]) -> None:
    """Set the draw pile, the first card on top; raise `ValueError` for an unknown card."""
    slot_of(match)["deck"] = _cards(match, cards, len(DECK))


def read_locked(match: Match, piece: Piece) -> list[int]:
    """Return the numbers of the locked registers, ascending."""
    return list(slot_of(match)["locks"][piece.index])


def write_locked(match: Match, piece: Piece, value: Any) -> None:
    """Lock registers with the cards in them; `value` is a table such as `{ 5 = "move1@500" }`."""
    if not isinstance(value, dict):
        raise ValueError('must be a table such as { 5 = "move1@500" }')
    slots = [EMPTY] * REGISTERS
    for key, card in value.items():
        if key not in [str(number) for number in range(1, REGISTERS + 1)]:
            raise ValueError(f"names register {key!r}; registers are 1 to {REGISTERS}")
        slots[int(key) - 1] = _card(match, card)
    slot = slot_of(match)
    slot["locks"] = replaced(slot["locks"], piece.index, tuple(sorted(int(key) for key in value)))
    slot["slots"] = replaced(slot["slots"], piece.index, tuple(slots))


def write_program(match: Match, piece: Piece, value: Any) -> None:
    """Set the program of turn 1, a list of cards."""
    write_programs(match, piece, [value])


def write_programs(match: Match, piece: Piece, value: Any) -> None:
    """Set the programs of turns 1, 2 …, lists of cards; the first also fills the registers that damage has locked."""
    slot = slot_of(match)
    programs = tuple(_cards(match, program, REGISTERS) for program in _lists(value))
    slot["programs"] = replaced(slot["programs"], piece.index, programs)
    first = (*programs[0], *[EMPTY] * REGISTERS) if programs else (EMPTY,) * REGISTERS
    locked = slot["locks"][piece.index]
    laid = tuple(
        first[number] if number + 1 in locked and not card else card
        for number, card in enumerate(slot["slots"][piece.index])
    )
    slot["slots"] = replaced(slot["slots"], piece.index, laid)


def write_deal(match: Match, piece: Piece, value: Any) -> None:
    """Set the hand of turn 1, a list of cards."""
    write_deals(match, piece, [value])


def write_deals(match: Match, piece: Piece, value: Any) -> None:
    """Set the hands of turns 1, 2 …, a list of lists of cards."""
    slot_of(match)["deals"] = replaced(
        slot_of(match)["deals"], piece.index, tuple(_cards(match, hand, 99) for hand in _lists(value))
    )


def read_slots(match: Match, piece: Piece) -> dict[str, str]:
    """Return the card in each register, by number of the register; empty texts for empty registers."""
    cards = slot_of(match)["slots"][piece.index]
    return {str(number): card for number, card in enumerate(cards, 1)}


def read_order(match: Match, piece: Piece) -> int:
    """Return the robot's place in the order of play in this register, from 1; 0 for none or an unknown one."""
    register = match.state.stage - 1
    if register < 0:
        return 0
    slots = slot_of(match)["slots"]
    acting = match.value("acting", [other for other in match.robots if other.cell >= 0])
    cards = {other.index: slots[other.index][register] for other in acting}
    order = order_of_cards(cards)
    return order.index(piece.index) + 1 if piece.index in order else 0


def read_hand(match: Match, piece: Piece) -> int:
    """Return how many cards the owner was dealt for this turn."""
    size: int = slot_of(match)["dealt"][piece.index]
    return size


def read_held_cards(match: Match, piece: Piece) -> list[str]:
    """Return the cards in the hand, without those in registers."""
    return list(slot_of(match)["hands"][piece.index])


def read_hand_cards(match: Match, piece: Piece) -> list[str]:
    """Return the cards dealt this turn, those in registers included."""
    slot = slot_of(match)
    return [*slot["hands"][piece.index], *[card for card in slot["slots"][piece.index] if card]]


def holds_cards(expected: list[str], actual: list[str]) -> bool:
    """Return whether `actual` has all expected cards, each at least as often."""
    return not Counter(expected) - Counter(actual)


def order_of_register(events: Sequence[dict[str, Any]]) -> list[int]:
    """Return the indexes of the robots in the order of their executed cards, from the events of one register."""
    return [event["piece"] for event in events if event["type"] == "card"]


def _lists(value: Any) -> list[Any]:
    if not isinstance(value, list) or not all(isinstance(entry, list) for entry in value):
        raise ValueError("must be a list of cards, or a list of such lists")
    return value


def _cards(match: Match, value: list[Any], most: int) -> tuple[str, ...]:
    if len(value) > most:
        raise ValueError(f"has {len(value)} cards; at most {most} are possible")
    return tuple(_card(match, card) for card in value)


def _card(match: Match, card: Any) -> str:
    """Return a card such as `move1` or `move1@490`, or an empty text; raise `ValueError` for any other value."""
    commands = COMMANDS.of(match.rules)
    name, at, priority = card.partition("@") if isinstance(card, str) else ("", "", "")
    if card == EMPTY:
        return EMPTY
    if name not in commands or (at and not re.fullmatch("[0-9]{1,6}", priority)):
        known = ", ".join(sorted({*CARD_COMMANDS, *commands}))
        raise ValueError(f"{card!r} is no card; cards are {known}, with @priority")
    return str(card)
