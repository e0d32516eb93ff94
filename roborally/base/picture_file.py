"""Reads pictures, which may come from a plugin or a server and be damaged."""

import logging
from pathlib import Path

from PIL import Image

from roborally.base.plain_file import open_plain

UNREADABLE = (OSError, SyntaxError, ValueError, Image.DecompressionBombError)
"""The errors that Pillow raises for a file that is missing, damaged, too large or no picture."""
_log = logging.getLogger(__name__)


def read_picture(path: Path) -> Image.Image | None:
    """Return a picture with its transparency, or `None`, after a line in the log, if it cannot be read."""
    try:
        with open_plain(path) as file, Image.open(file) as picture:
            found: Image.Image = picture.convert("RGBA")
            return found
    except UNREADABLE as error:
        _log.warning("%s: it is no picture that can be read: %s", path, error)
        return None
