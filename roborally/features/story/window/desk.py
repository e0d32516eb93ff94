"""Shows the openings: the factory's first, which offers the others (CLI-108, CLI-1511)."""

from roborally.features.story.window.story_page import StoryPage
from roborally.ui.pages.openings import openings
from roborally.ui.shell.services import Services


def open_page(services: Services) -> StoryPage:
    """Return the page."""
    return StoryPage(services.app, services.catalogue, openings(services.catalogue))
