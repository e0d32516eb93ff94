"""The achievements of the players in a match on the network: this player's, and those that others choose to show."""

from collections.abc import Sequence

from roborally.base.translation import _
from roborally.game.session.protocol import Session
from roborally.net.client.membership import Membership
from roborally.plugin_system.loader import Catalogue
from roborally.profile import known_titles
from roborally.ui.match.windows.earned_achievements import earned_at
from roborally.ui.match.windows.player_info import Earned


def earned_online(catalogue: Catalogue, membership: Membership, session: Session, called: str) -> Earned:
    """Return a function from a seat to the texts about its player's achievements, `None` if unknown (CLI-601).

    The server sends the titles that other players show; titles unknown here are left out.
    """
    own = earned_at(catalogue, session, called)

    def earned(seat: int) -> Sequence[str] | None:
        mine = own(seat)
        member = next((member for member in membership.members if member.seat == seat >= 0), None)
        if mine is not None or member is None:
            return mine
        found = known_titles(catalogue, member.titles)
        text = _("{title} ({task})")
        return [text.format(title=each.title, task=each.text) for each in found] or [_("none on show")]

    return earned
