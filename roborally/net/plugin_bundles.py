"""Packs plugins as data for clients that lack them: names, texts, pictures and sounds, never code.

A digest shows whether a client has exactly the server's version. An incoming bundle is not trusted: only types of
data are accepted, no path may leave its folder, and number and size are limited.
"""

import base64
import binascii
import hashlib
import io
import re
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path, PurePosixPath

from PIL import Image

from roborally.base.atomic_file import PART, clean
from roborally.base.errors import GameError
from roborally.net.protocol import BundleContents, PluginBundle

SUFFIXES = frozenset({".toml", ".png", ".svg", ".po", ".ogg"})
"""The file types sent: manifests, pictures, texts and sounds."""
CODE = ".py"
LEFT_OUT = frozenset({"boards", "lessons", "scenarios"})
"""The folders of a plugin that no match needs: the course is sent separately."""
MAX_FILES = 400
MAX_BYTES = 6_000_000
MAX_LETTERS = MAX_BYTES * 4 // 3 + 4 * MAX_FILES
"""The maximum size of a bundle in base64 characters, which round each file up."""
MAX_PIXELS = 4_000_000
"""The maximum number of pixels of all pictures of a plugin."""
_PATH = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_. -]*(/[A-Za-z0-9_-][A-Za-z0-9_. -]*){0,3}")


class BundleError(GameError):
    """The error for an unusable bundle (the data files of a plugin); its message is one plain sentence."""


@cache
def digest_of(folder: Path) -> str:
    """Return a hash of all files in a plugin's folder that affect how it plays and looks."""
    return _hash({name: path.read_bytes() for name, path in _files(folder, SUFFIXES | {CODE}).items()})


def forget_files() -> None:
    """Empty the caches of plugin files, because the files may have changed."""
    digest_of.cache_clear()
    data_of.cache_clear()
    contents_of.cache_clear()


def _hash(contents: Mapping[str, bytes]) -> str:
    """Return a hash of files, given as contents by path."""
    found = hashlib.blake2b(digest_size=12)
    for path, content in sorted(contents.items()):
        found.update(f"{path}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()


@cache
def data_of(folder: Path) -> Mapping[str, bytes]:
    """Return the contents of those files of a plugin that a client may receive, by path."""
    return {name: path.read_bytes() for name, path in _files(folder, SUFFIXES).items()}


@cache
def contents_of(plugin: str, folder: Path) -> BundleContents:
    """Return the list of a plugin's data files, with the hash and the size in bytes of each, by path."""
    files = {path: (hash_of(content), len(content)) for path, content in data_of(folder).items()}
    return BundleContents(plugin, digest_of(folder), files)


def hash_of(content: bytes) -> str:
    """Return the hash that identifies a file's content, whatever its name."""
    return hashlib.blake2b(content, digest_size=12).hexdigest()


def _files(folder: Path, suffixes: frozenset[str]) -> dict[str, Path]:
    """Return the files with these suffixes, by their paths relative to the folder."""
    found = [path for path in folder.rglob("*") if path.suffix in suffixes and path.is_file()]
    return {path.relative_to(folder).as_posix(): path for path in found if _is_needed(path.relative_to(folder))}


def _is_needed(path: Path) -> bool:
    return path.parts[0] not in LEFT_OUT and "__pycache__" not in path.parts


def unpack(bundle: PluginBundle, folder: Path) -> Path:
    """Write a bundle into its own folder below `folder`, and return its path; raise `BundleError` if it is invalid.

    A bundle that was unpacked before is reused. The folder is named after the content, not after the digest that a
    server claims: one server could otherwise replace the texts and pictures of another.
    """
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,63}", bundle.plugin):
        raise BundleError("the server has sent a plugin without a valid name")
    large = BundleError("plugin {plugin!r} of the server is too large", plugin=bundle.plugin)
    if len(bundle.files) > MAX_FILES or sum(map(len, bundle.files.values())) > MAX_LETTERS:
        raise large
    contents = {path: _content(bundle, path, written) for path, written in bundle.files.items()}
    pixels = sum(_pixels(bundle.plugin, path, content) for path, content in contents.items() if path.endswith(".png"))
    if sum(map(len, contents.values())) > MAX_BYTES or pixels > MAX_PIXELS:
        raise large
    if "plugin.toml" not in contents:
        raise BundleError("plugin {plugin!r} of the server has no plugin.toml", plugin=bundle.plugin)
    target = folder / _hash(contents) / bundle.plugin
    if not (target / "plugin.toml").is_file():
        _put(target, contents)
    return target


def _put(target: Path, contents: Mapping[str, bytes]) -> None:
    """Write all files of a plugin, or none: the folder gets its final name once they are complete."""
    with BundleError.wrapping("cannot be written: {error}", target):
        target.parent.mkdir(parents=True, exist_ok=True)
        folder = target.parent.parent
        clean(folder)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", suffix=PART, dir=folder) as part:
            whole = Path(part) / target.name
            for path, content in contents.items():
                (whole / path).parent.mkdir(parents=True, exist_ok=True)
                (whole / path).write_bytes(content)
            whole.rename(target)


def _content(bundle: PluginBundle, path: str, written: str) -> bytes:
    """Return the content of a file, `written` in base64; raise `BundleError` for a wrong path, type or base64."""
    if not _PATH.fullmatch(path) or ".." in path or PurePosixPath(path).suffix not in SUFFIXES:
        raise BundleError(
            "plugin {plugin!r} of the server holds {path!r}, which does not belong in a plugin",
            plugin=bundle.plugin,
            path=path,
        )
    try:
        content = base64.b64decode(written, validate=True)
    except (binascii.Error, ValueError):
        raise BundleError(
            "plugin {plugin!r} of the server: {path} is damaged", plugin=bundle.plugin, path=path
        ) from None
    return content


def _pixels(plugin: str, path: str, content: bytes) -> int:
    """Return the number of pixels of a picture, read from its header alone; raise `BundleError` if it is no picture."""
    try:
        with Image.open(io.BytesIO(content), formats=("PNG",)) as picture:
            width, height = picture.size
    except (OSError, ValueError, Image.DecompressionBombError):
        width = height = 0
    if width * height <= 0:
        raise BundleError("plugin {plugin!r} of the server: {path} is not a picture", plugin=plugin, path=path)
    return int(width * height)
