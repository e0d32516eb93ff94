"""Reads and changes small TOML files of the profile; an unusable file is renamed, never overwritten."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import tomli_w

from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError
from roborally.base.toml_file import read_toml
from roborally.profile.aside import alone, set_aside

VERSION = 1


def look(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file; empty if it is missing, damaged, or from a newer version of the game."""
    try:
        data = read_toml(path)
    except GameError:
        return {}
    return data if _is_known(data) else {}


def change(path: Path, changed: Callable[[dict[str, Any]], Mapping[str, Any]]) -> None:
    """Replace the content of a TOML file by `changed(old content)`; rename an unusable file. Raise `GameError`."""
    with alone(path.parent):
        if path.exists():
            try:
                data = read_toml(path)
            except GameError:
                set_aside(path, "damaged")
            else:
                if not _is_known(data):
                    set_aside(path, "newer")
        write_aside(path, tomli_w.dumps({"version": VERSION, **changed(look(path))}).encode())


def _is_known(data: Mapping[str, Any]) -> bool:
    version = data.get("version", VERSION)
    return isinstance(version, int) and version <= VERSION
