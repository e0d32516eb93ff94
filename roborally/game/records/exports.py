"""The kinds of files for exported replays, and the default settings of films."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """The defaults for a type of film, and its highest frame rate."""

    size: tuple[int, int]
    fps: int
    most_fps: int
    speed: str


GIF, MP4, PAGE = ".gif", ".mp4", ".html"
"""Two kinds of films, and the page for any browser, which is no film."""
KINDS = {GIF: Kind((800, 450), 15, 50, "fast"), MP4: Kind((1280, 720), 30, 60, "normal")}
