"""The page of all plugins: a list, the details of the selected plugin, and actions for it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import arcade

from roborally.base.translation import _
from roborally.features.authoring.window.details import example_of, write_details
from roborally.features.authoring.window.entries import FILTERS, Examination, PluginEntry, entries_of
from roborally.features.authoring.window.faces import face
from roborally.features.authoring.window.paper import Paper
from roborally.plugin_system.loader import Catalogue
from roborally.profile.plugin_pins import Pin
from roborally.profile.program_plugins import is_on
from roborally.ui.board.course_preview import ScenarioPreview
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.fields import Switch
from roborally.ui.toolkit.controls.lists import ListBox
from roborally.ui.toolkit.controls.widgets import Button, Choice
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space
from roborally.ui.toolkit.layout.leaves import button, choice, framed, heading, here, label, list_box, picture, switch
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.preload import go_on_with

FACE = 72.0
SMALL_FACE, LARGE_FACE = 32, 96
"""The sides of the pictures in the list and in the details, in pixels."""


@dataclass(frozen=True)
class ListSelection:
    """The selection on the page: a plugin by its name, a filter (`chosen`), and whether the details are for authors."""

    name: str = ""
    chosen: str = ""
    for_authors: bool = False


NOTHING = ListSelection()


class PluginActions(Protocol):
    """The actions of the page, which `PluginsDesk` runs; some of them replace the page."""

    def reload(self) -> None:
        """Read all plugins again."""

    def open_install(self) -> None:
        """Open the page that asks for a plugin to install."""

    def fetch(self, source: str | Path) -> None:
        """Fetch a plugin from a path or address, ask, and install it."""

    def pack(self, entry: PluginEntry) -> None:
        """Write the zip file of a plugin."""

    def remove(self, entry: PluginEntry) -> None:
        """Delete a plugin, after a confirmation."""

    def open_folder(self, entry: PluginEntry) -> None:
        """Show the folder of a plugin in the system's file manager."""

    def show_scenarios(self, entry: PluginEntry) -> None:
        """Open the list of a plugin's scenarios."""

    def use(self, entry: PluginEntry, on: bool) -> None:
        """Switch a plugin on or off for all new custom matches."""

    def let_add(self, entry: PluginEntry, on: bool) -> None:
        """Let a plugin add to the program (`feature.py`), after a confirmation; with `on` false forbid it."""

    def has_settings(self, entry: PluginEntry) -> bool:
        """Return whether a plugin has settings on a page of its own."""
        ...

    def open_settings(self, entry: PluginEntry) -> None:
        """Open the page with the settings of a plugin that adds to the program."""


