"""Every kind of question has a view, and an answer put together from the view alone is one that the rules take."""

from typing import Any

import pytest

from roborally.base import paths
from roborally.base.templates import fill
from roborally.core.dice import Dice, derive
from roborally.core.match import Match
from roborally.core.observation import observe
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin import (
    MARKS,
    Decision,
    LaidTile,
    Listed,
    Many,
    Pose,
    QuestionView,
    Tiles,
    only_answer,
    usual_view,
    view_of,
)
from roborally.plugin_system.loader import find_plugins
from tests.fuzz.play import EDITIONS, make, random_game
from tests.slots import put_in

TURNS = 12
"""The length of each match."""
FEW = {"standard": range(3), "classic": range(2), "roboball": range(1), "volt": range(1), "auenland": (10,)}
MANY = (*range(1, 40, 2), *range(0, 60, 2), *range(41, 60, 2))
GAMES = [(mode, number) for mode, numbers in {**FEW, "crash-and-burn": MANY}.items() for number in numbers]
"""The games that are played until everything has been asked; most option cards are in the odd ones of the last."""


def answer_of(view: QuestionView, dice: Dice) -> Any:
    """Return a random answer, as somebody puts it together who knows no rules."""
    if isinstance(view, Listed):
        return dice.pick(view.left)
    if isinstance(view, Many):
        values = [choice.value for choice in view.choices]
        dice.shuffle(values)
        return tuple(values[: view.least + dice.below(view.most - view.least + 1)])
    assert isinstance(view, Tiles)
    left, laid = list(view.tiles), []
    for slot in view.slots:
        fitting = [tile for tile in left if slot.is_open and (not slot.fits or tile.id in slot.fits)]
        if fitting and (view.whole or dice.below(4)):
            tile = dice.pick(fitting)
            left.remove(tile)
            laid.append(value_of(tile, dice))
        else:
            laid.append(view.empty)
    return tuple(laid)


def value_of(tile: LaidTile, dice: Dice) -> Any:
    """Return what a tile stands for, when all its parts are chosen."""
    if not tile.parts:
        return tile.value
    return fill(tile.value, {part.name: dice.pick(part.choices) for part in tile.parts})


def played_by_views(match: Match, seed: int) -> set[str]:
    """Play with answers from views, which the rules take; return the kinds of questions and marks that came up."""
    match.run()
    kinds: set[str] = set()
    while not match.state.over and match.state.turn <= TURNS:
        open_ = [entry for entry in match.state.decisions if entry["id"] not in match.state.sealed]
        dice = Dice(derive(seed, "answers", match.state.next_id, len(open_)))
        decision = dice.pick(open_)
        kinds.add(decision["kind"])
        known = observe(match, decision["seat"]).match()
        before = known.digest()
        for name, marks in MARKS.of(match.rules).items():
            found = marks(known)
            assert {cell for mark in found for cell in (mark.cell, mark.to or mark.cell)} <= match.floor.board.inside
            kinds |= {f"mark of {name}" for mark in found if mark.picture or mark.fill >= 0}
        answer = answer_of(view_of(known, decision), dice)
        assert known.digest() == before, f"the sheet of {decision['kind']} changes what it reads"
        match.seal(decision["id"], answer, decision["seat"])
        match.run()
    return kinds


