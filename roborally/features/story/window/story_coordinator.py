"""Shows openings: that of a mode before its first match, and all of them on request (CLI-108)."""

from collections.abc import Callable

import msgspec

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.story.window.story_page import StoryPage
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue
from roborally.profile.settings import Settings
from roborally.ui.pages.openings import StoryOpening, opening_of, openings
from roborally.ui.pages.settings_coordinator import SettingsCoordinator
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message


def was_shown(settings: Settings, opening: StoryOpening) -> bool:
    """Return whether a player has seen an opening."""
    return opening.mode in settings.openings_told if opening.mode else settings.story_told


def with_opening_shown(settings: Settings, opening: StoryOpening) -> Settings:
    """Return the settings of a player who has seen an opening."""
    if not opening.mode:
        return msgspec.structs.replace(settings, story_told=True)
    return msgspec.structs.replace(settings, openings_told=(*settings.openings_told, opening.mode))


class StoryCoordinator:
    """The openings in the window; `play` starts a match."""

    def __init__(
        self, app: App, catalogue: Catalogue, settings: SettingsCoordinator, play: Callable[[Game], None]
    ) -> None:
        """Start; the `settings` record which openings were shown."""
        self._app = app
        self._catalogue = catalogue
        self._settings = settings
        self._play = play

    def open(self) -> None:
        """Show the factory's opening above the main menu, and offer the others."""
        self._app.push(StoryPage(self._app, self._catalogue, openings(self._catalogue), lambda: None, _("Main menu")))

    def play(self, game: Game) -> None:
        """Start a match, once after the opening of its mode."""
        opening = opening_of(self._catalogue.get(game.config.match.mode))
        if was_shown(self._app.settings, opening):
            self._play(game)
            return

        def begin() -> None:
            self._settings.change(with_opening_shown(self._app.settings, opening))
            try:
                self._play(game)
            except GameError as error:
                message(self._app, _("That is not possible"), error.message)
            self._settings.save()

        self._app.push(StoryPage(self._app, self._catalogue, [opening], begin, _("To the match")))
