"""The settings (CLI-801 to CLI-807): every change is applied and saved at once."""

from collections.abc import Callable, Sequence
from typing import Any

import arcade
import msgspec

from roborally.base.player_names import tidy_name
from roborally.base.translation import _
from roborally.plugin import text
from roborally.profile import Settings
from roborally.ui.match.panel.moving_panel import SPEED_NAMES
from roborally.ui.pages.setting_help import SettingHelp
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.clock import TimeLeft
from roborally.ui.toolkit.fields import Switch
from roborally.ui.toolkit.name_field import NameField
from roborally.ui.toolkit.slider import Slider
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button, Choice, Widget

MARGIN = 16
"""The space around the panel."""
EDGE = 36
"""The space on both sides inside the panel."""
HEAD, FOOT = 66, 22
"""The space above the settings, and below the last button."""
BETWEEN = 32
"""The space between two columns."""
MORE = 4
"""The extra height of a section's title compared with a row."""
CONTROL_HEIGHT = 34
LABEL = 226
"""The smallest width of a setting's name."""
CLOCK = 130
"""The width at the right edge for the remaining time of a match below the page."""
PAIRED = 560.0
"""The width from which two switches share a row of a tall page."""
NAMES, LITTLE_EDGE, LOW, STRIP = 0.5, 20.0, 32.0, 44.0
"""Below that width: the share for the names, the margin, the height of a control, and of the strip with robots."""
BACK = 170, 48
HELP = 108
"""The height of the panel that explains a setting."""
SIZES = (
    *((800, 1200), (1024, 640), (1024, 768), (1280, 720), (1280, 960), (1366, 768), (1600, 900)),
    *((1920, 1080), (2560, 1080), (2560, 1440)),
)
NONE = "–"
"""Shown for the size of the window if it has none."""
SCALES = range(80, 201, 10)
"""The sizes of texts and controls to choose from, in percent."""
SIGHT_NAMES = {
    "usual": text("Usual"),
    "protan": text("Weak red (protan)"),
    "deutan": text("Weak green (deutan)"),
    "tritan": text("Weak blue (tritan)"),
}
LANGUAGE_NAMES = {"system": text("System"), "en": "English", "de": "Deutsch", "sv": "Svenska"}


