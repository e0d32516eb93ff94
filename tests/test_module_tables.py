"""The tables of modules in the docs name all of them."""

from pathlib import Path

from tests.module_tables import modules_below, told_modules

ROOT = Path(__file__).resolve().parents[1]


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
