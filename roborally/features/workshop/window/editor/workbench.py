"""The state of the board editor, which stays while the page is closed for a trial match."""

from dataclasses import dataclass
from pathlib import Path

from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError, Message
from roborally.base.file_names import plain_stem
from roborally.core.board import Board
from roborally.core.geometry import Cell
from roborally.features.workshop.editor.advice import Advice, Adviser, board_of, course_without_faults, faults
from roborally.features.workshop.editor.atom_text import Speller
from roborally.features.workshop.editor.board_text import read_document, text_of
from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.editor.drafts import DraftKeeper
from roborally.features.workshop.editor.edited_board import Editing
from roborally.features.workshop.editor.foresight import Foresight
from roborally.features.workshop.editor.painter import Brush
from roborally.features.workshop.window.editor.hand import ActiveTool
from roborally.features.workshop.window.editor.remembered import recall_overlays, remember_overlays
from roborally.features.workshop.window.rating.how_it_plays import HowItPlays
from roborally.game.board_check import with_all_plugins
from roborally.game.compatibility import fitting_modes
from roborally.game.course.courses import Course
from roborally.game.course.notation import CourseError, Notations
from roborally.plugin_system.loader import Catalogue

SIDE = 12
"""The width and height of a new board, in cells."""
FIRST = "belt"
"""The kind of element that is chosen at the start, if a plugin brings it."""


@dataclass
class View:
    """The player's view of the board: the zoom (0 for the whole board), the centre of the view, the keyboard cursor."""

    zoom: float = 0.0
    middle: tuple[float, float] = (0.0, 0.0)
    cursor: Cell = (0, 0)


@dataclass
class Testing:
    """The settings of a trial match: the mode, empty for the first that fits, and the number and kind of bots."""

    mode: str = ""
    bots: int = 3
    bot: str = "greedy"