class PluginsPage(TreePage):
    """The page of all plugins; a button switches between details of the selected one for players and for authors.

    While it is open, it examines one after another whether the player's own plugins can be used.
    """

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        pins: Mapping[str, Pin],
        actions: PluginActions,
        selection: ListSelection = NOTHING,
    ) -> None:
        """Show what `selection` says; `pins` say by plugin id where installed plugins come from."""
        super().__init__(app)
        self._catalogue = catalogue
        self._pins = pins
        self._actions = actions
        self.examination = Examination(catalogue)
        self.entries = entries_of(catalogue)
        self._chosen = selection.chosen if selection.chosen in FILTERS else ""
        self._for_authors = selection.for_authors
        self.preview = ScenarioPreview(app, self.space, catalogue)
        self.parts.append(self.preview)
        self._faces: dict[str, arcade.Texture] = {}
        self._paper = Paper()
        self._details: Iterator[None] = iter(())
        self._examining: Iterator[None] = iter(())
        self._unknown = [entry for entry in self.entries if entry.is_own]
        self._list_shown(selection.name)

    # --- layout ---------------------------------------------------------------------------------------------------

    def tree(self) -> Node:
        """Return the list beside or above the details, and the buttons below."""
        dim = theme.colour("text-dim")
        options = [(key, _(title)) for key, title in FILTERS.items()]
        self._filter_leaf = choice(options, self._chosen, self._filter, height=40).named("filter")
        lines = [(entry.title, entry.line()) for entry in self.shown]
        self._list_leaf = list_box(lines, self._choose, rows=5, picture=self._face).named("plugins").wide(least=345)
        heads = row(heading(_("Plugins"), 24), space(), label(self._count(), 13, tint=dim))
        chosen: Node = column(heads, self._filter_leaf, self._list_leaf.grow()).grow(2)
        if not self.shown:
            empty = framed("panel-inset", label(_("There is no such plugin."), tint=dim, wrap=True))
            chosen = column(heads, self._filter_leaf, empty, space()).grow(2)
        described = framed("panel-inset", self._described(), pad=(16, 14)).wide(most=350).grow(3)
        hint = label(_("Drop a zip file onto the window to install it."), 13, tint=dim, wrap=True)
        reading = _("Read all plugins anew, as their files are now (F5). It works between matches, never during one.")
        back = button(_("Back"), self.app.pop, icon="arrow-left", size=14)
        reload = button(_("Reload"), self._actions.reload, icon="undo", size=14, tooltip=reading)
        install = button(
            _("Install …"),
            self._actions.open_install,
            icon="plus",
            accent=True,
            tooltip=_("From a zip file, a folder or an address"),
        )
        return column(
            fitting(
                lambda: row(chosen, described, gap=16),
                lambda: column(chosen, described, gap=16),
            ).grow(),
            fitting(
                lambda: row(back, hint.grow(), reload, install, gap=16),
                lambda: column(hint, row(back, space(), reload, install)),
            ),
            gap=12,
            pad=(16, 14),
        )

    def _described(self) -> Node:
        """Return the details of the selected plugin with its switch and actions; empty space if there is none."""
        if not self.shown:
            return space()
        entry = self.selected
        plugin = entry.plugin
        image = self._face_of(entry, LARGE_FACE)
        side = FACE / max(image.size)
        self.picture_leaf = picture(image, side * image.width, side * image.height)
        self._title_leaf = heading(entry.title, 20, wrap=True)
        self._paper_leaf = self._paper.tree().named(f"about {entry.name}")
        self._switch_leaf = self._switch(entry)
        self._remove_leaf = button(_("Remove"), lambda: self._actions.remove(entry), icon="trash", size=13)
        caption, icon = (_("Settings"), "settings") if entry.adds_to_program else (_("Examples"), "eye")
        first = button(caption, self.act, icon=icon, size=13)
        self._first_leaf = first.then(lambda made: made.enable(self._has_first(entry)))
        folder = button(_("Open folder"), lambda: self._actions.open_folder(entry), icon="load", size=13)
        tip = _("Write a zip file that others can install")
        pack = button(_("Pack"), lambda: self._actions.pack(entry), icon="save", size=13, tooltip=tip)
        files = [
            folder.then(lambda made: made.enable(entry.folder is not None)),
            pack.then(lambda made: made.enable(plugin is not None)),
        ]
        tip = _("Its ids, versions, files and hooks, and what it needs")
        self._turn_leaf = button(_("For authors"), self._turn, icon="wrench", size=13, tooltip=tip).named("for authors")
        line = label(entry.line(), 14, tint=theme.colour("text-dim"), wrap=True)
        board = None
        if self._example is not None:
            board = framed("panel-inset", here(self.preview.take_place, Size(120, 300), Size(110, 190)), (6, 6)).grow()
        return column(
            row(self.picture_leaf, column(self._title_leaf, line).grow(), gap=16),
            self._paper_leaf if board else self._paper_leaf.grow(),
            board,
            self._switch_leaf,
            flow(
                first,
                *(files if self._for_authors else []),
                self._remove_leaf.then(lambda made: made.enable(entry.is_own and entry.folder is not None)),
                self._turn_leaf,
                gap=6,
            ),
            gap=10,
        )

    def _turn(self) -> None:
        """Change between the details for players and those for authors, and write them."""
        self._for_authors = not self._for_authors
        self._describe()

    def _has_first(self, entry: PluginEntry) -> bool:
        if entry.adds_to_program:
            return self._actions.has_settings(entry)
        return entry.plugin is not None and bool(entry.scenarios())

    def act(self) -> None:
        """Open the scenarios of the selected plugin; for one that adds to the program, its settings."""
        if self.first_action.enabled:
            entry, actions = self.selected, self._actions
            (actions.open_settings if entry.adds_to_program else actions.show_scenarios)(entry)

    def _switch(self, entry: PluginEntry) -> Leaf[Switch]:
        """Return the switch that enables the plugin in new custom matches, or lets it add to the program."""
        if entry.adds_to_program:
            plugin = entry.plugin
            on = plugin is not None and is_on(plugin, self._catalogue)
            text = _("Part of the program on this computer")
            tip = _("It then adds its commands, pages and settings whenever the game runs. You are asked first.")
            return switch(on, lambda now: self._actions.let_add(entry, now), text, tooltip=tip).named("switch")
        on = entry.name in self.app.settings.usual_plugins
        tip = _("It is then switched on from the start wherever it fits the rules.")
        text = _("Enabled in new custom matches")
        found = switch(on, lambda now: self._actions.use(entry, now), text, tooltip=tip).named("switch")
        return found.then(lambda made: made.enable(entry.may_be_usual and (entry.problem is None or on)))

    def built(self) -> None:
        """Store the controls that have been made, and select the same plugin as before."""
        self.filter: Choice = self._filter_leaf.made
        self.main_list = None
        if not self.shown:
            return
        self.list: ListBox = self._list_leaf.made
        self.title: Label = self._title_leaf.made
        self.main_list = self.list
        self.remove: Button = self._remove_leaf.made
        self.first_action: Button = self._first_leaf.made
        self.usual: Switch = self._switch_leaf.made
        self._turn_leaf.made.selected = self._for_authors
        if self.list.at != self._at:
            self.list.choose(self._at)

    # --- the selected plugin --------------------------------------------------------------------------------------

    def _list_shown(self, name: str) -> None:
        """List the plugins of the filter, and select one by its name, or else the first."""
        self.shown = [entry for entry in self.entries if entry.is_among(self._chosen)]
        self._at = next((number for number, entry in enumerate(self.shown) if entry.name == name), 0)
        self._describe()

    def _describe(self) -> None:
        """Begin to write the details of the selected plugin, and build the page again."""
        self._paper = Paper()
        self._writing = bool(self.shown)
        self._show_example()
        if self.shown:
            self._details = write_details(
                self._paper, self.selected, self.examination, self._pins, for_authors=self._for_authors
            )
            next(self._details, None)
        self.rebuild()

    def _show_example(self) -> None:
        """Show players a board with what the selected plugin adds, if there is one."""
        shows = self.shown and not self._for_authors
        self._example, robots = example_of(self.selected, self._catalogue) if shows else (None, ())
        self.preview.put(self._example, robots)

    @property
    def selected(self) -> PluginEntry:
        """The selected plugin; raises `IndexError` if the filter shows none."""
        return self.shown[self._at]

    @property
    def selection(self) -> ListSelection:
        """The present selection, to restore it on the page that replaces this one."""
        return ListSelection(self.selected.name if self.shown else "", self._chosen, self._for_authors)

    def _face_of(self, entry: PluginEntry, side: int) -> arcade.Texture:
        key = f"{side} {entry.name}"
        if key not in self._faces:
            self._faces[key] = face(entry, side)
        return self._faces[key]

    def _face(self, index: int) -> arcade.Texture:
        return self._face_of(self.shown[index], SMALL_FACE)

    def _count(self) -> str:
        """Return the number of plugins as a text; if the filter hides some, also the number of shown ones."""
        shown, there = len(self.shown), len(self.entries)
        if shown == there:
            return _("{count} plugins").format(count=there)
        return _("{have} of {need}").format(have=shown, need=there)

    def _filter(self, chosen: str) -> None:
        """Show the plugins of a filter; keep the selected one if it is among them."""
        name = self.selected.name if self.shown else ""
        self._chosen = chosen
        self._list_shown(name)

    def _choose(self, index: int) -> None:
        if index != self._at:
            self._at = index
            self._describe()

    # --- screen ---------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Write more of the details, or else examine one more plugin."""
        super().update(seconds)
        before = self.selected.problem if self.shown else None
        if self._unknown:
            self.app.pace.wake()
        if self._writing:
            self._writing = go_on_with(self._details)
            if not self._writing:
                self.rebuild()
        elif not go_on_with(self._examining) and self._unknown:
            entry = self._unknown.pop(0)
            self.examination.look(entry)
            self._examining = self._register(entry)
            self._put(entry)
        if self.shown and self.selected.problem is not before:
            self._put(self.selected)
            self._describe()

    def _register(self, entry: PluginEntry) -> Iterator[None]:
        """Find the modes with which a plugin can be played, in steps; then update its line in the list."""
        yield from self.examination.modes_of(entry)
        self._put(entry)

    def _put(self, entry: PluginEntry) -> None:
        """Update the line of a plugin in the list, after it has been examined."""
        if entry in self.shown:
            self.list.put(self.shown.index(entry), (entry.title, entry.line()))

    def dropped(self, files: Sequence[Path]) -> None:
        """Fetch the first file that was dropped onto the window, as a plugin to install."""
        if files:
            self._actions.fetch(files[0])

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: F5 reads all plugins again, Delete removes the selected one."""
        if symbol == arcade.key.F5:
            self._actions.reload()
        elif symbol == arcade.key.DELETE and self.shown and self.remove.enabled:
            self._actions.remove(self.selected)
        else:
            super().key(symbol, modifiers)
