"""Extraction mode of RoboBall (RBL section 8): if all owners agree, the ball plays five cards in the next turn."""

from roborally.plugin import Decision, Match, Piece, rotated
from roborally_plugins.program_cards.api import EMPTY, MOVES, REGISTERS, command_of, draw, set_slots

from .ball import BALL, is_lost, the_ball
from .state import settings_of, slot_of


def ask_all(match: Match) -> None:
    """End extraction mode (RBL-805), and ask all owners whether the ball is out of reach, to start it (RBL-801)."""
    slot = slot_of(match)
    ball = the_ball(match)
    if slot["extraction"]:
        slot["extraction"] = False
        match.emit("extraction-over", piece=ball.index)
        ball.heading = ball.facing
    slot["agreed"] = 0
    if settings_of(match)["extraction_mode"] and ball.cell >= 0:
        for piece in match.robots:
            match.ask("extraction", piece, "no", ("yes", "no"))


def commit_extraction(match: Match, decision: Decision, answer: str | None) -> None:
    """Count an owner's agreement; all must agree (RBL-R10)."""
    slot_of(match)["agreed"] += answer == "yes"


def begin(match: Match) -> None:
    """Start extraction mode if all owners have agreed: deal the ball five cards, face down, from the pile (RBL-801)."""
    slot = slot_of(match)
    if slot["agreed"] < len(match.seats):
        return
    slot["agreed"] = 0
    slot["extraction"] = True
    ball = the_ball(match)
    cards = tuple(slot["program"]) or draw(match, REGISTERS)
    slot["program"] = ()
    set_slots(match, ball, (*cards, *[EMPTY] * (REGISTERS - len(cards))))
    match.new_beat()
    match.emit("extraction", piece=ball.index)
    turn_to(match, ball, ball.heading)


def face_its_way(match: Match, how: str) -> None:
    """In extraction mode, turn the ball the way it was moved last, unless its own card has moved it (RBL-802)."""
    ball = the_ball(match)
    own = match.state.actor == ball.index and how in ("forward", "backward")
    if slot_of(match)["extraction"] and not own:
        turn_to(match, ball, ball.heading)


def turn_to(match: Match, ball: Piece, facing: int) -> None:
    """Turn the ball to this facing."""
    quarters = (facing - ball.facing + 1) % 4 - 1
    if quarters:
        match.turn(ball, quarters, "extraction")


def join(match: Match, acting: list[Piece]) -> list[Piece]:
    """Return the pieces that execute a card: `acting`, and in extraction mode also the ball (RBL-R10)."""
    return [*acting, the_ball(match)] if slot_of(match)["extraction"] else acting


def skip_what_loses_it(match: Match, card: str, piece: Piece, source: int) -> str:
    """Return `card`, or an empty text for a ball in pogo mode or one that it takes off the board (RBL-804, RBL-R09)."""
    if piece.kind != BALL or not card:
        return card
    if piece.solid and not loses(match, piece, card):
        return card
    match.new_beat()
    match.emit("ball-skips", piece=piece.index, card=command_of(card))
    return EMPTY


def loses(match: Match, ball: Piece, card: str) -> bool:
    """Return whether a card would take the ball into a pit or off the board, by trying its steps in a copy."""
    cells, quarters, _how = MOVES.get(command_of(card), (0, 0, ""))  # all other cards turn in place
    direction = rotated(ball.facing, quarters)
    trial = match.clone()
    trial.state.actor = ball.index
    moving = trial.state.pieces[ball.index]
    for _ in range(cells):
        if is_lost(trial, trial.way[direction][moving.cell]):
            return True
        if not trial.step(moving, direction, how="forward"):
            return False
    return False


def only_in_extraction(match: Match, quarters: int, piece: Piece) -> int:
    """Return `quarters`, the turn by a gear; 0 for the ball, except on the floor in extraction mode (RBL-304, 803)."""
    return 0 if piece.kind == BALL and (not slot_of(match)["extraction"] or not piece.solid) else quarters


def never_by_belts(match: Match, quarters: int, piece: Piece, start: int) -> int:
    """Return `quarters`, the turn by a belt; 0 for the ball, which faces the way it is carried (RBL-802)."""
    return 0 if piece.kind == BALL else quarters
