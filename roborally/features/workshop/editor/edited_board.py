"""A board that is being edited: an unlimited history of steps, its file, and copied parts."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.history import UndoHistory


@dataclass(eq=False)
class BoardFile:
    """The file of a board: `path` is the file that *Save* writes, `saved` its text when last read or written."""

    path: Path | None = None
    saved: str = ""


class _OnTable(NamedTuple):
    document: Document
    file: BoardFile


class Editing:
    """The board in the editor. `document` is replaced with each change; a stroke of the mouse is one step of `history`.

    Opening another board is a step as well: undoing it brings the former one back, with its file.
    """

    def __init__(self, document: Document, path: Path | None = None, saved: str = "") -> None:
        """Start with a board and its file, without steps."""
        self.history = UndoHistory(_OnTable(document, BoardFile(path, saved)))
        self._stroke: Document | None = None
        """The board during a stroke."""

    @property
    def document(self) -> Document:
        """The current board."""
        return self.history.now.document if self._stroke is None else self._stroke

    @property
    def file(self) -> BoardFile:
        """The file of the current board."""
        return self.history.now.file

    @property
    def in_stroke(self) -> bool:
        """Whether a stroke is in progress."""
        return self._stroke is not None

    def begin(self) -> Document:
        """Begin a stroke and return the board before it; until `end`, all changes are one step."""
        if self._stroke is None:
            self._stroke = self.history.now.document
        return self.history.now.document

    def put(self, document: Document) -> None:
        """Take over a changed board, as a step of its own unless a stroke is in progress."""
        if self._stroke is not None:
            self._stroke = document
        else:
            self.history.put(_OnTable(document, self.file))

    def end(self) -> None:
        """End a stroke; one without changes is no step."""
        drawn, self._stroke = self._stroke, None
        if drawn is not None:
            self.put(drawn)

    def replace(self, document: Document, path: Path | None = None, saved: str = "") -> None:
        """Replace the board by another one with its file."""
        self.end()
        self.history.put(_OnTable(document, BoardFile(path, saved)))

    def undo(self) -> bool:
        """Undo a step; return whether there was one."""
        self.end()
        return self.history.undo()

    def redo(self) -> bool:
        """Redo a step; return whether there was one."""
        self.end()
        return self.history.redo()
