"""Pages that list files, to select one or to save under a name, and parts for similar pages."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import arcade

from roborally.base.dates import moment_text
from roborally.base.errors import GameError
from roborally.base.file_names import file_stem
from roborally.base.translation import _
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.fields import MAX_TEXT
from roborally.ui.toolkit.controls.lists import ListBox
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.dialogs import Action, confirm, message
from roborally.ui.toolkit.layout.branches import column, fitting, row, space, stack
from roborally.ui.toolkit.layout.leaves import button, disabled, field, heading, label, list_box
from roborally.ui.toolkit.layout.nodes import Leaf, Node
from roborally.ui.toolkit.layout.tree_page import TreePage

BUTTON = 46.0
"""The height of the buttons, in units."""
ONE_LINE, LINES = 560.0, 3
"""The width in units from which a list has one line below each title, and the number of lines in narrower ones."""
DAMAGED = text("This file is damaged or of another kind")
SHORT = 60
"""The maximum number of letters of an error in a list; a longer error is shown when the file is opened."""


def mode_title(catalogue: Catalogue, mode: str) -> str:
    """Return a mode's title in the current language, or its id if no such mode is installed."""
    plugin = catalogue.plugins.get(mode)
    return plugin.title if plugin is not None else mode


def unusable(path: Path, error: GameError) -> tuple[str, str]:
    """Return two lines for a file that cannot be used: its name; the time of its last change and the error."""
    problem = str(error.message.at(""))
    if len(problem) > SHORT:
        problem = _(DAMAGED)
    try:
        changed = moment_text(datetime.fromtimestamp(path.stat().st_mtime))
    except (OSError, ValueError, OverflowError):  # it is gone, or its time is out of range
        return path.name, problem
    return path.name, f"{changed}: {problem}"


def may_be_in_a_name(letter: str) -> bool:
    """Return whether a character may be typed into the name of a file."""
    return letter.isalnum() or letter in " -_."


def file_list(
    page: TreePage,
    files: Sequence[tuple[Path, Any]],
    describe: Callable[[Path, Any], tuple[str, str]],
    chosen: Callable[[int], None] = lambda index: None,
    *,
    empty: str,
    face: Callable[[int], arcade.Texture] | None = None,
    one_line: float = ONE_LINE,
    size: float = 14.0,
) -> Node:
    """Return a node with a list of files, which becomes the page's `main_list`; `empty` is shown if there are none.

    `files` are pairs of a path and its content. `describe(path, content)` returns title and line of a file, the line in
    font size `size`; a list `one_line` units wide does not break it. `chosen(index)` is called when a file is
    selected, `face(index)` returns its small picture. The selection stays when the page is built again.
    """
    before = page.main_list
    entries = before.entries if before is not None else [describe(path, content) for path, content in files]

    def keep(made: ListBox) -> None:
        page.main_list = made
        if before is not None:
            made.follow(before)

    def listed(lines: int) -> Node:
        rows, least = (8, 3) if lines == 1 else (3, 2)
        made = list_box(entries, chosen, rows=rows, least=least, lines=lines, picture=face, size=size)
        made.named("files").then(keep)
        if entries:
            return made
        note = label(_(empty), tint=theme.colour("text-dim"), wrap=True, align="center")
        return stack(disabled(made), column(space(), note, space(), pad=(20, 20)))

    return fitting(lambda: listed(1).wide(least=one_line), lambda: listed(LINES))


def file_tree(
    page: TreePage,
    title: str,
    files: Node,
    actions: Sequence[Leaf[Button]],
    *,
    note: str = "",
    below: Node | None = None,
) -> Node:
    """Return the content of a page: title, note, the list `files`, a node `below` it, and the buttons `actions`.

    The last of the actions is the main one. A button *Back* is added. Buttons stand in two rows if the page is narrow.
    """
    back = button(_("Back"), page.escape, icon="arrow-left", height=BUTTON)
    *others, main = actions
    return column(
        heading(title, 24, shorten=True),
        label(note, 14, tint=theme.colour("text-dim"), wrap=True) if note else None,
        files.grow(),
        below,
        fitting(
            lambda: row(back, space(), *actions, gap=16),
            lambda: column(row(space(), *others) if others else None, row(back, space(), main)),
        ),
        gap=14,
        pad=(24, 20),
    )


