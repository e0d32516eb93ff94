"""Fetches a plugin from a folder, a zip file, or a web address, for its installation."""

import os
import re
from pathlib import Path

from roborally.profile.plugin_archive import unpack
from roborally.profile.plugin_download import download, is_this_machine, parts_of
from roborally.profile.plugin_files import InstallError, plugin_in

WEB = ("https", "http")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):")
_INSIDE = "#subdirectory="


def named(source: str | Path) -> str:
    """Return a plugin's source as it is stored: a web address unchanged, a path made absolute."""
    text = str(source)
    home = os.path.expanduser(text)  # noqa: PTH111  # that of `Path` raises `RuntimeError` for an unknown user
    return text if is_address(text) else os.path.realpath(home)


def is_address(source: str) -> bool:
    """Return whether a source begins with a scheme such as `https:`, so that it is a web address and not a path."""
    return _SCHEME.match(source) is not None


def fetch(source: str, aside: Path, digest: str = "") -> Path:
    """Return the folder of the plugin at a source; fetched files are put into the folder `aside`. Raise `GameError`.

    A web address may end with `#subdirectory=FOLDER`, the plugin's folder inside the zip file. It must be encrypted,
    unless its `digest` is known, which the caller then compares.
    """
    address, inside = _parts(source)
    if not is_address(source):
        return _fetch_path(Path(source), aside)
    scheme = address.partition(":")[0].lower()
    raw = aside / "fetched"
    raw.mkdir()
    if scheme not in WEB:
        raise InstallError(
            "an address must begin with https://, or be the path of a folder or a zip file", where=source
        )
    _check_encrypted(address, digest)
    packed = aside / "fetched.zip"
    download(address, packed, has_digest=bool(digest))
    unpack(packed, raw, address)
    return plugin_in(_below(raw, inside, source), source)


def _parts(source: str) -> tuple[str, str]:
    address, mark, inside = source.partition(_INSIDE)
    return address, inside if mark else ""


def _below(raw: Path, inside: str, source: str) -> Path:
    """Return the folder `inside` of the fetched files, also if all files are in a single top folder."""
    if not inside:
        return raw
    if ".." in Path(inside).parts or Path(inside).is_absolute():
        raise InstallError("the folder {inside!r} must lie in what is fetched", where=source, inside=inside)
    tops = [raw, *(path for path in raw.iterdir() if path.is_dir())]
    found = [top / inside for top in tops if (top / inside).is_dir()]
    if not found:
        raise InstallError("there is no folder {inside!r} in it", where=source, inside=inside)
    return found[0]


def _fetch_path(path: Path, aside: Path) -> Path:
    if path.is_dir():
        return plugin_in(path)
    if not path.exists():
        raise InstallError("there is no such file or folder", where=path)
    if not path.is_file():
        raise InstallError("is neither a file nor a folder", where=path)
    raw = aside / "fetched"
    raw.mkdir()
    unpack(path, raw, path)
    return plugin_in(raw, path)


def _check_encrypted(address: str, digest: str) -> None:
    """Raise `InstallError` for an http address, unless it is on this machine or the digest is known."""
    parts = parts_of(address, address)
    if parts.scheme.lower() == "http" and not digest and not is_this_machine(parts.hostname or ""):
        raise InstallError(
            "http is not encrypted, so anybody on the way could change the plugin; use https, or give its digest",
            where=address,
        )
