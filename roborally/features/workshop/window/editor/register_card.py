"""The card over the board that says what happens to a robot on a cell in each register."""

from collections.abc import Sequence

from roborally.base.translation import _
from roborally.core.events import Event
from roborally.features.workshop.editor.consequences import RegisterEvents
from roborally.features.workshop.editor.foresight import Foreseen
from roborally.narration.chronicle import Chronicle, is_same_move
from roborally.narration.match_log import MatchLog
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, row, space, stack
from roborally.ui.toolkit.layout.leaves import build_in, face, label
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

WIDTH, PADDING, MARGIN = 260.0, 10.0, 8.0
SIZE = 12.5


def register_lines(consequences: RegisterEvents, seen: Foreseen, cell: int, chronicle: Chronicle) -> list[str]:
    """Return lines, in the words of a match log, about what happens in each register to a robot on a numbered cell."""
    registers = seen.registers
    entering = [_("A robot that enters here is destroyed.")] if ("fatal", 0) in seen.dangers[cell] else []
    text: dict[str, list[int]] = {}
    for register in range(registers):
        if sentences := _sentences(chronicle, consequences.get((register, cell), ())):
            text.setdefault(sentences, []).append(register + 1)
    if not text:
        return entering or [_("Nothing happens here to a robot that stands still.")]
    return entering + [f"{_numbers(numbers, registers)} {sentences}" for sentences, numbers in text.items()]


def _sentences(chronicle: Chronicle, events: Sequence[Event]) -> str:
    """Return events as sentences; if one move has several steps, only its last step is described."""
    log = MatchLog(chronicle)
    dropped: set[int] = set()
    previous: tuple[Event, int] | None = None
    for event in events:
        log.narrate(event)
        if previous is not None and is_same_move(event, previous[0]) and log.latest != previous[1]:
            dropped.add(previous[1])
        previous = event, log.latest
    return " ".join(line for number, line in enumerate(log) if number not in dropped)


def _numbers(numbers: list[int], registers: int) -> str:
    """Return the numbers of registers, from 1, as the beginning of a line: `1, 3:`, or `Always:` for all."""
    if len(numbers) == registers:
        return _("Always:")
    return f"{', '.join(map(str, numbers))}:"


class RegisterCard:
    """A card that lists the events on a cell by register, in a lower corner of the board's area.

    It moves to the other corner if it would cover the cell.
    """

    def __init__(self, space: Space) -> None:
        self._space = space
        self._layer: Layer | None = None
        self._right = False
        self._face = face("tooltip")
        self._shown: object = None
        self.lines: list[str] = []
        """The lines that are shown; empty while the card is hidden."""

    @property
    def place(self) -> Rect:
        """The rectangle where the card is, or was last shown."""
        return self._face.made.rect

    def show(self, lines: list[str], area: Rect, about: tuple[float, float]) -> None:
        """Show lines in a lower corner of an area, or hide the card without lines; `about` is a point not to cover."""
        self.lines = lines
        covers = self._layer is not None and self.place.holds(*about)
        if (tuple(lines), area) == self._shown and not covers:
            return
        self._shown = tuple(lines), area
        if covers:
            self._right = not self._right
        self._layer = Layer(self._space) if lines else None
        if self._layer is None:
            return
        text = row(label("\n".join(lines), SIZE, wrap=True).grow(), pad=(PADDING, PADDING))
        card = stack(self._face, text).wide(min(WIDTH, area.width - 2 * MARGIN))
        card.at("end" if self._right else "start")
        build_in(area, column(space(), card, pad=(MARGIN, MARGIN)), self._layer)

    def draw(self) -> None:
        """Draw the card if there are lines."""
        if self._layer is not None:
            self._layer.draw()
