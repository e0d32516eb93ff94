"""`Sprites`, a list of arcade's sprites with the information whether any has changed since the last drawing."""

from typing import Any

import arcade

from roborally.ui.toolkit.frames.rehearsal import is_rehearsal, note


class Sprites(arcade.SpriteList[Any]):
    """A list of sprites that in a rehearsal (`frames/rehearsal`) notes whether its picture has changed."""

    def __init__(self, capacity: int = 100) -> None:
        super().__init__(capacity=capacity, lazy=True)  # many lists stay empty, and buffers are expensive

    def append(self, sprite: arcade.BasicSprite) -> None:
        """Add a sprite; upload its picture to the graphics card now, because that would delay the first frame."""
        self.initialize()
        super().append(sprite)

    def clear(self, **options: Any) -> None:
        """Remove all sprites, with arcade's options; arcade itself would make new buffers even for an empty list."""
        if self:
            super().clear(**options)

    def draw(self, **options: Any) -> None:
        """Draw all visible sprites, with arcade's options; in a rehearsal only note whether they have changed."""
        if not is_rehearsal():
            super().draw(**options)
            return
        seen = len(self) > 0 and self.visible and self.alpha > 0
        note(id(self), seen, tuple(self.color), changed=seen and self.changed)

    @property
    def changed(self) -> bool:
        """Whether a sprite has changed since the list was last drawn."""
        return (
            self._sprite_pos_angle_changed
            or self._sprite_size_changed
            or self._sprite_color_changed
            or self._sprite_texture_changed
            or self._sprite_index_changed
        )
