"""Moves the view of a board that is too large for its place: to what is programmed, and to those who act (CLI-2111)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from roborally.core.data import Decision
from roborally.core.geometry import Cell
from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import CLOSEST
from roborally.ui.board.frame_choice import EXACT, MARGIN, Box, around, framed, kept_on
from roborally.ui.board.playback import SPEEDS, Playback
from roborally.ui.board.timetable import Chain
from roborally.ui.match.on_board.board_pane import BoardPane
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

LEAST = 40.0
"""The smallest width of a cell that matters, in points of the window."""
PAN = 0.45
"""Seconds of a pan at normal speed."""
BESIDE, AHEAD, REACH = 3, 4, 8
"""The cells around a robot that is programmed and around one that acts, and the farthest way of others to it."""


class ViewPoint(NamedTuple):
    """A view: its middle in the board's space, and its zoom."""

    x: float
    y: float
    zoom: float


class Wanted(NamedTuple):
    """What a view must show, what more it may, and towards what it leans (see `framed`)."""

    musts: Sequence[Box]
    more: Sequence[Box] = ()
    lean: Box | None = None


class Camera:
    """Frames what matters when it is not in view, one pan at a time; what the player has moved stays for the turn."""

    def __init__(self, window: Space, pane: BoardPane, context: ShownMatch, playback: Playback) -> None:
        """Start without a view: the first `update` cuts to one."""
        self._window = window
        self._pane = pane
        self._board = pane.board
        self._context = context
        self._playback = playback
        self._close: Sequence[Cell] = ()
        self._space = 0
        self._place: tuple[object, ...] = ()
        self._asked: tuple[object, ...] = ()
        self._known: list[Chain] = []
        self._turn = context.display.turn
        self._way: tuple[ViewPoint, ViewPoint] | None = None
        self._time = 0.0
        self.leads = False
        """Whether the match waits for the view, because what begins to act cannot be seen yet."""

    @property
    def pans(self) -> bool:
        """Whether the view is on its way."""
        return self._way is not None

    def fits(self, rect: Rect) -> bool:
        """Return whether the whole board is large enough in a rectangle."""
        return LEAST * self._window.point / CELL <= self._board.fitting(rect)

    def show_near(self, cells: Sequence[Cell], space: int) -> None:
        """Show these cells, from now on as large as if they and `space` cells around them filled the view."""
        self._close, self._space = cells, space
        self.cut()

    def cut(self) -> None:
        """Choose the next view at once: what is shown has nothing to do with what was."""
        self._place = ()

    def update(self, seconds: float, asked: Decision | None, *, follows: bool) -> None:
        """Pan on, or begin to; `asked` is the open question, and with `follows` those who act are framed."""
        board, place, turn = self._board, (self._board.rect, self._window.point), self._context.display.turn
        if place != self._place:
            self._place, board.held, self._way = place, False, None
            self._aim(self._at_rest(asked), cut=True)
        if turn != self._turn:
            self._turn, self._asked, board.held = turn, (), False
        if board.held:
            self._way = None
        if self._way is not None:
            self._pan(seconds)
        elif not board.held and not self._playback.paused:
            begun = self._begun()
            if begun and follows:
                self._aim(self._acting(begun))
                self.leads = self.pans
            elif asked is not None and self._is_new(asked):
                self._aim(self._at_rest(asked))
        self.leads = self.leads and self.pans

    def _pan(self, seconds: float) -> None:
        assert self._way is not None
        self._time += seconds * max(1.0, SPEEDS[self._playback.speed])
        start, end = self._way
        part = min(1.0, self._time / PAN)
        if part == 1:
            self._way = None
            self._board.look_at(*end)
            return
        eased = part * part * (3 - 2 * part)
        x, y = (a + (b - a) * eased for a, b in zip(start[:2], end[:2], strict=True))
        self._board.look_at(x, y, start.zoom * (end.zoom / start.zoom) ** eased, steady=start.zoom != end.zoom)

    def _aim(self, wanted: Wanted, *, cut: bool = False) -> None:
        """Begin to pan if something that must be seen is not in view, or cut."""
        board, zoom = self._board, self._zoom()
        size = width, height = board.board.width, board.board.height
        seen = board.rect.width / zoom / CELL, board.rect.height / zoom / CELL
        now = board.middle[0] / CELL, height - board.middle[1] / CELL
        x, y = framed(wanted.musts, wanted.more, seen, size, now, wanted.lean)
        x, y = kept_on(x, seen[0], width, MARGIN), kept_on(y, seen[1], height, MARGIN)
        start, end = ViewPoint(*board.middle, board.zoom), ViewPoint(x * CELL, (height - y) * CELL, zoom)
        if all(abs(a - b) < EXACT for a, b in zip(start, end, strict=True)):
            return
        if cut or board.calm:
            board.look_at(*end)
        else:
            self._way, self._time = (start, end), 0.0

    def _zoom(self) -> float:
        """Return the zoom at which the whole board is in view, or at which its cells are large enough."""
        zoom = max(self._board.smallest, LEAST * self._window.point / CELL)
        return min(CLOSEST, max(zoom, self._board.zoom_on(self._close, self._space)) if self._close else zoom)

    # --- what matters ---------------------------------------------------------------------------------------------

    def _is_new(self, asked: Decision) -> bool:
        """Return whether the question, the cells that answer it or the ghost have changed."""
        before, self._asked = self._asked, (asked["id"], frozenset(self._pane.targets.cells), self._pane.ghost.ghost)
        return before != self._asked

    def _begun(self) -> list[Chain]:
        """Return what is being shown, if anything has begun since the last call."""
        before, self._known = self._known, self._playback.running
        return [] if all(any(chain is known for known in before) for chain in self._known) else self._known

    def _acting(self, chains: Iterable[Chain]) -> Wanted:
        """Return the places of what is being shown, those of own robots first; all robots may be seen with it.

        Not everything is worth a pan: not what the board does to others, and not a robot that only turns.
        """
        robots, own = self._context.display.robots, frozenset(self._playback.own())
        first, others = list[set[Cell]](), list[set[Cell]]()
        for chain in chains:
            mine = own & {*chain.pieces, chain.actor}
            cells = {cell for piece in mine or chain.pieces if (cell := robots[piece].cell) is not None}
            if chain.actor >= 0 or chain.is_alone:
                cells |= chain.cells
            if cells and mine:
                first.append(cells)
            elif cells and chain.cells and (chain.actor >= 0 or chain.is_alone):
                others.append(cells)
        places = first + others
        musts, more = ([self._box(cells, space) for cells in places] for space in (1, AHEAD))
        return Wanted(musts, [*more, *(self._robots(min(places[0])) if places else ())])

    def _at_rest(self, asked: Decision | None) -> Wanted:
        """Return the robot to be programmed, its way and its aim, and what can reach it."""
        pane, robots = self._pane, self._context.display.robots
        robot = robots[asked["piece"] if asked is not None and asked["piece"] >= 0 else self._context.own_piece]
        here, ghost = robot.cell or robot.marker, pane.ghost.ghost
        way = [] if ghost is None else [*ghost.stops.values(), *([ghost.cell] if ghost.cell else [])]
        aims = [self._box([cell], 1) for cell in pane.aims(robot.index)]
        musts = [self._box([here], BESIDE)] if here is not None else []
        musts += [self._box([cell], 0) for cell in (*self._close, *sorted(pane.targets.cells))]
        musts += [*([self._box(way, 1)] if way else []), *aims, *(self._robots(here, REACH) if here else ())]
        return Wanted(musts, self._robots(here), aims[0] if aims else None)

    def _robots(self, near: Cell | None, farthest: float = float("inf")) -> list[Box]:
        """Return the places of all robots, the nearest first, at most so many cells away."""
        x, y = near or (0, 0)
        cells = [robot.cell for robot in self._context.display.robots if robot.cell is not None]
        ways = sorted((abs(cell[0] - x) + abs(cell[1] - y), cell) for cell in cells)
        return [self._box([cell], 0) for way, cell in ways if way <= farthest]

    def _box(self, cells: Iterable[Cell], space: int) -> Box:
        return around(cells, space, (self._board.board.width, self._board.board.height))
