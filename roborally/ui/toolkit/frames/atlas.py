"""Packs pictures closely into the atlas, arcade's one texture for all pictures, so that it does not have to grow."""

from itertools import islice, takewhile
from typing import Any, NamedTuple

from arcade.texture_atlas import atlas_default
from pyglet.image.atlas import Allocator, AllocatorException

WIDTH = 4096
HEIGHTS = 1024, 2048, 4096
"""The possible heights of the atlas in pixels. Without a graphics card a million pixels take 3 ms at start."""
ROOM = 8
"""The wanted area of the atlas, as a multiple of the window's: three times the need of all pages and two matches."""


class SkylineStep(NamedTuple):
    """A horizontal piece of the upper edge of the placed pictures: from `x` on, `width` wide, at `y`, in pixels."""

    x: int
    y: int
    width: int


class Skyline(Allocator):
    """An allocator for pyglet that places each picture on top of the others, where its upper edge is lowest.

    pyglet's own allocator fills rows: small pictures take the ends of high rows, and half of the texture stays empty.
    """

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self._steps = [SkylineStep(0, 0, width)]

    def alloc(self, width: int, height: int) -> tuple[int, int]:
        """Take a free area and return its lower left corner; raise `AllocatorException` if there is none."""
        places = [(self._ground(number, width), step.x) for number, step in enumerate(self._steps)]
        y, x = min((place for place in places if place[0] + height <= self.height), default=(-1, -1))
        if x < 0:
            raise AllocatorException(f"no room is left for {width} x {height} pixels")
        self._raise(x, width, y + height)
        self.used_area += width * height
        return x, y

    def _ground(self, number: int, width: int) -> int:
        """Return the y of a picture placed at the left end of step `number`; above the atlas for too wide a picture."""
        left = self._steps[number].x
        if left + width > self.width:
            return self.height + 1
        steps = islice(self._steps, number, None)
        return max(step.y for step in takewhile(lambda step: step.x < left + width, steps))

    def _raise(self, x: int, width: int, y: int) -> None:
        """Set the upper edge of the placed pictures to `y`, from `x` on for `width` pixels."""
        end = x + width
        before = [step for step in self._steps if step.x < x]
        behind = [
            SkylineStep(max(step.x, end), step.y, step.x + step.width - max(step.x, end))
            for step in self._steps
            if step.x + step.width > end
        ]
        self._steps = [*before, SkylineStep(x, y, width), *behind]


def size_for(window: tuple[int, int]) -> tuple[int, int]:
    """Return the width and height of the atlas for a window of a size, all in pixels."""
    wanted = ROOM * window[0] * window[1]
    return WIDTH, next((height for height in HEIGHTS if WIDTH * height >= wanted), HEIGHTS[-1])


def prepare(ctx: Any, window: tuple[int, int]) -> None:
    """Set size and allocator of the atlas of an OpenGL context, before it is used for the first time."""
    atlas_default.Allocator = Skyline  # type: ignore[attr-defined] # it cannot be chosen
    ctx.atlas_size = size_for(window)


def fit(atlas: Any, window: tuple[int, int]) -> None:
    """Enlarge the atlas if it is too small for the new size of the window in pixels.

    The player waits while its pictures are copied, so call this only where all pictures are made again anyway.
    """
    width, height = size_for(window)
    if atlas.height < height:
        atlas.resize((max(width, atlas.width), height))
