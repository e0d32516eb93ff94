"""The left column of the board editor: the tools, the palette of elements, and the symmetry."""

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
from roborally.ui.toolkit.controls.widgets import Button, Choice
from roborally.ui.toolkit.layout.branches import column, flow, space
from roborally.ui.toolkit.layout.leaves import button, choice
from roborally.ui.toolkit.layout.nodes import Node

ROW, GAP = 32.0, 6.0
WIDTH = 226.0
"""The natural width of the palette, in design units."""

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
    WALL: text("Choose an edge: a wall comes or goes"),
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
    """The left column of the board editor, with tools, palette and symmetry."""

    symmetry: Choice

    def __init__(
        self,
        bench: EditorWorkbench,
        use: Callable[[str], None],
        choose: Callable[[Brush], None],
        take: Callable[[Brush], None],
    ) -> None:
        """Call `use` with a pressed tool, `take` with a pressed tile's brush, `choose` with one of changed values."""
        self._bench, self._use = bench, use
        self._tools: dict[str, Button] = {}
        self.palette = Palette(bench.catalogue, bench.speller, choose, take)

    def tree(self) -> Node:
        """Return the column for the current brush and symmetry."""
        hand = self._bench.hand
        symmetries = [(name, _(title)) for name, title in SYMMETRY_NAMES.items()]
        tooltip = _("What is drawn appears at all these places; start spaces and homes get the next numbers (Y)")
        symmetry = choice(symmetries, hand.symmetry, self._set_symmetry, tooltip, size=12, height=ROW)
        return column(
            flow(*(self._button(tool) for tool in TOOLS), gap=GAP, equal=True, most=2),
            self.palette.tiles_of(hand.brush).wide(most=WIDTH),
            *self.palette.values_of(hand.brush),
            space(),
            symmetry.kept(self, "symmetry"),
            gap=GAP,
        )

    def _button(self, tool: str) -> Node:
        tooltip = f"{_(TOOL_TIPS[tool])} ({TOOL_KEYS[tool]})"
        made = button(_(TOOL_NAMES[tool]), partial(self._use, tool), tooltip=tooltip, size=13, height=ROW)
        return made.then(partial(self._tools.__setitem__, tool))

    def refresh(self) -> None:
        """Show the button of the tool in use as switched on."""
        for tool, made in self._tools.items():
            made.selected = tool == self._bench.hand.tool

    def _set_symmetry(self, name: str) -> None:
        self._bench.hand.symmetry = name
