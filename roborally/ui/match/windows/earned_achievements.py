"""The achievements of the people at this machine, for the window about a player."""

from collections.abc import Sequence
from contextlib import nullcontext

from roborally.plugin_system.loader import Catalogue
from roborally.profile import History, HistoryError, find_achievements, standings
from roborally.session.protocol import Session
from roborally.ui.match.windows.player_info import Earned


def earned_at(catalogue: Catalogue, session: Session) -> Earned:
    """Return a function that returns the titles of a seat's achievements.

    The profile belongs to one person, so with several people at this machine no achievements are shown.
    """
    people = session.humans()
    titles: list[str] = []
    try:
        with History.look() or nullcontext() as history:
            found = standings(history, find_achievements(catalogue))
            titles = [standing.achievement.title for standing in found if standing.reached]
    except HistoryError:
        people = []  # the achievements page reports errors in the file

    def earned(seat: int) -> Sequence[str] | None:
        return titles if people == [seat] else None

    return earned
