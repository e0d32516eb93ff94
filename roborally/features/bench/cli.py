"""`roborally bench`: measures the engine and, with `--window`, the drawing."""

import argparse
import json
from typing import Any

from rich.table import Table

from roborally.base.console import give
from roborally.cli.tables import show
from roborally.features.bench.figures import measure
from roborally.plugin_system.loader import find_plugins

UNITS = {
    "rounds_per_second": "rounds a second",
    "microseconds": "microseconds a copy",
    "turns_per_second": "turns a second",
    "games_per_second": "games a second",
    "preparing_ms": "milliseconds, before the first one, on a new floor",
    "first_ms": "milliseconds, the first one on a new floor",
    "mean_ms": "milliseconds, mean of the later ones",
    "longest_ms": "milliseconds, longest of the later ones",
    "frames_per_second": "frames a second",
    "median_ms": "milliseconds, median frame",
    "p99_ms": "milliseconds, 99 of 100 frames",
    "worst_ms": "milliseconds, longest frame",
    "opened_first_ms": "milliseconds until the first frame, the first time",
    "opened_median_ms": "milliseconds until the first frame, median",
    "opened_worst_ms": "milliseconds until the first frame, longest",
    "shown_median_ms": "milliseconds until it is shown, median",
    "shown_worst_ms": "milliseconds until it is shown, longest",
    "percent_of_a_core": "percent of a processor",
    "memory_bytes": "bytes of memory",
    "more_than_after_one_bytes": "bytes more than after one match",
    "bytes": "bytes of textures",
    "bytes_a_copy": "bytes of memory a copy",
    "atlas_bytes": "bytes of the atlas of all pictures",
    "baked_bytes": "bytes of what is drawn once",
    "letter_bytes": "bytes of letters",
    "atlas_used_bytes": "bytes of the atlas in use",
    "pictures": "pictures in the atlas",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument(
        "--passes", type=int, metavar="N", default=7, help="how often to measure; medians are shown (default: 7)"
    )
    parser.add_argument("--window", action="store_true", help="also measure the frames of the window (needs a display)")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    catalogue = find_plugins()
    figures: dict[str, Any] = dict(measure(catalogue, max(1, arguments.passes)))
    if arguments.window:
        from roborally.features.bench.window import one_window

        figures["window"] = one_window.measure(catalogue)
    if arguments.json:
        give(json.dumps(figures, indent=2) + "\n")
        return 0
    table = Table("what", "figure", "unit")
    for name, values in figures.items():
        _add_rows(table, name, values)
    show(table)
    return 0


def _add_rows(table: Table, name: str, values: dict[str, Any]) -> None:
    """Add a row for each figure; figures of a part of the window are listed under the part's name."""
    for key, value in values.items():
        if isinstance(value, dict):
            _add_rows(table, f"{name}: {key}", value)
        else:
            table.add_row(name, _written(value), UNITS.get(key, key))


def _written(value: Any) -> str:
    """Format a figure for people."""
    if isinstance(value, float):
        return f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
