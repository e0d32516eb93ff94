"""The pages that list files: select one, or save under a name."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import arcade

from roborally.base.dates import moment_text
from roborally.base.errors import GameError
from roborally.base.file_names import file_stem
from roborally.base.translation import _, plugin_text
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, confirm, message
from roborally.ui.toolkit.fields import MAX_TEXT, TextField
from roborally.ui.toolkit.layout.branches import column, fitting, row, space, stack
from roborally.ui.toolkit.layout.leaves import button, disabled, field, heading, label, list_box
from roborally.ui.toolkit.layout.nodes import Leaf, Node
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.lists import ListBox
from roborally.ui.toolkit.widgets import Button

BUTTON = 46.0
"""The height of the buttons."""
ONE_LINE, LINES = 560.0, 3
"""The least width of a list whose entries have one line below their titles, and the lines of narrower ones."""
DAMAGED = text("This file is damaged or of another kind")
SHORT = 60
"""The largest number of letters of a reason in a list; a longer one is shown when the file is opened."""


def mode_title(catalogue: Catalogue, mode: str) -> str:
    """Return a mode's name in the player's language, or its id if it is unknown."""
    plugin = catalogue.plugins.get(mode)
    return plugin_text(plugin.folder, plugin.manifest.title) if plugin is not None else mode


def unusable(path: Path, error: GameError) -> tuple[str, str]:
    """Return the two lines of an unusable file in a list: its name; its time, and the reason."""
    problem = str(error.message.at(""))
    if len(problem) > SHORT:
        problem = _(DAMAGED)
    try:
        changed = moment_text(datetime.fromtimestamp(path.stat().st_mtime))
    except (OSError, ValueError, OverflowError):  # it is gone, or its time is out of range
        return path.name, problem
    return path.name, f"{changed}: {problem}"


def may_be_in_a_name(letter: str) -> bool:
    """Return whether a character may be in the name of a file."""
    return letter.isalnum() or letter in " -_."


class FilePage(TreePage):
    """A panel over the window with a list of files; its button and Enter take the selected one."""

    opaque = False
    widest = 640.0
    line_size = 14.0
    """The font size of the lower line of an entry."""
    one_line = ONE_LINE
    list: ListBox

    def __init__(
        self,
        app: App,
        title: str,
        files: Sequence[tuple[Path, Any]],
        describe: Callable[[Path, Any], tuple[str, str]],
        take: Callable[[Path, Any], None],
        *,
        caption: str = "",
        note: str = "",
        empty: str,
        face: Callable[[int], arcade.Texture] | None = None,
    ) -> None:
        """List `files`, pairs of a path and a content, below a note; `empty` is the text for an empty list.

        `describe(path, content)` returns the two lines of a file, `take(path, content)` is the action, `caption` that
        of its button. `face` returns the small picture of a file by its index.
        """
        super().__init__(app)
        self.files = [*files]
        self._title, self._note, self.empty, self._face = title, note, empty, face
        self._describe, self._take, self._caption = describe, take, caption
        self.rebuild()

    def rebuild(self) -> None:
        """Build the page again, with the same entries and the same file selected."""
        before = getattr(self, "list", None)
        super().rebuild()
        if before is not None:
            self.list.follow(before)

    def tree(self) -> Node:
        """Return the list between title and buttons; these are in two rows where they are not wide enough."""
        files = fitting(lambda: self._files(1).wide(least=self.one_line), lambda: self._files(LINES))
        back = button(_("Back"), self.app.pop, icon="arrow-left", height=BUTTON)
        actions = self.actions()
        *others, main = actions
        return column(
            heading(self._title, 24, shorten=True),
            label(self._note, 14, tint=theme.colour("text-dim"), wrap=True) if self._note else None,
            self.content(files).grow(),
            self.below(),
            fitting(
                lambda: row(back, space(), *actions, gap=16),
                lambda: column(row(space(), *others) if others else None, row(back, space(), main)),
            ),
            gap=14,
            pad=(24, 20),
        )

    def _files(self, lines: int) -> Node:
        entries = [self._describe(path, content) for path, content in self.files]
        options: dict[str, Any] = {"picture": self._face, "size": self.line_size}
        rows, least = (8, 3) if lines == 1 else (3, 1)
        files = list_box(entries, self._chosen, rows=rows, least=least, lines=lines, **options)
        files.named("files").then(self._keep)
        if entries:
            return files
        note = label(_(self.empty), tint=theme.colour("text-dim"), wrap=True, align="center")
        return stack(disabled(files), column(space(), note, space(), pad=(20, 20)))

    def _keep(self, made: ListBox) -> None:
        self.list = made

    # --- for subclasses -------------------------------------------------------------------------------------------

    def actions(self) -> "Sequence[Leaf[Button]]":
        """Return the buttons at the right, the most usual one last."""
        return [self.action(self._caption, "load", self.act, enabled=bool(self.files))]

    def action(
        self, caption: str, icon: str, act: Action, *, accent: bool = True, enabled: bool = True
    ) -> Leaf[Button]:
        """Return one of these buttons."""
        leaf = button(caption, act, icon=icon, accent=accent, height=BUTTON)
        return leaf if enabled else disabled(leaf)

    def content(self, files: Node) -> Node:
        """Return the list, with what stands beside it."""
        return files

    def below(self) -> Node | None:
        """Return what stands between list and buttons."""
        return None

    def act(self) -> None:
        """Take the selected file."""
        if self.files:
            self._take(*self.files[self.list.at])

    @property
    def _on_button(self) -> bool:
        return isinstance(self.controls.focus, Button)

    def _chosen(self, index: int) -> None:
        """Update the page for the selected entry."""

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter runs the action, unless a button has the focus; the arrows select."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and not self._on_button:
            self.act()
        elif symbol in (keys.UP, keys.DOWN) and self.files and not self._on_button:
            self.list.step(1 if symbol == keys.DOWN else -1)
        else:
            super().key(symbol, modifiers)


class NamingTexts(NamedTuple):
    """The texts for the field, for a missing name and for a `{name}` that is taken; translated when they are shown."""

    tooltip: str
    no_name: str
    there_already: str


class NamingPage(FilePage):
    """Saves under a name; an existing file is replaced only after a confirmation (CLI-901)."""

    def __init__(
        self,
        app: App,
        title: str,
        files: Sequence[tuple[Path, Any]],
        describe: Callable[[Path, Any], tuple[str, str]],
        write: Callable[[Path, str], None],
        *,
        name: str,
        path_of: Callable[[str], Path],
        texts: NamingTexts,
        note: str = "",
        empty: str,
    ) -> None:
        """List the files below a note and suggest a name; `path_of(name)` is the path of a file with that name.

        `write(path, name)` writes the file and closes the page, or reports errors.
        """
        self._name, self._path_of, self._write, self._texts = name, path_of, write, texts
        super().__init__(app, title, files, describe, lambda path, content: self.act(), note=note, empty=empty)
        self.controls.set_focus(self.field)

    def below(self) -> Node:
        """Return the field for the name."""
        self._field = field(
            self._name[:MAX_TEXT],
            lambda value: self._mark_replaced(),
            height=44,
            tooltip=_(self._texts.tooltip),
            hint=_("Name"),
            allowed=may_be_in_a_name,
        ).named("name")
        return self._field

    def built(self) -> None:
        """Mark the file that would be replaced."""
        self.field: TextField = self._field.made
        self._mark_replaced()

    def actions(self) -> Sequence[Leaf[Button]]:
        """Return the button that saves."""
        return [self.action(_("Save"), "save", self.act)]

    @property
    def _path(self) -> Path | None:
        """The path of the new file; `None` without a name."""
        name = file_stem(self.field.value)
        return self._path_of(name) if name else None

    def _mark_replaced(self) -> None:
        """Mark the file in the list that would be replaced, if any."""
        paths, path = [known for known, _content in self.files], self._path
        self.list.mark(paths.index(path) if path in paths else -1)

    def _chosen(self, index: int) -> None:
        self.field.value = self.files[index][0].stem
        self.field.refresh()

    def act(self) -> None:
        """Write the file, or ask first if one of this name exists."""
        path, name = self._path, self.field.value.strip(" .")
        if path is None:
            message(self.app, _("No name"), _(self._texts.no_name))
        elif path.exists():
            question = _(self._texts.there_already).format(name=path.stem)
            confirm(self.app, _("Replace?"), question, _("Replace"), lambda: self._write(path, name))
        else:
            self._write(path, name)

    def typed(self, text: str) -> None:
        """Pass typed letters to the name."""
        self.field.typed(text)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: editing keys go to the name, unless a button has the focus."""
        if self._on_button or not self.field.key(symbol, modifiers):
            super().key(symbol, modifiers)
