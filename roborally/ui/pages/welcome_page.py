"""The page shown at the first start, which asks for language, name and size of texts (CLI-808)."""

from collections.abc import Callable
from typing import Any

import arcade
import msgspec

from roborally.base.player_names import tidy_name
from roborally.base.translation import _
from roborally.profile import Settings
from roborally.profile.language import LANGUAGE_NAMES
from roborally.ui.pages.settings_page import SCALES
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.name_field import NameField
from roborally.ui.toolkit.layout.branches import column, form, row
from roborally.ui.toolkit.layout.leaves import button, choice, heading, label, name_field
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage


class WelcomePage(TreePage):
    """A page with three settings, which take effect at once and are saved when the page is left.

    `change(settings)` applies changed settings, `save()` writes them, `done()` is called after the page was left.
    """

    opaque = False
    widest = 620.0
    is_snug = True
    name: NameField
    """The field for the player's name."""

    def __init__(
        self, app: App, change: Callable[[Settings], None], save: Callable[[], None], done: Callable[[], None]
    ) -> None:
        def leave() -> None:
            app.pop()
            done()

        super().__init__(app, leave)
        self._change = change
        self._save = save
        self.rebuild()

    def tree(self) -> Node:
        """Return the content of the page in the current language."""
        settings = self.app.settings
        languages = [(name, _(title)) for name, title in LANGUAGE_NAMES.items()]
        scales = [(scale, f"{scale} %") for scale in SCALES]
        help_text = _("Language of all texts; “System” follows your computer.")
        language = choice(languages, settings.language, self._speak, help_text, height=40).named("language")
        help_text = _("Your player name, from the next match on.")
        name = name_field(settings.called, self._call, tooltip=help_text, height=40).named("name").kept(self, "name")
        help_text = _("Size of texts and controls. In a match the board takes what they leave.")
        size = choice(scales, settings.interface_scale, self._magnify, help_text, height=40).named("size")
        return column(
            heading(_("Welcome"), 28),
            label(_("You can change all of this later, in the settings."), wrap=True, tint=theme.colour("text-dim")),
            form(
                row(label(_("Language"), 17), language.grow(), gap=20),
                row(label(_("Your name"), 17), name.grow()),
                row(label(_("Size of texts"), 17), size.grow()),
                gap=16,
            ),
            button(_("Continue"), self.escape, icon="arrow-right", accent=True, height=50).at("end"),
            gap=16,
            pad=(28, 22),
        )

    # --- changes --------------------------------------------------------------------------------------------------

    def _set(self, **changes: Any) -> None:
        self._change(msgspec.structs.replace(self.app.settings, **changes))

    def _speak(self, language: Any) -> None:
        self._set(language=language)
        self.rebuild()

    def _call(self, name: str) -> None:
        if self.name.judge():
            self._set(player_name=tidy_name(name))

    def _magnify(self, scale: Any) -> None:
        self._set(interface_scale=scale)

    def closed(self) -> None:
        """Save the settings, so that the page is not shown again."""
        self._save()

    # --- input ----------------------------------------------------------------------------------------------------

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key; Enter continues unless a control has the focus, the up and down arrows move the focus."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            self.escape()
        elif self.controls.focus is None and symbol in (keys.UP, keys.DOWN):
            self.controls.key(keys.TAB, keys.MOD_SHIFT if symbol == keys.UP else 0)
        else:
            super().key(symbol, modifiers)
