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
from roborally.ui.toolkit.fields import NumberField, Switch
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space
from roborally.ui.toolkit.layout.leaves import (
    button,
    choice,
    field,
    filled,
    heading,
    label,
    number_field,
    picture,
    switch,
    widget,
)
from roborally.ui.toolkit.layout.measure import metrics
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size
from roborally.ui.toolkit.scroll import ScrollArea
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.widgets import Button, Widget

CHOICE, FIELD, NUMBER = 200.0, 168.0, 140.0
"""The width of a control, by its kind."""
LETTER = 2.3
"""The width that a letter of an explanation needs in three lines; one that would have more is above its control."""
WORD = 90.0
"""The width of a short explanation beside its control."""
INDENT = 28.0
"""How much farther right a text below a switch begins."""
SIDE = 32.0
"""The side of the picture of a piece of equipment."""
PARTS = 3
"""The number of rows built per frame after the page has been opened."""
MAX_TIMER = 3600
TIMER_STEP = 15


class SettingsSection(LobbySection):
    """The scrolled content at the right; plugins with settings are collapsed until clicked."""

    area: ScrollArea
    """The scrolling part."""

    def __init__(self, app: App, space: Space, lobby: LobbyModel, changed: Changed) -> None:
        """Start with the mode's settings expanded."""
        super().__init__(app, space, lobby, changed)
        self._mode = ""
        self.opened: set[str] = set()
        self._shows: list[Callable[[], object]] = []
        """Show the current values."""
        self._missing: Iterator[None] | None = None
        self._shown = False

    def tree(self) -> Node:
        """Return a title, the button that resets everything, and the scrolling part."""
        tooltip = _("Play by the rules of the edition: no variants, no changed settings")
        reset = button(_("Reset all"), self._reset_all, height=32, size=14, icon="undo", tooltip=tooltip)
        self._reset_leaf = reset.named("reset")
        area = widget(
            lambda layer, rect: ScrollArea(layer.canvas, layer, rect), width=Size(260, 340), height=Size(230, 420)
        )
        self._area_leaf = area.named("area").grow()
        title = label(_("Variants and settings"), 13, tint=theme.colour("text-dim"), wrap=True)
        return column(row(title.grow(), self._reset_leaf, gap=10), self._area_leaf, gap=6)

    def built(self) -> None:
        """Lay out the content at once, or for another mode in steps, once the page is visible."""
        by = self.area.position if self._mode == self.lobby.mode else None
        self.area, self._missing, self._shown = self._area_leaf.made, self._filling(), False
        if by is not None:
            self.fill()
            self.area.scroll_to(by)
        else:
            self._mode = self.lobby.mode
            self.opened = {self._mode}

    @property
    def ready(self) -> bool:
        """Whether all of the content has been laid out."""
        return self._missing is None

    @property
    def inner(self) -> dict[str, Widget]:
        """The controls of the content by name."""
        return {each.name: each for each in self.area.group.widgets}

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
        focus = self.area.group.focus
        for _part in self._filling():
            pass
        if focus is not None and focus.name in self.inner:
            self.area.group.set_focus(self.inner[focus.name])

    def _filling(self) -> Iterator[None]:
        """Lay the content out again, a row at each step."""
        self._shows.clear()
        rows = column(*self._rows(), gap=8, pad=(4, 0))
        yield from filled(self.area, rows, metrics(self._space.frame.scale), [])
        self._missing = None
        self.refresh()

    def _showing(self, leaf: Leaf[Any], show: Callable[[Any], object]) -> Leaf[Any]:
        """Call `show` with what a leaf makes whenever a value has changed."""
        return leaf.then(lambda made: self._shows.append(partial(show, made)))

    def _rows(self) -> Iterator[Node]:
        """Return timer and seed, the groups of settings, the variants, and the settings of each plugin."""
        yield self._timer()
        seed = field(
            "" if self.lobby.seed is None else str(self.lobby.seed),
            self._set_seed,
            hint=_("random"),
            allowed=lambda letter: letter in "0123456789",
            longest=len(str(MAX_SEED)) - 1,
        )
        text = _("Random seed: same number, same luck; empty: new luck every time")
        yield _beside(_words(text), seed.wide(FIELD).named("seed"))
        for name, preset in lobby_presets.presets(self.lobby).items():
            yield self._preset(name, preset)
        variants = self.lobby.variants()
        if variants:
            yield _heading(_("Variants"))
        for variant in variants:
            yield from self._variant(variant)
        yield _heading(_("Settings"))
        for plugin, settings in self.lobby.settings():
            yield self._group(plugin)
            if plugin.id in self.opened:
                for name, setting in settings.items():
                    yield from self._setting(plugin, name, setting)

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
        """Return a switch for a group of settings, with a text about their effect."""

        def show(made: Switch) -> None:
            made.on = lobby_presets.is_on(self.lobby, preset)
            made.refresh()

        title, text = lobby_presets.words(self.lobby, preset)
        made = switch(lobby_presets.is_on(self.lobby, preset), partial(self._choose, preset), title).named(
            f"preset {name}"
        )
        return column(self._showing(made, show), _below(text), gap=2)

    def _variant(self, variant: Variant) -> Iterator[Node]:
        """Return a switch with the reason if it is disabled or does nothing, and the description."""
        plugin = variant.plugin
        title = plugin_text(plugin.folder, plugin.manifest.title)
        made = switch(variant.on, partial(self._switch, plugin.id), title).named(f"variant {plugin.id}")
        made.then(lambda made: made.enable(variant.free))
        notes = [_below(variant.note, "text" if variant.free else "warning")] if variant.note else []
        if variant.absent:
            notes.append(_below(_("This course has none."), "warning"))
        text = _below(plugin_text(plugin.folder, plugin.manifest.description))
        yield column(made, *notes, None if notes else text, gap=2)
        if notes:  # these say enough alone where the description is cut off
            yield text

    def _group(self, plugin: Plugin) -> Node:
        """Return the button that expands the settings of a plugin."""
        tooltips = _("Click to show these settings"), _("Click to hide these settings")
        return self._folding(plugin.id, lambda: self._caption(plugin), tooltips).named(f"group {plugin.id}")

    def _folding(self, key: str, text: Callable[[], str], tooltips: tuple[str, str]) -> Leaf[Button]:
        """Return a button that expands something, or collapses it; the tooltips say so."""

        def show(made: Button) -> None:
            made.text = text()

        unfolded = key in self.opened
        icon, tooltip = "minus" if unfolded else "plus", tooltips[unfolded]
        made = button(text(), partial(self._fold, key), height=32, size=14, icon=icon, tooltip=tooltip)
        return self._showing(made, show)

    def _caption(self, plugin: Plugin) -> str:
        title = plugin_text(plugin.folder, plugin.manifest.title)
        changed = sum(self.lobby.is_changed(plugin.id, name) for name in plugin.manifest.settings)
        return _("{plugin} ({count} changed)").format(plugin=title, count=changed) if changed else title

    def _setting(self, plugin: Plugin, name: str, setting: Setting) -> Iterator[Node]:
        """Return a setting's explanation with the control for its type, and the list that belongs to it."""

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
            tooltips = _("Click to choose"), _("Click to hide the list")
            unfold = self._folding(key, partial(self._count, plugin.id, name), tooltips)
            yield _beside(words, unfold.wide(FIELD).named(key))
            if key in self.opened:
                yield self._options(plugin.id, name)
        else:
            step = 1 if setting.type == "integer" else 0.5
            made = number_field(now, change, minimum=setting.minimum, maximum=setting.maximum, step=step)
            yield _beside(words, made.wide(NUMBER).named(key))

    def _options(self, plugin: str, name: str) -> Node:
        """Return a switch for each piece of equipment."""
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
        """Add a piece of equipment to the match or leave it out."""
        without = {*self.lobby.value(plugin, name)} - {option}
        self._set(plugin, name, sorted(without if on else without | {option}))

    # --- changes --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the current values, and mark changed settings."""
        for show in self._shows:
            show()
        if self.ready:
            self._reset_leaf.made.enable(not self.lobby.is_plain)

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


def _heading(text: str) -> Node:
    return row(heading(text, 16, wrap=True).grow(), pad=(0, 6))


def _below(text: str, tint: str = "text-dim") -> Node:
    """Return a paragraph below a switch."""
    return row(Node().wide(INDENT), label(text, 12, tint=theme.colour(tint), wrap=True).grow(), gap=4)


def _words(text: str) -> Leaf[Label]:
    """Return the explanation of a setting, naturally in three lines."""
    return label(text, 12, wrap=True).wide(most=max(WORD, LETTER * len(text))).grow()


def _beside(text: Leaf[Label], control: Leaf[Any]) -> Node:
    """Return a control at the right of a text, or below it if there is no room."""
    return fitting(lambda: row(text, control, gap=10), lambda: column(text, row(space(), control), gap=4))
