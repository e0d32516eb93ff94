"""Unpacks zip files of plugins, which are untrusted: only plain files inside the folder, within size limits."""

import io
import re
import stat
import zipfile
import zlib
from pathlib import Path

from roborally.base.errors import reason
from roborally.base.plain_file import read_plain
from roborally.profile.plugin_files import MAX_BYTES, MAX_FILES, InstallError, PathNames, check_bounds, is_left_out

MAX_ARCHIVE = 32_000_000
"""The maximum size of a zip file, in bytes."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENTRY = b"PK\x01\x02"
"""The signature of each file's entry in the index of a zip file."""
_CHUNK = 1 << 16


def unpack(archive: Path, into: Path, where: object) -> None:
    """Unpack a zip file into a folder; raise `InstallError` that names the file `where`.

    The sizes in its index are not trusted, but counted while unpacking.
    """
    try:
        content = read_plain(archive, MAX_ARCHIVE + 1)
        if len(content) > MAX_ARCHIVE:
            raise InstallError("larger than {most:,} bytes, which is too much", where=where, most=MAX_ARCHIVE)
        if not content.startswith(b"PK"):
            raise InstallError(_kind(content), where=where)
        # Reading an index of a million entries would already fill the memory.
        if content.count(_ENTRY) > 2 * MAX_FILES:
            raise InstallError("holds more than {most:,} files, which is too much", where=where, most=MAX_FILES)
        with zipfile.ZipFile(io.BytesIO(content)) as opened:
            _unpack(opened, into, where)
    except OSError as error:
        raise InstallError("cannot be unpacked: {error}", where=where, error=reason(error)) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError) as error:
        if isinstance(error, InstallError):
            raise
        raise InstallError("the zip file is damaged", where=where) from None


def _kind(content: bytes) -> str:
    start = content[:1000].lstrip().lower()
    if start.startswith((b"<!doctype", b"<html", b"<?xml")) or b"<html" in start:
        return "this is a web page, not a zip file; give the address of the zip file itself"
    if not content:
        return "the file is empty; a plugin is a folder or a zip file of one"
    return "this is not a zip file; a plugin is a folder or a zip file of one"


def _unpack(archive: zipfile.ZipFile, into: Path, where: object) -> None:
    total = 0
    known: set[str] = set()
    spelled = PathNames(where)
    for entry in archive.infolist():
        path = _path_of(entry, where)
        if any(is_left_out(part) for part in path.split("/")):
            continue
        if path in known:
            raise InstallError("holds two files called {path!r}", where=where, path=path)
        known.add(path)
        check_bounds(path, len(known), total, where)
        spelled.check(path)
        target = into / path
        if entry.is_dir():
            target.mkdir(parents=True, exist_ok=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(entry) as source, target.open("xb") as file:
            while chunk := source.read(_CHUNK):
                total += len(chunk)
                check_bounds(path, len(known), total, where)
                file.write(chunk)


def _path_of(entry: zipfile.ZipInfo, where: object) -> str:
    """Return the relative path of an entry; raise `InstallError` for links, devices and paths outside the folder."""
    name = entry.orig_filename
    path = name.removesuffix("/")
    if name.startswith(("/", "\\")) or re.match(r"[A-Za-z]:", name):
        raise InstallError("holds the absolute path {path!r}, which a plugin must not have", where=where, path=name)
    parts = path.split("/")
    if ".." in parts or ".." in path.split("\\"):
        raise InstallError("holds the path {path!r}, which leaves the plugin's folder", where=where, path=name)
    if "" in parts or "." in parts:
        raise InstallError("holds {path!r}, which is not a name for a file on every system", where=where, path=name)
    mode = stat.S_IFMT(entry.external_attr >> 16)
    if mode not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise InstallError(
            "holds {path!r}, which is a link or a device; a plugin has plain files only", where=where, path=name
        )
    if entry.flag_bits & 1:
        raise InstallError("is encrypted; pack the plugin without a password", where=where)
    if entry.compress_type not in _METHODS:
        raise InstallError("is packed in an unusual way; use `roborally plugin pack`", where=where)
    if entry.file_size > MAX_BYTES:
        raise InstallError("holds more than {most:,} bytes, which is too much", where=where, most=MAX_BYTES)
    return path
