"""`PluginGuard`: closes plugins whose own pages or services fail, so that the window goes on."""

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.plugin_system.blame import PACKAGE
from roborally.plugin_system.faults import fault_of
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.program import Program
from roborally.ui.shell.router import Router
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.system.faults import Service


class PluginGuard(Service):
    """A service of the window that closes plugins whose own pages or services raise errors, and reports that."""

    def __init__(self, app: App, program: Program, router: Router) -> None:
        self._app = app
        self._program = program
        self._router = router
        self._unreported: list[tuple[Plugin, Message]] = []
        app.services.append(self)
        program.on_close = self._closed

    def update(self) -> None:
        """Show a dialog for each plugin closed since the last call, with the reason."""
        for plugin, why in self._unreported:
            message(self._app, _("The plugin “{title}” was closed").format(title=plugin.title), why)
        self._unreported.clear()

    def rescue(self, error: BaseException) -> bool:
        """Close the plugin whose code has raised an error; return false if none has or it could not be closed."""
        fault = fault_of(error, [guest.plugin for guest in self._program.guests.values()])
        if fault is None:
            return False
        plugin = next(guest.plugin for guest in self._program.guests.values() if guest.plugin.id == fault.plugin)
        return self._program.close(plugin, fault.message)

    def _closed(self, plugin: Plugin, why: Message) -> None:
        """Remove the services and pages of a closed plugin, and all screens above these pages; `why` is kept."""
        self._unreported.append((plugin, why))
        app = self._app
        app.services[:] = [service for service in app.services if not _is_from(service, plugin)]
        screens = app.screens
        first = next((at for at, screen in enumerate(screens) if self._is_of(screen, plugin)), len(screens))
        below = screens[:first]
        if len(below) == len(screens):
            return
        del screens[:first]
        app.abandon()
        screens.extend(below)
        if not below:
            self._router.home()

    def _is_of(self, screen: Screen, plugin: Plugin) -> bool:
        return _is_from(screen, plugin) or self._router.plugin_of(screen) == plugin.id


def _is_from(thing: object, plugin: Plugin) -> bool:
    return f"{type(thing).__module__}.".startswith(f"{PACKAGE}.{plugin.id.replace('-', '_')}.")
