"""Writes the report of an exhibition as one HTML page. Needs the optional packages of the extra `arena`."""

import base64
import io
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from PIL import Image

from roborally.arena import charts
from roborally.arena.figures import endings_of, ranked_titles
from roborally.arena.plan import Terms
from roborally.arena.remarkable import KINDS
from roborally.base import paths
from roborally.game.course.image import draw_course
from roborally.game.records.course_data import CourseData
from roborally.narration.page.html_file import SUFFIX
from roborally.plugin_system.loader import Catalogue

_TILE = 40
_COLOURS = 64
_FONT = "ChakraPetch-Bold.ttf"


def page(figures: dict[str, Any], terms: Terms, catalogue: Catalogue) -> str:
    """Return the report as HTML, with all pictures and fonts in it; the same figures give the same bytes."""
    environment = Environment(
        loader=PackageLoader("roborally.arena", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = lambda value: f"{100 * value:.0f} %"
    environment.filters["span"] = lambda row: f"{100 * row['low']:.0f}–{100 * row['high']:.0f} %"
    courses = [
        _course(index, row, data, terms, catalogue)
        for index, (row, data) in enumerate(zip(figures["by_course"], terms.courses, strict=True))
    ]
    return environment.get_template("report.html.j2").render(
        figures=figures,
        players=_counted(figures["bots"]),
        charts=_charts(figures),
        courses=courses,
        endings=endings_of(figures, catalogue),
        ranked=ranked_titles(figures, catalogue),
        remarkable=[_remarkable(row) for row in figures["remarkable"]],
        colours=charts.colours(),
        font=_base64((paths.asset_folder() / "fonts" / _FONT).read_bytes()),
    )


def _counted(names: Sequence[str]) -> str:
    """Return names in words, each once with its count: "greedy × 2, rival"."""
    counts = Counter(names)
    return ", ".join(f"{name} × {count}" if count > 1 else name for name, count in counts.items())


def _charts(figures: dict[str, Any]) -> dict[str, str]:
    """Return the charts of the page as `<svg>` elements by name; those without data are left out."""
    drawn = {}
    if figures["by_bot"]:  # otherwise all games have failed
        seats = [{**row, "label": f"seat {row['seat']}"} for row in figures["by_seat"]]
        drawn["bots"] = _shares("bots", figures["by_bot"], "bot")
        drawn["seats"] = _shares("seats", seats, "label")
    if any(row["robot"] for row in figures["by_robot"]):
        drawn["robots"] = _shares("robots", figures["by_robot"], "robot")
    if figures["turn_counts"]:
        drawn["turns"] = charts.histogram("turns", figures["turn_counts"], "turns")
    if figures["causes"]:
        drawn["causes"] = charts.bars("causes", [(row["cause"], row["count"]) for row in figures["causes"]])
    for name, rows in (figures["ratings"] or {}).items():
        if isinstance(rows, list) and len(rows) > 1 and rows[0]["low"] is not None:
            bars = [(row["bot"], row["rating"], row["low"], row["high"]) for row in rows]
            drawn[name] = charts.ratings(name, bars)
    return drawn


def _shares(name: str, rows: Sequence[dict[str, Any]], label: str) -> str:
    """Return a chart of shares of wins, labelled by `row[label]`, with the expected share if it is the same in all."""
    expected = {round(row["expected"], 9) for row in rows}
    bars = [(row[label], row["share"], row["low"], row["high"]) for row in rows]
    return charts.shares(name, bars, expected.pop() if len(expected) == 1 else None)


def _remarkable(row: dict[str, Any]) -> dict[str, Any]:
    title, text, _value = KINDS[row["kind"]]
    winners = [f"{row['bots'][seat]} on seat {seat + 1}" for seat in row["winners"]]
    page = row["replay"] and str(PurePosixPath(row["replay"]).with_suffix(SUFFIX))
    values = {"title": title, "text": text.format(row["value"]), "won": " and ".join(winners) or "nobody"}
    return {**row, **values, "page": page}


def _course(index: int, row: dict[str, Any], data: CourseData, terms: Terms, catalogue: Catalogue) -> dict[str, Any]:
    """Return the figures `row` of a course with its picture, PNG in base 64, and `_strengths` of visits and deaths."""
    match = terms.exhibition.config.match
    course = data.to_course(catalogue, [match.mode, *match.plugins])
    visits = [(x, y, count) for y, line in enumerate(row["traffic"]) for x, count in enumerate(line) if count]
    return {
        **row,
        "id": f"course-{index}",
        "width": data.width,
        "height": data.height,
        "picture": _base64(_png(draw_course(course, catalogue, _TILE))),
        "visits": _strengths(visits),
        "fatal": _strengths([(x, y, count) for x, y, count in row["deaths"]]),
    }


def _strengths(cells: Sequence[tuple[int, int, int]]) -> list[dict[str, Any]]:
    """Return triples of x, y and count as dicts with `strength`, 0 to 1, the square root of count / largest count."""
    most = max((count for _x, _y, count in cells), default=1)
    return [{"x": x, "y": y, "count": n, "strength": round((n / most) ** 0.5, 3)} for x, y, n in cells]


def _png(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()
