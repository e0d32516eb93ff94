"""A robot's option cards in a panel: small pictures with their texts and markers."""

from typing import Any

import arcade

from roborally.base.templates import fill
from roborally.base.translation import plugin_text
from roborally.plugin_system.art import find_picture
from roborally.ui.context import MatchContext
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Layer, fit_sprite
from roborally.ui.toolkit.theme import Rect

ROOM = 8
"""The maximum number of cards shown in a row."""


def is_played(context: MatchContext) -> bool:
    """Return whether any plugin of the match adds equipment (option cards)."""
    return any(plugin.manifest.option for plugin in context.plugins)


def picture(context: MatchContext, card: str, side: int) -> arcade.Texture:
    """Return the picture of a card, a tile with a letter if there is none; `side` is its side in pixels."""
    found = context.words.option(card)
    if found is not None and (path := find_picture(found[1].sprite or f"{card}.png", found[0], context.plugins)):
        return pictures.picture(path, side)
    return pictures.missing_tile(card[:1].upper(), side)


class CardBadge:
    """The marker on a card, in its lower right corner: a number, an arrow, or a dot for other marks."""

    def __init__(self, layer: Layer, side: float) -> None:
        self._layer = layer
        self._side = side * 0.6
        self.disc = layer.sprite(pictures.emblem("circle", 32), 0, 0, self._side, tint=theme.colour("background"))
        self.arrow = layer.sprite(pictures.icon("arrow-right", 24), 0, 0, side * 0.5, tint=theme.colour("accent"))
        self.dot = layer.sprite(pictures.emblem("circle", 16), 0, 0, side * 0.28, tint=theme.colour("accent"))
        self.number: Label | None = None
        self.show(None, {}, 0, 0)

    def show(self, mark: Any, angles: dict[str, int], x: float, y: float) -> None:
        """Show a mark around a point; hide the badge for a mark that is `None`, false or not among the `angles`.

        `angles` are the degrees of arrows by mark, from the card's manifest; without them an integer is shown as a
        number.
        """
        turned = angles.get(str(mark))
        counted = not angles and type(mark) is int
        there = counted or turned is not None or (bool(mark) and not angles)
        self.disc.visible = there
        self.arrow.visible = turned is not None
        self.dot.visible = there and turned is None and not counted
        for sprite in (self.disc, self.arrow, self.dot):
            sprite.position = (x, y)
        if turned is not None:
            self.arrow.angle = turned - 90  # the arrow's picture points to the right, 0 is forward
        if counted and self.number is None:
            size, tint = self._side * 0.95, theme.colour("accent")
            self.number = self._layer.heading("", x, y, size, anchor_x="center", tint=tint)
        if self.number is not None:
            self.number.visible = counted
            self.number.move(x, y)
            self.number.text = str(mark) if counted else ""


class Equipment(Widget):
    """A row of a robot's cards, from the left end of a rectangle, or with `from_right` at its right end."""

    focusable = False

    def __init__(
        self, layer: Layer, rect: Rect, context: MatchContext, index: int, *, from_right: bool = False
    ) -> None:
        super().__init__(rect)
        self._layer = layer
        self._context = context
        self.index = index
        self.from_right = from_right
        self.shown: list[str] = []
        self._marks: list[Any] = []
        self.sprites = [layer.sprite(pictures.plain(), *rect.centre, rect.height) for _number in range(ROOM)]
        self.badges: dict[int, CardBadge] = {}
        for sprite in self.sprites:
            sprite.visible = False
        self.refresh()

    @property
    def pitch(self) -> float:
        """Return the distance between the middles of two cards, in design units."""
        return min(self.rect.height + 4, self.rect.width / max(1, min(ROOM, len(self.shown))))

    @property
    def _left(self) -> float:
        """Return the x of the first card's left edge; the cards have the same order at either end."""
        return self.rect.right - min(ROOM, len(self.shown)) * self.pitch if self.from_right else self.rect.x

    def refresh(self) -> None:
        """Show the robot's present cards and their markers."""
        robot = self._context.display.robots[self.index]
        cards = robot.options
        marks = [robot.marks.get(card) for card in cards]
        if cards == self.shown and marks == self._marks:
            return
        self.shown, self._marks = list(cards), marks
        for number, sprite in enumerate(self.sprites):
            sprite.visible = number < len(cards)
            if sprite.visible:
                x = self._left + (number + 0.5) * self.pitch
                sprite.texture = picture(self._context, cards[number], 48)
                fit_sprite(sprite, self.rect.height)
                sprite.position = (x, self.rect.centre[1])
            self._show_badge(number, cards[number] if sprite.visible else "", marks[number] if sprite.visible else None)

    def _show_badge(self, number: int, card: str, mark: Any) -> None:
        """Show the marker of the card with the index `number` in the row; most cards never have one."""
        if number not in self.badges:
            if mark is None:
                return
            self.badges[number] = CardBadge(self._layer, self.rect.height)
        found = self._context.words.option(card)
        x, y = self.sprites[number].position
        off = self.rect.height * 0.32
        self.badges[number].show(mark, found[1].angles if found else {}, x + off, y - off)

    def activate(self, x: float, y: float) -> None:
        """Open the player's info window, which also describes the cards (CLI-204)."""
        self._context.inform(self.index)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return title and text of the card under the mouse, or the robot's state in words."""
        number = int((x - self._left) // self.pitch)
        if 0 <= number < min(ROOM, len(self.shown)):
            return described(self._context, self.index, self.shown[number])
        return self._context.status(self.index)


def described(context: MatchContext, index: int, card: str) -> str:
    """Return title and effect of a card of the robot with the index `index`, with its marker in words, if any."""
    found = context.words.option(card)
    if found is None:
        return card
    plugin, option = found
    text = context.words.option_help(card)
    mark = context.display.robots[index].marks.get(card)
    if not option.marked or mark is None or (not mark and not isinstance(mark, int)) or mark is False:
        return text
    return text + "\n" + fill(plugin_text(plugin.folder, option.marked), {"mark": context.words.choice(card, mark)})
