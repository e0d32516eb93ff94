"""Rules about cards that a scenario cannot say, because its cards are given: deck, dealing, hands, filling."""

import importlib
from collections.abc import Callable
from typing import Any

import pytest

from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.plugin import COMMANDS, read_fact, run_on
from tests.slots import put_in

DECK = {
    "u-turn": range(10, 61, 10),
    "left": range(70, 411, 20),
    "right": range(80, 421, 20),
    "back-up": range(430, 481, 10),
    "move1": range(490, 661, 10),
    "move2": range(670, 781, 10),
    "move3": range(790, 841, 10),
}
CAGES = """
 d1>:nesw  .  c1
 d2>:nesw  .  c2
"""
GameOf = Callable[..., Game]


def begun(game: Game, seed: int = 7, damage: dict[int, int] | None = None) -> Match:
    """Return a match in which programs are being asked for; robots may begin with damage, and so with locks."""
    match = game.start(seed)
    for index, points in (damage or {}).items():
        match.hurt(match.state.pieces[index], points, "test")
    match.run()
    return match


def slot_of(match: Match) -> dict[str, Any]:
    slot: dict[str, Any] = match.state.ext["program-cards"]
    return slot


def decision(match: Match, kind: str, piece: int) -> Decision:
    return next(entry for entry in match.state.decisions if entry["kind"] == kind and entry["piece"] == piece)


def kinds(match: Match) -> list[tuple[str, int]]:
    return [(entry["kind"], entry["piece"]) for entry in match.state.decisions]


def test_com_15_the_deck(game_of: GameOf) -> None:
    """COM-15, COM-R01, STD-202, STD-R25: 84 cards with these priorities, in both editions."""
    expected = sorted(f"{name}@{priority}" for name, priorities in DECK.items() for priority in priorities)
    assert len(expected) == 84
    for mode in ("standard", "classic"):
        match = begun(game_of(["", ""], mode))
        slot = slot_of(match)
        assert sorted([*slot["deck"], *slot["hands"][0], *slot["hands"][1]]) == expected


def test_com_13_hands_are_consecutive_cards_in_seat_order(game_of: GameOf) -> None:
    """COM-13, STD-402: all cards are shuffled into one pile, then each seat takes its whole hand from the top."""
    game = game_of(["", "", ""])
    match = begun(game, damage={1: 3})
    slot = slot_of(match)
    pile = [*slot["hands"][0], *slot["hands"][1], *slot["hands"][2], *slot["deck"]]
    shuffled = sorted(pile)
    game.start(7).dice("deal", 1).shuffle(shuffled)
    assert [len(hand) for hand in slot["hands"]] == [9, 6, 9]
    assert len(set(pile)) == 84
    ordered = sorted(pile, key=lambda card: int(card.partition("@")[2]))
    game.start(7).dice("deal", 1).shuffle(ordered)
    assert pile == ordered


def test_com_13_chance_comes_from_the_seed(game_of: GameOf) -> None:
    """COM-13: one generator, so the same seed deals the same and another seed something else."""
    game = game_of(["", ""])
    hands = [slot_of(begun(game, seed))["hands"] for seed in (1, 1, 2)]
    assert hands[0] == hands[1] != hands[2]


def test_com_13_shuffled_every_turn_without_the_locked_cards(game_of: GameOf) -> None:
    """COM-13, STD-R25, STD-402: in the next turn everything that is not locked is in the pile again."""
    match = begun(game_of(["", ""], grid=CAGES), damage={0: 6})
    first = slot_of(match)["hands"][1]
    while match.state.turn == 1:
        match.default_answers()
    slot = slot_of(match)
    assert slot["locks"][0][-2:] == (4, 5)
    locked = [card for card in slot["slots"][0] if card]
    cards = [*slot["hands"][0], *slot["hands"][1], *slot["deck"], *locked]
    assert len(cards) == len(set(cards)) == 84
    assert slot["discard"] == ()
    assert slot["hands"][1] != first


def test_com_13_discard_pile_is_shuffled_into_an_empty_draw_pile(game_of: GameOf) -> None:
    """COM-13: when the pile runs out, the discarded cards are drawn."""
    match = begun(game_of(["albot", ""]))
    slot = slot_of(match)
    hand = slot["hands"][0]
    slot["deck"], slot["discard"] = ("move1@490",), hand
    put_in(slot, "spare", 0, ())
    put_in(slot, "locks", 1, (1, 2, 3))
    put_in(slot, "slots", 1, ("",) * 5)
    for entry in list(match.state.decisions):
        match.seal(entry["id"], () if entry["kind"] == "program" else "no")
    match.run(until="stage")
    drawn = slot_of(match)["slots"][1][:3]
    assert drawn[0] == "move1@490"
    assert set(drawn[1:]) <= set(hand)


