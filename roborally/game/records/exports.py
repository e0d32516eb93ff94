"""The file types into which a replay can be exported, with the default settings of films."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """The default size in pixels, frames per second and playing speed of a type of film, and its highest frame rate."""

    size: tuple[int, int]
    fps: int
    most_fps: int
    speed: str


GIF, MP4, PAGE = ".gif", ".mp4", ".html"
"""The suffixes of the two types of films, and of the page for a browser."""
KINDS = {GIF: Kind((800, 450), 15, 50, "fast"), MP4: Kind((1280, 720), 30, 60, "normal")}
