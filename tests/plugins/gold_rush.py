"""A mode of cards without a race: nuggets lie about, and the first to dig three wins. It says only `objectives`."""

MANIFEST = """
kind = "mode"
needs = ["docks", "gears", "pits", "program-cards", "robot-lasers"{more}]
provides = ["mode"]
players = [2, 4]

[order]
turn = ["re-entry", "deal", "start", "program", "registers", "end-of-turn"]
register = ["reveal", "cards", "gears", ["robot-lasers"], "digging"]
end-of-turn = ["clean-up"]

[element.nugget]
notation = "gold"
tooltip = "A nugget."
"""

RULES = '''
from typing import TypedDict

from roborally.plugin import OBJECTIVES, Match, Piece, Rules, hookimpl, plugin_slot, replaced

ENOUGH = 3


class Slot(TypedDict):
    left: tuple[int, ...]
    dug: tuple[int, ...]


slot_of = plugin_slot("gold-rush", Slot)


@hookimpl
def register(rules: Rules) -> None:
    rules.slot(slot_of)
    rules.element("nugget")
    rules.phase("register", "digging", dig)
    rules.event("dug", {"piece": "who has a nugget more"})
    rules.add(OBJECTIVES, "gold-rush", come)


@hookimpl
def setup(match: Match) -> None:
    cells = [match.floor.index(element.cell) for element in match.floor.board.of_kind("nugget")]
    slot_of.fill(match, {"left": tuple(sorted(cells)), "dug": (0,) * len(match.state.pieces)})


def dig(match: Match) -> None:
    slot = slot_of(match)
    for piece in match.robots:
        if piece.cell in slot["left"]:
            slot["left"] = tuple(cell for cell in slot["left"] if cell != piece.cell)
            slot["dug"] = replaced(slot["dug"], piece.index, slot["dug"][piece.index] + 1)
            match.emit("dug", piece=piece.index)
            if slot["dug"][piece.index] == ENOUGH:
                match.finish((piece.index,))
                return


def come(match: Match, piece: Piece) -> float:
    """Nuggets, less a thousandth for each step to the nearest one that is left."""
    slot = slot_of(match)
    dug = slot["dug"][piece.index]
    if piece.cell < 0 or not slot["left"]:
        return dug - 0.05
    x, y = match.floor.cells[piece.cell]
    steps = [abs(x - gx) + abs(y - gy) for gx, gy in (match.floor.cells[cell] for cell in slot["left"])]
    return dug - min(steps) / 1000
'''

MAP = """
 gold  .    .    O    .   gold
 .     .    g>   .    .   .
 .     gold .    .   gold .
 .     O    .    g<   .   .
 d1^   .    d2^   .   d3^ gold
"""
