"""The settings (CLI-801 to CLI-807): every change is applied and saved at once."""

from collections.abc import Callable, Sequence
from typing import Any

import arcade
import msgspec

from roborally.base.translation import _
from roborally.plugin import text
from roborally.plugin_system.art import CHASSIS
from roborally.profile import Settings
from roborally.ui.match.panel.moving_panel import SPEED_NAMES
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.clock import TimeLeft
from roborally.ui.toolkit.fields import Switch, TextField
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.slider import Slider
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widgets import Button, Choice, Widget

AREA = Rect(40, 20, WIDTH - 80, HEIGHT - 40)
COLUMNS = (AREA.x + 36, AREA.x + 626)
ROW = 36
CONTROL_HEIGHT = 34
SECTION = 40
"""The height of a section's title with its line."""
TOP = AREA.top - 84
"""The middle of the first title of a column."""
LABEL = 226
"""The width of a setting's name."""
CONTROL = 296
SIZES = (
    *((800, 1200), (1024, 640), (1024, 768), (1280, 720), (1280, 960), (1366, 768), (1600, 900)),
    *((1920, 1080), (2560, 1080), (2560, 1440)),
)
SCALES = range(80, 201, 10)
"""The sizes of texts and controls that are offered, in percent."""
BACK = Rect(COLUMNS[0], AREA.y + 22, 170, 48)
EXPLANATION = Rect(BACK.right + 20, BACK.y, COLUMNS[1] + LABEL + CONTROL - BACK.right - 20, 108)
"""The panel that explains the setting under the mouse or with the focus."""
SIGHT_NAMES = {
    "usual": text("Usual"),
    "protan": text("Weak red (protan)"),
    "deutan": text("Weak green (deutan)"),
    "tritan": text("Weak blue (tritan)"),
}
LANGUAGE_NAMES = {"system": text("System"), "en": "English", "de": "Deutsch", "sv": "Svenska"}


