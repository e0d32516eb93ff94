"""Plugins declare the events that they emit; a referee looks at their keys (`invariants`)."""

import ast
from collections.abc import Iterator

import pytest

from roborally.plugin_system.loader import Plugin
from tests.shipped import catalogue


def first_arguments(plugin: Plugin, method: str) -> Iterator[str]:
    """Yield what stands first in the calls of a method in a plugin's code, where it is written out."""
    for path in sorted(plugin.folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method:
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant):
                    yield str(first.value)


@pytest.mark.parametrize("plugin", catalogue().plugins.values(), ids=lambda plugin: plugin.id)
def test_a_plugin_declares_what_it_emits_and_nothing_else(plugin: Plugin) -> None:
    """Also what random matches hardly ever come to; VOLT chooses between two types by a name."""
    chosen = {"volt-move", "volt-fire"} if plugin.id == "volt" else set()
    assert set(first_arguments(plugin, "event")) == set(first_arguments(plugin, "emit")) | chosen
