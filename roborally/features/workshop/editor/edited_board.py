"""The board in the editor with its undo history and its file."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.history import UndoHistory


@dataclass(eq=False)
class BoardFile:
    """The file of a board: its path, `None` before the first save, and its text when last read or written."""

    path: Path | None = None
    saved: str = ""


class _OnTable(NamedTuple):
    document: Document
    file: BoardFile


class Editing:
    """The board in the editor with its history; a stroke of the mouse is one step to undo.

    Opening another board is a step as well: undoing it brings the former board back, with its file.
    """

    def __init__(self, document: Document, path: Path | None = None, saved: str = "") -> None:
        """Start with an empty history; `path` and `saved` are those of `BoardFile`."""
        self.history = UndoHistory(_OnTable(document, BoardFile(path, saved)))
        self._stroke: Document | None = None
        """The board during a stroke of the mouse, `None` between strokes."""

    @property
    def document(self) -> Document:
        """The current board, also during a stroke of the mouse."""
        return self.history.now.document if self._stroke is None else self._stroke

    @property
    def file(self) -> BoardFile:
        """The file of the current board."""
        return self.history.now.file

    @property
    def in_stroke(self) -> bool:
        """Whether a stroke of the mouse is in progress."""
        return self._stroke is not None

    def begin(self) -> Document:
        """Begin a stroke, if none is in progress; return the board before it. All changes until `end` are one step."""
        if self._stroke is None:
            self._stroke = self.history.now.document
        return self.history.now.document

    def put(self, document: Document) -> None:
        """Replace the board by a changed one, as a step of its own unless a stroke is in progress."""
        if self._stroke is not None:
            self._stroke = document
        else:
            self.history.put(_OnTable(document, self.file))

    def end(self) -> None:
        """End the stroke; it becomes a step if it has changed the board."""
        drawn, self._stroke = self._stroke, None
        if drawn is not None:
            self.put(drawn)

    def replace(self, document: Document, path: Path | None = None, saved: str = "") -> None:
        """Replace the board and its file (`path` and `saved` as in `BoardFile`), as one step."""
        self.end()
        self.history.put(_OnTable(document, BoardFile(path, saved)))

    def undo(self) -> bool:
        """Undo a step; return false if there is none."""
        self.end()
        return self.history.undo()

    def redo(self) -> bool:
        """Redo the step last undone; return false if there is none."""
        self.end()
        return self.history.redo()
