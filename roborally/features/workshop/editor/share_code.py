"""Converts a board that is being edited to a course code, and back."""

from roborally.base.file_names import plain_stem
from roborally.features.workshop.editor.advice import course_of
from roborally.features.workshop.editor.atom_text import Speller
from roborally.features.workshop.editor.board_text import document_of, text_of
from roborally.features.workshop.editor.document import Document
from roborally.game.course.code import SharedCourse, code_of, unpack
from roborally.game.course.notation import MAX_FILE, CourseError


def code_of_board(document: Document, name: str, speller: Speller) -> str:
    """Return the code of a board; raise `CourseError` if it has faults."""
    course_of(document, speller, name)
    return code_of(SharedCourse(plain_stem(name, "board"), text_of(document)))


def board_of_code(code: str) -> tuple[str, Document]:
    """Return name and board of a code; raise `CourseError` if it contains no single board."""
    shared = unpack(code)
    if len(shared.text) > MAX_FILE:
        raise CourseError("the board of this code is too large")
    return shared.name, document_of(shared.text, f"{shared.name}.toml")
