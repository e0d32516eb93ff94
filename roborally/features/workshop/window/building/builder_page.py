"""The page of the course builder: a table, the title, all steps, random courses, and the way to a match."""

from collections.abc import Callable
from pathlib import Path

from roborally.base.errors import GameError, Message
from roborally.base.translation import _
from roborally.features.workshop.building.board_parts import CHECKPOINT
from roborally.features.workshop.building.course_file import MAX_TITLE, course_of, problem
from roborally.features.workshop.building.course_table import Layout
from roborally.features.workshop.building.workbench import Workbench
from roborally.features.workshop.rating.changes import Change
from roborally.features.workshop.window.building.lot_section import LotSection
from roborally.features.workshop.window.building.table_page import GAP, ROW, TablePage
from roborally.features.workshop.window.rating.plays_page import PlaysPage
from roborally.game.course.courses import Course
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.fields import TextField
from roborally.ui.toolkit.shortcuts import CTRL, SHIFT, Shortcut
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

ShowBuilding = Callable[[Callable[[], str]], None]
"""Shows others a course by its code, which a function returns when it is needed."""


class BuilderPage(TablePage):
    """Builds a course on a workbench; `done(path)` is called with the saved file."""

    def __init__(
        self, app: App, bench: Workbench, done: Callable[[Path], None], show: ShowBuilding | None = None
    ) -> None:
        """Show the layout of the bench, with `show` also to others."""
        super().__init__(app, bench, _("Build a course"))
        self._done = done
        self._show = show
        self.problem: Message | None = None
        """What makes the course unusable."""
        self.lot: LotSection | None = None
        self._lay_out_rest()
        self.changed()

    # --- layout ---------------------------------------------------------------------------------------------------

    def _lay_out_rest(self) -> None:
        self._lay_out_side()
        self._lay_out_bottom()
        self._look = True

    def _lay_out_side(self) -> None:
        layer, dim, side = self.layer, theme.colour("text-dim"), self._places.side
        y = side.top - 8
        layer.label(_("Title"), side.x + 2, y, size=13, tint=dim)
        y -= 18 + ROW
        text = _("The name of the course on the shelf")
        spot = Rect(side.x, y, side.width, ROW)
        hint = _("My course")
        self.title: TextField = self.controls.add(
            TextField(layer, spot, self.bench.title, self._call, tooltip=text, hint=hint, longest=MAX_TITLE)
        )
        y = self._lay_out_tools(y - GAP - 4)
        self.undo = self._half(0, y, _("Undo"), self._undo, _("One step back (Ctrl+Z)"), "undo")
        self.redo = self._half(1, y, _("Redo"), self._redo, _("One step forward (Ctrl+Y)"))
        y = self._lay_out_docks(y - ROW - GAP)
        if self.bench.lottery.is_possible:
            before = self.lot
            self.lot = LotSection(layer, self.controls, side._replace(height=y - 6 - side.y), self._draw_lot)
            if before is not None:
                self.lot.show_as(before)

    def _lay_out_bottom(self) -> None:
        layer, row, add = self.layer, self._places.buttons, self.controls.add
        add(Button(layer, row._replace(width=140), _("Back"), self.escape, icon="arrow-left"))
        middle = self._places.more or row._replace(x=row.x + 148)
        spot = middle._replace(width=190)
        text = _("Take all boards off the table")
        self.clearing = add(Button(layer, spot, _("Clear the table"), self._clear, icon="trash", tooltip=text))
        spot = spot._replace(x=spot.right + 8, width=200)
        text = _("Bots play on the course, and tell what they find")
        self.trying = add(Button(layer, spot, _("How it plays"), self.show_plays, icon="robot", tooltip=text))
        spot = Rect(row.right - 260, row.y, 260, row.height)
        text = _("Save the course among your own boards, and play on it")
        button = Button(layer, spot, _("Use this course"), self.save, icon="checkmark", accent=True, tooltip=text)
        self.saving: Button = add(button)

    # --- changes --------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Update the page after a change of the layout or the choice."""
        self._look = True
        super().changed()

    def _show_buttons(self) -> None:
        super()._show_buttons()
        history = self.bench.history
        self.undo.enable(history.can_undo)
        self.redo.enable(history.can_redo)
        self.clearing.enable(bool(self.table.layout.boards))

    def _show_note(self) -> None:
        super()._show_note()
        if not self._complaint and self.problem is not None and self.table.layout.boards:
            self._note.text = self.problem.as_sentence()

    def _undo(self) -> None:
        self.bench.history.undo()
        self.table.settle()

    def _redo(self) -> None:
        self.bench.history.redo()
        self.table.settle()

    def _clear(self) -> None:
        self.table.chosen = None
        self.table.put(Layout)

    def _draw_lot(self) -> None:
        """Lay out a random course."""
        if self.lot is not None:
            wish = self.lot.wish
            self.table.chosen = None
            self.table.put(lambda: self.bench.lottery.draw(wish))

    def _call(self, title: str) -> None:
        self.bench.title = title

    def show_plays(self) -> None:
        """Let bots play the course on the table."""
        self._look_closely()
        if self.problem is None:
            self.app.push(PlaysPage(self.app, self.bench.rules.catalogue, self.edition, self._course, self._accept))

    def _course(self) -> Course:
        return course_of(self.bench.table, self.table.layout, self.bench.title or _("My course"))

    def _accept(self, change: Change) -> Callable[[], None] | None:
        """Return a function that moves a checkpoint as suggested, or `None` if it may not stand there."""
        table, layout = self.bench.table, self.table.layout
        extent = table.extent(layout)
        if change.kind != CHECKPOINT or change.to is None:
            return None
        cell, to = ((x + extent.left, y + extent.top) for x, y in (change.cell, change.to))
        if cell not in layout.checkpoints or table.obstacle(layout, to) is not None:
            return None
        index = layout.checkpoints.index(cell)

        def move() -> None:
            self.table.put(lambda: table.move_checkpoint(layout, index, to))

        return move

    def save(self) -> None:
        """Save the course and leave the page; if the course is unusable, say why and stay."""
        self._look_closely()
        if self.problem is not None:
            message(self.app, _("This course cannot be used"), self.problem)
            return
        if not self.bench.title.strip():
            self.title.set(_("My course"))
        try:
            path = self.bench.save()
        except GameError as error:
            message(self.app, _("The course could not be saved"), error.message)
            return
        if self._show is not None:
            self._show(self.bench.code)
        self.app.pop()
        self._done(path)

    # --- screen ---------------------------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Whether all pictures are ready."""
        return super().ready and not self._look

    def update(self, seconds: float) -> None:
        """Make pictures in small steps, and look for problems once the visible ones are ready."""
        if not self._make_pictures() and self._look:
            self._look_closely()
        super().update(seconds)

    def _look_closely(self) -> None:
        self._look = False
        self.problem = problem(self.bench.table, self.table.layout, self.bench.rules)
        self.saving.enable(self.problem is None)
        self.trying.enable(self.problem is None)
        self._show_note()
        if self._show is not None:
            self._show(self.bench.code)

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this page, without letters while a text is edited."""
        if self.controls.focus is self.title or (self.lot is not None and self.controls.focus is self.lot.seed):
            return super(TablePage, self).shortcuts()
        return [
            Shortcut((f"{CTRL}Z",), _("One step back"), self._undo),
            Shortcut((f"{CTRL}Y", f"{CTRL}{SHIFT}Z"), _("One step forward"), self._redo),
            *super().shortcuts(),
        ]

    def typed(self, text: str) -> None:
        """Pass typed letters to the focused field."""
        self.controls.typed(text)
