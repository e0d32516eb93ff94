"""Makes the pages that set up a match on this machine: quick match, surprise, lobby, list of saved games."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from roborally.base.later import imported_later
from roborally.base.translation import _
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.quick_choices import QuickMatchChoices
from roborally.features.lobby.remembered import recall_choices, recall_lobby, remember_choices, remember_lobby
from roborally.features.lobby.surprise import Surprises
from roborally.features.lobby.window.lobby_page import LobbyPage
from roborally.features.lobby.window.quick_match import QuickMatchPage
from roborally.features.lobby.window.surprise_page import SurprisePage
from roborally.game.course_shelf import open_shelf
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig
from roborally.profile import Settings
from roborally.ui.pages.file_pages import FilePage
from roborally.ui.pages.saves import load_page
from roborally.ui.shell.local_matches import LocalMatches
from roborally.ui.shell.services import Services
from roborally.ui.toolkit.dialogs import showing_errors
from roborally.ui.toolkit.preload import Work

with imported_later():
    from roborally.features.lobby.window.online import desk as online


class SetupDesk:
    """Holds the choices for the next match while the window is open, and makes the pages that show them."""

    def __init__(self, services: Services) -> None:
        self.app = services.app
        self.catalogue = services.catalogue
        self.bots = services.bots
        self._services = services
        self.wishes = recall_choices(self.catalogue, self.bots)
        self.lot = random.Random()
        """The random numbers of *Surprise me*."""
        self._lobby: LobbyModel | None = None

    def quick_match(self, mode: str = "") -> QuickMatchPage:
        """Return the page for a quick match, switched to `mode` unless that is empty."""
        if mode:
            self.wishes = self.wishes.in_mode(mode)
        wishes = replace(self.wishes, name=self.app.settings.called)
        return QuickMatchPage(self.app, self.catalogue, self.bots, wishes, self._start_wishes, self._learn_wishes)

    def _start_wishes(self, wishes: QuickMatchChoices, config: MatchConfig) -> None:
        game = make_game(config.with_seed(), self.catalogue)
        self.wishes = wishes
        remember_choices(wishes)
        self._services.start(game)

    def _learn_wishes(self, wishes: QuickMatchChoices) -> None:
        """Open the lessons of the mode chosen for a quick match."""
        self.wishes = wishes
        self._learn(wishes.mode, "quick-match")

    def _learn(self, mode: str, page: str) -> None:
        """Open the lessons of a mode; leaving them opens `page`."""
        router = self._services.router
        router.open("lessons", mode=mode, back=partial(router.open, page))

    def surprise(self) -> SurprisePage:
        """Return the page with a random match; raise `GameError` if there is none."""
        surprises = Surprises(self.catalogue, self.bots, self.app.settings.called, self.lot)
        return SurprisePage(self.app, self.catalogue, surprises, self._services.start)

    def lobby(self) -> LobbyPage:
        """Return the page for a custom match (CLI-402) with the last choices; no player is marked as ready."""
        lobby = self.chosen()
        for seat in lobby.seats:
            seat.ready = False
        lobby.call(self.app.settings.called)
        lobby.replace_missing()  # a board may have been drawn, or a file removed
        return LobbyPage(
            self.app,
            lobby,
            self._start_config,
            self._services.of(LocalMatches).load,
            self._invite,
            lambda: self._learn(lobby.mode, "lobby"),
            self._opener,
            partial(self._services.router.open, "course-builder"),
        )

    def _opener(self, path: Path) -> Callable[[], None] | None:
        """Return a function that opens a file on the page for its type, `None` if there is no such page."""
        page = self._services.program.page_of_file(path)
        return partial(self._services.router.open, page, path=path) if page is not None else None

    def chosen(self) -> LobbyModel:
        """Return the lobby's choices, at first those stored by the last run."""
        if self._lobby is None:
            wanted = set(self.app.settings.usual_plugins)
            self._lobby = LobbyModel(self.catalogue, self.bots, self.app.settings.called, wanted=wanted)
            recall_lobby(self._lobby)
        return self._lobby

    def _start_config(self, config: MatchConfig) -> None:
        remember_lobby(config)
        self._services.start(make_game(config.with_seed(), self.catalogue))

    def _invite(self, config: MatchConfig) -> None:
        """Open the page that asks whether to host the match for others; show errors in a dialog."""
        from roborally.features.lobby.window.online.host_page import HostPage
        from roborally.net.address import Address
        from roborally.net.discovery import own_addresses

        def host(config: MatchConfig) -> None:
            with showing_errors(self.app, _("That is not possible")):
                self._services.of(online.OnlineDesk).host(config)

        address = next(map(str, map(Address, own_addresses())), "")
        self.app.push(HostPage(self.app, config, address, host))

    def plugins_changed(self) -> None:
        """Drop all choices that are impossible with the current plugins and bots."""
        self.wishes = self.wishes.possible(self.catalogue, self.bots)
        self._lobby = None if self._lobby is None else self._lobby.renewed()

    def settings_changed(self, before: Settings) -> None:
        """Enable or disable in the lobby the plugins that the settings have added or removed for all new matches."""
        if self._lobby is not None:
            then, now = set(before.usual_plugins), set(self.app.settings.usual_plugins)
            self._lobby.wanted |= now - then
            self._lobby.wanted -= then - now


def load_game(services: Services) -> FilePage:
    """Return the page with the list of saved games."""
    return load_page(services.app, services.of(LocalMatches).load)


def preparation(services: Services) -> Work:
    """Return a task that reads the courses, then checks the plugins against the lobby's mode, one with each call."""
    desk = services.of(SetupDesk)
    return lambda: open_shelf(services.catalogue).work() or desk.chosen().work()
