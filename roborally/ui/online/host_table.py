"""The table of a host: all members see the course being built, and guests may move pieces if the host allows it.

Requests of guests come over the network: they are validated here, no matter what the server has checked.
"""

import time
from collections import deque
from typing import Protocol

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.net.client.course_show import CourseShow
from roborally.net.client.membership import Membership
from roborally.net.protocol import Building, LobbyState, MoveRequest, RefuseMove, TablePiece
from roborally.workshop.building.course_table import Laid, Layout
from roborally.workshop.building.table_step import StepError, TableStep, take_step
from roborally.workshop.building.workbench import Workbench

AT_ONCE = 4
"""The largest number of steps applied in a frame: one takes about three milliseconds."""
MAX_WAITING = 32
"""The largest number of steps that wait; older ones are dropped, in case a server floods the client."""


class HostPage(Protocol):
    """The part of the builder's page that steps of guests need."""

    bench: Workbench

    def take_in(self, layout: Layout, text: str) -> None:
        """Apply a step of a guest; `text` says who has done what."""


class HostTable:
    """Shows the table to all members, and applies the steps of guests; the `Company` of the builder's page."""

    def __init__(self, membership: Membership) -> None:
        """Start without a table; only the host may move pieces."""
        self.may_move = False
        self._membership = membership
        self._show = CourseShow(membership.send, time.monotonic)
        self._bench: Workbench | None = None
        self._requests: deque[MoveRequest] = deque(maxlen=MAX_WAITING)

    # --- showing --------------------------------------------------------------------------------------------------

    def let_move(self, may: bool) -> None:
        """Allow or forbid guests to move pieces."""
        self.may_move = may
        if self._bench is not None:
            self.watch(self._bench)

    def watch(self, bench: Workbench) -> None:
        """Show the course being built to all members, soon."""
        self._bench = bench
        self._show.put(self._state)

    def _state(self) -> Building:
        if self._bench is None:
            return Building()
        extent = self._bench.table.extent(self._bench.layout)
        return Building(self._bench.code(), (extent.left, extent.top), self.may_move)

    def show_chosen(self, code: str) -> None:
        """Show the chosen course by its code, empty for one that all members have; no guest may move its pieces."""
        lobby = self._membership.lobby
        if lobby is not None and (lobby.building, lobby.open) != (code, False):
            self._show.put(lambda: Building(code))

    def on_lobby(self, lobby: LobbyState) -> None:
        """Note what the server shows to all members."""
        self._show.on_lobby(lobby)

    def update(self, page: HostPage | None, *, playing: bool) -> None:
        """Send changes, and apply steps: on the builder's page if that is open."""
        if playing:
            self._show.stop()
            self._requests.clear()
        for _request in range(min(len(self._requests), AT_ONCE)):
            self._answer(self._requests.popleft(), page)
        self._show.update()

    # --- the steps of guests --------------------------------------------------------------------------------------

    def handle_step(self, request: MoveRequest) -> None:
        """Queue a step of a guest."""
        self._requests.append(request)

    def _answer(self, request: MoveRequest, page: HostPage | None) -> None:
        try:
            if page is None or not self.may_move:
                raise StepError("away")
            self._take_in(request, page)
        except StepError as refused:
            self._membership.send(RefuseMove(request.member, refused.reason))

    def _take_in(self, request: MoveRequest, page: HostPage) -> None:
        """Apply a step completely, or raise `StepError` without any change."""
        bench = page.bench
        before = _found(bench, request.before)
        step = TableStep(before, _wanted(bench, request, before))
        layout = take_step(bench.table, bench.layout, step)
        if layout.boards:
            try:
                bench.code_of(layout)  # raises if the course has no code, which guests need
            except (GameError, OSError):
                raise StepError("unfit") from None
        page.take_in(layout, _step_text(bench, bench.layout, request.name, step))


def _found(bench: Workbench, piece: TablePiece | None) -> Laid | Cell | None:
    """Return the piece on the table that a guest refers to; raise `StepError` if it is not there."""
    if piece is None or not piece.board:
        return piece.at if piece is not None else None
    names = bench.names_in_code()
    for laid in bench.layout.boards:
        if (laid.at, laid.quarters) == (piece.at, piece.quarters) and piece.board in (laid.name, names[laid.name]):
            return laid
    raise StepError("gone")


def _wanted(bench: Workbench, request: MoveRequest, before: Laid | Cell | None) -> Laid | Cell | None:
    """Return the piece that a guest wants on the table, `None` to remove it."""
    piece = request.after
    if piece is None or not piece.board:
        return piece.at if piece is not None else None
    if isinstance(before, Laid):
        same = request.before is not None and piece.board == request.before.board
        return Laid(before.name if same else piece.board, piece.at, piece.quarters)
    return Laid(piece.board, piece.at, piece.quarters)


def _step_text(bench: Workbench, layout: Layout, name: str, step: TableStep) -> str:
    """Return a text that says who has done what."""
    before, after = step.before, step.after
    laid = before if isinstance(before, Laid) else after
    if isinstance(laid, Laid):
        board = bench.table.parts[laid.name].title
        if not isinstance(before, Laid):
            return _("{name} has laid “{board}”").format(name=name, board=board)
        if not isinstance(after, Laid):
            return _("{name} has removed “{board}”").format(name=name, board=board)
        if before.quarters != after.quarters:
            return _("{name} has turned “{board}”").format(name=name, board=board)
        return _("{name} has moved “{board}”").format(name=name, board=board)
    cells = layout.checkpoints
    number = cells.index(before) + 1 if before in cells else len(cells) + 1
    if before is None:
        return _("{name} has set checkpoint {number}").format(name=name, number=number)
    if after is None:
        return _("{name} has removed checkpoint {number}").format(name=name, number=number)
    return _("{name} has moved checkpoint {number}").format(name=name, number=number)
