"""Option cards and weapons of other plugins are cards like the game's own; each can be left out of a match."""

from pathlib import Path
from typing import Any

import pytest

from roborally.arena.play import play as play_bots
from roborally.bots.registry import make_bot
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import observe
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.factory import Game, make_game
from roborally.game.match_file import ConfigError, MatchConfig, MatchSection, SeatConfig
from roborally.game.scenario.run import run_scenario
from roborally.plugin import Listed
from roborally.plugin_system.errors import PluginError
from roborally.plugin_system.loader import Catalogue
from roborally.plugin_system.registries import view_of
from roborally.ui.board.display import Display
from roborally.ui.plugin import views_of
from tests.fuzz.invariants import check_cards
from tests.fuzz.play import play, random_game
from tests.plugins.conftest import Workshop
from tests.plugins.gold_rush import MANIFEST as RUSH
from tests.plugins.gold_rush import MAP
from tests.plugins.gold_rush import RULES as RUSH_RULES
from tests.shipped import catalogue as games_catalogue
from tests.slots import put_in

EAST = 1
HOOKS = """
kind = "options"
needs = ["option-cards"]

[option.grappling-hook]
title = "Grappling Hook"
text = "Instead of the laser: the robot hit comes two spaces closer. Two shots."
mark = "option-cards.markers"
fresh = 2

[option.lucky-charm]
title = "Lucky Charm"
text = "Nothing at all."
"""
HOOK_RULES = """
from collections.abc import Mapping
from typing import Any

from roborally.plugin import Match, Rules, Settings, hookimpl
from roborally_plugins.option_cards.api import OPTION_CARDS, Kept, OptionCard, Shot, Weapon, add_card

LUCK = Kept("luck", 7)


@hookimpl
def register(rules: Rules, settings: Settings) -> None:
    add_card(rules, settings, OptionCard("grappling-hook", worth=8, markers=2, weapon=Weapon(pull)))
    add_card(rules, settings, OptionCard("lucky-charm", worth=1, keeps=(LUCK,)))


def pull(match: Match, shot: Shot) -> None:
    for _ in range(2):
        match.step(shot.target, (shot.direction + 2) % 4, push=False, how="displaced")
"""
CHARM = 'OptionCard("lucky-charm", worth=1, keeps=(LUCK,))'
HALL = """
 c1  .   .   .   .   .   c2
 .   .   .   .   .   .   .
 .   .   .   .   .   .   .
"""


@pytest.fixture
def catalogue(workshop: Workshop) -> Catalogue:
    return workshop(beside_the_game=True, hooks=(HOOKS, HOOK_RULES))


def game(catalogue: Catalogue, seats: int = 2, **rules: Any) -> Game:
    board = parse_grid(HALL, Notations.of(catalogue.plugins.values()))
    section = MatchSection(mode="crash-and-burn", course="drawn", plugins=["hooks"])
    config = MatchConfig(section, rules, seats=[SeatConfig(f"S{number}", "greedy") for number in range(seats)])
    return make_game(config, catalogue, course=Course("drawn", "Drawn", board), strict=False)


def facing(match: Match, held: tuple[str, ...]) -> Match:
    """Let the first robot, which holds cards, look at the second from three spaces away."""
    state = match.state.ext
    state["program-cards"].update(scripted=True, programs=(((),), ((),)), deals=((), ()))
    state["entering"]["waiting"] = (False, False)
    state["race"]["reached"] = (1, 1)
    state["option-cards"]["held"] = (held, ())
    for piece, x in zip(match.state.pieces, (0, 3), strict=True):
        match.place(piece, match.floor.index((x, 1)), EAST, "test")
    return match


def asked(match: Match, kind: str) -> Decision:
    match.run()
    while not (found := [entry for entry in match.state.decisions if entry["kind"] == kind]):
        assert match.state.turn == 1, f"nobody has asked {kind!r}"
        match.default_answers()
    return found[0]


def test_cards_of_another_plugin_join_the_deck_and_are_dealt(catalogue: Catalogue) -> None:
    match = game(catalogue, seats=8, dealt_at_start=3).start(1)
    slot = match.state.ext["option-cards"]
    cards = [*slot["pile"], *(card for held in slot["held"] for card in held)]
    assert {"grappling-hook", "lucky-charm", "brakes"} < set(cards)
    assert sorted(cards) == sorted(all_cards(catalogue))
    assert slot["luck"] == (7,) * 8, "what a card keeps has its first value"
    check_cards(match)


