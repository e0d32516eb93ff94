"""Finds the system's libraries for pyglet with a single process instead of one for each library.

pyglet asks `ctypes.util.find_library` for some twenty libraries. On Linux that starts a process for each, and more for
each missing one, which takes a third of a second before the window opens.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pyglet.lib

_ENTRY = re.compile(r"^\s+(lib(\S+?)\.so(?:\.\S+)?) \(", re.MULTILINE)
_LDCONFIG = ("/sbin/ldconfig", "-p")


_DECODER = "pyglet.image.codecs.gdkpixbuf2"
"""pyglet's decoder that would load all of GTK's libraries; without it pyglet reads pictures with Pillow."""


_find_one: Callable[[str], str | None] = pyglet.lib.loader.find_library
"""The original function with which pyglet finds a library."""


def ask_once() -> None:
    """Patch pyglet on Linux so that it finds libraries with this module's `find_library`."""
    if sys.platform == "linux":
        pyglet.lib.loader.find_library = find_library  # type: ignore[method-assign,assignment] # it has no setting


def leave_out_decoders() -> None:
    """Patch pyglet so that it reads pictures with Pillow instead of GTK."""
    sys.modules.setdefault(_DECODER, None)  # type: ignore[arg-type] # with `None` its import fails


def find_library(name: str) -> str | None:
    """Return the file name or the path of a library, such as `libGL.so.1` for `GL`, or `None` if it is missing."""
    if not known():
        return _find_one(name)
    return known().get(name) or _in_own_folders(name)


@cache
def known() -> dict[str, str]:
    """Return the file names of all libraries of the system by name, as `ldconfig` lists them; empty without it."""
    try:
        text = subprocess.run(_LDCONFIG, capture_output=True, env={**os.environ, "LC_ALL": "C"}, check=False).stdout
    except OSError:
        return {}
    found: dict[str, str] = {}
    for file, name in _ENTRY.findall(text.decode(errors="replace")):
        found.setdefault(name, file)
    return found


def _in_own_folders(name: str) -> str | None:
    folders = [folder for folder in os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep) if folder]
    return next((str(path) for folder in folders for path in sorted(Path(folder).glob(f"lib{name}.so*"))), None)
