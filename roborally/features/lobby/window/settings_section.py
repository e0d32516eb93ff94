"""The right part of the lobby: timer, variants and all settings, drawn from the manifests (CLI-505, CLI-512)."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from roborally.base.errors import GameError
from roborally.base.numbers import seconds_text
from roborally.base.translation import _, plugin_text
from roborally.features.lobby import presets as lobby_presets
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.variants import Variant
from roborally.features.lobby.window.section import Changed, LobbySection
from roborally.game.match_file import MAX_SEED
from roborally.game.settings import option_titles, options_of
from roborally.plugin_system.art import find_picture
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest import PresetManifest, Setting
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.fields import NumberField, Switch, TextField
from roborally.ui.toolkit.layout.leaves import here
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.scroll import ScrollArea
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button, Choice, Widget

HEAD = 38.0
"""The space above the scrolling part."""
CHOICE, FIELD, NUMBER, BOX = 200.0, 168.0, 140.0, Switch.BOX
"""The width of a control, by its kind."""
OPTION, OPTION_WIDE, PICTURE = 36.0, 320.0, 32.0
"""The height of a piece of equipment in a list, its smallest width beside another, and the side of its picture."""
MAX_LINES = 3
"""The maximum number of lines of a text beside a wide control; a longer one is above it."""
LINE = 16.0
PARTS = 3
"""The number of parts built per frame after the page has been opened."""
MAX_TIMER = 3600
TIMER_STEP = 15


class SettingsSection(LobbySection):
    """The scrolled content at the right; plugins with settings are collapsed until clicked."""

    def __init__(self, app: App, space: Space, lobby: LobbyModel, changed: Changed) -> None:
        """Start with the mode's settings expanded."""
        super().__init__(app, space, lobby, changed)
        self._mode = ""
        self.opened: set[str] = set()
        self._y = 0.0
        self._begins: list[float] = []
        """The positions of the rows of the content, below its upper edge."""
        self._breaks: list[float] = []
        """The positions where a row may be cut off."""
        self._labels: dict[tuple[str, str], Any] = {}
        self._captions: dict[str, Button] = {}
        self._counts: dict[tuple[str, str], Button] = {}
        self._presets: dict[Switch, PresetManifest] = {}
        self._missing: Iterator[None] | None = None
        self._shown = False
        self.inner: dict[str, Widget] = {}
        self.area = ScrollArea(space, self.layer, self._within())
        """The scrolling part."""

    def _within(self) -> Rect:
        return self.place._replace(height=self.place.height - HEAD)

    def node(self) -> Node:
        """Return it as a part of the page's tree; its content is laid out row by row, and scrolled."""
        return here(self._build, Size(260, 340), Size(270, 460))

    def rebuild(self) -> bool:
        """Build it again in its place."""
        self._build(self.place)
        return True

    def add(self, name: str, control: Any) -> Any:
        """Add a control beside the scrolling part, and return it."""
        self.controls[name] = control
        return control

    def _build(self, place: Rect) -> None:
        """Lay out the frame; the content follows in steps, once the page is visible."""
        self.place = place
        self.layer.clear()
        self.controls.clear()
        layer, dim = self.layer, theme.colour("text-dim")
        width = place.width - 164
        layer.label(_("Variants and settings"), place.x + 4, place.top - 14, size=13, tint=dim, width=width, wrap=True)
        by = 0.0 if self._mode != self.lobby.mode else self.area.position
        self.area = ScrollArea(layer.canvas, layer, self._within())
        self.add("area", self.area)
        spot = Rect(place.right - 150, place.top - 32, 150, 32)
        text = _("Play by the rules of the edition: no variants, no changed settings")
        self._reset = Button(layer, spot, _("Reset all"), self._reset_all, icon="undo", size=14, tooltip=text)
        self.add("reset", self._reset)
        if self._mode != self.lobby.mode:
            self._mode = self.lobby.mode
            self.opened = {self._mode}
            self._missing, self._shown = self._filling(), False
        else:
            self.fill()
            self.area.scroll_to(by)

    @property
    def ready(self) -> bool:
        """Whether all of the content has been laid out."""
        return self._missing is None

    def update(self, seconds: float) -> None:
        """Lay out more of the content if it is incomplete."""
        super().update(seconds)
        if self._missing is not None and self._shown:
            for _part in islice(self._missing, PARTS):
                pass

    def draw(self) -> None:
        """Draw the frame and the visible part of the content."""
        self._shown = True
        super().draw()
        self.area.draw()

    # --- content --------------------------------------------------------------------------------------------------

    def fill(self) -> None:
        """Lay out all of the content again; the focus stays where it was."""
        focus = next((name for name, widget in self.inner.items() if widget is self.area.group.focus), "")
        for _part in self._filling():
            pass
        if focus in self.inner:
            self.area.group.set_focus(self.inner[focus])

    def _filling(self) -> Iterator[None]:
        """Lay the content out again, a part at each step."""
        self.area.empty()
        self.inner.clear()
        self._labels.clear()
        self._captions.clear()
        self._counts.clear()
        self._presets.clear()
        self._y = self.area.rect.top
        self._begins.clear()
        self._breaks.clear()
        self._lay_out_match()
        yield
        for name, preset in lobby_presets.presets(self.lobby).items():
            self._lay_out_preset(name, preset)
            yield
        variants = self.lobby.variants()
        if variants:
            self._heading(_("Variants"))
        for variant in variants:
            self._lay_out_variant(variant)
            yield
        self._heading(_("Settings"))
        for plugin, settings in self.lobby.settings():
            yield from self._lay_out_group(plugin, settings)
        self.area.fill(self.area.rect.top - self._y, self._begins, self._breaks)
        self._missing = None
        self.refresh()

    def _add(self, name: str, control: Any) -> Any:
        self.inner[name] = self.area.group.add(control)
        return control

    def _begin(self) -> None:
        """Start a row."""
        self._begins.append(self.area.rect.top - self._y)

    def _heading(self, text: str) -> None:
        self._begin()
        self._y -= 38
        self.area.layer.heading(text, self.area.rect.x + 4, self._y + 16, 16, tint=theme.colour("accent"))

    def _lay_out_match(self) -> None:
        """Lay out timer and seed."""

        def spell(seconds: int) -> str:
            return seconds_text(seconds) if seconds else _("Off")

        timer = self._row(_("Timer: time to program, in seconds"), NUMBER)
        field = NumberField(
            self.area.layer,
            timer,
            self.lobby.seconds,
            self.set_timer,
            minimum=0,
            maximum=MAX_TIMER,
            step=TIMER_STEP,
            spell=spell,
        )
        self._add("timer", field)
        seed = self._row(_("Random seed: same number, same luck; empty: new luck every time"), FIELD)
        self._add(
            "seed",
            TextField(
                self.area.layer,
                seed,
                "" if self.lobby.seed is None else str(self.lobby.seed),
                self._set_seed,
                hint=_("random"),
                allowed=lambda letter: letter in "0123456789",
                longest=len(str(MAX_SEED)) - 1,
            ),
        )

    def _row(self, text: str, control: float, key: tuple[str, str] | None = None) -> Rect:
        """Write a text and return the rectangle of its control: to its right, or below its right end.

        It is below if the text is long and the control wide, so that the text has more space.
        """
        self._begin()
        layer, across, height = self.area.layer, self.area.width - 12, 32.0
        beside = across - control - 10
        label = layer.label(text, self.area.rect.x + 8, self._y - 6, size=12, width=beside, wrap=True, anchor_y="top")
        long = label.shown_size[1] > MAX_LINES * LINE and control > BOX
        if long:
            label.wrap_at(across)
        if key is not None:
            self._labels[key] = label
        sentence = label.shown_size[1]
        tall = sentence + height + 14 if long else max(height + 6, sentence + 12)
        if not long:
            label.move(label.x, self._y - (tall - sentence) / 2)
        self._y -= tall
        up = 4 if long else (tall - height) / 2
        return Rect(self.area.rect.x + self.area.width - control, self._y + up, control, height)

    def _text(self, text: str, tint: str) -> None:
        """Write a paragraph below a switch."""
        label = self.area.layer.label(
            text,
            self.area.rect.x + 36,
            self._y,
            size=12,
            width=self.area.width - 44,
            wrap=True,
            anchor_y="top",
            tint=theme.colour(tint),
        )
        self._y -= label.shown_size[1] + 3

    def _lay_out_preset(self, name: str, preset: PresetManifest) -> None:
        """Add a switch for a group of settings, with a text about their effect."""
        self._begin()
        self._y -= 34
        spot = Rect(self.area.rect.x + 4, self._y, self.area.width - 8, 26)
        title, text = lobby_presets.words(self.lobby, preset)
        switch = Switch(self.area.layer, spot, False, lambda on: self._choose(preset, on), text=title)
        self._presets[self._add(f"preset {name}", switch)] = preset
        self._text(text, "text-dim")

    def _lay_out_variant(self, variant: Variant) -> None:
        """Add a switch with its title, the reason if it is disabled or does nothing, and the description."""
        plugin = variant.plugin
        self._begin()
        self._y -= 28
        spot = Rect(self.area.rect.x + 4, self._y, self.area.width - 8, 26)
        title = plugin_text(plugin.folder, plugin.manifest.title)
        switch = Switch(self.area.layer, spot, variant.on, lambda on: self._switch(plugin.id, on), text=title)
        self._add(f"variant {plugin.id}", switch).enable(variant.free)
        if variant.note:
            self._text(variant.note, "text" if variant.free else "warning")
        if variant.absent:
            self._text(_("This course has none."), "warning")
        if variant.note or variant.absent:
            self._breaks.append(self.area.rect.top - self._y)
        self._text(plugin_text(plugin.folder, plugin.manifest.description), "text-dim")
        self._y -= 5

    def _lay_out_group(self, plugin: Plugin, settings: dict[str, Setting]) -> Iterator[None]:
        """Add a button with the plugin's title, and its settings if it is expanded."""
        unfolded = plugin.id in self.opened
        self._begin()
        self._y -= 36
        spot = Rect(self.area.rect.x + 4, self._y, self.area.width - 4, 32)
        text = _("Click to hide these settings") if unfolded else _("Click to show these settings")
        button = Button(
            self.area.layer,
            spot,
            self._caption(plugin),
            lambda: self._fold(plugin.id),
            icon="minus" if unfolded else "plus",
            size=14,
            tooltip=text,
        )
        self._captions[plugin.id] = self._add(f"group {plugin.id}", button)
        yield
        if unfolded:
            for name, setting in settings.items():
                self._lay_out_setting(plugin, name, setting)
                yield
            self._y -= 8

    def _caption(self, plugin: Plugin) -> str:
        title = plugin_text(plugin.folder, plugin.manifest.title)
        changed = sum(self.lobby.is_changed(plugin.id, name) for name in plugin.manifest.settings)
        return _("{plugin} ({count} changed)").format(plugin=title, count=changed) if changed else title

    def _lay_out_setting(self, plugin: Plugin, name: str, setting: Setting) -> None:
        """Add a setting's explanation and the control for its type."""
        width = {"switch": BOX, "choice": CHOICE, "text": FIELD, "without": FIELD}.get(setting.type, NUMBER)
        spot = self._row(plugin_text(plugin.folder, setting.text), width, (plugin.id, name))
        layer, now = self.area.layer, self.lobby.value(plugin.id, name)
        if setting.type == "without":
            self._lay_out_options(plugin.id, name, spot)
            return
        change: Callable[[Any], None] = lambda value: self._set(plugin.id, name, value)  # noqa: E731
        control: Widget
        if setting.type == "switch":
            control = Switch(layer, spot, now, change)
        elif setting.type == "choice":
            options = [(choice, plugin_text(plugin.folder, setting.title(choice))) for choice in setting.choices]
            control = Choice(layer, spot, options, now, change)
        elif setting.type == "text":
            control = TextField(layer, spot, now, change)
        else:
            step = 1 if setting.type == "integer" else 0.5
            control = NumberField(layer, spot, now, change, minimum=setting.minimum, maximum=setting.maximum, step=step)
        self._add(f"{plugin.id} {name}", control)

    def _lay_out_options(self, plugin: str, name: str, spot: Rect) -> None:
        """Add a button with the number of pieces of equipment, and a switch for each if it is expanded."""
        key = f"{plugin} {name}"
        unfolded = key in self.opened
        layer = self.area.layer
        text = _("Click to hide the list") if unfolded else _("Click to choose")
        icon = "minus" if unfolded else "plus"
        button = Button(
            layer, spot, self._count(plugin, name), lambda: self._fold(key), icon=icon, size=14, tooltip=text
        )
        self._counts[plugin, name] = self._add(key, button)
        if not unfolded:
            return
        without, owners = self.lobby.value(plugin, name), options_of(self.lobby.plugins)
        abreast = max(1, int(self.area.width // OPTION_WIDE))
        wide = self.area.width / abreast
        for number, (option, title) in enumerate(option_titles(self.lobby.plugins).items()):
            if number % abreast == 0:
                self._begin()
                self._y -= OPTION
            left = self.area.rect.x + number % abreast * wide
            place = Rect(left + 32 + PICTURE, self._y, wide - 36 - PICTURE, OPTION)
            change = partial(self._play_with, plugin, name, option)
            owner, manifest = owners[option], owners[option].manifest.option[option]
            text = plugin_text(owner.folder, manifest.text)
            path = find_picture(manifest.sprite or f"{option}.png", owner, self.lobby.plugins)
            image = pictures.picture(path, 64) if path else pictures.missing_tile(option[:1].upper(), 64)
            layer.sprite(image, left + 24 + PICTURE / 2, place.centre[1], PICTURE)
            switch = Switch(layer, place, option not in without, change, text=title, size=12, tooltip=text)
            self._add(f"{key} {option}", switch)
        self._y -= 6

    def _count(self, plugin: str, name: str) -> str:
        every = len(option_titles(self.lobby.plugins))
        return _("{count} of {all}").format(count=every - len(self.lobby.value(plugin, name)), all=every)

    def _play_with(self, plugin: str, name: str, option: str, on: bool) -> None:
        """Add a piece of equipment to the match or leave it out."""
        without = {*self.lobby.value(plugin, name)} - {option}
        self._set(plugin, name, sorted(without if on else without | {option}))

    # --- changes --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Mark changed settings."""
        for (plugin, name), label in self._labels.items():
            label.tint = theme.colour("accent" if self.lobby.is_changed(plugin, name) else "text")
        for (plugin, name), button in self._counts.items():
            button.text = self._count(plugin, name)
        for id_, button in self._captions.items():
            button.text = self._caption(self.lobby.catalogue.get(id_))
        for switch, preset in self._presets.items():
            switch.on = lobby_presets.is_on(self.lobby, preset)
            switch.refresh()
        if isinstance(timer := self.inner.get("timer"), NumberField):
            timer.follow(self.lobby.seconds)
        if self.ready:
            self._reset.enable(not self.lobby.is_plain)

    def set_timer(self, seconds: int) -> None:
        """Set the time to program."""
        self.lobby.timer = seconds
        self.changed()

    def _set_seed(self, digits: str) -> None:
        self.lobby.seed = int(digits) if digits else None
        self.changed()

    def _set(self, plugin: str, name: str, value: Any) -> None:
        self.lobby.set_value(plugin, name, value)
        self.changed()

    def _choose(self, preset: PresetManifest, on: bool) -> None:
        lobby_presets.switch(self.lobby, preset, on)
        self.fill()
        self.changed()

    def _switch(self, plugin: str, on: bool) -> None:
        try:
            self.lobby.switch(plugin, on)
        except GameError as error:
            message(self.app, _("This cannot be changed"), error.message)
        self.fill()
        self.changed("course", "seats")

    def _fold(self, plugin: str) -> None:
        self.opened ^= {plugin}
        self.fill()

    def _reset_all(self) -> None:
        self.lobby.reset()
        self.fill()
        self.changed("course")
