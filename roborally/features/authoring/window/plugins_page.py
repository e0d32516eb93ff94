"""The page of all plugins: a list, the details of the selected one, and actions for it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

import arcade

from roborally.base.translation import _
from roborally.features.authoring.window import details
from roborally.features.authoring.window.column import Column
from roborally.features.authoring.window.entries import FILTERS, Examination, PluginEntry, entries_of
from roborally.features.authoring.window.faces import face
from roborally.plugin_system.loader import Catalogue
from roborally.profile.plugin_pins import Pin
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.fields import Switch
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.lists import ListBox
from roborally.ui.toolkit.preload import go_on_with
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button, Choice

MARGIN = 16
"""The space around the panel, and inside it."""
LIST = 404
"""The smallest width of the list beside the details."""
FACE = 72.0
ACTIONS = 40.0
SMALL_FACE, LARGE_FACE = 32, 96
"""The sides of the pictures, in pixels."""


class PluginActions(Protocol):
    """The actions of the page; some replace the page."""

    def reload(self) -> None:
        """Read all plugins again."""

    def open_install(self) -> None:
        """Open the page that asks for a plugin to install."""

    def fetch(self, source: str | Path) -> None:
        """Fetch a plugin, ask, and install it."""

    def pack(self, entry: PluginEntry) -> None:
        """Write the zip file of a plugin."""

    def remove(self, entry: PluginEntry) -> None:
        """Delete a plugin, after a confirmation."""

    def open_folder(self, entry: PluginEntry) -> None:
        """Show the folder of a plugin in the system's file manager."""

    def show_scenarios(self, entry: PluginEntry) -> None:
        """Open the list of a plugin's scenarios."""

    def use(self, entry: PluginEntry, on: bool) -> None:
        """Enable or disable a plugin in new custom matches."""


@dataclass(frozen=True)
class ListSelection:
    """The choices on a page, for the page that replaces it."""

    name: str = ""
    chosen: str = ""


NOTHING = ListSelection()


class PagePlaces(NamedTuple):
    """The rectangles of the page."""

    area: Rect
    filter: Rect
    list: Rect
    details: Rect

    @classmethod
    def on(cls, sheet: Rect, *, is_tall: bool) -> "PagePlaces":
        """Divide a sheet: the list at the left of the details, or above them."""
        area = sheet.inset(MARGIN)
        inner = area.inset(MARGIN)
        top = area.top - 50
        if is_tall:
            bottom = inner.y + 82
            high = (top - 50 - bottom - MARGIN) * 0.4
            chosen = Rect(inner.x, top - 50 - high, inner.width, high)
            details = Rect(inner.x, bottom, inner.width, chosen.y - MARGIN - bottom)
        else:
            bottom, width = inner.y + 56, max(LIST, round(0.354 * inner.width))
            chosen = Rect(inner.x, bottom, width, top - 50 - bottom)
            details = Rect(chosen.right + MARGIN, bottom, inner.right - chosen.right - MARGIN, top - bottom)
        return cls(area, Rect(chosen.x, top - 40, chosen.width, 40), chosen, details)


