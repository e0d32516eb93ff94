"""Defines option cards and weapons, the registry of cards for all plugins, and the deck of a match."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from roborally.plugin import Hit, Match, Piece, Registry, Rules, Settings

from .state import CardMark, Kept, KeptOnce, keep, settings_of


class Shot(NamedTuple):
    """One use of a weapon; `direction` is 0 north to 3 west, `detail` the number chosen in the weapon's `ask`, or 0."""

    shooter: Piece
    target: Piece
    direction: int
    detail: int


def direction_of(match: Match, piece: Piece) -> int:
    """Return the direction in which a robot's main laser, or the weapon in its place, points (OPT-G05)."""
    direction: int = match.value("laser-direction", piece.facing, piece)
    return direction


def first_in_line(match: Match, piece: Piece, direction: int) -> Piece | None:
    """Return the first piece in this direction if it is a robot and no wall is between, else `None` (OPT-G05)."""
    target = match.first_on(match.rays[direction][piece.cell])
    return target if target is not None and target.kind == "robot" else None


def _no_effect(match: Match, shot: Shot) -> None:
    pass


def _no_details(match: Match, piece: Piece) -> None:
    pass


def _no_gain(match: Match, piece: Piece) -> float:
    return 0.0


class Weapon(NamedTuple):
    """A weapon that a robot may use instead of its main laser (OPT-G04).

    `target(match, shooter, direction)` returns the robot to hit, `None` if the weapon cannot be used now. `ask(match,
    shooter)` may ask for more once all weapons are chosen. `fire(match, shot)` returns the hits of the common volley.
    `effect(match, shot)` follows when the damage is done and the target is still on the floor; weapons that are `late`
    follow the others (OPT-G06). `later(match, shooter)` returns, for bots, the value of a use after this register, in
    steps.
    """

    effect: Callable[[Match, Shot], None] = _no_effect
    target: Callable[[Match, Piece, int], Piece | None] = first_in_line
    ask: Callable[[Match, Piece], None] = _no_details
    fire: Callable[[Match, Shot], list[Hit]] | None = None
    late: bool = False
    later: Callable[[Match, Piece], float] = _no_gain


class OptionCard(NamedTuple):
    """An option card; title, texts and picture stand in the manifest under `[option.NAME]`.

    `register(rules, settings)` adds its effect: functions at points, values and questions, which ask `works(match,
    piece, name)` first. `keeps` are its values in the state, `mark` is the one that lies on the card for all to see.
    Cards are registered in the order of `number`, which is the order of their questions and effects.

    `worth` says how much a bot wants to keep it; only the order counts, and the game's own have 2 to 9. `markers` lie
    on a fresh card; those of a weapon are its shots, and it is given back after the last. `left(match, piece)` is the
    share of its worth that is left, 0 to 1.
    """

    name: str
    number: int = 100
    worth: float = 5.0
    register: Callable[[Rules, Settings], None] | None = None
    keeps: tuple[Kept[Any] | KeptOnce[Any], ...] = ()
    mark: CardMark[Any] | None = None
    markers: int | None = None
    weapon: Weapon | None = None
    left: Callable[[Match, Piece], float] | None = None


OPTION_CARDS: Registry[OptionCard] = Registry(
    "option-cards", "cards that robots draw: an `OptionCard`", OptionCard, table="option"
)
"""All option cards of all plugins, by name."""


def add_card(rules: Rules, settings: Settings, card: OptionCard) -> None:
    """Put a card into the deck, with its effect and its kept values; `settings` are those of the card's plugin."""
    rules.add(OPTION_CARDS, card.name, card)
    for kept in (*card.keeps, *([card.mark] if card.mark is not None else [])):
        keep(rules, kept)
    if card.register is not None:
        card.register(rules, settings)


def known_cards(match: Match) -> Mapping[str, OptionCard]:
    """Return all option cards that a match's plugins have added, by name and sorted by name."""
    return OPTION_CARDS.of(match.rules)


def by_number(match: Match) -> list[OptionCard]:
    """Return all option cards that a match's plugins have added, sorted by their numbers."""
    return sorted(known_cards(match).values(), key=lambda card: card.number)


def deck(match: Match) -> list[str]:
    """Return the names of the option cards in play, ascending: all but those that the setting `without` lists."""
    without = settings_of(match)["without"]
    return [card for card in known_cards(match) if card not in without]
