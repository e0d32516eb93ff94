"""Reads PNG pictures that may be damaged, since they come from a plugin or a server."""

import logging
from pathlib import Path

from PIL import Image

from roborally.base.errors import any_fault
from roborally.base.plain_file import open_plain

MAX_PIXELS = 16_000_000
"""The maximum number of pixels of a picture: decoded, these take 64 MB."""
_log = logging.getLogger(__name__)


def read_picture(path: Path) -> Image.Image | None:
    """Return the PNG picture in a file as RGBA; if it cannot be read, log a warning and return `None`."""
    try:
        return decoded(path)
    except any_fault() as error:
        _log.warning("%s: it is no picture that can be read: %s", path, error)
        return None


def decoded(path: Path) -> Image.Image:
    """Return the PNG picture in a file as RGBA; for a damaged file, raise any error.

    Only PNG is read: Pillow would accept other formats, and for some of them run programs such as Ghostscript.
    """
    with open_plain(path) as file, Image.open(file, formats=("PNG",)) as picture:
        if picture.width * picture.height > MAX_PIXELS:
            raise ValueError(f"it has more than {MAX_PIXELS:,} pixels")
        found: Image.Image = picture.convert("RGBA")
        return found
