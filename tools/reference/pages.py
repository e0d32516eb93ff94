"""Builds all pages of the reference for plugin authors."""

from reference.calls import calls_page
from reference.manifest_keys import manifest_page
from roborally.features.authoring.reference.declared import declared
from roborally.features.authoring.reference.of_plugins import plugins_page
from roborally.plugin_system.loader import find_plugins

CALLS = "plugin-reference.md"
KEYS = "plugin-reference-manifest.md"


def build() -> tuple[dict[str, str], list[str]]:
    """Return the pages in Markdown by file name, and a list of what lacks a description.

    The list also covers the page about plugins, which is not returned.
    """
    problems: list[str] = []
    found = declared(find_plugins(installed=False))
    pages = {CALLS: calls_page(found, problems), KEYS: manifest_page(problems)}
    plugins_page(found, [], problems)
    return pages, problems
