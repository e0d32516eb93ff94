"""Finds pictures in the folders `art` of plugins; a plugin may bring pictures for elements of others."""

from collections.abc import Iterable, Sequence
from os.path import isfile
from pathlib import Path
from typing import NamedTuple

from roborally.base import paths
from roborally.plugin_system.loader import Plugin

ART = "art"
"""The folder of a plugin for pictures."""
CHASSIS = ("scout", "crawler", "hauler", "tanky", "james-bot", "lazybot", "albot", "peach")
"""The bodies of robots without a model, by seat; their pictures are in `assets/robots`."""
PAINT = "-paint.png"
"""The suffix of the file, beside `fury.png`, with the parts of a robot that have the colour of its seat."""


class Body(NamedTuple):
    """The look of a robot: a picture with its paint, if a plugin brings one, or a chassis of the game."""

    picture: Path | None
    paint: Path | None
    chassis: str


def robot_body(model: str, seat: int, plugins: Sequence[Plugin]) -> Body:
    """Return the body of a model: a plugin's picture or a chassis; without a model, the chassis of the seat."""
    chassis = CHASSIS[seat % len(CHASSIS)]
    for plugin in plugins:
        manifest = plugin.manifest.robot.get(model)
        if manifest is None:
            continue
        name = manifest.sprite or f"{model}.png"
        if path := find_picture(name, plugin, plugins):
            return Body(path, find_picture(f"{path.stem}{PAINT}", plugin, plugins), chassis)
        if chassis_file(name, "red").is_file():
            chassis = name
    return Body(None, None, chassis)


def chassis_file(chassis: str, colour: str) -> Path:
    """Return the file of a chassis in a colour of the seats, `None` if there is no such chassis."""
    return paths.asset_folder() / "robots" / f"{chassis}-{colour}.png"


def piece_file(kind: str, plugins: Sequence[Plugin], *, raised: bool = False) -> Path | None:
    """Return the picture of a piece without a seat, with `raised` the one for while others pass below it."""
    for plugin in plugins:
        piece = plugin.manifest.piece.get(kind)
        if piece is not None:
            name = (piece.raised if raised else "") or piece.sprite or f"{kind}.png"
            if path := find_picture(name, plugin, plugins):
                return path
    return None


def symbol_file(name: str, plugins: Sequence[Plugin]) -> Path:
    """Return the picture named by `[act]`: equipment, a plugin's picture, or a shared icon, which may not exist."""
    file, owner = f"{name}.png", plugins[0]
    for plugin in plugins:
        if name in plugin.manifest.option:
            file, owner = plugin.manifest.option[name].sprite or file, plugin
    return find_picture(file, owner, plugins) or paths.asset_folder() / "icons" / f"{name}.png"


def find_picture(name: str, owner: Plugin, plugins: Iterable[Plugin]) -> Path | None:
    """Return a picture by its file's name: the owner's, else that of the first plugin that has one, or `None`."""
    if not name or Path(name).name != name:
        return None
    found = (plugin.folder / ART / name for plugin in (owner, *plugins))
    return next((path for path in found if isfile(path)), None)  # noqa: PTH113 (most are missing; `Path` is slow there)
