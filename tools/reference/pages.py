"""Builds the pages of the reference and compares them with those in docs."""

from pathlib import Path

from reference.calls import calls_page
from reference.manifest_keys import manifest_page
from roborally.features.authoring.reference.declared import declared
from roborally.features.authoring.reference.of_plugins import plugins_page
from roborally.plugin_system.loader import find_plugins

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def build() -> tuple[dict[str, str], list[str]]:
    """Return the pages by file name, and the names without a description, those on the page about plugins included."""
    problems: list[str] = []
    found = declared(find_plugins(installed=False))
    pages = {
        "plugin-reference.md": calls_page(found, problems),
        "plugin-reference-manifest.md": manifest_page(problems),
    }
    plugins_page(found, [], problems)
    return pages, problems


def outdated(pages: dict[str, str]) -> list[str]:
    """Return the names of pages that differ from those in docs."""
    return [
        name
        for name, page in pages.items()
        if not (DOCS / name).is_file() or (DOCS / name).read_text(encoding="utf-8") != page
    ]
