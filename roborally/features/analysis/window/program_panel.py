"""A played program beside the planner's, as cards, with the difference in words."""

from collections.abc import Callable, Sequence

from roborally.base.translation import _
from roborally.features.analysis.findings import ProgramFound
from roborally.features.analysis.window.words import comparison
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button, Widget

CARD, TALLEST, FACE = 66.0, 78.0, 128
"""The smallest and the largest height of a card, and the side of its picture in pixels."""
CARDLESS = 176.0
"""The height of everything but the cards."""
GAP = 4.0


class LaidCards(Widget):
    """Cards in a row; the tooltip describes the card under the mouse."""

    focusable = False

    def __init__(self, layer: Layer, rect: Rect, context: ShownMatch, contents: Sequence[str]) -> None:
        """Show the cards, as large as the row permits."""
        super().__init__(rect)
        self._context, self._contents = context, contents
        look = context.look
        self._width = min(rect.height / look.shape, (rect.width - GAP * (len(contents) - 1)) / max(1, len(contents)))
        for number, content in enumerate(contents):
            x = rect.x + self._width / 2 + number * (self._width + GAP)
            image = look.face(context, content, FACE)
            layer.sprite(image, x, rect.centre[1], self._width, self._width * look.shape)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the description of the card under the mouse."""
        number = int((x - self.rect.x) // (self._width + GAP))
        content = self._contents[number] if 0 <= number < len(self._contents) else ""
        return self._context.look.text(self._context, content) if content else ""


def lay_out_program(
    layer: Layer,
    controls: WidgetGroup,
    context: ShownMatch,
    area: Rect,
    title: str,
    found: ProgramFound,
    titles: dict[str, str],
    *,
    watch: Callable[[], None],
    try_turn: Callable[[], None],
) -> None:
    """Show both programs of a turn in `area`, with buttons to watch the turn and to play it again."""
    layer.frame("panel-inset", area)
    half = (area.width - 48) / 2
    card = min(TALLEST, max(CARD, area.height - CARDLESS))
    spare = max(0.0, area.height - CARDLESS - card) / 4
    layer.heading(title, area.x + 16, area.top - 22 - spare / 2, 17, width=area.width - 32, tint=theme.colour("accent"))
    top = area.top - 62 - spare
    for column, (caption, contents) in enumerate(((_("You"), found.played), (_("The planner"), found.planned))):
        x = area.x + 16 + column * (half + 16)
        layer.label(caption, x, area.top - 48 - spare, size=13, tint=theme.colour("text-dim"), width=half)
        controls.add(LaidCards(layer, Rect(x, top - card, half, card), context, contents))
    text = comparison(found, titles)
    layer.label(text, area.x + 16, top - 8 - card - spare, size=13, wrap=True, width=area.width - 32, anchor_y="top")
    y, width = area.y + 10, (area.width - 42) / 2
    controls.add(Button(layer, Rect(area.x + 16, y, width, 38), _("Try this turn"), try_turn, icon="undo", size=15))
    spot = Rect(area.x + 26 + width, y, width, 38)
    controls.add(Button(layer, spot, _("Watch this turn"), watch, icon="eye", size=15))
