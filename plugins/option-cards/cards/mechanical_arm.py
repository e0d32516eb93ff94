"""The option card Mechanical Arm: the robot reaches a checkpoint from a neighbouring cell (OPT-09)."""

from roborally.plugin import (
    DELTAS,
    DIRECTIONS,
    SHEETS,
    WALL,
    Decision,
    Frame,
    Match,
    Piece,
    QuestionView,
    Rules,
    Settings,
    ShownSentence,
    opposite,
    text,
    usual_view,
)
from roborally_plugins.race.api import reach

from ..deck import OptionCard
from ..holders import users, works
from ..state import settings_of

NAME = "mechanical-arm"


class ArmFrame(Frame):
    """A frame that asks the owner of `piece` about the checkpoints with these numbers."""

    piece: int
    numbers: tuple[int, ...]


def register(rules: Rules, settings: Settings) -> None:
    """Add the questions about checkpoints within reach at the end of every register."""
    rules.phase("register", "arms", start_arms, after=("touch", "site-archives", "robot-lasers"))
    rules.frame(NAME, run_arm)
    rules.decision(NAME, use_arm)
    rules.add(SHEETS, NAME, show_checkpoint)


def start_arms(match: Match) -> None:
    """Add a frame for each robot with a checkpoint within reach (OPT-09, R6)."""
    for piece in users(match, NAME):
        numbers = tuple(number for number, _ in _within_reach(match, piece))
        if numbers:
            match.then(ArmFrame(do=NAME, piece=piece.index, numbers=numbers))


def run_arm(match: Match, frame: ArmFrame) -> None:
    """Ask about the lowest checkpoint left in the frame, since taking it may make the next one due."""
    piece = match.state.pieces[frame["piece"]]
    if not frame["numbers"] or not works(match, piece, NAME):
        match.done(frame)
        return
    number, frame["numbers"] = frame["numbers"][0], frame["numbers"][1:]
    due = match.value("next-checkpoint", 0, piece) == number
    match.ask(NAME, piece, "yes" if due else "no", ("yes", "no"), info={"number": number})


def use_arm(match: Match, decision: Decision, answer: str | None) -> None:
    """Count the checkpoint after a `yes`; the robot stays on its cell or is lifted onto the checkpoint (OPT-R03)."""
    if answer == "yes":
        piece = match.state.pieces[decision["piece"]]
        number = decision["info"]["number"]
        for found, cell in _within_reach(match, piece):
            if found == number:
                match.emit("option-used", piece=piece.index, card=NAME)
                if settings_of(match)["mechanical_arm"] == "lifts":
                    match.place(piece, cell, piece.facing, "lifted")
                reach(match, piece, number, cell)
                return


def _within_reach(match: Match, piece: Piece) -> list[tuple[int, int]]:
    """Return (number, cell) of the checkpoints beside the robot without a wall between, lowest number first.

    An arm that lifts the robot needs a free cell: two robots never share one (OPT-R03).
    """
    cells: dict[int, int] = match.floor.tables["checkpoints"]
    lifts = settings_of(match)["mechanical_arm"] == "lifts"
    return sorted(
        (number, cell)
        for cell, number in cells.items()
        if _can_reach(match, piece.cell, cell) and (match.is_free(cell) or not lifts)
    )


def _can_reach(match: Match, start: int, goal: int) -> bool:
    """Return whether an arm reaches a neighbouring cell; for a diagonal one, around either corner."""
    (x, y), (goal_x, goal_y) = match.floor.cells[start], match.floor.cells[goal]
    dx, dy = goal_x - x, goal_y - y
    if start == goal or max(abs(dx), abs(dy)) > 1:
        return False
    ways = [
        direction for direction in DIRECTIONS if DELTAS[direction] in ((dx, 0), (0, dy)) and DELTAS[direction] != (0, 0)
    ]
    # Check the last edge from the goal, since a corner may lie outside the floor.
    return any(
        match.way[first][start] != WALL and match.way[opposite(last)][goal] != WALL
        for first, last in zip(ways, reversed(ways), strict=True)
    )


def show_checkpoint(match: Match, decision: Decision) -> QuestionView:
    """Return the usual view, with the number of the checkpoint shown beside the question."""
    shown = ShownSentence(text("Checkpoint {number}"), {"number": decision["info"]["number"]})
    return usual_view(decision, shown=(shown,))


CARD = OptionCard(NAME, number=9, worth=8, register=register)
