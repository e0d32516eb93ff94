"""Shows openings: that of a mode before its first match, and all of them on request (CLI-108)."""

from collections.abc import Callable

import msgspec

from roborally.base.translation import _
from roborally.features.story.window.story_page import StoryPage
from roborally.game.factory import Game
from roborally.profile.settings import Settings
from roborally.ui.pages.openings import StoryOpening, opening_of, openings
from roborally.ui.shell.services import Services
from roborally.ui.toolkit.dialogs import showing_errors


def was_shown(settings: Settings, opening: StoryOpening) -> bool:
    """Return whether a player has seen an opening."""
    return opening.mode in settings.openings_told if opening.mode else settings.story_told


def with_opening_shown(settings: Settings, opening: StoryOpening) -> Settings:
    """Return the settings of a player who has seen an opening."""
    if not opening.mode:
        return msgspec.structs.replace(settings, story_told=True)
    return msgspec.structs.replace(settings, openings_told=(*settings.openings_told, opening.mode))


def open_page(services: Services) -> StoryPage:
    """Return the page with the factory's opening, which offers the others."""
    return StoryPage(services.app, services.catalogue, openings(services.catalogue), lambda: None, _("Main menu"))


def opening_before(services: Services, game: Game) -> Callable[[Callable[[], None]], None] | None:
    """Return what shows the opening of a match's mode before `begin` starts the match; `None` if it was shown."""
    app, catalogue, settings = services.app, services.catalogue, services.settings
    opening = opening_of(catalogue.get(game.config.match.mode))
    if was_shown(app.settings, opening):
        return None

    def show(begin: Callable[[], None]) -> None:
        def leave() -> None:
            settings.change(with_opening_shown(app.settings, opening))
            with showing_errors(app, _("That is not possible")):
                begin()
            settings.save()

        app.push(StoryPage(app, catalogue, [opening], leave, _("To the match")))

    return show
