"""Writes a film as a video (.mp4, H.264); needs the extra `video`."""

from pathlib import Path

import av
from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc
from PIL import Image

CODEC = "libx264"
OPTIONS = {"crf": "20", "preset": "veryfast"}
"""The encoder's options: they keep flat colours and sharp letters, and are fast enough for slow machines."""
PIXELS = "yuv420p"
"""A pixel format that all players support; width and height must be even."""


class Video:
    """A video file that is being written, from frames in RGB, `rate` per second."""

    def __init__(self, path: Path, size: tuple[int, int], rate: int) -> None:
        # Put the index first, so that a player can start before it has read the whole file.
        self._file = av.open(str(path), "w", format="mp4", options={"movflags": "+faststart"})
        stream = self._file.add_stream(CODEC, rate=rate, options=OPTIONS)
        assert isinstance(stream, av.VideoStream), "it is a coder of videos"
        self._stream = stream
        self._stream.width, self._stream.height = size
        self._stream.pix_fmt = PIXELS
        coder = self._stream.codec_context
        coder.colorspace, coder.color_range = Colorspace.ITU709, ColorRange.MPEG
        coder.color_primaries, coder.color_trc = ColorPrimaries.BT709, ColorTrc.BT709
        self._count = 0

    def add(self, picture: Image.Image) -> None:
        """Add the next frame, in RGB."""
        whole = av.VideoFrame.from_image(picture)
        frame = whole.reformat(format=PIXELS, dst_colorspace=Colorspace.ITU709, dst_color_range=ColorRange.MPEG)
        frame.pts = self._count
        self._count += 1
        self._file.mux(self._stream.encode(frame))

    def finish(self) -> None:
        """Write the remaining data, after the last frame."""
        self._file.mux(self._stream.encode(None))
        self._file.close()

    def close(self) -> None:
        """Close the file, whether it is complete or not."""
        self._file.close()
