"""RoboRally on the desktop: a deterministic engine whose rules are plugins, and an Arcade window over it.

For notebooks and scripts (docs/notebook.md):

    import roborally

    match = roborally.new_match("standard", robots=["tanky", "peach"], course="first-steps", seed=1)

Importing `roborally` is cheap: each name below is imported at its first use.
"""

import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from roborally.core.observation import imagine, observe
    from roborally.game.factory import make_game
    from roborally.game.match_file import load_config
    from roborally.game.new_match import new_game, new_match
    from roborally.plugin_system.loader import find_plugins

    __version__: str

__all__ = [
    "__version__",
    "find_plugins",
    "imagine",
    "load_config",
    "make_game",
    "new_game",
    "new_match",
    "observe",
]

# Before any other import: the modules of the compiled engine replace their sources.
if os.environ.get("ROBORALLY_COMPILED") == "1" or (Path(__file__).parent / "_compiled").is_dir():
    importlib.import_module("roborally.base.compiled").use()

_HOMES = {
    "__version__": ("roborally.base.version", "VERSION"),
    "find_plugins": ("roborally.plugin_system.loader", "find_plugins"),
    "imagine": ("roborally.core.observation", "imagine"),
    "load_config": ("roborally.game.match_file", "load_config"),
    "make_game": ("roborally.game.factory", "make_game"),
    "new_game": ("roborally.game.new_match", "new_game"),
    "new_match": ("roborally.game.new_match", "new_match"),
    "observe": ("roborally.core.observation", "observe"),
}
"""The module that defines each public name, and the name in that module."""


def __getattr__(name: str) -> Any:
    """Import one of the public names of the package at its first use; raise `AttributeError` for any other."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES[name]
    value = globals()[name] = getattr(importlib.import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
