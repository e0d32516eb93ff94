"""The colours of the game, for the window and for pictures that are drawn without one."""

import tomllib
from functools import cache
from typing import Any

from roborally.base import paths


@cache
def palette() -> dict[str, Any]:
    """Return `assets/palette.toml`: `game` has colours by name, `seat` the tables of seats, `order` lists of names."""
    return tomllib.loads((paths.asset_folder() / "palette.toml").read_text(encoding="utf-8"))
