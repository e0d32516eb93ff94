"""A button at the edge of the board that moves the view back to the robots, while the player looks away (CLI-2111)."""

from collections.abc import Sequence

from roborally.ui.match.on_board.board_pane import BoardPane
from roborally.ui.match.on_board.camera import Camera
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.layout.leaves import build_in, button
from roborally.ui.toolkit.measure import metrics
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.tooltip import common

TEXT, HEIGHT, EDGE, GAP = 13, 30, 8.0, 2.0
"""The button's font size, its height, and its distances from the edges of the board's area and from notes."""


class WayBack:
    """A button in the middle of the board's lower edge, or where it hides less of the map and of notes."""

    def __init__(self, canvas: Canvas, pane: BoardPane, camera: Camera) -> None:
        self._pane = pane
        self._camera = camera
        self.layer = Layer(canvas)
        self.controls = WidgetGroup(self.layer)
        self._shown: object = None

    def draw(self, taken: Sequence[Rect]) -> None:
        """Draw the button while the camera misses robots, where it hides the places `taken` least."""
        text, board = self._camera.way_back, self._pane.board
        map_ = self._pane.minimap.rect
        taken = [*taken, *([map_] if map_ is not None else [])]
        if self._shown != (state := (text, taken, board.rect, board.canvas.frame)):
            self._shown = state
            self.layer.clear()
            self.controls.clear()
            if text:
                self._lay_out(text, board.rect.inset(EDGE), taken)
        self.layer.draw()

    def _lay_out(self, text: str, area: Rect, taken: Sequence[Rect]) -> None:
        tree = button(text, self._camera.switch, size=TEXT, height=HEIGHT)
        wide = min(area.width, tree.widths(metrics(self.layer.canvas.frame.scale)).natural)
        lefts = area.centre[0] - wide / 2, area.x, area.right - wide
        beside = (low for rect in taken for low in (rect.y - GAP - HEIGHT, rect.top + GAP))
        lows = area.y, area.top - HEIGHT, *(low for low in beside if area.y <= low <= area.top - HEIGHT)
        places = [Rect(x, y, wide, HEIGHT) for y in lows for x in lefts]
        spot = min(places, key=lambda place: sum(common(place, rect) for rect in taken))
        build_in(spot, tree, self.layer, self.controls)