def test_a_weapon_of_another_plugin_is_offered_fired_and_given_back(catalogue: Catalogue) -> None:
    shown = game(catalogue)
    match = facing(shown.start(1), ("grappling-hook",))
    for left in (1, 0):
        decision = asked(match, "weapon")
        assert decision["choices"] == ("main-laser", "grappling-hook")
        view = view_of(match, decision)
        assert isinstance(view, Listed)
        (hit,) = view.shown
        assert hit.values == {"card": "grappling-hook", "target": 1}, "who would be hit stands beside the question"
        match.place(match.state.pieces[1], match.floor.index((3, 1)), EAST, "test")
        match.seal(decision["id"], "grappling-hook")
        match.run("stage")
        assert match.cell_of(match.state.pieces[1]) == (1, 1)
        slot = match.state.ext["option-cards"]
        assert slot["held"][0] == (("grappling-hook",) if left else ())
        display = Display(observe(match, 0), shown.plugins, views_of(shown.plugins).changes)
        assert display.robots[0].marks == ({"grappling-hook": 1} if left else {})
    assert slot["returned"] == ("grappling-hook",)


def test_a_scenario_gives_a_robot_a_card_of_another_plugin(catalogue: Catalogue, tmp_path: Path) -> None:
    path = tmp_path / "hook.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    result = run_scenario(path, catalogue)
    assert result.ok, result.differences


SCENARIO = """
name = "The hook pulls"
mode = "crash-and-burn"
plugins = ["hooks"]

[board]
grid = \"\"\"
 .  .  .  .
\"\"\"

[[robots]]
name = "A"
cell = [0, 0]
facing = "east"
program = [""]
options = ["grappling-hook"]

[[robots]]
name = "B"
cell = [3, 0]
facing = "north"
program = [""]

[[decisions]]
robot = "A"
ask = "weapon"
register = 1
answer = "grappling-hook"

[[expect]]
after = "register 1"
robots.A = { tokens = { grappling-hook = 1 } }
robots.B = { cell = [1, 0], damage = 0 }
"""


def test_bots_value_cards_that_they_have_never_heard_of(catalogue: Catalogue) -> None:
    match = game(catalogue).start(1)
    put_in(match.state.ext["option-cards"], "held", 0, ("lucky-charm", "brakes", "grappling-hook", "turret"))
    choices = match.state.ext["option-cards"]["held"][0]
    match.ask("give-back", match.state.pieces[0], "grappling-hook", choices)
    match.run()
    decision = next(entry for entry in match.state.decisions if entry["kind"] == "give-back")
    assert not view_of(match, decision).about, "the robot has too many cards, but is not destroyed"
    for piece, count in ((0, 4), (1, 0)):
        view = view_of(match, {**decision, "kind": "repair", "piece": piece, "choices": ("repair", "option")})
        assert isinstance(view, Listed)
        assert view.shown[0].values == {"piece": piece, "count": count, "most": 3}
        assert len(view.shown) == (2 if count else 1), "only a robot without room has to discard a card"
    for bot in ("greedy", "planner", "rival:8"):
        assert make_bot(bot, catalogue).choose(observe(match, 0), decision, Dice(1)) == "lucky-charm"


@pytest.mark.parametrize(("later", "chosen"), [("0.0", "main-laser"), ("30.0", "lucky-charm")])
def test_bots_use_a_weapon_for_what_it_says_about_later(workshop: Workshop, later: str, chosen: str) -> None:
    weapon = f'OptionCard("lucky-charm", worth=1, weapon=Weapon(later=lambda match, piece: {later}))'
    code = HOOK_RULES.replace(CHARM, weapon)
    catalogue = workshop(beside_the_game=True, hooks=(HOOKS, code))
    match = facing(game(catalogue).start(1), ("lucky-charm",))
    decision = asked(match, "weapon")
    for bot in ("greedy", "planner", "rival:8"):
        assert make_bot(bot, catalogue).choose(observe(match, 0), decision, Dice(1)) == chosen


# --- leaving cards out ----------------------------------------------------------------------------------------------


def test_cards_are_left_out_of_a_match(catalogue: Catalogue) -> None:
    match = game(catalogue, without=["brakes", "lucky-charm"], dealt_at_start=1).start(1)
    slot = match.state.ext["option-cards"]
    cards = {*slot["pile"], *(card for held in slot["held"] for card in held)}
    assert len(cards) == len(all_cards(catalogue)) - 2
    assert not cards & {"brakes", "lucky-charm"}