def test_com_13_the_last_card_is_drawn_without_shuffling(game_of: GameOf) -> None:
    """COM-13: the discard pile waits until there are fewer cards than are drawn."""
    match = begun(game_of(["", ""]))
    slot = slot_of(match)
    slot["deck"], slot["discard"] = ("move1@490",), ("left@70", "right@80")
    cards = importlib.import_module("roborally_plugins.program_cards.api")
    drawn = [cards.draw(match, 1)]
    assert (slot["deck"], slot["discard"]) == ((), ("left@70", "right@80"))
    drawn.append(cards.draw(match, 1))
    assert (len(slot["deck"]), slot["discard"]) == (1, ())
    assert drawn[0] == ("move1@490",)
    assert {*drawn[1], *slot["deck"]} == {"left@70", "right@80"}


def test_std_203_a_card_can_be_used_once_and_five_fit(game_of: GameOf) -> None:
    """STD-203: five registers, each dealt card once, and only cards of the hand."""
    match = begun(game_of(["", ""]))
    hand = slot_of(match)["hands"][0]
    other = slot_of(match)["hands"][1]
    asked = decision(match, "program", 0)
    for wrong in ((hand[0], hand[0]), (other[0],), hand[:6], ("move9",), "move1", (3,), None):
        with pytest.raises(AnswerError):
            match.checked(asked, wrong)
    assert match.checked(asked, hand[:5]) == hand[:5]


def test_std_502_locked_registers_cannot_be_changed(game_of: GameOf) -> None:
    """STD-502: a program may say nothing about a locked register."""
    match = begun(game_of(["", ""]), damage={0: 6})
    hand = slot_of(match)["hands"][0]
    asked = decision(match, "program", 0)
    with pytest.raises(AnswerError, match="is locked"):
        match.checked(asked, ("", "", "", "", hand[0]))
    assert match.checked(asked, hand[:3]) == (*hand[:3], "", "")


def test_std_204_only_lazybot_has_a_pause(game_of: GameOf) -> None:
    """STD-204, STD-1403, STD-R23: one Pause for LazyBot, none for others, none while a Pause is locked."""
    match = begun(game_of(["lazybot", "tanky"]))
    assert match.checked(decision(match, "program", 0), ("", "pause@0"))[1] == "pause@0"
    with pytest.raises(AnswerError):
        match.checked(decision(match, "program", 0), ("pause@0", "pause@0"))
    with pytest.raises(AnswerError):
        match.checked(decision(match, "program", 1), ("pause@0",))
    slot = slot_of(match)
    put_in(slot, "locks", 0, (5,))
    put_in(slot, "slots", 0, ("", "", "", "", "pause@0"))
    with pytest.raises(AnswerError):
        match.checked(decision(match, "program", 0), ("pause@0",))


def test_std_r23_a_pause_is_not_of_the_deck(game_of: GameOf) -> None:
    """STD-R23: a Pause counts for no hand and never comes into the piles."""
    match = begun(game_of(["lazybot", ""]))
    assert len(slot_of(match)["hands"][0]) == 9
    match.seal(decision(match, "program", 0)["id"], ("pause@0",))
    match.seal(decision(match, "program", 1)["id"], ())
    match.run()
    slot = slot_of(match)
    assert match.state.turn == 2
    cards = [*slot["deck"], *slot["discard"], *slot["hands"][0], *slot["hands"][1]]
    assert len(cards) == 84
    assert not any("pause" in card for card in cards)


@pytest.mark.parametrize("seed", range(5))
def test_std_506_empty_registers_are_filled_from_the_robots_hand(game_of: GameOf, seed: int) -> None:
    """STD-506, STD-503, STD-R26, STD-R23: what is missing comes from the unused hand, never a Pause."""
    match = begun(game_of(["lazybot", ""]), seed)
    hand = slot_of(match)["hands"][0]
    match.seal(decision(match, "program", 0)["id"], ("", hand[3]))
    match.seal(decision(match, "program", 1)["id"], ())
    match.run(until="stage")
    slot = slot_of(match)
    laid = slot["slots"][0]
    assert laid[1] == hand[3]
    assert sorted([*laid, *slot["hands"][0]]) == sorted(hand)


