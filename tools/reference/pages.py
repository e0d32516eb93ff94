"""Builds the pages of the reference and compares them with those in docs."""

from reference.calls import calls_page
from reference.declared import declared
from reference.manifest_keys import manifest_page
from reference.of_plugins import plugins_page
from reference.source import ROOT

DOCS = ROOT / "docs"


def build() -> tuple[dict[str, str], list[str]]:
    """Return the pages by file name, and what lacks a description."""
    problems: list[str] = []
    found = declared()
    pages = {
        "plugin-reference.md": calls_page(found, problems),
        "plugin-reference-manifest.md": manifest_page(problems),
        "plugin-reference-plugins.md": plugins_page(found, problems),
    }
    return pages, problems


def outdated(pages: dict[str, str]) -> list[str]:
    """Return the names of pages that are not in docs as they should be."""
    return [
        name
        for name, page in pages.items()
        if not (DOCS / name).is_file() or (DOCS / name).read_text(encoding="utf-8") != page
    ]
