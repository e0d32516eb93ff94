"""Makes trial games for a plugin: on the smallest course that fits, with elements of the plugin added to it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec

from roborally.base.errors import GameError
from roborally.core.board import Board, both_sides, in_order
from roborally.core.dice import Dice, derive
from roborally.game.course.courses import Course, check_board
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.course.notation_examples import samples
from roborally.game.factory import Game, make_game
from roborally.game.new_match import new_game
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import Setting
from roborally.plugin_system.manifest_tables import ElementManifest

NAMES = ("Ada", "Bolt", "Cog")
SHARE = 4
"""One in this many free cells gets an element of the plugin."""
EXAMPLES = 12
"""The maximum number of elements of one kind that are added to a course."""


def base_game(plugin: Plugin, mode: str, catalogue: Catalogue) -> Game:
    """Return a game with the plugin in a mode, on the smallest course that fits; raise `GameError` if there is none."""
    further = [] if plugin.id in {other.id for other in catalogue.resolve([mode])} else [plugin.id]
    own = list(plugin.manifest.robot)
    robots = [own[seat % len(own)] for seat in range(len(NAMES))] if own else []
    try:
        return new_game(mode, names=NAMES, robots=robots, plugins=further, catalogue=catalogue)
    except GameError:
        return new_game(mode, robots=robots[:2], plugins=further, catalogue=catalogue)


def trial_game(base: Game, plugin: Plugin, catalogue: Catalogue, number: int) -> Game:
    """Return `base` with elements of the plugin on the course, varied by `number`; from 1 on settings vary, too.

    Settings or elements with which no game can be made stay as in `base`.
    """
    course = with_elements(base.course, plugin, catalogue, number)
    config = base.config
    if number:
        dice = Dice(derive(number, "trial", config.match.mode))
        config = msgspec.structs.replace(config, rules=dict(_varied(base, dice)))
    for tried, on in ((config, course), (base.config, course), (config, base.course)):
        try:
            return make_game(tried, catalogue, course=on)
        except GameError:
            continue
    return base


def _varied(game: Game, dice: Dice) -> Iterator[tuple[str, Any]]:
    """Yield pairs of name and random value for about half of the settings."""
    for plugin in game.plugins:
        for name, setting in plugin.manifest.settings.items():
            values = _values(setting)
            if values and dice.below(2):
                yield name, dice.pick(values)


def _values(setting: Setting) -> list[Any]:
    """Return the values of a setting to choose from, empty if it is not varied."""
    if setting.type == "switch":
        return [False, True]
    if setting.type == "choice":
        return setting.choices
    if setting.type == "integer" and setting.minimum is not None and setting.maximum is not None:
        assert isinstance(setting.default, int), "an integer has a whole number as its default"
        return sorted({int(setting.minimum), setting.default, int(setting.maximum)})
    return []


# --- elements -------------------------------------------------------------------------------------------------------


def with_elements(course: Course, plugin: Plugin, catalogue: Catalogue, number: int) -> Course:
    """Return a course with elements of the plugin on free cells that `number` varies; unchanged if they do not fit."""
    board = course.board
    notations = Notations.of(catalogue.plugins.values())
    there = {element.kind for element in board.elements}
    taken = {element.cell for element in board.elements}
    free = sorted(board.inside - taken)
    Dice(derive(number, "elements", course.id)).shuffle(free)
    del free[len(free) // SHARE + 1 :]
    for kind, element in plugin.manifest.element.items():
        if kind in there and (element.sequence or element.unique or element.pairs):
            continue
        for atom in _atoms(element):
            if not free:
                break
            more = _laid(board, atom, free[-1], notations)
            if more is not None:
                board = more
                free.pop()
    try:
        check_board(board, notations, course.id)
    except GameError:
        return course
    return replace(course, board=board)


def _atoms(element: ElementManifest) -> list[str]:
    """Return texts of elements of one kind that may be on one board: numbers are consecutive, pairs complete."""
    atoms = samples(element.notation)
    name = element.sequence or element.unique or element.pairs
    if not name:
        few = atoms[:: len(atoms) // EXAMPLES + 1]
        return [few[at % len(few)] for at in range(EXAMPLES)] if few else []
    pattern = re.compile(element.notation)
    by_value: dict[Any, str] = {}
    for atom in atoms:
        found = pattern.fullmatch(atom)
        assert found is not None
        by_value.setdefault(element.read(found).get(name), atom)
    if element.pairs:
        return [atom for atom in list(by_value.values())[:1] for _ in range(2)]
    return (
        [by_value[number] for number in (1, 2) if number in by_value] if element.sequence else list(by_value.values())
    )


def _laid(board: Board, atom: str, cell: tuple[int, int], notations: Notations) -> Board | None:
    """Return the board with an element, given as text, on a cell; `None` if it cannot be there."""
    try:
        single = parse_grid(atom, notations)
    except GameError:
        return None
    return replace(
        board,
        elements=board.elements + tuple(replace(element, cell=cell) for element in single.elements),
        walls=board.walls | both_sides({(cell, direction) for at, direction in single.walls if at == (0, 0)}),
        gates=in_order([*board.gates, *((cell, direction) for _at, direction in single.gates)]),
    )
