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
from tests.slots import put_in

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


def test_no_new_commands_after_confirming() -> None:
    match = begin()
    match.answer(asked(match, "program", 2)["id"], (), 2)
    assert "confirmed already" in refused(match, asked(match, "new-commands", 2)["id"], "yes", 2)


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


def test_a_locked_register_takes_no_card() -> None:
    match = begin()
    slot = match.state.ext["program-cards"]
    put_in(slot, "locks", 0, (5,))
    cards = hand(match)[:5]
    reason = refused(match, asked(match, "program")["id"], cards, 0)
    assert reason == "register 5 is locked and keeps its card"
    match.seal(asked(match, "program")["id"], [*cards[:4], ""], 0)


def test_a_command_alone_takes_the_highest_priority_first() -> None:
    """AUE-805: of several cards of one type the earliest register gets the highest; those named are out of the way."""
    match = begin()
    cards = hand(match)
    commands = [card.partition("@")[0] for card in cards]
    twice = next(command for command in commands if commands.count(command) > 1)
    same = sorted((card for card in cards if card.startswith(twice)), key=lambda card: -int(card.partition("@")[2]))
    decision = asked(match, "program")
    assert match.checked(decision, [twice, twice])[:2] == (same[0], same[1])
    assert match.checked(decision, [same[0], twice])[:2] == (same[0], same[1])


def test_two_pauses() -> None:
    match = begin()
    cards = hand(match, 1)
    id_ = asked(match, "program", 1)["id"]
    assert "is used 2 times" in refused(match, id_, ["pause@0", "pause@0"], 1)
    match.answer(id_, [cards[0], "pause@0"], 1)
    finish_programming(match)
    match.run(until="stage")
    slots = match.state.ext["program-cards"]["slots"][1]
    assert slots[:2] == (cards[0], "pause@0")
    assert all(slots), "the gaps are filled"
    assert slots.count("pause@0") == 1


def test_a_short_program_is_filled_from_the_hand() -> None:
    match = begin()
    cards = hand(match)
    match.answer(asked(match, "program")["id"], [cards[3]], 0)
    finish_programming(match)
    match.run(until="stage")
    slots = match.state.ext["program-cards"]["slots"][0]
    assert slots[0] == cards[3]
    assert set(slots) <= set(cards)
    assert len(set(slots)) == 5


# --- sealing and defaults -------------------------------------------------------------------------------------------


def test_the_order_of_arrival_does_not_matter() -> None:
    """Sealed answers are committed in seat order (COM-18)."""
    ends = []
    orders: list[tuple[int, ...]] = [(0, 1, 2), (2, 1, 0), (1, 2, 0)]
    for order in orders:
        match = begin()
        events: list[Any] = []
        assert match.watch is not None
        match.watch.listeners.append(events.append)
        if order[0] == 2:
            match.answer(asked(match, "new-commands", 2)["id"], "yes", 2)
        for seat in order:
            if seat == 2 and order[0] != 2:
                match.answer(asked(match, "new-commands", 2)["id"], "yes", 2)
            match.answer(asked(match, "power-down", seat)["id"], "yes" if seat == 1 else "no", seat)
            match.answer(asked(match, "program", seat)["id"], hand(match, seat)[:5], seat)
        ends.append((match.digest(), events))
    assert ends[0] == ends[1] == ends[2]


def test_nothing_is_carried_out_before_the_last_answer() -> None:
    match = begin()
    match.answer(asked(match, "power-down")["id"], "yes", 0)
    match.answer(asked(match, "program")["id"], hand(match)[:5], 0)
    assert match.state.ext["power-down"]["next"] == (False,) * 3
    assert match.state.ext["program-cards"]["slots"][0] == ("",) * 5


def test_when_the_clock_runs_out_defaults_are_taken() -> None:
    match = begin()
    match.answer(asked(match, "program")["id"], hand(match)[:5], 0)
    match.default_answers()
    assert match.state.turn == 2
    assert match.state.ext["power-down"]["down"] == (False,) * 3


@pytest.mark.parametrize("mode", ["standard", "classic"])
def test_every_default_is_an_answer_that_is_allowed(mode: str) -> None:
    """Taking defaults must never fail, whatever is asked."""
    for seed in range(10):
        match = make(mode, "d1> O l2< c1 \n d2> O w2 . \n d3>+l2> w1 . .", 3).start(seed)
        match.run()
        for _ in range(40):
            if match.state.over:
                break
            for decision in list(match.state.decisions):
                assert match.checked(decision, decision["default"]) == decision["default"] or decision["default"] == ()
                match.seal(decision["id"], decision["default"])
            match.run()
