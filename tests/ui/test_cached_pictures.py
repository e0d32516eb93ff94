"""Pictures that are drawn once and then copied from."""

from typing import Any

import arcade
from arcade.types import Color

from roborally.ui.toolkit.frames.baked import CachedPictures

BACKGROUND, PAINT = Color(10, 20, 30), Color(200, 100, 50)


def test_another_content_leaves_nothing_of_what_was_there(app: Any) -> None:
    """CLI-2362: boards on the table of the course builder are painted each through a view of its own."""
    app.switch_to()
    pictures = CachedPictures(BACKGROUND)
    width, height = app.get_framebuffer_size()
    context = app.ctx

    def paint(*lefts: int) -> None:
        for left in lefts:
            context.active_framebuffer.viewport = (left, 0, 40, 40)
            context.active_framebuffer.clear(color=PAINT)

    pictures.draw(0, "before", (0, 0, width, height), lambda: paint(0, 100))
    pictures.draw(0, "now", (0, 0, width, height), lambda: paint(200))
    image = arcade.get_image(0, 0, width, height).convert("RGB")
    found = [image.getpixel((left + 20, height - 20)) for left in (0, 100, 200, 300)]
    assert found == [BACKGROUND[:3], BACKGROUND[:3], PAINT[:3], BACKGROUND[:3]]
