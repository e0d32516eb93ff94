"""The third step of the lobby page: timer, variants and all settings, made from the manifests (CLI-505, CLI-512)."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
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
from roborally.ui.toolkit.controls.fields import NumberField, Switch, TextField
from roborally.ui.toolkit.controls.scroll import ScrollArea
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space
from roborally.ui.toolkit.layout.leaves import (
    button,
    choice,
    disabled,
    field,
    heading,
    label,
    number_field,
    picture,
    scroll,
    switch,
)
from roborally.ui.toolkit.layout.nodes import Leaf, Node

CHOICE, FIELD, NUMBER = 200.0, 168.0, 140.0
"""The widths of a choice, a text field and a number field, in units."""
LETTER = 2.3
"""The width in units per letter that an explanation asks for, so that it has three lines beside its control."""
WORD = 90.0
"""The width in units of a short explanation beside its control."""
INDENT = 28.0
"""The additional indent of a text below a switch, in units."""
SIDE = 32.0
"""The side in units of the picture of a piece of equipment."""
MAX_TIMER = 3600
TIMER_STEP = 15
ABSENT = "absent"
"""The key of the button that shows the variants without an effect on the course."""


class SettingsSection(LobbySection):
    """The step of the lobby page with timer, variants and settings; each plugin's settings can be collapsed."""

    width, share = 380.0, 1.0
    area: ScrollArea
    """The scroll area with all rows."""

    def __init__(self, app: App, lobby: LobbyModel, changed: Changed) -> None:
        super().__init__(app, lobby, changed)
        self._mode = ""
        self.opened: set[str] = set()
        self._shows: list[Callable[[], object]] = []
        """Functions that each show the current value in one control."""

    def tree(self) -> Node:
        """Return the layout: a title, the button that resets everything, and the scroll area."""
        if self._mode != self.lobby.mode:
            self._mode, self.opened = self.lobby.mode, {self.lobby.mode}
        self._shows.clear()
        tooltip = _("Play by the rules of the edition: no variants, no changed settings")
        reset = button(_("Reset all"), self._reset_all, height=32, size=14, icon="undo", tooltip=tooltip)
        self._showing(reset, lambda made: made.enable(not self.lobby.is_plain))
        area = scroll(column(*self._rows(), gap=8, pad=(4, 0)), least=230, most=420).named("area").kept(self, "area")
        title = label(_("Variants and settings"), 13, tint=theme.colour("text-dim"), wrap=True)
        return column(row(title.grow(), reset.named("reset"), gap=10), area.grow(), gap=6)

    def refresh(self) -> None:
        """Show the current values, and mark changed settings."""
        for show in self._shows:
            show()

    # --- content --------------------------------------------------------------------------------------------------

    def _showing(self, leaf: Leaf[Any], show: Callable[[Any], object]) -> Leaf[Any]:
        """Return the leaf; once its control has been made, each `refresh` calls `show(control)`."""
        return leaf.then(lambda made: self._shows.append(partial(show, made)))

    def _rows(self) -> Iterator[Node]:
        """Yield the rows: timer, seed, presets, variants, and the settings of each plugin."""
        yield self._timer()
        seed = field(
            "",
            self._set_seed,
            hint=_("random"),
            allowed=lambda letter: letter in "0123456789",
            longest=len(str(MAX_SEED)) - 1,
        )
        text = _("Random seed: same number, same luck; empty: new luck every time")
        yield _beside(_words(text), self._showing(seed.wide(FIELD).named("seed"), self._show_seed))
        for name, preset in lobby_presets.presets(self.lobby).items():
            yield self._preset(name, preset)
        if variants := self.lobby.variants():
            yield _heading(_("Variants"))
            yield from self._variants(variants)
        yield _heading(_("Settings"))
        for plugin, settings in self.lobby.settings():
            yield self._group(plugin)
            if plugin.id in self.opened:
                for name, setting in settings.items():
                    yield from self._setting(plugin, name, setting)

    def _show_seed(self, made: TextField) -> None:
        made.value = "" if self.lobby.seed is None else str(self.lobby.seed)
        made.refresh()

    def _timer(self) -> Node:
        def spell(seconds: int) -> str:
            return seconds_text(seconds) if seconds else _("Off")

        def show(made: NumberField) -> None:
            made.follow(self.lobby.seconds)

        timer = number_field(
            self.lobby.seconds, self.set_timer, minimum=0, maximum=MAX_TIMER, step=TIMER_STEP, spell=spell
        )
        text = _words(_("Timer: time to program, in seconds"))
        return _beside(text, self._showing(timer.wide(NUMBER).named("timer"), show))

    def _preset(self, name: str, preset: PresetManifest) -> Node:
        """Return a switch for a preset (a group of settings), with a text about its effect."""

        def show(made: Switch) -> None:
            made.on = lobby_presets.is_on(self.lobby, preset)
            made.refresh()

        title, text = lobby_presets.words(self.lobby, preset)
        made = switch(lobby_presets.is_on(self.lobby, preset), partial(self._choose, preset), title).named(
            f"preset {name}"
        )
        return column(self._showing(made, show), _below(text), gap=2)

    def _variants(self, variants: Sequence[Variant]) -> Iterator[Node]:
        """Yield a row for each variant; those that are off and have no effect on the course are behind a button."""
        hidden = [variant for variant in variants if variant.absent and not variant.on]
        yield from (self._variant(variant) for variant in variants if variant not in hidden)
        if hidden:
            several = _("{count} more do not fit this course").format(count=len(hidden))
            text = _("1 more does not fit this course") if len(hidden) == 1 else several
            yield self._folding(ABSENT, lambda: text).named(ABSENT)
            yield from (self._variant(variant) for variant in hidden if ABSENT in self.opened)

    def _variant(self, variant: Variant) -> Node:
        """Return the switch of a variant, with notes about why it is disabled or has no effect, and its description."""
        plugin = variant.plugin
        title = plugin_text(plugin.folder, plugin.manifest.title)
        made = switch(variant.on, partial(self._switch, plugin.id), title).named(f"variant {plugin.id}")
        notes = [_below(variant.note, "text" if variant.free else "warning")] if variant.note else []
        if variant.absent:
            notes.append(_below(_("This course has none."), "warning"))
        text = plugin_text(plugin.folder, plugin.manifest.description)
        return column(made if variant.free else disabled(made), *notes, _below(text), gap=2)

    def _group(self, plugin: Plugin) -> Node:
        """Return the button that expands or collapses the settings of a plugin."""
        return self._folding(plugin.id, lambda: self._caption(plugin)).named(f"group {plugin.id}")

    def _folding(self, key: str, text: Callable[[], str]) -> Leaf[Button]:
        """Return a button that expands or collapses the rows of a `key`; `text()` returns its caption."""

        def show(made: Button) -> None:
            made.text = text()

        unfolded = key in self.opened
        icon, tooltip = ("minus", _("Hide the list")) if unfolded else ("plus", _("Show the list"))
        made = button(text(), partial(self._fold, key), height=32, size=14, icon=icon, tooltip=tooltip)
        return self._showing(made, show)

    def _caption(self, plugin: Plugin) -> str:
        title = plugin_text(plugin.folder, plugin.manifest.title)
        changed = sum(self.lobby.is_changed(plugin.id, name) for name in plugin.manifest.settings)
        return _("{plugin} ({count} changed)").format(plugin=title, count=changed) if changed else title

    def _setting(self, plugin: Plugin, name: str, setting: Setting) -> Iterator[Node]:
        """Yield a setting's explanation with the control for its type, and its list of equipment if expanded."""

        def show(made: Label) -> None:
            made.tint = theme.colour("accent" if self.lobby.is_changed(plugin.id, name) else "text")

        key, now = f"{plugin.id} {name}", self.lobby.value(plugin.id, name)
        words = self._showing(_words(plugin_text(plugin.folder, setting.text)), show)
        change: Callable[[Any], None] = partial(self._set, plugin.id, name)
        if setting.type == "switch":
            yield row(words, switch(now, change).named(key), gap=10)
        elif setting.type == "choice":
            options = [(each, plugin_text(plugin.folder, setting.title(each))) for each in setting.choices]
            yield _beside(words, choice(options, now, change).wide(CHOICE).named(key))
        elif setting.type == "text":
            yield _beside(words, field(now, change).wide(FIELD).named(key))
        elif setting.type == "without":
            unfold = self._folding(key, partial(self._count, plugin.id, name))
            yield _beside(words, unfold.wide(FIELD).named(key))
            if key in self.opened:
                yield self._options(plugin.id, name)
        else:
            step = 1 if setting.type == "integer" else 0.5
            made = number_field(now, change, minimum=setting.minimum, maximum=setting.maximum, step=step)
            yield _beside(words, made.wide(NUMBER).named(key))

    def _options(self, plugin: str, name: str) -> Node:
        """Return a picture and a switch for each piece of equipment; off if the setting `name` excludes it."""
        without, owners = self.lobby.value(plugin, name), options_of(self.lobby.plugins)
        cells = []
        for option, title in option_titles(self.lobby.plugins).items():
            owner, manifest = owners[option], owners[option].manifest.option[option]
            path = find_picture(manifest.sprite or f"{option}.png", owner, self.lobby.plugins)
            image = pictures.picture(path, 64) if path else pictures.missing_tile(option[:1].upper(), 64)
            change, text = partial(self._play_with, plugin, name, option), plugin_text(owner.folder, manifest.text)
            made = switch(option not in without, change, title, size=12, tooltip=text).high(SIDE + 4)
            cells.append(row(picture(image, SIDE), made.named(f"{plugin} {name} {option}").grow()))
        return flow(*cells, gap=12, below=0, pad=(SIDE / 2, 0), equal=True)

    def _count(self, plugin: str, name: str) -> str:
        every = len(option_titles(self.lobby.plugins))
        return _("{count} of {all}").format(count=every - len(self.lobby.value(plugin, name)), all=every)

    def _play_with(self, plugin: str, name: str, option: str, on: bool) -> None:
        """Include (`on`) or exclude the equipment `option` in the list of the setting `name`."""
        without = {*self.lobby.value(plugin, name)} - {option}
        self._set(plugin, name, sorted(without if on else without | {option}))

    # --- changes --------------------------------------------------------------------------------------------------

    def set_timer(self, seconds: int) -> None:
        """Set the seconds for programming, 0 for no timer."""
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
        self.changed(anew=True)

    def _switch(self, plugin: str, on: bool) -> None:
        try:
            self.lobby.switch(plugin, on)
        except GameError as error:
            message(self.app, _("This cannot be changed"), error.message)
        self.changed(anew=True)

    def _fold(self, plugin: str) -> None:
        self.opened ^= {plugin}
        self.changed(anew=True)

    def _reset_all(self) -> None:
        self.lobby.reset()
        self.changed(anew=True)


def _heading(text: str) -> Node:
    return row(heading(text, 16, wrap=True).grow(), pad=(0, 6))


def _below(text: str, tint: str = "text-dim") -> Node:
    """Return an indented paragraph for the line below a switch."""
    return row(Node().wide(INDENT), label(text, 12, tint=theme.colour(tint), wrap=True).grow(), gap=4)


def _words(text: str) -> Leaf[Label]:
    """Return the explanation of a setting in a width that makes about three lines."""
    return label(text, 12, wrap=True).wide(most=max(WORD, LETTER * len(text))).grow()


def _beside(text: Leaf[Label], control: Leaf[Any]) -> Node:
    """Return a control at the right of a text, or below it if there is no room."""
    return fitting(lambda: row(text, control, gap=10), lambda: column(text, row(space(), control), gap=4))
