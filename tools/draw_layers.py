"""Draw the layers of the code from its imports: docs/pictures/layers.svg and layers-window.svg (`tools/layers`).

Rows are the layers of the import contracts in pyproject.toml; boxes are packages and modules, with the first sentence
of their docstring, their size, and what they import directly. `--check` says whether both pictures are up to date.
Counts of lines are rounded, and may be off by a tenth before a picture counts as old.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import grimp

ROOT = Path(__file__).resolve().parent.parent
PICTURES = {
    "roborally": ROOT / "docs" / "pictures" / "layers.svg",
    "roborally.ui": ROOT / "docs" / "pictures" / "layers-window.svg",
}
"""The picture of each package whose layers are in a contract."""

WIDTH = 1120
MARGIN = 20
RAIL = 44
"""The room at the left for the arrow."""
GAP = 10
PADDING = 14
NAME = 20
"""Font sizes; `LEADING` is the distance of two lines of text as a multiple of them."""
TEXT = 15
SMALL = 13
LEADING = 1.35
LETTER = 0.49
"""The mean width of a letter as a part of the font size, rounded up, for wrapping text."""
NAMES = 190
"""The distance of a single box's text from the left edge, right of its name, which leaves room for the size."""
SIZES = 185
FONTS = "Inter, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
LINES = re.compile(r"(\d[\d,]*) lines")
"""The text of a size in a picture."""
DEVIATION = 0.1
ROUNDING = 100


@dataclass(frozen=True)
class Box:
    """A package or module directly below the drawn one; `imports` names others beside it."""

    name: str
    purpose: str
    modules: int
    lines: int
    imports: tuple[str, ...]
    is_package: bool

    @property
    def size(self) -> str:
        """Return the text of its size."""
        lines = f"{round(self.lines, -2):,} lines" if self.lines >= ROUNDING else f"{self.lines} lines"
        modules = "1 module" if self.modules == 1 else f"{self.modules} modules"
        return f"{modules} · {lines}" if self.is_package else lines


@dataclass
class Canvas:
    """The shapes drawn so far, and the colours."""

    colours: Mapping[str, str]
    shapes: list[str] = field(default_factory=list)

    def box(self, x: float, y: float, width: float, height: float) -> None:
        """Draw a rounded frame."""
        self.shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8" '
            f'fill="{self.colours["panel"]}" stroke="{self.colours["line"]}"/>'
        )

    def text(self, x: float, y: float, text: str, size: int, colour: str, extra: str = "") -> None:
        """Write a line of text whose baseline lies at `y`."""
        self.shapes.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{self.colours[colour]}"{extra}>{escape(text)}</text>'
        )


# --- the content ----------------------------------------------------------------------------------------------------


def contract_layers(container: str) -> list[list[str]]:
    """Return the layers of a package from its import contract, the highest first, each with its packages."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for contract in settings["tool"]["importlinter"]["contracts"]:
        if contract["type"] == "layers" and contract["containers"] == [container]:
            return [layer.split(" | ") for layer in contract["layers"]]
    raise SystemExit(f"pyproject.toml has no contract for the layers of {container}")


def boxes(container: str, graph: grimp.ImportGraph) -> list[list[Box]]:
    """Return the layers of a package in the order of drawing, the highest first."""
    return [[_box(container, name, graph) for name in layer] for layer in contract_layers(container)]


def _box(container: str, name: str, graph: grimp.ImportGraph) -> Box:
    module = f"{container}.{name}"
    parts = {module} | graph.find_descendants(module)
    imported = {found for part in parts for found in graph.find_modules_directly_imported_by(part)}
    siblings = {found.removeprefix(f"{container}.").split(".")[0] for found in imported if _is_below(found, container)}
    sources = {part: _source(part) for part in parts}
    return Box(
        name,
        _purpose(sources[module]),
        len(parts),
        sum(len(path.read_text(encoding="utf-8").splitlines()) for path in sources.values()),
        tuple(sorted(siblings - {name})),
        sources[module].name == "__init__.py",
    )


def _is_below(module: str, container: str) -> bool:
    return module.startswith(f"{container}.")


def _source(module: str) -> Path:
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _purpose(path: Path) -> str:
    """Return the first sentence of a module's docstring, without the pages that it cites in parentheses."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    line = text.partition("\n")[0].replace("`", "").removesuffix(".")
    return re.sub(r" \([^()]*(docs/|[A-Z]{3}-)[^()]*\)", "", line)


# --- the drawing ----------------------------------------------------------------------------------------------------


