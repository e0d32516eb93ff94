"""Option cards that lie open before their owner: small pictures with their texts."""

import arcade

from roborally.texts import _, plugin_text
from roborally.ui import pictures
from roborally.ui.layer import Layer, fit_sprite
from roborally.ui.table import Table
from roborally.ui.theme import Rect
from roborally.ui.widgets import Widget

ROOM = 8
"""How many cards are shown at most."""


def is_played(table: Table) -> bool:
    """Return whether any plugin of the game brings equipment."""
    return any(plugin.manifest.option for plugin in table.plugins)


def picture(table: Table, card: str, side: int) -> arcade.Texture:
    """Return the picture of a card."""
    found = table.option(card)
    if found is not None:
        path = found[0].folder / "art" / (found[1].sprite or f"{card}.png")
        if path.is_file():
            return pictures.picture(path, side)
    return pictures.missing_tile(card[:1].upper(), side)


class Equipment(Widget):
    """A row of a robot's cards, from the left or the right end of a rectangle."""

    focusable = False

    def __init__(self, layer: Layer, table: Table, index: int, rect: Rect, *, from_right: bool = False) -> None:
        """Show what lies there now."""
        super().__init__(rect)
        self._table = table
        self._index = index
        self._from_right = from_right
        self._shown: list[str] = []
        self._sprites = [layer.sprite(pictures.plain(), *rect.centre, rect.height) for _number in range(ROOM)]
        for sprite in self._sprites:
            sprite.visible = False
        self.refresh()

    @property
    def _pitch(self) -> float:
        return min(self.rect.height + 3, self.rect.width / max(1, min(ROOM, len(self._shown))))

    def refresh(self) -> None:
        """Follow what the display says."""
        cards = self._table.display.robots[self._index].options
        if cards == self._shown:
            return
        self._shown = list(cards)
        for number, sprite in enumerate(self._sprites):
            sprite.visible = number < len(cards)
            if sprite.visible:
                offset = (number + 0.5) * self._pitch
                x = self.rect.right - offset if self._from_right else self.rect.x + offset
                sprite.texture = picture(self._table, cards[number], 48)
                fit_sprite(sprite, self.rect.height)
                sprite.position = (x, self.rect.centre[1])

    def tooltip_at(self, x: float, y: float) -> str:
        """Return title and text of the card under the mouse, or the robot's state."""
        way = self.rect.right - x if self._from_right else x - self.rect.x
        number = int(way // self._pitch)
        if number < min(ROOM, len(self._shown)):
            return described(self._table, self._shown[number])
        return self._table.status(self._index)


def described(table: Table, card: str) -> str:
    """Return title and text of a card."""
    found = table.option(card)
    if found is None:
        return card
    text = plugin_text(found[0].folder, found[1].text)
    return _("{title}: {text}").format(title=table.option_title(card), text=text)