class EditorWorkbench:
    """The board in the editor with its history, file, tool, advice and predictions."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.speller = Speller(Notations.of(catalogue.plugins.values()))
        self.editing = Editing(Document.blank(SIDE, SIDE))
        kinds = self.speller.notations.elements
        self.hand = ActiveTool(
            self.editing, self.speller, Brush.of(FIRST if FIRST in kinds else next(iter(kinds)), self.speller)
        )
        self.keeper = DraftKeeper()
        self.view, self.testing = View(), Testing()
        self.faults: list[Advice] = []
        self.course: Course | None = None
        """The current board as a course, `None` if it has faults."""
        self.plays = HowItPlays()
        self.overlays = recall_overlays()
        """The names of the overlays that are switched on."""
        self._board: tuple[Document, Board] | None = None
        self.foresight: Foresight | None = None
        """The process that computes the overlays, `None` until one is switched on."""
        self._foreseen: Document | None = None
        self._adviser: Adviser | None = None
        self._advised: Document | None = None
        self._kept: tuple[Document, Path | None, str] | None = None

    @property
    def board(self) -> Board:
        """The current board in the form that the rules use, without elements that no plugin knows."""
        document = self.editing.document
        if self._board is None or self._board[0] is not document:
            self._board = document, board_of(document, self.speller)
        return self._board[1]

    # --- advice ---------------------------------------------------------------------------------------------------

    @property
    def advice(self) -> list[Advice]:
        """The advice about the board that has been found so far, faults first."""
        return [*self.faults, *(self._adviser.found if self._adviser is not None else ())]

    def sentence(self, message: Message) -> str:
        """Return a message about the board as a sentence, with the titles of elements in place of their kinds."""
        return self.speller.notations.in_words(message).as_sentence()

    @property
    def advice_is_complete(self) -> bool:
        """Whether the search for advice has ended."""
        return self._adviser is None or self._adviser.done

    @property
    def advice_problem(self) -> str:
        """The reason why only faults can be found, empty if all advice can."""
        return self._adviser.problem if self._adviser is not None else ""

    @property
    def is_only_a_part(self) -> bool:
        """Whether the board has no faults, but no mode can be played on it alone."""
        return self.course is not None and not fitting_modes(self.course, self.catalogue)

    def look(self) -> bool:
        """Ask for advice about a changed board and receive it; return whether the advice has changed."""
        document, changed = self.editing.document, False
        if self._adviser is None:
            self._adviser = Adviser()
        if document is not self._advised:
            self._advised, changed = document, True
            self.faults = faults(document, self.speller, self.board)
            self.course = None if self.faults else self._course_or_none(document)
            self._adviser.ask(self.course)
        return self._adviser.poll() or changed

    def look_ahead(self) -> bool:
        """While an overlay is on, ask for and receive predictions; return whether they have changed.

        Call `look` first.
        """
        if not self.overlays:
            return False
        if self.foresight is None:
            self.foresight = Foresight()
        if self._foreseen is self.editing.document:
            return self.foresight.poll()
        self._foreseen = self.editing.document
        self.foresight.ask(self.course)
        return self.foresight.poll() or self.course is None

    @property
    def all_is_foreseen(self) -> bool:
        """Whether all predictions for the overlays that are on have arrived."""
        return not self.overlays or self.foresight is None or self.foresight.done

    def switch_overlay(self, name: str) -> None:
        """Switch an overlay, one of `remembered.OVERLAYS`, on or off, and store which are on."""
        self.overlays ^= {name}
        remember_overlays(self.overlays)

    def _course_or_none(self, document: Document) -> Course | None:
        """Return the board as a course that names all plugins it needs; `None`, with a fault, if one is missing."""
        try:
            course = course_without_faults(document, self.board, self.speller, self.name)
            return with_all_plugins(course, self.catalogue)
        except CourseError as error:
            self.faults = [Advice(error.message, is_fault=True)]
            return None

    def close(self) -> None:
        """Stop all processes, and write the draft; the board stays."""
        self.plays.stop()
        if self._adviser is not None:
            self._adviser.close()
        self._adviser, self._advised = None, None
        if self.foresight is not None:
            self.foresight.close()
        self.foresight, self._foreseen = None, None
        self.keep()
        self.keeper.finish()

    # --- files ----------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the board's file without `.toml`; without a file, one that follows from its title."""
        path, title = self.editing.file.path, self.editing.document.texts.name
        return path.stem if path is not None else plain_stem(title, "board")

    @property
    def is_saved(self) -> bool:
        """Whether the board's file holds the current board; without a file, whether the board is empty."""
        editing = self.editing
        if editing.file.path is None:
            document = editing.document
            return editing.file.saved == "" and document == Document.blank(document.width, document.height)
        return text_of(editing.document) == editing.file.saved

    def keep(self) -> None:
        """Store the draft if the board has changed since the last call and no stroke is in progress; return at once."""
        now = (self.editing.document, self.editing.file.path, self.editing.file.saved)
        if not self.editing.in_stroke and now != self._kept:
            self._kept = now
            self.keeper.keep(self.editing)

    def take(self, editing: Editing) -> None:
        """Go on with a stored draft and its history."""
        self.editing = self.hand.editing = editing
        self._look_anew()

    def put_instead(self, document: Document, path: Path | None = None, saved: str = "") -> None:
        """Replace the board and its file, as a step to undo; `path` and `saved` are those of `BoardFile`."""
        self.editing.replace(document, path, saved)
        self._look_anew()

    def _look_anew(self) -> None:
        self.plays.forget()
        self.hand.selection, self.hand.refused, self.hand.problem = None, {}, None
        self.view = View()

    def new(self) -> None:
        """Replace the board by open floor without a file, as a step to undo."""
        self.put_instead(Document.blank(SIDE, SIDE))

    def file_has_changed(self) -> bool:
        """Return whether another program has changed the board's file since it was last read or written here."""
        path = self.editing.file.path
        if path is None or not path.exists():
            return False
        try:
            return text_of(read_document(path)) != self.editing.file.saved
        except GameError:
            return True

    def name_plugins(self) -> None:
        """Add to the board's texts the plugins that it needs besides those of a mode; do nothing if it has faults."""
        document = self.editing.document
        course = None if faults(document, self.speller, self.board) else self._course_or_none(document)
        if course is not None and course.plugins != document.texts.plugins:
            self.editing.put(document.with_texts(plugins=course.plugins))

    def save(self, path: Path) -> None:
        """Write the board to a file, which becomes its own; raise `GameError` if that fails."""
        self.name_plugins()
        text = text_of(self.editing.document)
        write_aside(path, text.encode())
        self.editing.file.path, self.editing.file.saved = path, text

    @property
    def text(self) -> Message | None:
        """The reason why the last stroke, action or writing of the draft failed, `None` if none did."""
        return self.hand.problem or next(iter(self.hand.refused.values()), None) or self.keeper.problem
