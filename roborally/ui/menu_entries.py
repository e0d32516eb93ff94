"""The entries of the main menu, by what they are for."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from roborally.base.translation import _
from roborally.ui.pages.main_menu import Entry, Group

Action = Callable[[], None]


class MenuActions(NamedTuple):
    """What opens the pages that the main menu leads to."""

    quick_match: Action
    surprise: Action
    daily: Action
    lobby: Action
    join: Action
    load: Action
    lessons: Action
    puzzles: Action
    rulebook: Action
    story: Action
    replays: Action
    exhibition: Action | None
    """Nothing where there are none."""
    statistics: Action
    editor: Action
    plugins: Action


def menu_groups(actions: MenuActions, first: Sequence[Entry]) -> list[Group]:
    """Return the entries in their groups; `first` are further ones to play."""
    offer = actions.exhibition
    exhibition = [Entry(_("Exhibition"), "robot", offer)] if offer is not None else []
    play = [
        *first,
        Entry(_("Quick match"), "play", actions.quick_match),
        Entry(_("Surprise me"), "dice", actions.surprise),
        Entry(_("Daily course"), "timer", actions.daily),
        Entry(_("Custom match"), "people", actions.lobby),
        Entry(_("Join game"), "network", actions.join),
        Entry(_("Load game"), "load", actions.load),
    ]
    learn = [
        Entry(_("Tutorial"), "question", actions.lessons),
        Entry(_("Puzzles"), "flag", actions.puzzles),
        Entry(_("Rulebook"), "info", actions.rulebook),
        Entry(_("The story"), "robot", actions.story),
    ]
    watch = [
        Entry(_("Replays"), "eye", actions.replays),
        *exhibition,
        Entry(_("Statistics & achievements"), "trophy", actions.statistics),
    ]
    workshop = [
        Entry(_("Board editor"), "plus", actions.editor),
        Entry(_("Plugins"), "wrench", actions.plugins),
    ]
    return [
        Group(_("Play"), play),
        Group(_("Learn"), learn),
        Group(_("Watch"), watch),
        Group(_("Workshop"), workshop),
    ]
