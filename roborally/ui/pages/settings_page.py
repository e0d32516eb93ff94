"""The page of settings (CLI-801 to CLI-807), which applies and saves every change at once."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import arcade
import msgspec

from roborally.base.player_names import tidy_name
from roborally.base.translation import _
from roborally.plugin import text
from roborally.profile import Settings
from roborally.profile.language import LANGUAGE_NAMES
from roborally.ui.match.panel.moving_panel import SPEED_NAMES
from roborally.ui.pages.setting_help import SettingHelp
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.name_field import NameField
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layout.branches import column, fitting, flow, form, row, space
from roborally.ui.toolkit.layout.leaves import button, choice, heading, label, name_field, plain, slider, switch
from roborally.ui.toolkit.layout.nodes import Leaf, Node
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.theme import Rect, colour

SIZES = (
    *((800, 1200), (1024, 640), (1024, 768), (1280, 720), (1280, 960), (1366, 768), (1600, 900)),
    *((1920, 1080), (2560, 1080), (2560, 1440)),
)
NONE = "–"
"""The text shown in place of the window's size in full screen."""
SCALES = range(80, 201, 10)
"""The sizes of texts and controls that can be chosen, in percent."""
SIGHT_NAMES = {
    "usual": text("Usual"),
    "protan": text("Weak red (protan)"),
    "deutan": text("Weak green (deutan)"),
    "tritan": text("Weak blue (tritan)"),
}


