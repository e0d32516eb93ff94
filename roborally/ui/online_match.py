"""A match on the network in the window: the same as at one machine, with who is away, chat, and no clock of its own."""

from collections.abc import Callable, Sequence
from typing import Any

import arcade

from roborally.core.events import Event
from roborally.net.membership import Membership
from roborally.net.protocol import Chat, MemberState
from roborally.texts import _
from roborally.ui import theme
from roborally.ui.app import App
from roborally.ui.chat import ChatScreen, line_of
from roborally.ui.match_screen import MatchScreen


class OnlineScreen(MatchScreen):
    """Shows the session of a membership; the key C opens what people say."""

    def __init__(self, app: App, membership: Membership, **options: Any) -> None:
        """Show the session as it stands; `options` as in `MatchScreen`."""
        assert membership.session is not None, "a match has begun"
        self.membership = membership
        self._heard = len(membership.chat)
        super().__init__(app, membership.session, **options)

    def _past(self) -> Sequence[Event]:
        """Return nothing: what comes after the picture that a server has sent is still to be shown."""
        return ()

    def _shortcuts(self) -> dict[int, Callable[[], None]]:
        return {**super()._shortcuts(), arcade.key.C: self.open_chat}

    def open_chat(self) -> None:
        """Open what people say."""
        self.app.push(ChatScreen(self.app, self.membership.chat, lambda words: self.membership.send(Chat(words))))

    def update(self, seconds: float) -> None:
        """Let the match go on, and show what somebody has said."""
        super().update(seconds)
        for said in self.membership.chat[self._heard :]:
            self._notices.announce(line_of(said), theme.colour("text"))
        self._heard = len(self.membership.chat)

    def _waiting_text(self) -> str:
        """Return whom the match waits for, and who is not there."""
        told = super()._waiting_text()
        away = _names([m for m in self.membership.members if not m.connected and not m.watching])
        if not away:
            return told
        lost = _("Connection lost: {names}").format(names=away)
        return f"{told}\n{lost}" if told else lost


def _names(members: Sequence[MemberState]) -> str:
    """Return names, with the bot's where one plays meanwhile."""
    return ", ".join(_("{name} (a bot plays)").format(name=m.name) if m.player else m.name for m in members)
