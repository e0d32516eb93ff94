"""The page with the settings of a plugin that adds to the program."""

from collections.abc import Sequence
from functools import partial

from roborally.base.translation import _
from roborally.plugin_system.program import ProgramSetting
from roborally.profile.program_plugins import read_setting, write_setting
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import showing_errors
from roborally.ui.toolkit.layout.branches import column, fitting, row
from roborally.ui.toolkit.layout.leaves import button, choice, heading, label, scroll, switch
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage


class ProgramSettingsPage(TreePage):
    """A page with a switch or a choice for each setting; every change is saved at once."""

    opaque = False
    widest = 620.0
    is_snug = True

    def __init__(self, app: App, plugin: str, title: str, settings: Sequence[ProgramSetting]) -> None:
        """Show the saved values; `plugin` is the id of the plugin, `title` its title."""
        super().__init__(app)
        self._plugin, self._title, self._settings = plugin, title, settings
        self.rebuild()

    def tree(self) -> Node:
        """Return a row for each setting, and a button that goes back."""
        return column(
            heading(self._title, 24, wrap=True),
            scroll(column(*map(self._row, self._settings), gap=12)).named("settings").grow(),
            button(_("Back"), self.app.pop, icon="arrow-left").at("start"),
            gap=16,
            pad=(24, 20),
        )

    def _row(self, setting: ProgramSetting) -> Node:
        value = read_setting(self._plugin, setting.name, setting.default)
        change = partial(self._change, setting.name)
        if isinstance(value, bool):
            return row(label(setting.text, wrap=True).grow(), switch(value, change).named(setting.name), gap=16)
        options = list(setting.choices.items())
        title, name = label(setting.text, wrap=True), setting.name
        return fitting(
            lambda: row(title.grow(), choice(options, value, change).named(name), gap=16),
            lambda: column(title, choice(options, value, change, size=12).named(name)),
        )

    def _change(self, name: str, value: bool | str) -> None:
        with showing_errors(self.app, _("The setting cannot be saved")):
            write_setting(self._plugin, name, value)
