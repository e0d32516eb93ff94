"""Opens the board editor with its dialogs, and a trial match on the board."""

from functools import partial
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.workshop.editor.advice import course_of
from roborally.features.workshop.editor.board_text import board_of_code, code_of_board, read_document, text_of
from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.editor.drafts import UNSAVED, kept_draft
from roborally.features.workshop.window.editor.board_pages import (
    BoardDialog,
    TestingDialog,
    open_board_page,
    save_board_page,
)
from roborally.features.workshop.window.editor.editor_page import EditorPage
from roborally.features.workshop.window.editor.file_column import EditorActions
from roborally.features.workshop.window.editor.tried_match import playable, tried_game, tried_match
from roborally.features.workshop.window.editor.workbench import EditorWorkbench
from roborally.game.course.image import draw_course, save_picture
from roborally.game.session.local import LocalSession
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.windows.game_menu import GameMenu
from roborally.ui.shell.services import Services
from roborally.ui.toolkit.dialogs import Action, announce, confirm, message, showing_errors
from roborally.ui.toolkit.input.clipboard import read_clipboard, write_clipboard


class EditorDesk:
    """Holds the board in the editor while the window is open, and runs the editor's actions, such as saving."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.app = services.app
        self.catalogue = services.catalogue
        self._bench: EditorWorkbench | None = None

    @property
    def bench(self) -> EditorWorkbench:
        """The workbench with the board, created at the first use."""
        if self._bench is None:
            self._bench = EditorWorkbench(self.catalogue)
        return self._bench

    def plugins_changed(self) -> None:
        """Store the board as a draft, which is read again with the current plugins when the editor is opened next."""
        if self._bench is not None:
            self._bench.close()
        self._bench = None

    def open(self, path: Path | None = None) -> None:
        """Open the editor with its last board, or with a file; show a message about a draft from an earlier run.

        Ask before a file replaces an unsaved board. Raise `GameError` if the file is no board.
        """
        if path is not None:
            document = read_document(path)
            self._lay_out()
            self._put_instead(document, path)
        elif self._lay_out():
            text = _("Here is the board that you were drawing. It has not been saved yet.")
            message(self.app, _("Your draft is back"), text)

    def _lay_out(self) -> bool:
        """Open the page with the last board; return whether it is an unsaved draft from an earlier run."""
        first, draft, problem = self._bench is None, None, None
        bench = self.bench
        if first:
            try:
                draft = kept_draft()
            except GameError as error:
                problem = error.message
        if draft is not None:
            bench.take(draft)
        self.show()
        if problem is not None:
            text = _("The board that was drawn last cannot be read; an empty one is opened.")
            message(self.app, _("The draft cannot be used"), text, problem)
        return draft is not None and not bench.is_saved

    def show(self) -> None:
        """Show the editor's page in place of the current screen."""
        actions = EditorActions(
            leave=self._leave,
            new=partial(self._instead, self.bench.new),
            open=self._open_page,
            save=self.save,
            save_as=self._save_as,
            describe=self._describe,
            copy_code=self._copy_code,
            paste_code=self._paste_code,
            picture=self._picture,
            play=self.play,
            test=self._testing,
        )
        self.app.replace(lambda: EditorPage(self.app, self.bench, actions))
        self.app.audio.music("menu")

    def _page(self) -> EditorPage:
        return next(screen for screen in self.app.screens if isinstance(screen, EditorPage))

    def _leave(self) -> None:
        self.bench.close()
        self._services.router.back()

    # --- files ----------------------------------------------------------------------------------------------------

    def _instead(self, action: Action) -> None:
        """Run an action that replaces the board, after a question if the board is not saved; *Undo* brings it back."""

        def replace() -> None:
            action()
            self.show()

        if self.bench.is_saved:
            replace()
        else:
            text = _("The board on the table is not saved. Undo brings it back until you quit the game.")
            confirm(self.app, _("Without saving?"), text, _("Do not save"), replace)

    def _open_page(self) -> None:
        self.app.push(open_board_page(self.app, self.open_file))

    def open_file(self, path: Path) -> None:
        """Open a board file; ask before replacing an unsaved board. Raise `GameError` if it is no board."""
        self._put_instead(read_document(path), path)

    def _put_instead(self, document: Document, path: Path) -> None:
        own = path if path.parent == paths.user_board_folder() else None
        self._instead(lambda: self.bench.put_instead(document, own, text_of(document)))

    def save(self) -> None:
        """Save the board to its file; ask for a name if it has none, and before replacing another program's changes."""
        path = self.bench.editing.file.path
        if path is None:
            self._save_as()
        elif self.bench.file_has_changed():
            text = _("{path} was changed by another program since it was opened.").format(path=path.name)
            confirm(self.app, _("Replace?"), text, _("Replace"), partial(self._replace, path))
        else:
            self._write(path)

    def _save_as(self) -> None:
        name = self.bench.editing.document.texts.name
        name = _(name) if name else self.bench.name
        self.app.push(save_board_page(self.app, name, self._save_under))

    def _save_under(self, path: Path, name: str) -> bool:
        if not self.bench.editing.document.texts.name:
            self.bench.editing.put(self.bench.editing.document.with_texts(name=name))
        return self._write(path)

    def _replace(self, path: Path) -> None:
        self._write(path)

    def _write(self, path: Path) -> bool:
        """Write the file; show a message and return false if that fails."""
        try:
            self.bench.save(path)
        except GameError as error:
            text = _("Nothing is lost: the board stays on the table.")
            message(self.app, _("The board could not be saved"), error.message, text)
            return False
        self.bench.keep()
        self._page().refresh()
        return True

    def _describe(self) -> None:
        def change(document: Document) -> None:
            self.bench.editing.put(document)
            self._page().refresh()

        self.app.push(BoardDialog(self.app, self.bench.editing.document, change))

    # --- codes and pictures ---------------------------------------------------------------------------------------

    def _copy_code(self) -> None:
        bench = self.bench
        bench.name_plugins()
        try:
            code = code_of_board(bench.editing.document, bench.name, bench.speller)
        except GameError as error:
            message(self.app, _("There is no code yet"), bench.sentence(error.message))
            return
        write_clipboard(code)
        text = _("The code of this board is in the clipboard: {count} letters. Friends can paste it.")
        message(self.app, _("The code is copied"), text.format(count=len(code)))

    def _paste_code(self) -> None:
        with showing_errors(self.app, _("This is not the code of a board")):
            _name, document = board_of_code(read_clipboard())
            self._instead(lambda: self.bench.put_instead(document, saved=UNSAVED))

    def _picture(self) -> None:
        bench = self.bench
        path = paths.user_board_folder() / f"{bench.name}.png"
        try:
            image = draw_course(course_of(bench.editing.document, bench.speller, bench.name), self.catalogue)
            save_picture(image, path)
        except GameError as error:
            message(self.app, _("There is no picture yet"), bench.sentence(error.message))
            return
        message(self.app, _("The picture is saved"), _("Saved in {path}.").format(path=path))

    # --- matches --------------------------------------------------------------------------------------------------

    def _testing(self) -> None:
        modes = self.catalogue.modes()
        try:
            course = course_of(self.bench.editing.document, self.bench.speller, self.bench.name)
            modes = playable(course, self.catalogue)[1] or modes
        except GameError:
            pass  # the faults are shown at the cells
        self.app.push(TestingDialog(self.app, self.catalogue, self._services.bots, modes, self.bench.testing))

    def play(self) -> None:
        """Start a trial match on the board; show a message if no mode can be played on it."""
        bench = self.bench
        announce(self.app)
        try:
            course = course_of(bench.editing.document, bench.speller, bench.name)
            game = tried_game(course, self.catalogue, bench.testing, self.app.settings.called)
            seed = game.config.match.seed
            assert seed is not None, "a seed has been drawn"
            session = LocalSession.start(game, seed, self._services.thinker)
        except GameError as error:
            message(self.app, _("This board cannot be played yet"), bench.sentence(error.message))
            return
        self.app.replace(
            lambda: tried_match(
                self.app,
                session,
                back=self.show,
                again=self.play,
                open_menu=self._open_menu,
                speed=self._services.settings.moving_speed(),
                check=self._services.check,
            )
        )
        self.app.audio.music("match")

    def _open_menu(self, screen: MatchScreen) -> None:
        self.app.push(self._game_menu(screen))

    def _game_menu(self, screen: MatchScreen) -> GameMenu:
        return GameMenu(
            self.app,
            None,
            self._services.settings.open,
            self._leave,
            leaving=_("The board is kept; this match is not."),
            more=[(_("Back to the board (F5)"), self.show)],
            again=partial(self._game_menu, screen),
        )
