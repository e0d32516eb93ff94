"""Course codes (a course as one line of text): stores the course of a code, or copies a code to the clipboard."""

from collections.abc import Callable
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.game.course.code import MAX_CODE, keep, pack, unpack
from roborally.game.course.courses import Course, course_file
from roborally.game.course.notation import Notations
from roborally.plugin_system.loader import Catalogue
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Dialog, message, showing_errors
from roborally.ui.toolkit.input.clipboard import read_clipboard, write_clipboard


def open_codes(app: App, catalogue: Catalogue, course: Course | None, take: Callable[[Path], None]) -> None:
    """Open a dialog that takes a course from a code in the clipboard, or copies the code of `course` if there is one.

    `take(path)` is called with the file of the course once it is stored among the player's own boards.
    """

    def paste() -> None:
        app.pop()
        take_code(app, catalogue, read_clipboard(), take)

    def copy() -> None:
        app.pop()
        if course is not None:
            copy_code(app, catalogue, course)

    text = _("A code is a course as one line of text, which begins with RR1: and can be sent to anybody.")
    buttons = [(_("Paste a code"), paste)]
    if course is not None:
        buttons.append((_("Copy “{name}” as a code").format(name=course.title), copy))
    buttons.append((_("Back"), app.pop))
    app.push(Dialog(app, _("Course codes"), text, buttons, row=False))


def take_code(app: App, catalogue: Catalogue, code: str, take: Callable[[Path], None]) -> None:
    """Store the course of a code among the player's boards, and call `take(path)`; show an error in a dialog."""
    if not code.strip():
        text = _("There is no text in the clipboard. Copy the whole code first, from RR1: to its end.")
        message(app, _("This is not a course code"), text)
        return
    notations = Notations.of(catalogue.plugins.values())
    with showing_errors(app, _("This code cannot be used")):
        path = keep(unpack(code[: 2 * MAX_CODE]), paths.user_board_folder(), notations)
        take(path)


def copy_code(app: App, catalogue: Catalogue, course: Course) -> None:
    """Copy the code of a course to the clipboard, and say in a dialog that it is there or why there is none."""
    code = code_of_course(app, catalogue, course)
    if not code:
        return
    write_clipboard(code)
    text = _("The code of “{name}” is in the clipboard: {count} letters. Paste it into a message to your friends.")
    message(app, _("The code is copied"), text.format(name=course.title, count=len(code)))


def code_of_course(app: App, catalogue: Catalogue, course: Course) -> str:
    """Return the code of a course; if there is none, say why in a dialog and return an empty text."""
    notations = Notations.of(catalogue.plugins.values())
    try:
        return pack(course_file(course.id, notations), notations)
    except GameError as error:
        message(app, _("There is no code of this course"), error.message)
        return ""