def file_action(caption: str, icon: str, act: Action, *, accent: bool = True, enabled: bool = True) -> Leaf[Button]:
    """Return a leaf with a button for `file_tree`; `act` is called at a click."""
    leaf = button(caption, act, icon=icon, accent=accent, height=BUTTON)
    return leaf if enabled else disabled(leaf)


class FilePage(TreePage):
    """A page over another page, with a list of files; a button and Enter run an action with the selected file."""

    opaque = False
    widest = 640.0
    main_list: ListBox

    def __init__(
        self,
        app: App,
        title: str,
        files: Sequence[tuple[Path, Any]],
        describe: Callable[[Path, Any], tuple[str, str]],
        take: Callable[[Path, Any], None],
        *,
        caption: str,
        empty: str,
    ) -> None:
        """List `files` as `file_list` does; the button with the `caption` calls `take(path, content)`."""
        super().__init__(app)
        self.files = files
        self._title, self._empty = title, empty
        self._describe, self._take, self._caption = describe, take, caption
        self.rebuild()

    def tree(self) -> Node:
        """Return the content of the page: the list and its buttons."""
        files = file_list(self, self.files, self._describe, empty=self._empty)
        return file_tree(
            self, self._title, files, [file_action(self._caption, "load", self.act, enabled=bool(self.files))]
        )

    def act(self) -> None:
        """Run the action with the selected file, if there is one."""
        if self.files:
            self._take(*self.files[self.main_list.at])


class NamingTexts(NamedTuple):
    """The texts of a `NamingPage`, in English: a tooltip, and messages for no name and an existing file `{name}`."""

    tooltip: str
    no_name: str
    there_already: str


class NamingPage(TreePage):
    """A page that saves under a name; before replacing an existing file it asks (CLI-901)."""

    opaque = False
    widest = 640.0
    main_list: ListBox

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
        """List `files` as `file_list` does, below a note, and suggest a name; `path_of(name)` returns a file's path.

        `write(path, name)` writes the file and closes the page, or reports errors.
        """
        super().__init__(app)
        self.files = files
        self._title, self._note, self._empty = title, note, empty
        self._name, self._path_of, self._write, self._texts = name, path_of, write, texts
        self._describe = describe
        self.rebuild()
        self._mark_replaced()
        self.controls.set_focus(self.field)
        self.field.line.select_all()  # typing replaces the suggested name
        self.field.refresh()

    def tree(self) -> Node:
        """Return the content of the page: the list, the field for the name, and the buttons."""
        self._field = field(
            self._name[:MAX_TEXT],
            lambda value: self._mark_replaced(),
            height=44,
            tooltip=_(self._texts.tooltip),
            hint=_("Name"),
            allowed=may_be_in_a_name,
        ).named("name")
        files = file_list(self, self.files, self._describe, self._chosen, empty=self._empty)
        save = file_action(_("Save"), "save", self.act)
        return file_tree(self, self._title, files, [save], note=self._note, below=self._field)

    def built(self) -> None:
        """Store the field for the name as `main_field`, so that it gets all typed letters."""
        self.field = self.main_field = self._field.made

    @property
    def _path(self) -> Path | None:
        """The path of the file to be written, `None` without a valid name."""
        name = file_stem(self.field.value)
        return self._path_of(name) if name else None

    def _mark_replaced(self) -> None:
        """Select the file in the list that would be replaced, or none."""
        paths, path = [known for known, _content in self.files], self._path
        self.main_list.mark(paths.index(path) if path in paths else -1)

    def _chosen(self, index: int) -> None:
        self.field.value = self.files[index][0].stem
        self.field.refresh()

    def act(self) -> None:
        """Write the file; ask first if one of this name exists."""
        path, name = self._path, self.field.value.strip(" .")
        if path is None:
            message(self.app, _("No name"), _(self._texts.no_name))
        elif path.exists():
            question = _(self._texts.there_already).format(name=path.stem)
            confirm(self.app, _("Replace?"), question, _("Replace"), lambda: self._write(path, name))
        else:
            self._write(path, name)
