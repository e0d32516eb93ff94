"""Opens the pages of plugins, and runs their actions: installing, packing, removing, reloading, watching scenarios."""

from functools import partial
from pathlib import Path

import msgspec

from roborally.base import paths
from roborally.base.errors import GameError, reason
from roborally.base.translation import _, plugin_text
from roborally.features.authoring.window.entries import PluginEntry
from roborally.features.authoring.window.fetch import FetchingDialog, OfferPage
from roborally.features.authoring.window.install_page import InstallPage
from roborally.features.authoring.window.plugins_page import NOTHING, ListSelection, PluginsPage
from roborally.features.authoring.window.program_settings import ProgramSettingsPage
from roborally.features.authoring.window.scenario_list import ScenarioList
from roborally.features.authoring.window.scenario_screen import scenario_screen
from roborally.game.scenario.show import perform
from roborally.net.plugin_bundles import forget_files
from roborally.plugin_system.loader import find_plugins, forget_code
from roborally.profile.plugin_pins import read_pins
from roborally.profile.plugin_store import Offer, dependents, pack, remove
from roborally.profile.program_plugins import admit_plugins, switch
from roborally.ui.replay.opening_screen import OpeningScreen
from roborally.ui.shell.services import Services
from roborally.ui.toolkit import pictures
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import confirm, message, showing_errors
from roborally.ui.toolkit.system.open_folder import open_folder


