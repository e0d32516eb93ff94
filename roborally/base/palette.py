"""Reads the colours of the game, for the window and for pictures that are drawn without one."""

from functools import cache
from typing import Any

from roborally.base import paths
from roborally.base.toml_file import read_toml


@cache
def palette() -> dict[str, Any]:
    """Return `assets/palette.toml`: colours by name (`game`), the seats' colours (`seat`), lists of names (`order`)."""
    return read_toml(paths.asset_folder() / "palette.toml")
