"""Decides which plugins may extend the program itself, with commands or pages: the player has to switch each on.

A plugin of the kind `program` runs whenever the window is open, so being installed, or enabled in a match, is not
enough. Plugins that a host sends are never considered, and servers and processes of bots do not import this module.
"""

import hashlib
import os
import shutil
from functools import partial
from pathlib import Path
from typing import Any

from roborally.base import paths
from roborally.base.errors import GameError, Message
from roborally.plugin_system.loader import Catalogue, Plugin, find_plugins
from roborally.plugin_system.program import Guest, Program
from roborally.plugin_system.watchdog import Watchdog
from roborally.profile.small_file import change, look

KIND = "program"
"""The `kind` in the manifest of plugins that extend the program."""
_CACHE = "__pycache__"
CHANGED = Message.of("its files have changed since you switched it on; switch it on again under “Plugins”")


def digest_of(plugin: Plugin, catalogue: Catalogue) -> str:
    """Return a hash of all files of a plugin and of the plugins that it needs, except those of the game.

    Compiled modules are included. Python's own caches are deleted, since they might come from other code. Raise
    `GameError` for links, and for files that cannot be read or deleted.
    """
    found = hashlib.sha256()
    for part in catalogue.resolve([plugin.id]):
        if part.folder.parent == paths.plugin_folder():
            continue
        with GameError.wrapping("cannot be read: {error}", part.folder):
            for path in _files(part.folder):
                content = path.read_bytes()
                found.update(f"{part.id}/{path.relative_to(part.folder).as_posix()}\0{len(content)}\0".encode())
                found.update(content)
    return found.hexdigest()


def _files(folder: Path) -> list[Path]:
    found = []
    for top, folders, names in os.walk(folder):
        for name in (*folders, *names):
            if Path(top, name).is_symlink():
                raise GameError("holds the link {name!r}; a plugin has plain files only", where=folder, name=name)
        if _CACHE in folders:
            shutil.rmtree(Path(top, _CACHE))
            folders.remove(_CACHE)
        found += [Path(top, name) for name in names]
    return sorted(found)


def _table(data: dict[str, Any], name: str) -> dict[str, Any]:
    table = data.get(name, {})
    return table if isinstance(table, dict) else {}


def is_on(plugin: Plugin, catalogue: Catalogue) -> bool:
    """Return whether the player has switched a plugin on, and its files have not changed since."""
    known = _table(look(paths.program_plugins_file()), "switched_on").get(plugin.id)
    try:
        return known is not None and known == digest_of(plugin, catalogue)
    except GameError:
        return False


def switch(plugin: Plugin, catalogue: Catalogue, *, on: bool) -> None:
    """Switch a plugin on with its present files, or off; raise `GameError`."""
    digest = digest_of(plugin, catalogue) if on else ""

    def changed(data: dict[str, Any]) -> dict[str, Any]:
        rest = {id_: known for id_, known in _table(data, "switched_on").items() if id_ != plugin.id}
        return {**data, "switched_on": {**rest, **({plugin.id: digest} if on else {})}}

    change(paths.program_plugins_file(), changed)


def admit_plugins(program: Program, catalogue: Catalogue | None = None) -> None:
    """Load the plugins that are switched on into the program, in place of all that were loaded before.

    One whose files have changed is refused, and `program.on_close` gets the reason. One that hangs is interrupted.
    """
    for module in list(program.guests):
        program.leave_out(module)
    switched_on = _table(look(paths.program_plugins_file()), "switched_on")
    if not switched_on:  # spares most players the search
        return
    catalogue = catalogue or find_plugins()
    plugins = [plugin for id_ in sorted(switched_on) if (plugin := catalogue.plugins.get(id_)) is not None]
    watchdog = Watchdog(plugins).start()
    try:
        for plugin in plugins:
            if plugin.manifest.kind != KIND:
                continue
            if is_on(plugin, catalogue):
                program.admit(Guest(plugin, partial(is_on, plugin, catalogue)))
            else:
                program.close(plugin, CHANGED)
    finally:
        watchdog.stop()


# --- settings ---------------------------------------------------------------------------------------------------------


def read_setting(plugin: str, name: str, default: bool | str) -> bool | str:
    """Return the value of a plugin's setting; `default` if the player has chosen none, or one of another type."""
    value = _table(_table(look(paths.program_plugins_file()), "settings"), plugin).get(name, default)
    return value if type(value) is type(default) else default


def write_setting(plugin: str, name: str, value: bool | str) -> None:
    """Store the value of a plugin's setting; raise `GameError`."""

    def changed(data: dict[str, Any]) -> dict[str, Any]:
        settings = _table(data, "settings")
        return {**data, "settings": {**settings, plugin: {**_table(settings, plugin), name: value}}}

    change(paths.program_plugins_file(), changed)
