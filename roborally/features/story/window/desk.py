"""Opens the story page, which begins with the opening of the factory and offers the others (CLI-108, CLI-1511)."""

from roborally.features.story.window.story_page import StoryPage
from roborally.ui.pages.openings import openings
from roborally.ui.shell.services import Services


def open_page(services: Services) -> StoryPage:
    """Return the page `story`."""
    return StoryPage(services.app, services.catalogue, openings(services.catalogue))
