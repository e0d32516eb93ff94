"""Phase 1 of a turn of VOLT (VLT-501 to VLT-507): asks for hidden programs, and start numbers when they are laid."""

from roborally.plugin import AnswerError, Decision, Dice, Match, Piece, replaced

from .program import CROSSES, FIRE, MOVE, NOTHING, UNKNOWN, PlacedDie, all_dice, read_program, refuse_errors, written
from .state import slot_of

SMALLEST = 0
"""The answer that takes the smallest start number left, or the scenario's number for the operator (VLT-R04)."""


Answer = tuple[str | int, ...]
"""The texts of the crosses, which may be followed by a start number."""


def ask_programs(match: Match) -> None:
    """Ask all operators at the same time for a program (VLT-501); without an answer crosses stay empty (VLT-R11)."""
    slot = slot_of(match)
    for piece in match.robots:
        scripts = slot["programs"][piece.index]
        script = scripts[match.state.turn - 1] if match.state.turn <= len(scripts) else NOTHING
        match.ask("program", piece, script, secret=True, at_once=True)


def check_program(match: Match, decision: Decision, answer: object) -> Answer:
    """Return a program with compass directions; raise `AnswerError` for illegal dice (VLT-503 to VLT-505, VLT-R10).

    A scenario may use any dice; errors are then found in phase 2 (VLT-601). A start number behind the crosses is taken
    in the same moment; if it is gone, the whole answer is refused and the dice stay free (CLI-1503).
    """
    slot = slot_of(match)
    program, number = with_number(answer)
    crosses = read_program(program, slot["sides"][decision["piece"]])
    if not slot["scripted"]:
        refuse_errors(crosses)
    return (*written(crosses), *(check_number(match, decision, wanted) for wanted in number))


def with_number(answer: object) -> tuple[object, tuple[object, ...]]:
    """Return the crosses of an answer, and a tuple of the start number after them, empty without one (CLI-1503)."""
    if isinstance(answer, list | tuple) and len(answer) == CROSSES + 1 and not isinstance(answer[-1], str):
        return answer[:-1], (answer[-1],)
    return answer, ()


def commit_program(match: Match, decision: Decision, answer: Answer) -> None:
    """Store the dice on the crosses and let their owner take a start number (VLT-507)."""
    piece = match.state.pieces[decision["piece"]]
    checked = check_program(match, decision, answer)
    program = tuple(str(text) for text in checked[:CROSSES])
    slot_of(match)["crosses"] = replaced(slot_of(match)["crosses"], piece.index, program)
    match.emit("program", piece=piece.index, cards=program, only_for=piece.seat)
    left = numbers_left(match)
    if len(checked) > CROSSES:
        _take_number(match, piece, int(checked[-1]))
    elif len(left) > 1:
        numbers = tuple(slot_of(match)["pillars"])
        match.ask("start-number", piece, SMALLEST, at_once=True, info={"numbers": numbers})
    else:
        _take_number(match, piece, left[0])


def plan_alone(match: Match, piece: Piece) -> None:
    """Remove the dice of all other robots, so that only this robot acts in its forecast (STD-R32)."""
    slot = slot_of(match)
    slot["crosses"] = tuple(dice if index == piece.index else () for index, dice in enumerate(slot["crosses"]))


def sample_program(match: Match, decision: Decision, dice: Dice) -> tuple[str, ...]:
    """Return a random program: three of the four dice in any order, with any faces and directions."""
    return completed((UNKNOWN,) * CROSSES, dice)


def completed(program: tuple[str, ...], dice: Dice) -> tuple[str, ...]:
    """Return a program with a random die in place of each `UNKNOWN`; dice of the program are not used twice."""
    left = [MOVE, MOVE, FIRE, FIRE]
    for text in program:
        action = text.partition(" ")[0]
        if action in left:
            left.remove(action)
    dice.shuffle(left)
    return tuple(dice.pick(_DICE[left.pop()]).written if text == UNKNOWN else text for text in program)


_DICE: dict[str, list[PlacedDie]] = {action: all_dice(action) for action in (MOVE, FIRE)}


# --- start numbers --------------------------------------------------------------------------------------------------


def numbers_left(match: Match) -> list[int]:
    """Return the start numbers that no operator has taken, ascending (VLT-507)."""
    slot = slot_of(match)
    return [number for number in slot["pillars"] if number not in slot["numbers"]]


def check_number(match: Match, decision: Decision, answer: object) -> int:
    """Return the start number for an answer, which may be `SMALLEST`; raise `AnswerError` if the number is not left."""
    left = numbers_left(match)
    if answer == SMALLEST and type(answer) is int:
        wanted = slot_of(match)["wanted"][decision["piece"]]
        return wanted if wanted in left else left[0]
    if type(answer) is not int or answer not in left:
        there = ", ".join(map(str, left))
        raise AnswerError("start number {number} is taken; left are: {list}", number=repr(answer), list=there)
    return answer


def commit_number(match: Match, decision: Decision, answer: int) -> None:
    """Give the operator the chosen start number, by which equal dice are ordered from now on (VLT-603)."""
    _take_number(match, match.state.pieces[decision["piece"]], check_number(match, decision, answer))


def sample_number(match: Match, decision: Decision, dice: Dice) -> int:
    """Return a random start number of those left."""
    return dice.pick(numbers_left(match))


def _take_number(match: Match, piece: Piece, number: int) -> None:
    slot_of(match)["numbers"] = replaced(slot_of(match)["numbers"], piece.index, number)
    match.emit("volt-number", piece=piece.index, number=number)
