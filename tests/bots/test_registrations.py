"""What plugins register for bots: a name has one owner, and nothing is loaded before a bot needs it."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from roborally.base import paths
from roborally.bots.plugin import NO_ITEM, Bots, Lookahead, Steps, bots_of
from roborally.bots.questions import prepare_bot
from roborally.bots.registry import make_bot
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import observe
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin import PluginError
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.sweeps import few_of
from tests.writing import write_plugin

HOOK = "from roborally.plugin import hookimpl\n\n@hookimpl\ndef register_bots(bots):\n    {}\n"
NEVER = "bots.search('power-down', lambda match, decision, dice: 'no'{})"
ALWAYS = "bots.search('power-down', lambda match, decision, dice: 'yes'{})"

Add = Callable[..., Catalogue]


@pytest.fixture
def add(tmp_path: Path) -> Add:
    """Return a function that adds a plugin, with the code of its `bot.py`, to those of the game."""

    def add_plugin(id_: str, code: str, **more: Any) -> Catalogue:
        write_plugin(tmp_path, id_, tomli_w.dumps(more), bot=code)
        return find_plugins([paths.plugin_folder(), tmp_path], installed=False)

    return add_plugin


def refusal(catalogue: Catalogue, *ids: str) -> str:
    """Return the sentence with which the registrations of these plugins are refused."""
    with pytest.raises(PluginError) as caught:
        bots_of(catalogue.resolve(ids))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def power_down(catalogue: Catalogue, bot: str, *plugins: str) -> Any:
    """Return what a bot answers first of all in a race with these plugins: whether to power down."""
    config = MatchConfig(
        MatchSection(course="first-steps", plugins=list(plugins)), seats=[SeatConfig("A"), SeatConfig("B")]
    )
    match = make_game(config, catalogue).start(1)
    match.run()
    seen = observe(match, 0)
    decision = next(entry for entry in seen.decisions() if entry["kind"] == "power-down")
    return make_bot(bot, catalogue).choose(seen, decision, Dice(1))


def test_a_kind_of_question_has_one_owner(add: Add) -> None:
    catalogue = add("sleepy", HOOK.format(ALWAYS.format("")), needs=["program-cards"])
    text = refusal(catalogue, "sleepy")
    assert text.endswith(
        "bot.py:5: plugin 'sleepy': bots.search('power-down') belongs to plugin 'program-cards'; "
        "replaces='program-cards' takes its place"
    )


def test_a_plugin_takes_the_place_of_the_one_it_names(add: Add) -> None:
    catalogue = add("sleepy", HOOK.format(ALWAYS.format(", replaces='program-cards'")), needs=["program-cards"])
    assert power_down(catalogue, "greedy") == "no"
    assert power_down(catalogue, "greedy", "sleepy") == "yes"
    assert power_down(catalogue, "planner", "sleepy") == "no", "what is registered with `plan` is another thing"


def test_replacing_a_name_of_another_owner_is_refused(add: Add) -> None:
    add("sleepy", HOOK.format(ALWAYS.format(", replaces='program-cards'")), needs=["program-cards"])
    catalogue = add("tireless", HOOK.format(NEVER.format(", replaces='program-cards'")), needs=["sleepy"])
    assert "plugin 'tireless': bots.search('power-down') belongs to plugin 'sleepy'" in refusal(catalogue, "tireless")


def test_search_plan_rival_and_steps_of_a_kind_are_different_names() -> None:
    def search(match: Match, decision: Decision, dice: Dice) -> int:
        return NO_ITEM

    bots = Bots()
    bots.owner = "one"
    lookahead = Lookahead(lambda *_: [], search, lambda *_: 0.0, "turn")
    steps = Steps(1, 1, lambda *_: (), lambda *_: (NO_ITEM,), lambda *_: None)
    bots.search("lunch", search)
    bots.plan("lunch", search)
    bots.rival("lunch", lookahead)
    bots.steps("lunch", steps)
    bots.words("soup", "bread")
    bots.owner = "two"
    bots.words("soup")
    again: list[Callable[[], object]] = [
        lambda: bots.search("lunch", search),
        lambda: bots.plan("lunch", search),
        lambda: bots.rival("lunch", lookahead),
        lambda: bots.steps("lunch", steps),
    ]
    for call in again:
        with pytest.raises(PluginError, match=r"'two': bots\.\w+\('lunch'\) belongs to plugin 'one'"):
            call()
    assert bots.lookaheads == {"lunch": lookahead}
    assert bots.answer_steps == {"lunch": steps}
    assert bots.vocabulary == ["soup", "bread", "soup"], "words have no owner"


def test_two_plugins_with_a_bot_of_one_name(add: Add) -> None:
    code = "class Own:\n    def choose(self, observation, decision, dice): ...\n" + HOOK.format("bots.bot('own', Own)")
    add("first", code, kind="bot")
    catalogue = add("second", code, kind="bot")
    assert type(make_bot("own", catalogue)).__module__ == "roborally_plugins.first.bot"
    assert "plugin 'second': there is a bot 'own' already, of 'first'" in refusal(catalogue, "first", "second")


def test_a_bot_with_a_name_comes_from_a_plugin_of_its_kind_alone(add: Add) -> None:
    catalogue = add("odd", HOOK.format("bots.bot('own', object)"), kind="rules")
    text = refusal(catalogue, "odd")
    assert text == "plugin 'odd': bots.bot('own') is for plugins of the kind 'bot'; its kind is 'rules'"


def test_a_search_that_fails_to_register_is_told_with_its_file(add: Add, tmp_path: Path) -> None:
    catalogue = add("odd", HOOK.format("1 / 0"), needs=["program-cards"])
    path = tmp_path / "odd" / "bot.py"
    assert (
        refusal(catalogue, "odd") == f"plugin 'odd': {path}:5 failed to register: ZeroDivisionError: division by zero"
    )


def test_planner_and_rival_let_every_plugin_prepare(add: Add, tmp_path: Path) -> None:
    """An author's plugin as well: with a match in which the robots stand where they begin."""
    text = "bots.prepare(lambda match: print([robot.cell >= 0 for robot in match.robots]))"
    catalogue = add("ready", HOOK.format(text), needs=["program-cards"])
    config = MatchConfig(
        MatchSection(course="first-steps", plugins=["ready"]), seats=[SeatConfig("A"), SeatConfig("B")]
    )
    match = make_game(config, catalogue).start(1)
    match.run()
    for name, lines in {"greedy": "", "planner": "[True, True]\n", "rival": "[True, True]\n"}.items():
        with redirect_stdout(StringIO()) as written:
            prepare_bot(make_bot(name, catalogue), observe(match, 1), Dice(1))
        assert written.getvalue() == lines


@pytest.mark.parametrize("mode", few_of(["crash-and-burn", "standard", "roboball", "volt"]))
def test_rules_load_no_code_of_bots(mode: str) -> None:
    code = (
        "import sys; from roborally.plugin_system.loader import build_rules, find_plugins; "
        "from roborally.game.settings import resolve_settings; "
        f"plugins = find_plugins(installed=False).resolve([{mode!r}]); "
        "build_rules(plugins, resolve_settings(plugins, {}, {})); "
        "print([name for name in sys.modules if 'roborally.bots' in name or name.endswith(('.bot', '.steps'))])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
