"""The questions of a first start: language, name, and the size of texts (CLI-808)."""

from collections.abc import Callable
from typing import Any

import arcade
import msgspec

from roborally.base.player_names import tidy_name
from roborally.base.translation import _
from roborally.profile import Settings
from roborally.ui.pages.settings_page import LANGUAGE_NAMES, SCALES
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.name_field import NameField
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widgets import Button, Choice

AREA = Rect((WIDTH - 620) / 2, (HEIGHT - 384) / 2, 620, 384)
MARGIN, EDGE = 8.0, 28.0
"""The smallest space beside the panel, and the space inside it."""
NAMES = 0.37
"""The share of the width for names, at the left of the controls."""
FIRST, ROW = 142.0, 56.0
"""The distance of the first row's middle from the upper edge, and the height of a row."""


class WelcomePage(Screen):
    """Three choices that take effect at once; Enter, Esc and the button continue and save them.

    `change(settings)` applies settings, `save()` writes them.
    """

    opaque = False

    def __init__(self, app: App, change: Callable[[Settings], None], save: Callable[[], None]) -> None:
        """Show the current settings."""
        super().__init__(app)
        self._change = change
        self._save = save
        self._build()

    def _build(self) -> None:
        """Lay the page out in the current language."""
        self.clear()
        area = self._area = self.space.narrowed(AREA.inset(-MARGIN)).inset(MARGIN)
        layer, settings = self.layer, self.app.settings
        layer.shade(theme.colour("background").replace(a=190))
        layer.frame("panel", area)
        layer.heading(_("Welcome"), area.x + EDGE, area.top - 44, 28, tint=theme.colour("accent"))
        text = _("You can change all of this later, in the settings.")
        options: dict[str, Any] = {"size": 15, "width": area.width - 2 * EDGE, "wrap": True}
        layer.label(text, area.x + EDGE, area.top - 84, tint=theme.colour("text-dim"), **options)
        languages = [(name, _(title)) for name, title in LANGUAGE_NAMES.items()]
        tooltip = _("Language of all texts; “System” follows your computer.")
        add = self.controls.add
        add(Choice(layer, self._row(0, _("Language")), languages, settings.language, self._speak, tooltip))
        tooltip = _("Your player name, from the next match on.")
        spot = self._row(1, _("Your name"))
        name = self._suggested = settings.called
        self.name: NameField = add(NameField(layer, spot, name, self._call, tooltip=tooltip))
        scales = [(scale, f"{scale} %") for scale in SCALES]
        tooltip = _("Size of texts and controls. In a match the board takes what they leave.")
        add(Choice(layer, self._row(2, _("Size of texts")), scales, settings.interface_scale, self._magnify, tooltip))
        spot = Rect(area.right - EDGE - 200, area.y + 24, 200, 50)
        add(Button(layer, spot, _("To the menu"), self.app.pop, icon="arrow-right", accent=True))

    def rebuild(self) -> None:
        """Lay the questions out again; unfinished input stays."""
        line, suggested = self.name.line, self._suggested
        self._build()
        if line.text != suggested:  # the suggestion may differ in another language
            self.name.line = line
            self.name.refresh()
            self.name.judge()
        self.controls.motion(*self.app.pointer)

    def _row(self, number: int, title: str) -> Rect:
        """Write the title of a row, and return the rectangle of its control."""
        area = self._area
        left = area.x + NAMES * area.width
        y = area.top - FIRST - number * ROW
        self.layer.label(title, area.x + EDGE, y, size=17, width=left - area.x - EDGE - 12)
        return Rect(left, y - 20, area.right - EDGE - left, 40)

    # --- changes --------------------------------------------------------------------------------------------------

    def _set(self, **changes: Any) -> None:
        self._change(msgspec.structs.replace(self.app.settings, **changes))

    def _speak(self, language: Any) -> None:
        """Switch to another language; the focus stays where it was."""
        self._set(language=language)
        places = self.controls.places
        self.rebuild()
        self.controls.resume(places)

    def _call(self, name: str) -> None:
        """Change the name; keep the previous one if it is invalid, and mark the field."""
        if self.name.judge():
            self._set(player_name=tidy_name(name))

    def _magnify(self, scale: Any) -> None:
        self._set(interface_scale=scale)

    def closed(self) -> None:
        """Save the choices, so that the questions are not asked again."""
        self._save()

    # --- input ----------------------------------------------------------------------------------------------------

    def typed(self, text: str) -> None:
        """Pass typed letters to the field of the name."""
        self.controls.typed(text)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter continues unless a control has the focus, up and down move through the questions."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            self.app.pop()
        elif self.controls.focus is None and symbol in (keys.UP, keys.DOWN):
            self.controls.key(keys.TAB, keys.MOD_SHIFT if symbol == keys.UP else 0)
        else:
            super().key(symbol, modifiers)
