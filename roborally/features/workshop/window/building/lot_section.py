"""The section of the course builder that draws a random course from a seed, a number that players can share."""

import random
from collections.abc import Callable
from dataclasses import replace

from roborally.base.translation import _
from roborally.features.workshop.building.course_table import MAX_BOARDS
from roborally.features.workshop.building.random_course import EASY, HARD, MEDIUM, SEEDS, Wish
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.fields import NumberField, TextField
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.layout.branches import row
from roborally.ui.toolkit.layout.leaves import button, choice, field, label, number_field
from roborally.ui.toolkit.layout.nodes import Node

DIGITS = len(str(SEEDS - 1))


class LotSection:
    """The controls for the size, difficulty and seed of a random course; `draw()` lays out the course of `wish`."""

    boards: NumberField
    seed: TextField
    from_seed: Button
    surprise: Button

    def __init__(self, draw: Callable[[], None]) -> None:
        self._draw = draw
        self._lot = random.Random()
        self.wish = Wish(2, MEDIUM, 0)
        """The chosen size, difficulty and seed."""
        self._digits = ""

    def rows(self) -> list[Node]:
        """Return the controls, from top to bottom."""
        options = [(EASY, _("Easy")), (MEDIUM, _("Medium")), (HARD, _("Hard"))]
        text = _("The number of boards, besides that of the start spaces")
        boards = number_field(
            self.wish.boards, self._choose_boards, minimum=1, maximum=MAX_BOARDS, tooltip=text, height=36
        ).grow()
        text = _("How dangerous the boards are, and how many checkpoints there are")
        difficulty = choice(options, self.wish.difficulty, self._choose_difficulty, text, height=36).grow()
        text = _("Friends with the same rules, boards and difficulty get the same course from the same number.")
        seed = field(
            self._digits,
            self._choose_seed,
            hint=_("Number"),
            tooltip=text,
            allowed=lambda letter: letter.isascii() and letter.isdigit(),
            longest=DIGITS,
            height=36,
        ).grow()
        text = _("Lay the course that belongs to this number")
        from_seed = button(_("From number"), self._take_seed, size=14, tooltip=text, height=36)
        text = _("Draw a number and lay its course")
        surprise = button(_("Surprise me"), self._surprise, icon="dice", size=15, tooltip=text, height=36)
        return [
            label(_("Random course"), 13, tint=theme.colour("text-dim")),
            row(boards.kept(self, "boards"), difficulty),
            row(seed.kept(self, "seed"), from_seed.kept(self, "from_seed")),
            surprise.kept(self, "surprise"),
        ]

    def _choose_boards(self, count: int) -> None:
        self.wish = replace(self.wish, boards=count)

    def _choose_difficulty(self, difficulty: int) -> None:
        self.wish = replace(self.wish, difficulty=difficulty)

    def _choose_seed(self, digits: str) -> None:
        self._digits = digits
        self.wish = replace(self.wish, seed=int(digits or "0"))

    def _take_seed(self) -> None:
        if self._digits:
            self._draw()
        else:
            self._surprise()

    def _surprise(self) -> None:
        self.seed.set(str(self._lot.randrange(SEEDS)))
        self._draw()
