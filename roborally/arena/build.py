"""Identifies the code of the game by versions and hashes, so that an exhibition never mixes games of different code."""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from roborally.base import paths
from roborally.base.errors import Message
from roborally.base.version import VERSION
from roborally.bots.registry import plugin_bots
from roborally.plugin_system.loader import Catalogue, Plugin

_ENGINE = ("core", "bots", "arena/play.py", "arena/tally.py")
_CODE = (".py", ".toml")


class PluginBuild(msgspec.Struct, frozen=True):
    """The version of a plugin, and the hash of its folder (see `digest_of`)."""

    version: str
    digest: str


class Build(msgspec.Struct, frozen=True):
    """The code that plays games: the game's version, the engine's hash (see `digest_of`), and the plugins by id."""

    version: str
    engine: str
    plugins: dict[str, PluginBuild]


def build_of(plugins: Sequence[str], bots: Iterable[str], catalogue: Catalogue) -> Build:
    """Return the present code of the game, of these plugins and of the bots' plugins; unknown plugins are skipped."""
    wanted = [catalogue.plugins[id_] for id_ in plugins if id_ in catalogue.plugins]
    wanted += [plugin for plugin in bringers(bots, catalogue) if plugin not in wanted]
    found = {plugin.id: PluginBuild(plugin.manifest.version, digest_of([plugin.folder])) for plugin in wanted}
    folder = paths.package_folder()
    return Build(VERSION, digest_of([folder / part for part in _ENGINE]), found)


def bringers(bots: Iterable[str], catalogue: Catalogue) -> list[Plugin]:
    """Return the plugins that add bots with these names, in the order of the plugins' ids."""
    brought = plugin_bots(catalogue).plugins
    found = {brought[name].id: brought[name] for name in bots if name in brought}
    return [found[id_] for id_ in sorted(found)]


def digest_of(places: Iterable[Path]) -> str:
    """Return a hash, 16 hexadecimal digits, of the Python and TOML files among the files and folders `places`."""
    digest = hashlib.blake2b(digest_size=8)
    for place in places:
        files = sorted(place.rglob("*")) if place.is_dir() else [place]
        for path in files:
            if path.suffix in _CODE and path.is_file():
                name = path.relative_to(place.parent).as_posix()
                digest.update(f"{name}\n".encode())
                digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def difference(wanted: Build, present: Build) -> Message | None:
    """Return the first difference between the wanted and the present code as a message, or `None` if there is none."""
    if present.version != wanted.version:
        return Message.of("RoboRally {found} instead of {wanted}", found=present.version, wanted=wanted.version)
    for id_, plugin in wanted.plugins.items():
        other = present.plugins.get(id_)
        if other is None:
            return Message.of("plugin {id!r} is missing", id=id_)
        if other.version != plugin.version:
            return Message.of(
                "plugin {id!r} {found} instead of {wanted}", id=id_, found=other.version, wanted=plugin.version
            )
        if other.digest != plugin.digest:
            return Message.of("the code of plugin {id!r} {version} is different", id=id_, version=plugin.version)
    if present.engine != wanted.engine:
        return Message.of("the code of RoboRally {version} is different", version=wanted.version)
    return None
