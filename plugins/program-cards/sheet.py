"""How the question for a program is shown: cards of the hand go into the free registers (STD-501, STD-502)."""

from roborally.plugin import Decision, LaidTile, Match, SlotFace, Tiles, TileSlot, text

from .deck import EMPTY, command_of, priority_of
from .state import slot_of


def program(match: Match, decision: Decision) -> Tiles:
    """Return the view with the hand as tiles and the registers as slots; locked registers keep their cards."""
    piece, slot = match.state.pieces[decision["piece"]], slot_of(match)
    hand = (*slot["hands"][piece.index], *match.value("extra-cards", (), piece))
    slots = []
    for number, card in enumerate(slot["slots"][piece.index], 1):
        if number in slot["locks"][piece.index]:
            slots.append(TileSlot(str(number), _tile(0, card) if card != EMPTY else None, shut=card == EMPTY))
        else:
            left = match.value("fill-choices", hand, piece, number)
            fits = tuple(at for at, card in enumerate(hand) if card in left) if len(left) < len(hand) else ()
            slots.append(TileSlot(str(number), fits=fits))
    tiles = tuple(_tile(at, card) for at, card in enumerate(hand))
    stage = text("Register {number}")
    return Tiles(slots=tuple(slots), tiles=tiles, empty=EMPTY, whole=True, preview=True, stage=stage)


def slot(content: str) -> SlotFace:
    """Return how the window shows the card `content` in a register."""
    return SlotFace(command_of(content))


def _tile(at: int, card: str) -> LaidTile:
    priority = priority_of(card)
    return LaidTile(at, card, card=command_of(card), badge=str(priority) if priority > 0 else "")
