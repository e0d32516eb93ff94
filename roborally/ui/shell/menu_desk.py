"""`MenuDesk`: puts the main menu together from the entries of features and of the shell, and opens it."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from roborally.base.translation import _
from roborally.game.records.recorder import ReplayError
from roborally.plugin_system.program import LAST, MenuItem
from roborally.profile import done_lessons
from roborally.profile.kept import Kept
from roborally.ui.pages.main_menu import FirstCard, Group, MainMenu, MenuEntry
from roborally.ui.shell.services import Services
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.dialogs import Action


class MenuDesk:
    """Opens the main menu, and remembers in which group the player left it; there is one for each window."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._left = ""
        """The title of the group from which the last page was opened, empty for none."""

    def show(self, *, at_group: bool = False) -> None:
        """Replace all screens by the menu; with `at_group` it shows the group in which the player left it."""
        self._left = self._left if at_group else ""
        app = self._services.app
        self._services.go_on = None
        theme.use_colours_for(app.settings.sight)
        app.replace(self.make)
        app.audio.music("menu")

    def make(self) -> MainMenu:
        """Return a new menu; its first card continues a kept match, or begins a lesson if none has been done."""
        services = self._services
        menu = services.program.menu(services)
        kept = services.rescue.kept()
        if kept:
            menu.add("play", _("Kept matches"), "undo", services.rescue.open_page, order=700)
        menu.add("below", _("Settings"), "settings", services.settings.open, order=800)
        menu.add("below", _("Quit"), "quit", services.app.quit, order=LAST)
        titles = {"play": (_("Play"), "play"), "learn": (_("Learn"), "question"), "workshop": (_("Workshop"), "wrench")}
        groups = [Group(*title, self._entries(menu.groups[name], title[0])) for name, title in titles.items()]
        shown = [group for group in groups if group.entries]
        return MainMenu(
            services.app,
            shown,
            self._entries(menu.groups["below"]),
            lambda: services.preparation.work(),
            services.router.open_file,
            self._continue(kept) if kept else None if done_lessons() else self._lesson(),
            next((group for group in shown if group.title == self._left), None),
        )

    def _continue(self, kept: Sequence[Kept]) -> FirstCard:
        """Return the card that continues the only kept match, or opens the list of several or of a damaged one."""
        rescue, (path, summary) = self._services.rescue, kept[0]
        if isinstance(summary, ReplayError):
            return FirstCard(_("Continue"), "undo", rescue.open_page, "")
        line = _("{course}, turn {turn}").format(course=_(summary.course), turn=summary.turn)
        act = partial(rescue.go_on, path) if len(kept) == 1 else rescue.open_page

        def opening() -> Any:
            from roborally.ui.match.match_pictures import stand_of_save

            return stand_of_save(self._services.app, path, self._services.catalogue)

        return FirstCard(_("Continue"), "undo", act, line, opening)

    def _lesson(self) -> FirstCard:
        begin = partial(self._services.router.open, "first-lesson")
        return FirstCard(_("New here?"), "flag", begin, _("Play the five-minute lesson"))

    def _entries(self, items: list[MenuItem], group: str = "") -> list[MenuEntry]:
        def use(act: Action) -> None:
            self._left = group
            act()

        entries = []
        for item in sorted(items, key=lambda item: item.order):
            act = partial(self._services.router.open, item.act) if isinstance(item.act, str) else item.act
            entries.append(MenuEntry(item.text, item.icon, partial(use, act), item.badge))
        return entries
