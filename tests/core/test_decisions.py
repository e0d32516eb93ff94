"""Questions: closed, answered twice, of another seat; illegal programs; defaults. None of them harms the match."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.events import Watch
from roborally.core.match import Match
from roborally.core.state import NOBODY, Piece
from tests.fuzz.play import make

BOARD = """
. .   . . . . c1
. d1> . . . . .
. d2> . . . . .
. d3> . . . . .
. .   . . . . c2
"""
ALL = {"move1", "move2", "move3", "back-up", "left", "right", "u-turn"}
MODELS = ("tanky", "lazybot", "albot")


def begin(mode: str = "standard", **settings: Any) -> Match:
    """Return a match that waits for the first programs."""
    models = MODELS if mode == "standard" else ()
    match = make(mode, BOARD, 3, settings=settings, models=models).start(5, Watch())
    match.run()
    return match


def asked(match: Match, kind: str, seat: int = 0) -> Decision:
    return next(entry for entry in match.state.decisions if (entry["kind"], entry["seat"]) == (kind, seat))


def hand(match: Match, seat: int = 0) -> list[str]:
    return list(match.state.ext["program-cards"]["hands"][seat])


def refused(match: Match, id_: str, answer: Any, seat: int | None = None) -> str:
    """Return the sentence with which an answer is refused; the match must be unharmed."""
    before = msgspec.json.encode(match.to_data(), order="deterministic")
    with pytest.raises(AnswerError) as caught:
        match.answer(id_, answer, seat)
    assert msgspec.json.encode(match.to_data(), order="deterministic") == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


def finish_programming(match: Match) -> None:
    for decision in list(match.state.decisions):
        if decision["kind"] == "program" and decision["id"] not in match.state.sealed:
            match.seal(decision["id"], ())


def test_nobody_is_asked_for_a_piece_without_an_owner_or_what_is_no_question() -> None:
    """The match would wait for ever."""
    match = begin()
    before = match.digest()
    with pytest.raises(ValueError, match="piece 7 has no owner, so nobody can be asked"):
        match.ask("program", Piece(7, "ball", NOBODY), ())
    with pytest.raises(ValueError, match="there is no question 'programme'; add"):
        match.ask("programme", match.robots[0], ())
    assert match.digest() == before


# --- whose question, and when ---------------------------------------------------------------------------------------


def test_an_answer_to_an_unknown_question() -> None:
    assert "is not open" in refused(begin(), "program-999", ())


def test_a_question_of_another_seat() -> None:
    match = begin()
    assert "was asked of seat 0, not of seat 1" in refused(match, asked(match, "program")["id"], (), 1)


def test_a_question_answered_twice() -> None:
    match = begin()
    id_ = asked(match, "program")["id"]
    match.answer(id_, (), 0)
    assert "answered already" in refused(match, id_, (), 0)


def test_a_question_that_is_closed() -> None:
    match = begin()
    program, power_down = asked(match, "program")["id"], asked(match, "power-down")["id"]
    finish_programming(match)
    match.run()
    assert match.state.turn == 2
    assert "is not open" in refused(match, program, (), 0)
    # The match did not wait for the optional one: it closed with its default.
    assert "is not open" in refused(match, power_down, "yes", 0)
    assert match.state.ext["power-down"]["down"] == (False,) * 3


def test_an_at_once_question_closes_when_it_is_answered() -> None:
    match = begin()
    id_ = asked(match, "new-commands", 2)["id"]
    before = hand(match, 2)
    match.answer(id_, "yes", 2)
    assert not set(before) & set(hand(match, 2))
    assert match.state.turn == 1
    assert "is not open" in refused(match, id_, "yes", 2)


# --- choices --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["maybe", "", "YES", True, False, None, 0, 1, ("yes",), ["yes"], {"yes": 1}, 1.0])
def test_answers_that_are_no_choice(answer: Any) -> None:
    match = begin()
    assert "possible are: yes, no" in refused(match, asked(match, "power-down")["id"], answer, 0)


def test_true_is_no_one_and_one_is_not_true() -> None:
    """Python says that 1 == True == 1.0; a question does not."""
    match = begin("classic", choose_freed_register=True)
    piece = match.state.pieces[0]
    id_ = match.ask("free-register", piece, 1, (1, 2))
    for answer in (True, 1.0, "1", (1,), 3, 0):
        assert "possible are: 1, 2" in refused(match, id_, answer, 0)
    match.seal(id_, 1, 0)
    assert match.state.sealed[id_] == 1


def test_a_list_from_json_is_a_cell() -> None:
    match = begin("classic")
    id_ = match.ask("respawn-cell", match.state.pieces[0], (1, 1), ((1, 1), (2, 1)))
    match.seal(id_, [2, 1], 0)
    assert match.state.sealed[id_] == (2, 1)
    assert isinstance(match.state.sealed[id_], tuple)


# --- programs -------------------------------------------------------------------------------------------------------


def illegal_programs(match: Match) -> Iterator[tuple[str, Any, str]]:
    cards = hand(match)
    other = hand(match, 1)[0]
    yield "a card of another hand", [other], "the hand holds 0"
    yield "a card that does not exist", ["move9@5000"], "the hand holds 0"
    yield "a command that the hand lacks", [next(iter(ALL - {card.partition("@")[0] for card in cards}))], "holds 0"
    yield "a card twice", [cards[0], cards[0]], "is used 2 times, but the hand holds 1"
    yield "six cards", cards[:6], "at most five cards"
    yield "a text", "move1", "a list of at most five cards"
    yield "one card", cards[0], "a list of at most five cards"
    yield "a number", 7, "a list of at most five cards"
    yield "nothing", None, "a list of at most five cards"
    yield "a table", {"1": cards[0]}, "a list of at most five cards"
    yield "numbers", [1, 2, 3], "a list of at most five cards"
    yield "lists of lists", [[cards[0]]], "a list of at most five cards"
    yield "truths", [True], "a list of at most five cards"
    yield "somebody else's Pause", ["pause@0"], "the hand holds 0"


@pytest.mark.parametrize("number", range(14))
def test_illegal_programs(number: int) -> None:
    match = begin()
    cases = list(illegal_programs(match))
    assert len(cases) == 14
    _, answer, reason = cases[number]
    assert reason in refused(match, asked(match, "program")["id"], answer, 0)


# --- sealing and defaults -------------------------------------------------------------------------------------------


def test_nothing_is_carried_out_before_the_last_answer() -> None:
    match = begin()
    match.answer(asked(match, "power-down")["id"], "yes", 0)
    match.answer(asked(match, "program")["id"], hand(match)[:5], 0)
    assert match.state.ext["power-down"]["next"] == (False,) * 3
    assert match.state.ext["program-cards"]["slots"][0] == ("",) * 5