def test_every_question_can_be_answered_from_its_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the plugins that come with the game, and of the examples."""
    missing = {kind for mode in EDITIONS for kind in random_game(mode, 0).rules.decisions}
    missing |= {"mark of volt", "mark of roboball"}
    for mode, number in GAMES:
        if missing:
            missing -= played_by_views(random_game(mode, number).start(number), number)
    assert missing == set(), "no game has asked this, so nobody knows whether it can be answered"

    monkeypatch.setattr(paths, "user_plugin_folder", lambda: paths.package_folder().parent / "docs" / "examples")
    found = find_plugins(installed=False)
    seats = [SeatConfig(name, "random", "side-stepper") for name in "ABCD"]
    section = MatchSection(mode="standard", course="first-steps", plugins=["side-stepper"])
    assert "side-step" in played_by_views(make_game(MatchConfig(section, seats=seats), found).start(1), 1)
    seats = [SeatConfig(name, "random") for name in "AB"]
    section = MatchSection(mode="floor-painters", course="floor-painters-hall")
    game = make_game(MatchConfig(section, seats=seats), found)
    assert "mark of floor-painters" in played_by_views(game.start(1), 1)


def test_a_sheet_that_fails_gives_way_to_the_usual_view() -> None:
    game = random_game("standard", 0)
    match = game.start(0)
    match.run()
    decision = match.state.decisions[0]
    sheets: Any = match.rules.registries["sheets"]
    for sheet in (lambda match, decision: decision["?"], lambda match, decision: "no view"):
        sheets[decision["kind"]] = sheet
        assert view_of(match, decision) == usual_view(decision)


def open_question(match: Match, kind: str, default: Any, choices: Any = None) -> Decision:
    """Return a question to the first seat."""
    match.ask(kind, match.state.pieces[0], default, choices)
    return match.state.decisions[-1]


def test_the_last_start_number_is_not_asked() -> None:
    """VLT-507: the last operator to be ready takes the number that is left."""
    match = random_game("volt", 0).start(0)
    slot = match.state.ext["volt"]
    count = len(slot["pillars"])
    slot["numbers"] = (0, *(number for number in slot["pillars"] if number != 2))
    question = open_question(match, "start-number", 0)
    view = view_of(match, question)
    assert isinstance(view, Listed)
    assert (view.live, len(view.choices), only_answer(question, view)) == (True, count, 2)
    slot["numbers"] = (0,) * count
    assert only_answer(question, view_of(match, question)) is None


def test_unharmed_robots_are_not_asked_for_a_power_down() -> None:
    """CLI-2025, CNB-1301: the button in the programming phase is there for that; with damage it is asked."""
    match = random_game("crash-and-burn", 0).start(0)
    question = open_question(match, "power-down", "no", ("yes", "no"))
    assert only_answer(question, view_of(match, question)) == "no"
    match.state.pieces[0].damage = 1
    assert only_answer(question, view_of(match, question)) is None


def test_a_facing_is_chosen_with_the_robot_on_its_cell() -> None:
    """CLS-305: a direction that is not possible stays in its place, in grey."""
    match = make("classic", "d1> . c1 \n d2> . c2", 2).start(1)
    cell = match.cell_of(match.state.pieces[0])
    assert cell is not None
    view = view_of(match, open_question(match, "respawn-facing", "east", ("east", "north")))
    assert isinstance(view, Listed)
    assert view.stands == Pose(cell)
    assert [choice.value for choice in view.choices if choice.gone] == ["south", "west"]


def test_locked_registers_show_their_cards() -> None:
    """STD-502: a card with its priority; a locked register without a card stays shut."""
    match = make("standard", "d1> . c1 \n d2> . c2", 2).start(1)
    match.run()
    slot = match.state.ext["program-cards"]
    put_in(slot, "hands", 0, ("left@70", "move1@500"))
    put_in(slot, "locks", 0, (4, 5))
    put_in(slot, "slots", 0, ("", "", "", "", "move2@700"))
    view = view_of(match, match.state.decisions[0])
    assert isinstance(view, Tiles)
    assert [(tile.id, tile.value, tile.card, tile.badge) for tile in view.tiles] == [
        (0, "left@70", "left", "70"),
        (1, "move1@500", "move1", "500"),
    ]
    assert [(place.title, place.is_open, place.shut) for place in view.slots[2:]] == [
        ("3", True, False),
        ("4", False, True),
        ("5", False, False),
    ]
    assert view.slots[4].fixed == LaidTile(0, "move2@700", card="move2", badge="700")


def test_the_running_card_stands_beside_the_question() -> None:
    """OPT-G11."""
    match = make("crash-and-burn", ". . c1 \n . . c2", 2).start(1)
    put_in(match.state.ext["program-cards"], "slots", 0, ("left@70", "move1@500", "right@80", "u-turn@10", ""))
    match.state.stage = 2
    view = view_of(match, open_question(match, "brakes", 1, (1, 0)))
    assert isinstance(view, Listed)
    assert [(one.values, one.card) for one in view.shown] == [({"number": 2, "card": "move1@500"}, "move1@500")]


def test_other_hitched_robots_stand_beside_the_question() -> None:
    """RBL-403."""
    match = make("roboball", ". O home1 \n . ball home2", 2).start(1)
    put_in(match.state.ext["roboball"], "hitched", 0, True)
    question = open_question(match, "hitch", "no", ("yes", "no"))
    views = [view_of(match, {**question, "piece": index}) for index in range(2)]
    shown = [[one.values for one in view.shown] for view in views if isinstance(view, Listed)]
    assert shown == [[], [{"piece": 0}]]
