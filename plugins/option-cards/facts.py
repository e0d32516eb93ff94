"""The facts about option cards that scenarios set and compare (docs/formats.md, Scenarios)."""

from typing import Any

from roborally.plugin import FACTS, SCENARIO_LISTS, SCENARIO_STARTS, Fact, Match, Piece, Rules, holds_named, replaced

from .deck import deck, known_cards
from .holders import markers, set_markers
from .state import slot_of


def add_facts(rules: Rules) -> None:
    """Register the facts about option cards, and the list `option_deck` for scenarios."""
    rules.add(FACTS, "options", Fact(read_options, write_options, order=40, holds=holds_same))
    rules.add(FACTS, "tokens", Fact(read_markers, write_markers, order=41, holds=holds_named))
    rules.add(SCENARIO_LISTS, "option_deck", put_on_pile)
    rules.add(SCENARIO_STARTS, "option-cards", start_empty)


def start_empty(match: Match) -> None:
    """Take all option cards from robots and pile; a scenario then sets its own."""
    slot = slot_of(match)
    slot["pile"], slot["held"] = (), ((),) * len(match.state.pieces)


def put_on_pile(match: Match, cards: list[str]) -> None:
    """Set the pile of option cards, the first one on top; raise `ValueError` for an unknown card."""
    slot_of(match)["pile"] = tuple(_known(match, card) for card in cards)


def read_options(match: Match, piece: Piece) -> list[str]:
    """Return the names of the option cards that a robot holds."""
    return list(slot_of(match)["held"][piece.index])


def write_options(match: Match, piece: Piece, value: Any) -> None:
    """Give a robot option cards, a list of names; each card exists only once."""
    if not isinstance(value, list):
        raise ValueError("must be a list of option cards")
    slot = slot_of(match)
    for card in value:
        if any(_known(match, card) in others for others in slot["held"]):
            raise ValueError(f"names {card!r}, which is held already; every option card exists once")
        slot["held"] = replaced(slot["held"], piece.index, (*slot["held"][piece.index], card))
    match.react("options-written", piece)


def read_markers(match: Match, piece: Piece) -> dict[str, int]:
    """Return the number of markers on each of the robot's option cards that can have markers, by name."""
    held = slot_of(match)["held"][piece.index]
    return {card: markers(match, piece, card) for card in held if card in _with_markers(match)}


def write_markers(match: Match, piece: Piece, value: Any) -> None:
    """Set the number of markers on option cards, a table by name."""
    if not isinstance(value, dict):
        raise ValueError("must be a table such as { mini-howitzer = 5 }")
    marked = _with_markers(match)
    for card, count in value.items():
        if card not in marked or type(count) is not int or count < 0:
            raise ValueError(f"names {card!r} = {count!r}; markers lie on {' and '.join(marked)}")
        set_markers(match, piece, card, count)


def holds_same(expected: list[str], actual: list[str]) -> bool:
    """Return whether both lists have the same cards, in any order."""
    return sorted(expected) == sorted(actual)


def _with_markers(match: Match) -> list[str]:
    return [name for name, card in known_cards(match).items() if card.markers is not None]


def _known(match: Match, card: Any) -> str:
    cards = deck(match)
    if card in cards:
        return str(card)
    if card in known_cards(match):
        raise ValueError(f"names {card!r}, which the setting `without` leaves out")
    raise ValueError(f"{card!r} is no option card; there are: {', '.join(cards)}")
