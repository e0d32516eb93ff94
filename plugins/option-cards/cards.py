"""Holders of option cards, the pile, markers, and giving cards back (OPT-G01, OPT-G02, CNB-1204 to CNB-1206)."""

from typing import Any

from roborally.core.data import Decision
from roborally.core.match import Match
from roborally.core.state import Piece, replaced
from roborally_plugins.archive.api import is_eliminated

from .deck import known_cards
from .state import settings_of, slot_of

COAT_POINTS = 3
"""The points of damage that Ablative Coat absorbs."""
LISTS = {
    "abort-switch": "aborting",
    "conditional-program": "reserve",
    "flywheel": "stored",
    "shield": "shield",
    "turret": "turret",
}
"""The slot's lists, by piece, for marks on cards: a switch, a program card, a side, a direction."""
FACE_DOWN = ("conditional-program", "flywheel")


def has(match: Match, piece: Piece, card: str) -> bool:
    """Return whether a robot holds a card."""
    return card in slot_of(match)["held"][piece.index]


def works(match: Match, piece: Piece, card: str) -> bool:
    """Return whether a robot can use a card: it holds it, stands on the floor and is not shut down (OPT-G07)."""
    held = slot_of(match)["held"][piece.index]
    return card in held and piece.cell >= 0 and not is_down(match, piece)


def is_down(match: Match, piece: Piece) -> bool:
    """Return whether a robot is shut down."""
    down: bool = match.value("powered-down", False, piece)
    return down


def users(match: Match, card: str) -> list[Piece]:
    """Return the robots that can use a card now."""
    held = slot_of(match)["held"]
    return [piece for piece in match.state.pieces if card in held[piece.index] and works(match, piece, card)]


def players_of(match: Match, card: str) -> list[Piece]:
    """Return the robots whose owners can use a card before a register: also those that are about to enter (CNB-602)."""
    held = slot_of(match)["held"]
    holders = [piece for piece in match.state.pieces if card in held[piece.index]]
    if not holders:
        return []
    acting = match.value("acting", [piece for piece in holders if piece.cell >= 0])
    return [piece for piece in acting if piece in holders and not is_down(match, piece)]


def markers(match: Match, piece: Piece, card: str) -> int:
    """Return the markers on a card: shots left, or points taken up."""
    return slot_of(match)["markers"].get(f"{piece.index}:{card}", known_cards(match)[card].markers or 0)


def set_markers(match: Match, piece: Piece, card: str, count: int) -> None:
    """Set the markers on a card, and emit the event."""
    slot = slot_of(match)
    slot["markers"] = {**slot["markers"], f"{piece.index}:{card}": count}
    match.emit("option-marked", piece=piece.index, card=card, mark=count)


def lying_on(match: Match, card: str) -> tuple[Any, ...]:
    """Return the marks on a card of `LISTS`, by piece."""
    slot: Any = slot_of(match)
    marks: tuple[Any, ...] = slot[LISTS[card]]
    return marks


def lay(match: Match, index: int, card: str, mark: Any) -> None:
    """Change the mark on a card of `LISTS` and emit the event, which holds only a bool for a face-down card."""
    marks = lying_on(match, card)
    if marks[index] != mark:
        slot: Any = slot_of(match)
        slot[LISTS[card]] = replaced(marks, index, mark)
        match.emit("option-marked", piece=index, card=card, mark=bool(mark) if card in FACE_DOWN else mark)


def take(match: Match, piece: Piece, card: str) -> None:
    """Lay a card face up in front of its owner."""
    slot = slot_of(match)
    slot["held"] = replaced(slot["held"], piece.index, (*slot["held"][piece.index], card))
    match.emit("option-drawn", piece=piece.index, card=card)
    fresh = known_cards(match)[card].markers
    if fresh is not None:
        match.emit("option-marked", piece=piece.index, card=card, mark=fresh)


