"""Oil in the edition `crash-and-burn` (CNB-701 to CNB-703, CNB-R06, CNB-R07): slides with pushes, and wheel-spin."""

from roborally.plugin import Frame, Match, Piece, Rules

from .marks import NO_MARK, mark, slide_across
from .state import slot_of

NOBODY = -1
LAST = 100
"""The order of a modifier that runs after the owner's choice of steps, so that wheel-spin reduces the chosen number."""


class SlidesFrame(Frame):
    """A frame that slides pieces one after the other: those that a card of the robot `mover` has moved onto oil."""

    mover: int


def register(rules: Rules) -> None:
    """Register the element `oil`, the slides after a card, and wheel-spin."""
    rules.element("oil", enter=mark_in_card, enter_order=25)
    rules.phase("register", "oil", None)
    rules.frame("slides", run_slides)
    rules.on("before-card", begin_wheel_spin)
    rules.on("after-card", start_slides)
    rules.modify("card-steps", lose_first_step, order=LAST)


def mark_in_card(match: Match, piece: Piece) -> None:
    """Mark a piece that a card moves onto oil to slide later; belts and pushers cause no slide (CNB-901, CNB-R07)."""
    if match.state.actor >= 0:
        mark(match, piece)


def begin_wheel_spin(match: Match, piece: Piece, card: str) -> None:
    """Store whether the robot begins a card on oil and so will lose its first step (CNB-703)."""
    on_oil = piece.cell in match.floor.tables["oil"]
    slot_of(match)["spinning"] = piece.index if on_oil else NOBODY


def lose_first_step(match: Match, cells: int, piece: Piece) -> int:
    """Return `cells`, the number of steps of a card, less one for a robot with wheel-spin (CNB-703)."""
    spins = slot_of(match)["spinning"] == piece.index
    return max(0, cells - 1) if spins else cells


def start_slides(match: Match, piece: Piece, card: str) -> None:
    """Add a frame for the slides of the pieces that the card has moved onto oil, if any (CNB-701)."""
    slot_of(match)["spinning"] = NOBODY
    if _sliding(match, piece.index):
        match.then(SlidesFrame(do="slides", mover=piece.index))


def run_slides(match: Match, frame: SlidesFrame) -> None:
    """Slide the pieces one after another, the front one first and the mover last (CNB-R07)."""
    while sliding := _sliding(match, frame["mover"]):
        if not slide_across(match, sliding[0], push=True) or match.state.over:
            return
    match.done(frame)


def _sliding(match: Match, mover: int) -> list[Piece]:
    """Return the marked pieces on oil in the order of slides, `mover` last; clear the marks of pieces elsewhere."""
    slot = slot_of(match)
    oil = match.floor.tables["oil"]
    marks = tuple(
        mark if piece.cell in oil else NO_MARK for piece, mark in zip(match.state.pieces, slot["marks"], strict=True)
    )
    slot["marks"] = marks
    found = [piece for piece in match.state.pieces if marks[piece.index] != NO_MARK]
    cells = match.floor.cells

    def distance(piece: Piece) -> int:
        x, y = cells[piece.cell]
        return (-y, x, y, -x)[marks[piece.index]]

    return sorted(found, key=lambda piece: (piece.index == mover, -distance(piece), piece.index))
