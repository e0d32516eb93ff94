"""RoboBall Extraction Mode (RBL section 8): if all agree, the ball plays five cards."""

from roborally.plugin import Decision, Match, Piece, rotated
from roborally_plugins.program_cards.api import EMPTY, MOVES, REGISTERS, command_of, draw, set_slots

from .ball import BALL, is_lost, the_ball
from .state import settings_of, slot_of


def ask_all(match: Match) -> None:
    """End the mode, which keeps the facing (RBL-805), and ask all owners whether the ball is inaccessible (RBL-801)."""
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
    """Count the agreements; all owners must agree (RBL-R10)."""
    slot_of(match)["agreed"] += answer == "yes"


def begin(match: Match) -> None:
    """Deal five cards to the ball, from the top of the pile and face down, if all have agreed (RBL-801)."""
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
    """Turn the ball to the direction of its last move, unless its own card moved it (RBL-802)."""
    ball = the_ball(match)
    own = match.state.actor == ball.index and how in ("forward", "backward")
    if slot_of(match)["extraction"] and not own:
        turn_to(match, ball, ball.heading)


def turn_to(match: Match, ball: Piece, facing: int) -> None:
    """Turn the ball to a facing."""
    quarters = (facing - ball.facing + 1) % 4 - 1
    if quarters:
        match.turn(ball, quarters, "extraction")


def join(match: Match, acting: list[Piece]) -> list[Piece]:
    """Let the ball act with the pieces that execute a card (RBL-R10)."""
    return [*acting, the_ball(match)] if slot_of(match)["extraction"] else acting


def skip_what_loses_it(match: Match, card: str, piece: Piece, source: int) -> str:
    """Skip a card of the ball that would lose it, as a whole (RBL-804, RBL-R09); above the floor it plays none."""
    if piece.kind != BALL or not card:
        return card
    if piece.solid and not loses(match, piece, card):
        return card
    match.new_beat()
    match.emit("ball-skips", piece=piece.index, card=command_of(card))
    return EMPTY


def loses(match: Match, ball: Piece, card: str) -> bool:
    """Return whether a card would take the ball into a pit or off the board, tried out step by step."""
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
    """Let gears turn the ball only in this mode (RBL-304, RBL-803)."""
    return 0 if piece.kind == BALL and (not slot_of(match)["extraction"] or not piece.solid) else quarters


def never_by_belts(match: Match, quarters: int, piece: Piece, start: int) -> int:
    """Keep belts from turning the ball: it faces the way that it is carried (RBL-802)."""
    return 0 if piece.kind == BALL else quarters
