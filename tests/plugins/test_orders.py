"""Programs as a line of text, for play by post: what is written is read again."""

from typing import Any

import pytest

from roborally.core.decisions import AnswerError
from tests.fuzz.play import make
from tests.plugin_code import code_of
from tests.shipped import catalogue
from tests.slots import put_in


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


def test_a_list_of_checkpoints_is_written_in_numbers(asked: tuple[Any, Any, Any]) -> None:
    _orders, match, decision = asked
    orders = code_of(catalogue(), "auenland", "rules").lists.ORDER
    assert orders.read(match, decision, "2, 1 3") == (2, 1, 3)
    for line in ("2 one", "2 \u0661"):
        with pytest.raises(AnswerError, match="is no list of checkpoints"):
            orders.read(match, decision, line)


HAND = ("move1@500", "move1@550", "left@70", "u-turn@10", "back-up@430", "right@80")


@pytest.fixture
def cards() -> tuple[Any, Any, Any]:
    """The orders of program cards, a match whose first robot has register 2 locked, and its first question."""
    match = make("standard", "d1> . c1 \n d2> . c2", 2).start(1)
    match.run()
    slot = match.state.ext["program-cards"]
    put_in(slot, "hands", 0, HAND)
    put_in(slot, "locks", 0, (2,))
    put_in(slot, "slots", 0, ("", "move3@800", "", "", ""))
    return code_of(catalogue(), "program-cards", "rules").orders, match, match.state.decisions[0]


@pytest.mark.parametrize(
    ("line", "program", "written"),
    [
        ("+1 l u -1", ("move1@550", "", "left@70", "u-turn@10", "back-up@430"), "+1 l u -1"),
        ("+1 +1@500 \u22121 R", ("move1@550", "", "move1@500", "back-up@430", "right@80"), "+1 +1 -1 r"),
        (". l", ("", "", "left@70", "", ""), ". l . ."),
    ],
)
def test_a_line_of_words_is_a_program_for_the_free_registers(
    cards: tuple[Any, Any, Any], line: str, program: tuple[str, ...], written: str
) -> None:
    orders, match, decision = cards
    assert orders.read(match, decision, line) == program
    assert orders.write(match, decision, program) == written
    assert bool(orders.remark(match, decision, program)) == ("." in line)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("l l l l l", "the program names 5 cards, but the number of free registers is 4"),
        ("+9", r"'\+9' is no card; write \+1 \+2 \+3 -1 l r u, and \. for"),
        ("l l", "card l is used 2 times, but the hand holds 1"),
    ],
)
def test_what_is_no_line_of_words_is_refused(cards: tuple[Any, Any, Any], line: str, text: str) -> None:
    orders, match, decision = cards
    with pytest.raises(AnswerError, match=text):
        orders.read(match, decision, line)
    assert [word.partition(":")[0] for word in orders.words(match)] == ["+1", "+2", "+3", "-1", "l", "r", "u"]
