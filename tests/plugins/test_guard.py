"""The guard of the state: a fault is named by its path, and by the function after which it was seen first."""

import contextlib
from pathlib import Path

import pytest

from roborally.core.events import Watch
from roborally.core.observation import observe
from roborally.game.factory import Game
from roborally.game.new_match import new_game
from roborally.game.scenario.run import ScenarioError, run_scenario
from roborally.plugin_system.faults import fault_of
from roborally.plugin_system.guard import Guard, StateError, StateFault
from tests.plugins.conftest import Workshop

KIND = 'kind = "rules"\n'
CODE = """
from typing import Any, TypedDict

from roborally.plugin import FACTS, Fact, hookimpl, plugin_slot


class Slot(TypedDict):
    seen: Any
    table: dict[str, int]


slot_of = plugin_slot("odd", Slot)


@hookimpl
def register(rules):
    rules.slot(slot_of{more_slot})
    rules.on("programming", look)
    rules.decision("odd", commit)
    rules.frame("odd", run)


@hookimpl
def setup(match):
    slot_of.fill(match, {{"seen": {begin}, "table": {{}}}})


def look(match):
    {look}


def commit(match, decision, answer):
    pass


def run(match, frame):
    match.done(frame)


def inner(match):
    slot_of(match)["seen"] += (1,)


def hide(match, seat, slot):
    slot["seen"] = {{1}}
"""


def game(workshop: Workshop, begin: str = "()", look: str = "pass", more_slot: str = "") -> Game:
    code = CODE.format(begin=begin, look=look, more_slot=more_slot)
    return new_game("standard", plugins=["odd"], catalogue=workshop(beside_the_game=True, odd=(KIND, code)))


def faults(given: Game) -> list[StateFault]:
    found: list[StateFault] = []
    match = given.guarded(Guard(found.append)).start(1, Watch())
    match.run()
    return found


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(CODE.splitlines(), 1) if text in line)


def test_a_set_is_told_once_after_the_function_that_has_left_it(workshop: Workshop) -> None:
    (fault,) = faults(game(workshop, begin="{1}"))
    assert fault.path == 'ext["odd"]["seen"]'
    assert "a set" in fault.problem
    assert (fault.place.plugin, fault.place.function, fault.place.file.name) == ("odd", "setup", "rules.py")
    assert fault.place.line in (line_of("def setup"), line_of("def setup") - 1)


@pytest.mark.parametrize(
    ("look", "path", "problem"),
    [
        ('slot_of(match)["seen"] += ([1],)', 'ext["odd"]["seen"][0]', "a list; copies"),
        ('slot_of(match)["table"][str(match.state.turn)] = 1', 'ext["odd"]["table"]', "changed in place"),
        ('slot_of(match)["seen"] += (match.robots[0],)', 'ext["odd"]["seen"][0]', "a Piece"),
        ('match.then({"do": "odd", "cells": [1]})', 'frame "odd", ["cells"]', "a list; copies"),
        ('match.then({"do": "evn"})', "match.then", "there is no frame 'evn'"),
        ('match.ask("odd", match.robots[0], 1, (2, 3))', 'question "odd", ["default"]', "not among the choices"),
        ('match.ask("odd", match.robots[0], [1])', 'question "odd", ["default"]', "a list"),
        ("match.robots[0].cell = 0", "pieces[0].cell", "use match.place"),
        ("match.robots[0].cell = -1", "at", "a cell is taken"),
        ("match.robots[1].solid = False", "at", "a cell is taken"),
        pytest.param('match.robots[0].damage = "3"', "pieces[0].damage", "'3'; it is a whole", marks=pytest.mark.plain),
        pytest.param("match.robots[0].damage = 0.5", "pieces[0].damage", "0.5; it is a", marks=pytest.mark.plain),
        pytest.param("match.state.winners = [0]", "winners", "it is a tuple", marks=pytest.mark.plain),
        pytest.param("match.state.stage = None", "stage", "it is a whole number", marks=pytest.mark.plain),
    ],
)
def test_what_a_reaction_leaves(look: str, path: str, problem: str, workshop: Workshop) -> None:
    """What is marked plain is refused at once by the compiled engine, as its types do not allow it."""
    found: list[StateFault] = []
    match = game(workshop, look=look).guarded(Guard(found.append)).start(1, Watch())
    with contextlib.suppress(Exception):  # as the kernel stumbles over it afterwards
        match.run()
    assert found[0].path == path
    assert problem in found[0].problem
    assert found[0].place.function == "look"


