"""The colours of the game, for the window and for pictures that are drawn without one."""

import tomllib
from functools import cache
from typing import Any

from roborally.base import paths


@cache
def palette() -> dict[str, Any]:
    """Return `assets/palette.toml`: under `game` colours by name, under `seat` a table for each seat."""
    return tomllib.loads((paths.asset_folder() / "palette.toml").read_text(encoding="utf-8"))
