"""Oil slicks of the edition `standard` (STD-801 to STD-803, STD-R19): a phase of its own, without pushing."""

from roborally.core.floor import Floor
from roborally.core.match import Match
from roborally.core.rules import Frame
from roborally.core.state import Piece
from roborally.plugin import Fact, Rules, hookimpl

NO_MARK = -1


@hookimpl
def register(rules: Rules) -> None:
    """Add the element and its phase."""
    rules.element("oil", enter=mark, enter_order=25)
    rules.table("oil", oil_cells)
    rules.phase("register", "oil", start_slides, after=("cards",), needs=("oil",))
    rules.frame("slide", slide)
    rules.on("destroyed", unmark)
    rules.add("facts", "slides", Fact(read_mark))


@hookimpl
def setup(match: Match) -> None:
    """Keep a mark for every piece: the direction in which it entered the oil, or -1."""
    match.state.ext["oil"] = {"marks": [NO_MARK] * len(match.state.pieces)}


def oil_cells(floor: Floor) -> frozenset[int]:
    """Return the cells with oil."""
    return frozenset(floor.index(element.cell) for element in floor.board.of_kind("oil"))


def mark(match: Match, piece: Piece) -> None:
    """Remember the direction in which a piece has entered oil; it slides in the next oil phase (STD-R19)."""
    match.state.ext["oil"]["marks"][piece.index] = piece.heading


def unmark(match: Match, piece: Piece) -> None:
    """Forget the mark of a piece that has left the floor."""
    match.state.ext["oil"]["marks"][piece.index] = NO_MARK


def start_slides(match: Match) -> None:
    """Let marked pieces slide one after the other in the order of their cards (STD-R19)."""
    marks = match.state.ext["oil"]["marks"]
    oil = match.floor.tables["oil"]
    sliding = [piece for piece in match.state.pieces if marks[piece.index] != NO_MARK and piece.cell in oil]
    for piece in match.state.pieces:
        if piece.cell not in oil:
            marks[piece.index] = NO_MARK
    if sliding:
        for piece in match.value("acting-order", sliding):
            match.then({"do": "slide", "piece": piece.index})


def slide(match: Match, frame: Frame) -> None:
    """Slide over all further oil onto the first dry cell, never pushing (STD-801, STD-802)."""
    piece = match.state.pieces[frame["piece"]]
    marks = match.state.ext["oil"]["marks"]
    oil = match.floor.tables["oil"]
    direction = marks[piece.index]
    while direction != NO_MARK and piece.cell in oil:
        if not match.step(piece, direction, push=False, how="slide") or match.state.over:
            break
        if match.interrupted:
            return
    marks[piece.index] = NO_MARK
    if not match.state.over:
        match.done(frame)


def read_mark(match: Match, piece: Piece) -> int:
    """Return the direction in which a piece will slide, or -1."""
    direction: int = match.state.ext["oil"]["marks"][piece.index]
    return direction
