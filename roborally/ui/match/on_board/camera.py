"""Moves the view of a board that is too large for its place to the robots being programmed or acting (CLI-2111)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from roborally.base.translation import _
from roborally.core.data import Decision
from roborally.core.geometry import Cell
from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import CLOSEST
from roborally.ui.board.frame_choice import EXACT, MARGIN, Box, Point, Wanted, acting, around, framed, kept_on
from roborally.ui.board.playback import SPEEDS, Playback
from roborally.ui.board.timetable import Chain
from roborally.ui.match.on_board.board_pane import BoardPane
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

LEAST = 40.0
"""The smallest width of a cell in points of the window; of a board too large for it only a part is shown."""
PAN = 0.45
"""The seconds that a move of the view takes at normal speed."""
BESIDE, REACH = 3, 8
"""The number of cells shown around a robot being programmed, and the distance in cells up to which others are shown."""


class ViewPoint(NamedTuple):
    """A view of the board: its middle in the board's coordinates, and its zoom factor."""

    x: float
    y: float
    zoom: float


class Camera:
    """Moves the view, one move at a time, to robots that are programmed or act and are out of view.

    A view that the player has moved stays until the next turn; one moved before robots act, only until then, unless it
    shows the whole board.
    """

    def __init__(self, window: Space, pane: BoardPane, context: ShownMatch, playback: Playback) -> None:
        self._window = window
        self._pane = pane
        self._board = pane.board
        self._context = context
        self._playback = playback
        self.least = LEAST
        """The smallest width of a cell, in points of the window."""
        self._close: Sequence[Cell] = ()
        self._space = 0
        self._place: tuple[object, ...] = ()
        self._asked: tuple[object, ...] = ()
        self._known: tuple[object, ...] = ()
        self._turn = context.display.turn
        self._way: tuple[ViewPoint, ViewPoint] | None = None
        self._time = 0.0
        self.leads = False
        """Whether the match waits for a move of the view, because the next robot to act is out of view."""
        self._misses = self._was_held = self._is_passing = self._returns = self._acts = False
        self._moved: tuple[object, ...] = ()

    @property
    def pans(self) -> bool:
        """Return whether the view is moving."""
        return self._way is not None

    @property
    def way_back(self) -> str:
        """Return the caption of the button that moves the view back to the robots, empty while it is not needed."""
        if not self._misses:
            return ""
        return _("Follow the robots (B)") if self._acts or not self._playback.own() else _("Back to my robot (B)")

    def fits(self, rect: Rect) -> bool:
        """Return whether the whole board fits a rectangle with cells at least `least` wide."""
        return self.least * self._window.point / CELL <= self._board.fitting(rect)

    def show_near(self, cells: Sequence[Cell], space: int) -> None:
        """From now on, zoom in at least until these cells and `space` cells around them fill the view."""
        self._close, self._space = cells, space
        self.cut()

    def cut(self) -> None:
        """Let the next `update` set the view at once, without a move, because another moment of the match is shown."""
        self._place = ()

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys that move the view."""
        return [*self._board.shortcuts(), Shortcut(("B",), _("The whole board, and back to the robots"), self.switch)]

    def switch(self) -> None:
        """Show the whole board, or, if the player has moved the view, go back to the robots."""
        if self._board.held:
            self._let_go()
        else:
            self._board.show_all()

    def _let_go(self) -> None:
        self._board.held, self._returns = False, True

    def update(self, seconds: float, asked: Decision | None, *, follows: bool) -> None:
        """Move the view on by some seconds, or begin a move.

        `asked` is the open question, `None` without one; with `follows` the view goes to robots that act.
        """
        board, place, turn = self._board, (self._board.rect, self._window.point), self._context.display.turn
        if place != self._place:
            self._place, board.held, self._way = place, False, None
            self._aim(self._at_rest(asked), cut=True)
        if turn != self._turn:
            self._turn, self._asked, board.held = turn, (), False
        playback = self._playback
        if board.held and not self._was_held:
            self._is_passing = asked is not None or (playback.dry and not playback.paused)
        self._acts = acts = follows and asked is None and not playback.dry
        begun = acts and self._way is None and not playback.paused and self._has_begun()
        if board.held and begun and self._is_passing and not board.is_whole:
            self._let_go()
        self._was_held, returns, self._returns = board.held, self._returns, False
        if board.held:
            self._way = None
        elif self._way is not None:
            self._pan(seconds)
        elif acts:
            if begun or returns:
                self._aim(self._acting(returns=returns))
                self.leads = self.pans
        elif returns or (asked is not None and self._is_new(asked)):
            self._aim(self._at_rest(asked))
        self.leads = self.leads and self.pans
        self._note_what_is_missed(asked)

    def _note_what_is_missed(self, asked: Decision | None) -> None:
        """Note whether a cell of `_needed` is outside a view that the player has moved; another move resets this."""
        board, moved = self._board, (self._board.middle, self._board.zoom)
        self._misses = self._misses and board.held and moved == self._moved
        self._moved = moved
        if not board.held or self._misses:
            return
        cells = self._needed(asked)
        self._misses = bool(cells) and not self._in_view.holds(self._box(cells, 0))

    def _needed(self, asked: Decision | None) -> list[Cell]:
        """Return the cells to keep in view: of the player's or else the acting robots; at a question, the path."""
        robots, ghost, playback = self._context.display.robots, self._pane.ghost.ghost, self._playback
        if self._acts:
            acting = {piece for chain in playback.running for piece in chain.pieces}
            own, others = (
                [cell for piece in pieces if (cell := robots[piece].cell) is not None]
                for pieces in (playback.own(), acting)
            )
            return own or others
        if not playback.own():
            return []
        robot = robots[self._robot(asked)]
        here = robot.cell or robot.marker
        cells = [here] if here is not None else self._pane.aims(robot.index)
        return [*cells, *(ghost.stops.values() if ghost is not None else ())]

    @property
    def _in_view(self) -> Box:
        """Return the visible part of the board, in cells."""
        board = self._board
        x, y, zoom = board.middle[0] / CELL, board.board.height - board.middle[1] / CELL, CELL * board.zoom * 2
        across, high = board.rect.width / zoom + EXACT, board.rect.height / zoom + EXACT
        return Box(x - across, y - high, x + across, y + high)

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
        """Begin to move the view if the wanted cells are not in it; with `cut` move it at once."""
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
        """Return the zoom factor at which the whole board is in view, or a larger one if cells would be too small."""
        zoom = max(self._board.smallest, self.least * self._window.point / CELL)
        return min(CLOSEST, max(zoom, self._board.zoom_on(self._close, self._space)) if self._close else zoom)

    # --- what matters ---------------------------------------------------------------------------------------------

    def _is_new(self, asked: Decision) -> bool:
        """Return whether the question, the cells that answer it or the forecast differ from those at the last call."""
        before, self._asked = self._asked, (asked["id"], frozenset(self._pane.targets.cells), self._pane.ghost.ghost)
        return before != self._asked

    def _has_begun(self) -> bool:
        """Return whether another event is being shown since the last call, or a robot of the player has moved."""
        running, robots = self._playback.running, self._context.display.robots
        now = *running, *(robots[piece].cell for piece in sorted(self._playback.own()))
        before, self._known = self._known, now
        return now != before and not all(chain.is_quiet for chain in running)

    def _acting(self, *, returns: bool) -> Wanted:
        """Return the boxes to show while robots act; with `returns` at least one robot must be in view."""
        playback, size, marks = self._playback, (self._board.board.width, self._board.board.height), self._pane.beside
        own, robots = frozenset(playback.own()), self._pane.robots()

        def matters(chain: Chain) -> bool:
            return any(marks.announces(event) for beat in chain.beats for event in beat)

        wanted = acting(playback.running, playback.ahead(), robots, own, matters, self._in_view, size)
        more = [*wanted.more, *self._robots(wanted.musts[0].middle if wanted.musts else None)]
        return Wanted([*wanted.musts, *(more[:1] if returns else ())], more)

    def _robot(self, asked: Decision | None) -> int:
        """Return the index of the robot that a question is about, or else of the player's robot."""
        return asked["piece"] if asked is not None and asked["piece"] >= 0 else self._context.own_piece

    def _at_rest(self, asked: Decision | None) -> Wanted:
        """Return the boxes to show while a robot is programmed: its cell, path and goal, marks, and robots near it."""
        pane, robots = self._pane, self._context.display.robots
        robot = robots[self._robot(asked)]
        here, ghost = robot.cell or robot.marker, pane.ghost.ghost
        way = [] if ghost is None else [*ghost.stops.values(), *([ghost.cell] if ghost.cell else [])]
        aims = [self._box([cell], 1) for cell in pane.aims(robot.index)]
        marked = sorted(pane.targets.cells, key=lambda cell: (cell != pane.targets.chosen, cell))
        musts = [self._box([cell], 0) for cell in marked[:1]]
        musts += [self._box([here], BESIDE)] if here is not None else []
        musts += [self._box([cell], 0) for cell in (*self._close, *marked[1:])]
        musts += [*([self._box(way, 1)] if way else []), *aims, *(self._robots(here, REACH) if here else ())]
        return Wanted(musts, self._robots(here), aims[0] if aims else None)

    def _robots(self, near: Point | None, farthest: float = float("inf")) -> list[Box]:
        """Return boxes of the robots at most `farthest` cells from `near` (`None`: the corner), the nearest first."""
        x, y = near or (0, 0)
        cells = [robot.cell for robot in self._context.display.robots if robot.cell is not None]
        ways = sorted((abs(cell[0] - x) + abs(cell[1] - y), cell) for cell in cells)
        return [self._box([cell], 0) for way, cell in ways if way <= farthest]

    def _box(self, cells: Iterable[Cell], space: int) -> Box:
        return around(cells, space, (self._board.board.width, self._board.board.height))
