"""The command `roborally bench`: measures the engine and, with `--window`, the drawing."""

import argparse
import json
from typing import Any

from rich.table import Table

from roborally.base.console import give
from roborally.cli.tables import show
from roborally.features.bench.figures import measure
from roborally.plugin_system.loader import find_plugins


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `roborally bench`."""
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument(
        "--passes", type=int, metavar="N", default=7, help="how often to measure; medians are shown (default: 7)"
    )
    parser.add_argument("--window", action="store_true", help="also measure the frames of the window (needs a display)")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print the figures; return the exit status 0."""
    catalogue = find_plugins()
    figures: dict[str, Any] = dict(measure(catalogue, max(1, arguments.passes)))
    if arguments.window:
        from roborally.features.bench.window import frames

        figures["window"] = frames.measure(catalogue)
    if arguments.json:
        give(json.dumps(figures, indent=2) + "\n")
        return 0
    table = Table("what", "figure", "unit")
    _add_rows(table, "", figures)
    show(table)
    return 0


def _add_rows(table: Table, name: str, values: dict[str, Any]) -> None:
    """Add a row for each figure to a table; figures in an inner dict get the name of its key."""
    for key, value in values.items():
        if isinstance(value, dict):
            _add_rows(table, f"{name}: {key}".removeprefix(": "), value)
        else:
            written = f"{value:,.1f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else value
            table.add_row(name, str(written), key.replace("_", " "))
