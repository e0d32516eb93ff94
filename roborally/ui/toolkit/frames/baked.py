"""Caches pictures of content that stays the same, such as the board, so that a frame need not draw all its sprites.

A software renderer pays for every blended pixel. Static content is drawn once into a picture of the window's size and
copied from there without blending.
"""

from collections.abc import Callable, Hashable
from functools import cache
from struct import pack
from typing import Any

import arcade
from arcade.gl import BufferDescription
from arcade.types import Color

from roborally.ui.toolkit.frames.rehearsal import is_rehearsal, note

VERTEX = """
#version 330
in vec2 corner;
void main() { gl_Position = vec4(corner, 0.0, 1.0); }
"""
FRAGMENT = """
#version 330
uniform sampler2D picture;
out vec4 colour;
void main() { colour = texelFetch(picture, ivec2(gl_FragCoord.xy), 0); }
"""

CORNERS = pack("8f", -1, -1, 1, -1, -1, 1, 1, 1)

Viewport = tuple[int, int, int, int]


@cache
def _copier(context: Any) -> tuple[Any, Any]:
    """Return the geometry and the shader program that copy a picture; cached, because compiling is slow."""
    corners = BufferDescription(context.buffer(data=CORNERS), "2f", ["corner"])
    quad = context.geometry([corners], mode=context.TRIANGLE_STRIP)
    return quad, context.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)


class CachedPictures:
    """Cached pictures of parts of the window, by number, each with a key that stands for its content."""

    def __init__(self, background: Color) -> None:
        """Start without pictures; `background` fills each picture before it is painted."""
        self._window = arcade.get_window()
        self._background = background
        self._pictures: dict[int, tuple[Hashable, Any]] = {}
        self._quad, self._program = _copier(self._window.ctx)

    def draw(self, slot: int, key: Hashable, viewport: Viewport, paint: Callable[[], None]) -> None:
        """Copy picture `slot` into a part of the window; if `key` has changed, `paint` draws the picture anew first.

        `viewport` is x, y, width and height in pixels.
        """
        window = self._window
        size = window.get_framebuffer_size()
        key = (key, size)
        if is_rehearsal():
            note(id(self), slot, key)
            return
        known = self._pictures.get(slot)
        if known is None or known[0] != key:
            target = known[1] if known is not None and known[1].size == size else self._new_picture(size)
            with target.activate():
                # Otherwise only the viewport of the last drawing would be cleared.
                target.viewport = (0, 0, *size)
                target.clear(color=self._background)
                paint()
            self._pictures[slot] = (key, target)
        self._copy(self._pictures[slot][1], viewport)

    def _new_picture(self, size: tuple[int, int]) -> Any:
        context = self._window.ctx
        return context.framebuffer(color_attachments=[context.texture(size, components=4)])

    def _copy(self, picture: Any, viewport: Viewport) -> None:
        context = self._window.ctx
        context.active_framebuffer.scissor = None  # a remainder of earlier drawing
        context.active_framebuffer.viewport = viewport
        picture.color_attachments[0].use(0)
        context.disable(context.BLEND)
        self._quad.render(self._program)
        context.enable(context.BLEND)
