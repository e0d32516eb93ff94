"""The numbers of all robots at the end of a match: a row for each robot, or in a narrow window a column (CLI-1201)."""

from collections.abc import Sequence
from typing import Any

from roborally.ui.match.gauges import portrait_of
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.windows.podium import sides_of
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layout.branches import column, fitting, row, stack
from roborally.ui.toolkit.layout.leaves import face, heading, here, label, plain
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size
from roborally.ui.toolkit.line_breaks import SOFT_HYPHEN
from roborally.ui.toolkit.measure import Metrics
from roborally.ui.toolkit.theme import Rect

LONG_WORD = 9
"""The number of letters of a word in a heading above which the word is broken at its hyphen."""
HEAD = 12.0
"""The font size of the headings, and of the names above columns."""
NARROWEST, APART = 28.0, 4.0
"""The smallest width of a column's numbers, and the space between two columns, in design units."""
PLACE, PORTRAIT, NAME, TITLES = 20.0, 58.0, 96.0, 150.0
"""The widths of a robot's place, picture and name in a row, and of the title of a line of numbers, in design units."""
ROBOT = Size(28, 58)
"""The smallest and the largest side of a robot's picture, in design units."""


class RankingTable:
    """A table of the numbers of all robots; `columns` are pairs of the name and the title of a number."""

    def __init__(self, context: ShownMatch, order: Sequence[int], columns: Sequence[tuple[str, str]]) -> None:
        """Start without a layout; `flat` or `upright` makes one. `order` has the indexes of the robots, best first."""
        self._context, self._columns = context, columns
        sides = sides_of(context, order)
        self._places = {index: place for place, side in enumerate(sides) for index in side}
        self._order = list(self._places)
        self.places: list[Rect] = []
        """The rectangle of each robot's row or column, once the table has been built."""

    def flat(self, m: Metrics) -> Node:
        """Return a layout with a row for each robot, with columns as wide as their headings need."""
        tint = theme.colour("text-dim")
        heads = [label(_head(title), HEAD, tint=tint, wrap=True, align="center") for _name, title in self._columns]
        widths = [max(NARROWEST, head.widths(m).natural) for head in heads]

        def line(first: Sequence[Node], cells: Sequence[Node]) -> Node:
            columns = (cell.wide(wide).grow() for cell, wide in zip(cells, widths, strict=True))
            return row(*first, *columns, gap=APART, pad=(APART, 0))

        lines = []
        for index in self._order:
            first = (
                self._place(index).wide(PLACE),
                portrait_of(self._context, index, ROBOT).wide(PORTRAIT),
                self._name(index, 16),
            )
            cells = line(
                (*first[:2], first[2].wide(NAME)), self._numbers(index, max(16.0, 31.0 - 3 * len(self._order)))
            )
            lines.append(stack(face("field").then(lambda made: self.places.append(made.rect)), cells).grow())
        space = Node().wide(PLACE + PORTRAIT + NAME + 2 * APART)
        return column(line([space], [head.at("end") for head in heads]), *lines, gap=4)

    def upright(self, m: Metrics) -> Node:
        """Return a layout with a column for each robot and a line for each number; with names only if all names fit."""
        wide = max(self._name(index, HEAD).widths(m).natural for index in self._order)
        titles = (label(title.replace(SOFT_HYPHEN, ""), 14, wrap=True) for _name, title in self._columns)

        def line(first: Node, cells: Sequence[Node]) -> Node:
            return row(first.wide(TITLES), *(cell.wide(NARROWEST).grow() for cell in cells), gap=APART)

        def robot(index: int) -> Node:
            name = fitting(lambda: self._name(index, HEAD, align="center").wide(wide), Node)
            return column(self._place(index), portrait_of(self._context, index, ROBOT), name, gap=2)

        robots = [robot(index) for index in self._order]
        numbers = zip(*(self._numbers(index, 15) for index in self._order), strict=True)
        lines = [column(plain("line", 1), line(*each), gap=1).grow() for each in zip(titles, numbers, strict=True)]
        places = [here(self.places.append, 0, 0) for _index in self._order]
        return stack(line(Node(), places), column(line(Node(), robots), *lines, gap=1))

    def _place(self, index: int) -> Leaf[Label]:
        place = self._places[index]
        tint = theme.colour("accent" if place == 0 else "text-dim")
        return heading(str(place + 1), 22, tint=tint, align="center")

    def _name(self, index: int, size: float, **options: Any) -> Leaf[Label]:
        tint = theme.seat_colours(self._context.display.robots[index].livery).light
        return label(self._context.name(index), size, bold=True, tint=tint, shorten=True, **options)

    def _numbers(self, index: int, size: float) -> list[Node]:
        """Return the numbers of a robot as labels; a value better than all others is golden."""
        gauges, tally = self._context.display.robots[index].gauges, self._context.session.tally
        found: list[Node] = []
        for name, _title in self._columns:
            counted = name in tally.counts[index]
            value = tally.counts[index][name] if counted else gauges[name]
            leads = counted and tally.best(name, self._order) == index
            tint = theme.colour("accent" if leads else "text")
            found.append(label(str(value), size, bold=leads, tint=tint, align="center"))
        return found


def _head(title: str) -> str:
    """Return a title in two lines if it has two words, or if it is long and has a hyphen or soft hyphen."""
    if len(title) > LONG_WORD and " " not in title:
        title = title.replace(SOFT_HYPHEN, "-").replace("-", "-\n")
    title = title.replace(SOFT_HYPHEN, "")
    return title.replace(" ", "\n", 1)
