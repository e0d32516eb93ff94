"""What a seat imagines agrees with what it sees, is a whole game, and can be played on."""

import pytest

from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR, Observation, imagine, observe, run_on
from roborally.game.new_match import new_game
from tests.fuzz.invariants import check_cards
from tests.fuzz.play import EDITIONS, play, random_game
from tests.shipped import catalogue


def known(seen: Observation) -> dict[str, object]:
    """Return what an observation tells, but for others' cards on options, which a seat that imagines forgets."""
    options = seen.data["ext"].get("option-cards", {})
    for name in ("reserve", "stored"):
        if name in options:
            options[name] = ["" if card == "?" or "@" not in card else card for card in options[name]]
    return seen.data


@pytest.mark.parametrize("mode", EDITIONS)
def test_what_is_imagined_looks_like_what_is_seen(mode: str) -> None:
    guesses: list[bool] = []

    def look(match: Match) -> Match:
        number = len(guesses)
        for seat in (SPECTATOR, number % len(match.seats)):
            guess, other = (imagine(observe(match, seat), Dice(number + chance)) for chance in (0, 1_000_000))
            assert known(observe(guess, seat)) == known(observe(match, seat))
            check_cards(guess)
            guesses.append(guess.to_data()["ext"] != other.to_data()["ext"])
        return match

    for number in range(2):
        play(random_game(mode, 700 + number), number, 3, between=look)
    assert any(guesses), "chance decides what is not known"


@pytest.mark.parametrize("mode", EDITIONS)
def test_a_match_runs_on_to_a_moment_with_default_answers(mode: str) -> None:
    match = random_game(mode, 710, vary=False).start(1)
    match.run()
    for moment, stages in (("stage", {1}), ("stage", {2}), ("turn", {3, 5})):
        run_on(match, moment)
        assert match.halted
        assert match.state.turn == 1
        assert match.state.stage in stages


@pytest.mark.parametrize("mode", EDITIONS)
def test_an_imagined_match_goes_on_whoever_imagines_it(mode: str) -> None:
    """What the others are asked stays unanswered; nothing comes of it."""
    played: list[Match] = []

    def look(match: Match) -> Match:
        if len(played) < 20 and match.state.decisions:
            seen = observe(match, len(played) % (len(match.seats) + 1) + SPECTATOR)
            for moment in ("stage", "turn"):
                run_on(imagine(seen, Dice(1)), moment)
            imagine(seen, Dice(2)).default_answers()
            played.append(match)
        return match

    for number in range(3):
        play(random_game(mode, 720 + number), number, 3, between=look)
    assert len(played) >= 20


@pytest.mark.parametrize("mode", EDITIONS)
def test_every_question_may_stay_unanswered_where_it_is_imagined(mode: str) -> None:
    further = [] if mode == "volt" else ["option-cards", "classic-robots"]
    match = new_game(mode, plugins=further, catalogue=catalogue()).start(1)
    match.run()
    kinds = match.rules.decisions
    assert len(kinds) >= (3 if mode == "volt" else 25)
    for kind in kinds:
        copy = match.clone()
        copy.state.decisions.clear()
        copy.ask(kind, copy.robots[1], "any", ("any", "other"))
        seen = observe(copy, 0)
        run_on(imagine(seen, Dice(1)), "turn")
        imagine(seen, Dice(1)).default_answers()


def test_running_on_takes_the_answers_that_it_is_given() -> None:
    match = random_game("standard", 711, vary=False).start(1)
    match.run()
    asked: list[str] = []

    def answer(decision: Decision) -> object:
        asked.append(decision["kind"])
        return "yes" if decision["kind"] == "power-down" else decision["default"]

    run_on(match, "turn", answer)
    assert asked.count("program") == asked.count("power-down") == len(match.seats)
    assert any(match.state.ext["power-down"]["next"])
