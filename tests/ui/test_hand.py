from tests.plugin_code import code_of
from tests.shipped import catalogue

MODULE = code_of(catalogue(), "program-cards", "hand")
assert MODULE is not None
Hand, commands_to_show = MODULE.Hand, MODULE.commands_to_show

CARDS = ("move1@490", "move1@650", "left@90", "right@80", "u-turn@10", "move2@700", "back-up@430")


def test_the_card_with_the_highest_priority_is_used_first() -> None:
    hand = Hand(CARDS, {})
    assert hand.priorities("move1") == [650, 490]
    assert hand.add("move1")
    assert hand.slots[0] == "move1@650"
    assert hand.count("move1") == 1


def test_commands_go_into_the_first_free_slot_and_locked_ones_stay() -> None:
    hand = Hand(CARDS, {1: "move3@800", 5: "left@70"})
    assert hand.free == [1, 2, 3]
    assert [hand.add(command) for command in ("move1", "left", "right", "u-turn")] == [True, True, True, False]
    assert hand.slots == ["", "move1@650", "left@90", "right@80", ""]
    assert hand.full
    assert not hand.put("u-turn", 4)
    assert not hand.swap(1, 4)
    assert not hand.remove(0)


def test_a_card_put_on_an_occupied_slot_takes_its_place() -> None:
    hand = Hand(CARDS, {})
    hand.put("left", 2)
    hand.put("right", 2)
    assert hand.slots[2] == "right@80"
    assert hand.count("left") == 1


def test_slots_are_exchanged_also_with_an_empty_one() -> None:
    hand = Hand(CARDS, {})
    hand.put("left", 0)
    hand.put("right", 1)
    assert hand.swap(0, 1)
    assert hand.slots[:2] == ["right@80", "left@90"]
    assert hand.swap(1, 4)
    assert hand.slots == ["right@80", "", "", "", "left@90"]


def test_a_card_can_be_taken_out_of_a_free_slot_that_holds_one() -> None:
    hand = Hand(CARDS, {5: "left@70"})
    hand.put("left", 0)
    assert hand.remove(0)
    assert not hand.remove(0)
    assert not hand.remove(4)
    assert hand.slots == [""] * 5
    assert hand.count("left") == 1


def test_clear_takes_everything_back() -> None:
    hand = Hand(CARDS, {3: "move1@500"})
    hand.add("left")
    hand.clear()
    assert hand.answer() == ("",) * 5
    assert sorted(hand.rest()) == sorted(CARDS)


def test_equal_cards_without_priority_are_told_apart_by_number() -> None:
    hand = Hand(("move1", "move1"), {})
    assert hand.add("move1")
    assert hand.add("move1")
    assert not hand.add("move1")


def test_specials_are_shown_to_those_who_have_them() -> None:
    usual = ("move1", "back-up", "left")
    assert commands_to_show(usual, ["move1@490"]) == ["move1", "back-up", "left"]
    assert commands_to_show(usual, ["warp@1", "pause@0"]) == ["move1", "back-up", "left", "pause", "warp"]
