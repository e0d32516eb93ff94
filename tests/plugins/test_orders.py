"""Programs as a line of text, for play by post: what is written is read again."""

from typing import Any

import pytest

from roborally.core.decisions import AnswerError
from tests.fuzz.play import make
from tests.plugin_code import code_of
from tests.shipped import catalogue


@pytest.fixture
def asked() -> tuple[Any, Any, Any]:
    """The orders of VOLT, a match with three dice, and its first question."""
    match = make("volt", "s1 . vp1 \n . . s2", 2).start(1)
    match.run()
    return code_of(catalogue(), "volt", "rules").orders, match, match.state.decisions[0]


@pytest.mark.parametrize(
    ("line", "program"),
    [
        ("move north 3; fire east 2; fire south 6", ("move north 3", "fire east 2", "fire south 6")),
        ("Move North 3; -; -; start 2", ("move north 3", "", "", 2)),
    ],
)
def test_a_line_of_dice_is_a_program(asked: tuple[Any, Any, Any], line: str, program: tuple[Any, ...]) -> None:
    orders, match, decision = asked
    assert orders.read(match, decision, line) == program
    assert orders.write(match, decision, program) == line.lower()


def test_what_is_no_line_of_dice_is_refused(asked: tuple[Any, Any, Any]) -> None:
    orders, match, decision = asked
    with pytest.raises(AnswerError, match="the start number in 'start two' is no number"):
        orders.read(match, decision, "start two")
    with pytest.raises(AnswerError, match="the program has 4 dice, but there are 3 crosses"):
        orders.read(match, decision, "-; -; -; -")
