"""A course that is being built: the table for the rules, what lies on it with all steps before, and its title."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.course.code import pack, usable_name
from roborally.course.notation import Notations
from roborally.plugin_system.loader import Catalogue
from roborally.workshop.building.board_parts import BoardPart, BoardParts, read_parts
from roborally.workshop.building.course_file import Rules, layout_of, save_course
from roborally.workshop.building.course_table import CourseTable, Layout
from roborally.workshop.building.random_course import Lottery, add_docks
from roborally.workshop.history import History


class Workbench:
    """Boards that fit the rules of a mode, and the course that is made of them.

    `file` is the one that saving replaces: that of the course in the player's profile with which the work began, or
    that was saved here before.
    """

    def __init__(
        self, catalogue: Catalogue, mode: str, extras: Sequence[str] = (), layout: Layout | None = None
    ) -> None:
        """Read the boards, and begin with an empty table or a course whose boards are all there."""
        self.rules = Rules(catalogue, catalogue.get(mode), tuple(extras))
        self.notations = Notations.of(catalogue.plugins.values())
        found: BoardParts = read_parts(catalogue)
        self.parts: list[BoardPart] = found.fitting(catalogue, mode, extras)
        self.unusable = found.unusable
        shares = catalogue.get(mode).manifest.shares.get("checkpoint")
        self.table = CourseTable({part.name: part for part in self.parts}, self.notations, shares)
        self.lottery = Lottery(self.table, self.rules)
        self.history = History(layout or Layout())
        self.title = ""
        self.file: Path | None = None
        self._saved: Layout | None = None

    @property
    def layout(self) -> Layout:
        """What lies on the table."""
        return self.history.now

    @property
    def is_saved(self) -> bool:
        """Whether what lies on the table is in the file, or nothing lies there."""
        return self.layout in (self._saved, Layout())

    def for_rules(self, mode: str, extras: Sequence[str]) -> "Workbench":
        """Return the same work for other rules, without the boards that these do not know."""
        other = Workbench(self.rules.catalogue, mode, extras)
        layout = self.layout
        for number in reversed(range(len(layout.boards))):
            if layout.boards[number].name not in other.table.parts:
                layout = self.table.remove(layout, number)
        for index in reversed(range(len(layout.checkpoints))):
            bare = other.table.remove_checkpoint(layout, index)
            if other.table.obstacle(bare, layout.checkpoints[index]) is not None:
                layout = bare
        other.history = History(layout)
        other.title = self.title
        return other

    def open(self, path: Path, title: str) -> None:
        """Go on with a course of the player's own; raise `GameError` and change nothing where that cannot be."""
        self.history = History(layout_of(path, self.table))
        self.title, self.file, self._saved = title, path, self.layout

    def dock_board(self) -> str:
        """Return the name of the board of docks that can be laid, or an empty text."""
        docked = [part.name for part in self.parts if part.docks and not self._has_docks()]
        return docked[0] if docked and self.rules.wants_docks else ""

    def _has_docks(self) -> bool:
        return any(self.table.parts[laid.name].docks for laid in self.layout.boards)

    def add_docks(self) -> None:
        """Lay a board of docks; raise `TableError` where none has room."""
        self.history.put(add_docks(self.table, self.layout, self.dock_board()))

    def code(self) -> str:
        """Return the code of the course as it lies, also of one that is not finished; empty where there is none."""
        name = self.file.stem if self.file is not None else usable_name(self.title)
        if not self.layout.boards:
            return ""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{name}.toml"
            try:
                save_course(self.table, self.layout, self.title or name, path.parent, self.notations, path)
                return pack(path, self.notations)
            except GameError:  # such as two boards with portals of one colour
                return ""

    def save(self) -> Path:
        """Write the course into the player's profile and return its file; raise `GameError` and write nothing."""
        folder = paths.user_board_folder()
        instead = self.file if self.file is not None and self.file.exists() else None
        self.file = save_course(self.table, self.layout, self.title, folder, self.notations, instead)
        self._saved = self.layout
        return self.file
