"""Programs as a line of text, for play by post, such as `move north 3; fire east 2; fire south 6; start 2`."""

from roborally.plugin import AnswerError, Decision, Match, Order, text

from .program import CROSSES, EMPTY, NOTHING

START = "start"
NONE = "-"
"""The word for a cross without a die."""


def read(match: Match, decision: Decision, line: str) -> tuple[str | int, ...]:
    """Return the program in a line: a die for each cross, and perhaps a start number; raise `AnswerError` if wrong."""
    parts = [part.strip().lower() for part in line.split(";")]
    number: tuple[int, ...] = ()
    if parts[-1].startswith(START):
        word = parts.pop()[len(START) :].strip()
        if not word.isascii() or not word.isdigit():
            raise AnswerError(
                "the start number in {text} is no number; write such as {like}", text=repr(line), like="start 2"
            )
        number = (int(word),)
    if len(parts) > CROSSES:
        raise AnswerError("the program has {count} dice, but there are {most} crosses", count=len(parts), most=CROSSES)
    crosses = [EMPTY if part == NONE else part for part in parts]
    return (*crosses, *NOTHING[len(crosses) :], *number)


def write(match: Match, decision: Decision, program: tuple[str | int, ...]) -> str:
    """Return a program as a line, with `-` for a cross without a die."""
    return "; ".join(f"{START} {part}" if isinstance(part, int) else part or NONE for part in program)


PROGRAM = Order(
    read,
    write,
    "move north 3; fire east 2; fire south 6; start 2",
    text(
        "A die for each cross, 1 to 3, and perhaps a start number: what it does, where to, and its number. "
        "A hyphen leaves a cross empty."
    ),
)
