"""The groups of the main menu, made of what features and the shell add to it."""

from collections.abc import Callable
from functools import partial

from roborally.base.translation import _
from roborally.plugin_system.program import Menu
from roborally.ui.pages.main_menu import Group, MenuEntry


def menu_groups(menu: Menu, open_page: Callable[[str], None]) -> list[Group]:
    """Return the groups with their entries in order; `open_page` opens the page of an entry by its name."""
    titles = {"play": _("Play"), "learn": _("Learn"), "watch": _("Watch"), "workshop": _("Workshop")}
    groups = []
    for name, items in menu.groups.items():
        entries = []
        for item in sorted(items, key=lambda item: item.order):
            act = partial(open_page, item.act) if isinstance(item.act, str) else item.act
            entries.append(MenuEntry(item.text, item.icon, act, item.badge))
        groups.append(Group(titles[name], entries))
    return groups
