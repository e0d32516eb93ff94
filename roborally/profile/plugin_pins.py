"""Stores where installed plugins came from, in `installed-plugins.toml` beside the folder of the player's plugins."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
import tomli_w

from roborally.base import paths
from roborally.base.atomic_file import FOR_OWNER, write_aside
from roborally.base.errors import GameError
from roborally.base.toml_file import read_toml
from roborally.profile.aside import set_aside

FORMAT = 1


class Pin(msgspec.Struct, frozen=True):
    """The origin of an installed plugin.

    `source` is a path or web address, `digest` a hash of the files, `date` the day of installation (ISO 8601, UTC).
    """

    version: str
    source: str
    digest: str
    date: str


class _File(msgspec.Struct, frozen=True):
    version: int
    plugin: dict[str, Pin]


def pin_file() -> Path:
    """Return the file with the origins of installed plugins; it may not exist."""
    return paths.user_plugin_folder().with_name("installed-plugins.toml")


def read_pins() -> dict[str, Pin]:
    """Return the origins of installed plugins by plugin id; empty if the file is missing or damaged."""
    try:
        return _read()
    except (GameError, msgspec.ValidationError):
        return {}


def _read() -> dict[str, Pin]:
    return msgspec.convert(read_toml(pin_file()), _File).plugin


def write_pins(pins: Mapping[str, Pin]) -> None:
    """Replace the origins of all installed plugins; raise `GameError`. A damaged file is renamed first.

    Only the owner may read the file, because an address may contain a password. Call it inside of `aside.alone`.
    """
    path = pin_file()
    if path.exists():
        try:
            _read()
        except (GameError, msgspec.ValidationError):
            set_aside(path, "damaged")
    plugins = {id_: msgspec.to_builtins(pin) for id_, pin in sorted(pins.items())}
    write_aside(path, tomli_w.dumps({"version": FORMAT, "plugin": plugins}).encode(), FOR_OWNER)
