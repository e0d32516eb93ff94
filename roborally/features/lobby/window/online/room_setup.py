"""The host's changes to a match in a lobby on a server, sent to all members (CLI-501 to CLI-505, CLI-1302)."""

import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.window.lobby_page import LobbyPage
from roborally.game.course.code import pack
from roborally.game.course.notation import Notations
from roborally.game.match_file import MatchConfig, parse_config
from roborally.net import protocol
from roborally.net.client.course_show import CourseShow
from roborally.net.client.membership import Membership
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message

BETWEEN = 0.2
"""The least seconds between two messages about changes: turning a number with the mouse wheel makes many."""


class LobbyChanges:
    """Sends each change of the host's choices as soon as the match has no problem for other members."""

    def __init__(self, lobby: LobbyModel, send: Callable[[MatchConfig], None]) -> None:
        """Treat the current choices as sent; `send(config)` sends later ones."""
        self._lobby = lobby
        self._send = send
        self.skip()

    def skip(self) -> None:
        """Treat the current choices as sent."""
        self._sent = self._lobby.config()

    def pass_on(self) -> None:
        """Send the choices if they have changed and no problem prevents inviting others."""
        config = self._lobby.config()
        if config != self._sent and not self._lobby.invitation_problem():
            self._sent = config
            self._send(config)


class RoomSetup:
    """The host's choices, and their transfer to the server; the window calls `update` in each frame."""

    def __init__(
        self, app: App, membership: Membership, make_lobby: Callable[[], LobbyModel], build: Callable[..., None]
    ) -> None:
        """Start without choices; `make_lobby()` returns a new lobby, `build` opens the course builder."""
        self._app = app
        self._membership = membership
        self._make_lobby = make_lobby
        self._build = build
        self._page: LobbyPage | None = None
        self._fault = ""
        """A sentence about why the server's match cannot be shown here, empty if it can."""
        self._first: MatchConfig | None = None
        self._fitted: MatchConfig | None = None
        self._changed: MatchConfig | None = None
        self._sent_at = 0.0
        self._last: MatchConfig | None = None
        self._is_back = False
        self._show = CourseShow(membership.send, time.monotonic)
        self._own: object = None
        self._own_code = ""
        """The code of the chosen course if that is one of the host's own boards, else empty."""

    def begin_with(self, config: MatchConfig) -> None:
        """Set the match to send with the first state of the lobby; it was set up before others were invited."""
        self._first = config

    def come_back(self) -> None:
        """Send the last choices again with the next state of the lobby: they may have been lost with the connection."""
        self._is_back = True

    def take(self, news: protocol.LobbyState) -> bool:
        """Handle a state of the lobby; return whether to show it: not the one that the host's first choice replaces."""
        self._show.on_lobby(news)
        if self._is_back:
            self._is_back, self._changed = False, self._changed or self._last
        if self._first is not None:
            self._send(self._first)
            self._first = None
            return False
        if self._membership.is_host:
            self._follow(news)
        return True

    @cached_property
    def lobby(self) -> LobbyModel:
        """The host's choices: those on the open page, or else those that the server has sent."""
        return self._make_lobby()

    def problem(self) -> str:
        """Return a sentence about the first problem that keeps the match from starting, empty for none."""
        return self._fault or self.lobby.problem()

    def open(self) -> None:
        """Open the page on which the host changes the match."""
        lobby, before = self.lobby, self.lobby.config()
        fault = lobby.replace_missing() or self._fault
        self._changes = LobbyChanges(lobby, self._change)
        back = partial(self._take_back, before)
        self._page = LobbyPage(self._app, lobby, open_builder=self._build, on_change=self._changes.pass_on, back=back)
        self._page.course.show_building = self._show.put
        self._app.push(self._page)
        if fault:
            self._change(lobby.config())
            message(self._app, _("That is not possible"), fault)

    def update(self) -> None:
        """Send changed choices, at most once in `BETWEEN` seconds, and the course to show."""
        now = time.monotonic()
        if self._changed is not None and now - self._sent_at >= BETWEEN:
            self._send(self._changed)
            self._changed, self._sent_at = None, now
        session = self._membership.session
        if session is not None and session.ended is None:
            self._show.stop()
        elif not self._is_below_another:
            self._show_chosen()
        self._show.update()

    @property
    def _is_below_another(self) -> bool:
        """Whether another page, such as the course builder, covers the page on which the host changes the match."""
        return self._page in self._app.screens and self._app.screen_on_top is not self._page

    def _show_chosen(self) -> None:
        """Show the chosen course to all members if it is one of the host's own, because they do not have its file."""
        lobby = self._membership.lobby
        if lobby is None or not self._membership.is_host:
            return
        path = paths.user_board_folder() / f"{lobby.config.get('match', {}).get('course', '')}.toml"
        try:
            stamp: object = path, path.stat().st_mtime_ns
        except OSError:
            stamp = None
        if stamp != self._own:
            self._own, self._own_code = stamp, ""
            if stamp is not None:
                with suppress(GameError):
                    self._own_code = pack(path, Notations.of(self._membership.catalogue.plugins.values()))
        self._show.put(lambda: self._own_code)

    def _change(self, config: MatchConfig) -> None:
        self._changed = config

    def _take_back(self, before: MatchConfig) -> None:
        """Close the page without keeping its changes: send the match from before it was opened to all members again."""
        self._app.pop()
        if self.lobby.config() != before:
            with suppress(GameError):
                self.lobby.take(before)
                self._change(before)

    def _send(self, config: MatchConfig) -> None:
        self._last = config
        self._membership.send(protocol.Configure(config.to_data()))

    def _follow(self, news: protocol.LobbyState) -> None:
        """Adopt the match that the server has sent; while the host changes the match, only its seats.

        Seats of new members get a robot, and in team games a team, that the mode has. A match without a course gets the
        one of a new lobby.
        """
        lobby, before = self.lobby, self.lobby.seats
        page = self._page if self._page in self._app.screens else None
        try:
            config = parse_config(news.config)
            if config.match.course and page is None:
                lobby.look_again()
                lobby.take(config)
        except GameError as error:
            self._fault = error.message.as_sentence()
            return
        self._fault = ""
        lobby.take_seats(config.seats, [member.name for member in news.members if member.ready or member.host])
        lobby.make_room()
        fitted = lobby.config()
        changed = fitted.seats != config.seats or not config.match.course
        if fitted != self._fitted and changed:
            self._fitted = fitted  # once: a choice that the server refuses is not sent again
            self._send(fitted)
        if page is not None and lobby.seats != before:
            self._changes.skip()
            page.changed(anew=True)
