"""The code of plugins, for tests that call its functions."""

from typing import Any

from roborally.plugin_system.loader import Catalogue


def code_of(catalogue: Catalogue, plugin: str, module: str) -> Any:
    """Return a module of a plugin as the loader runs it."""
    found = catalogue.get(plugin).load(module)
    assert found is not None, f"{plugin} has no {module}.py"
    return found
