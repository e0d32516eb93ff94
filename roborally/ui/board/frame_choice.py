"""Chooses the part of a large board to show; it works with plain numbers, in cells from the upper left corner."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import takewhile
from typing import NamedTuple

from roborally.core.geometry import Cell
from roborally.ui.board.timetable import Chain

Point = tuple[float, float]
Size = tuple[float, float]

EXACT = 1e-6
MARGIN = 0.35
"""The width of the strip around a board, in cells, in which robots that fall off the board are seen."""
NEAR = 2.0
"""How many cells a view may be away from its best place for a box that is too far away to be shown."""


class Box(NamedTuple):
    """A rectangle of a board, in cells from its upper left corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        """The point in the middle of the box."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def size(self) -> Size:
        """The width and height of the box, in cells."""
        return self.right - self.left, self.bottom - self.top

    def joined(self, other: "Box") -> "Box":
        """Return the smallest box that holds this one and another."""
        low = min(self.left, other.left), min(self.top, other.top)
        return Box(*low, max(self.right, other.right), max(self.bottom, other.bottom))

    def holds(self, other: "Box") -> bool:
        """Return whether all of another box lies within this one."""
        return self.joined(other) == self


class Wanted(NamedTuple):
    """The boxes for a view: those it must show, the most important first, those it may show, and one to come near."""

    musts: Sequence[Box]
    more: Sequence[Box] = ()
    lean: Box | None = None


def around(cells: Iterable[Cell], space: float, board: Size) -> Box:
    """Return the box around cells and `space` more at each side, within a board of this size and its `MARGIN`."""
    columns, rows = zip(*cells, strict=True)
    axes = (columns, board[0]), (rows, board[1])
    left, top = (max(-MARGIN, min(side - 1, min(line) - space)) for line, side in axes)
    right, bottom = (min(side + MARGIN, max(1.0, max(line) + 1 + space)) for line, side in axes)
    return Box(left, top, right, bottom)


def gathered(boxes: Iterable[Box], seen: Size) -> Box | None:
    """Return the box around the first box and others that fit with it into a view of size `seen`; `None` for none."""
    found: Box | None = None
    for box in boxes:
        wider = box if found is None else found.joined(box)
        if found is None or (wider.size[0] <= seen[0] and wider.size[1] <= seen[1]):
            found = wider
    return found


def kept_on(middle: float, seen: float, side: float, beyond: float) -> float:
    """Return the value nearest to `middle` at which a view shows at most `beyond` cells outside the board, on one axis.

    `seen` and `side` are the lengths of view and board. If the view is too large, the result is the board's middle.
    """
    low, high = seen / 2 - beyond, side - seen / 2 + beyond
    return side / 2 if low > high - EXACT else max(low, min(high, middle))


def framed(
    musts: Sequence[Box], more: Iterable[Box], seen: Size, board: Size, now: Point, lean: Box | None = None
) -> Point:
    """Return the middle of a view that shows as many of `musts` as fit, from the first on.

    `seen` and `board` are the sizes of view and board. `now` is the present middle, which is returned if it shows
    `musts`. A view that has to move also shows boxes of `more` if they fit. If `lean`, one of the musts, does not fit,
    the view comes as near to it as possible.
    """
    needed = gathered(musts, seen)
    if needed is None:
        return now
    in_view = Box(now[0] - seen[0] / 2, now[1] - seen[1] / 2, now[0] + seen[0] / 2, now[1] + seen[1] / 2)
    is_far = lean is not None and not needed.holds(lean)
    if not is_far and in_view.holds(needed):
        return now
    wanted = needed if is_far else gathered((needed, *more), seen) or needed
    middle = []
    for axis in (0, 1):
        goal = wanted.middle[axis]
        if is_far and lean is not None:
            slack = max(0.0, seen[axis] - wanted.size[axis]) / 2
            goal += max(-slack, min(slack, lean.middle[axis] - goal))
        middle.append(kept_on(goal, seen[axis], board[axis], MARGIN))
    x, y = middle
    is_near = abs(x - now[0]) <= NEAR and abs(y - now[1]) <= NEAR
    return now if is_far and is_near and in_view.holds(needed) else (x, y)


def acting(
    running: Sequence[Chain],
    coming: Iterable[Chain],
    robots: Mapping[int, Cell],
    own: AbstractSet[int],
    matters: Callable[[Chain], bool],
    view: Box,
    board: Size,
) -> Wanted:
    """Return the boxes around animations for a view to show: of `own` robots first, then of other important ones.

    `running` are the chains being shown, `coming` later ones, `robots` the cells of robots by index, `view` the
    present view. Chains of others count if `matters(chain)` and no own robot acts in the rest of the stage, so that the
    view does not go back and forth. If no own robot acts any more, another robot's card counts, unless one is in view.
    """
    ahead = list(coming)
    stays = any(chain.involves(own) for chain in takewhile(lambda chain: not chain.opens, ahead))
    musts = list[Box]()
    for chain in sorted(running, key=lambda chain: not chain.involves(own)):
        if chain.involves(own) or (matters(chain) and not stays):
            who = {*chain.pieces, chain.actor} & own or chain.pieces
            here = [cell for piece in who if (cell := robots.get(piece) or chain.place_of(piece)) is not None]
            musts += [around(cells, 1, board) for cells in (here, {*here, *chain.cells}) if cells]
    if not musts and not any(chain.involves(own) for chain in ahead):
        cards = [chain for chain in running if chain.cells and (chain.actor >= 0 or chain.is_alone)]
        if not any(view.holds(around(chain.cells, 0, board)) for chain in cards):
            musts = [around(chain.cells, 1, board) for chain in cards[:1]]
    first = [{robots[piece]} for piece in sorted(own) if piece in robots]
    later = [chain.cells for chain in ahead if chain.involves(own)]
    others = [chain.cells for chain in sorted([*running, *ahead], key=matters, reverse=True)]
    return Wanted(musts, [around(cells, 1, board) for cells in (*first, *later, *others) if cells])
