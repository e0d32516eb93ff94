"""Repeats parts of the panel in a question's dialog that covers them: the program, the latest lines (CLI-2024)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from arcade.types import Color

from roborally.narration.chronicle import is_sentence
from roborally.ui.match.panel.log_box import LINE
from roborally.ui.match.panel.moving_panel import MovingPanel
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Layer, fit_sprite
from roborally.ui.toolkit.measure import Metrics, metrics
from roborally.ui.toolkit.theme import Rect

CARD = 38.0
"""The height of the cards of a program, in design units."""
LINES = 3
"""The number of latest lines of the log that are repeated; a sentence that is too long for one takes several."""
LETTERS, BESIDE = 12, 32.0
"""The font size of these lines, and the space at their left and right in the column, in design units."""
PAST = 90
"""The opacity, 0 to 255, of a card that has been played."""
BELOW = 8.0
"""The space below each part of the panel that a dialog repeats, in design units."""


@dataclass(frozen=True)
class Reminder:
    """A part of the panel that a dialog repeats if the dialog's upper edge is above `limit`.

    `show(layer, rect)` adds the part to the dialog, where it needs `height`. Lengths are in design units.
    """

    limit: float
    height: float
    show: Callable[[Layer, Rect], None]


def reminders(context: ShownMatch, panel: MovingPanel, index: int, column: Rect) -> list[Reminder]:
    """Return the parts of a panel that a dialog in `column` may have to repeat for the owner of the robot `index`."""
    found = []
    row = panel.rows.get(index)
    robot = context.display.robots[index]
    if row is not None and row.rect.right > column.x and any(robot.slots):
        found.append(Reminder(row.rect.y, CARD + BELOW, lambda layer, spot: _show_program(context, index, layer, spot)))
    lines = _latest(context, metrics(panel.layer.canvas.frame.scale), column.width - 2 * BESIDE)
    if lines:
        rows = sum(count for _line, count in lines)
        show = partial(_show_lines, lines)
        found.append(Reminder(panel.log.rect.top - rows * LINE, rows * LINE + BELOW, show))
    return found


def _latest(context: ShownMatch, m: Metrics, width: float) -> list[tuple[str, int]]:
    """Return the latest lines of the log, each with its number of rows: the last, and those that have room."""
    found: list[tuple[str, int]] = []
    for line in reversed([line for line in context.log[-LINES:] if line]):
        found.insert(0, (line, m.lines(line, LETTERS, width)))
        if len(found) > 1 and sum(count for _line, count in found) > LINES:
            return found[1:]
    return found


def covered(found: Sequence[Reminder], top: float) -> list[Reminder]:
    """Return the reminders that a dialog with its upper edge at `top` covers; adding them moves this edge up."""
    hidden: list[Reminder] = []
    while more := [entry for entry in found if entry not in hidden and top > entry.limit]:
        hidden += more
        top += sum(entry.height for entry in more)
    return [entry for entry in found if entry in hidden]


def _show_program(context: ShownMatch, index: int, layer: Layer, spot: Rect) -> None:
    """Add the cards of a program in a row to `spot`; played ones are pale, the current one is framed."""
    slots, stage = context.display.robots[index].slots, context.display.stage
    height = CARD
    width = height / context.look.shape
    pitch = min(spot.width / len(slots), width + 12)
    left = spot.centre[0] - pitch * len(slots) / 2
    for number, content in enumerate(slots):
        x, y = left + (number + 0.5) * pitch, spot.top - height / 2
        if number + 1 == stage:
            layer.frame("focus", Rect(x - width / 2 - 3, y - height / 2 - 3, width + 6, height + 6))
        face = layer.sprite(context.look.face(context, content, 64), x, y, width)
        fit_sprite(face, width, height)
        face.color = Color(255, 255, 255, PAST if number + 1 < stage else 255)


def _show_lines(lines: Sequence[tuple[str, int]], layer: Layer, spot: Rect) -> None:
    top = spot.top
    for line, rows in lines:
        tint = theme.colour("text-dim" if is_sentence(line) else "accent")
        layer.label(line, spot.x, top - rows * LINE / 2, size=LETTERS, width=spot.width, tint=tint, wrap=True)
        top -= rows * LINE
