"""Finds the sound files of events: `assets/sounds/sounds.toml` names the engine's, manifests those of plugins."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec

from roborally.base import paths
from roborally.base.toml_file import read_toml
from roborally.core.events import Event
from roborally.narration.chronicle import topic
from roborally.narration.words import AFTER
from roborally.plugin_system.loader import Plugin

QUALIFIERS = ("how", "cause", "name", "card", "register")
"""Keys of an event whose value may follow its type in the keys of manifests: `step push`, `reveal 1`."""
SUFFIX = ".ogg"
MAX_FILE = 100_000
"""The maximum size of `sounds.toml` in bytes."""


class SoundTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The content of `sounds.toml`: names of sounds by the keys of the engine's events, and those that always play."""

    event: dict[str, str]
    always: list[str] = []


def sound_folder() -> Path:
    """Return the folder of the game's own sounds, which plugins share."""
    return paths.asset_folder() / "sounds"


@cache
def sound_table() -> SoundTable:
    """Return the content of the game's own `sounds.toml`; raise `GameError` if it is damaged."""
    return msgspec.convert(read_toml(sound_folder() / "sounds.toml", MAX_FILE), SoundTable)


def shared_sound(name: str) -> Path:
    """Return the path of one of the game's own sounds; the file need not exist."""
    return sound_folder() / f"{name}{SUFFIX}"


def shared_sounds() -> list[Path]:
    """Return the files of all of the game's own sounds, without the music."""
    return [path for path in sorted(sound_folder().glob(f"*{SUFFIX}")) if not path.stem.startswith("music-")]


def find_sound(name: str, plugins: Iterable[Plugin]) -> Path | None:
    """Return the file of a sound, from the first plugin that has it or else from the game; `None` if there is none."""
    found = (plugin.find("sounds", f"{name}{SUFFIX}") for plugin in plugins)
    return next(filter(None, found), None) or (shared if (shared := shared_sound(name)).is_file() else None)


class SoundCues:
    """Finds the sound for each event of a match, from its plugins and the game's own table."""

    def __init__(self, plugins: Iterable[Plugin]) -> None:
        """Find the files of all sounds; those that manifests name take precedence over the game's own table."""
        plugins = list(plugins)
        self._files: dict[str, Path | None] = {}
        for key, name in sound_table().event.items():
            self._files[key] = find_sound(name, ()) if name else None
        for plugin in plugins:
            order = (plugin, *(other for other in plugins if other is not plugin))
            for key, name in plugin.manifest.sound.items():
                self._files[key] = find_sound(name, order) if name else None

    @property
    def files(self) -> set[Path]:
        """Return the files of all sounds that the match may play."""
        return {path for path in self._files.values() if path is not None}

    def key(self, event: Event, own: frozenset[int] = frozenset()) -> str | None:
        """Return the key of an event's sound, or `None` if it has none; `own` are the indexes of a player's pieces."""
        return next((key for key in event_keys(event, own) if key in self._files), None)

    def find(self, event: Event, own: frozenset[int] = frozenset()) -> Path | None:
        """Return an event's sound file, or `None` for silence; `own` are the indexes of a player's pieces."""
        key = self.key(event, own)
        return self._files[key] if key is not None else None


def event_keys(event: Event, own: frozenset[int] = frozenset()) -> Iterator[str]:
    """Yield the keys under which manifests may name an event, such as `step push`, the most exact first.

    `own` are the indexes of a player's pieces, which decide whether the end of the match is `won` or `lost`.
    """
    kind = event["type"]
    yield from (f"{kind}{AFTER}{other}" for other in event.get("after", ()))
    if topic(event) != kind:
        yield topic(event)
    if "winners" in event:  # spectators hear the winner's sound
        yield f"{kind} lost" if own and own.isdisjoint(event["winners"]) else f"{kind} won"
    for name in QUALIFIERS:
        if isinstance(event.get(name), str | int):
            yield f"{kind} {event[name]}"
    yield kind
