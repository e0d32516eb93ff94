"""A match on the network in the window: a match screen that shows absent players, and has a chat."""

from collections.abc import Sequence
from math import ceil
from typing import Any, NamedTuple

from roborally.base.numbers import seconds_text
from roborally.base.translation import _
from roborally.core.data import Decision
from roborally.core.events import Event
from roborally.features.lobby.window.online.chat import ChatScreen, line_of
from roborally.game.match_file import PEOPLE
from roborally.net.client.arrival import Arrival
from roborally.net.client.membership import Membership, Unsent
from roborally.net.protocol import MemberState
from roborally.net.rooms.absences import AWAY_SECONDS
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.panel.side_panel import SidePanel
from roborally.ui.plugin import Panel
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, space
from roborally.ui.toolkit.layout.leaves import build_in, progress
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import Rect

LONG = 6.0
"""The seconds for which a banner says that a bot has played for an absent player, or that an answer was late."""


DISC, INSET = 24, 10
"""The width of the disc with the number of unread chat lines, and its middle's distance from the corner, in units."""
MOMENT, SLOW = 0.5, 5.0
"""Seconds after which a note says that an answer is being sent, and that the connection is slow."""


class _Laid(NamedTuple):
    """An unfinished answer: the question, the observation's plugin data at that time, and the panel that shows it."""

    question: Decision
    ext: dict[str, Any]
    panel: Panel


