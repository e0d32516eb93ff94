"""Loads the additions of a match's plugins to the window, leaves out plugins that fail, and reports them once."""

from collections.abc import Sequence

from roborally.base.translation import _
from roborally.plugin import PluginError
from roborally.plugin_system.loader import Plugin, register_views
from roborally.ui.plugin import Views
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message


def sound_views(app: App, plugins: Sequence[Plugin]) -> Views:
    """Return the additions of plugins to the window; leave out plugins that fail, and note their errors in `app`."""
    while True:
        views = Views()
        try:
            register_views([plugin for plugin in plugins if plugin.id not in app.without_views], views)
        except PluginError as error:
            app.without_views[views.owner] = error.message
            app.unreported_views.append(views.owner)
        else:
            return views


def report_lost_views(app: App) -> None:
    """Show a dialog with the errors of the plugins left out since the last report; do nothing if there are none."""
    unreported, app.unreported_views[:] = tuple(app.unreported_views), ()
    if unreported:
        one = _("The match goes on without all that this plugin adds to the window.")
        more = _("The match goes on without all that these plugins add to the window.")
        sentence = one if len(unreported) == 1 else more
        message(app, _("A plugin cannot draw"), *(app.without_views[id_] for id_ in unreported), sentence)