def draw(container: str, layers: list[list[Box]], colours: Mapping[str, str]) -> str:
    """Return the picture of a package's layers as SVG."""
    canvas = Canvas(colours)
    left, top = MARGIN + RAIL, float(MARGIN)
    for layer in layers:
        top += _draw_layer(canvas, layer, left, top) + GAP
    height = top - GAP + MARGIN
    _draw_arrow(canvas, MARGIN + RAIL / 2 - 8, MARGIN, height - MARGIN)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:g}" '
        f'viewBox="0 0 {WIDTH} {height:g}" font-family="{FONTS}">\n'
        f"<title>The layers of {container}: each imports only from layers below it</title>\n"
        f'<rect width="{WIDTH}" height="{height:g}" rx="12" fill="{colours["background"]}"/>\n'
    )
    return head + "\n".join(canvas.shapes) + "\n</svg>\n"


def _texts(box: Box, room: float) -> Iterator[tuple[str, int, str]]:
    """Yield the lines of text about a box that fit into `room`, each with its font size and colour."""
    for line in textwrap.wrap(box.purpose, int(room / (TEXT * LETTER))):
        yield line, TEXT, "text"
    imports = "imports " + ", ".join(box.imports) if box.imports else "imports nothing of the others"
    for line in textwrap.wrap(imports, int(room / (SMALL * LETTER))):
        yield line, SMALL, "text-dim"


def _draw_layer(canvas: Canvas, layer: list[Box], left: float, top: float) -> float:
    """Draw the boxes of a layer side by side and return its height."""
    width = (WIDTH - MARGIN - left - GAP * (len(layer) - 1)) / len(layer)
    is_wide = len(layer) == 1
    room = width - NAMES - SIZES if is_wide else width - 2 * PADDING
    texts = [list(_texts(box, room)) for box in layer]
    below = 0 if is_wide else NAME * LEADING
    height = 2 * PADDING + below + max(sum(size * LEADING for _line, size, _colour in lines) for lines in texts)
    for number, (box, lines) in enumerate(zip(layer, texts, strict=True)):
        x = left + number * (width + GAP)
        canvas.box(x, top, width, height)
        baseline = top + PADDING + NAME * 0.75
        title = f"{box.name}/" if box.is_package else f"{box.name}.py"
        canvas.text(x + PADDING, baseline, title, NAME, "accent", ' font-weight="bold"')
        canvas.text(x + width - PADDING, baseline, box.size, SMALL, "accent-cool", ' text-anchor="end"')
        baseline = top + PADDING + below
        for line, size, colour in lines:
            baseline += size * LEADING
            indent = NAMES if is_wide else PADDING
            canvas.text(x + indent, round(baseline - size * 0.3, 2), line, size, colour)
    return height


def _draw_arrow(canvas: Canvas, x: float, top: float, bottom: float) -> None:
    colour = canvas.colours["text-dim"]
    middle = (top + bottom) / 2
    canvas.shapes.append(
        f'<path d="M{x:g} {top:g}V{bottom - 2:g}M{x - 7:g} {bottom - 12:g}L{x:g} {bottom - 1:g}L{x + 7:g} '
        f'{bottom - 12:g}" fill="none" stroke="{colour}" stroke-width="2"/>'
    )
    turned = f' text-anchor="middle" transform="rotate(-90 {x + 20:g} {middle:g})"'
    canvas.text(x + 20, middle, "imports run downwards only", TEXT, "text-dim", turned)


# --- up to date -----------------------------------------------------------------------------------------------------


def is_current(picture: str, fresh: str) -> bool:
    """Return whether a picture is up to date with a fresh one; counts of lines may differ by a tenth."""
    if LINES.sub("lines", picture) != LINES.sub("lines", fresh):
        return False
    pairs = zip(_counts(picture), _counts(fresh), strict=True)
    return all(abs(old - new) <= max(DEVIATION * new, ROUNDING) for old, new in pairs)


def _counts(picture: str) -> list[int]:
    return [int(number.replace(",", "")) for number in LINES.findall(picture)]


def palette() -> dict[str, str]:
    """Return the colours of the game."""
    table: dict[str, Any] = tomllib.loads((ROOT / "assets" / "palette.toml").read_text(encoding="utf-8"))
    return dict(table["game"])


def main(arguments: list[str] | None = None) -> int:
    """Write the pictures, or check them; return the exit status."""
    parser = argparse.ArgumentParser(description="Draw the layers of the code from its imports.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a picture is out of date")
    check = parser.parse_args(arguments).check
    sys.path.insert(0, str(ROOT))
    graph = grimp.build_graph("roborally", cache_dir=None)
    status = 0
    for container, path in PICTURES.items():
        fresh = draw(container, boxes(container, graph), palette())
        there = path.read_text(encoding="utf-8") if path.exists() else ""
        if is_current(there, fresh):
            continue
        if check:
            print(f"{path.relative_to(ROOT)} does not show the imports as they are; run tools/layers")
            status = 1
        else:
            path.write_text(fresh, encoding="utf-8")
            print(f"{path.relative_to(ROOT)} drawn")
    return status


if __name__ == "__main__":
    sys.exit(main())