class SettingsPage(Screen):
    """All settings in two columns; a panel explains the one under the mouse or with the focus.

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
        self._robots = Layer(self.space)
        self._pictured = ""
        self._build()

    # --- layout ---------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        """Build the layout in the current language."""
        self.clear()
        self.titles: dict[Widget, str] = {}
        layer = self.layer
        layer.shade(theme.colour("background").replace(a=190))
        layer.frame("panel", AREA)
        layer.heading(_("Settings"), COLUMNS[0], AREA.top - 44, 28, tint=theme.colour("accent"))
        self._clock = TimeLeft(layer, AREA.right - 36, AREA.top - 44, 22)
        self._x = COLUMNS[0]
        self._y = TOP
        self._lay_out_sound()
        self._lay_out_window()
        self._lay_out_colours()
        self._x = COLUMNS[1]
        self._y = TOP
        self._lay_out_player()
        self._lay_out_game()
        if self.app.on_keys is not None:
            told, title = _("What every key and every button of a gamepad does where you are."), _("Keys (F2)")
            spot = Rect(COLUMNS[1], AREA.top - 62, 220, 38)
            self._add(Button(layer, spot, title, self.app.on_keys, tooltip=told, size=15), title)
        self.controls.add(Button(layer, BACK, _("Back"), self.app.pop, icon="arrow-left"))
        self._lay_out_explanation()

    def _lay_out_explanation(self) -> None:
        layer = self.layer
        layer.frame("panel-inset", EXPLANATION)
        x, top, width = EXPLANATION.x + 22, EXPLANATION.top, EXPLANATION.width - 44
        self.explained = layer.heading("", x, top - 26, 18, tint=theme.colour("accent"), width=width)
        self.help = layer.label("", x, top - 46, size=17, width=width, wrap=True, anchor_y="top")

    def _lay_out_sound(self) -> None:
        settings = self.app.settings
        self._section(_("Sound"))
        self._switch("sound", _("Sound"), _("Off: no effects and no music."))
        self._slider("volume", _("Overall volume"), _("Volume of everything together."), settings.volume)
        self._switch("music", _("Music"), _("Music in the menus and in the match."))
        self._slider("music_volume", _("Music volume"), _("Volume of the music."), settings.music_volume)
        effects = _("Volume of robots, machines and buttons.")
        self._slider("effects_volume", _("Effects volume"), effects, settings.effects_volume)

    def _lay_out_window(self) -> None:
        settings = self.app.settings
        self._section(_("Window"))
        size = settings.window_width, settings.window_height
        options = [(known, f"{known[0]} × {known[1]}") for known in self._sizes(size)]
        tooltip = _("Window size when not in full screen.")
        self._size = self._choice("", _("Window size"), tooltip, options, size)
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
        field = self._place()
        tooltip = _("Your player name, from the next match on.")
        self._label(_("Your name"))
        self.name: TextField = self._add(
            TextField(self.layer, field, settings.called, self._call, tooltip=tooltip, hint=_("Name")), _("Your name")
        )

    def _lay_out_colours(self) -> None:
        sights = [(name, _(title)) for name, title in SIGHT_NAMES.items()]
        tooltip = _("Colours of the robots, in the order of the players, from the next match on.")
        self._sight = self._choice("sight", _("Colours of robots"), tooltip, sights, self.app.settings.sight)

    def _show_robots(self, shown: bool) -> None:
        """Show the robots in the chosen colours while they are explained."""
        wanted = self.app.settings.sight if shown else ""
        if wanted == self._pictured:
            return
        self._pictured = wanted
        self._robots.clear()
        for seat, colours in enumerate(theme.colours_for(wanted) if wanted else ()):
            x = EXPLANATION.x + 44 + seat * 56
            self._robots.sprite(pictures.robot(CHASSIS[seat], colours.name, 64), x, EXPLANATION.y + 21, 38)

    def draw(self) -> None:
        """Draw the page, and the robots in its explanation."""
        super().draw()
        self._robots.draw()

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

    def _sizes(self, present: tuple[int, int]) -> list[tuple[int, int]]:
        """Return the window sizes that fit on the screen, and the current one."""
        width, height = self.app.largest_size
        fitting = {size for size in SIZES if size[0] <= width and size[1] <= height}
        return sorted({present, *fitting})

    # --- rows -----------------------------------------------------------------------------------------------------

    def _section(self, title: str) -> None:
        self.layer.heading(title, self._x, self._y + 2, 18, tint=theme.colour("accent"))
        width = LABEL + CONTROL
        self.layer.fill(Rect(self._x, self._y - 16, width, 2), theme.colour("line"))
        self._y -= SECTION

    def _label(self, title: str) -> None:
        self.layer.label(title, self._x + 4, self._y, size=16, width=LABEL - 12)
        self._y -= ROW

    def _place(self) -> Rect:
        return Rect(self._x + LABEL, self._y - CONTROL_HEIGHT / 2, CONTROL, CONTROL_HEIGHT)

    def _switch(self, name: str, title: str, tooltip: str) -> Any:
        on = self.app.fullscreen if name == "full_screen" else getattr(self.app.settings, name)
        spot = Rect(self._x + LABEL, self._y - Switch.BOX / 2, Switch.BOX, Switch.BOX)
        switch = Switch(self.layer, spot, on, lambda value: self._set(**{name: value}), tooltip=tooltip)
        self._label(title)
        return self._add(switch, title)

    def _slider(self, name: str, title: str, tooltip: str, value: int) -> None:
        slider = Slider(self.layer, self._place(), value, lambda chosen: self._set(**{name: chosen}), tooltip)
        self._label(title)
        self._add(slider, title)

    def _choice(self, name: str, title: str, tooltip: str, options: Sequence[tuple[Any, str]], chosen: Any) -> Any:
        def choose(value: Any) -> None:
            changes = {name: value} if name else {"window_width": value[0], "window_height": value[1]}
            self._set(**changes)

        choice = Choice(self.layer, self._place(), options, chosen, choose, tooltip)
        self._label(title)
        return self._add(choice, title)

    def _add(self, widget: Widget, title: str) -> Any:
        self.titles[widget] = title
        return self.controls.add(widget)

    # --- changes --------------------------------------------------------------------------------------------------

    def _set(self, **changes: Any) -> None:
        """Apply a change; it is saved in the next frame without a pressed button."""
        before = self.app.settings
        self._change(msgspec.structs.replace(before, **changes))
        self._unsaved = True
        if self.app.settings.language != before.language:
            self._build_again()

    def _call(self, name: str) -> None:
        """Change the name; an empty one keeps the previous name."""
        if name.strip():
            self._set(player_name=name)

    def _build_again(self) -> None:
        """Show everything anew, perhaps in another language; the focus stays where it was."""
        widgets = self.controls.widgets
        at = widgets.index(self.controls.focus) if self.controls.focus is not None else -1
        self._build()
        self.controls.motion(*self.app.pointer)
        if at >= 0:
            self.controls.set_focus(widgets[at])

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
            self.explained.text, self.help.text = self.titles[explained], explained.tooltip
        else:
            self.explained.text = _("Settings explained")
            self.help.text = _("Point at a setting to see what it does.")
        self._show_robots(shown=explained is self._sight)
        self._clock.show(self._seconds_left())

    def _show_full_screen(self) -> None:
        """React to F11; in full screen no size can be selected."""
        full = self.app.fullscreen
        if self._full.on != full:
            self._full.on = full
            self._full.refresh()
        if self._size.enabled == full:
            self._size.enabled = not full
            self._size.refresh()

    def _show_size(self) -> None:
        """React to a window that has been resized by hand."""
        settings = self.app.settings
        if self._size.value != (settings.window_width, settings.window_height):
            self._build_again()
            self._unsaved = True

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
    def focused(self) -> None:
        """Nothing: the panel explains the settings."""
        return

    def tooltip_at(self, x: float, y: float) -> str:
        """Return nothing: the panel explains the settings."""
        return ""
