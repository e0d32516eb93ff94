"""Makes a new board: open floor with the elements that a mode demands (`roborally board new`)."""

import re

import tomli_w

from roborally.base.errors import GameError
from roborally.core.geometry import DIRECTIONS
from roborally.game.course.notation import MAX_PLAYERS, MAX_SIDE
from roborally.game.course.notation_examples import samples
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import ElementManifest

SMALLEST = 4
"""The minimum length of a side of a new board, in cells."""
NORTH = DIRECTIONS[0]
FEW, SOME = 2, 4
"""The numbers of placed elements without a direction: `FEW` of a kind with consecutive numbers, else `SOME`."""


def new_board(name: str, width: int, height: int, mode: str, catalogue: Catalogue) -> str:
    """Return the text of a new board's file; raise `GameError` for a size out of range.

    `width` and `height` are in cells. The first kind of element that the mode demands, such as docks, is in the lowest
    row, the others in rows above it.
    """
    if not (SMALLEST <= width <= MAX_SIDE and SMALLEST <= height <= MAX_SIDE):
        raise GameError("a side must have {least} to {most} cells", where="--size", least=SMALLEST, most=MAX_SIDE)
    plugin = catalogue.mode(mode, "--mode")
    rows = [["."] * width for _row in range(height)]
    demanded = plugin.manifest.demands
    players = MAX_PLAYERS
    for number, kind in enumerate(demanded):
        tokens = _tokens(_manifest(kind, plugin, catalogue))[:width]
        row = rows[round((height - 1) * (1 - number / len(demanded)))]
        for index, token in enumerate(tokens):
            row[(2 * index + 1) * width // (2 * len(tokens))] = token
        players = len(tokens) if number == 0 and len(tokens) > 1 and kind == "dock" else players
    least, most = plugin.manifest.players or (2, MAX_PLAYERS)
    drawn = "\n".join(" " + "  ".join(cell.ljust(3) for cell in row).rstrip() for row in rows)
    title = tomli_w.dumps({"name": name}).strip()
    return f'{title}\nplayers = [{least}, {min(most, players)}]\ngrid = """\n{drawn}\n"""\n'


def _manifest(kind: str, mode: Plugin, catalogue: Catalogue) -> ElementManifest:
    owners = catalogue.resolve([mode.id])
    return next(plugin.manifest.element[kind] for plugin in owners if kind in plugin.manifest.element)


def _tokens(manifest: ElementManifest) -> list[str]:
    """Return the texts of the elements to place, one for each number or side; those with a direction face north."""
    pattern = re.compile(manifest.notation)
    found: dict[tuple[object, ...], str] = {}
    faces = False
    for token in samples(manifest.notation):
        match = pattern.fullmatch(token)
        values = manifest.read(match) if match is not None else {}
        way = values.pop("direction", NORTH)
        faces = faces or way != NORTH
        if way == NORTH:
            found.setdefault(tuple(values.values()), token)
    most = MAX_PLAYERS if faces else FEW if manifest.sequence else SOME
    return list(found.values())[:most]
