"""Fetches the data of missing plugins in pieces: first the files that the rules need, then pictures and sounds.

One piece is requested at a time, and a small one on a slow connection, so that neither answers nor pings wait behind
it for long. Received files are kept, even if the connection breaks or the process ends.
"""

import base64
import binascii
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from roborally.base.atomic_file import PART
from roborally.base.plain_file import read_plain
from roborally.net.plugin_bundles import MAX_BYTES, BundleError, data_of, hash_of, unpack
from roborally.net.protocol import MAX_PIECE, BundleContents, FromClient, PieceRequest, PluginBundle
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import read_manifest

FIRST = frozenset({".toml", ".po"})
"""The types of files that are needed to show a match; missing pictures are replaced by symbols."""
SMALLEST, USUAL = 2_048, 8_192
"""The minimum size of a piece, and the size of the first one, in bytes."""
QUICK, SLOW = 0.5, 1.5
"""Seconds: a piece faster than `QUICK` doubles the size of the next one, one slower than `SLOW` halves it."""
MAX_FILES = 100
"""The maximum number of files in a piece."""
MAX_ALL = 48_000_000
"""The maximum size in bytes of all plugins that a server may send during a membership."""

Key = tuple[str, str]
"""A plugin's id, and the digest that the server announced for it."""


@dataclass
class _File:
    """A file that is being received."""

    hash: str
    size: int
    content: bytes = b""

    @property
    def here(self) -> bool:
        return len(self.content) == self.size


