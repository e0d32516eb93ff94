"""Opens the pages that set up a match: the quick match, the lobby, the list of saved games."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.quick_choices import QuickMatchChoices
from roborally.features.lobby.remembered import recall_choices, recall_lobby, remember_choices, remember_lobby
from roborally.features.lobby.surprise import Surprises
from roborally.features.lobby.window.lobby_page import LobbyPage
from roborally.features.lobby.window.quick_match import QuickMatchPage
from roborally.features.lobby.window.surprise_page import SurprisePage
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig
from roborally.plugin_system.loader import Catalogue
from roborally.profile import Settings
from roborally.ui.pages import saves
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message


@dataclass(frozen=True)
class SetupCallbacks:
    """The callbacks of the pages: `play` starts a match, `load` continues a saved one, `host` opens one on the network.

    `learn(mode, back)` opens the lessons of a mode; `back` opens the page to return to. `opener(path)` returns a
    function that opens an unusable file of a board, or `None`. `build` opens the course builder.
    """

    play: Callable[[Game], None]
    load: Callable[[Path], None]
    host: Callable[[MatchConfig], None]
    learn: Callable[[str, Callable[[], None]], None]
    opener: Callable[[Path], Callable[[], None] | None]
    build: Callable[..., None]


class SetupCoordinator:
    """The choices for the next match, and the pages that show them.

    `bots` are the names of the available bots, updated when plugins change.
    """

    def __init__(self, app: App, catalogue: Catalogue, bots: list[str], callbacks: SetupCallbacks) -> None:
        """Start with the choices of the last matches."""
        self.app = app
        self.catalogue = catalogue
        self.bots = bots
        self.callbacks = callbacks
        self.wishes = recall_choices(catalogue, bots)
        self.lot = random.Random()
        """Draws the matches of *Surprise me*."""
        self._lobby: LobbyModel | None = None

    def quick_match(self) -> None:
        """Open the page for a quick match."""
        wishes = replace(self.wishes, name=self.app.settings.called)
        page = QuickMatchPage(self.app, self.catalogue, self.bots, wishes, self._start_wishes, self._learn_wishes)
        self.app.push(page)

    def quick_match_of(self, mode: str) -> None:
        """Open the page for a quick match of a mode."""
        self.wishes = self.wishes.in_mode(mode)
        self.quick_match()

    def _start_wishes(self, wishes: QuickMatchChoices, config: MatchConfig) -> None:
        game = make_game(config.with_seed(), self.catalogue)
        self.wishes = wishes
        remember_choices(wishes)
        self.callbacks.play(game)

    def _learn_wishes(self, wishes: QuickMatchChoices) -> None:
        """Open the lessons of the edition chosen for a quick match."""
        self.wishes = wishes
        self.callbacks.learn(wishes.mode, self.quick_match)

    def surprise(self) -> None:
        """Offer a random match."""
        surprises = Surprises(self.catalogue, self.bots, self.app.settings.called, self.lot)
        try:
            self.app.push(SurprisePage(self.app, self.catalogue, surprises, self.callbacks.play))
        except GameError as error:
            message(self.app, _("That is not possible"), error.message)

    def lobby(self) -> None:
        """Open the lobby for a custom match (CLI-402) with the last choices; no player is marked as ready."""
        lobby = self.chosen()
        for seat in lobby.seats:
            seat.ready = False
        lobby.call(self.app.settings.called)
        lobby.replace_missing()  # a board may have been drawn, or a file removed
        page = LobbyPage(
            self.app,
            lobby,
            self._start_config,
            self.callbacks.load,
            self._invite,
            lambda: self.callbacks.learn(lobby.mode, self.lobby),
            self.callbacks.opener,
            self.callbacks.build,
        )
        self.app.push(page)

    def chosen(self) -> LobbyModel:
        """Return the choices in the lobby."""
        if self._lobby is None:
            wanted = set(self.app.settings.usual_plugins)
            self._lobby = LobbyModel(self.catalogue, self.bots, self.app.settings.called, wanted=wanted)
            recall_lobby(self._lobby)
        return self._lobby

    def prepare_lobby(self) -> bool:
        """Check one more plugin against the lobby's choices; return whether there are more."""
        return self.chosen().work()

    def _start_config(self, config: MatchConfig) -> None:
        remember_lobby(config)
        self.callbacks.play(make_game(config.with_seed(), self.catalogue))

    def _invite(self, config: MatchConfig) -> None:
        """Let others join over the network; errors are shown in a dialog."""
        try:
            self.callbacks.host(config)
        except GameError as error:
            message(self.app, _("That is not possible"), error.message)

    def load_page(self) -> None:
        """Open the list of saved games."""
        self.app.push(saves.LoadPage(self.app, self.callbacks.load))

    def plugins_changed(self) -> None:
        """Drop all choices that are impossible with the current plugins and bots."""
        self.wishes = self.wishes.possible(self.catalogue, self.bots)
        self._lobby = None if self._lobby is None else self._lobby.renewed()

    def settings_changed(self, before: Settings, now: Settings) -> None:
        """Enable and disable in the lobby the plugins for all new matches, if the setting has changed."""
        if self._lobby is not None:
            self._lobby.wanted |= set(now.usual_plugins) - set(before.usual_plugins)
            self._lobby.wanted -= set(before.usual_plugins) - set(now.usual_plugins)
