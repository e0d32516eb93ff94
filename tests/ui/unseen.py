"""Frames that are not shown: all work is done except handing pictures and texts to the graphics card.

Without a card that takes most of the time of a frame. Drawing into a picture, to be shown later, works as usual.
`seen.picture` draws a frame that can be looked at.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

import pytest

PLACE = "_create_vertex_lists"
"""pyglet's method that places the letters of a text after they have been measured."""


@contextmanager
def unseen(app: Any) -> Iterator[None]:
    """Keep the window's pixels as they are, whatever is drawn in the block."""
    import arcade
    from pyglet.graphics import Batch

    from roborally.ui.toolkit.frames.baked import CachedPictures

    def elsewhere(draw: Callable[..., None]) -> Callable[..., None]:
        def drawn(*arguments: Any, **options: Any) -> None:
            if app.ctx.active_framebuffer is not app.ctx.screen:
                draw(*arguments, **options)

        return drawn

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in ((arcade.SpriteList, "draw"), (Batch, "draw"), (CachedPictures, "_copy")):
            patch.setattr(owner, name, elsewhere(getattr(owner, name)))
        yield


@contextmanager
def pictures_when_drawn() -> Iterator[None]:
    """Upload the pictures of sprites only when they are drawn: most sprites of a test never are."""
    from arcade import SpriteList

    from roborally.ui.toolkit.sprites import Sprites

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sprites, "append", SpriteList.append)
        yield


@contextmanager
def letters_when_drawn() -> Iterator[None]:
    """Measure texts at once, but place their letters only when they are drawn: most texts of a test never are."""
    from pyglet.graphics import Batch
    from pyglet.text.layout import TextLayout

    place, draw = getattr(TextLayout, PLACE), Batch.draw
    waiting: WeakKeyDictionary[Batch, WeakKeyDictionary[TextLayout, None]] = WeakKeyDictionary()

    def wait(layout: TextLayout, *_line: object) -> None:
        layout._boxes.clear()  # noqa: SLF001 (empty ones cannot be moved)
        waiting.setdefault(layout.batch, WeakKeyDictionary())[layout] = None

    def draw_all(batch: Batch) -> None:
        for layout in list(waiting.pop(batch, ())):
            with pytest.MonkeyPatch.context() as now:
                now.setattr(TextLayout, PLACE, place)
                layout._update()  # noqa: SLF001
        draw(batch)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TextLayout, PLACE, wait)
        patch.setattr(Batch, "draw", draw_all)
        yield