class SettingsPage(Screen):
    """All settings, in two columns if they fit; a panel explains the one under the mouse or with the focus.

    `change(settings)` applies settings, `save()` writes them. `seconds_left` returns the remaining time of a match
    below the page (CLI-706).
    """

    opaque = False

    def __init__(
        self,
        app: App,
        change: Callable[[Settings], None],
        save: Callable[[], None],
        seconds_left: Callable[[], float | None] = lambda: None,
    ) -> None:
        """Show the current settings."""
        super().__init__(app)
        self._change = change
        self._save = save
        self._seconds_left = seconds_left
        self._unsaved = False
        self.help = SettingHelp(self.space)
        self._build()

    # --- layout ---------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        """Lay the page out in the current language."""
        self.clear()
        self.titles: dict[Widget, str] = {}
        layer, area = self.layer, self.sheet.inset(MARGIN)
        if self.is_tall:  # only then the columns are stacked
            area = self.space.narrowed(self.sheet).inset(MARGIN)
        self._shares_rows = self.is_tall and area.width - 2 * EDGE >= PAIRED
        self._is_narrow = self.is_tall and not self._shares_rows
        edge = self._edge = LITTLE_EDGE if self._is_narrow else EDGE
        layer.shade(theme.colour("background").replace(a=190))
        layer.frame("panel", area)
        layer.heading(_("Settings"), area.x + edge, area.top - 44, 28, tint=theme.colour("accent"))
        self._clock = TimeLeft(layer, area.right - edge, area.top - 44, 22)
        self._measure(area)
        self._go_to(0)
        self._lay_out_sound()
        self._lay_out_window()
        self._lay_out_colours()
        if len(self.columns) > 1:
            self._go_to(1)
        self._lay_out_player()
        self._lay_out_game()
        back = Rect(area.x + edge, area.y + FOOT, *BACK)
        if self.app.on_keys is not None:
            text, title = _("What every key and every button of a gamepad does where you are."), _("Keys (F2)")
            taken = CLOCK if self._seconds_left() is not None else 0
            spot = Rect(area.right - edge - 220 - taken, area.top - 62, 220, 38)
            if self.is_tall:
                width = min(220.0, area.right - edge - back.right - 12)
                spot = Rect(area.right - edge - width, back.y, width, back.height)
            self._add(Button(layer, spot, title, self.app.on_keys, tooltip=text, size=15), title)
        self.controls.add(Button(layer, back, _("Back"), self.app.pop, icon="arrow-left"))
        self.help.lay_out(layer, self.explanation, strip=self._is_narrow)

    def _measure(self, area: Rect) -> None:
        """Divide the page: two columns, or only one, in which two switches share a row."""
        edge = self._edge
        inner, bottom = area.width - 2 * edge, area.y + FOOT
        self.columns: tuple[float, ...] = (area.x + edge,)
        if self.is_tall:
            self._width = inner
            self._name_width = NAMES * inner if self._is_narrow else (inner - BETWEEN) / 2 - Switch.BOX
            self.explanation = Rect(area.x + edge, bottom + BACK[1] + 14, inner, STRIP if self._is_narrow else HELP)
            rows, sections = 21 if self._is_narrow else 15, 4
        else:
            self._width = (inner - BETWEEN) / 2
            self.columns = (area.x + edge, area.x + edge + self._width + BETWEEN)
            self._name_width = max(LABEL, 0.44 * self._width)
            x = self.columns[0] + BACK[0] + 20
            self.explanation = Rect(x, bottom, area.right - edge - x, HELP)
            rows, sections = 11, 2
        self._top = area.top - HEAD
        high = self._top - self.explanation.top - 12
        self.row = (high - sections * MORE) / (rows + sections)
        """The height of a row."""

    def _go_to(self, column: int) -> None:
        """Continue at the top of a column."""
        self._x, self._y = self.columns[column], self._top
        self._beside: float | None = None
        """The middle of a row whose right half is free, or `None`."""

    def _lay_out_sound(self) -> None:
        settings = self.app.settings
        self._section(_("Sound"))
        self._switch("sound", _("Sound"), _("Off: no effects and no music."))
        self._switch("music", _("Music"), _("Music in the menus and in the match."))
        self._slider("volume", _("Overall volume"), _("Volume of everything together."), settings.volume)
        self._slider("music_volume", _("Music volume"), _("Volume of the music."), settings.music_volume)
        effects = _("Volume of robots, machines and buttons.")
        self._slider("effects_volume", _("Effects volume"), effects, settings.effects_volume)

    def _lay_out_window(self) -> None:
        settings = self.app.settings
        self._section(_("Window"))
        size = settings.window_width, settings.window_height
        tooltip = _("Window size when not in full screen.")
        self._size = self._choice("", _("Window size"), tooltip, self._size_options(size), size)
        scales = [(scale, f"{scale} %") for scale in SCALES]
        tooltip = _("Size of texts and controls. In a match the board takes what they leave.")
        self._choice("interface_scale", _("Size of texts"), tooltip, scales, settings.interface_scale)
        self._full = self._switch("full_screen", _("Full screen"), _("Fill the whole screen (F11)."))
        self._switch(
            "low_graphics",
            _("Low graphics"),
            _("No smooth edges, for slow computers. Restart the game to apply."),
        )

    def _lay_out_player(self) -> None:
        settings = self.app.settings
        self._section(_("Language and name"))
        languages = [(name, _(title)) for name, title in LANGUAGE_NAMES.items()]
        tooltip = _("Language of all texts; “System” follows your computer.")
        self._choice("language", _("Language"), tooltip, languages, settings.language)
        tooltip = _("Your player name, from the next match on.")
        field, name = self._place(_("Your name")), settings.called
        self._suggested = name
        self.name: NameField = self._add(
            NameField(self.layer, field, name, self._call, tooltip=tooltip), _("Your name")
        )

    def _lay_out_colours(self) -> None:
        sights = [(name, _(title)) for name, title in SIGHT_NAMES.items()]
        tooltip = _("Colours of the robots, in the order of the players, from the next match on.")
        self._sight = self._choice("sight", _("Colours of robots"), tooltip, sights, self.app.settings.sight)

    def draw(self) -> None:
        """Draw the page, and the robots in its explanation."""
        super().draw()
        self.help.draw()

    def _lay_out_game(self) -> None:
        settings = self.app.settings
        self._section(_("Game"))
        speeds = [(name, _(title)) for name, title in SPEED_NAMES.items()]
        tooltip = _("Speed of the robots; you can also change it during a match.")
        self._choice("moving_speed", _("Moving speed"), tooltip, speeds, settings.moving_speed)
        self._switch(
            "slow_when_it_matters",
            _("Slow when it matters"),
            _("Slows down when your robot is pushed, shot or destroyed, except with “Skip”."),
        )
        floor = _("A lighter floor of the boards: dark robots stand out more.")
        self._switch("light_floor", _("Light floor"), floor)
        self._switch("follow_camera", _("Follow robots"), _("When zoomed in, the view follows your robot."))
        self._switch(
            "programming_aid",
            _("Programming aid"),
            _("While you program, a ghost shows where your robot would end up if nothing gets in its way."),
        )
        self._switch(
            "reduced_motion",
            _("Less motion"),
            _("The view cuts in place of moving along, and belts stand still."),
        )
        names = _("The names of the robots, beside them on the board. Applies at once.")
        self._switch("name_tags", _("Names on the board"), names)
        commentary = _("A strip below the board tells what is remarkable about the match. Applies at once.")
        self._switch("commentary", _("Commentary"), commentary)
        self._switch("robot_lines", _("Robots talk"), _("Robots comment on what happens to them, beside the board."))

    def _size_options(self, present: tuple[int, int]) -> list[tuple[tuple[int, int], str]]:
        """Return the window sizes that fit on the screen, and the current one."""
        width, height = self.app.largest_size
        fitting = {size for size in SIZES if size[0] <= width and size[1] <= height}
        return [(size, f"{size[0]} × {size[1]}") for size in sorted({present, *fitting})]

    # --- rows -----------------------------------------------------------------------------------------------------

    def _section(self, title: str) -> None:
        y = self._down(self.row + MORE)
        self.layer.heading(title, self._x, y + 2, 18, tint=theme.colour("accent"))
        self.layer.fill(Rect(self._x, y - 16, self._width, 2), theme.colour("line"))

    def _down(self, height: float) -> float:
        """Reserve `height` in the column, and return its middle."""
        self._beside = None
        self._y -= height
        return self._y + height / 2

    def _place(self, title: str) -> Rect:
        """Write the name of a setting, and return the rectangle of its control."""
        y = self._down(self.row)
        self.layer.label(title, self._x + 4, y, size=16, width=self._name_width - 12)
        x = self._x + self._name_width
        height = LOW if self._is_narrow else CONTROL_HEIGHT
        return Rect(x, y - height / 2, self._width - self._name_width, height)

    def _place_box(self, title: str) -> Rect:
        """Write the name of a switch, and return the rectangle of its box; on a tall page it may share a row."""
        x, y = self._x, self._beside
        if y is None:
            y = self._down(self.row)
            self._beside = y if self._shares_rows else None
        else:
            x += (self._width + BETWEEN) / 2
            self._beside = None
        width = self._width - Switch.BOX if self._is_narrow else self._name_width
        self.layer.label(title, x + 4, y, size=16, width=width - 12)
        return Rect(x + width, y - Switch.BOX / 2, Switch.BOX, Switch.BOX)

    def _switch(self, name: str, title: str, tooltip: str) -> Any:
        on = self.app.fullscreen if name == "full_screen" else getattr(self.app.settings, name)
        spot = self._place_box(title)
        switch = Switch(self.layer, spot, on, lambda value: self._set(**{name: value}), tooltip=tooltip)
        return self._add(switch, title)

    def _slider(self, name: str, title: str, tooltip: str, value: int) -> None:
        spot = self._place(title)
        slider = Slider(self.layer, spot, value, lambda chosen: self._set(**{name: chosen}), tooltip)
        self._add(slider, title)

    def _choice(self, name: str, title: str, tooltip: str, options: Sequence[tuple[Any, str]], chosen: Any) -> Any:
        def choose(value: Any) -> None:
            changes = {name: value} if name else {"window_width": value[0], "window_height": value[1]}
            self._set(**changes)

        choice = Choice(self.layer, self._place(title), options, chosen, choose, tooltip)
        return self._add(choice, title)

    def _add(self, widget: Widget, title: str) -> Any:
        self.titles[widget] = title
        return self.controls.add(widget)

    # --- changes --------------------------------------------------------------------------------------------------

    def _set(self, **changes: Any) -> None:
        """Apply a change; it is saved in the next frame in which no mouse button is pressed."""
        before = self.app.settings
        self._change(msgspec.structs.replace(before, **changes))
        self._unsaved = True
        if self.app.settings.language != before.language:
            self._build_again()

    def _call(self, name: str) -> None:
        """Change the name; keep the previous one if it is invalid, and mark the field."""
        if self.name.judge():
            self._set(player_name=tidy_name(name))

    def rebuild(self) -> None:
        """Lay the settings out again; unfinished input stays."""
        self._unsaved |= self._is_resized
        line, suggested = self.name.line, self._suggested
        self._build()
        if line.text != suggested:  # the suggestion may differ in another language
            self.name.line = line
            self.name.refresh()
            self.name.judge()
        self.controls.motion(*self.app.pointer)

    def _build_again(self) -> None:
        """Lay everything out again, possibly in another language; the focus stays where it was."""
        kept = self.controls.kept
        self.rebuild()
        self.controls.resume(kept)

    def update(self, seconds: float) -> None:
        """Save changes, explain the current setting, and show the time."""
        if self._unsaved and not any(widget.pressed for widget in self.controls.widgets):
            self._unsaved = False
            self._save()
        self._show_full_screen()
        self._show_size()
        explained: Widget | None = next((widget for widget in self.controls.widgets if widget.hovered), None)
        explained = explained or self.controls.focus
        if explained is not None and explained in self.titles:
            self.help.explain(self.titles[explained], explained.tooltip)
        else:
            self.help.explain(_("Settings explained"), _("Point at a setting to see what it does."))
        self.help.show_robots(self.app.settings.sight if explained is self._sight else "")
        self._clock.show(self._seconds_left())

    def _show_full_screen(self) -> None:
        """React to F11: in full screen the window size cannot be chosen."""
        full = self.app.fullscreen
        if self._full.on != full:
            self._full.on = full
            self._full.refresh()
        if self._size.enabled == full:
            size = self._size.value
            self._size.enabled = not full
            self._size.show([(size, NONE)] if full else self._size_options(size), size)

    @property
    def _is_resized(self) -> bool:
        """Whether the window's size differs from the one shown."""
        return bool(self._size.value != (self.app.settings.window_width, self.app.settings.window_height))

    def _show_size(self) -> None:
        """React to a window resized by hand."""
        if self._is_resized:
            self._build_again()

    def closed(self) -> None:
        """Save unsaved changes."""
        if self._unsaved:
            self._unsaved = False
            self._save()

    # --- input ----------------------------------------------------------------------------------------------------

    def typed(self, text: str) -> None:
        """Pass typed letters to the focused field."""
        self.controls.typed(text)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: up and down move through the settings, as Tab does."""
        keys = arcade.key
        if symbol in (keys.UP, keys.DOWN):
            self.controls.key(keys.TAB, keys.MOD_SHIFT if symbol == keys.UP else 0)
        else:
            super().key(symbol, modifiers)

    @property
    def _is_explained(self) -> bool:
        """Whether the panel that explains the settings is visible."""
        seen, place = self.space.seen, self.explanation
        return not self._is_narrow and seen.y <= place.y and place.top <= seen.top

    @property
    def focused(self) -> tuple[Rect, str] | None:
        """`None` while the panel explains the settings."""
        return None if self._is_explained else super().focused

    def tooltip_at(self, x: float, y: float) -> str:
        """Return nothing while the panel explains the settings."""
        return "" if self._is_explained else super().tooltip_at(x, y)
