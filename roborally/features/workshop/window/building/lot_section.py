"""The part of the course builder that draws a random course from a seed, which players can share."""

import random
from collections.abc import Callable

from roborally.base.translation import _
from roborally.features.workshop.building.course_table import MAX_BOARDS
from roborally.features.workshop.building.random_course import EASY, HARD, MEDIUM, SEEDS, Wish
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.fields import NumberField, TextField
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button, Choice

ROW = 36.0
GAP = 7.0
DIGITS = len(str(SEEDS - 1))


class LotSection:
    """Size, difficulty and seed of a random course; `draw()` lays it out."""

    def __init__(self, layer: Layer, controls: WidgetGroup, area: Rect, draw: Callable[[], None]) -> None:
        """Lay out the controls downwards from the upper edge of an area."""
        self._draw = draw
        self._lot = random.Random()
        self._boards, self._difficulty = 2, MEDIUM
        layer.label(_("Random course"), area.x + 2, area.top - 8, size=13, tint=theme.colour("text-dim"))
        y = area.top - 20 - ROW
        half = (area.width - GAP) / 2
        options = [(EASY, _("Easy")), (MEDIUM, _("Medium")), (HARD, _("Hard"))]
        text = _("The number of boards, besides that of the start spaces")
        self.boards: NumberField = controls.add(
            NumberField(
                layer,
                Rect(area.x, y, half, ROW),
                self._boards,
                self._choose_boards,
                minimum=1,
                maximum=MAX_BOARDS,
                tooltip=text,
            )
        )
        text = _("How dangerous the boards are, and how many checkpoints there are")
        spot = Rect(area.x + half + GAP, y, half, ROW)
        self.difficulty: Choice = controls.add(Choice(layer, spot, options, MEDIUM, self._choose_difficulty, text))
        y -= ROW + GAP
        text = _("Friends with the same rules, boards and difficulty get the same course from the same number.")
        self.seed: TextField = controls.add(
            TextField(
                layer,
                Rect(area.x, y, half, ROW),
                "",
                lambda value: None,
                hint=_("Number"),
                tooltip=text,
                allowed=lambda letter: letter.isascii() and letter.isdigit(),
                longest=DIGITS,
            )
        )
        spot = Rect(area.x + half + GAP, y, half, ROW)
        text = _("Lay the course that belongs to this number")
        self.from_seed: Button = controls.add(
            Button(layer, spot, _("From number"), self._take_seed, size=14, tooltip=text)
        )
        y -= ROW + GAP
        text = _("Draw a number and lay its course")
        spot = Rect(area.x, y, area.width, ROW)
        self.surprise: Button = controls.add(
            Button(layer, spot, _("Surprise me"), self._surprise, icon="dice", size=15, tooltip=text)
        )

    def show_as(self, other: "LotSection") -> None:
        """Copy the choices of another section."""
        wish = other.wish
        self.boards.set(wish.boards)
        self._difficulty = wish.difficulty
        self.difficulty.show(self.difficulty.options, wish.difficulty)
        self.seed.set(other.seed.value)

    @property
    def wish(self) -> Wish:
        """The chosen size, difficulty and seed."""
        return Wish(self._boards, self._difficulty, int(self.seed.value or "0"))

    def _choose_boards(self, count: int) -> None:
        self._boards = count

    def _choose_difficulty(self, difficulty: int) -> None:
        self._difficulty = difficulty

    def _take_seed(self) -> None:
        if not self.seed.value:
            self._surprise()
        else:
            self._draw()

    def _surprise(self) -> None:
        self.seed.set(str(self._lot.randrange(SEEDS)))
        self._draw()