class SettingsPage(TreePage):
    """The page of settings; a panel explains the setting under the mouse or with the focus.

    Where the page must be scrolled, each setting is explained below itself instead. `change(settings)` applies changed
    settings, `save()` writes them to their file.
    """

    opaque = False
    is_snug = True
    name: NameField
    """The field for the player's name."""
    _is_long = False
    """Whether the page must be scrolled."""

    def __init__(
        self,
        app: App,
        change: Callable[[Settings], None],
        save: Callable[[], None],
    ) -> None:
        super().__init__(app)
        self._change = change
        self._save = save
        self._unsaved = False
        self.help = SettingHelp(self.space)
        self.rebuild()

    # --- layout ---------------------------------------------------------------------------------------------------

    def rebuild(self) -> None:
        """Build the page again; first as if all of it could be seen, which shows whether it can."""
        self._is_long = False
        super().rebuild()
        if self.area.height > self.space.whole.height:
            self._is_long = True
            super().rebuild()

    def tree(self) -> Node:
        """Return the content of the page: the settings, in two columns if they fit, with their explanations."""
        self._titles: dict[str, str] = {}
        self._labels: dict[str, Leaf[Label]] = {}
        self._texts = [_("Point at a setting to see what it does.")]
        gap = 0 if self._is_long else 7  # explanations are near what they explain, and keep the distance themselves
        left, right = form(*self._sound(), *self._window(), gap=gap), form(*self._player(), *self._game(), gap=gap)
        return column(
            row(heading(_("Settings"), 28).grow(), self.clock()),
            fitting(lambda: row(left.grow(), right.grow(), gap=32, even=True), lambda: column(left, right)),
            self._bottom(),
            gap=14,
            pad=(24, 16),
        )

    def _bottom(self) -> Node:
        back = button(_("Back"), self.app.pop, icon="arrow-left", height=46).wide(least=170).named("back")
        keys = self._keys()
        if self._is_long:
            return flow(back, keys)
        panel = self.help.tree([_("Settings explained"), *self._titles.values()], self._texts)
        return fitting(
            lambda: row(column(keys, back.at("end")).at("end"), panel.grow(), gap=16).wide(least=720),
            lambda: column(panel, flow(back, keys)),
        )

    def _sound(self) -> Iterator[Node]:
        yield self._section(_("Sound"))
        yield self._switches(
            self._switch("sound", _("Sound"), _("Off: no effects and no music.")),
            self._switch("music", _("Music"), _("Music in the menus and in the match.")),
        )
        effects = _("Volume of robots, machines and buttons.")
        yield from self._slider("volume", _("Overall volume"), _("Volume of everything together."))
        yield from self._slider("music_volume", _("Music volume"), _("Volume of the music."))
        yield from self._slider("effects_volume", _("Effects volume"), effects)

    def _window(self) -> Iterator[Node]:
        settings = self.app.settings
        size = settings.window_width, settings.window_height
        help_text = _("Window size when not in full screen.")
        self._size = choice(self._size_options(size), size, self._resize, help_text)
        scales = [(scale, f"{scale} %") for scale in SCALES]
        sights = [(name, _(title)) for name, title in SIGHT_NAMES.items()]
        low = _("No smooth edges, for slow computers. Restart the game to apply.")
        scale = _("Size of texts and controls. In a match the board takes what they leave.")
        scale += " " + _("In a small window, sizes close to each other can look alike.")
        robots = _("Colours of the robots, in the order of the players, from the next match on.")
        yield self._section(_("Window"))
        yield from self._row("window_size", _("Window size"), help_text, self._size)
        yield from self._choice("interface_scale", _("Size of texts"), scale, scales)
        yield self._switches(
            self._switch("full_screen", _("Full screen"), _("Fill the whole screen (F11).")),
            self._switch("low_graphics", _("Low graphics"), low),
        )
        yield from self._choice("sight", _("Colours of robots"), robots, sights)
        if self._is_long:
            yield self.help.line_up()

    def _player(self) -> Iterator[Node]:
        languages = [(name, _(title)) for name, title in LANGUAGE_NAMES.items()]
        language, name = (
            _("Language of all texts; “System” follows your computer."),
            _("Your player name, from the next match on."),
        )
        field = name_field(self.app.settings.called, self._call, tooltip=name).kept(self, "name")
        yield self._section(_("Language and name"))
        yield from self._choice("language", _("Language"), language, languages)
        yield from self._row("player_name", _("Your name"), name, field)

    def _game(self) -> Iterator[Node]:
        speeds = [(name, _(title)) for name, title in SPEED_NAMES.items()]
        speed = _("Speed of the robots; you can also change it during a match.")
        slow = _("Slows down when your robot is pushed, shot or destroyed, except with “Skip”.")
        floor = _("A lighter floor of the boards: dark robots stand out more.")
        follow = _("On a large course, the view shows the robots that act.")
        ghost = _("While you program, a ghost shows where your robot would end up if nothing gets in its way.")
        ask = _("A program that would destroy your robot must be confirmed twice, while the programming aid is on.")
        motion = _("The view cuts in place of moving along, and belts stand still.")
        names = _("The names of the robots, beside them on the board. Applies at once.")
        commentary = _("A strip below the board tells what is remarkable about the match. Applies at once.")
        talk = _("Robots comment on what happens to them, beside the board.")
        yield self._section(_("Game"))
        yield from self._choice("moving_speed", _("Moving speed"), speed, speeds)
        yield self._switches(
            self._switch("slow_when_it_matters", _("Slow when it matters"), slow),
            self._switch("light_floor", _("Light floor"), floor),
            self._switch("follow_camera", _("Follow robots"), follow),
            self._switch("programming_aid", _("Programming aid"), ghost),
            self._switch("ask_before_loss", _("Ask before a loss"), ask),
            self._switch("reduced_motion", _("Less motion"), motion),
            self._switch("name_tags", _("Names on the board"), names),
            self._switch("commentary", _("Commentary"), commentary),
            self._switch("robot_lines", _("Robots talk"), talk),
        )

    def _keys(self) -> Node | None:
        if self.app.on_keys is None:
            return None
        help_text = _("What every key and every button of a gamepad does where you are.")
        keys = button(_("Keys (F2)"), self.app.on_keys, tooltip=help_text, height=46, size=15).wide(least=170)
        self._explain("keys", _("Keys (F2)"), help_text)
        return keys.named("keys")

    def draw(self) -> None:
        """Draw the page, and the robots in the explanation."""
        super().draw()
        self.help.draw()

    def _size_options(self, present: tuple[int, int]) -> list[tuple[tuple[int, int], str]]:
        width, height = self.app.largest_size
        fitting = {size for size in SIZES if size[0] <= width and size[1] <= height}
        return [(size, f"{size[0]} × {size[1]}") for size in sorted({present, *fitting})]

    # --- rows -----------------------------------------------------------------------------------------------------

    def _section(self, title: str) -> Node:
        return column(heading(title, 18), plain("line"), gap=1, pad=(0, 3))

    def _explain(self, name: str, title: str, help_text: str) -> None:
        self._titles[name] = title
        self._texts.append(help_text)

    def _row(self, name: str, title: str, help_text: str, control: Leaf[Any]) -> Iterator[Node]:
        self._explain(name, title, help_text)
        self._labels[name] = label(title, 16, wrap=True)
        yield row(self._labels[name], control.named(name).grow(), gap=12)
        if self._is_long:
            yield self._below(help_text)

    def _below(self, help_text: str) -> Node:
        return column(label(help_text, 14, tint=colour("text-dim"), wrap=True), space(0, 14), gap=0)

    def _switch(self, name: str, title: str, help_text: str) -> Node:
        self._explain(name, title, help_text)
        on = self.app.fullscreen if name == "full_screen" else getattr(self.app.settings, name)
        box = switch(on, lambda value: self._set(**{name: value}), title, size=16, tooltip=help_text).named(name)
        if name == "full_screen":
            self._full = box
        return column(box, self._below(help_text), gap=0) if self._is_long else box

    def _switches(self, *switches: Node) -> Node:
        return flow(*switches, gap=24, below=7, equal=True, most=2)

    def _slider(self, name: str, title: str, help_text: str) -> Iterator[Node]:
        value = getattr(self.app.settings, name)
        return self._row(name, title, help_text, slider(value, lambda chosen: self._set(**{name: chosen}), help_text))

    def _choice(self, name: str, title: str, help_text: str, options: Sequence[tuple[Any, str]]) -> Iterator[Node]:
        chosen = getattr(self.app.settings, name)
        made = choice(options, chosen, lambda value: self._set(**{name: value}), help_text)
        return self._row(name, title, help_text, made)

    # --- changes --------------------------------------------------------------------------------------------------

    def _set(self, **changes: Any) -> None:
        """Apply changed settings; they are saved in the next frame without a pressed control."""
        before = self.app.settings
        self._change(msgspec.structs.replace(before, **changes))
        self._unsaved = True
        if self.app.settings.language != before.language:
            self.rebuild()

    def _resize(self, size: tuple[int, int]) -> None:
        self._set(window_width=size[0], window_height=size[1])

    def _call(self, name: str) -> None:
        if self.name.judge():
            self._set(player_name=tidy_name(name))

    def settled(self) -> None:
        """Lay the page out again for the window's final size, and save a size that the player has changed by hand."""
        self._unsaved |= self._is_resized
        super().settled()

    def update(self, seconds: float) -> None:
        """Save changes, follow the window's size and full screen, and explain settings."""
        super().update(seconds)
        if self._unsaved and not any(widget.pressed for widget in self.controls.widgets):
            self._unsaved = False
            self._save()
        self._show_full_screen()
        self._show_size()
        if self._is_long:
            self.help.show_robots(self.app.settings.sight)
        else:
            self._explain_pointed()

    def _explain_pointed(self) -> None:
        """Explain the setting under mouse or focus in the panel."""
        over: Widget | None = next((widget for widget in self.controls.widgets if widget.hovered), None)
        explained = over or self._labelled_at(*self.app.pointer) or self.controls.focus
        name = explained.name if explained is not None else ""
        if explained is not None and name in self._titles:
            self.help.explain(self._titles[name], explained.tooltip)
        else:
            self.help.explain(_("Settings explained"), self._texts[0])
        self.help.show_robots(self.app.settings.sight if name == "sight" else "")

    def _labelled_at(self, x: float, y: float) -> Widget | None:
        """Return the control whose row (its label, and the space up to the control) is at a point, or `None`."""
        named = self.controls.named
        for name, written in self._labels.items():
            widget: Widget = named[name]
            area, start = widget.rect, written.made.box.x
            if Rect(start, area.y, area.right - start, area.height).holds(x, y):
                return widget
        return None

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the explanation of the setting at a point, also beside its control, or an empty text."""
        labelled = self._labelled_at(x, y)
        return super().tooltip_at(x, y) or (labelled.tooltip if labelled is not None else "")

    def _show_full_screen(self) -> None:
        """Follow a change of full screen by F11: the window's size can be chosen only without it."""
        full, box, sizes = self.app.fullscreen, self._full.made, self._size.made
        if box.on != full:
            box.on = full
            box.refresh()
        if sizes.enabled == full:
            size = sizes.value
            sizes.enabled = not full
            sizes.show([(size, NONE)] if full else self._size_options(size), size)

    @property
    def _is_resized(self) -> bool:
        """Whether the window's size differs from the one shown on the page."""
        return bool(self._size.made.value != (self.app.settings.window_width, self.app.settings.window_height))

    def _show_size(self) -> None:
        """Build the page again if the window has been resized by hand."""
        if self._is_resized:
            self._unsaved = True
            self.rebuild()

    def closed(self) -> None:
        """Save changes that have not been saved yet."""
        if self._unsaved:
            self._unsaved = False
            self._save()

    # --- input ----------------------------------------------------------------------------------------------------

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key; the up and down arrows move the focus through the settings, as Tab does."""
        keys = arcade.key
        if symbol in (keys.UP, keys.DOWN):
            self.controls.key(keys.TAB, keys.MOD_SHIFT if symbol == keys.UP else 0)
        else:
            super().key(symbol, modifiers)
