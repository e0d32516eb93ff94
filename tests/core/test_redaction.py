"""A seat observes nothing that it may not know (CLI-R07): no hand, deck, spare cards or sealed answers of others."""

from typing import Any, cast

import msgspec
import pytest

from roborally.core.decisions import HIDDEN
from roborally.core.events import is_for
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR, observe
from tests.fuzz.play import CARD_EDITIONS, DECK, EDITIONS, play, random_game, stretches


def secrets_of(match: Match, seat: int) -> set[str]:
    """Return the cards that a seat must not see, from the state alone."""
    slot = match.state.ext["program-cards"]
    hidden = {*slot["deck"], *slot["discard"]}
    for piece in match.state.pieces:
        hidden |= set(slot["spare"][piece.index])
        if piece.seat == seat:
            continue
        hidden |= set(slot["hands"][piece.index])
        shown = {*range(1, match.state.stage + 1), *slot["locks"][piece.index]}
        hidden |= {card for number, card in enumerate(slot["slots"][piece.index], 1) if number not in shown}
        for decision in match.state.decisions:
            if (
                decision["seat"] == piece.seat
                and decision["kind"] == "program"
                and decision["id"] in match.state.sealed
            ):
                hidden |= set(match.state.sealed[decision["id"]])
    if match.rules.settings["program-cards"]["hidden_priorities"]:
        return set(DECK)  # AUE-205: no seat sees a priority, not even of its own cards
    options = match.state.ext.get("option-cards", {"reserve": [], "stored": []})
    for name in ("reserve", "stored"):
        hidden |= {card for index, card in enumerate(options[name]) if match.state.pieces[index].seat != seat}
    # A Pause is not dealt: every LazyBot may have one. The card of a robot that is destroyed was seen before.
    running = {cast("dict[str, Any]", frame)["card"] for frame in match.state.agenda if frame["do"] == "card"}
    return {card for card in hidden if "@" in card} - {"pause@0"} - running


def looked_at(match: Match) -> Match:
    """Look at a match as every seat."""
    for seat in (SPECTATOR, *range(len(match.seats))):
        text = msgspec.json.encode(observe(match, seat).data).decode()
        found = [card for card in secrets_of(match, seat) if f'"{card}"' in text]
        assert found == [], f"seat {seat} sees {found}"
        assert str(match.state.dice) not in text, "the seed tells every card to come"
        for decision in match.state.decisions:
            if decision["seat"] != seat:
                shown = next(entry for entry in observe(match, seat).data["decisions"] if entry["id"] == decision["id"])
                assert (shown["choices"], shown["default"], shown["info"]) == (HIDDEN, None, {})
                assert decision["id"] not in observe(match, seat).data["sealed"]
    return match


@pytest.mark.parametrize("mode", CARD_EDITIONS)
@pytest.mark.parametrize("numbers", stretches(1, 13, 40))
def test_observations_hide_what_is_secret(mode: str, numbers: range) -> None:
    looks: list[object] = []
    for number in numbers:
        game = random_game(mode, 400 + number)
        seed = 987_654_321_000 + number
        match = game.start(seed)

        def at_moment(event: dict[str, object], match: Match = match, looks: list[object] = looks) -> None:
            if event["type"] in ("moment", "card"):
                looks.append(looked_at(match))

        play(game, seed, 4, match=match, between=looked_at, on_event=at_moment)
    assert len(looks) > 10


def test_an_observation_shows_the_seats_own_and_public_data() -> None:
    game = random_game("standard", 2, vary=False)
    match = game.start(1)
    match.run()
    decision = match.state.decisions[0]
    hand = match.state.ext["program-cards"]["hands"][0]
    match.seal(decision["id"], hand[:5], 0)
    own, other = observe(match, 0), observe(match, 1)
    assert own.data["ext"]["program-cards"]["hands"][0] == hand
    assert own.data["sealed"][decision["id"]] == hand[:5]
    assert other.data["ext"]["program-cards"]["hands"][0] == ("?",) * len(hand)
    assert [entry["id"] for entry in other.decisions()] == [
        entry["id"] for entry in match.state.decisions if entry["seat"] == 1
    ]
    assert own.data["pieces"] == other.data["pieces"] == match.to_data()["pieces"]
    assert own.data["ext"]["race"] == match.state.ext["race"]


def test_looking_changes_nothing() -> None:
    game = random_game("standard", 3)
    match = game.start(1)
    match.run()
    before = match.digest()
    for seat in (SPECTATOR, 0, 1):
        data = observe(match, seat).data
        data["pieces"].clear()
        data["ext"]["program-cards"].clear()
    assert match.digest() == before


@pytest.mark.parametrize("mode", CARD_EDITIONS)
@pytest.mark.parametrize("numbers", stretches(3, 9, 12))
def test_only_the_owner_sees_the_complete_program(mode: str, numbers: range) -> None:
    """Spectators see a card when its register is revealed; the owner sees five, with those filled in at random."""
    filled = 0
    for number in numbers:
        game = random_game(mode, 600 + number, vary=False)
        match = game.start(number)
        events = play(game, number, 4, match=match).events
        for event in events:
            if event["type"] not in ("card", "reveal") and is_for(event, SPECTATOR):
                assert "@" not in msgspec.json.encode(event).decode(), event
        programs = [event for event in events if event["type"] == "program"]
        assert programs
        for event in programs:
            seat = match.state.pieces[event["piece"]].seat
            assert [own for own in (SPECTATOR, *range(len(match.seats))) if is_for(event, own)] == [seat]
            assert len(event["cards"]) == 5
            filled += all(event["cards"])
    assert filled


SECRET = {
    *("program", "power-down", "stay-down", "return-down", "respawn-facing", "respawn-cell"),
    *("flywheel", "recompile", "conditional-program", "conditional-program-swap", "abort-switch"),
    *("weapon", "scrambler", "radio-control", "turret", "shield", "circuit-breaker", "objectives"),
}
"""Questions to all at the same time, and face-down cards: no seat sees the answers of others."""
OPEN = {
    *("new-commands", "free-register", "repair", "give-back", "superior-archive-copy", "start-number", "start-cell"),
    *("brakes", "reverse-gears", "fourth-gear", "gyroscopic-stabilizer", "mechanical-arm", "fire-control"),
    *("hitch", "unhitch", "extraction"),
}


@pytest.mark.parametrize(("games", "with_options"), [(2, 10), pytest.param(30, 150, marks=pytest.mark.long)])
def test_answers_are_told_unless_they_are_secret(games: int, with_options: int) -> None:
    """OPT-G04 and its like: of an answer that is secret only that it was given, each time that the question comes."""
    text: dict[str, set[bool]] = {}
    played = [(mode, number) for mode in EDITIONS for number in range(900, 900 + games)]
    # Odd ones have three option cards for each robot.
    played += [("crash-and-burn", number) for number in range(1001, 1001 + 2 * with_options, 2)]
    for mode, number in played:
        for event in play(random_game(mode, number), number, 3).events:
            if event["type"] == "answer":
                text.setdefault(event["kind"], set()).add("answer" in event)
    told, kept = ({kind for kind, shown in text.items() if shown == {is_told}} for is_told in (True, False))
    assert not text.keys() - told - kept
    assert not told & SECRET
    assert not kept & OPEN
    assert games < 30 or text.keys() >= SECRET | OPEN


def test_spectators_have_a_number_that_no_seat_has() -> None:
    """Messages and records hold it (docs/network.md), so it stays what it is."""
    assert SPECTATOR == -1
    game = random_game("standard", 3)
    match = game.start(1)
    assert observe(match, SPECTATOR).seat == -1
