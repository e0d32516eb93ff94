"""The achievements of the players at this machine, for the window about a player."""

from collections.abc import Sequence
from contextlib import nullcontext

from roborally.plugin_system.loader import Catalogue
from roborally.profile import History, HistoryError, find_achievements, standings
from roborally.session.protocol import Session
from roborally.ui.match.windows.player_info import Earned


def earned_at(catalogue: Catalogue, session: Session, called: str) -> Earned:
    """Return a function that returns the titles of a seat's achievements.

    The profile belongs to one player: the only one at this machine, or the one of several whose name is `called`.
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
        is_own = people == [seat] or (seat in people and session.game.seats[seat].name == called)
        return titles if is_own else None

    return earned
