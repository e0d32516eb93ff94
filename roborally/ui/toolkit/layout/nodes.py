"""The base classes of the nodes of a page's tree, and of its leaves, each with a least and a natural size.

Widths are computed before heights, because the height of a wrapped text depends on its width.
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
    """What leaves are added to: a layer for pictures and texts, controls, and scroll areas that the page draws."""

    metrics: Metrics
    layer: "Layer"
    controls: "WidgetGroup"
    areas: "list[ScrollArea]"


class Node:
    """A part of a page's tree. Methods that set a property return the node itself."""

    share = 0.0
    """The node's share of free room along the row or column that holds it, relative to the shares of others."""
    across: Place | None = None
    """The place across the row or column that holds the node; `None` is stretched, or centred for leaves in a row."""
    is_solid = False
    """Whether the node is centred instead of stretched in a row by default, as texts and controls are."""
    built: "Node | None" = None
    """The node that was built in place of this one; `None` for a node that was built itself."""

    def __init__(self) -> None:
        self.width_bounds, self.height_bounds = (0.0, NO_LIMIT), (0.0, NO_LIMIT)
        self._known: dict[object, Size] = {}

    # --- properties -----------------------------------------------------------------------------------------------

    def grow(self, share: float = 1.0) -> Self:
        """Let the node take a share of the free room along the row or column that holds it; return the node."""
        self.share = share
        return self

    def wide(self, width: float | None = None, *, least: float = 0, most: float = NO_LIMIT) -> Self:
        """Set the width in units, or its limits; return the node."""
        self.width_bounds = (least, most) if width is None else (width, width)
        self._known.clear()
        return self

    def high(self, height: float | None = None, *, least: float = 0, most: float = NO_LIMIT) -> Self:
        """Set the height in units, or its limits; return the node."""
        self.height_bounds = (least, most) if height is None else (height, height)
        self._known.clear()
        return self

    def at(self, place: Place) -> Self:
        """Set the place across the row or column that holds the node, which keeps its natural size unless stretched."""
        self.across = place
        return self

    # --- sizes ----------------------------------------------------------------------------------------------------

    def widths(self, m: Metrics) -> Size:
        """Return the least and the natural width in units, with texts measured by `m`."""
        if m not in self._known:
            self._known[m] = _bounded(self._widths(m), *self.width_bounds)
        return self._known[m]

    def heights(self, m: Metrics, width: float) -> Size:
        """Return the least and the natural height in units for a width, with texts measured by `m`."""
        if (m, width) not in self._known:
            self._known[m, width] = _bounded(self._heights(m, width), *self.height_bounds)
        return self._known[m, width]

    def _widths(self, m: Metrics) -> Size:
        return Size(0, 0)

    def _heights(self, m: Metrics, width: float) -> Size:
        return Size(0, 0)

    def build(self, target: Target, rect: Rect) -> None:
        """Create all controls, texts and pictures of the node within a rectangle."""

    @property
    def begins(self) -> Sequence[float]:
        """The beginnings of the node's rows, in units below its upper edge; empty without rows or if not built."""
        return self.built.begins if self.built is not None else ()


def _bounded(size: Size, least: float, most: float) -> Size:
    return Size(min(max(size.least, least), most), min(max(size.natural, least), most))


class Leaf(Node, Generic[Made]):
    """A node for a text, a control or a picture; `made` is what `make(target, rect)` returned when it was built."""

    made: Made
    is_solid = True

    def __init__(
        self,
        make: Callable[[Target, Rect], Made],
        width: float | Size | Callable[[Metrics], Size],
        height: float | Size | Callable[[Metrics, float], Size],
    ) -> None:
        """Set the function that makes the content, and its size: a number is both the least and the natural length."""
        super().__init__()
        self._make = make
        self._across, self._up = width, height
        self._listeners: list[Callable[[Made], object]] = []
        self._name = ""

    def named(self, name: str) -> Self:
        """Name the control; a named one keeps focus, scroll position and typed text when the page is built again."""
        self._name = name
        return self

    def then(self, function: Callable[[Made], object]) -> Self:
        """Call a function with the control, text or picture when it is made; return the leaf."""
        self._listeners.append(function)
        return self

    def kept(self, owner: object, name: str) -> Self:
        """Set the attribute `name` of `owner` to the control, text or picture when it is made; return the leaf."""
        return self.then(lambda made: setattr(owner, name, made))

    def _widths(self, m: Metrics) -> Size:
        return _size(self._across(m) if callable(self._across) else self._across)

    def _heights(self, m: Metrics, width: float) -> Size:
        return _size(self._up(m, width) if callable(self._up) else self._up)

    def build(self, target: Target, rect: Rect) -> None:
        """Make the control, text or picture in a rectangle, and call the functions given to `then` with it."""
        self.made = self._make(target, rect)
        if self._name:
            self.made.name = self._name  # type: ignore[attr-defined] # only controls are named
        for listener in self._listeners:
            listener(self.made)


def _size(value: float | Size) -> Size:
    return value if isinstance(value, Size) else Size(value, value)
