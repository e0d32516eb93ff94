"""Checks the translations of a plugin (`locale/*.po`): that they can be read, and that the plugin has their texts."""

import contextlib
import re
from collections.abc import Iterator

from roborally.base.errors import GameError
from roborally.base.toml_file import read_toml
from roborally.base.translation import CatalogueError, read_entries
from roborally.features.authoring.checks.known_names import hint, texts_in
from roborally.plugin import PluginError
from roborally.plugin_system.loader import Plugin


def language_problems(plugin: Plugin) -> Iterator[str]:
    """Yield the problems of the files in the folder `locale`, each with its line."""
    files = sorted((plugin.folder / "locale").glob("*"))
    texts = texts_of(plugin) if files else set()
    for path in files:
        where = f"locale/{path.name}"
        if path.suffix != ".po" or not re.fullmatch(r"[A-Za-z_]+", path.stem):
            yield f"{where}: it is not read; a file is called as its language is, such as de.po"
            continue
        try:
            entries = read_entries(path)
        except (CatalogueError, OSError) as error:
            yield str(error).replace(str(path), where)
            continue
        for entry in entries:
            if problem := entry.problem():
                yield f"{where}, line {entry.line}: {problem}"
            elif entry.text not in texts:
                near = hint(entry.text, texts, few=0)
                yield f"{where}, line {entry.line}: the plugin says {entry.text!r} nowhere{near}"


def texts_of(plugin: Plugin) -> set[str]:
    """Return all texts of a plugin that can be translated: from its code, its manifest and its other TOML files."""
    texts = texts_in(plugin.folder)
    texts |= {text.capitalize() for text in texts}  # the names of bots are capitalized for display
    for path in sorted(plugin.folder.rglob("*.toml")):
        with contextlib.suppress(GameError):
            texts |= set(_texts(read_toml(path, error=PluginError)))
    settings = plugin.manifest.settings.values()
    return texts | {setting.title(choice) for setting in settings for choice in setting.choices}


def _texts(value: object) -> Iterator[str]:
    """Yield all strings in nested lists and dicts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)
