"""The achievements of the people at this machine, for the window about a player."""

from collections.abc import Sequence
from contextlib import nullcontext

from roborally.plugin_system.loader import Catalogue
from roborally.profile import History, HistoryError, find_achievements, standings
from roborally.session import Session
from roborally.ui.match.player_info import Earned


def earned_at(catalogue: Catalogue, session: Session) -> Earned:
    """Return how to find the titles of a seat's achievements.

    The profile is that of one person, so with several people at this machine nobody is shown with it.
    """
    people = session.humans()
    titles: list[str] = []
    try:
        with History.look() or nullcontext() as history:
            found = standings(history, find_achievements(catalogue))
            titles = [standing.achievement.title for standing in found if standing.reached]
    except HistoryError:
        people = []  # the page of the achievements tells what is wrong with the file

    def earned(seat: int) -> Sequence[str] | None:
        return titles if people == [seat] else None

    return earned
