"""The entries of the main menu, by what they are for."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from roborally.base.translation import _
from roborally.ui.pages.main_menu import Entry, Group

if TYPE_CHECKING:
    from roborally.ui.client import Client


def menu_groups(client: "Client", first: Sequence[Entry]) -> list[Group]:
    """Return the groups of entries that lead to the pages of a client; `first` are further ones to play."""
    offer = client.exhibition
    exhibition = [Entry(_("Exhibition"), "robot", lambda: offer(client))] if offer is not None else []
    play = [
        *first,
        Entry(_("Quick match"), "play", lambda: client.setup.quick_match()),
        Entry(_("Surprise me"), "dice", lambda: client.setup.surprise()),
        Entry(_("Daily course"), "timer", lambda: client.daily.open()),
        Entry(_("Custom match"), "people", lambda: client.setup.lobby()),
        Entry(_("Join game"), "network", lambda: client.online.join_page()),
        Entry(_("Load game"), "load", lambda: client.setup.load_page()),
    ]
    learn = [
        Entry(_("Tutorial"), "question", lambda: client.lessons.open()),
        Entry(_("Puzzles"), "flag", lambda: client.puzzles.open()),
        Entry(_("Rulebook"), "info", client.rulebook),
        Entry(_("The story"), "robot", lambda: client.story(lambda: None, _("Main menu"))),
    ]
    watch = [
        Entry(_("Replays"), "eye", lambda: client.replays.open_page()),
        *exhibition,
        Entry(_("Statistics & achievements"), "trophy", client.settings.statistics_page),
    ]
    workshop = [
        Entry(_("Board editor"), "plus", lambda: client.editor.open()),
        Entry(_("Plugins"), "wrench", lambda: client.plugins.open()),
    ]
    return [
        Group(_("Play"), play),
        Group(_("Learn"), learn),
        Group(_("Watch"), watch),
        Group(_("Workshop"), workshop),
    ]
