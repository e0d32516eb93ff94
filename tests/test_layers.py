"""The pictures of the layers, which tools/layers draws from the imports, and the tables of modules in the docs."""

import re
from copy import deepcopy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from roborally.base.fonts import font
from tests.module_tables import modules_below, told_modules

ROOT = Path(__file__).resolve().parents[1]

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def tool() -> Any:
    pytest.importorskip("grimp")
    import draw_layers

    return draw_layers


@pytest.fixture(scope="module")
def graph(tool: Any) -> Any:
    return tool.grimp.build_graph("roborally", cache_dir=None)


def fresh(tool: Any, container: str, graph: Any) -> str:
    return str(tool.draw(container, tool.boxes(container, graph), tool.palette()))


def test_the_pictures_show_the_imports_as_they_are(tool: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["--check"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("container", "importer", "imported"),
    [
        ("roborally", "roborally.course.courses", "roborally.net.rooms.room"),
        ("roborally.ui", "roborally.ui.board.display", "roborally.ui.match.panel.panels"),
    ],
)
def test_another_import_makes_a_picture_old(
    tool: Any, graph: Any, container: str, importer: str, imported: str
) -> None:
    changed = deepcopy(graph)
    changed.add_import(importer=importer, imported=imported)
    assert not tool.is_current(fresh(tool, container, graph), fresh(tool, container, changed))


def test_a_module_less_makes_a_picture_old(tool: Any, graph: Any) -> None:
    changed = deepcopy(graph)
    changed.remove_module("roborally.net.rooms.room_host")
    assert not tool.is_current(fresh(tool, "roborally", graph), fresh(tool, "roborally", changed))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("3,800 lines", "4,100 lines", True),
        ("3,800 lines", "4,300 lines", False),
        ("8 lines", "100 lines", True),
        ("200 lines", "400 lines", False),
        ("27 modules", "28 modules", False),
    ],
)
def test_lines_may_be_off_by_a_tenth(tool: Any, before: str, after: str, expected: bool) -> None:
    assert tool.is_current(f"<text>{before}</text>", f"<text>{after}</text>") is expected


def test_a_picture_that_is_missing_is_told_and_not_written(
    tool: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tool.ROOT / "docs" / "pictures" / "layers-that-are-missing.svg"
    monkeypatch.setattr(tool, "PICTURES", {"roborally": missing})
    assert tool.main(["--check"]) == 1
    assert "layers-that-are-missing.svg does not show the imports" in capsys.readouterr().out
    assert not missing.exists()


@pytest.mark.parametrize("container", ["roborally", "roborally.ui"])
def test_everything_fits_and_nothing_is_left_out(tool: Any, container: str) -> None:
    tree = ElementTree.parse(tool.PICTURES[container]).getroot()
    keys = ("x", "y", "width", "height")
    frames = [tuple(float(rect.get(key, 0)) for key in keys) for rect in tree.iter(f"{SVG}rect")]
    shown = set()
    for text in tree.iter(f"{SVG}text"):
        if text.get("transform"):
            continue
        content, size = text.text or "", int(text.get("font-size", 0))
        name = "Inter-Bold" if text.get("font-weight") else "Inter-Regular"
        length = font(name, size).getlength(content)
        right = float(text.get("x", 0)) + (0 if text.get("text-anchor") == "end" else length)
        baseline = float(text.get("y", 0))
        around = [(x, y, w, h) for x, y, w, h in frames[1:] if x <= right - length and y < baseline < y + h]
        assert any(right <= x + w for x, _y, w, _h in around), content
        shown.add(re.sub(r"(/|\.py)$", "", content))
    assert {name for layer in tool.contract_layers(container) for name in layer} <= shown


# --- tables of modules ----------------------------------------------------------------------------------------------


def test_the_architecture_names_every_module() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page[page.index("## Layers") : page.index("## From files to a match")]
    elsewhere = ("cli/", "net/", "ui/", "__main__")
    expected = {module for module in modules_below(ROOT / "roborally") if not module.startswith(elsewhere)}
    assert {module for module in told_modules(table) if not module.startswith(elsewhere)} == expected


def test_the_page_about_the_network_names_every_module() -> None:
    page = (ROOT / "docs" / "network.md").read_text(encoding="utf-8")
    assert told_modules(page[page.index("### The code") :]) == modules_below(ROOT / "roborally" / "net")


def test_a_table_names_modules_by_folder() -> None:
    rows = [
        "| a | b |",
        "|---|---|",
        "| `x/` | `one`, `two` | `no` |",
        "| text | `three` | |",
        "| (module) | `four` | |",
    ]
    table = "\n".join([*rows, "| `y/` | | |"])
    assert told_modules(table) == {"x/one", "x/two", "x/three", "four"}
