"""Pictures that tests look at."""

from typing import Any

from PIL.Image import Image


def colours(picture: Image) -> set[Any]:
    """Return all colours of a picture."""
    found = picture.convert("RGB").getcolors(picture.width * picture.height)
    assert found is not None, "there are no more colours than pixels"
    return {colour for _count, colour in found}
