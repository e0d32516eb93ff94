"""Draws the report's charts as SVG; the same figures give the same bytes. Needs matplotlib, of the extra `arena`."""

import io
from collections.abc import Callable, Sequence
from functools import wraps
from typing import ParamSpec

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from roborally.base.palette import palette

_WIDTH = 6.0
_ROW = 0.34
_MARGIN = 0.75

Parameters = ParamSpec("Parameters")
Row = tuple[str, float, float, float]
"""A label, a value, and the lower and the upper end of its confidence interval."""


def _with_default_style(draw: Callable[Parameters, str]) -> Callable[Parameters, str]:
    """Wrap a function so that it draws with the default styles of matplotlib, not with those of the user."""

    @wraps(draw)
    def drawn(*arguments: Parameters.args, **named: Parameters.kwargs) -> str:
        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            return draw(*arguments, **named)

    return drawn


def colours() -> dict[str, str]:
    """Return the game's colours by their names in the palette, each as `#rrggbb`."""
    return dict(palette()["game"])


@_with_default_style
def shares(name: str, rows: Sequence[Row], expected: float | None = None) -> str:
    """Return an `<svg>` chart of shares (0 to 1) with intervals and a line at `expected`; `name` begins its ids."""
    figure, axes = _figure(len(rows))
    _points(axes, rows)
    if expected is not None:
        axes.axvline(expected, color=colours()["accent"], linewidth=1, linestyle=(0, (4, 3)))
    axes.set_xlim(left=0, right=min(1.0, max(row[3] for row in rows) * 1.08))
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    return _svg(name, figure)


@_with_default_style
def ratings(name: str, rows: Sequence[Row]) -> str:
    """Return a chart of ratings with their intervals as an `<svg>` element; `name` begins the ids in it."""
    figure, axes = _figure(len(rows))
    _points(axes, rows)
    return _svg(name, figure)


@_with_default_style
def bars(name: str, rows: Sequence[tuple[str, float]]) -> str:
    """Return an `<svg>` element with a horizontal bar for each label and number; `name` begins the ids in it."""
    figure, axes = _figure(len(rows))
    axes.barh(range(len(rows)), [value for _label, value in rows], height=0.62, color=colours()["accent-cool"])
    _labels(axes, [label for label, _value in rows])
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    return _svg(name, figure)


@_with_default_style
def histogram(name: str, counts: Sequence[tuple[int, int]], label: str) -> str:
    """Return an `<svg>` histogram of pairs of value and count; `label` names the values, `name` begins its ids."""
    figure, axes = _figure(6)
    axes.bar([number for number, _count in counts], [count for _number, count in counts], 0.9, color=colours()["good"])
    axes.set_xlabel(label)
    axes.xaxis.set_major_locator(MaxNLocator(10, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.grid(axis="y", color=colours()["panel-light"])
    return _svg(name, figure)


def _figure(rows: int) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(_WIDTH, _MARGIN + _ROW * max(2, rows)), layout="constrained")
    axes = figure.add_subplot()
    axes.set_axisbelow(True)
    axes.patch.set_alpha(0)
    figure.patch.set_alpha(0)
    for side, spine in axes.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(colours()["line"])
    axes.tick_params(colors=colours()["text-dim"], length=0)
    axes.xaxis.label.set_color(colours()["text-dim"])
    return figure, axes


def _points(axes: Axes, rows: Sequence[Row]) -> None:
    places = range(len(rows))
    axes.hlines(
        places,
        [row[2] for row in rows],
        [row[3] for row in rows],
        color=colours()["accent-cool"],
        linewidth=7,
        alpha=0.35,
        capstyle="round",
    )
    axes.plot([row[1] for row in rows], places, "o", color=colours()["accent-cool"], markersize=7)
    _labels(axes, [row[0] for row in rows])


def _labels(axes: Axes, labels: Sequence[str]) -> None:
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", colors=colours()["text"])
    axes.grid(axis="x", color=colours()["panel-light"])


def _svg(name: str, figure: Figure) -> str:
    """Return a figure as an `<svg>` element; its ids depend on `name`, so that they are unique on the page."""
    stream = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": f"roborally {name}", "svg.fonttype": "none"}):
        figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    text = stream.getvalue()
    return text[text.index("<svg") :]
