"""Programs as a line of text, for play by post: what is written is read again."""

from typing import Any

import pytest

from roborally.core.decisions import AnswerError
from roborally.plugin_system.loader import Catalogue
from tests.plugin_code import code_of


@pytest.mark.parametrize(
    ("line", "program"),
    [
        ("move north 3; fire east 2; fire south 6", ("move north 3", "fire east 2", "fire south 6")),
        ("Move North 3; -; -; start 2", ("move north 3", "", "", 2)),
    ],
)
def test_a_line_of_dice_is_a_program(catalogue: Catalogue, line: str, program: tuple[Any, ...]) -> None:
    orders = code_of(catalogue, "volt", "rules").orders
    assert orders.read(None, None, line) == program
    assert orders.write(None, None, program) == line.lower()


def test_what_is_no_line_of_dice_is_refused(catalogue: Catalogue) -> None:
    orders = code_of(catalogue, "volt", "rules").orders
    with pytest.raises(AnswerError, match="the start number in 'start two' is no number"):
        orders.read(None, None, "start two")
    with pytest.raises(AnswerError, match="the program has 4 dice, but there are 3 crosses"):
        orders.read(None, None, "-; -; -; -")
