"""The list of lessons of the tutorial, below the story of the game (CLI-108)."""

from collections.abc import Callable, Sequence

import arcade

from roborally.base.translation import _
from roborally.plugin import text
from roborally.scenario.lessons import Lesson
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widgets import Button, ListBox

AREA = Rect((WIDTH - 600) / 2, (HEIGHT - 620) / 2, 600, 620)
STORY = text(
    "The near future. A factory that runs day and night is looking for its next robot, and nobody there trusts"
    " brochures. So the candidates are tested live on air, among running belts, presses and lasers. One of them obeys"
    " you. The first to tick off all checkpoints goes into production; the others go for scrap, and the press at the"
    " end of the hall is warm already."
)
"""The setting and story of the game (CLI-108)."""


class LessonList(Screen):
    """Selects a lesson; `begin(lesson)` opens it, `leave` returns to the main menu."""

    def __init__(
        self,
        app: App,
        lessons: Sequence[Lesson],
        done: set[str],
        begin: Callable[[Lesson], None],
        leave: Callable[[], None],
    ) -> None:
        """List the lessons, and mark the completed ones."""
        super().__init__(app)
        self._lessons = lessons
        self._begin = begin
        self._leave = leave
        layer = self.layer
        layer.backdrop()
        layer.frame("panel", AREA)
        layer.heading(_("Tutorial"), AREA.x + 28, AREA.top - 38, 24, tint=theme.colour("accent"))
        told = _("Five short lessons, one turn each: program your robot and see what happens.")
        story = self._write(_(STORY), AREA.top - 64, "text")
        self._write(told, AREA.top - 64 - story - 14, "text-dim")
        spot = Rect(AREA.x + 24, AREA.y + 84, AREA.width - 48, 6 * 2 + len(lessons) * ListBox.ROW)
        entries = [
            (f"{number}  {_(lesson.title)}", _("Done") if lesson.id in done else _("Not done yet"))
            for number, lesson in enumerate(lessons, 1)
        ]
        self.list: ListBox = self.controls.add(ListBox(layer, spot, entries, lambda index: None))
        for number, lesson in enumerate(lessons):
            if lesson.id in done:
                y = spot.top - 6 - (number + 0.5) * ListBox.ROW
                layer.sprite(pictures.icon("checkmark", 32), spot.right - 40, y, 22, tint=theme.colour("good"))
        self.list.choose(next((at for at, lesson in enumerate(lessons) if lesson.id not in done), 0))
        spot = Rect(AREA.x + 24, AREA.y + 22, 150, 46)
        self.controls.add(Button(layer, spot, _("Back"), leave, icon="arrow-left"))
        spot = Rect(AREA.right - 204, AREA.y + 22, 180, 46)
        self.controls.add(Button(layer, spot, _("Begin"), self.begin, icon="play", accent=True))

    def _write(self, told: str, top: float, shade: str) -> float:
        """Write a wrapped text and return its height."""
        width, tint = AREA.width - 56, theme.colour(shade)
        label = self.layer.label(told, AREA.x + 28, top, width=width, wrap=True, anchor_y="top", tint=tint)
        return label.shown_size[1]

    def begin(self) -> None:
        """Start the selected lesson."""
        self._begin(self._lessons[self.list.at])

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter starts, the arrows select."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus in (None, self.list):
            self.begin()
        elif symbol in (keys.UP, keys.DOWN) and self.controls.focus in (None, self.list):
            self.list.step(1 if symbol == keys.DOWN else -1)
        else:
            super().key(symbol, modifiers)

    def escape(self) -> None:
        """Return to the main menu."""
        self._leave()
