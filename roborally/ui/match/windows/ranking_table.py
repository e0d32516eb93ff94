"""The numbers of all robots at the end of a game: a row for each robot, or in a tall window a column (CLI-1201)."""

from collections.abc import Sequence
from typing import Any

from roborally.ui.match.gauges import Portrait
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Layer, text_size
from roborally.ui.toolkit.line_breaks import SOFT_HYPHEN
from roborally.ui.toolkit.theme import Rect

LONG_WORD = 9
"""The number of letters above which a heading is broken at its hyphen."""
ROUNDED = 1.08
"""The allowance for wider letters in other window sizes, as a factor."""
SPARE = 2.0
"""The spare width of the longest word: rounding makes letters wider in some window sizes."""
HEAD, LARGE_HEAD = 12.0, 14.0
"""The smallest and the usual font size of the headings."""
NARROWEST, APART = 40.0, 6.0
"""The smallest width of a column's numbers, and the space between two headings."""
ROBOT, EDGE = 206.0, 4.0
"""The width of a robot's place, picture and name in a row, and the space at the right end."""
PLACE = 22.0
"""The centre of the column with a robot's place."""
HEADS, ROWS = 24.0, 58.0
"""The distances of the headings' middle and of the first row from the upper edge."""
ROW = 150.0
"""The maximum height of a row."""
TALL_ROW = 84.0
"""The height from which a name fits below its robot instead of beside it."""
LARGEST = 80.0
"""The largest side of a robot in a row, smaller than on the podium."""
LOW_LINE, HIGH_LINE = 20.0, 32.0
"""The smallest and the largest height of a line with the numbers of all robots."""
TITLES = 190.0
"""The width of the titles of the lines."""
NAMED = 84.0
"""The width from which a column has its robot's name; without names the columns are in the order of the sentences."""
PORTRAIT, NUMBER, NAME = 56.0, 26.0, 22.0
"""The heights of a robot's picture, of its place above it, and of its name below it."""


def lay_out_rows(
    layer: Layer, context: ShownMatch, order: Sequence[int], columns: Sequence[tuple[str, str]], area: Rect
) -> list[Rect]:
    """Show a row per robot: place, robot, then the numbers by name and title in `columns`; return the rows."""
    middles = _lay_out_heads(layer, [_head(title) for _name, title in columns], area)
    top = area.top - ROWS
    height = min(ROW, (top - area.y) / len(order) - 4)
    rows = []
    for place, index in enumerate(order):
        row = Rect(area.x, top - (place + 1) * (height + 4) + 2, area.width, height)
        rows.append(row)
        _lay_out_robot(layer, context, place, index, row)
        size, y = min(30.0, 7 + height / 4), row.centre[1]
        for (name, _title), x in zip(columns, middles, strict=True):
            _lay_out_number(layer, context, order, index, name, (x, y), size)
    return rows


def column_heads(width: float, count: int) -> float:
    """Return the height of the heads of `count` columns in a table of a given width."""
    return NUMBER + PORTRAIT + (NAME if (width - TITLES) / count >= NAMED else 0) + 6


def lay_out_columns(
    layer: Layer, context: ShownMatch, order: Sequence[int], columns: Sequence[tuple[str, str]], area: Rect
) -> list[Rect]:
    """Show a column per robot, and a line for each number by name and title in `columns`; return the columns."""
    head = column_heads(area.width, len(order))
    wide = (area.width - TITLES) / len(order)
    found = [Rect(area.x + TITLES + place * wide, area.y, wide, area.height) for place in range(len(order))]
    for place, (index, column) in enumerate(zip(order, found, strict=True)):
        x, tint = column.centre[0], theme.colour("accent" if place == 0 else "text-dim")
        layer.heading(str(place + 1), x, area.top - NUMBER / 2, 20, anchor_x="center", tint=tint)
        Portrait(layer, context, index, x, area.top - NUMBER - PORTRAIT / 2, min(PORTRAIT, wide - 4) - 4)
        if wide >= NAMED:
            tint = theme.seat_colours(context.display.robots[index].livery).light
            y = area.top - NUMBER - PORTRAIT - NAME / 2
            layer.label(context.name(index), x, y, size=14, bold=True, tint=tint, anchor_x="center", width=wide - 6)
    pitch = min(HIGH_LINE, (area.height - head) / len(columns))
    size = max(HEAD, min(15.0, 0.6 * pitch))
    for number, (name, title) in enumerate(columns):
        line = Rect(area.x, area.top - head - (number + 1) * pitch, area.width, pitch)
        if number % 2 == 0:
            layer.fill(line, theme.colour("line").replace(a=70))
        y = line.centre[1]
        text = title.replace(SOFT_HYPHEN, "")
        across = text_size(layer.canvas, text, size)[0]
        fitting = max(HEAD, min(size, size * (TITLES - 14) / across / ROUNDED))
        layer.label(text, area.x + 8, y, size=fitting, tint=theme.colour("text-dim"), width=TITLES - 12)
        for index, column in zip(order, found, strict=True):
            _lay_out_number(layer, context, order, index, name, (column.centre[0], y), size + 1)
    return found