@dataclass
class Fetching:
    """The plugins that a server uses and this machine lacks; `send(message)` sends to the server, `now` is in seconds.

    `ready` holds the plugins that are complete enough to show a match. `folder` is the folder for plugins sent by
    servers.
    """

    catalogue: Catalogue
    folder: Path
    send: Callable[[FromClient], None]
    now: Callable[[], float] = time.monotonic
    ready: dict[Key, Plugin] = field(default_factory=dict)
    _wanted: set[Key] = field(default_factory=set)
    """The plugins whose list of files the server has not sent yet."""
    _files: dict[Key, dict[str, _File]] = field(default_factory=dict)
    """The files by path of the plugins that are not complete yet."""
    _size: int = USUAL
    _asked_at: float | None = None
    _all: int = 0

    def want(self, keys: set[Key]) -> None:
        """Add plugins that are missing, so that their lists of files are accepted from the server."""
        self._wanted |= keys - self._files.keys()

    @property
    def share(self) -> float | None:
        """The part of the missing files that has arrived, from 0 to 1; `None` if nothing is missing."""
        files = [file for files in self._files.values() for file in files.values()]
        size = sum(file.size for file in files)
        return sum(len(file.content) for file in files) / size if size else None

    # --- received data --------------------------------------------------------------------------------------------

    def take_contents(self, contents: BundleContents) -> bool:
        """Store a plugin's list of files; return whether a match can be shown better with it.

        Plugins that are not wanted are ignored: they would only fill the disk. Raise `BundleError` if the plugins are
        too large.
        """
        key = contents.plugin, contents.digest
        if key not in self._wanted:
            return False
        self._wanted.discard(key)
        files = {path: _File(hash_, size) for path, (hash_, size) in contents.files.items()}
        size = sum(file.size for file in files.values())
        self._all += size
        if size > MAX_BYTES or self._all > MAX_ALL:
            raise BundleError("the plugins of the server are too large")
        known = self._known(contents.plugin)
        for file in files.values():
            file.content = known.get(file.hash, b"") or self._kept(file)
        self._files[key] = files
        return self._look_at(key)

    def take(self, bundle: PluginBundle) -> bool:
        """Store a piece of a plugin; return whether it completes the rules or all files.

        Raise `BundleError` for damaged files.
        """
        self._measure()
        key = bundle.plugin, bundle.digest
        files = self._files.get(key, {})
        for path, written in bundle.files.items():
            file = files.get(path)
            if file is not None and not file.here:
                self._add(bundle.plugin, path, file, written)
        return key in self._files and self._look_at(key)

    def go_on(self) -> None:
        """Request the next piece, unless one is on its way."""
        found = next(self._missing(), None)
        if self._asked_at is not None or found is None:
            return
        (plugin, _digest), paths = found
        self._asked_at = self.now()
        self.send(PieceRequest(plugin, paths, self._size))

    def begin_again(self) -> None:
        """Forget the request that was on its way, because the connection is a new one."""
        self._asked_at = None

    # --- pieces ---------------------------------------------------------------------------------------------------

    def _missing(self) -> Iterator[tuple[Key, dict[str, int]]]:
        """Yield plugins with the files to request next and the offset in each; files that the rules need come first."""
        for is_first in (True, False):
            for key, files in self._files.items():
                paths: dict[str, int] = {}
                left = self._size
                for path, file in files.items():
                    if file.here or (Path(path).suffix in FIRST) != is_first:
                        continue
                    paths[path] = len(file.content)
                    left -= file.size - len(file.content)
                    if left <= 0 or len(paths) == MAX_FILES:
                        break
                if paths:
                    yield key, paths

    def _measure(self) -> None:
        """Choose the size of the next piece by how long the last one took, in seconds."""
        if self._asked_at is None:
            return
        took, self._asked_at = self.now() - self._asked_at, None
        if took < QUICK:
            self._size = min(2 * self._size, MAX_PIECE)
        elif took > SLOW:
            self._size = max(self._size // 2, SMALLEST)

    def _add(self, plugin: str, path: str, file: _File, written: str) -> None:
        try:
            file.content += base64.b64decode(written, validate=True)
        except (binascii.Error, ValueError):
            file.content += b"\0" * file.size  # too long, or its hash is wrong
        if file.here and hash_of(file.content) == file.hash:
            with suppress(OSError):
                self.folder.mkdir(parents=True, exist_ok=True)
                self._part(file).write_bytes(file.content)
        elif len(file.content) >= file.size:
            raise BundleError("plugin {plugin!r} of the server: {path} is damaged", plugin=plugin, path=path)

    # --- files that exist here ------------------------------------------------------------------------------------

    def _known(self, plugin: str) -> Mapping[str, bytes]:
        """Return the contents of the files in the installed version of a plugin, by hash."""
        here = self.catalogue.plugins.get(plugin)
        return _by_hash(here.folder) if here is not None else {}

    def _kept(self, file: _File) -> bytes:
        """Return the content of a file that an earlier process received; empty if there is none."""
        with suppress(OSError, ValueError):
            content = read_plain(self._part(file))
            if hash_of(content) == file.hash and len(content) == file.size:
                return content
        return b""

    def _part(self, file: _File) -> Path:
        """Return the path where a received file is kept until its plugin is complete."""
        return self.folder / f".{hash_of(file.hash.encode())}.{file.hash[:8]}{PART}"

    # --- plugins --------------------------------------------------------------------------------------------------

    def _look_at(self, key: Key) -> bool:
        """Unpack a plugin if enough of it has arrived; return whether a match can be shown better with it."""
        files = self._files[key]
        if not all(file.here for path, file in files.items() if Path(path).suffix in FIRST):
            return False
        whole = all(file.here for file in files.values())
        if key in self.ready and not whole:
            return False
        here = {path: base64.b64encode(file.content).decode() for path, file in files.items() if file.here}
        folder = unpack(PluginBundle(*key, here), self.folder)
        if whole:
            del self._files[key]
            for file in files.values():
                with suppress(OSError):
                    self._part(file).unlink(missing_ok=True)
        self.ready[key] = Plugin(folder, read_manifest(folder))
        return True

    @property
    def waits(self) -> bool:
        """Whether the match cannot be shown before more data arrives."""
        return bool(self._wanted or self._files.keys() - self.ready.keys())


@cache
def _by_hash(folder: Path) -> Mapping[str, bytes]:
    return {hash_of(content): content for content in data_of(folder).values()}