class NetworkMatchScreen(MatchScreen):
    """The screen of a match on the network, which shows absent players and has a chat (key C)."""

    def __init__(
        self, app: App, membership: Membership, *, before: "NetworkMatchScreen | None" = None, **options: Any
    ) -> None:
        """Show the membership's match; `options` as in `MatchScreen`.

        `before` is the screen from before the connection was lost: its unfinished answer is restored.
        """
        assert membership.session is not None, "a match has begun"
        self.membership = membership
        self._received = membership.chat.count
        self._away: dict[int, float] = {}
        """The time since when each absent member is away, in seconds of `membership.now`, by the member's id."""
        self.laid: _Laid | None = before.laid if before is not None else None
        super().__init__(app, membership.session, past=membership.session.past, **options)
        self._fetched, self._unread = Layer(self.space), Layer(self.panel_space)
        self._counted: tuple[int, Rect] | None = None
        if before is not None:
            before.notices.hand_over(self.notices)

    def _narrate(self, event: Event) -> str:
        """Write an event into the log and return its line; announce who is gone or back, and what came too late."""
        line = super()._narrate(event)
        if event["type"] == "stood-in":
            text = _("A bot has played for you meanwhile.")
            if self.context.has_laid and not self.session.decisions(self.context.own):
                text = _("A bot has laid this turn’s program for you; the next one is yours.")
            self.notices.announce(text, theme.colour("warning"), LONG, stays=True)
        elif event["type"] in ("too-late", "left", "away"):
            self.notices.announce(line, theme.colour("warning"), LONG, stays=True)
        elif event["type"] == "returned":
            self.notices.announce(line, theme.colour("text"))
        return line

    @property
    def stands_still(self) -> bool:
        """Whether the match pauses behind the menu: false, because the others do not wait."""
        return False

    def _past(self) -> Sequence[Event]:
        """Return no events: after the server's complete state, none counts as shown already."""
        return ()

    def _shortcuts(self) -> list[Shortcut]:
        return [*super()._shortcuts(), Shortcut(("C",), _("Chat"), self.open_chat)]

    def open_chat(self) -> None:
        """Open the chat over the match."""
        self.app.push(ChatScreen(self.app, self.membership.chat, self.membership.say, lambda: self.arrangement.side))

    def chat_entry(self) -> tuple[str, Action]:
        """Return text and action of the menu entry that opens the chat; the text has the number of unread lines."""
        unread = self.membership.chat.unread
        return _("Chat: {count} new").format(count=unread) if unread else _("Chat"), self._open_chat_instead

    def _open_chat_instead(self) -> None:
        self.app.pop()
        self.open_chat()

    def update(self, seconds: float) -> None:
        """Advance the match, and show new chat lines of others."""
        super().update(seconds)
        self._look_after_those_away()
        self._keep_what_is_laid()
        for said in self.membership.chat.since(self._received):
            if isinstance(said, Unsent):
                self.notices.announce(line_of(said), theme.colour("warning"), stays=True)
            elif said.member != self.membership.id:
                self.notices.announce(line_of(said), theme.colour("text"))
        self._received = self.membership.chat.count

    def _look_after_those_away(self) -> None:
        """Store since when members are away, and mark the seats of absent or former players for whom bots play."""
        members, now = self.membership.members, self.membership.now()
        self._away = {m.id: self._away.get(m.id, now) for m in members if not (m.connected or m.watching)}
        here = {member.seat for member in members if not member.player}
        people = (seat for seat, config in enumerate(self.context.game.config.seats) if config.controller in PEOPLE)
        stand_ins = {seat for seat in people if seat not in here} if members else set()
        if stand_ins != self.context.stand_ins:
            self.context.stand_ins = stand_ins
            self.panels.shown.refresh()

    def _keep_what_is_laid(self) -> None:
        """Store the panel with the unfinished answer; restore the stored answer in a new panel for the same question.

        A submitted answer is stored as well: only the next complete state shows whether it reached the server.
        """
        question, panel = self.question_controller.asked, self.panels.open
        if question is None or panel is None:
            return
        laid, ext = self.laid, self.session.observe().data["ext"]
        if laid is not None and laid.panel is not panel and laid[:2] == (question, ext):
            panel.take_over(laid.panel)
        self.laid = _Laid(question, ext, panel)

    def draw(self) -> None:
        """Draw the match, the number of unread chat lines, and a progress bar while data arrives."""
        super().draw()
        self._draw_unread()
        share, arrival = self.membership.fetching.share, self.membership.line.arrival
        if share is None and arrival is not None:
            share = arrival.share
        if share is None:
            return
        self._fetched.clear()
        build_in(self.arrangement.side, column(progress(share), space(), gap=0), self._fetched)
        self._fetched.draw()

    def _draw_unread(self) -> None:
        """Draw the number of unread chat lines at the corner of the menu button."""
        unread, panel = self.membership.chat.unread, self.panels.shown
        if not unread or not isinstance(panel, SidePanel):
            return
        spot = panel.controls.named["menu"].rect
        if self._counted != (unread, spot):
            self._counted = unread, spot
            layer, at = self._unread, (spot.right - INSET, spot.top - INSET)
            layer.clear()
            layer.sprite(pictures.emblem("circle", 32), *at, DISC, tint=theme.colour("accent-cool"))
            layer.heading(str(unread), *at, 12, anchor_x="center", tint=theme.colour("background"))
        self._unread.draw()

    def waiting_text(self) -> str:
        """Return the text below the board: whose answer is awaited, what is being sent or received, who is absent."""
        text = super().waiting_text()
        others = any(m.connected and m.seat >= 0 and m.id != self.membership.id for m in self.membership.members)
        if self.question_controller.waits and others and self.session.waiting_for() == [self.context.own]:
            text = _("Everybody waits for you")
        share = self.membership.fetching.share
        if share is not None and not text:
            text = _("Pictures are on their way: {percent} %").format(percent=round(100 * share))
        session, arrival = self.membership.session, self.membership.line.arrival
        sending = session.sending if session is not None and session is self.session else 0.0
        if arrival is not None and share is None:
            text = coming_text(arrival)
        elif sending > SLOW:
            text = _("The connection is slow: your answer is still on its way.")
        elif sending > MOMENT:
            text = _("Sending your answer …")
        away = [m for m in self.membership.members if not m.connected and not m.watching]
        if not away:
            return text
        if text and text == self.context.waiting() and set(self.session.waiting_for()) <= {m.seat for m in away}:
            return _("Connection lost, waiting for {names}").format(names=self._names(away))
        lost = _("Connection lost: {names}").format(names=self._names(away))
        return f"{text}\n{lost}" if text else lost

    def _names(self, away: Sequence[MemberState]) -> str:
        """Return the members' names in one text, each with the bot that plays instead, or the time until one does."""
        names = []
        for member in away:
            left = ceil(AWAY_SECONDS + self._away.get(member.id, self.membership.now()) - self.membership.now())
            text = (
                _("{name} (a bot plays)") if member.player else _("{name} (a bot in {time})") if left > 0 else "{name}"
            )
            names.append(text.format(name=member.name, time=seconds_text(left)))
        return ", ".join(names)


def coming_text(arrival: Arrival) -> str:
    """Return a sentence about how much of a long message has arrived."""
    return _("On its way from the server: {percent} %").format(percent=round(100 * arrival.share))
