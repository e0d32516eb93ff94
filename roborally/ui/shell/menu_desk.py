"""Opens the main menu, made of what features and the shell add to it."""

from functools import partial

from roborally.base.translation import _
from roborally.plugin_system.program import Menu, MenuItem
from roborally.profile import done_lessons
from roborally.ui.pages.main_menu import Group, MainMenu, MenuEntry
from roborally.ui.shell.services import Services
from roborally.ui.toolkit import theme


class MenuDesk:
    """The main menu while the window is open."""

    def __init__(self, services: Services) -> None:
        """Open nothing yet."""
        self._services = services

    def show(self) -> None:
        """Replace all screens with the menu."""
        app = self._services.app
        self._services.go_on = None
        theme.use_colours_for(app.settings.sight)
        app.replace(self.make)
        app.audio.music("menu")

    def make(self) -> MainMenu:
        """Return the menu; players who have done no lesson are offered the first one."""
        services, keeps = self._services, self._services.rescue.kept()
        menu = services.program.menu(services)
        if keeps:
            menu.add("play", _("Continue"), "undo", services.rescue.open_page, order=0)
        menu.add("below", _("Settings"), "settings", services.settings.open, order=100)
        menu.add("below", _("Quit"), "quit", services.app.quit, order=900)
        begin = partial(services.router.open, "first-lesson")
        lesson = MenuEntry(_("New here? Play the five-minute lesson"), "question", begin)
        return MainMenu(
            services.app,
            self._groups(menu),
            self._entries(menu.groups["below"]),
            lambda: services.preparation.work(),
            services.router.open_file,
            None if keeps or done_lessons() else lesson,
            floor=services.floor,
        )

    def _groups(self, menu: Menu) -> list[Group]:
        titles = {"play": _("Play"), "learn": _("Learn"), "watch": _("Watch"), "workshop": _("Workshop")}
        return [Group(title, self._entries(menu.groups[name])) for name, title in titles.items()]

    def _entries(self, items: list[MenuItem]) -> list[MenuEntry]:
        """Return the entries in their order."""
        entries = []
        for item in sorted(items, key=lambda item: item.order):
            act = partial(self._services.router.open, item.act) if isinstance(item.act, str) else item.act
            entries.append(MenuEntry(item.text, item.icon, act, item.badge))
        return entries