def draw(match: Match, piece: Piece) -> bool:
    """Draw the top card, after reshuffling returned ones into an empty pile (CNB-R18); return whether one was left."""
    slot = slot_of(match)
    if not slot["pile"] and slot["returned"]:
        pile = sorted(slot["returned"])
        match.dice("options", match.state.turn, piece.index).shuffle(pile)
        slot["pile"], slot["returned"] = tuple(pile), ()
    if not slot["pile"]:
        return False
    card, slot["pile"] = slot["pile"][0], slot["pile"][1:]
    take(match, piece, card)
    return True


def can_draw(match: Match) -> bool:
    """Return whether there is a card to draw."""
    slot = slot_of(match)
    return bool(slot["pile"] or slot["returned"])


def give_back(match: Match, piece: Piece, card: str) -> None:
    """Give a card back, with its marks."""
    slot = slot_of(match)
    kept = tuple(held for held in slot["held"][piece.index] if held != card)
    slot["held"] = replaced(slot["held"], piece.index, kept)
    slot["returned"] = (*slot["returned"], card)
    own = f"{piece.index}:{card}"
    slot["markers"] = {place: count for place, count in slot["markers"].items() if place != own}
    match.emit("option-returned", piece=piece.index, card=card)
    match.react("option-lost", piece, card)


# --- drawing on repair sites ----------------------------------------------------------------------------------------


def offer_draw(match: Match, piece: Piece) -> None:
    """On two wrenches, offer a card instead of the repair, or give one beside it (CNB-1204, CLS-301, CNB-R17)."""
    if match.floor.tables["wrenches"].get(piece.cell, 0) < 2 or is_down(match, piece) or not can_draw(match):
        return
    if settings_of(match)["double_wrench"] == "choice":
        match.ask("repair", piece, "repair", ("repair", "option"))
    else:
        draw_one(match, piece, 1)


def commit_repair(match: Match, decision: Decision, answer: str | None) -> None:
    """Draw a card if the owner has chosen so; then nothing is repaired (CNB-R18)."""
    if answer == "option":
        draw_one(match, match.state.pieces[decision["piece"]], 0)


def draw_one(match: Match, piece: Piece, points: int) -> None:
    """Draw a card; `points` are still repaired. A robot with too many cards gives one back (CNB-1205)."""
    slot = slot_of(match)
    if draw(match, piece):
        slot["repairs"] = replaced(slot["repairs"], piece.index, points)
        if len(slot["held"][piece.index]) > settings_of(match)["maximum"]:
            ask_give_back(match, piece)


def repaired_beside_draw(match: Match, points: int, piece: Piece) -> int:
    """Repair less for a robot that has drawn a card."""
    instead: int = slot_of(match)["repairs"][piece.index]
    return points if instead < 0 else min(points, instead)


def end_draws(match: Match) -> None:
    """Forget which robots have drawn this turn."""
    slot = slot_of(match)
    slot["repairs"] = (-1,) * len(slot["repairs"])


# --- giving back ----------------------------------------------------------------------------------------------------


def ask_give_back(match: Match, piece: Piece) -> None:
    """Let the owner choose which card to give back, if there is a choice."""
    held = slot_of(match)["held"][piece.index]
    if len(held) == 1:
        give_back(match, piece, held[0])
    else:
        match.ask("give-back", piece, held[0], held)


def commit_give_back(match: Match, decision: Decision, answer: str) -> None:
    """Give the chosen card back."""
    give_back(match, match.state.pieces[decision["piece"]], answer)


def lose_one(match: Match, piece: Piece) -> None:
    """Take a card from a destroyed robot (CNB-1206); a lone Superior Archive Copy is kept for the re-entry (OPT-05).

    An eliminated robot has no re-entry and keeps none (CNB-1406).
    """
    held = slot_of(match)["held"][piece.index]
    if held == ("superior-archive-copy",) and not is_eliminated(match, piece):
        slot_of(match)["owing"] = replaced(slot_of(match)["owing"], piece.index, True)
    elif held:
        ask_give_back(match, piece)
