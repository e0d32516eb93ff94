"""Writes films as files, without drawing: animated pictures (.gif), and videos (.mp4) with the extra `video`.

Frames are added one by one, and only the last one is kept in memory.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol

from PIL import GifImagePlugin, Image, ImageChops

from roborally.base.atomic_file import aside
from roborally.game.records.exports import GIF

COLOURS = 255
"""The number of colours of an animated picture; the next index is transparent."""

Size = tuple[int, int]
"""Width and height in pixels."""


class FilmFile(Protocol):
    """A film that is being written; its frames are in RGB and have one size."""

    def add(self, picture: Image.Image) -> None:
        """Add the next frame."""

    def finish(self) -> None:
        """Write the remaining data, after the last frame."""

    def close(self) -> None:
        """Close the file, whether it is complete or not."""


@contextmanager
def film_file(path: Path, size: Size, rate: int, sample: Callable[[], Sequence[Image.Image]]) -> Iterator[FilmFile]:
    """Open a film of `rate` frames per second for writing, for the block; the suffix of `path` gives its type.

    The colours of an animated picture are chosen from the frames that `sample()` returns. The file appears when it is
    complete. Raises `StorageError` if it cannot be written.
    """
    with aside(path) as part, closing(_begin(path.suffix.lower(), part, size, rate, sample)) as film:
        yield film
        film.finish()


def _begin(suffix: str, path: Path, size: Size, rate: int, sample: Callable[[], Sequence[Image.Image]]) -> FilmFile:
    if suffix == GIF:
        return AnimatedPicture(path, size, rate, common_palette(sample()))
    from roborally.features.replays.window.video import Video

    return Video(path, size, rate)


def common_palette(sample: Sequence[Image.Image]) -> Image.Image:
    """Return a picture whose palette has `COLOURS` colours that suit all pictures of a sample."""
    width, height = sample[0].size
    together = Image.new("RGB", (width, height * len(sample)))
    for number, picture in enumerate(sample):
        together.paste(picture, (0, height * number))
    return together.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=1)


class AnimatedPicture:
    """Writes a GIF file of `rate` frames per second: of each frame the changed part, and how long it is shown."""

    def __init__(self, path: Path, size: Size, rate: int, palette: Image.Image) -> None:
        self._file = path.open("wb")
        self._rate = rate
        self._palette = palette
        self._colours = [*(palette.getpalette() or [])[: COLOURS * 3], 0, 0, 0]
        self._shown: Image.Image | None = None
        self._waiting: tuple[Image.Image, tuple[int, int]] | None = None
        self._count = self._begun = 0
        blank = Image.new("P", size)
        blank.putpalette(self._colours)
        header, _used = GifImagePlugin.getheader(blank, info={"loop": 0, "optimize": False})
        self._file.writelines(header)

    def add(self, picture: Image.Image) -> None:
        """Add the next frame, in RGB."""
        indexes = picture.quantize(palette=self._palette, dither=Image.Dither.NONE).tobytes()
        now = Image.frombytes("L", picture.size, indexes)
        if self._shown is None:
            self._put(now, (0, 0))
        else:
            changed = ImageChops.difference(now, self._shown)
            if (box := changed.getbbox()) is not None:
                frame = now.crop(box)
                frame.paste(COLOURS, mask=changed.crop(box).point([255] + [0] * 255))
                self._put(frame, (box[0], box[1]))
        self._shown = now
        self._count += 1

    def finish(self) -> None:
        """Write the remaining data, after the last frame."""
        self._write()
        self._file.write(b";")

    def close(self) -> None:
        """Close the file, whether it is complete or not."""
        self._file.close()

    def _put(self, frame: Image.Image, corner: tuple[int, int]) -> None:
        """Write the previous frame, whose duration is known now, and store this one; `corner` is its upper left."""
        self._write()
        self._waiting = frame, corner
        self._begun = self._count

    def _write(self) -> None:
        if self._waiting is None:
            return
        frame, corner = self._waiting
        frame.putpalette(self._colours)
        milliseconds = 10 * (self._time(self._count) - self._time(self._begun))
        data = GifImagePlugin.getdata(frame, corner, duration=milliseconds, transparency=COLOURS, disposal=1)
        self._file.writelines(data)

    def _time(self, count: int) -> int:
        """Return when a frame begins, by its number, in hundredths of a second."""
        return round(count * 100 / self._rate)
