"""What is told when a connection is lost, and when a lobby or a match on the network ends early."""

from roborally.base.translation import _
from roborally.ui.toolkit.dialogs import Dialog


class ConnectionNotice(Dialog):
    """Says that there is no connection: one can wait, or do what its button says."""

    def escape(self) -> None:
        """Do as the button does."""
        self.default()


def match_end(reason: str) -> str:
    """Return in a sentence why a match ends without a result; see `protocol.Ended`."""
    return {
        "host": _("The host has left: the game ends without a result."),
        "left": _("All players have left: the game ends without a result."),
        "failed": _("Server error: the game ends here."),
    }.get(reason, _("The server has been stopped: the game ends here."))


def lobby_end(reason: str) -> str:
    """Return in a sentence why a lobby is closed."""
    return {
        "host": _("The host has left."),
        "failed": _("Server error."),
    }.get(reason, _("The server has been stopped."))