def test_games_without_some_cards_lose_and_double_none() -> None:
    cards = sorted(random_game("crash-and-burn", 1).rules.registries["option-cards"])
    for number in range(3):
        every = random_game("crash-and-burn", 2 * number + 1)
        config = every.config
        rules = {**config.rules, "without": cards[number::3]}
        left = make_game(
            MatchConfig(config.match, rules, config.plugin, config.seats), games_catalogue(), course=every.course
        )
        play(left, number, 4, between=checked)
    bare = MatchConfig(config.match, {**config.rules, "without": cards}, config.plugin, config.seats)
    play(make_game(bare, games_catalogue(), course=every.course), 1, 3, between=checked)


def checked(match: Match) -> Match:
    check_cards(match)
    return match


@pytest.mark.parametrize(
    ("without", "text"),
    [
        (["braks"], "rules.without: there is no 'braks' in this match; is it 'brakes'?"),
        (["brakes", "brakes"], "rules.without: names 'brakes' twice"),
        ("brakes", "rules.without: must be a list of names, such as [\"brakes\"], not 'brakes'"),
        ([3], 'rules.without: must be a list of names, such as ["brakes"], not [3]'),
    ],
)
def test_what_cannot_be_left_out_is_told(catalogue: Catalogue, without: Any, text: str) -> None:
    with pytest.raises(ConfigError) as error:
        game(catalogue, without=without)
    assert str(error.value) == text


def test_a_name_that_is_like_no_other_is_told_with_all_there_are(catalogue: Catalogue) -> None:
    with pytest.raises(ConfigError, match=r"there is no 'qqq' in this match; there are: ablative-coat, .*, turret"):
        game(catalogue, without=["qqq"])


ADDS = "plugin 'hooks' adds '{}' to '{}', where plugin 'option-cards' has one of that name already; choose another name"


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("grappling-hook", "brakes", f"13: {ADDS.format('brakes', 'option-cards')}"),
        ('Kept("luck"', 'Kept("turret"', f"14: {ADDS.format('turret', 'kept-by-option-cards')}"),
        (
            f"add_card(rules, settings, {CHARM})",
            'rules.add(OPTION_CARDS, "lucky-charm", 1)',
            "14: plugin 'hooks': rules.add: option-cards.lucky-charm: must be OptionCard, not 1",
        ),
    ],
)
def test_a_card_that_cannot_be_added_is_refused(workshop: Workshop, old: str, new: str, text: str) -> None:
    """Its name or its key has an owner, or it is no card."""
    catalogue = workshop(beside_the_game=True, hooks=(HOOKS, HOOK_RULES.replace(old, new)))
    with pytest.raises(PluginError) as error:
        game(catalogue)
    assert str(error.value).endswith(f"rules.py:{text}")


def test_a_card_without_its_table_is_told_by_the_check(workshop: Workshop) -> None:
    workshop(beside_the_game=True, hooks=(HOOKS.replace("option.lucky-charm", "option.luky-charm"), HOOK_RULES))
    problems = check_plugin(workshop.folder / "hooks").problems  # type: ignore[attr-defined]
    assert problems == [
        "rules.py: it adds 'lucky-charm', but plugin.toml has no [option.lucky-charm] with a title and a text"
    ]


# --- bots -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["greedy", "planner", "rival:8"])
def test_bots_play_cards_of_another_plugin_in_a_mode_without_a_race(workshop: Workshop, bot: str) -> None:
    catalogue = workshop(
        beside_the_game=True, gold_rush=(RUSH.format(more=', "hooks"'), RUSH_RULES), hooks=(HOOKS, HOOK_RULES)
    )
    board = parse_grid(MAP, Notations.of(catalogue.plugins.values()))
    seats = [SeatConfig(name, bot) for name in ("A", "B")]
    used = ("grappling-hook", "lucky-charm", "turret", "pressor-beam")
    rules = {"dealt_at_start": 2, "without": [card for card in all_cards(catalogue) if card not in used]}
    config = MatchConfig(MatchSection(mode="gold-rush", course="drawn"), rules, seats=seats)
    rush = make_game(config, catalogue, course=Course("drawn", "Drawn", board), strict=False)
    for seed in range(2):
        outcome = play_bots(rush, [bot, bot], [make_bot(bot, catalogue) for _ in seats], seed, 6)
        assert outcome.faults == [0, 0], seed


def all_cards(catalogue: Catalogue) -> list[str]:
    return [name for id_ in ("option-cards", "hooks") for name in catalogue.get(id_).manifest.option]
