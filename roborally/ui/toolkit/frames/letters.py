"""Makes pictures of letters faster than pyglet does on Linux.

Freetype tells how opaque each pixel of a letter is. pyglet sets the four bytes of each one by one, which took 11 ms of
the start for the letters of the main menu, and more on pages with large ones.
"""

import sys


def hasten() -> None:
    """Let pyglet set all pixels of a letter at once, where it draws letters with Freetype."""
    if sys.platform == "linux":
        from pyglet.font.freetype import FreeTypeFont, FreeTypeGlyphRenderer  # it is there on Linux alone

        class Renderer(FreeTypeGlyphRenderer):
            """Draws letters as pyglet does."""

            def _expand_to_rgba(self, data: bytes, src_format: str, dst_format: str) -> bytes:
                """Return white pixels that are as opaque as the data say, a byte for each."""
                if (src_format, dst_format) != ("R", "BGRA"):
                    return super()._expand_to_rgba(data, src_format, dst_format)
                pixels = bytearray(b"\xff") * (4 * len(data))
                pixels[3::4] = bytes(data)
                return bytes(pixels)

        FreeTypeFont.glyph_renderer_class = Renderer
