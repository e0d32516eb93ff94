"""Pictures that `roborally board` writes."""

import errno
from pathlib import Path

from PIL import Image

from roborally.base.atomic_file import aside
from roborally.base.errors import GameError, reason


def checked_path(option: str, out: Path) -> Path:
    """Return the path of a picture that can be written; raise `GameError`."""
    if out.suffix.lower() != ".png":
        raise GameError("{option} must name a file that ends in .png, not {out!r}", option=option, out=str(out))
    if not out.parent.is_dir():
        raise GameError("cannot be written: {error}", where=out, error=reason(FileNotFoundError(errno.ENOENT, "")))
    return out


def save_picture(image: Image.Image, out: Path) -> None:
    """Write a picture as PNG; the file appears only when it is complete."""
    with aside(out) as part:
        image.convert("RGB").save(part, "PNG")
