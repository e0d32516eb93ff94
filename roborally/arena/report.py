"""Writes the report of an exhibition: figures and ratings as JSON, an HTML page, replays of the games in `KINDS`."""

from pathlib import Path
from typing import Any

from roborally.arena import extras
from roborally.arena.figures import Figures, to_json
from roborally.arena.plan import ExhibitionGames
from roborally.arena.remarkable import write_replays
from roborally.arena.results import Results
from roborally.base.atomic_file import write_aside
from roborally.plugin_system.loader import Catalogue

JSON_FILE = "report.json"
PAGE_FILE = "report.html"


def figures_of(results: Results) -> dict[str, Any]:
    """Return the figures of all games, with `ratings`, which is `None` if the extra `arena` is not installed."""
    figures = Figures(results.terms)
    if extras.missing("arena"):
        for result in results.games():
            figures.feed(result)
        return {**figures.data(), "ratings": None}
    from roborally.arena.ratings import Ratings

    ratings = Ratings(results.terms.exhibition.seed)
    for result in results.games():
        figures.feed(result)
        ratings.feed(result.game)
    return {**figures.data(), "ratings": ratings.data()}


def write_report(folder: Path, figures: dict[str, Any], results: Results, catalogue: Catalogue) -> None:
    """Write the report into a folder: a JSON file, an HTML page if the extra `arena` is installed, and replays.

    The files are written in this order, one after the other. Raises `GameError` at the first that cannot be written, or
    at the first game that cannot be replayed; the files before it stay.
    """
    write_aside(folder / JSON_FILE, to_json(figures).encode())
    if not extras.missing("arena"):
        from roborally.arena.page import page

        write_aside(folder / PAGE_FILE, page(figures, results.terms, catalogue).encode())
    numbers = [row["number"] for row in figures["remarkable"] if row["replay"]]
    write_replays(folder, results.pick(numbers), ExhibitionGames(results.terms, catalogue))
