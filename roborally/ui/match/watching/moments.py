"""Zooms in on great moments of a match, such as the loss of a robot, and out again (CLI-2105 to CLI-2107)."""

from collections.abc import Set as AbstractSet

from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.ui.board.board_view import BoardView
from roborally.ui.board.display import Display

APPROACH, STAY, RETURN = 0.5, 0.5, 0.6
"""The seconds in which the view zooms in, while the match waits, then stays, and zooms out."""
CROWD = 3
"""The number of pieces pushed at the same time that make a great moment."""


class Moments:
    """Zooms in on a great moment and out again; never changes a view that the player has moved.

    Great moments are the end of a match with a winner, a row of pieces that is pushed, and the loss of an own robot. Of
    the end it shows a piece without a player, such as a ball, or else a winner.
    """

    def __init__(self, board: BoardView, display: Display) -> None:
        self._board = board
        self._display = display
        self._point: tuple[float, float] | None = None
        self._time = 0.0
        self._home = 0.0, 0.0, 1.0
        self._shown: tuple[float, float, float] | None = None
        self._beat = -1
        self._pushed: dict[int, Cell] = {}

    @property
    def running(self) -> bool:
        """Return whether the view is zooming in or out, or stays on a moment."""
        return self._point is not None

    @property
    def approaching(self) -> bool:
        """Return whether the view zooms in, while the match waits."""
        return self.running and self._time < APPROACH

    @property
    def lasting(self) -> bool:
        """Return whether the view is still zooming in, or has not stayed long enough on the moment."""
        return self.running and self._time < APPROACH + STAY

    def on_event(self, event: Event, own: AbstractSet[int]) -> None:
        """Start to zoom in if an event is a great moment; `own` are the pieces of the players at this machine."""
        cell = self._cell_of(event, own)
        if cell is not None and not self.running and not self._board.held and self._board.places_of([cell]):
            self._point = self._board.centre(cell)
            self._time = 0.0
            self._shown = None

    def _cell_of(self, event: Event, own: AbstractSet[int]) -> Cell | None:
        if event["type"] == "over":
            robots = self._display.robots
            nobodys = [robot for robot in robots if robot.seat < 0] if event["winners"] else []
            deciding = [*nobodys, *(robots[index] for index in event["winners"])]
            return next((robot.cell for robot in deciding if robot.cell is not None), None)
        if event["type"] == "destroy" and event["piece"] in own:
            return tuple(event["cell"])
        if event["type"] == "step" and event["how"] == "push":
            return self._middle_of_crowd(event)
        return None

    def _middle_of_crowd(self, event: Event) -> Cell | None:
        """Return the cell of the middle one of `CROWD` pieces pushed at the same time, `None` for fewer."""
        if event["beat"] != self._beat:
            self._beat, self._pushed = event["beat"], {}
        self._pushed[event["piece"]] = tuple(event["to"])
        cells = sorted(self._pushed.values())
        return cells[len(cells) // 2] if len(cells) == CROWD else None

    def update(self, seconds: float) -> None:
        """Move the view by some seconds of time; leave it where the player has moved it."""
        if self._point is None:
            return
        if self._shown is None:
            self._home = self._now
        elif self._shown != self._now:
            self._point = None
            return
        self._time += seconds
        if self._time >= APPROACH + STAY + RETURN:
            self.stop()
            return
        self._board.come_near(*self._point, _part(self._time), self._home)
        self._shown = self._now

    def stop(self) -> None:
        """Zoom out at once, unless the player has moved the view."""
        if self._point is not None and self._shown == self._now:
            self._board.look_at(*self._home)
        self._point = None

    @property
    def _now(self) -> tuple[float, float, float]:
        """Return the x and y of the middle of the view, and its zoom factor."""
        return *self._board.middle, self._board.zoom


def _part(time: float) -> float:
    """Return how far the view is zoomed in, 0 to 1, `time` seconds after the beginning; zooms begin and end gently."""
    away = max(0.0, 1 - time / APPROACH, (time - APPROACH - STAY) / RETURN)
    return 1 - away * away * (3 - 2 * away)
