"""The texts for a lost connection, and for a lobby or match on the network that ends early."""

from roborally.base.translation import _
from roborally.ui.toolkit.dialogs import Dialog


class ConnectionNotice(Dialog):
    """Reports a lost connection: the player can wait, or press its button."""

    def escape(self) -> None:
        """Do the button's action."""
        self.default()


def match_end(reason: str) -> str:
    """Explain in a sentence why a match ends without a result; see `protocol.Ended`."""
    return {
        "host": _("The host has left: the game ends without a result."),
        "left": _("Nobody who plays is there any more: the game ends without a result."),
        "failed": _("Something has gone wrong on the server: the game ends here."),
    }.get(reason, _("The server has been stopped: the game ends here."))


def lobby_end(reason: str) -> str:
    """Explain in a sentence why a lobby is closed."""
    return {
        "host": _("The host has left."),
        "failed": _("Something has gone wrong on the server."),
    }.get(reason, _("The server has been stopped."))
