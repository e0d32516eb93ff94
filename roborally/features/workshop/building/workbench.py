"""The course under construction in the course builder: its boards, its layout with the undo history, and its title."""

from collections.abc import Sequence
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.features.workshop.building.board_parts import BoardParts, read_parts
from roborally.features.workshop.building.course_file import CourseRules, course_text, layout_of, save_course
from roborally.features.workshop.building.course_table import CourseTable, Layout
from roborally.features.workshop.building.random_course import Lottery, add_docks
from roborally.features.workshop.history import UndoHistory
from roborally.game.course.code import SharedCourse, code_of, content_of, usable_name, with_usable_names
from roborally.game.course.courses import check_board
from roborally.game.course.notation import Notations
from roborally.plugin_system.loader import Catalogue


class Workbench:
    """The course that a player builds, and the boards that the rules allow for it.

    `file` is the file that `save` replaces: the course last opened or saved, `None` for a new one.
    """

    def __init__(self, catalogue: Catalogue, mode: str, extras: Sequence[str] = ()) -> None:
        """Read the boards, and start with an empty table; `extras` are ids of plugins besides the mode."""
        found: BoardParts = read_parts(catalogue)
        self.rules = CourseRules(catalogue, catalogue.get(mode), tuple(extras))
        self.notations = Notations.of(catalogue.plugins.values())
        self.parts = found.fitting(catalogue, mode, extras)
        shares = catalogue.get(mode).manifest.shares.get("checkpoint")
        self.table = CourseTable({part.name: part for part in self.parts}, self.notations, shares)
        self.unusable = found.unusable
        self.lottery = Lottery(self.table, self.rules)
        self.history = UndoHistory(Layout())
        self.title = ""
        self.file: Path | None = None
        self._saved: Layout | None = None
        self._texts: dict[str, str] = {}

    @property
    def layout(self) -> Layout:
        """The current layout: the boards on the table and the checkpoints."""
        return self.history.now

    def put(self, layout: Layout) -> None:
        """Make a layout the current one, as a step that can be undone."""
        self.history.put(layout)

    def dock_board(self) -> str:
        """Return the name of the board that `add_docks` would add; empty if no docks are needed."""
        docked = [part.name for part in self.parts if part.docks and not self._has_docks()]
        return docked[0] if docked and self.rules.wants_docks else ""

    def _has_docks(self) -> bool:
        return any(self.table.parts[laid.name].docks for laid in self.layout.boards)

    def add_docks(self) -> None:
        """Lay the board of docks beside another board; raise `TableError` if there is no room."""
        self.put(add_docks(self.table, self.layout, self.dock_board()))

    @property
    def is_saved(self) -> bool:
        """Whether the layout is empty, or unchanged since it was opened or saved."""
        return self.layout in (self._saved, Layout())

    def for_rules(self, mode: str, extras: Sequence[str]) -> "Workbench":
        """Return a workbench with the same course for other rules, without boards and checkpoints that do not fit."""
        other = Workbench(self.rules.catalogue, mode, extras)
        layout = self.layout
        for number in reversed(range(len(layout.boards))):
            if layout.boards[number].name not in other.table.parts:
                layout = self.table.remove(layout, number)
        for index in reversed(range(len(layout.checkpoints))):
            bare = other.table.remove_checkpoint(layout, index)
            if other.table.obstacle(bare, layout.checkpoints[index]) is not None:
                layout = bare
        other.history = UndoHistory(layout)
        other.title = self.title
        return other

    def open(self, path: Path, title: str) -> None:
        """Open a course file of the player; raise `GameError` and change nothing if its boards cannot be laid out."""
        self.history = UndoHistory(layout_of(path, self.table))
        self.title, self.file, self._saved = title, path, self.layout

    def code(self) -> str:
        """Return the current course, finished or not, as a code to share; empty without boards or if it has faults."""
        layout = self.layout
        if not layout.boards:
            return ""
        name = self.file.stem if self.file is not None else usable_name(self.title)
        try:
            check_board(self.table.joined(layout), self.notations, "")
            boards = {laid.name: self._text_of(laid.name) for laid in layout.boards}
            text = course_text(self.table, layout, self.title.strip() or name)
            return code_of(with_usable_names(SharedCourse(name, text, boards)))
        except (GameError, OSError):  # such as two boards with portals of one colour, or a missing file
            return ""

    def _text_of(self, name: str) -> str:
        """Return the text of a board's file by the board's name, read only once."""
        file = self.table.parts[name].file
        if name not in self._texts and file is not None:
            self._texts[name] = content_of(file)
        return self._texts[name]

    def save(self) -> Path:
        """Write the course into the player's profile and return its file; raise `GameError` if nothing is written."""
        folder = paths.user_board_folder()
        instead = self.file if self.file is not None and self.file.exists() else None
        self.file = save_course(self.table, self.layout, self.title, folder, self.notations, instead)
        self._saved = self.layout
        return self.file
