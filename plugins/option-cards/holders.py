"""Who holds which option cards: draws, gives back and marks them (OPT-G01, OPT-G02, CNB-1204 to CNB-1206)."""

from typing import Any

from roborally.plugin import Decision, Match, Piece, opposite, replaced
from roborally_plugins.program_cards.api import discard

from .deck import by_number, known_cards
from .state import CardMark, settings_of, slot_of


def has(match: Match, piece: Piece, card: str) -> bool:
    """Return whether a robot holds an option card, given by name."""
    return card in slot_of(match)["held"][piece.index]


def works(match: Match, piece: Piece, card: str) -> bool:
    """Return whether a robot can use a card: it holds the card, is on the floor and not shut down (OPT-G07)."""
    held = slot_of(match)["held"][piece.index]
    return card in held and piece.cell >= 0 and not is_down(match, piece)


def is_down(match: Match, piece: Piece) -> bool:
    """Return whether a robot is shut down in this turn."""
    down: bool = match.value("powered-down", False, piece)
    return down


def users(match: Match, card: str) -> list[Piece]:
    """Return the robots that can use this card now."""
    held = slot_of(match)["held"]
    return [piece for piece in match.state.pieces if card in held[piece.index] and works(match, piece, card)]


def players_of(match: Match, card: str) -> list[Piece]:
    """Return the robots whose owners can use this card before a register, also those about to enter (CNB-602)."""
    held = slot_of(match)["held"]
    holders = [piece for piece in match.state.pieces if card in held[piece.index]]
    if not holders:
        return []
    acting = match.value("acting", [piece for piece in holders if piece.cell >= 0])
    return [piece for piece in acting if piece in holders and not is_down(match, piece)]


def markers(match: Match, piece: Piece, card: str) -> int:
    """Return the number of markers on a robot's card: shots left, or points of damage taken up."""
    return slot_of(match)["markers"].get(f"{piece.index}:{card}", known_cards(match)[card].markers or 0)


def set_markers(match: Match, piece: Piece, card: str, count: int) -> None:
    """Set the number of markers on a robot's card and emit the event."""
    slot = slot_of(match)
    slot["markers"] = {**slot["markers"], f"{piece.index}:{card}": count}
    match.emit("option-marked", piece=piece.index, card=card, mark=count)


def lay(match: Match, index: int, card: str, mark: Any) -> None:
    """Set the mark on the card of the robot `index` and emit the event, in which a face-down mark is hidden."""
    lying = known_cards(match)[card].mark
    if lying is not None and lying.of(match, index) != mark:
        lying.put(match, index, mark)
        match.emit("option-marked", piece=index, card=card, mark=bool(mark) if lying.face_down else mark)


def take_off(match: Match, piece: Piece, card: str) -> None:
    """Remove the mark from a card that its robot loses; if the mark is a program card, discard it (OPT-14)."""
    lying = known_cards(match)[card].mark
    if lying is None or not (lying.face_down or lying.cleared):
        return
    if lying.face_down and (program_card := lying.of(match, piece.index)):
        discard(match, (program_card,))
    lay(match, piece.index, card, lying.first)


def clear_marks(match: Match) -> None:
    """Remove the marks that last only a turn, and discard program cards among them (OPT-01, OPT-10, E3)."""
    cleared = [(card.name, card.mark) for card in by_number(match) if card.mark is not None and card.mark.cleared]
    for _, mark in cleared:
        if mark.face_down:
            discard(match, tuple(card for card in mark.all(match) if card))
    for piece in match.robots:
        for name, mark in cleared:
            lay(match, piece.index, name, mark.first)


def face_down(match: Match) -> list[CardMark[str]]:
    """Return the marks that are face-down program cards."""
    return [card.mark for card in by_number(match) if card.mark is not None and card.mark.face_down]


