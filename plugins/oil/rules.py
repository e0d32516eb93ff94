"""Oil slicks: adds the variant that the setting `oil_acts` names, in `phase` or `card`."""

from roborally.plugin import FACTS, Fact, Floor, Match, Rules, Settings, hookimpl

from . import card, phase
from .marks import NO_MARK, read_mark, unmark
from .state import slot_of


@hookimpl
def register(rules: Rules, settings: Settings) -> None:
    """Register the element `oil` in the variant that the setting `oil_acts` names."""
    rules.slot(slot_of)
    rules.table("oil", oil_cells)
    rules.on("destroyed", unmark)
    rules.add(FACTS, "slides", Fact(read_mark))
    manner = phase if settings["oil_acts"] == "phase" else card
    manner.register(rules)


@hookimpl
def setup(match: Match) -> None:
    """Mark no piece as sliding and no robot as having wheel-spin."""
    slot_of.fill(match, {"marks": (NO_MARK,) * len(match.state.pieces), "spinning": -1})


def oil_cells(floor: Floor) -> frozenset[int]:
    """Return the indexes of the cells with oil."""
    return frozenset(floor.index(element.cell) for element in floor.board.of_kind("oil"))
