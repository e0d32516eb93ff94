"""How the questions for dice and start numbers are shown, and the markers in the arena."""

from roborally.plugin import (
    COMPASS,
    NAMES,
    AnswerChoice,
    Decision,
    FloorMark,
    LaidTile,
    Match,
    QuestionView,
    ShownSentence,
    SlotFace,
    TilePart,
    Tiles,
    TileSlot,
    text,
    usual_view,
)

from .program import COLOURS, CROSSES, EMPTY, FACES, FIRE, MOVE, OF_A_COLOUR, read_die
from .programming import numbers_left
from .state import slot_of

TITLES = {MOVE: text("Move"), FIRE: text("Fire")}
"""The name of each kind of die, by its action."""
WAYS = {MOVE: NAMES, FIRE: COMPASS}
"""The directions that each kind of die may have, by its action (VLT-504, VLT-505)."""


def program(match: Match, decision: Decision) -> Tiles:
    """Return the view with the operator's dice as tiles and the control crosses as slots (VLT-502, VLT-503)."""
    dice = [action for action in COLOURS for _ in range(OF_A_COLOUR)]
    return Tiles(
        slots=tuple(TileSlot(str(number)) for number in range(1, CROSSES + 1)),
        tiles=tuple(_die(at, action) for at, action in enumerate(dice)),
        empty=EMPTY,
        whole=True,
        preview=True,
        stage=text("Cross {number}"),
    )


def _die(at: int, action: str) -> LaidTile:
    faces = {str(face): f"die-{COLOURS[action]}-{face}" for face in FACES}
    number = TilePart("number", "number", tuple(FACES), default=FACES[0], face=True)
    parts = number, TilePart("direction", "compass", WAYS[action])
    return LaidTile(at, f"{action} {{direction}} {{number}}", TITLES[action], faces=faces, parts=parts)


def slot(content: str) -> SlotFace:
    """Return how the window shows the die on a cross: its picture, and what it does."""
    die = read_die(content, 0)
    moves = text("moves 1 space {direction}") if die.number == 1 else text("moves {number} spaces {direction}")
    does = moves if die.action == MOVE else text("fires {direction}, number {number}")
    sentence = ShownSentence(does, {"direction": die.direction, "number": die.number})
    return SlotFace(sentence=sentence, picture=f"die-{COLOURS[die.action]}-{die.number}")


def start_number(match: Match, decision: Decision) -> QuestionView:
    """Return the view with all start numbers; taken ones are grey, and others may be taken meanwhile (VLT-507)."""
    left = numbers_left(match)
    choices = [AnswerChoice(number, gone=number not in left) for number in slot_of(match)["pillars"]]
    return usual_view(decision, choices, live=True)


def markers(match: Match) -> list[FloorMark]:
    """Return the marks for the victory-point markers that lie in the arena (VLT-701)."""
    cells: dict[int, int] = match.floor.tables["volt-points"]
    return [
        FloorMark(match.floor.cells[cells[int(number)]], picture="vp-marker", count=count)
        for number, count in slot_of(match)["lying"].items()
        if count
    ]