@pytest.mark.parametrize("way", ["partial(look)", "Eyes().look", "Eyes()"], ids=["partial", "method", "object"])
def test_whatever_can_be_called_is_guarded(way: str, workshop: Workshop) -> None:
    """After this reaction no other function of a plugin runs, so no later look would find the key."""
    code = f"""
from functools import partial


class Eyes:
    def look(self, match):
        look(match)

    __call__ = look


{CODE.format(begin="()", look="slot_of(match)[1] = 1", more_slot="")}
"""
    code = code.replace(
        'rules.on("programming", look)', f'rules.on("odd-point", {way}); rules.point("odd-point", "()")'
    )
    given = new_game("standard", plugins=["odd"], catalogue=workshop(beside_the_game=True, odd=(KIND, code)))
    found: list[StateFault] = []
    match = given.guarded(Guard(found.append)).start(1, Watch())
    match.react("odd-point")
    (fault,) = found
    assert fault.path == 'ext["odd"][1]'
    assert "this key is no text" in fault.problem
    assert (fault.place.plugin, fault.place.function) == ("odd", "look")


def test_what_grows_without_end_stops_the_match(workshop: Workshop) -> None:
    look = 'slot_of(match)["seen"] += tuple(range(20_000))'
    with pytest.raises(StateError, match="20,000 entries"):
        faults(game(workshop, look=look))


def test_what_a_seat_sees_is_plain_too(workshop: Workshop) -> None:
    found: list[StateFault] = []
    match = game(workshop, more_slot=", hide").guarded(Guard(found.append)).start(1, Watch())
    observe(match, 0)
    assert [(fault.path, fault.place.function) for fault in found] == [('slot["seen"]', "hide")]


def test_the_guard_knows_what_has_made_a_tuple_grow(workshop: Workshop) -> None:
    guard = Guard()
    game(workshop, look="inner(match)").guarded(guard).start(1, Watch()).run()
    assert guard.grew['ext["odd"]["seen"]'].function == "look"
    assert {place.function for place in guard.calls if place.plugin == "odd"} == {"setup", "look"}


def test_copies_are_not_looked_at(workshop: Workshop) -> None:
    given = game(workshop, look='slot_of(match)["seen"] += ({1},)').guarded(Guard())
    given.start(1).run()  # without a watch, as in a bot's head
    text = r"plugin 'odd': rules.py:\d+: after look: ext\[.odd.\]\[.seen.\]\[0\]: a set"
    with pytest.raises(StateError, match=text):
        given.start(1, Watch()).run()


def test_a_scenario_is_guarded(workshop: Workshop, tmp_path: Path) -> None:
    catalogue = workshop(beside_the_game=True, odd=(KIND, CODE.format(begin="{1}", look="pass", more_slot="")))
    path = tmp_path / "scenario.toml"
    data = {
        "name": "Odd",
        "mode": "standard",
        "rules": [],
        "plugins": ["odd"],
        "board": {"grid": ". ."},
        "robots": [{"name": "A", "cell": [0, 0], "facing": "north"}],
        "expect": [{"after": "register 1", "robots": {"A": {"cell": [0, 0]}}}],
    }
    with pytest.raises(ScenarioError, match=r"after setup: .* a set"):
        run_scenario(path, catalogue, data)


def test_who_runs_when_a_fault_is_seen_is_innocent(workshop: Workshop) -> None:
    """The reaction of `odd` is called by `program-cards`, whose code is what is left of it in the traceback."""
    given = game(workshop, look='slot_of(match)["seen"] += ({1},)').guarded(Guard())
    with pytest.raises(StateError) as raised:
        given.start(1, Watch()).run()
    fault = fault_of(raised.value, given.plugins, given.rules)
    assert fault is not None
    assert (fault.plugin, fault.file, fault.line) == ("odd", "rules.py", raised.value.fault.place.line)
