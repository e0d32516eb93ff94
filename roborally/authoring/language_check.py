"""Checks the `.po` files of a plugin: that they can be read, and that translations name what their texts name."""

import re
from collections.abc import Iterator

from roborally.base.translation import CatalogueError, read_entries
from roborally.plugin_system.loader import Plugin


def language_problems(plugin: Plugin) -> Iterator[str]:
    """Return what is wrong with the files in `locale/`, each with its line."""
    for path in sorted((plugin.folder / "locale").glob("*")):
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
