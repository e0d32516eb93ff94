"""The edition `auenland`: its objectives (AUE-102); the order of its phases (AUE-401) stands in plugin.toml."""

from collections.abc import Sequence
from typing import Final, TypedDict

from roborally.plugin import (
    ORDERS,
    SEAT_CHECKS,
    SHEETS,
    Floor,
    Match,
    Piece,
    Rules,
    Seat,
    Settings,
    hookimpl,
    plugin_settings,
)
from roborally_plugins.race.api import set_objectives, set_route

from . import lists, sheet


class AuenlandSettings(TypedDict):
    """The settings of the plugin `auenland` in one match; plugin.toml describes each."""

    objectives: str


settings_of: Final = plugin_settings("auenland", AuenlandSettings)


@hookimpl
def register(rules: Rules, settings: Settings) -> None:
    """Add the question for a player's own list, and the check of the lists in a match file (AUE-R19)."""
    kind = settings["objectives"]

    def own_lists_problem(floor: Floor, seats: Sequence[Seat]) -> str:
        """Return the error in the lists of the seats; only the setting `own` uses them."""
        return lists.problem(floor, seats) if kind == "own" else ""

    rules.phase("turn", "objectives", lists.ask_all if kind == "entered" else None)
    rules.decision("objectives", lists.commit, check=lists.check, sample=lists.sample)
    rules.add(ORDERS, "objectives", lists.ORDER)
    rules.add(SHEETS, "objectives", sheet.objectives)
    rules.add(SEAT_CHECKS, "auenland", own_lists_problem)
    rules.modify("secret-objectives", lambda match, secret: secret or kind in lists.SECRET)


@hookimpl
def setup(match: Match) -> None:
    """Set each robot's own goals by the setting `objectives` (AUE-102); the robots stand on their start cells.

    With `entered` robots keep the common list here; each owner enters another one before the first deal.
    """
    kind = settings_of(match)["objectives"]
    for piece in match.robots:
        partner = match.state.pieces[_partner(match, piece)]
        if kind == "swap" and partner.cell >= 0:
            set_route(match, piece, (partner.cell,))
        elif kind == "own" and match.seats[piece.seat].secrets.get("objectives"):
            set_objectives(match, piece, match.seats[piece.seat].secrets["objectives"])
        elif kind == "dealt":
            set_objectives(match, piece, lists.dealt(match, piece))


def _partner(match: Match, piece: Piece) -> int:
    """Return the index of the robot whose start cell a piece must reach; no two pieces have the same target."""
    count = len(match.seats)
    return count - 1 - piece.index if count % 2 == 0 else (piece.index + 1) % count
