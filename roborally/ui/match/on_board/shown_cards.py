"""Shows the equipment cards that robots get: in a large note over the board, one after the other (`[act]`, `card`)."""

from collections import deque

from roborally.base.translation import _
from roborally.ui.match.panel import equipment
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.theme import Rect

TIME, SHORT_TIME = 6.0, 3.0
"""The seconds for which a card is shown, and for which it is shown while other cards wait."""
WIDTH, PICTURE, MARGIN, EDGE = 300.0, 84.0, 14.0, 10.0


class ShownCards:
    """A note over the board with a card's picture, title and text, and its owner; a click closes it."""

    def __init__(self, canvas: Canvas, context: ShownMatch, area: Rect) -> None:
        """Start with no card; cards will be shown in the upper right corner of `area`."""
        self.layer = Layer(canvas)
        self._context = context
        self._corner = area.right - EDGE, area.top - EDGE
        self.rect = Rect(0, 0, 0, 0)
        self.waiting: deque[tuple[int, str]] = deque()
        self.shown: tuple[int, str] | None = None
        self._age = 0.0

    def place(self, area: Rect) -> None:
        """Show cards in the corner of another area from now on."""
        self._corner = area.right - EDGE, area.top - EDGE
        if self.shown is not None:
            self._lay_out(self._lay_out(PICTURE + 2 * MARGIN))

    def add(self, piece: int, card: str) -> None:
        """Show a card of the robot with the index `piece`, after those that wait; ignore an unknown card."""
        if self._context.words.option(card) is not None:
            self.waiting.append((piece, card))
            if self.shown is None:
                self._next()

    def update(self, seconds: float) -> None:
        """Advance the time by some seconds; show the next card when the current one has been shown long enough."""
        if self.shown is None:
            return
        self._age += seconds
        if self._age >= (SHORT_TIME if self.waiting else TIME):
            self._next()

    def press(self, x: float, y: float) -> bool:
        """Close the card if the point is on it; return whether it was there."""
        hit = self.shown is not None and self.rect.holds(x, y)
        if hit:
            self._next()
        return hit

    def clear(self) -> None:
        """Hide the card and empty the queue, because another moment of the match is shown."""
        self.waiting.clear()
        self._next()

    def _next(self) -> None:
        self._age = 0.0
        self.shown = self.waiting.popleft() if self.waiting else None
        self.layer.clear()
        if self.shown is not None:
            # Laid out twice from the top; after the first time the height is known.
            self._lay_out(self._lay_out(PICTURE + 2 * MARGIN))

    def _lay_out(self, height: float) -> float:
        """Show the card in a frame of this height, and return the height that it needs."""
        assert self.shown is not None
        piece, card = self.shown
        layer, (right, top) = self.layer, self._corner
        layer.clear()
        self.rect = Rect(right - WIDTH, top - height, WIDTH, height)
        layer.frame("panel", self.rect)
        left, x = self.rect.x + MARGIN, self.rect.x + PICTURE + 2 * MARGIN
        width = self.rect.right - MARGIN - x
        layer.sprite(
            equipment.picture(self._context, card, 128), left + PICTURE / 2, top - MARGIN - PICTURE / 2, PICTURE
        )
        tint = theme.seat_colours(self._context.display.robots[piece].livery).light
        sentence = _("{name} has drawn").format(name=self._context.name(piece))
        layer.label(sentence, x, top - MARGIN - 8, size=13, width=width, tint=tint)
        accent = theme.colour("accent")
        title = self._context.words.option_title(card)
        heading = layer.heading(title, x, top - MARGIN - 20, 18, width=width, wrap=True, anchor_y="top", tint=accent)
        below = max(MARGIN + PICTURE, MARGIN + 20 + heading.shown_size[1]) + 10
        text = layer.label(
            self._context.words.option_effect(card),
            left,
            top - below,
            size=15,
            width=WIDTH - 2 * MARGIN,
            wrap=True,
            anchor_y="top",
        )
        return below + text.shown_size[1] + MARGIN

    def draw(self) -> None:
        """Draw the card if one is shown."""
        if self.shown is not None:
            self.layer.draw()
