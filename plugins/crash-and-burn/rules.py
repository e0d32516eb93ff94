"""The edition `crash-and-burn`: its order (CNB-801, CNB-1201, CNB-1601) and its rules about hands and first cards."""

from collections.abc import Mapping
from typing import Any

from roborally.core.flow import TURNS
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import Rules, hookimpl, text

UNKNOWN = "?"
MOVEMENTS = ("move1", "move2", "move3", "back-up")


@hookimpl
def register(rules: Rules, settings: Mapping[str, Any]) -> None:
    """Name the phases in order, and say what the first card must be."""
    rules.start_with(TURNS)
    rules.order("turn", ("power-down", "re-entry", "deal", "start", "program", "registers", "end-of-turn"))
    rules.order(
        "register",
        (
            "reveal",
            "doors",
            "cards",
            "express-belts",
            "all-belts",
            "pushers",
            "gears",
            "crushers",
            "crusher-strokes",
            ("board-lasers", "flamers"),
            ("robot-lasers",),
            "site-archives",
        ),
    )
    rules.order("end-of-turn", ("repairs", "declarations", "shutdowns", "clean-up"))
    rules.modify("deal-order", behind_the_dealer)
    rules.on("dealt", redeal_turns)
    rules.event("redeal", {"piece": "whose hand holds no movement card and is dealt again"})
    if settings["first_card_must_move"] != "off":
        rules.modify("program-problem", refuse_first_turn_card)
        rules.modify("fill-choices", only_movements_first)


def is_movement(card: str) -> bool:
    """Return whether a card moves the robot (CNB-502)."""
    return card.partition("@")[0] in MOVEMENTS


def behind_the_dealer(match: Match, pieces: list[Piece]) -> list[Piece]:
    """Deal to the seat behind the dealer first, to the dealer last; the deal passes on every turn (CNB-401)."""
    seats = len(match.seats)
    dealer = (match.state.turn - 1) % seats
    return sorted(pieces, key=lambda piece: (piece.seat - dealer - 1) % seats)


def redeal_turns(match: Match, piece: Piece) -> None:
    """Deal a hand of turn cards only again until it holds a movement card (CNB-403, CNB-R04)."""
    slot = match.state.ext["program-cards"]
    while slot["hands"][piece.index] and 1 not in slot["locks"][piece.index]:
        hand = slot["hands"][piece.index]
        if any(is_movement(card) or card == UNKNOWN for card in hand) or not _movement_left(match):
            return
        match.emit("redeal", piece=piece.index)
        match.react("redeal", piece)


def _movement_left(match: Match) -> bool:
    slot = match.state.ext["program-cards"]
    return any(is_movement(card) for card in (*slot["deck"], *slot["discard"]))


def must_move(match: Match, piece: Piece) -> bool:
    """Return whether the first card of this robot must be a movement card (CNB-502, CNB-R03)."""
    setting = match.rules.settings["crash-and-burn"]["first_card_must_move"]
    locked = match.state.ext["program-cards"]["locks"][piece.index]
    return 1 not in locked and (setting == "every_turn" or match.state.turn == 1)


def refuse_first_turn_card(match: Match, problem: str, piece: Piece, program: tuple[str, ...]) -> str:
    """Refuse a program that begins with a turn card (CNB-502)."""
    if problem or not program[0] or is_movement(program[0]) or not must_move(match, piece):
        return problem
    return text("the card in register 1 must be a movement card: Move 1, 2, 3 or Back Up")


def only_movements_first(match: Match, cards: tuple[str, ...], piece: Piece, number: int) -> tuple[str, ...]:
    """Fill an empty register 1 with a movement card (CNB-R20)."""
    if number != 1 or not must_move(match, piece):
        return cards
    return tuple(card for card in cards if is_movement(card))
