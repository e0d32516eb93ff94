"""Describes what a plugin adds, from its manifest and files, without running its code."""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from roborally.base.errors import GameError, Message
from roborally.base.toml_file import read_toml
from roborally.plugin_system.errors import text
from roborally.plugin_system.manifest import Manifest
from roborally.plugin_system.manifest_tables import element_name
from roborally.profile.language import LANGUAGE_NAMES

CODE = ".py"
_MAX_NAMED = 12
"""The maximum number of names that are listed in a line."""


def adds(manifest: Manifest, files: Mapping[str, Path], translated: Callable[[str], str] = str) -> tuple[Message, ...]:
    """Return what a plugin adds, one line each: as `adds_to_matches` does, then settings, languages and code."""
    lines = list(adds_to_matches(manifest, files, translated))
    if manifest.settings:  # their names are for match files; players read a sentence about each
        lines.append(Message.of("Settings: {count}", count=len(manifest.settings)))
    languages = [file for path, file in files.items() if path.startswith("locale/") and path.endswith(".po")]
    if languages:
        names = _listed(LANGUAGE_NAMES.get(file.stem, file.stem) for file in languages)
        lines.append(Message.of("Languages: {names}", names=names))
    if "bot.py" in files:
        lines.append(Message.of("Code for bots"))
    if manifest.kind == "program":
        lines.append(Message.of("Commands, pages and settings of the program, once you switch them on"))
    if "view.py" in files:
        lines.append(Message.of("Code for what the window shows"))
    return tuple(lines)


def adds_to_matches(
    manifest: Manifest, files: Mapping[str, Path], translated: Callable[[str], str] = str
) -> tuple[Message, ...]:
    """Return what a plugin adds to matches, one line each, such as `Robots: Fury`.

    `files` are its files by relative path. `translated` translates the plugin's own texts into the player's language.
    """

    def titles(table: Mapping[str, Any]) -> list[str]:
        return [
            translated(entry.title) if getattr(entry, "title", "") else name.replace("-", " ")
            for name, entry in table.items()
        ]

    lines = []
    if manifest.kind == "mode" and len(manifest.players) == 2:
        least, most = manifest.players
        lines.append(Message.of("A mode for {least} to {most} players", least=least, most=most))
    tables: tuple[tuple[str, Iterable[str]], ...] = (
        (
            text("Board elements: {names}"),
            [element_name(translated(entry.tooltip)) for entry in manifest.element.values()],
        ),
        (text("Robots: {names}"), titles(manifest.robot)),
        (text("Equipment: {names}"), titles(manifest.option)),
        (text("Pieces: {names}"), titles(manifest.piece)),
        (text("Commands: {names}"), titles(manifest.command)),
        (text("Achievements: {names}"), titles(manifest.achievement)),
    )
    lines += [Message.of(sentence, names=_listed(names)) for sentence, names in tables if names]

    def title(file: Path) -> str:
        name = _name_in(file)
        return translated(name) if name else file.stem

    folders: tuple[tuple[str, str, str, Callable[[Path], str]], ...] = (
        (text("Courses and boards: {names}"), "boards/", ".toml", title),
        (text("Lessons: {names}"), "lessons/", ".toml", title),
        (text("Sounds: {names}"), "sounds/", ".ogg", lambda file: file.stem),
    )
    for sentence, folder, suffix, name_of in folders:
        inside = [file for path, file in files.items() if path.startswith(folder) and path.endswith(suffix)]
        if inside:
            lines.append(Message.of(sentence, names=_listed(map(name_of, inside))))
    return tuple(lines)


def is_code(files: Iterable[str]) -> bool:
    """Return whether there is Python code among the files of a plugin."""
    return any(path.endswith(CODE) for path in files)


def _name_in(file: Path) -> str:
    """Return the key `name` of a TOML file; empty if it has none or cannot be read."""
    try:
        name = read_toml(file).get("name")
    except GameError:
        return ""
    return name if isinstance(name, str) else ""


def _listed(names: Iterable[str]) -> str:
    named = list(islice(names, _MAX_NAMED + 1))
    return ", ".join(named[:_MAX_NAMED]) + (", …" if len(named) > _MAX_NAMED else "")
