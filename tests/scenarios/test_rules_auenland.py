"""Rules of `auenland` that a scenario cannot say: the deck, hidden priorities, secret lists, the referee's duties."""

from collections.abc import Callable

import pytest

from roborally.config import Game
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.events import Event, Watch
from roborally.core.match import Match
from roborally.core.views import imagine, view
from tests.fuzz.play import make

GRID = """
 d1>  .  c1  .
 d2>  .  c2  .
 d3>  .  .  c3
"""
GameOf = Callable[..., Game]


def game(players: int = 3, **settings: object) -> Game:
    return make("auenland", GRID, players, settings=settings)


def started(one: Game, seed: int = 4, watch: Watch | None = None) -> Match:
    match = one.start(seed, watch)
    match.run()
    return match


def test_aue_202_the_deck_has_no_move_3() -> None:
    """AUE-202, AUE-R01: 78 cards, all other numbers as in COM-15."""
    slot = started(game()).state.ext["program-cards"]
    cards = [*slot["deck"], *(card for hand in slot["hands"] for card in hand)]
    assert len(cards) == len(set(cards)) == 78
    assert not any(card.startswith("move3") for card in cards)
    assert {"move2@780", "u-turn@10", "back-up@430"} <= set(cards)


def test_aue_205_the_types_are_in_order() -> None:
    """AUE-205: Move 2 before Move 1 before Back Up before all turn cards, whatever their numbers."""
    slot = started(game()).state.ext["program-cards"]
    cards = [*slot["deck"], *(card for hand in slot["hands"] for card in hand)]
    types = [card.partition("@")[0] for card in sorted(cards, key=lambda card: -int(card.partition("@")[2]))]
    first_turn = next(at for at, name in enumerate(types) if name in ("left", "right", "u-turn"))
    assert types[:12] == ["move2"] * 12
    assert types[12:30] == ["move1"] * 18
    assert types[30:36] == ["back-up"] * 6
    assert first_turn == 36


def test_aue_802_nobody_sees_a_priority() -> None:
    """AUE-205, AUE-802, AUE-804: not in views, own cards and answers included, and not in events."""
    events: list[Event] = []
    match = started(game(), watch=Watch(events.append))
    hand = view(match, 0).data["ext"]["program-cards"]["hands"][0]
    assert len(hand) == 9
    asked = next(entry for entry in match.state.decisions if entry["kind"] == "program" and entry["seat"] == 0)
    match.seal(asked["id"], list(hand[:5]), 0)
    assert "@" not in str(view(match, 0).data)
    for _ in range(3):
        match.default_answers()
        assert all("@" not in str(view(match, seat).data) for seat in (-1, 0, 1, 2))
    assert "@" not in str(events)


def test_aue_804_what_a_player_is_told() -> None:
    """AUE-803, AUE-804: own cards by type, locks, damage, lives, own list and progress; others' hands are not told."""
    seen = view(started(game()), 1).data["ext"]
    assert all(card and "@" not in card for card in seen["program-cards"]["hands"][1])
    assert set(seen["program-cards"]["hands"][0]) == {"?"}
    assert seen["archive"]["lives"] == [3, 3, 3]
    assert len(seen["race"]["routes"][1]) == 3


def test_aue_805_orders_name_commands() -> None:
    """AUE-805: of several cards of one type the earliest register gets the highest priority."""
    match = started(game())
    slot = match.state.ext["program-cards"]
    hand = slot["hands"][0]
    commands = [card.partition("@")[0] for card in hand]
    twice = next(command for command in commands if commands.count(command) > 1)
    same = sorted(
        (card for card in hand if card.startswith(twice + "@")), key=lambda card: -int(card.partition("@")[2])
    )
    asked = next(entry for entry in match.state.decisions if entry["kind"] == "program" and entry["seat"] == 0)
    match.seal(asked["id"], [twice, twice], 0)
    for entry in list(match.state.decisions):
        if entry["id"] not in match.state.sealed and not entry["optional"]:
            match.seal(entry["id"], entry["default"])
    match.run(until="stage")
    assert slot["slots"][0][:2] == tuple(same[:2]) or match.state.pieces[0].cell < 0


def test_aue_806_an_illegal_order_is_sent_back_and_gaps_are_filled() -> None:
    """AUE-806: refused with a sentence; what is missing comes from the rest of the hand."""
    match = started(game())
    asked = next(entry for entry in match.state.decisions if entry["kind"] == "program" and entry["seat"] == 0)
    for wrong in (["move3"], ["move2"] * 5 + ["left"], "left", [7]):
        with pytest.raises(AnswerError):
            match.answer(asked["id"], wrong, 0)
    hand = match.state.ext["program-cards"]["hands"][0]
    match.default_answers()
    match.run(until="stage")
    if match.state.pieces[0].cell >= 0:
        assert set(match.state.ext["program-cards"]["slots"][0]) <= set(hand)


def test_aue_102b_swap() -> None:
    """AUE-102, AUE-R11: the mirror image of the line-up, nobody his own start."""
    for players in (2, 3):
        match = started(game(players, objectives="swap"))
        starts = match.state.ext["archive"]["starts"]
        routes = match.state.ext["race"]["routes"]
        assert all(len(route) == 1 and route[0] in starts for route in routes)
        assert all(route[0] != start for route, start in zip(routes, starts, strict=True))
    assert started(game(2, objectives="swap")).state.ext["race"]["routes"] == [(4,), (0,)]


def test_aue_102c_secret_lists() -> None:
    """AUE-102, AUE-801, AUE-807: lists of each seat are told to their owners alone, and so is the progress on them."""
    one = make(
        "auenland",
        GRID,
        3,
        settings={"objectives": "own", "secret_objectives": True},
        objectives=[(2,), (3, (1, 1)), (1,)],
    )
    match = started(one)
    assert match.state.ext["race"]["routes"] == [(6,), (11, 5), (2,)]
    match.state.ext["race"]["reached"] = [0, 1, 0]
    seen, own = view(match, 0), view(match, 1)
    assert seen.data["ext"]["race"]["routes"] == [(6,), (), ()]
    assert seen.data["ext"]["race"]["reached"] == [0, 0, 0]
    assert own.data["ext"]["race"]["routes"][1] == (11, 5)
    assert [bool(seat.secrets) for seat in seen.seats] == [True, False, False]
    assert imagine(seen, Dice(1)).state.ext["race"]["routes"][0] == (6,)


def test_aue_r10_the_engine_is_the_referee() -> None:
    """AUE-R10, AUE-803, AUE-807, AUE-808: board, starts, lists and order come from the match; all is told by events."""
    events: list[Event] = []
    match = started(game(), watch=Watch(events.append))
    for _ in range(2):
        match.default_answers()
    types = {event["type"] for event in events}
    assert {"moment", "reveal", "card", "real", "deal"} <= types
    assert [event["piece"] for event in events if event["type"] == "card"]
