"""The column at the right of the editor: the board's name, actions for the whole board, and the advice."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from roborally.base.translation import _
from roborally.features.workshop.window.editor.workbench import EditorWorkbench
from roborally.features.workshop.window.rating.sentence_list import SentenceList
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button

ROW, GAP = 32.0, 6.0
BROAD = 340.0
"""The width from which three buttons fit side by side."""


class EditorActions:
    """The actions that the page leaves to others: pages and matches that it opens."""

    def __init__(self, **actions: Action) -> None:
        """Set the actions by name."""
        self.leave = actions["leave"]
        self.new, self.open, self.save, self.save_as = (actions[name] for name in ("new", "open", "save", "save_as"))
        self.describe, self.copy_code, self.paste_code = (
            actions[name] for name in ("describe", "copy_code", "paste_code")
        )
        self.picture, self.play, self.test = actions["picture"], actions["play"], actions["test"]


class BoardActions(NamedTuple):
    """The actions on the whole board or the selection."""

    undo: Action
    redo: Action
    turn: Action
    mirror: Action


class FileColumn:
    """Buttons for the board and its file; `list` shows the advice, or after `show_findings(True)` how it plays."""

    def __init__(
        self,
        space: Space,
        layer: Layer,
        controls: WidgetGroup,
        area: Rect,
        board: BoardActions,
        actions: EditorActions,
        show_findings: Callable[[bool], None],
    ) -> None:
        """Lay the column out in an area."""
        dim = theme.colour("text-dim")
        self.title = layer.heading("", area.x + 2, area.top - 12, 17, tint=theme.colour("accent"), width=area.width)
        self.about = layer.label("", area.x + 2, area.top - 34, size=12, tint=dim, width=area.width)
        top = area.top - 50
        actions_of: Sequence[tuple[str, Action, str]] = (
            (_("Undo"), board.undo, _("Ctrl+Z")),
            (_("Redo"), board.redo, _("Ctrl+Y")),
            (_("New"), actions.new, _("An empty board (Ctrl+N)")),
            (_("Open"), actions.open, _("Ctrl+O")),
            (_("Save"), actions.save, _("Ctrl+S")),
            (_("Save as"), actions.save_as, _("Ctrl+Shift+S")),
            (_("Copy code"), actions.copy_code, _("A line of text that friends can paste")),
            (_("Paste code"), actions.paste_code, _("Open the board of a code in the clipboard")),
            (
                _("Title, size"),
                actions.describe,
                _("Title, author, description, players, and the size of the board"),
            ),
            (_("Picture"), actions.picture, _("Keep a picture of the board")),
            (_("Turn"), board.turn, _("A quarter to the right: what is selected, or the board (T)")),
            (_("Mirror"), board.mirror, _("Left and right change places (H); above and below (V)")),
        )
        buttons: list[Button] = []
        columns = 3 if area.width >= BROAD else 2
        width = (area.width + GAP) / columns - GAP
        for number, (caption, action, tooltip) in enumerate(actions_of):
            row, column = divmod(number, columns)
            spot = Rect(area.x + column * (width + GAP), top - ROW - row * (ROW + GAP), width, ROW)
            buttons.append(controls.add(Button(layer, spot, caption, action, tooltip=tooltip, size=13)))
        top -= len(actions_of) // columns * (ROW + GAP)
        width = (area.width - GAP) / 2
        self._undo, self._redo = buttons[:2]
        spot = Rect(area.x, top - 40, area.width - 46, 40)
        tooltip = _("You and some bots on the board as it is; F5 leads back")
        self.play: Button = controls.add(
            Button(layer, spot, _("Play here"), actions.play, icon="play", accent=True, tooltip=tooltip)
        )
        spot = Rect(spot.right + GAP, top - 40, 40, 40)
        controls.add(Button(layer, spot, "", actions.test, icon="settings", tooltip=_("Rules and bots of the match")))
        top -= 40 + 14
        back = Rect(area.x, area.y, area.width, ROW)
        leave = Button(layer, back, _("Main menu"), actions.leave, icon="arrow-left", size=13)
        controls.add(leave)
        self._lists: dict[bool, Button] = {}
        for plays, caption, tooltip in (
            (False, _("Advice"), _("What is wrong with the board, and what is hard to play")),
            (True, _("How it plays"), _("Bots play on the board while you rest, and tell what they find (G)")),
        ):
            spot = Rect(area.x + plays * (width + GAP), top - ROW, width, ROW)
            button = Button(layer, spot, caption, partial(show_findings, plays), tooltip=tooltip, size=13)
            self._lists[plays] = controls.add(button)
        top -= ROW + 8
        room = Rect(area.x + 2, back.top + 8, area.width - 4, top - back.top - 8)
        self.list = SentenceList(space, layer, controls, room)

    def refresh(self, bench: EditorWorkbench) -> None:
        """Show the board's name and state, and whether there is a step to undo or redo."""
        document = bench.editing.document
        self._undo.enable(bench.editing.can_undo)
        self._redo.enable(bench.editing.can_redo)
        for plays, button in self._lists.items():
            button.selected = plays == bench.plays.is_on
        name = document.texts.name
        self.title.text = _(name) if name else _("A board without a title")
        size, path = f"{document.width} × {document.height}", bench.editing.path
        file = [path.stem, _("saved") if bench.is_saved else _("not saved")] if path is not None else [_("not saved")]
        self.about.text = " · ".join([size, *file])
