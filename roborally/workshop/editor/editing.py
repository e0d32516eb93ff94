"""A board that is being edited: steps that can be undone without end, its file, and what has been copied."""

from dataclasses import dataclass, field
from pathlib import Path

from roborally.workshop.editor.document import Document


@dataclass
class Editing:
    """What is edited. `document` is replaced with each change; strokes of the mouse are one step each.

    `path` is the file that *Save* writes, `saved` the text that it had when it was last read or written.
    """

    document: Document
    path: Path | None = None
    saved: str = ""
    _before: list[Document] = field(default_factory=list)
    _after: list[Document] = field(default_factory=list)
    _begun: Document | None = None

    @property
    def can_undo(self) -> bool:
        """Whether there is a step before this one."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether a step was undone and nothing has been done since."""
        return bool(self._after)

    @property
    def in_stroke(self) -> bool:
        """Whether a stroke goes on."""
        return self._begun is not None

    def begin(self) -> Document:
        """Begin a stroke and return the board before it; until `end`, changes are one step."""
        if self._begun is None:
            self._begun = self.document
        return self._begun

    def put(self, document: Document) -> None:
        """Take over a changed board, as a step of its own unless a stroke goes on."""
        if self._begun is None and document != self.document:
            self._before.append(self.document)
            self._after.clear()
        self.document = document

    def end(self) -> None:
        """End a stroke; one that has changed nothing is no step."""
        begun, self._begun = self._begun, None
        if begun is not None and begun != self.document:
            self._before.append(begun)
            self._after.clear()

    def undo(self) -> bool:
        """Go back a step; return whether there was one."""
        self.end()
        if not self._before:
            return False
        self._after.append(self.document)
        self.document = self._before.pop()
        return True

    def redo(self) -> bool:
        """Do again what was undone; return whether there was anything."""
        self.end()
        if not self._after:
            return False
        self._before.append(self.document)
        self.document = self._after.pop()
        return True
