"""The edition `crash-and-burn`: its rules about hands and first cards.

The order of its phases (CNB-801, CNB-1201, CNB-1601) stands in plugin.toml.
"""

from typing import Final, TypedDict

from roborally.plugin import Match, Piece, Rules, Settings, hookimpl, plugin_settings, text
from roborally_plugins.program_cards.api import MOVES, UNKNOWN, cards_left, command_of, hand, locks, redeal


class CrashAndBurnSettings(TypedDict):
    """The settings of the plugin `crash-and-burn` in one match; plugin.toml describes each."""

    first_card_must_move: str
    robot_lasers: str


settings_of: Final = plugin_settings("crash-and-burn", CrashAndBurnSettings)


@hookimpl
def register(rules: Rules, settings: Settings) -> None:
    """Register the order of dealing, new hands for hands of turn cards only, and the rule for the first card."""
    rules.modify("deal-order", behind_the_dealer)
    rules.on("dealt", redeal_turns)
    rules.event("redeal", {"piece": "whose hand holds no movement card and is dealt again"})
    if settings["first_card_must_move"] != "off":
        rules.modify("program-problem", refuse_first_turn_card)
        rules.modify("fill-choices", only_movements_first)


def is_movement(card: str) -> bool:
    """Return whether a card moves the robot, not only turns it (CNB-502)."""
    return command_of(card) in MOVES


def behind_the_dealer(match: Match, pieces: list[Piece]) -> list[Piece]:
    """Return pieces in the order of dealing: from the seat after the dealer, who changes every turn (CNB-401)."""
    seats = len(match.seats)
    dealer = (match.state.turn - 1) % seats
    return sorted(pieces, key=lambda piece: (piece.seat - dealer - 1) % seats)


def redeal_turns(match: Match, piece: Piece) -> None:
    """Deal new hands to a robot that has only turn cards, until a hand has a movement card (CNB-403, CNB-R04)."""
    while hand(match, piece) and 1 not in locks(match, piece):
        if any(is_movement(card) or card == UNKNOWN for card in hand(match, piece)) or not _movement_left(match):
            return
        match.emit("redeal", piece=piece.index)
        redeal(match, piece)


def _movement_left(match: Match) -> bool:
    return any(is_movement(card) for card in cards_left(match))


def must_move(match: Match, piece: Piece) -> bool:
    """Return whether the first card of this robot must be a movement card (CNB-502, CNB-R03)."""
    setting = settings_of(match)["first_card_must_move"]
    return 1 not in locks(match, piece) and (setting == "every_turn" or match.state.turn == 1)


def refuse_first_turn_card(match: Match, problem: str, piece: Piece, program: tuple[str, ...]) -> str:
    """Return the problem of a program that begins with a turn card but must not (CNB-502), else `problem`."""
    if problem or not program[0] or is_movement(program[0]) or not must_move(match, piece):
        return problem
    return text("register 1 needs a movement card: Move 1, 2, 3 or Back Up")


def only_movements_first(match: Match, cards: tuple[str, ...], piece: Piece, number: int) -> tuple[str, ...]:
    """Return the `cards` that may fill the empty register `number`; in register 1 only movement cards (CNB-R20)."""
    if number != 1 or not must_move(match, piece):
        return cards
    return tuple(card for card in cards if is_movement(card))
