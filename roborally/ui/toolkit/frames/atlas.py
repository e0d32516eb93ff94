"""Packs pictures closely into arcade's common texture, so that it does not have to grow."""

from itertools import islice, takewhile
from typing import Any, NamedTuple

from arcade.texture_atlas import atlas_default
from pyglet.image.atlas import Allocator, AllocatorException

WIDTH = 4096
HEIGHTS = 1024, 2048, 4096
"""The possible heights of the atlas in pixels. Without a graphics card a million pixels take 3 ms at the start."""
ROOM = 8
"""The size of the atlas in pixels of the window: three times as much as all pages and two matches need."""


class SkylineStep(NamedTuple):
    """A segment of the skyline with free space above it: from `x` on, `width` pixels wide, at the height `y`."""

    x: int
    y: int
    width: int


class Skyline(Allocator):
    """Places each picture where its upper edge is lowest, on top of the existing ones.

    pyglet's own allocator uses rows and takes the first one with space: small pictures fill the ends of the highest
    rows, later large ones do not fit there, and half of the texture stays empty.
    """

    def __init__(self, width: int, height: int) -> None:
        """Start empty."""
        super().__init__(width, height)
        self._steps = [SkylineStep(0, 0, width)]

    def alloc(self, width: int, height: int) -> tuple[int, int]:
        """Return the corner of a free area; raise `AllocatorException` if there is none."""
        places = [(self._ground(number, width), step.x) for number, step in enumerate(self._steps)]
        y, x = min((place for place in places if place[0] + height <= self.height), default=(-1, -1))
        if x < 0:
            raise AllocatorException(f"no room is left for {width} x {height} pixels")
        self._raise(x, width, y + height)
        self.used_area += width * height
        return x, y

    def _ground(self, number: int, width: int) -> int:
        """Return the height of a picture that starts at a segment; infinite if it does not fit."""
        left = self._steps[number].x
        if left + width > self.width:
            return self.height + 1
        steps = islice(self._steps, number, None)
        return max(step.y for step in takewhile(lambda step: step.x < left + width, steps))

    def _raise(self, x: int, width: int, y: int) -> None:
        """Set the skyline to a height from `x` on."""
        end = x + width
        before = [step for step in self._steps if step.x < x]
        behind = [
            SkylineStep(max(step.x, end), step.y, step.x + step.width - max(step.x, end))
            for step in self._steps
            if step.x + step.width > end
        ]
        self._steps = [*before, SkylineStep(x, y, width), *behind]


def size_for(window: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the atlas for a window of this size, since pictures have the size in which they are shown."""
    wanted = ROOM * window[0] * window[1]
    return WIDTH, next((height for height in HEIGHTS if WIDTH * height >= wanted), HEIGHTS[-1])


def prepare(ctx: Any, window: tuple[int, int]) -> None:
    """Set the size and the allocator of the common atlas, before it is used for the first time."""
    atlas_default.Allocator = Skyline  # type: ignore[attr-defined] # it cannot be chosen
    ctx.atlas_size = size_for(window)


def fit(atlas: Any, window: tuple[int, int]) -> None:
    """Enlarge the atlas if the window has become too large for it.

    It is copied while the player waits, so call this where all pictures are made anew.
    """
    width, height = size_for(window)
    if atlas.height < height:
        atlas.resize((max(width, atlas.width), height))
