"""The nodes of a tree, each with a least and a natural size, and its leaves.

Widths are settled before heights, so that a wrapped text knows its width when it is asked for its height.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, Self, TypeVar

from roborally.ui.toolkit.measure import Metrics
from roborally.ui.toolkit.theme import Rect

if TYPE_CHECKING:
    from roborally.ui.toolkit.controls.scroll import ScrollArea
    from roborally.ui.toolkit.controls.widget_group import WidgetGroup
    from roborally.ui.toolkit.layer import Layer

Made = TypeVar("Made")
Place = Literal["stretch", "start", "centre", "end"]
NO_LIMIT = float("inf")


class Size(NamedTuple):
    """A least and a natural length, in units."""

    least: float
    natural: float


class Target(NamedTuple):
    """Where leaves are built: pictures and texts, controls, and the scroll areas that the page draws."""

    metrics: Metrics
    layer: "Layer"
    controls: "WidgetGroup"
    areas: "list[ScrollArea]"


class Node:
    """A part of a tree; the methods that set a property return the node."""

    share = 0.0
    """The share of free room that it takes in the direction of the row or column around it."""
    across: Place | None = None
    """Its place across that direction; `None` is stretched, or centred for leaves in a row."""
    is_solid = False
    """Whether it is centred in a row unless it says otherwise, as texts and controls are."""
    built: "Node | None" = None
    """The node that was built in its place."""

    def __init__(self) -> None:
        """Start without bounds."""
        self.width_bounds, self.height_bounds = (0.0, NO_LIMIT), (0.0, NO_LIMIT)
        self._known: dict[object, Size] = {}

    # --- properties -----------------------------------------------------------------------------------------------

    def grow(self, share: float = 1.0) -> Self:
        """Take a share of the free room in the direction of the row or column around it."""
        self.share = share
        return self

    def wide(self, width: float | None = None, *, least: float = 0, most: float = NO_LIMIT) -> Self:
        """Set the width, or bounds for it."""
        self.width_bounds = (least, most) if width is None else (width, width)
        self._known.clear()
        return self

    def high(self, height: float | None = None, *, least: float = 0, most: float = NO_LIMIT) -> Self:
        """Set the height, or bounds for it."""
        self.height_bounds = (least, most) if height is None else (height, height)
        self._known.clear()
        return self

    def at(self, place: Place) -> Self:
        """Stand at the start, in the centre or at the end across the row or column, in the natural size."""
        self.across = place
        return self

    # --- sizes ----------------------------------------------------------------------------------------------------

    def widths(self, m: Metrics) -> Size:
        """Return the least and the natural width."""
        if m not in self._known:
            self._known[m] = _bounded(self._widths(m), *self.width_bounds)
        return self._known[m]

    def heights(self, m: Metrics, width: float) -> Size:
        """Return the least and the natural height at a width."""
        if (m, width) not in self._known:
            self._known[m, width] = _bounded(self._heights(m, width), *self.height_bounds)
        return self._known[m, width]

    def _widths(self, m: Metrics) -> Size:
        return Size(0, 0)

    def _heights(self, m: Metrics, width: float) -> Size:
        return Size(0, 0)

    def build(self, target: Target, rect: Rect) -> None:
        """Make everything in it, within a rectangle."""

    @property
    def begins(self) -> Sequence[float]:
        """Where its rows begin, in units below its upper edge, after it was built."""
        return self.built.begins if self.built is not None else ()


def _bounded(size: Size, least: float, most: float) -> Size:
    return Size(min(max(size.least, least), most), min(max(size.natural, least), most))


class Leaf(Node, Generic[Made]):
    """A text, a control or a picture; `made` is what `make(target, rect)` has returned."""

    made: Made
    is_solid = True

    def __init__(
        self,
        make: Callable[[Target, Rect], Made],
        width: float | Size | Callable[[Metrics], Size],
        height: float | Size | Callable[[Metrics, float], Size],
    ) -> None:
        """Make something of a size: a number, a least and a natural one, or a function."""
        super().__init__()
        self._make = make
        self._across, self._up = width, height
        self._listeners: list[Callable[[Made], object]] = []
        self._name = ""

    def named(self, name: str) -> Self:
        """Name a control, so that it keeps focus, scroll position and unfinished text when a page is rebuilt."""
        self._name = name
        return self

    def then(self, function: Callable[[Made], object]) -> Self:
        """Call a function with what has been made."""
        self._listeners.append(function)
        return self

    def kept(self, owner: object, name: str) -> Self:
        """Set an attribute of `owner` to what is made."""
        return self.then(lambda made: setattr(owner, name, made))

    def _widths(self, m: Metrics) -> Size:
        return _size(self._across(m) if callable(self._across) else self._across)

    def _heights(self, m: Metrics, width: float) -> Size:
        return _size(self._up(m, width) if callable(self._up) else self._up)

    def build(self, target: Target, rect: Rect) -> None:
        """Make the control or text in `rect`."""
        self.made = self._make(target, rect)
        if self._name:
            self.made.name = self._name  # type: ignore[attr-defined] # only controls are named
        for listener in self._listeners:
            listener(self.made)


def _size(value: float | Size) -> Size:
    return value if isinstance(value, Size) else Size(value, value)
