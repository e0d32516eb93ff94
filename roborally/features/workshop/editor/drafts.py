"""Stores the board in the editor as a draft in the profile, so that it survives a crash of the window."""

import threading
from pathlib import Path

import msgspec

from roborally.base import paths
from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError, Message, reason
from roborally.base.plain_file import read_plain
from roborally.features.workshop.editor.board_text import document_of, text_of
from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.editor.edited_board import Editing
from roborally.game.course.notation import CourseError

UNSAVED = "-"
"""The `saved` text of a board that was never saved and is not empty; no file has this text."""


class _Kept(msgspec.Struct, forbid_unknown_fields=True):
    """The stored draft: the board's text, the path of its file and that file's text when last read, or empty texts."""

    text: str
    path: str = ""
    saved: str = ""


class DraftKeeper:
    """Writes the latest draft in a thread; `problem` is the reason why the last writing failed, else `None`."""

    def __init__(self) -> None:
        self.problem: Message | None = None
        self._waiting: _Kept | None = None
        self._lock = threading.Lock()
        self._writer: threading.Thread | None = None

    def keep(self, editing: Editing) -> None:
        """Store the current board as the draft; return at once."""
        work = _Kept(text_of(editing.document), str(editing.file.path or ""), editing.file.saved)
        with self._lock:
            self._waiting = work
            if self._writer is None:
                self._writer = threading.Thread(target=self._write)
                self._writer.start()

    def finish(self) -> None:
        """Wait until the latest draft has been written."""
        writer = self._writer
        if writer is not None:
            writer.join()

    def _write(self) -> None:
        while True:
            with self._lock:
                work, self._waiting = self._waiting, None
                if work is None:
                    self._writer = None
                    return
            try:
                write_aside(paths.draft_file(), msgspec.json.encode(work))
                self.problem = None
            except GameError as error:
                self.problem = error.message


def kept_draft() -> Editing | None:
    """Return the stored draft, `None` if there is none; raise `GameError` if its file is unreadable."""
    path = paths.draft_file()
    try:
        kept = msgspec.json.decode(read_plain(path), type=_Kept)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CourseError("cannot be read: {error}", where=path, error=reason(error)) from None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise CourseError("this draft is damaged", where=path) from None
    document = document_of(kept.text, str(path))
    blank = text_of(Document.blank(document.width, document.height))
    saved = kept.saved if kept.path or kept.text == blank else UNSAVED
    return Editing(document, Path(kept.path) if kept.path else None, saved)
