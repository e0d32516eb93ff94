"""Packs pictures closely into arcade's common texture, so that it need not grow."""

from typing import Any, NamedTuple

from pyglet.image.atlas import Allocator, AllocatorException

SIZE = 4096, 4096
"""The pixels for all pictures: an atlas that grows is copied while somebody waits, and takes up four times as much."""


class SkylineStep(NamedTuple):
    """A piece of the line above which everything is free: from `x` on, `width` pixels wide, at the height `y`."""

    x: int
    y: int
    width: int


class Skyline(Allocator):
    """Puts each picture where its upper edge lies lowest, on top of those that are there.

    pyglet's own way is rows, of which the first with room is taken: small pictures fill the ends of the highest rows,
    the large ones that come later find no room there, and half of the texture stays empty.
    """

    def __init__(self, width: int, height: int) -> None:
        """Start empty."""
        super().__init__(width, height)
        self._steps = [SkylineStep(0, 0, width)]

    def alloc(self, width: int, height: int) -> tuple[int, int]:
        """Return the corner of a free place; raise `AllocatorException` when there is none."""
        places = [(self._ground(number, width), step.x) for number, step in enumerate(self._steps)]
        y, x = min((place for place in places if place[0] + height <= self.height), default=(-1, -1))
        if x < 0:
            raise AllocatorException(f"no room is left for {width} x {height} pixels")
        self._raise(x, width, y + height)
        self.used_area += width * height
        return x, y

    def _ground(self, number: int, width: int) -> int:
        """Return how high a picture of a width lies that begins with a step; beyond all where it would not end."""
        left = self._steps[number].x
        if left + width > self.width:
            return self.height + 1
        return max(step.y for step in self._steps[number:] if step.x < left + width)

    def _raise(self, x: int, width: int, y: int) -> None:
        """Bring the line to a height from `x` on."""
        end = x + width
        before = [step for step in self._steps if step.x < x]
        behind = [
            SkylineStep(max(step.x, end), step.y, step.x + step.width - max(step.x, end))
            for step in self._steps
            if step.x + step.width > end
        ]
        self._steps = [*before, SkylineStep(x, y, width), *behind]


def prepare(atlas: Any) -> None:
    """Give an atlas that is still empty its size and its way to find places."""
    atlas.resize(SIZE)
    atlas._allocator = Skyline(*SIZE)  # arcade has no other way to choose one
