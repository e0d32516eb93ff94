"""The halves of a register, carried out one by one, lead where the whole register does, also in a search."""

from pathlib import Path
from typing import Any

import pytest

from roborally.core.match import Match
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.plugin_code import code_of
from tests.shipped import drawn
from tests.slots import put_in
from tests.writing import write_plugin

ROOT = Path(__file__).resolve().parents[2]
GRID = """
 d1>   >>   >>   >>     v    O    c2
 .     ^    .    w1     v    g>   .
 l2>   ^    O    .:n    v    .    .:n
 .:e   c1   .    g<     <    .    .
 d2<   .    .    .:e    .    <    .
"""
RULES = """
from roborally.plugin import hookimpl
from roborally_plugins.program_cards.api import slots


@hookimpl
def register(rules):
    rules.phase("register", "weathercock", turn, after=("gears",))


def turn(match):
    for piece in match.robots:
        if piece.cell >= 0:
            {}
"""
BY_HEADING = "match.turn(piece, piece.heading, 'weathercock')"
BY_OWN_CARD = "match.turn(piece, 1 if slots(match, piece)[match.state.stage - 1] > 'left' else 0, 'weathercock')"
BY_CARD = "match.turn(piece, 1 if 'move2' in slots(match, piece) else 0, 'weathercock')"


def begun(catalogue: Catalogue, mode: str, plugins: tuple[str, ...] = ()) -> Match:
    course = drawn(GRID, catalogue, "lone")
    section = MatchSection(mode=mode, course="lone", timer=0, plugins=list(plugins))
    config = MatchConfig(section, seats=[SeatConfig("A"), SeatConfig("B")])
    match = make_game(config, catalogue, course=course, strict=False).start(1)
    match.run()
    return match


def whole_register(start: Match, place: int, command: str) -> tuple[int, int]:
    """Return where a register leads that is carried out in one piece, with the damage."""
    match = start.clone()
    robot = match.state.pieces[0]
    robot.cell, robot.facing = divmod(place, 4)
    match.state.at[robot.cell] = 1
    put_in(match.state.ext["program-cards"], "slots", 0, ("", "", "", "", "", command))
    match.run()
    return (robot.cell * 4 + robot.facing if robot.cell >= 0 else -1, robot.damage)


def check(catalogue: Catalogue, match: Match) -> Any:
    module = code_of(catalogue, "program-cards", "outlook")
    outlook = module.outlook(match, match.state.pieces[0])
    start = module.empty_floor(match, outlook.route)
    for command, leads in outlook.leads.items():
        for place, lead in enumerate(leads):
            assert tuple(lead) == whole_register(start, place, command), (place, command)
    return outlook


@pytest.mark.parametrize("mode", ["standard", "classic", "crash-and-burn", "auenland"])
def test_halves_lead_where_the_whole_does(catalogue: Catalogue, mode: str) -> None:
    outlook = check(catalogue, begun(catalogue, mode))
    assert sum(len(leads) for leads in outlook.leads.values()) == 35 * 4 * 7
    assert outlook.reaching(0)


def with_weathercock(folder: Path, turns: str) -> Catalogue:
    write_plugin(folder, "weathercock", 'kind = "rules"\nneeds = ["program-cards"]', rules=RULES.format(turns))
    return find_plugins([ROOT / "plugins", folder], installed=False)


@pytest.mark.parametrize("turns", [BY_HEADING, BY_CARD])
def test_rules_may_look_at_how_a_robot_came_to_its_place(turns: str, tmp_path: Path) -> None:
    catalogue = with_weathercock(tmp_path, turns)
    check(catalogue, begun(catalogue, "classic", ("weathercock",)))


# --- searches -------------------------------------------------------------------------------------------------------

HAND = ("move1@490", "move1@500", "move2@670", "move3@790", "left@70", "right@80", "u-turn@10", "back-up@430")


def search(catalogue: Catalogue, match: Match, place: int, damage: int) -> int:
    """Check that all programs lead where a search says; return how many registers it has carried out."""
    searches, hands, outlooks = (
        code_of(catalogue, "program-cards", name) for name in ("search", "hand_counts", "outlook")
    )
    other, robot = match.state.pieces[1], match.state.pieces[0]
    match.state.at[robot.cell] = match.state.at[other.cell] = 0
    other.cell = -1
    robot.cell, robot.facing, robot.damage = place >> 2, place & 3, damage
    match.state.at[robot.cell] = 1
    put_in(match.state.ext["program-cards"], "hands", 0, HAND)
    hand = hands.hand_of(match, robot)
    thought = searches.Search(match, robot, hand, outlooks.worth)
    for end in thought.run():
        for program in [*end.plans.values()][:2]:
            copy = searches.alone(match, robot)
            put_in(copy.state.ext["program-cards"], "slots", 0, hand.laid_out(program))
            copy.run("turn")
            assert searches.signature(copy, 0) == searches.signature(end.match, 0), program
    return int(thought.nodes)


@pytest.mark.parametrize("damage", [0, 9])
@pytest.mark.parametrize("mode", ["standard", "classic"])
def test_programs_lead_where_a_search_says(catalogue: Catalogue, mode: str, damage: int) -> None:
    for place in (1, 29, 56, 132):
        assert search(catalogue, begun(catalogue, mode), place, damage) < 1000


def test_a_search_minds_the_card_that_a_robot_plays(tmp_path: Path) -> None:
    catalogue = with_weathercock(tmp_path, BY_OWN_CARD)
    search(catalogue, begun(catalogue, "classic", ("weathercock",)), 29, 0)
