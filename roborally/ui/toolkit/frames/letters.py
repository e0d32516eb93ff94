"""Renders letters faster than pyglet does on Linux.

Freetype returns the opacity of each pixel of a letter. pyglet sets the four bytes of each one by one, which took 11 ms
of the start for the letters of the main menu, and more on pages with large ones.
"""

import sys


def hasten() -> None:
    """Patch pyglet on Linux so that it sets all pixels of a letter at once."""
    if sys.platform == "linux":
        from pyglet.font.freetype import FreeTypeFont, FreeTypeGlyphRenderer  # exists only on Linux

        class Renderer(FreeTypeGlyphRenderer):
            def _expand_to_rgba(self, data: bytes, src_format: str, dst_format: str) -> bytes:
                """Return white pixels whose opacities are the bytes of the data."""
                if (src_format, dst_format) != ("R", "BGRA"):
                    return super()._expand_to_rgba(data, src_format, dst_format)
                pixels = bytearray(b"\xff") * (4 * len(data))
                pixels[3::4] = bytes(data)
                return bytes(pixels)

        FreeTypeFont.glyph_renderer_class = Renderer
