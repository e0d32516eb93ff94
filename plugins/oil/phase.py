"""Oil in the edition `standard` (STD-801 to STD-803, STD-R19): slides in a phase of their own, without pushes."""

from roborally.plugin import Frame, Match, Rules

from .marks import NO_MARK, mark, slide_across
from .state import slot_of


class SlideFrame(Frame):
    """A frame that slides the piece with this index."""

    piece: int


def register(rules: Rules) -> None:
    """Register the element `oil` and its phase."""
    rules.element("oil", enter=mark, enter_order=25)
    rules.phase("register", "oil", start_slides, after=("cards",), needs=("oil",))
    rules.frame("slide", slide)


def start_slides(match: Match) -> None:
    """Add a frame for each marked piece on oil, in the order of their cards (STD-R19)."""
    slot = slot_of(match)
    oil = match.floor.tables["oil"]
    marks = tuple(
        mark if piece.cell in oil else NO_MARK for piece, mark in zip(match.state.pieces, slot["marks"], strict=True)
    )
    slot["marks"] = marks
    sliding = [piece for piece in match.state.pieces if marks[piece.index] != NO_MARK]
    if sliding:
        for piece in match.value("acting-order", sliding):
            match.then(SlideFrame(do="slide", piece=piece.index))


def slide(match: Match, frame: SlideFrame) -> None:
    """Slide the frame's piece without pushing others (STD-801, STD-802)."""
    if slide_across(match, match.state.pieces[frame["piece"]], push=False) and not match.state.over:
        match.done(frame)
