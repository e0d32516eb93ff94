"""Runs a match on the network in the window: hosting or joining, lobby, match, result; one match at a time."""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from roborally.base import paths
from roborally.base.errors import Message
from roborally.base.player_names import checked_name
from roborally.base.translation import _
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.window.online.connection_notices import ConnectionNotices
from roborally.features.lobby.window.online.endings import leaving_text, lobby_end, report_end, report_own_end
from roborally.features.lobby.window.online.join_page import JoinPage
from roborally.features.lobby.window.online.nearby import Nearby
from roborally.features.lobby.window.online.network_match import NetworkMatchScreen
from roborally.features.lobby.window.online.network_result import show_result, withdraw_lobby
from roborally.features.lobby.window.online.room_page import RoomCallbacks, RoomPage
from roborally.features.lobby.window.online.room_setup import RoomSetup
from roborally.features.lobby.window.online.shown_titles import earned_online
from roborally.features.lobby.window.online.table_screen import TableScreen
from roborally.features.lobby.window.online.taking_home import TakingHome
from roborally.features.lobby.window.online.transfers import MatchTransfers
from roborally.game.match_file import PEOPLE, MatchConfig, SeatConfig
from roborally.net.address import Address
from roborally.net.client import reconnect_store
from roborally.net.client.connection import Connection, News, ServerRequest, Status
from roborally.net.client.membership import NONSENSE, Membership, UnshowableError
from roborally.net.client.remote_session import RemoteSession
from roborally.net.protocol import Begin, Leave, LobbyState, MatchEnded, Refused, Rejected, Welcome
from roborally.net.server.local_server import LocalServer
from roborally.net.server_log import warn
from roborally.profile.hosting_mark import HostingMark
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.windows.game_menu import GameMenu
from roborally.ui.pages.main_menu import MainMenu
from roborally.ui.rescue.fault_desk import Saved
from roborally.ui.shell.services import RemoteMatch, ResultButton, Services
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.system.faults import Service


