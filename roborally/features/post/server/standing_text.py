"""The state of a game on a server as one line of text."""

from roborally.base.dates import moment_text
from roborally.base.translation import _
from roborally.features.post.server.client import moment
from roborally.features.post.server.messages import GameStanding


def state(standing: GameStanding) -> str:
    """Return the text about what a game waits for, or how it ended."""
    if standing.over:
        winners = ", ".join(standing.winners)
        return _("Over; won by {names}").format(names=winners) if winners else _("Over; nobody has won")
    if standing.paused:
        return _("Paused")
    due = moment_text(moment(standing.deadline))
    if standing.is_asked and not standing.has_orders:
        return _("Waits for you; due on {moment}").format(moment=due)
    if not standing.missing:
        return _("All orders are there; the turn is about to be played")
    return _("Waits for {names}; due on {moment}").format(names=", ".join(standing.missing), moment=due)
