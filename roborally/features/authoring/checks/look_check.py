"""Checks the pictures, icons, colours and sounds that a manifest names."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import any_fault
from roborally.base.palette import palette
from roborally.base.picture_file import decoded
from roborally.features.authoring.checks.known_names import hint
from roborally.narration.sounds import SUFFIX, find_sound, shared_sounds
from roborally.plugin_system.loader import Catalogue, Plugin

PICTURE = ".png"


def look_problems(plugin: Plugin, catalogue: Catalogue) -> Iterator[str]:
    """Yield a problem for each picture, icon, colour or sound that does not exist, and each unreadable picture."""
    manifest = plugin.manifest
    plugins = [plugin, *(other for other in catalogue.plugins.values() if other.id != plugin.id)]
    icons = _stems([paths.asset_folder() / "icons"])
    own = _stems([plugin.folder / "art"])
    for name, gauge in manifest.gauge.items():
        yield from _unknown(f"gauge.{name}.icon", "icon or picture", gauge.icon, icons | own)
        yield from _unknown(f"gauge.{name}.tint", "colour", gauge.tint, palette()["game"])
    equipment = {card for other in plugins for card in other.manifest.option}
    symbols = icons | equipment | _stems(other.folder / "art" for other in plugins)
    for name, act in manifest.act.items():
        if "{" not in act.symbol:
            yield from _unknown(f"act.{name}.symbol", "icon, picture or equipment", act.symbol, symbols)
        yield from _unknown(f"act.{name}.tint", "colour", act.tint, palette()["game"])
    for name, piece in manifest.piece.items():
        for key, file in (("sprite", piece.sprite), ("raised", piece.raised)):
            yield from _missing_file(plugin, f"piece.{name}.{key}", file)
    for name, option in manifest.option.items():
        yield from _missing_file(plugin, f"option.{name}.sprite", option.sprite)
    for name, page in manifest.opening.items():
        yield from _missing_file(plugin, f"opening.{name}.picture", page.picture or f"opening-{name}{PICTURE}")
    for name, model in manifest.robot.items():
        if model.sprite.endswith(PICTURE):
            yield from _missing_file(plugin, f"robot.{name}.sprite", model.sprite)
        else:
            yield from _unknown(f"robot.{name}.sprite", "chassis", model.sprite, _chassis())
    sounds = {path.stem for path in shared_sounds()} | _stems((other.folder / "sounds" for other in plugins), SUFFIX)
    for key, name in manifest.sound.items():
        if name and find_sound(name, plugins) is None:
            yield f"plugin.toml: sound.{key}: there is no sound {name!r}{hint(name, sounds)}"
    yield from _broken_pictures(plugin)


def look_notes(plugin: Plugin) -> Iterator[str]:
    """Yield a note for each option card without a picture, for which a tile with a letter is drawn."""
    for name, option in plugin.manifest.option.items():
        if not option.sprite and not (plugin.folder / "art" / f"{name}{PICTURE}").is_file():
            yield f"plugin.toml: option.{name}: there is no art/{name}{PICTURE}; a tile with a letter is drawn instead"


def _unknown(key: str, what: str, name: str, known: Iterable[str]) -> Iterator[str]:
    if name and name not in (known := set(known)):
        yield f"plugin.toml: {key}: there is no {what} {name!r}{hint(name.removesuffix(PICTURE), known)}"


def _missing_file(plugin: Plugin, key: str, file: str) -> Iterator[str]:
    if file and not (plugin.folder / "art" / file).is_file():
        known = {path.name for path in (plugin.folder / "art").glob(f"*{PICTURE}")}
        yield f"plugin.toml: {key}: there is no picture art/{file}{hint(file, known)}"


def _broken_pictures(plugin: Plugin) -> Iterator[str]:
    for path in sorted((plugin.folder / "art").glob(f"*{PICTURE}")):
        try:
            decoded(path)
        except any_fault():
            yield f"art/{path.name}: it is no picture that can be read"


def _stems(folders: Iterable[Path], suffix: str = PICTURE) -> set[str]:
    return {path.stem for folder in folders for path in folder.glob(f"*{suffix}")}


def _chassis() -> set[str]:
    """Return the names of the chassis that have a picture in the colour of every seat."""
    colours = [seat["name"] for seat in palette()["seat"]]
    stems = _stems([paths.asset_folder() / "robots"])
    names = {stem.removesuffix(f"-{colours[0]}") for stem in stems if stem.endswith(f"-{colours[0]}")}
    return {name for name in names if all(f"{name}-{colour}" in stems for colour in colours)}
