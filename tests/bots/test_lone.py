"""The halves of a register, carried out one by one, lead where the whole register does."""

from pathlib import Path
from typing import Any

import pytest

from roborally.core.match import Match
from roborally.course.courses import Course
from roborally.course.notation import Notations, parse_grid
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.plugin_code import code_of

ROOT = Path(__file__).resolve().parents[2]
GRID = """
 d1>   >>   >>   >>     v    O    c2
 .     ^    .    w1     v    g>   .
 l2>   ^    O    .:n    v    .    .:n
 .:e   c1   .    g<     <    .    .
 d2<   .    .    .:e    .    <    .
"""
MANIFEST = """
id = "weathercock"
title = "Weathercock"
description = "Turns robots."
version = "0.1.0"
authors = ["Tests"]
license = "MIT"
api = 2
kind = "rules"
needs = ["program-cards"]
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
BY_CARD = "match.turn(piece, 1 if 'move2' in slots(match, piece) else 0, 'weathercock')"


def begun(catalogue: Catalogue, mode: str, plugins: tuple[str, ...] = ()) -> Match:
    course = Course("lone", "Lone", parse_grid(GRID, Notations.of(catalogue.plugins.values())))
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
    match.state.at[robot.cell] = 0
    match.state.ext["program-cards"]["slots"][0] = ("", "", "", "", "", command)
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


@pytest.mark.parametrize("turns", [BY_HEADING, BY_CARD])
def test_rules_may_look_at_how_a_robot_came_to_its_place(turns: str, tmp_path: Path) -> None:
    folder = tmp_path / "weathercock"
    folder.mkdir()
    (folder / "plugin.toml").write_text(MANIFEST)
    (folder / "rules.py").write_text(RULES.format(turns))
    catalogue = find_plugins([ROOT / "plugins", tmp_path], installed=False)
    check(catalogue, begun(catalogue, "classic", ("weathercock",)))