def test_std_506_the_choice_is_random(game_of: GameOf) -> None:
    """STD-506: other seeds fill other cards, not simply the first of the hand."""
    places = set()
    for seed in range(12):
        match = begun(game_of(["", ""]), seed)
        hand = slot_of(match)["hands"][0]
        for entry in list(match.state.decisions):
            match.seal(entry["id"], entry["default"])
        match.run(until="stage")
        places.add(tuple(hand.index(card) for card in slot_of(match)["slots"][0]))
    assert len(places) > 8


@pytest.mark.parametrize("edition", ["standard", "classic"])
def test_std_r05_a_register_that_locked_while_empty_is_filled_from_the_pile(game_of: GameOf, edition: str) -> None:
    """STD-R05, STD-R26, CNB-R25: filled at the end of the next programming phase, and locked then."""
    match = begun(game_of(["", ""], edition), damage={0: 5})
    slot = slot_of(match)
    assert slot["locks"][0] == (5,)
    assert slot["slots"][0] == ("",) * 5
    hand, top = slot["hands"][0], slot["deck"][0]
    assert len(hand) == 4
    for entry in list(match.state.decisions):
        match.seal(entry["id"], entry["default"])
    match.run(until="stage")
    slot = slot_of(match)
    assert slot["slots"][0][4] == top
    assert sorted(slot["slots"][0][:4]) == sorted(hand)
    assert 5 in slot["locks"][0]


def test_std_r24_new_commands_replace_the_hand(game_of: GameOf) -> None:
    """STD-R24, STD-1404: 9 - damage other cards; the old ones are discarded and belong to the deck of the next turn."""
    match = begun(game_of(["albot", "albot"]), damage={0: 2})
    before = slot_of(match)["hands"][0]
    assert len(before) == 7
    match.seal(decision(match, "new-commands", 0)["id"], "yes")
    slot = slot_of(match)
    assert len(slot["hands"][0]) == 7
    assert not set(slot["hands"][0]) & set(before)
    assert set(before) <= set(slot["discard"])
    assert ("new-commands", 0) not in kinds(match)
    assert ("new-commands", 1) in kinds(match)


def test_std_r24_not_after_confirming(game_of: GameOf) -> None:
    """STD-R24: who has confirmed the program gets no new commands any more."""
    match = begun(game_of(["albot", ""]))
    asked = decision(match, "new-commands", 0)
    match.seal(decision(match, "program", 0)["id"], ())
    with pytest.raises(AnswerError, match="confirmed already"):
        match.seal(asked["id"], "yes")


def test_std_r33_there_are_three_turn_cards(game_of: GameOf) -> None:
    """STD-R33, STD-201: a turn of 270 degrees is the other turn; the commands are these seven and Pause."""
    match = begun(game_of(["", ""]))
    assert set(COMMANDS.of(match.rules)) == {*DECK, "pause"}


def test_std_507_powered_down_robots_are_not_programmed(game_of: GameOf) -> None:
    """STD-507, STD-403, STD-R22: a robot that is down is asked nothing and dealt nothing."""
    match = begun(game_of(["albot", ""], grid=CAGES))
    match.seal(decision(match, "power-down", 0)["id"], "yes")
    while match.state.turn == 1:
        match.default_answers()
    assert match.state.turn == 2
    assert [piece for _, piece in kinds(match)] == [1, 1]
    assert slot_of(match)["hands"][0] == ()


def test_cls_102_a_hand_of_turns_is_kept_and_may_begin_with_a_turn(game_of: GameOf) -> None:
    """CLS-102: no rule about the first card, none about a hand of turn cards only."""
    match = begun(game_of(["", ""], "classic"))
    turns = tuple(f"left@{priority}" for priority in range(70, 231, 20))
    put_in(slot_of(match), "hands", 0, turns)
    assert match.checked(decision(match, "program", 0), turns[:5]) == turns[:5]


def test_who_sets_a_hand_sets_what_is_programmed_from(game_of: GameOf) -> None:
    """The fact `hand` is how many cards the owner programs from; what is taken away later does not count."""
    match = begun(game_of(["", ""], "classic"))
    api = importlib.import_module("roborally_plugins.program_cards.api")
    robot = match.robots[0]
    api.set_hand(match, robot, api.hand(match, robot)[:6])
    assert read_fact(match, "hand", robot) == 6
    run_on(match, "start")
    left = api.hand(match, robot)
    api.set_hand(match, robot, left[1:])
    assert read_fact(match, "hand", robot) == 6
