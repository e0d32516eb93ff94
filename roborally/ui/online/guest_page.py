"""The host's table for a guest who may move pieces: the host applies the guest's steps (CLI-2376)."""

import time

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.net.client.membership import Membership
from roborally.net.protocol import MovePiece, TablePiece
from roborally.ui.building.table_page import GAP, TablePage
from roborally.ui.online.course_reader import CourseReader
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.widgets import Button
from roborally.workshop.building.course_table import Laid
from roborally.workshop.building.guest_bench import GuestBench
from roborally.workshop.building.seen_course import name_in_code


class GuestPage(TablePage):
    """Shows the course that the host builds, and moves its pieces; closes when the host stops allowing that."""

    bench: GuestBench

    def __init__(self, app: App, membership: Membership, reader: CourseReader, bench: GuestBench) -> None:
        """Show the latest state read from the host's table."""
        super().__init__(app, bench, _("The host's table"))
        self._membership = membership
        self._reader = reader
        self._shown: tuple[str, Cell] | None = None
        self._lay_out_rest()
        self._follow()
        self.changed()

    def _lay_out_rest(self) -> None:
        side = self._places.side
        y = self._lay_out_docks(self._lay_out_tools(side.top))
        text = _(
            "You move pieces on the host's table. The host sees who has moved what, and can take each step back. The "
            "shelf holds the boards that come with the game."
        )
        dim = theme.colour("text-dim")
        width = side.width - 4
        self.layer.label(text, side.x + 2, y - GAP, size=13, width=width, wrap=True, anchor_y="top", tint=dim)
        spot = self._places.buttons._replace(width=140)
        self.controls.add(Button(self.layer, spot, _("Back"), self.escape, icon="arrow-left"))

    # --- the host's table -----------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Show the newest state read from the table."""
        lobby = self._membership.lobby
        if lobby is None:
            return
        self._reader.look(lobby.building)
        state = self._reader.code, lobby.origin
        if self._reader.code != lobby.building or state == self._shown:
            return
        self._shown = state
        before = self.table.layout
        self.bench.see(self._reader.seen, lobby.origin)
        while self.bench.gone:
            self.pictures.forget(self.bench.gone.pop())
        if self.table.layout != before:
            complaint = self._complaint
            self.table.follow_layout(before)
            self._complaint = complaint
            self._show_note()

    def refuse(self, text: Message) -> None:
        """Undo a step that the host has refused, and say why."""
        before = self.table.layout
        self.bench.refuse()
        self.table.follow_layout(before)
        self.complain(text)

    def _send(self) -> None:
        """Send the own steps to the host."""
        now = time.monotonic()
        step = self.bench.to_send(now)
        if step is not None:
            self._membership.send(MovePiece(_piece(step.before), _piece(step.after)))
        before = self.table.layout
        if self.bench.look_at_the_clock(now) and self.table.layout != before:
            self.table.follow_layout(before)

    def changed(self) -> None:
        """Update the page after a change of the layout or the choice."""
        super().changed()
        self._show_note()

    # --- screen ---------------------------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Whether all pictures of the newest state are ready."""
        lobby = self._membership.lobby
        return super().ready and (lobby is None or self._reader.code == lobby.building)

    def update(self, seconds: float) -> None:
        """Exchange steps with the host, and make pictures."""
        lobby = self._membership.lobby
        if lobby is None or not lobby.open:
            self.app.pop()
            message(self.app, _("The table is closed"), _("The host lets nobody else move pieces now."))
            return
        self._follow()
        if self._reader.code == lobby.building and not self._reader.can_be_moved:
            self.app.pop()
            message(self.app, _("The table is closed"), _("This course cannot be shown here as it is being built."))
            return
        self._send()
        self._make_pictures()
        super().update(seconds)


def _piece(piece: Laid | Cell | None) -> TablePiece | None:
    """Return a piece as sent to the host."""
    if isinstance(piece, Laid):
        return TablePiece(piece.at, name_in_code(piece.name), piece.quarters)
    return TablePiece(piece) if piece is not None else None
