"""Lists the files of a plugin, computes their digest, and packs them into a zip file."""

import hashlib
import os
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

from roborally.base.atomic_file import aside
from roborally.base.errors import GameError
from roborally.base.file_names import file_stem, is_plain_name
from roborally.base.player_names import visible_part
from roborally.plugin_system.manifest import read_manifest

MANIFEST = "plugin.toml"
MAX_FILES = 2_000
MAX_BYTES = 64_000_000
"""The maximum size of all files of a plugin together, in bytes."""
MAX_DEPTH = 8
"""The maximum depth of a file in its plugin: `a/b/c.png` has depth 3."""
MAX_PATH = 200
"""The maximum length of a file's path in its plugin, in characters."""
_CACHES = frozenset({"__pycache__", "__MACOSX", "node_modules", "build", "dist"})
"""Folders that are never part of a plugin, as are hidden ones."""
_LEFT_OUT = (".pyc", ".pyo", ".zip", "~", ".egg-info")
_SEARCH_DEPTH = 3
"""The maximum depth of `plugin.toml` in a project, in folders."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of all files in a zip file, so that the same files give the same bytes."""
_CHUNK = 1 << 16


class InstallError(GameError):
    """A plugin cannot be packed, fetched, installed or removed; the message is one plain sentence."""


def is_left_out(name: str) -> bool:
    """Return whether a file or folder of this name is never part of a plugin: hidden files, caches, archives."""
    return name.startswith(".") or name in _CACHES or name.endswith(_LEFT_OUT)


def files_of(folder: Path, where: object = "") -> dict[str, Path]:
    """Return the files of a plugin by their relative paths, sorted; raise `InstallError`.

    Links and devices are refused, as are files beyond the limits of a plugin. `where` names the folder in errors.
    """
    where = where or folder
    found: dict[str, Path] = {}
    spelled = PathNames(where)
    total = 0
    with InstallError.wrapping("cannot be read: {error}", where):
        for top, folders, names in os.walk(folder, onerror=_raise):
            folders[:] = [name for name in folders if not is_left_out(name)]
            for name in folders:
                _check_kind(Path(top, name), folder, where, stat.S_ISDIR)
            for name in names:
                if is_left_out(name):
                    continue
                path = Path(top, name)
                inside = path.relative_to(folder).as_posix()
                total += _check_kind(path, folder, where, stat.S_ISREG)
                found[inside] = path
                check_bounds(inside, len(found), total, where)
                spelled.check(inside)
    return dict(sorted(found.items()))


class PathNames:
    """Checks the names of a plugin's files one by one: every system must be able to store and distinguish them."""

    def __init__(self, where: object) -> None:
        """Start with no names; `where` names the plugin in errors."""
        self._where = where
        self._known: dict[str, str] = {}

    def check(self, path: str) -> None:
        """Add a relative path; raise `InstallError` if some system would change it or confuse it with another."""
        for name in path.split("/"):
            if not is_plain_name(name):
                raise InstallError(
                    "holds {path!r}, which is not a name for a file on every system",
                    where=self._where,
                    path=visible_part(path),
                )
        at = len(path)
        while at >= 0:
            here = path[:at]
            alike = normalize("NFC", normalize("NFC", here).casefold())
            if self._known.setdefault(alike, here) != here:
                raise InstallError("holds two files called {path!r}", where=self._where, path=here)
            at = here.rfind("/")


def _raise(error: OSError) -> None:
    raise error


def _check_kind(path: Path, folder: Path, where: object, is_kind: Callable[[int], bool]) -> int:
    """Return the size of a file in bytes; raise `InstallError` unless `is_kind` accepts its mode."""
    found = path.lstat()
    if not is_kind(found.st_mode):
        raise InstallError(
            "holds {path!r}, which is a link or a device; a plugin has plain files only",
            where=where,
            path=path.relative_to(folder).as_posix(),
        )
    return found.st_size


def check_bounds(path: str, files: int, total: int, where: object) -> None:
    """Raise `InstallError` if a relative path is too long or deep, or there are too many files or bytes in `total`."""
    if path.count("/") >= MAX_DEPTH or len(path) > MAX_PATH:
        raise InstallError(
            "the path {path!r} is too long; {letters} letters and {depth} folders are possible",
            where=where,
            path=path,
            letters=MAX_PATH,
            depth=MAX_DEPTH - 1,
        )
    if files > MAX_FILES:
        raise InstallError("holds more than {most:,} files, which is too much", where=where, most=MAX_FILES)
    if total > MAX_BYTES:
        raise InstallError("holds more than {most:,} bytes, which is too much", where=where, most=MAX_BYTES)


def digest_of(folder: Path, where: object = "") -> str:
    """Return a hash of a plugin's files, `sha256:` and 64 digits; `where` names the plugin in errors."""
    found = hashlib.sha256()
    with InstallError.wrapping("cannot be read: {error}", where or folder):
        for inside, path in files_of(folder, where).items():
            name = inside.encode()
            found.update(b"%d %s %d\0" % (len(name), name, path.stat().st_size))
            with path.open("rb") as file:
                while chunk := file.read(_CHUNK):
                    found.update(chunk)
    return f"sha256:{found.hexdigest()}"


def plugin_in(root: Path, where: object = "") -> Path:
    """Return `root`, or the folder of the only plugin inside; raise `InstallError`, in which `where` names `root`."""
    where = where or root
    if (root / MANIFEST).is_file():
        return root
    found: list[Path] = []
    layer = [root]
    for _depth in range(_SEARCH_DEPTH):
        layer = [path for folder in layer for path in _folders(folder, where)]
        if len(layer) > MAX_FILES:
            raise InstallError(
                "holds too many folders to look for a plugin in all of them; name the plugin's own folder", where=where
            )
        found += [path for path in layer if (path / MANIFEST).is_file()]
    if not found:
        raise InstallError("there is no plugin.toml in it, so it is not a plugin", where=where)
    if len(found) > 1:
        named = ", ".join(path.relative_to(root).as_posix() for path in found[:8])
        raise InstallError("holds several plugins ({names}); name the folder of one", where=where, names=named)
    return found[0]


def _folders(folder: Path, where: object) -> list[Path]:
    with InstallError.wrapping("cannot be read: {error}", where):
        return sorted(
            Path(entry.path)
            for entry in os.scandir(folder)
            if entry.is_dir(follow_symlinks=False) and not is_left_out(entry.name)
        )


def pack(folder: Path, out: Path) -> Path:
    """Write the plugin in a folder into a zip file and return its path; raise `GameError`.

    `out` is the file, or a folder for a file called `ID-VERSION.zip`. The same files always give the same bytes: names
    are sorted, and dates and permissions are omitted. Caches, hidden files and other zip files are ignored.
    """
    folder = plugin_in(folder)
    manifest = read_manifest(folder)
    files = files_of(folder)
    if out.is_dir():
        out = out / f"{file_stem(f'{manifest.id}-{manifest.version}')}.zip"
    with aside(out) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for inside, path in files.items():
            entry = zipfile.ZipInfo(f"{manifest.id}/{inside}", _EPOCH)
            entry.create_system = 3  # Unix, on every system
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return out
