"""Builds the pages of the reference."""

from reference.calls import calls_page
from reference.manifest_keys import manifest_page
from roborally.features.authoring.reference.declared import declared
from roborally.features.authoring.reference.of_plugins import plugins_page
from roborally.plugin_system.loader import find_plugins

CALLS = "plugin-reference.md"
KEYS = "plugin-reference-manifest.md"


def build() -> tuple[dict[str, str], list[str]]:
    """Return the pages by file name, and the names without a description, those on the page about plugins included."""
    problems: list[str] = []
    found = declared(find_plugins(installed=False))
    pages = {CALLS: calls_page(found, problems), KEYS: manifest_page(problems)}
    plugins_page(found, [], problems)
    return pages, problems
