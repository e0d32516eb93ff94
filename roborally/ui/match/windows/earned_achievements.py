"""The achievements of the player at this machine, for the info window and the result of a match."""

from collections.abc import Sequence
from contextlib import nullcontext

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.game.session.protocol import Session
from roborally.plugin_system.loader import Catalogue
from roborally.profile import Achievement, History, HistoryError, find_achievements, finished, record, standings
from roborally.ui.match.windows.player_info import Earned


def earned_at(catalogue: Catalogue, session: Session, called: str) -> Earned:
    """Return a function that returns the titles of a seat's achievements, `None` for a seat without a profile.

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


def keep_result(session: Session, catalogue: Catalogue) -> tuple[list[Achievement], list[Message]]:
    """Store a finished match in the profile; return the newly reached achievements, and error messages.

    Both are empty for a match without a person, which is not stored.
    """
    game = finished(session)
    if game is None:
        return [], []
    try:
        with History.open() as history:
            reached = record(history, game, find_achievements(catalogue))
            return reached, [history.notice] if history.notice else []
    except HistoryError as error:
        return [], [error.message]


def news_of(reached: Sequence[Achievement]) -> tuple[str, str]:
    """Return a short text with the name of a new achievement or the number of several, and a long one about all."""
    titles = ", ".join(achievement.title for achievement in reached)
    short = _("New achievement: {titles}") if len(reached) == 1 else _("{count} new achievements")
    lines = [f"{achievement.title}: {achievement.text}" for achievement in reached]
    return short.format(titles=titles, count=len(reached)), "\n".join(lines)