class PluginsDesk:
    """Runs the actions of the plugins page; changes are made in the catalogue that all parts of the window share."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.app = services.app
        self.catalogue = services.catalogue

    def open(self, selection: ListSelection = NOTHING) -> None:
        """Open the page of all plugins; `selection` says which plugin and filter it begins with."""
        self.app.push(PluginsPage(self.app, self.catalogue, read_pins(), self, selection))

    def install(self, path: str | Path) -> None:
        """Open the page of all plugins, and offer to install the one at `path`."""
        self.open()
        self.fetch(path)

    # --- reading again --------------------------------------------------------------------------------------------

    def reload(self) -> None:
        """Read all plugins again, with their code, pictures and texts; show a refusal while a match is running."""
        if self._services.is_playing():
            message(self.app, _("Not now"), _("A match is running. Plugins can be read anew when it is over."))
            return
        self._renew(self._selection())

    def _selection(self) -> ListSelection:
        page = self._page()
        return page.selection if page is not None else NOTHING

    def _page(self) -> PluginsPage | None:
        return next((screen for screen in self.app.screens if isinstance(screen, PluginsPage)), None)

    def _renew(self, selection: ListSelection) -> None:
        """Read all plugins again, and open the page of all plugins anew."""
        forget_code()
        forget_files()
        pictures.look_again()
        self.catalogue.renew(find_plugins())
        admit_plugins(self._services.program, self.catalogue)
        self._services.plugins_changed()
        page = self._page()
        while page is not None and page in self.app.screens:
            self.app.pop()
        self.open(selection)

    # --- installing and removing ----------------------------------------------------------------------------------

    def open_install(self) -> None:
        """Open the page that asks for a zip file, a path or an address of a plugin."""
        self.app.push(InstallPage(self.app, self.fetch))

    def fetch(self, source: str | Path) -> None:
        """Fetch a plugin from a path or address, describe it, and ask whether to install it."""
        self.app.push(FetchingDialog(self.app, source, self._ask))

    def _ask(self, offered: Offer) -> None:
        if self._services.is_playing():
            offered.discard()
            self.reload()  # shows the refusal
            return
        self.app.push(OfferPage(self.app, offered, self._installed))

    def _installed(self, offered: Offer) -> None:
        self._renew(ListSelection(offered.id))
        title = plugin_text(paths.user_plugin_folder() / offered.id, offered.title)
        show_installed(self.app, title, offered.version)

    def remove(self, entry: PluginEntry) -> None:
        """Delete a plugin with its folder, after a confirmation that names the plugins that need it."""
        text = _("The plugin “{title}” and all files in its folder will be deleted permanently: {folder}").format(
            title=entry.title, folder=entry.folder
        )
        if needing := dependents(entry.name):
            text += "\n\n" + _("Without it these cannot be used: {plugins}").format(plugins=", ".join(needing))
        confirm(self.app, _("Remove?"), text, _("Remove"), partial(self._remove, entry))

    def _remove(self, entry: PluginEntry) -> None:
        page = self._page()
        assert page is not None, "it was asked for there"
        names = [shown.name for shown in page.shown if shown is not entry]
        at = min(page.list.at, len(names) - 1)
        try:
            remove(entry.name)
        except GameError as error:
            message(self.app, _("This plugin cannot be removed"), error.message)
            return
        self.use(entry, on=False)
        self._renew(ListSelection(names[at] if names else "", page.selection.chosen))

    def pack(self, entry: PluginEntry) -> None:
        """Write a plugin as a zip file, and show a message with its path."""
        assert entry.plugin is not None, "only a plugin with a manifest can be packed"
        folder = paths.packed_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = pack(entry.plugin.folder, folder)
        except (GameError, OSError) as error:
            message(self.app, _("This plugin cannot be packed"), reason(error).within(folder))
            return
        show_packed(self.app, path)

    def open_folder(self, entry: PluginEntry) -> None:
        """Show the folder of a plugin in the system's file manager."""
        assert entry.folder is not None, "it has a folder"
        with showing_errors(self.app, _("The folder cannot be opened")):
            open_folder(entry.folder)

    def use(self, entry: PluginEntry, on: bool) -> None:
        """Switch a plugin on or off for all new custom matches, and save this in the settings."""
        before = self.app.settings.usual_plugins
        usual = tuple(id_ for id_ in before if id_ != entry.name) + ((entry.name,) if on else ())
        if usual != before:
            self._services.settings.change(msgspec.structs.replace(self.app.settings, usual_plugins=usual))
            self._services.settings.save()

    # --- parts of the program -------------------------------------------------------------------------------------

    def let_add(self, entry: PluginEntry, on: bool) -> None:
        """Let a plugin add to the program (`feature.py`), after a confirmation that explains the risk, or forbid it."""
        if not on:
            self._let_add(entry, on=False)
            return
        self._show_again()  # the switch is off until the answer
        text = _(
            "“{title}” is a program. Whenever the game runs, it can do everything on this computer that you can do:"
            " read your files, change them, use the network. Nobody has checked it. Switch it on only if you trust the"
            " people who made it. You are asked again when its files have changed."
        ).format(title=entry.title)
        switch_on = partial(self._let_add, entry, on=True)
        confirm(self.app, _("Let it add to the program?"), text, _("Switch on"), switch_on)

    def _let_add(self, entry: PluginEntry, *, on: bool) -> None:
        assert entry.plugin is not None, "only a plugin with a manifest has the switch"
        try:
            switch(entry.plugin, self.catalogue, on=on)
        except GameError as error:
            message(self.app, _("This plugin cannot be switched on"), error.message)
            return
        admit_plugins(self._services.program, self.catalogue)
        if self._services.is_playing():
            self._show_again()
            return
        selection = self._selection()
        self._services.router.home()  # the menu has other entries now
        self.open(selection)

    def _show_again(self) -> None:
        page = self._page()
        if page is not None:
            page.rebuild()

    def has_settings(self, entry: PluginEntry) -> bool:
        """Return whether a plugin that adds commands or pages to the program has settings on a page of its own."""
        return entry.name in self._services.program.settings()

    def open_settings(self, entry: PluginEntry) -> None:
        """Open the page with the settings of a plugin that adds commands or pages to the program."""
        settings = self._services.program.settings()[entry.name]
        self.app.push(ProgramSettingsPage(self.app, entry.name, entry.title, settings))

    # --- scenarios ------------------------------------------------------------------------------------------------

    def show_scenarios(self, entry: PluginEntry) -> None:
        """Open the list of a plugin's scenarios."""
        self.app.push(ScenarioList(self.app, self.catalogue, entry.title, entry.scenarios(), self.watch))

    def watch(self, path: Path) -> None:
        """Play a scenario and open the screen that shows it; show a message if its file cannot be used."""
        note = _("Playing the scenario …")
        self.app.push(OpeningScreen(self.app, lambda: self._watch(path), note))

    def _watch(self, path: Path) -> None:
        with showing_errors(self.app, _("This scenario cannot be watched")):
            performance = perform(path, self.catalogue)
            self.app.push(
                scenario_screen(self.app, performance, leave=self.app.pop, speed=self._services.settings.moving_speed())
            )


def show_installed(app: App, title: str, version: str) -> None:
    """Show a message that a plugin is installed, and how to use it in a match."""
    text = _("“{title}” {version} is installed. Switch it on for a custom match, or here for all new ones.")
    message(app, _("Installed"), text.format(title=title, version=version))


def show_packed(app: App, path: Path) -> None:
    """Show a message with the path of a plugin's zip file, and how to use it."""
    text = _("Packed into {path}. Others drop this file onto their window to install the plugin.")
    message(app, _("The plugin is packed"), text.format(path=path))