class PluginsPage(Screen):
    """Lists plugins, and describes the selected one; checks step by step whether the player's own can be used."""

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        pins: Mapping[str, Pin],
        actions: PluginActions,
        selection: ListSelection = NOTHING,
    ) -> None:
        """Show all plugins, or those of the selection; `pins` have the origins of installed ones."""
        super().__init__(app)
        self._pins = pins
        self._actions = actions
        self.examination = Examination(catalogue)
        self.entries = entries_of(catalogue)
        self.shown: list[PluginEntry] = []
        self._chosen = selection.chosen
        self._faces: dict[str, arcade.Texture] = {}
        self._details: Iterator[None] = iter(())
        self._examining: Iterator[None] = iter(())
        self._unknown = [entry for entry in self.entries if entry.is_own]
        self._lay_out(selection.name)

    # --- layout ---------------------------------------------------------------------------------------------------

    def _lay_out(self, name: str) -> None:
        self.clear()
        layer, places = self.layer, PagePlaces.on(self.sheet, is_tall=self.is_tall)
        layer.backdrop()
        layer.frame("panel", places.area)
        x, y = places.area.x + 20, places.area.top - 28
        layer.heading(_("Plugins"), x, y, 24, tint=theme.colour("accent"))
        options = [(key, _(title)) for key, title in FILTERS.items()]
        self.filter: Choice = self.controls.add(Choice(layer, places.filter, options, self._chosen, self._filter))
        self._chosen = self.filter.value
        self.shown = [entry for entry in self.entries if entry.is_among(self._chosen)]
        layer.label(self._count(), places.list.right, y, size=13, anchor_x="right", tint=theme.colour("text-dim"))
        lines = [(entry.title, entry.line()) for entry in self.shown]
        self.list: ListBox = self.controls.add(ListBox(layer, places.list, lines, self._choose, self._face))
        if not lines:
            tint = theme.colour("text-dim")
            layer.label(_("There is no such plugin."), *places.list.centre, anchor_x="center", tint=tint)
            self.list.enabled = False
        layer.frame("panel-inset", places.details)
        self._lay_out_details(places.details)
        self._lay_out_bottom(places.area)
        at = next((number for number, entry in enumerate(self.shown) if entry.name == name), 0)
        if self.shown:
            self.list.choose(at)
        else:
            self._show_nothing()

    def _lay_out_details(self, details: Rect) -> None:
        layer, x = self.layer, details.x + 16
        y = details.top - 14 - FACE / 2
        self._picture = layer.sprite(pictures.icon("robot", LARGE_FACE), x + FACE / 2, y, FACE)
        width = details.width - FACE - 48
        self.title = layer.heading("", x + FACE + 16, y + 14, 22, tint=theme.colour("accent"), width=width)
        dim = theme.colour("text-dim")
        self.line = layer.label("", x + FACE + 16, y - 16, size=14, tint=dim, width=width)
        described = Rect(x, details.y + 108, details.width - 28, details.height - 132 - FACE)
        self.column = Column(layer, described)
        self.controls.add(self.column.area)
        spot = Rect(x, details.y + 66, details.width - 32, 32)
        self.usual: Switch = self.controls.add(
            Switch(
                layer,
                spot,
                False,
                self._use,
                text=_("Enabled in new custom matches"),
                tooltip=_("It is then switched on from the start wherever it fits the rules."),
            )
        )
        ways = [
            (_("Scenarios"), "eye", lambda: self._actions.show_scenarios(self.selected)),
            (_("Open folder"), "load", lambda: self._actions.open_folder(self.selected)),
            (_("Pack"), "save", lambda: self._actions.pack(self.selected)),
            (_("Remove"), "trash", lambda: self._actions.remove(self.selected)),
        ]
        each = (details.width - 32 - 6 * (len(ways) - 1)) / len(ways)
        made: list[Button] = []
        for number, (caption, icon, action) in enumerate(ways):
            place = Rect(x + number * (each + 6), details.y + 14, each, ACTIONS)
            made.append(self.controls.add(Button(layer, place, caption, action, icon=icon, size=13)))
        self.scenarios, self.folder, self.pack, self.remove = made
        self.pack.tooltip = _("Write a zip file that others can install")

    def _lay_out_bottom(self, area: Rect) -> None:
        layer, inner = self.layer, area.inset(MARGIN)
        y = area.y + 12
        back = Rect(inner.x, y, 140, 44)
        self.controls.add(Button(layer, back, _("Back"), self.app.pop, icon="arrow-left", size=14))
        install = Rect(inner.right - 212, y, 212, 44)
        reload = Rect(install.x - 8 - 200, y, 200, 44)
        text = _("Read all plugins anew, as their files are now (F5). It works between matches, never during one.")
        self.controls.add(Button(layer, reload, _("Reload"), self._actions.reload, icon="undo", size=14, tooltip=text))
        text = _("From a zip file, a folder or an address")
        self.controls.add(
            Button(layer, install, _("Install …"), self._actions.open_install, icon="plus", accent=True, tooltip=text)
        )
        hint = _("Drop a zip file onto the window to install it.")
        x, y, room = back.right + 16, back.centre[1], reload.x - back.right - 32
        if self.is_tall:
            x, y, room = inner.x + 4, back.top + 20, inner.width - 8
        layer.label(hint, x, y, size=13, width=room, tint=theme.colour("text-dim"))

    # --- the selected plugin --------------------------------------------------------------------------------------

    @property
    def selected(self) -> PluginEntry:
        """The selected plugin; there must be one."""
        return self.shown[self.list.at]

    @property
    def selection(self) -> ListSelection:
        """The current selection and filter."""
        return ListSelection(self.selected.name if self.shown else "", self._chosen)

    @property
    def large_face(self) -> arcade.Texture:
        """The picture of the selected plugin."""
        return self._picture.texture

    def _face_of(self, entry: PluginEntry, side: int) -> arcade.Texture:
        key = f"{side} {entry.name}"
        if key not in self._faces:
            self._faces[key] = face(entry, side)
        return self._faces[key]

    def _face(self, index: int) -> arcade.Texture:
        """Return the small picture of an entry of the list."""
        return self._face_of(self.shown[index], SMALL_FACE)

    def _count(self) -> str:
        """Return a text with the number of plugins, and of those that the filter shows."""
        shown, there = len(self.shown), len(self.entries)
        if shown == there:
            return _("{count} plugins").format(count=there)
        return _("{have} of {need}").format(have=shown, need=there)

    def _filter(self, chosen: str) -> None:
        """Apply a filter; keep the selected plugin if it is shown."""
        name = self.selected.name if self.shown else ""
        self._chosen = chosen
        self._lay_out(name)
        self.controls.set_focus(self.filter)

    def _choose(self, index: int) -> None:
        """Show another plugin."""
        entry = self.shown[index]
        image = self._face_of(entry, LARGE_FACE)
        self._picture.texture = image
        self._picture.visible = True
        fit_sprite(self._picture, FACE * image.width / max(image.size))
        self._show_head(entry)
        self.column.clear()
        if self.title.is_shortened:
            self.column.write(entry.title)
        self._details = details.write_details(self.column, entry, self.examination, self._pins)
        next(self._details, None)
        has_plugin = entry.plugin is not None
        self.scenarios.enable(has_plugin and bool(entry.scenarios()))
        self.folder.enable(entry.folder is not None)
        self.pack.enable(has_plugin)
        self.remove.enable(entry.is_own and entry.folder is not None)
        self.usual.on = entry.name in self.app.settings.usual_plugins
        self.usual.enable(entry.may_be_usual and (entry.problem is None or self.usual.on))

    def _show_head(self, entry: PluginEntry) -> None:
        self.title.text = entry.title
        plugin = entry.plugin
        text = _("Version {version}, by {author}")
        self.line.text = (
            _("Not usable")
            if plugin is None
            else text.format(version=plugin.manifest.version, author=", ".join(plugin.manifest.authors))
        )

    def _show_nothing(self) -> None:
        self._details = iter(())
        self._picture.visible = False
        for button in (self.scenarios, self.folder, self.pack, self.remove):
            button.enable(False)
        self.usual.enable(False)

    def _use(self, on: bool) -> None:
        self._actions.use(self.selected, on)

    # --- screen ---------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Describe more of the selected plugin, then check one more plugin."""
        super().update(seconds)
        before = self.selected.problem if self.shown else None
        if self._unknown:
            self.app.pace.wake()
        if not go_on_with(self._details) and not go_on_with(self._examining) and self._unknown:
            entry = self._unknown.pop(0)
            self.examination.look(entry)
            self._examining = self._register(entry)
            self._put(entry)
            if self.shown and entry is self.selected and entry.problem is not before:
                self._choose(self.list.at)
        elif self.shown and self.selected.problem is not before:
            self._put(self.selected)

    def _register(self, entry: PluginEntry) -> Iterator[None]:
        """Check in steps whether a plugin can be used in any mode, and show the result."""
        yield from self.examination.modes_of(entry)
        self._put(entry)

    def _put(self, entry: PluginEntry) -> None:
        """Show the result of a check in the list."""
        if entry in self.shown:
            self.list.put(self.shown.index(entry), (entry.title, entry.line()))

    def draw(self) -> None:
        """Draw the page and its scrolling part."""
        super().draw()
        self.column.area.draw()

    def rebuild(self) -> None:
        """Lay the page out again, with the same selection and scroll position."""
        before, position = self.list, self.column.area.position
        self._lay_out(self.selection.name)
        if self.shown:
            self.list.follow(before)
            self._show_details_at(position)

    def _show_details_at(self, position: float) -> None:
        """Describe the selected plugin, starting at a scroll position."""
        self._choose(self.list.at)
        if position > 0:
            while go_on_with(self._details):
                pass
            self.column.area.scroll_to(position)

    def settled(self) -> None:
        """Wrap the texts again for another size of the window."""
        before = self.list
        super().settled()
        if self.shown and self.list is before:
            self._show_details_at(self.column.area.position)

    def dropped(self, files: Sequence[Path]) -> None:
        """Install the first of the dropped files."""
        if files:
            self._actions.fetch(files[0])

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: the arrows select, Enter shows the scenarios, F5 reloads, Delete removes."""
        keys = arcade.key
        free = self.controls.focus in (None, self.list)
        if symbol == keys.F5:
            self._actions.reload()
        elif symbol == keys.DELETE and self.remove.enabled:
            self._actions.remove(self.selected)
        elif symbol in (keys.UP, keys.DOWN) and free and self.shown:
            self.list.step(1 if symbol == keys.DOWN else -1)
        elif symbol in (keys.ENTER, keys.NUM_ENTER) and free and self.scenarios.enabled:
            self._actions.show_scenarios(self.selected)
        else:
            super().key(symbol, modifiers)
