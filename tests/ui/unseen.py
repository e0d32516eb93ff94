"""Frames that are not shown: everything is done for them except filling the window.

Filling it takes most of the time that a frame needs without a graphics card. What is drawn into a picture, to be shown
later, is drawn as ever. `seen.picture` draws a frame that can be looked at.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pyglet import gl


@contextmanager
def unseen(app: Any) -> Iterator[None]:
    """Leave the window as it is, whatever is drawn, until the end of the block."""
    from arcade.gl.framebuffer import Framebuffer

    plain = Framebuffer.use

    def use(target: Framebuffer, *, force: bool = False) -> None:
        plain(target, force=force)
        switch(target is app.ctx.screen)

    def switch(off: bool) -> None:
        (gl.glEnable if off else gl.glDisable)(gl.GL_RASTERIZER_DISCARD)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Framebuffer, "use", use)
        switch(app.ctx.active_framebuffer is app.ctx.screen)
        try:
            yield
        finally:
            switch(False)
