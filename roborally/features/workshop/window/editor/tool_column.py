"""The column at the left of the editor: tools, elements, their values, and the symmetry."""

from collections.abc import Callable
from functools import partial

from roborally.base.translation import _
from roborally.features.workshop.editor.painter import Brush
from roborally.features.workshop.window.editor.hand import (
    BRUSH,
    ERASER,
    FILL,
    LINE,
    PICKER,
    RECTANGLE,
    SELECT,
    TOOLS,
    WALL,
)
from roborally.features.workshop.window.editor.palette import Palette
from roborally.features.workshop.window.editor.workbench import EditorWorkbench
from roborally.plugin import text
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button, Choice

ROW, GAP = 32.0, 6.0

TOOL_NAMES = {
    BRUSH: text("Brush"),
    LINE: text("Line"),
    RECTANGLE: text("Rectangle"),
    FILL: text("Fill"),
    WALL: text("Walls"),
    ERASER: text("Eraser"),
    PICKER: text("Picker"),
    SELECT: text("Selection"),
}
TOOL_TIPS = {
    BRUSH: text("Draw the chosen element; belts follow the mouse. What stands on a wall goes to the nearest edge."),
    LINE: text("Draw a straight line of the chosen element"),
    RECTANGLE: text("Fill a rectangle with the chosen element"),
    FILL: text("Fill the whole area that holds the same"),
    WALL: text("Click an edge: a wall comes or goes"),
    ERASER: text("Make open floor; at an edge, take away what stands there"),
    PICKER: text("Take the element of a space as the brush"),
    SELECT: text("Select a rectangle; drag it to move it"),
}
TOOL_KEYS = {BRUSH: "B", LINE: "L", RECTANGLE: "M", FILL: "F", WALL: "W", ERASER: "E", PICKER: "P", SELECT: "S"}
SYMMETRY_NAMES = {
    "none": text("No symmetry"),
    "left-right": text("Mirror: left and right"),
    "up-down": text("Mirror: above and below"),
    "both": text("Mirror: both ways"),
    "turn-2": text("Turn: two times"),
    "turn-4": text("Turn: four times"),
}


class ToolColumn:
    """The tools for drawing; `use` is called with a tool, `choose` with a brush, `take` with a pressed tile's brush."""

    def __init__(
        self,
        layer: Layer,
        controls: WidgetGroup,
        area: Rect,
        bench: EditorWorkbench,
        use: Callable[[str], None],
        choose: Callable[[Brush], None],
        take: Callable[[Brush], None],
    ) -> None:
        """Lay the column out in an area, with the current tool and brush."""
        hand, top = bench.hand, area.top
        self._bench = bench
        self._tools: dict[str, Button] = {}
        width = (area.width - GAP) / 2
        for number, tool in enumerate(TOOLS):
            row, column = divmod(number, 2)
            spot = Rect(area.x + column * (width + GAP), top - (row + 1) * (ROW + GAP) + GAP, width, ROW)
            tooltip = f"{_(TOOL_TIPS[tool])} ({TOOL_KEYS[tool]})"
            button = Button(layer, spot, _(TOOL_NAMES[tool]), partial(use, tool), tooltip=tooltip, size=13)
            self._tools[tool] = controls.add(button)
        top -= 4 * (ROW + GAP) + 6
        self.palette = Palette(layer, controls, bench.catalogue, bench.speller, choose, take)
        top = self.palette.lay_out(Rect(area.x, area.y, area.width, top - area.y), hand.brush) - 6
        self.palette.lay_out_values(Rect(area.x, area.y, area.width, top - area.y), hand.brush)
        symmetries = [(name, _(title)) for name, title in SYMMETRY_NAMES.items()]
        spot = Rect(area.x, area.y, area.width, ROW)
        tooltip = _("What is drawn appears at all these places; start spaces and homes get the next numbers (Y)")
        self.symmetry: Choice = controls.add(
            Choice(layer, spot, symmetries, hand.symmetry, self._set_symmetry, tooltip, size=12)
        )

    def refresh(self) -> None:
        """Show which tool is in use."""
        for tool, button in self._tools.items():
            button.selected = tool == self._bench.hand.tool

    def _set_symmetry(self, name: str) -> None:
        self._bench.hand.symmetry = name