def _head(title: str) -> str:
    """Return a title in two lines if it has two words, or is long and has a hyphen, possibly a soft one."""
    if len(title) > LONG_WORD and " " not in title:
        title = title.replace(SOFT_HYPHEN, "-").replace("-", "-\n")
    title = title.replace(SOFT_HYPHEN, "")
    return title.replace(" ", "\n", 1)


def _lay_out_heads(layer: Layer, titles: Sequence[str], area: Rect) -> list[float]:
    """Write the headings, each column as wide as needed; return the centres of the columns."""
    first, last = area.x + ROBOT, area.right - EDGE
    widths = [max(NARROWEST, text_size(layer.canvas, title, HEAD, width=500, wrap=True)[0]) for title in titles]
    room = (last - first) / len(titles) - APART - SPARE
    size = max(HEAD, min(LARGE_HEAD, HEAD * room * len(titles) / sum(widths) / ROUNDED))
    widths = [ROUNDED * width * size / HEAD + SPARE for width in widths]
    between = (last - first - sum(widths)) / len(titles)
    options: dict[str, Any] = {
        "wrap": True,
        "anchor_y": "center",
        "align": "center",
        "tint": theme.colour("text-dim"),
    }
    x, middles = first, []
    for title, width in zip(titles, widths, strict=True):
        layer.label(title, x, area.top - HEADS, size=size, width=between + width, **options)
        middles.append(x + (between + width) / 2)
        x += between + width
    return middles


def _lay_out_robot(layer: Layer, context: ShownMatch, place: int, index: int, row: Rect) -> None:
    """Show the place of a robot, its picture and its owner's name."""
    y = row.centre[1]
    layer.frame("field", row)
    tint = theme.colour("accent" if place == 0 else "text-dim")
    tall = row.height >= TALL_ROW
    layer.heading(str(place + 1), row.x + PLACE, y, 28 if tall else 20, anchor_x="center", tint=tint)
    tint = theme.seat_colours(context.display.robots[index].livery).light
    name = context.name(index)
    if tall:
        x, side = row.x + (PLACE + ROBOT) / 2, min(row.height - 34, LARGEST)
        Portrait(layer, context, index, x, y + 12, side)
        below = y + 2 - side / 2
        layer.label(name, x, below, size=16, bold=True, tint=tint, width=ROBOT - PLACE - 30, anchor_x="center")
    else:
        Portrait(layer, context, index, row.x + 68, y, min(row.height - 8, 56))
        layer.label(name, row.x + 102, y, size=16, bold=True, tint=tint, width=ROBOT - 108)


def _lay_out_number(
    layer: Layer,
    context: ShownMatch,
    order: Sequence[int],
    index: int,
    name: str,
    spot: tuple[float, float],
    size: float,
) -> None:
    """Write a robot's number around a point; a unique best value is golden."""
    gauges, tally = context.display.robots[index].gauges, context.session.tally
    counted = name in tally.counts[index]
    value = tally.counts[index][name] if counted else gauges[name]
    leads = counted and tally.best(name, order) == index
    tint = theme.colour("accent" if leads else "text")
    layer.label(str(value), *spot, size=size, anchor_x="center", bold=leads, tint=tint)