def cards_on_options(match: Match, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return `cards`, the program cards outside the pile, with the program cards that lie on option cards."""
    return (*cards, *[card for mark in face_down(match) for card in mark.all(match) if card])


def absorb(match: Match, piece: Piece, card: str, points: int) -> int:
    """Emit the event that a card absorbs `points` of damage; return `points`."""
    match.emit("option-absorbed", piece=piece.index, card=card, points=points)
    return points


def side_hit(piece: Piece, direction: int) -> int:
    """Return the side of a robot, 0 front to 3 left, that a beam or blow in this direction hits (OPT-G08)."""
    return (opposite(direction) - piece.facing) & 3


def take(match: Match, piece: Piece, card: str) -> None:
    """Give a robot an option card, face up, with its markers."""
    slot = slot_of(match)
    slot["held"] = replaced(slot["held"], piece.index, (*slot["held"][piece.index], card))
    match.emit("option-drawn", piece=piece.index, card=card)
    fresh = known_cards(match)[card].markers
    if fresh is not None:
        match.emit("option-marked", piece=piece.index, card=card, mark=fresh)


def draw(match: Match, piece: Piece) -> bool:
    """Give a robot the top card, after shuffling returned ones into an empty pile (CNB-R18); return false for none."""
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
    """Return whether an option card is left to draw, in the pile or among the returned ones."""
    slot = slot_of(match)
    return bool(slot["pile"] or slot["returned"])


def give_back(match: Match, piece: Piece, card: str) -> None:
    """Move a card from a robot, with markers and mark, to the returned cards."""
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
    """On two wrenches, offer an option card instead of the repair, or by the setting give both (CNB-1204, CLS-301)."""
    if match.floor.tables["wrenches"].get(piece.cell, 0) < 2 or is_down(match, piece) or not can_draw(match):
        return
    if settings_of(match)["double_wrench"] == "choice":
        match.ask("repair", piece, "repair", ("repair", "option"))
    else:
        draw_one(match, piece, 1)


def commit_repair(match: Match, decision: Decision, answer: str | None) -> None:
    """Draw a card if the owner has chosen this; then no damage is repaired (CNB-R18)."""
    if answer == "option":
        draw_one(match, match.state.pieces[decision["piece"]], 0)


def draw_one(match: Match, piece: Piece, points: int) -> None:
    """Draw a card for a robot, and ask for one back if it has too many (CNB-1205); keep `points` of the repair."""
    slot = slot_of(match)
    if draw(match, piece):
        slot["repairs"] = replaced(slot["repairs"], piece.index, points)
        if len(slot["held"][piece.index]) > settings_of(match)["maximum"]:
            ask_give_back(match, piece)


def repaired_beside_draw(match: Match, points: int, piece: Piece) -> int:
    """Return the points to repair: `points`, or fewer if the robot has drawn an option card instead of some."""
    instead: int = slot_of(match)["repairs"][piece.index]
    return points if instead < 0 else min(points, instead)


def end_draws(match: Match) -> None:
    """Forget which robots have drawn a card in this turn."""
    slot = slot_of(match)
    slot["repairs"] = (-1,) * len(slot["repairs"])


# --- giving back ----------------------------------------------------------------------------------------------------


def ask_give_back(match: Match, piece: Piece) -> None:
    """Ask the owner which card to give back; take the only one without asking."""
    held = slot_of(match)["held"][piece.index]
    if len(held) == 1:
        give_back(match, piece, held[0])
    else:
        match.ask("give-back", piece, held[0], held)


def commit_give_back(match: Match, decision: Decision, answer: str) -> None:
    """Take the card that the owner has chosen from the robot."""
    give_back(match, match.state.pieces[decision["piece"]], answer)


def lose_one(match: Match, piece: Piece) -> None:
    """Remove the marks from the cards of a destroyed robot, and let it lose one of the cards (CNB-1206)."""
    if piece.kind != "robot":
        return
    held, known = slot_of(match)["held"][piece.index], known_cards(match)
    for card in sorted(held, key=lambda card: known[card].number, reverse=True):
        take_off(match, piece, card)
    if held and match.value("loses-option", True, piece):
        ask_give_back(match, piece)
