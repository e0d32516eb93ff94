"""Programs as a line of text such as `+2 +1 -1 l r`, for play by post (AUE-805)."""

from roborally.plugin import COMMANDS, AnswerError, Decision, Match, Order, text

from .deck import EMPTY, REGISTERS, command_of
from .programming import check_program, free_registers

SHORT = {
    "+1": "move1",
    "+2": "move2",
    "+3": "move3",
    "-1": "back-up",
    "l": "left",
    "r": "right",
    "u": "u-turn",
}
"""The command of each short word in a line."""
_MEANINGS = {
    "move1": text("+1: a step forward"),
    "move2": text("+2: two steps forward"),
    "move3": text("+3: three steps forward"),
    "back-up": text("-1: a step back"),
    "left": text("l: a turn to the left"),
    "right": text("r: a turn to the right"),
    "u-turn": text("u: a U-turn"),
}
BY_CHANCE = "."
"""The word for a register that chance fills (STD-506)."""
_MINUS = str.maketrans("\u2212\u2013\u2010", "---")
"""Other dashes, by which mail programs replace a minus sign."""


def read(match: Match, decision: Decision, line: str) -> tuple[str, ...]:
    """Return the program in a line of words for the free registers, in order; raise `AnswerError` if it is wrong."""
    free = free_registers(match, match.state.pieces[decision["piece"]])
    words = line.translate(_MINUS).split()
    if len(words) > len(free):
        raise AnswerError(
            "the program names {count} cards, but the number of free registers is {free}",
            count=len(words),
            free=len(free),
        )
    program = [EMPTY] * REGISTERS
    for number, word in zip(free, words, strict=False):
        program[number - 1] = _card(match, word)
    try:
        return check_program(match, decision, tuple(program))
    except AnswerError as error:
        if "card" not in error.values:
            raise
        raise AnswerError(error.sentence, **{**error.values, "card": _word(error.values["card"])}) from None


def write(match: Match, decision: Decision, program: tuple[str, ...]) -> str:
    """Return a program as a line of words, one for each free register."""
    return " ".join(_word(card) for card in _laid(match, decision, program))


def _laid(match: Match, decision: Decision, program: tuple[str, ...]) -> list[str]:
    """Return the cards of a program in the free registers, empty for those that chance fills."""
    free = free_registers(match, match.state.pieces[decision["piece"]])
    return [program[number - 1] if number <= len(program) else EMPTY for number in free]


def _word(card: str) -> str:
    command = command_of(card)
    return next((word for word, known in SHORT.items() if known == command), command) or BY_CHANCE


def words(match: Match) -> list[str]:
    """Return an explanation of the word of each command in this match's deck."""
    return [meaning for command, meaning in _MEANINGS.items() if command in _in_deck(match)]


def _in_deck(match: Match) -> set[str]:
    return {command_of(card) for card in match.floor.tables["deck"]}


def _card(match: Match, word: str) -> str:
    if word == BY_CHANCE:
        return EMPTY
    command, at, priority = word.lower().partition("@")
    command = SHORT.get(command, command)
    if command not in COMMANDS.of(match.rules):
        raise AnswerError(
            "{word} is no card; write {known}, and {chance} for a card by chance",
            word=repr(word),
            known=" ".join(word for word, command in SHORT.items() if command in _in_deck(match)),
            chance=BY_CHANCE,
        )
    return f"{command}{at}{priority}"


def remark(match: Match, decision: Decision, program: tuple[str, ...]) -> str:
    """Return a warning about free registers that a program leaves to chance; empty if there are none."""
    return text("Chance fills the registers with a dot.") if EMPTY in _laid(match, decision, program) else ""


PROGRAM = Order(
    read,
    write,
    "+2 +1 -1 l r",
    text("A dot: a card by chance. Name cards for the free registers only, in order."),
    remark,
    words,
)
