"""A board that is being edited: steps that can be undone without end, its file, and what has been copied."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from roborally.workshop.editor.document import Document
from roborally.workshop.history import UndoHistory


@dataclass(eq=False)
class BoardFile:
    """The file of a board: `path` is what *Save* writes, `saved` the text that it had when last read or written."""

    path: Path | None = None
    saved: str = ""


class _OnTable(NamedTuple):
    document: Document
    file: BoardFile


class Editing:
    """What is edited. `document` is replaced with each change; strokes of the mouse are one step each.

    Another board in its place is a step as well: undoing it brings the former one back, with its file.
    """

    def __init__(self, document: Document, path: Path | None = None, saved: str = "") -> None:
        """Begin with a board and its file, without steps."""
        self._history = UndoHistory(_OnTable(document, BoardFile(path, saved)))
        self._stroke: Document | None = None
        """The board as it is while a stroke goes on."""

    @property
    def document(self) -> Document:
        """The board as it is now."""
        return self._history.now.document if self._stroke is None else self._stroke

    @property
    def file(self) -> BoardFile:
        """The file of the board that is on the table."""
        return self._history.now.file

    @property
    def path(self) -> Path | None:
        """The file that *Save* writes."""
        return self.file.path

    @property
    def saved(self) -> str:
        """The text that the file had when it was last read or written."""
        return self.file.saved

    @property
    def can_undo(self) -> bool:
        """Whether there is a step before this one."""
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether a step was undone and nothing has been done since."""
        return self._history.can_redo

    @property
    def in_stroke(self) -> bool:
        """Whether a stroke goes on."""
        return self._stroke is not None

    def begin(self) -> Document:
        """Begin a stroke and return the board before it; until `end`, changes are one step."""
        if self._stroke is None:
            self._stroke = self._history.now.document
        return self._history.now.document

    def put(self, document: Document) -> None:
        """Take over a changed board, as a step of its own unless a stroke goes on."""
        if self._stroke is not None:
            self._stroke = document
        else:
            self._history.put(_OnTable(document, self.file))

    def end(self) -> None:
        """End a stroke; one that has changed nothing is no step."""
        drawn, self._stroke = self._stroke, None
        if drawn is not None:
            self.put(drawn)

    def replace(self, document: Document, path: Path | None = None, saved: str = "") -> None:
        """Put another board, with its file, in the place of this one."""
        self.end()
        self._history.put(_OnTable(document, BoardFile(path, saved)))

    def undo(self) -> bool:
        """Go back a step; return whether there was one."""
        self.end()
        return self._history.undo()

    def redo(self) -> bool:
        """Do again what was undone; return whether there was anything."""
        self.end()
        return self._history.redo()
