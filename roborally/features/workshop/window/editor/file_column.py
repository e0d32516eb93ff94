"""The right column of the board editor: the board's name, actions on the whole board, and the list of findings."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from roborally.base.translation import _
from roborally.features.workshop.window.editor.workbench import EditorWorkbench
from roborally.features.workshop.window.rating.sentence_list import SentenceList
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layout.branches import column, flow, row
from roborally.ui.toolkit.layout.leaves import button, heading, here, label
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size
from roborally.ui.toolkit.theme import Rect

ROW, GAP = 32.0, 6.0
WIDTH = 280.0
"""The natural width of the column, in design units."""


class EditorActions(NamedTuple):
    """The actions that open another page, write a file or start a match; `EditorDesk` runs them."""

    leave: Action
    new: Action
    open: Action
    save: Action
    save_as: Action
    describe: Action
    copy_code: Action
    paste_code: Action
    picture: Action
    play: Action
    test: Action


class BoardActions(NamedTuple):
    """The actions that change the board or the selection."""

    undo: Action
    redo: Action
    turn: Action
    mirror: Action


class FileColumn:
    """The column with the buttons for the board and its file; `list` shows advice, or the results of bots' games."""

    title: Label
    about: Label
    undo: Button
    redo: Button
    play: Button
    list: SentenceList

    def __init__(self, board: BoardActions, actions: EditorActions, show_findings: Callable[[bool], None]) -> None:
        """Store the callbacks; `show_findings(plays)` is called with true for the button of ratings, else false."""
        self._board, self._actions, self._show_findings = board, actions, show_findings
        self._lists: dict[bool, Button] = {}

    def tree(self, place_list: Callable[[Rect], None]) -> Node:
        """Return the column; `place_list` is called with the rectangle for the list of findings."""
        actions = self._actions
        tooltip = _("You and some bots on the board as it is; F5 leads back")
        play = button(_("Play here"), actions.play, icon="play", accent=True, tooltip=tooltip)
        tooltip = _("Rules and bots of the match")
        return column(
            heading("", 17, room=120, shorten=True).kept(self, "title"),
            label("", 12, tint=theme.colour("text-dim"), room=120, shorten=True).kept(self, "about"),
            flow(*self._buttons(), gap=GAP, equal=True, most=3).wide(most=WIDTH),
            row(play.grow().kept(self, "play"), button("", actions.test, icon="settings", tooltip=tooltip), gap=GAP),
            row(
                self._choice(False, _("Advice"), _("What is wrong with the board, and what is hard to play")),
                self._choice(
                    True,
                    _("How it plays"),
                    _("Bots play on the board while you rest, and tell what they find (G)"),
                ),
                gap=GAP,
            ),
            here(place_list, Size(180, WIDTH), Size(120, 180)).grow(),
            button(_("Main menu"), actions.leave, icon="arrow-left", size=13, height=ROW),
            gap=GAP,
        )

    def _choice(self, plays: bool, text: str, tooltip: str) -> Node:
        made = button(text, partial(self._show_findings, plays), tooltip=tooltip, size=13, height=ROW)
        return made.grow().then(partial(self._lists.__setitem__, plays))

    def _buttons(self) -> Iterator[Node]:
        board, actions = self._board, self._actions

        def made(text: str, action: Action, tooltip: str) -> Leaf[Button]:
            return button(text, action, tooltip=tooltip, size=13, height=ROW)

        yield made(_("Undo"), board.undo, _("Ctrl+Z")).kept(self, "undo")
        yield made(_("Redo"), board.redo, _("Ctrl+Y")).kept(self, "redo")
        yield made(_("New"), actions.new, _("An empty board (Ctrl+N)"))
        yield made(_("Open"), actions.open, _("Ctrl+O"))
        yield made(_("Save"), actions.save, _("Ctrl+S"))
        yield made(_("Save as"), actions.save_as, _("Ctrl+Shift+S"))
        yield made(_("Copy code"), actions.copy_code, _("A line of text that friends can paste"))
        yield made(_("Paste code"), actions.paste_code, _("Open the board of a code in the clipboard"))
        text = _("Title, author, description, players, and the size of the board")
        yield made(_("Title, size"), actions.describe, text)
        yield made(_("Picture"), actions.picture, _("Keep a picture of the board"))
        yield made(_("Turn"), board.turn, _("A quarter to the right: what is selected, or the board (T)"))
        yield made(_("Mirror"), board.mirror, _("Left and right change places (H); above and below (V)"))

    def refresh(self, bench: EditorWorkbench) -> None:
        """Show the board's name, size and file, and whether there is a step to undo or redo."""
        document = bench.editing.document
        self.undo.enable(bench.editing.history.can_undo)
        self.redo.enable(bench.editing.history.can_redo)
        for plays, made in self._lists.items():
            made.selected = plays == bench.plays.is_on
        name = document.texts.name
        self.title.text = _(name) if name else _("A board without a title")
        size, path = f"{document.width} × {document.height}", bench.editing.file.path
        file = [path.stem, _("saved") if bench.is_saved else _("not saved")] if path is not None else [_("not saved")]
        self.about.text = " · ".join([size, *file])
