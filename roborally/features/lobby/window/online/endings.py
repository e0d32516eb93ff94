"""Texts about leaving a lobby or match on the network, and the dialog about one that ends early."""

from collections.abc import Callable

from roborally.base.translation import _
from roborally.net.client.membership import Membership
from roborally.net.protocol import MatchEnded
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Dialog, message


def leaving_text(membership: Membership | None, *, hosted: bool) -> str:
    """Return a sentence about what happens to the match if this player leaves now (CLI-R02).

    `hosted` says whether the server is the player's own, which ends with the membership.
    """
    if membership is None:
        return _("The others stay.")
    session, own = membership.session, membership.own
    running_match = session is not None and session.ended is None
    if membership.status.state != "online" and not hosted:
        if own is not None and own.watching:
            return _("The server cannot be reached. If it comes back, you can watch again.")
        if running_match:
            return _(
                "The server cannot be reached. If it comes back, your seat is still yours: “Join game” leads back to "
                "it."
            )
        return _("The server cannot be reached. If it comes back, you can join again.")
    if membership.is_host:
        if running_match:
            return _("You are the host: the game ends for everyone, without a result. The menu can save it first.")
        return _("You are the host: the lobby closes for everyone.")
    is_player = own is None or not own.watching
    if is_player and (membership.begins or running_match):
        return _("A bot will play for you from now on.")
    return _("The others stay.")


def match_end(reason: str, host: str) -> str:
    """Return a sentence about why a match ends without a result (as in `MatchEnded`); `host` is a name or empty."""
    if reason == "host" and host:
        return _("The host, {name}, has left: the game ends without a result.").format(name=host)
    return {
        "host": _("The host has left: the game ends without a result."),
        "left": _("All players have left: the game ends without a result."),
        "failed": _("Server error: the game ends here."),
    }.get(reason, _("The server has been stopped: the game ends here."))


def lobby_end(reason: str, host: str) -> str:
    """Return a sentence about why a lobby is closed (as in `MatchEnded`); `host` is a name, empty if unknown."""
    if reason == "host" and host:
        return _("The host, {name}, has left.").format(name=host)
    return {
        "host": _("The host has left."),
        "failed": _("Server error."),
    }.get(reason, _("The server has been stopped."))


def report_own_end(app: App) -> None:
    """Report in a dialog that the match hosted here has ended, because its window was killed."""
    text = _(
        "It ended when its window was closed. If you have saved it, you can go on with the same players: “Load "
        "game” in the lobby of a new network game."
    )
    message(app, _("The game that you hosted has ended"), text)


def report_end(app: App, ended: MatchEnded, *, host: str, playing: bool, keep: Callable[[str], None]) -> None:
    """Report in a dialog that a lobby, or while `playing` a match, ends early; offer to `keep` its file, if any.

    `host` is the host's name, or an empty text if it is unknown.
    """
    if not playing:
        message(app, _("The lobby has been closed"), lobby_end(ended.reason, host))
        return
    text = match_end(ended.reason, host)
    if ended.text is not None:
        text = f"{text}\n\n{ended.text.message().as_sentence()}"
    if not ended.file:
        message(app, _("The game has ended"), text)
        return

    def save() -> None:
        app.pop()
        keep(ended.file)

    buttons = [(_("Save game"), save), (_("Main menu"), app.pop)]
    app.push(Dialog(app, _("The game has ended"), text, buttons))
