"""Start docks (STD-102, CLS-101): each robot begins on its own dock, which is its first archive."""

from collections.abc import Sequence

from roborally.base.translation import texts_of
from roborally.plugin import GAME_CHECKS, Floor, Match, Rules, Seat, hookimpl
from roborally_plugins.archive.api import keep_start

_ = texts_of(__file__)


@hookimpl
def register(rules: Rules) -> None:
    """Register the element `dock`, on which nothing happens (STD-R09), and the check for enough docks."""
    rules.element("dock")
    rules.table("docks", docks)
    rules.add(GAME_CHECKS, "docks", too_few)


def docks(floor: Floor) -> list[tuple[int, int]]:
    """Return (index of the cell, facing) of each dock, in the order of their numbers."""
    found = sorted(floor.board.of_kind("dock"), key=lambda element: int(element.values["number"]))
    return [(floor.index(element.cell), element.values["direction"]) for element in found]


def too_few(floor: Floor, seats: Sequence[Seat]) -> str:
    """Return a text to follow "course …", about too few docks for the seats; empty if there are enough."""
    count = len(floor.tables["docks"])
    text = _("has too few start spaces: {count} for {seats} seats")
    return text.format(count=count, seats=len(seats)) if count < len(seats) else ""


@hookimpl
def setup(match: Match) -> None:
    """Put the robots on the docks, in the order of seats and docks; robots beyond the last dock stay off the floor."""
    for piece, (cell, facing) in zip(match.robots, match.floor.tables["docks"], strict=False):
        match.place(piece, cell, facing, "start")
        keep_start(match, piece)
