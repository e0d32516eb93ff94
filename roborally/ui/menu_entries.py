"""The entries of the main menu in groups."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from roborally.base.translation import _
from roborally.ui.pages.main_menu import Group, MenuEntry

Action = Callable[[], None]


class MenuActions(NamedTuple):
    """The actions of the main menu, which open its pages."""

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
    """`None` if there are no exhibitions."""
    statistics: Action
    editor: Action
    plugins: Action


def menu_groups(actions: MenuActions, first: Sequence[MenuEntry]) -> list[Group]:
    """Return the entries in their groups; `first` are added to those for playing."""
    offer = actions.exhibition
    exhibition = [MenuEntry(_("Exhibition"), "robot", offer)] if offer is not None else []
    play = [
        *first,
        MenuEntry(_("Quick match"), "play", actions.quick_match),
        MenuEntry(_("Surprise me"), "dice", actions.surprise),
        MenuEntry(_("Daily course"), "timer", actions.daily),
        MenuEntry(_("Custom match"), "people", actions.lobby),
        MenuEntry(_("Join game"), "network", actions.join),
        MenuEntry(_("Load game"), "load", actions.load),
    ]
    learn = [
        MenuEntry(_("Tutorial"), "question", actions.lessons),
        MenuEntry(_("Puzzles"), "flag", actions.puzzles),
        MenuEntry(_("Rulebook"), "info", actions.rulebook),
        MenuEntry(_("The story"), "robot", actions.story),
    ]
    watch = [
        MenuEntry(_("Replays"), "eye", actions.replays),
        *exhibition,
        MenuEntry(_("Statistics & achievements"), "trophy", actions.statistics),
    ]
    workshop = [
        MenuEntry(_("Board editor"), "plus", actions.editor),
        MenuEntry(_("Plugins"), "wrench", actions.plugins),
    ]
    return [
        Group(_("Play"), play),
        Group(_("Learn"), learn),
        Group(_("Watch"), watch),
        Group(_("Workshop"), workshop),
    ]
