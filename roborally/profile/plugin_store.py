"""Installs and removes the player's plugins, and stores where each came from.

offered = offer("https://example.org/tar-pit.zip")       # fetched and checked; none of its code has run
offered.title, offered.is_code, offered.adds             # to show before asking
offered.install()                                        # or offered.discard()
installed(); remove("tar-pit")                           # pack is in plugin_files
"""

import shutil
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from roborally.base import paths
from roborally.base.atomic_file import PART, clean
from roborally.base.errors import GameError, Message, reason
from roborally.base.nearest import nearest
from roborally.plugin_system.errors import PluginError
from roborally.plugin_system.loader import Catalogue, find_plugins
from roborally.plugin_system.manifest import Manifest, read_manifest
from roborally.profile.aside import alone
from roborally.profile.plugin_files import InstallError, digest_of, files_of, pack
from roborally.profile.plugin_pins import Pin, read_pins, write_pins
from roborally.profile.plugin_sources import fetch, named
from roborally.profile.plugin_summary import adds, is_code

__all__ = ["InstallError", "Installed", "Offer", "dependents", "installed", "offer", "pack", "remove"]


@dataclass(frozen=True)
class Installed:
    """A plugin in the player's folder; `source`, `digest` and `date` are empty if the player has put it there."""

    id: str
    title: str
    version: str
    folder: Path
    source: str = ""
    digest: str = ""
    date: str = ""
    """The day of the installation, ISO 8601 in UTC."""
    is_changed: bool = False
    """Whether its files have changed since the installation."""


@dataclass(frozen=True)
class Offer:
    """A fetched and checked plugin that the player may install; it is in a temporary folder until then."""

    id: str
    title: str
    version: str
    author: str
    description: str
    license: str
    is_code: bool
    """Whether it contains Python code, which can do anything that the player may do."""
    adds: tuple[Message, ...]
    """What the plugin adds to the game, one line each."""
    missing: tuple[Message, ...]
    """A sentence for each plugin that it needs and that is missing; until these are installed it cannot be used."""
    source: str
    digest: str
    folder: Path
    """The folder of the fetched files."""
    replaces: Installed | None
    """The plugin of the same id in the player's folder, `None` if there is none."""
    aside: Path
    """The temporary folder that contains `folder`; `install` and `discard` delete it."""

    @property
    def is_same(self) -> bool:
        """Whether the plugin that it replaces has exactly the same files."""
        return self.replaces is not None and not self.replaces.is_changed and self.replaces.digest == self.digest

    def install(self) -> Path:
        """Move the plugin into the player's folder, and return its new folder; raise `GameError`.

        An older version is replaced as a whole; after an error it is still there. Plugins that a running game has
        loaded stay loaded.
        """
        target = paths.user_plugin_folder() / self.id
        with alone(target.parent.parent):
            old = _folder_of(self.id)
            if old is None and _exists(target) and self.id not in read_pins():
                raise InstallError("exists, and is not the plugin {id!r}; move it away first", where=target, id=self.id)
            old = old or (target if _exists(target) else None)
            kept = self.aside / "replaced"
            with InstallError.wrapping("cannot be written: {error}", target):
                if old is not None:
                    old.rename(kept)
                try:
                    self.folder.rename(target)
                    write_pins(read_pins() | {self.id: self._pin()})
                except (OSError, GameError):
                    _undo(target, self.folder, kept, old)
                    raise
        self.discard()
        return target

    def _pin(self) -> Pin:
        return Pin(self.version, self.source, self.digest, datetime.now(UTC).date().isoformat())

    def discard(self) -> None:
        """Delete the fetched files."""
        shutil.rmtree(self.aside, ignore_errors=True)


def _undo(target: Path, folder: Path, kept: Path, old: Path | None) -> None:
    if _exists(target) and not _exists(folder):
        target.rename(folder)
    if old is not None:
        kept.rename(old)


def offer(source: str | Path, digest: str = "") -> Offer:
    """Fetch and check the plugin at a source without running its code; raise `GameError`.

    The source is a folder, a zip file, or an address that begins with `https://`. If a `digest` is given, the plugin
    must have it.
    """
    folder = paths.user_plugin_folder()
    where = named(source)
    if Path(where).is_relative_to(folder.resolve()):
        raise InstallError("lies among your own plugins already, so the game finds it", where=where)
    with InstallError.wrapping("cannot be written: {error}", folder):
        folder.mkdir(parents=True, exist_ok=True)
        clean(folder)
        # In the same folder, because renaming a folder is possible only within one file system.
        aside = Path(tempfile.mkdtemp(prefix=".offer.", suffix=PART, dir=folder))
    try:
        return _offer(where, aside, digest)
    except OSError as error:
        shutil.rmtree(aside, ignore_errors=True)
        raise InstallError("cannot be fetched: {error}", where=where, error=reason(error)) from None
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise


