"""Nodes that hold other nodes and find their places: rows, columns, flows, forms, stacks and choices among trees.

Pages call the functions at the end (`row`, `column`, …).
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from roborally.ui.toolkit.layout.nodes import Node, Size, Target
from roborally.ui.toolkit.measure import Metrics
from roborally.ui.toolkit.theme import Rect

SHARES = {"start": 0.0, "stretch": 0.0, "centre": 0.5, "end": 1.0}
"""The part (0 to 1) of the free room that lies left of or above a node, for each place of a node."""
FULL = 0.8
"""The smallest share of the nodes that fit into a line with which a flow makes all its lines equally long."""
SLACK = 0.01
"""How many units wider than its room a tree may be and still fit, because sums of fractions are not exact."""


class Branch(Node):
    """A node with children, `gap` units apart; `pad` is the margin left and right, and above and below, in units."""

    def __init__(self, children: Iterable[Node | None], gap: float = 0, pad: tuple[float, float] = (0, 0)) -> None:
        super().__init__()
        self.children = [child for child in children if child is not None]
        self.gap, self.pad = gap, pad

    def _inner(self, rect: Rect) -> Rect:
        (across, up) = self.pad
        return Rect(rect.x + across, rect.y + up, rect.width - 2 * across, rect.height - 2 * up)

    @property
    def _gaps(self) -> float:
        return self.gap * max(0, len(self.children) - 1)


def _shared(room: float, sizes: Sequence[Size], shares: Sequence[float]) -> list[float]:
    """Return the lengths of nodes in a room: natural sizes plus free room by `shares`, or down to the least sizes."""
    lengths = [size.natural for size in sizes]
    free = room - sum(lengths)
    if free > 0 and (total := sum(shares)):
        return [length + free * share / total for length, share in zip(lengths, shares, strict=True)]
    if free < 0 and (total := sum(size.natural - size.least for size in sizes)):
        part = min(1.0, -free / total)
        return [size.natural - part * (size.natural - size.least) for size in sizes]
    return lengths


def _even(room: float, sizes: Sequence[Size], shares: Sequence[float]) -> list[float]:
    """Return lengths that share `room` by `shares`, or those of `_shared` if one would be below its least size."""
    total = sum(shares)
    lengths = [room * share / total for share in shares] if total else []
    if lengths and all(length >= size.least for length, size in zip(lengths, sizes, strict=True)):
        return lengths
    return _shared(room, sizes, shares)


def _added(sizes: Iterable[Size], more: float) -> Size:
    found = list(sizes)
    return Size(sum(size.least for size in found) + more, sum(size.natural for size in found) + more)


def _largest(sizes: Iterable[Size], more: float) -> Size:
    found = list(sizes)
    return Size(
        max((size.least for size in found), default=0.0) + more,
        max((size.natural for size in found), default=0.0) + more,
    )


class RowBranch(Branch):
    """Nodes side by side; with `even` the proportion of their widths is that of their shares, whatever they contain."""

    def __init__(
        self,
        children: Iterable[Node | None],
        gap: float = 0,
        pad: tuple[float, float] = (0, 0),
        *,
        even: bool = False,
        columns: Sequence[float] = (),
        loose: bool = False,
    ) -> None:
        """Hold the children, from left to right; `columns` are the widths of their places, by default computed.

        With `loose` a child that does not grow keeps its natural width, even if its place is wider.
        """
        super().__init__(children, gap, pad)
        self._even, self._columns, self._loose = even, columns, loose

    def _lengths(self, m: Metrics, width: float) -> list[float]:
        if self._columns:
            return list(self._columns[: len(self.children)])
        sizes = [child.widths(m) for child in self.children]
        divide = _even if self._even else _shared
        return divide(width - 2 * self.pad[0] - self._gaps, sizes, [child.share for child in self.children])

    def _widths(self, m: Metrics) -> Size:
        more = self._gaps + 2 * self.pad[0]
        sizes = [child.widths(m) for child in self.children]
        shares = [child.share for child in self.children]
        if self._even and all(shares):
            unit = max((size.natural / share for size, share in zip(sizes, shares, strict=True)), default=0.0)
            return Size(_added(sizes, more).least, unit * sum(shares) + more)
        return _added(sizes, more)

    def _heights(self, m: Metrics, width: float) -> Size:
        cells = zip(self.children, self._lengths(m, width), strict=True)
        return _largest((child.heights(m, length) for child, length in cells), 2 * self.pad[1])

    def build(self, target: Target, rect: Rect) -> None:
        """Build the children side by side within a rectangle."""
        inner, lengths = self._inner(rect), self._lengths(target.metrics, rect.width)
        starts = accumulate((length + self.gap for length in lengths), initial=inner.x)
        for child, x, length in zip(self.children, starts, lengths, strict=False):
            place = child.across or ("centre" if child.is_solid else "stretch")
            natural = child.heights(target.metrics, length).natural
            height = inner.height if place == "stretch" else min(inner.height, natural)
            y = inner.y + (1 - SHARES[place]) * (inner.height - height)
            width = min(length, child.widths(target.metrics).natural) if self._loose and not child.share else length
            child.build(target, Rect(x, y, width, height))


class ColumnBranch(Branch):
    """Nodes one below the other."""

    def _widths(self, m: Metrics) -> Size:
        return _largest((child.widths(m) for child in self.children), 2 * self.pad[0])

    def _length(self, m: Metrics, child: Node, width: float) -> float:
        return width if child.across in (None, "stretch") else min(width, child.widths(m).natural)

    def _sizes(self, m: Metrics, width: float) -> list[Size]:
        inner = width - 2 * self.pad[0]
        return [child.heights(m, self._length(m, child, inner)) for child in self.children]

    def _heights(self, m: Metrics, width: float) -> Size:
        return _added(self._sizes(m, width), self._gaps + 2 * self.pad[1])

    def build(self, target: Target, rect: Rect) -> None:
        """Build the children one below the other within a rectangle."""
        m, inner = target.metrics, self._inner(rect)
        shares = [child.share for child in self.children]
        heights = _shared(inner.height - self._gaps, self._sizes(m, rect.width), shares)
        self._tops = list(accumulate((height + self.gap for height in heights), initial=self.pad[1]))[:-1]
        for child, top, height in zip(self.children, self._tops, heights, strict=True):
            width = self._length(m, child, inner.width)
            x = inner.x + (inner.width - width) * SHARES[child.across or "stretch"]
            child.build(target, Rect(x, rect.top - top - height, width, height))

    @property
    def begins(self) -> Sequence[float]:
        """The beginnings of the children, and of each line of a flow among them, in units below the upper edge."""
        found: list[float] = []
        for child, top in zip(self.children, self._tops, strict=True):
            lines = child.begins[1:] if isinstance(child, FlowBranch) else ()
            found += [top, *(top + each for each in lines)]
        return found


class FlowBranch(Branch):
    """Nodes side by side that continue in further lines, like words; with `equal` all have the same width."""

    def __init__(
        self,
        children: Iterable[Node | None],
        gap: float = 0,
        pad: tuple[float, float] = (0, 0),
        *,
        below: float,
        equal: bool = False,
        most: int = 99,
    ) -> None:
        """Hold the children, with `below` units between lines; `most` is the largest number in a line if `equal`."""
        super().__init__(children, gap, pad)
        self._equal, self._below, self._most = equal, below, most

    def _widths(self, m: Metrics) -> Size:
        sizes = [child.widths(m) for child in self.children]
        largest = _largest(sizes, 2 * self.pad[0])
        if not self._equal:
            return Size(largest.least, _added(sizes, self._gaps + 2 * self.pad[0]).natural)
        count = min(self._most, len(sizes))
        widest = max((size.natural for size in sizes), default=0.0)
        return Size(largest.least, count * (widest + self.gap) - self.gap + 2 * self.pad[0])

    def _lines(self, m: Metrics, width: float) -> ColumnBranch:
        room, widths = width - 2 * self.pad[0], [child.widths(m).natural for child in self.children]
        if self._equal and widths:
            count = max(1, min(self._most, int((room + self.gap + SLACK) // (max(widths) + self.gap))))
            count = -(-len(widths) // -(-len(widths) // count))  # lines of about the same length, all full if possible
            full = (each for each in range(count, int(FULL * count), -1) if len(widths) % each == 0)
            count = next(full, count)
            wide = (room + self.gap) / count - self.gap
            cells = [self.children[at : at + count] for at in range(0, len(widths), count)]
            return ColumnBranch(
                [RowBranch(line, self.gap, columns=[wide] * count) for line in cells], self._below, self.pad
            )
        lines: list[list[Node]] = []
        used = room + 1
        for child, wide in zip(self.children, widths, strict=True):
            if used + wide > room + SLACK:
                lines.append([])
                used = 0.0
            lines[-1].append(child)
            used += wide + self.gap
        return ColumnBranch([RowBranch(line, self.gap) for line in lines], self._below, self.pad)

    def _heights(self, m: Metrics, width: float) -> Size:
        return self._lines(m, width).heights(m, width)

    def build(self, target: Target, rect: Rect) -> None:
        """Divide the children into lines that fit into a rectangle, and build these."""
        self.built = self._lines(target.metrics, rect.width)
        self.built.build(target, rect)


class FormBranch(Branch):
    """Rows whose children line up in columns; a child that is no row is as wide as all columns."""

    @property
    def _rows(self) -> list[RowBranch]:
        return [child for child in self.children if isinstance(child, RowBranch)]

    @property
    def _between(self) -> float:
        return max((row.gap for row in self._rows), default=0.0)

    def _columns(self, m: Metrics) -> list[tuple[Size, float]]:
        rows = [row.children for row in self._rows]
        columns = [[row[at] for row in rows if at < len(row)] for at in range(max(map(len, rows), default=0))]
        return [
            (_largest((cell.widths(m) for cell in cells), 0), max(cell.share for cell in cells)) for cells in columns
        ]

    def _widths(self, m: Metrics) -> Size:
        columns = self._columns(m)
        rows = _added((size for size, _share in columns), self._between * max(0, len(columns) - 1))
        others = (child.widths(m) for child in self.children if not isinstance(child, RowBranch))
        return _largest([rows, *others], 2 * self.pad[0])

    def _settled(self, m: Metrics, width: float) -> ColumnBranch:
        columns = self._columns(m)
        room = width - 2 * self.pad[0] - self._between * max(0, len(columns) - 1)
        lengths = _shared(room, [size for size, _share in columns], [share for _size, share in columns])
        found: list[Node] = []
        for child in self.children:
            if isinstance(child, RowBranch):
                settled = RowBranch(child.children, self._between, columns=lengths, loose=True).grow(child.share)
                settled.height_bounds = child.height_bounds
                found.append(settled)
            else:
                found.append(child)
        return ColumnBranch(found, self.gap, self.pad)

    def _heights(self, m: Metrics, width: float) -> Size:
        return self._settled(m, width).heights(m, width)

    def build(self, target: Target, rect: Rect) -> None:
        """Build the rows within a rectangle, with the same columns in each."""
        self.built = self._settled(target.metrics, rect.width)
        self.built.build(target, rect)


class StackBranch(Branch):
    """Nodes drawn over each other, the first at the bottom, such as a frame and its content."""

    def _widths(self, m: Metrics) -> Size:
        return _largest((child.widths(m) for child in self.children), 2 * self.pad[0])

    def _heights(self, m: Metrics, width: float) -> Size:
        inner = width - 2 * self.pad[0]
        return _largest((child.heights(m, inner) for child in self.children), 2 * self.pad[1])

    def build(self, target: Target, rect: Rect) -> None:
        """Build all children in the same rectangle."""
        for child in self.children:
            child.build(target, self._inner(rect))


class FittingBranch(Node):
    """Stands for the first of several trees whose natural width fits, or for the last one if none does."""

    def __init__(self, makers: Sequence[Callable[[], Node]]) -> None:
        """Choose among trees, the widest first; a tree is made by its function when it is needed."""
        super().__init__()
        self._makers = makers
        self._trees: dict[int, Node] = {}

    def _tree(self, number: int) -> Node:
        if number not in self._trees:
            self._trees[number] = self._makers[number]()
        return self._trees[number]

    def _chosen(self, m: Metrics, width: float) -> Node:
        last = len(self._makers) - 1
        fits = (number for number in range(last) if self._tree(number).widths(m).natural <= width + SLACK)
        return self._tree(next(fits, last))

    def _widths(self, m: Metrics) -> Size:
        return Size(self._tree(len(self._makers) - 1).widths(m).least, self._tree(0).widths(m).natural)

    def _heights(self, m: Metrics, width: float) -> Size:
        return self._chosen(m, width).heights(m, width)

    def build(self, target: Target, rect: Rect) -> None:
        """Build the tree that fits into a rectangle."""
        self.built = self._chosen(target.metrics, rect.width)
        self.built.build(target, rect)


# --- making trees -----------------------------------------------------------------------------------------------------


def row(*children: Node | None, gap: float = 8, pad: tuple[float, float] = (0, 0), even: bool = False) -> RowBranch:
    """Return a node with children side by side; see `RowBranch`."""
    return RowBranch(children, gap, pad, even=even)


def column(*children: Node | None, gap: float = 8, pad: tuple[float, float] = (0, 0)) -> ColumnBranch:
    """Return a node with children one below the other; see `ColumnBranch`."""
    return ColumnBranch(children, gap, pad)


def flow(
    *children: Node | None,
    gap: float = 8,
    pad: tuple[float, float] = (0, 0),
    below: float | None = None,
    equal: bool = False,
    most: int = 99,
) -> FlowBranch:
    """Return a node with children side by side that continue in further lines; see `FlowBranch`."""
    return FlowBranch(children, gap, pad, below=gap if below is None else below, equal=equal, most=most)


def form(*children: Node | None, gap: float = 4, pad: tuple[float, float] = (0, 0)) -> FormBranch:
    """Return a node with rows whose children line up in columns; see `FormBranch`."""
    return FormBranch(children, gap, pad)


def stack(*children: Node | None, pad: tuple[float, float] = (0, 0)) -> StackBranch:
    """Return a node with children drawn over each other, the first at the bottom."""
    return StackBranch(children, 0, pad)


def fitting(*trees: Callable[[], Node]) -> FittingBranch:
    """Return a node that stands for the first of several trees that is not too wide, or for the last.

    The trees may share nodes, but must not set properties of these.
    """
    return FittingBranch(trees)


def space(share: float = 1.0, least: float = 0.0) -> Node:
    """Return an empty node that takes a share of the free room, and is at least `least` units wide and high."""
    return Node().grow(share).wide(least=least).high(least=least)