class OnlineDesk(Service):
    """Connects to a match on the network, shows it and leaves it; the window calls `update` in each frame."""

    def __init__(self, services: Services) -> None:
        self.app = services.app
        self.catalogue = services.catalogue
        self.bots = services.bots
        self._services = services
        self.membership: Membership | None = None
        self.hosted: LocalServer | None = None
        self._nearby = Nearby(self.catalogue)
        self._hosting = HostingMark()
        self.address, self._name, self._watches = Address("127.0.0.1"), "", False
        self._token = ""
        """The secret by which this client can return to its seat; empty without a seat."""
        self._files: MatchTransfers
        self._taking_home: TakingHome
        self.setup: RoomSetup
        self._lobby: RoomPage | None = None
        self.notices = ConnectionNotices(self.app, self.leave)
        self.app.services.append(self)
        self.app.on_closing = self._ask_to_close

    # --- joining and leaving --------------------------------------------------------------------------------------

    def host(self, config: MatchConfig) -> None:
        """Start a server in this program, and create the match on it; raise `GameError` if no port can be opened."""
        own = next((seat for seat in config.seats if seat.controller in PEOPLE), SeatConfig(self.app.settings.called))
        key = secrets.token_urlsafe(16)
        wish = ServerRequest(checked_name(own.name), "create", key=key)
        hosted = LocalServer(self.catalogue, self.bots, key)
        self.join(Address("127.0.0.1", hosted.port), wish, hosted.now)
        self.hosted = hosted
        self.setup.begin_with(config)

    def report_hosted(self) -> None:
        """Say in a dialog that the match hosted here has ended, if its window was killed."""
        if self._hosting.was_left():
            report_own_end(self.app)

    def join_page(self) -> JoinPage:
        """Return the page for joining a match, with the list of matches nearby."""
        return JoinPage(self.app, self._nearby.offers, self.join, back=self._way_back, closed=self._nearby.close)

    def _way_back(self) -> tuple[str, Callable[[], None]] | None:
        """Return text and action of the button that leads back to the stored seat, `None` if there is none."""
        for seat in reconnect_store.seats()[:1]:
            text = _("Back to the game {code} as {name}").format(code=seat.code, name=seat.name)
            return text, partial(self.come_back, seat)
        return None

    def come_back(self, seat: reconnect_store.KeptSeat) -> None:
        """Join the match again where the client has this seat."""
        self.join(seat.address, ServerRequest(seat.name, "join", seat.code, seat.token))

    def join(self, address: Address, wish: ServerRequest, now: Callable[[], float] = time.monotonic) -> None:
        """Leave any match, and connect to another; `now` is the clock (seconds) of its server if that runs here."""
        self._go()
        self.address, self._name, self._watches, self._token = address, wish.name, wish.wish == "watch", wish.token
        wish = replace(wish, titles=self.app.settings.titles)
        self.take_up(Membership(Connection(address, wish), self.catalogue, paths.bundle_folder(), now))
        self.notices.show(_("Connecting"), _("Looking for {address} …").format(address=address))

    def take_up(self, membership: Membership) -> None:
        """Show the progress of a membership (the connection to a match) from now on."""
        self.membership = membership
        self._services.remote = RemoteMatch(self._saved, self.leave)
        self._files = MatchTransfers(self.app, self.catalogue, membership)
        self._taking_home = TakingHome(self.app, membership, self._files.open_keep_page)
        lobby = partial(LobbyModel, self.catalogue, self.bots, online=True, wanted=set(self.app.settings.usual_plugins))
        self.setup = RoomSetup(self.app, membership, lobby, partial(self._services.router.open, "course-builder"))

    def leave(self) -> None:
        """Leave the match for good and open the main menu; ask first if the server has accepted this client."""
        if self._is_in:
            self.notices.ask(_("Leave the game?"), self._leaving_text(), _("Leave"), self._leave_now)
        else:
            self._leave_now()

    def _leave_now(self) -> None:
        """Leave without asking; give up the seat only if there is one and the server can be notified."""
        online = self.membership is not None and self.membership.status.state == "online"
        self._go(Leave() if self._is_in and (online or self.hosted is not None) else None)
        if not isinstance(self.app.screen_on_top, JoinPage):  # a player who is not in yet can correct the address there
            self._services.router.home()

    def _go(self, last: Leave | None = None) -> threading.Thread | None:
        """End all network activity; return the thread that sends `last` and closes the connection, if there is one."""
        membership, self.membership = self.membership, None
        self._services.remote = None
        hosted, self.hosted = self.hosted, None
        self._hosting.end()
        self.notices.hide()
        self._lobby = None
        if last is not None:
            reconnect_store.forget(self._token)
        if membership is None:
            return None
        goodbye = threading.Thread(target=_part, args=(membership, last, hosted), name="roborally-goodbye")
        goodbye.start()
        return goodbye

    def _ask_to_close(self) -> bool:
        """Ask before the window closes if other members are connected; return whether it has asked now."""
        if self.membership is None or not self.membership.has_company or self.notices.asks:
            return False
        self.notices.ask(_("Quit RoboRally?"), self._leaving_text(), _("Quit"), self.app.quit)
        return True

    def close(self) -> None:
        """Disconnect because the window is closing; a guest may rejoin later, a host leaves for good."""
        self._nearby.close()
        goodbye = self._go(Leave() if self.hosted is not None else None)
        if goodbye is not None:
            goodbye.join()

    def rescue(self, error: BaseException) -> bool:
        """Leave a match whose data from a remote server has caused an error; return whether it has left.

        Data from the player's own server is trusted like a match on one machine: an error there is a program error. The
        seat is kept, because the fault may still be in this program.
        """
        if self._services.check or self.hosted is not None or not self._is_in:
            return False
        warn("what the server has sent cannot be shown", error)
        self.part_for_now(NONSENSE)
        return True

    @property
    def _is_in(self) -> bool:
        """Whether the server has accepted this client as a member."""
        return self.membership is not None and bool(self.membership.code)

    @property
    def _session(self) -> RemoteSession | None:
        """The match that has begun, `None` in the lobby or without a membership."""
        return self.membership.session if self.membership is not None else None

    @property
    def _ended(self) -> MatchEnded | None:
        """The server's message about how the match has ended, `None` before its end."""
        return self._session.ended if self._session is not None else None

    # --- messages -------------------------------------------------------------------------------------------------

    def update(self) -> None:
        """Process the server's messages, and show what they change."""
        if self.membership is None:
            return
        for news in self.membership.update():
            if self.membership is not None:  # an earlier message may have ended the match
                self._handle(news)
        self._complain()
        if self.membership is not None:
            self.setup.update()
            self.notices.show_beginning(self.membership)
            is_home = isinstance(self.app.screens[0], MainMenu)
            if self._ended is not None and is_home:  # who has practised is still in the lobby
                self.open_lobby()

    def _handle(self, news: News | UnshowableError) -> None:
        files, taking_home = self._files, self._taking_home
        match news:
            case Status():
                self.connection_changed(news)
            case Welcome():
                self.setup.come_back()
                if not self._watches:  # there is no seat to return to
                    self._remember_seat(news)
            case Refused("gone" | "kicked", server=server):
                reconnect_store.forget(self._token, server)
            case LobbyState():
                self._show_lobby(news)
            case Begin():
                self._show_match()
            case MatchEnded(reason) if reason != "over":
                self._report_end(news)
            case UnshowableError(text):
                self.part_for_now(text)
            case Rejected(text, ""):
                message(self.app, _("That is not possible"), text.message())
            case _:
                pass
        files.on_news(news)
        taking_home.on_news(news)

    def connection_changed(self, status: Status) -> None:
        """Show a new state of the connection: hide the notice, show one, or leave a closed match."""
        membership = self.membership
        if status.state == "online":
            if membership is not None and (membership.lobby is not None or membership.session is not None):
                self.notices.hide()  # otherwise there is nothing to show yet
        elif status.state == "lost":
            text = _("Trying again …")
            if status.text is not None:
                text = f"{status.text.as_sentence()} {text}"
            if not self._is_in:
                text = f"{text}\n{self.address}"  # it may be wrong
            self.notices.show(_("No connection"), text)
        elif status.state == "closed" and status.text is not None and self._ended is None:
            self.part_for_now(status.text)

    def _complain(self) -> None:
        """Show why the server has refused an answer of the player."""
        if self._session is not None and self._session.complaints:
            text = self._session.complaints.pop(0)
            screen = next((s for s in self.app.screens if isinstance(s, MatchScreen)), None)
            if screen is not None:
                screen.question_controller.complain(text.as_sentence(screen.context.words.translated))

    def part_for_now(self, text: Message) -> None:
        """Leave, open the main menu and show `text`; keep the seat, because the refusal may not concern it.

        If the page for joining is open, stay there and show the text on it.
        """
        title = _("You are no longer in the game") if self._is_in else _("That is not possible")
        self._go()
        top = self.app.screens[-1] if self.app.screens else None  # none while a match is being made
        if isinstance(top, JoinPage):  # only before a lobby or match has replaced it
            top.show_problem(text.as_sentence())
            return
        self._services.router.home()
        message(self.app, title, text)

    def _report_end(self, ended: MatchEnded) -> None:
        """Leave, report why the match ends without a result, and offer to save it (CLI-R02).

        The result of a match that was played to its end stays open.
        """
        files, running_match = self._files, self._session is not None and not self._session.over
        members = self.membership.members if self.membership is not None else []
        host = next((member.name for member in members if member.host), "")
        has_result = self._ended is not None and self._ended.reason == "over"
        self._go(Leave())
        if has_result:
            withdraw_lobby(self.app)
            text = _("You can go on reading the result, but there will be no other match here.")
            message(self.app, _("The lobby has been closed"), f"{lobby_end(ended.reason, host)} {text}")
            return
        self._services.router.home()
        report_end(self.app, ended, host=host, playing=running_match, keep=files.open_keep_page)

    # --- the lobby ------------------------------------------------------------------------------------------------

    def _remember_seat(self, welcome: Welcome) -> None:
        self._watches, self._token = False, welcome.token
        reconnect_store.remember(self.address, welcome, self._name)

    def _show_lobby(self, news: LobbyState) -> None:
        membership = self.membership
        assert membership is not None, "somebody has said something"
        own, welcome = membership.own, membership.welcome
        if self._watches and welcome is not None and own is not None and not own.watching:
            self._remember_seat(welcome)
        if not self.setup.take(news):
            return
        if membership.session is None and (self._lobby is None or self._lobby not in self.app.screens):
            self.open_lobby()

    def result_buttons(self) -> list[ResultButton]:
        """Return the button back to the network lobby, for the result of a match that was practised there."""
        return [ResultButton(_("Back to the lobby"), "people", self.open_lobby, instead=True)]

    def open_lobby(self) -> None:
        """Open the page of the network lobby; leave a closed one and say why; without a lobby, open the main menu."""
        membership = self.membership
        if membership is None:
            self._services.router.home()
            return
        membership.session = None
        if membership.status.state == "closed":
            self.connection_changed(membership.status)
            return
        address = replace(self.address, code=membership.code)
        if self.hosted is not None:
            address = replace(address, host=self.hosted.address)
        doors = RoomCallbacks(self.leave, self.setup, self._files.open_load_page, self._files.sends_game)
        self._lobby = lobby = RoomPage(self.app, membership, address, doors)
        self.app.replace(lambda: lobby)
        self.app.audio.music("menu")

    # --- the match ------------------------------------------------------------------------------------------------

    def _show_match(self) -> None:
        """Open the screen of a match that has begun, or whose complete state was sent again."""
        membership, session = self.membership, self._session
        assert membership is not None, "somebody has said something"
        assert session is not None, "a match has begun"
        if self.hosted is not None:
            self._hosting.begin()
        self.notices.forget()
        before = next((screen for screen in self.app.screens if isinstance(screen, NetworkMatchScreen)), None)
        own = membership.own
        kind = TableScreen if own is not None and own.host and own.watching else NetworkMatchScreen
        self.app.replace(
            lambda: kind(
                self.app,
                membership,
                before=before,
                finished=self._finished,
                open_menu=lambda screen: self.app.push(self._make_menu(screen)),
                earned=earned_online(self.catalogue, membership, session, self.app.settings.called),
                speed=self._services.settings.moving_speed(),
                check=self._services.check,
            )
        )
        self.app.audio.music("match")

    def _saved(self) -> Saved:
        return Saved(_("The game on the network goes on, and your seat is kept."), self.show_again)

    def show_again(self) -> None:
        """Show the lobby or the running match again after an error in the window."""
        if self._session is None:
            self.open_lobby()
            return
        self._session.poll()  # the observation includes all later events
        self._show_match()

    def _make_menu(self, screen: NetworkMatchScreen) -> GameMenu:
        host = self.membership is not None and self.membership.is_host
        save = (lambda: self._files.open_save_page(screen)) if host else None
        more = [screen.chat_entry(), *self._taking_home.actions()]
        return GameMenu(
            self.app,
            save,
            self._services.settings.open,
            self._leave_now,
            leaving=self._leaving_text(),
            more=more,
            again=lambda: self._make_menu(screen),
        )

    def _leaving_text(self) -> str:
        """Return a sentence about what happens to the match if this player leaves now (CLI-R02)."""
        return leaving_text(self.membership, hosted=self.hosted is not None)

    def _finished(self, context: ShownMatch) -> None:
        """Show the result, with a button that leads to the lobby with the same members."""
        self._hosting.end()
        show_result(self._services, context, self.open_lobby, self.leave)


def _part(membership: Membership, last: Leave | None, hosted: LocalServer | None) -> None:
    """Send `last` and close the connection; then stop the player's own server, if there is one."""
    membership.close(last)
    if hosted is not None:
        hosted.stop()


def enter(services: Services, address: Address, wish: ServerRequest) -> None:
    """Open the main menu, and try to join a match."""
    services.router.home()
    services.of(OnlineDesk).join(address, wish)