def _offer(source: str, aside: Path, digest: str) -> Offer:
    found = fetch(source, aside, digest)
    files = files_of(found, source)
    folder = aside / "plugin"
    for inside, path in files.items():
        (folder / inside).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / inside)
    manifest = _manifest(folder, source)
    catalogue = find_plugins()
    _check_free(manifest.id, catalogue)
    measured = digest_of(folder, source)
    if digest and measured != digest:
        raise InstallError("its digest is {found}, not {wanted}", where=source, found=measured, wanted=digest)
    return Offer(
        id=manifest.id,
        title=manifest.title,
        version=manifest.version,
        author=", ".join(manifest.authors),
        description=manifest.description,
        license=manifest.license,
        is_code=is_code(files),
        adds=adds(manifest, files),
        missing=tuple(catalogue.unmet(manifest)),
        source=source,
        digest=measured,
        folder=folder,
        replaces=next((entry for entry in installed() if entry.id == manifest.id), None),
        aside=aside,
    )


def _manifest(folder: Path, source: str) -> Manifest:
    """Return the manifest in a folder; errors name the plugin's source in place of the temporary folder."""
    try:
        return read_manifest(folder)
    except PluginError as error:
        place = error.message.place.replace(str(folder), source.rstrip("/"))
        raise InstallError(error.message.at(place)) from None


def _check_free(id_: str, catalogue: Catalogue) -> None:
    """Raise `InstallError` if a plugin outside the player's folder already has this id."""
    known = catalogue.plugins.get(id_)
    user = paths.user_plugin_folder()
    if known is not None and known.folder.parent != user:
        raise InstallError(
            "there is a plugin {id!r} already, in {folder}, and it cannot be replaced", id=id_, folder=known.folder
        )


def installed() -> list[Installed]:
    """Return the plugins in the player's folder, sorted by id; unreadable ones are skipped."""
    pins = read_pins()
    found = []
    for id_, (folder, manifest) in sorted(_present().items()):
        pin = pins.get(id_)
        if pin is None:
            found.append(Installed(id_, manifest.title, manifest.version, folder))
            continue
        try:
            is_changed = digest_of(folder) != pin.digest
        except InstallError:
            is_changed = True
        entry = Installed(id_, manifest.title, manifest.version, folder, pin.source, pin.digest, pin.date, is_changed)
        found.append(entry)
    return found


def _present() -> dict[str, tuple[Path, Manifest]]:
    """Return the plugins in the player's folder by id: pairs of folder and manifest."""
    folder = paths.user_plugin_folder()
    found: dict[str, tuple[Path, Manifest]] = {}
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return {}
    for path in entries:
        if path.is_dir() and not path.name.startswith((".", "_")):
            try:
                manifest = read_manifest(path)
            except PluginError:
                continue
            if manifest.id == path.name or manifest.id not in found:  # a copy may be in a folder of any name
                found[manifest.id] = (path, manifest)
    return found


def _folder_of(id_: str) -> Path | None:
    found = _present().get(id_)
    return found[0] if found is not None else None


def _exists(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def dependents(id_: str) -> list[str]:
    """Return the ids, sorted, of all plugins that need the plugin `id_`."""
    return sorted(
        plugin.id
        for plugin in find_plugins().plugins.values()
        if any(need.id == id_ for need in plugin.manifest.needed)
    )


def remove(id_: str) -> None:
    """Delete a plugin from the player's folder, with all its files; raise `GameError`.

    A damaged plugin can be deleted if the game has installed it. Plugins of the game or of a package cannot be deleted.
    """
    folder = paths.user_plugin_folder()
    with alone(folder.parent):
        pins = read_pins()
        found = _folder_of(id_)
        if found is None and id_ in pins and _exists(folder / id_):
            found = folder / id_
        if found is None and id_ not in pins:
            raise _unknown(id_)
        if found is not None:
            _delete(found)
        if id_ in pins:
            write_pins({other: pin for other, pin in pins.items() if other != id_})


def _delete(path: Path) -> None:
    """Delete a folder or a link to one; rename it first, so that no other program finds it half deleted."""
    with InstallError.wrapping("cannot be removed: {error}", path):
        clean(path.parent)
        aside = Path(tempfile.mkdtemp(prefix=".removed.", suffix=PART, dir=path.parent))
        try:
            path.rename(aside / path.name)
        finally:
            shutil.rmtree(aside, ignore_errors=True)


def _unknown(id_: str) -> InstallError:
    known = find_plugins().plugins
    if id_ in known:
        return InstallError(
            "plugin {id!r} lies in {folder}, not among your own plugins; it cannot be removed here",
            id=id_,
            folder=known[id_].folder,
        )
    mine = list(_present())
    if near := nearest(id_, mine):
        return InstallError("you have installed no plugin {id!r}; is it {near!r}?", id=id_, near=near)
    return InstallError("you have installed no plugin {id!r}", id=id_)
