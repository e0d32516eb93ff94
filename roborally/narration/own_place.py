"""A player's result in a match in words ("You came second"), for the window at its end."""

from collections.abc import Collection, Sequence

from roborally.base.translation import _
from roborally.plugin import text

PLACES = (
    text("You won!"),
    text("You came second"),
    text("You came third"),
    text("You came fourth"),
    text("You came fifth"),
    text("You came sixth"),
    text("You came seventh"),
    text("You came eighth"),
)
TEAM_PLACES = (
    text("Your team won!"),
    text("Your team came second"),
    text("Your team came third"),
    text("Your team came fourth"),
    text("Your team lost"),
)
"""Texts for a player's place in the result, from the first, and for that of their team; the last is for last teams."""


def own_place(
    own: int, order: Sequence[int], winners: Collection[int], teams: Sequence[int], *, eliminated: bool
) -> str:
    """Return the result of the robot with the index `own` in the current language, empty if there is no winner.

    `order` are the indexes of all robots, best first, and `teams` their teams in that order, 0 for none. `winners` are
    indexes. `eliminated` says whether the robot was destroyed for good.
    """
    if not winners:
        return ""
    if eliminated and own not in winners:
        return _("You were destroyed")
    if team := teams[order.index(own)]:
        ranked = list(dict.fromkeys(teams))
        place = ranked.index(team)
        is_last = 0 < place == len(ranked) - 1
        return _(TEAM_PLACES[-1 if is_last else min(place, len(TEAM_PLACES) - 1)])
    place = 0 if own in winners else order.index(own)
    return _(PLACES[min(place, len(PLACES) - 1)])
