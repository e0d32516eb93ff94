"""The panel with a played program and a better one as cards, and their difference in words."""

from collections.abc import Callable, Sequence
from itertools import starmap

from roborally.base.translation import _
from roborally.features.analysis.findings import ProgramFound
from roborally.features.analysis.window.words import comparison
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, flow, row
from roborally.ui.toolkit.layout.leaves import button, framed, heading, label, widget
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.theme import Rect

CARDS, CARD = Size(130, 200), Size(56, 78)
"""The least and natural width of the cards of a program, and their least and natural height, in design units."""
FACE = 128
"""The side of a card's picture, in pixels."""
GAP = 4.0


class LaidCards(Widget):
    """The cards of a program in a row; the tooltip describes the card under the mouse."""

    focusable = False

    def __init__(self, layer: Layer, rect: Rect, context: ShownMatch, contents: Sequence[str]) -> None:
        super().__init__(rect)
        self._context, self._contents = context, contents
        look = context.look
        high, across = min(CARD.natural, rect.height), rect.width - GAP * (len(contents) - 1)
        self._width = min(high / look.shape, across / max(1, len(contents)))
        for number, content in enumerate(contents):
            x = rect.x + self._width / 2 + number * (self._width + GAP)
            image = look.face(context, content, FACE)
            layer.sprite(image, x, rect.centre[1], self._width, self._width * look.shape)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the description of the card at a point; empty if there is none."""
        number = int((x - self.rect.x) // (self._width + GAP))
        content = self._contents[number] if 0 <= number < len(self._contents) else ""
        return self._context.chronicle.slot(content, self._context.game.rules) if content else ""


def program(
    context: ShownMatch,
    player: str,
    title: str,
    found: ProgramFound,
    titles: dict[str, str],
    *,
    watch: Callable[[], None],
    try_turn: Callable[[], None],
) -> Node:
    """Return the panel of a `player`'s turn, with buttons to watch and to replay it; `titles` has gauges' titles."""
    dim = theme.colour("text-dim")
    programs = [(player, found.played)]
    if not found.same:
        programs.append((_("A better program"), found.better))

    def laid(caption: str, contents: Sequence[str]) -> Node:
        return column(
            label(caption, 13, tint=dim), widget(LaidCards, context, contents, width=CARDS, height=CARD).grow(), gap=4
        ).grow()

    return framed(
        "panel-inset",
        column(
            heading(title, 17, wrap=True),
            row(*starmap(laid, programs), gap=16, even=True).grow(),
            label(comparison(found, titles), 13, wrap=True),
            flow(
                button(_("Try this turn"), try_turn, icon="play-on", size=15, height=38),
                button(_("Watch this turn"), watch, icon="eye", size=15, height=38),
                equal=True,
                most=2,
            ),
        ),
        pad=(16, 10),
    )
