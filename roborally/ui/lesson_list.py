"""The list of lessons of the tutorial."""

from collections.abc import Callable, Sequence

import arcade
from arcade.types import Color

from roborally.lessons import Lesson
from roborally.texts import _
from roborally.ui import pictures, theme
from roborally.ui.app import App, Screen
from roborally.ui.theme import HEIGHT, WIDTH, Rect
from roborally.ui.widgets import Button, ListBox

AREA = Rect((WIDTH - 560) / 2, (HEIGHT - 450) / 2, 560, 450)


class LessonList(Screen):
    """Chooses a lesson; `begin(lesson)` opens it, `leave` goes back to the main menu."""

    def __init__(
        self,
        app: App,
        lessons: Sequence[Lesson],
        done: set[str],
        begin: Callable[[Lesson], None],
        leave: Callable[[], None],
    ) -> None:
        """List the lessons, and mark those that are done."""
        super().__init__(app)
        self._lessons = lessons
        self._begin = begin
        self._leave = leave
        layer = self.layer
        backdrop = layer.sprite(pictures.picture(theme.asset("ui", "title.png")), WIDTH / 2, HEIGHT / 2, WIDTH)
        backdrop.color = Color(90, 90, 100)
        layer.panel("panel", AREA)
        layer.heading(_("Tutorial"), AREA.x + 28, AREA.top - 38, 24, tint=theme.colour("accent"))
        told = _("Five short lessons, one turn each: program your robot and see what happens.")
        layer.label(
            told,
            AREA.x + 28,
            AREA.top - 62,
            width=AREA.width - 56,
            wrap=True,
            anchor_y="top",
            tint=theme.colour("text-dim"),
        )
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

    def begin(self) -> None:
        """Begin the lesson that is chosen."""
        self._begin(self._lessons[self.list.at])

    def key(self, symbol: int, modifiers: int) -> None:
        """Enter begins, the arrows choose."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus in (None, self.list):
            self.begin()
        elif symbol in (keys.UP, keys.DOWN) and self.controls.focus in (None, self.list):
            self.list.step(1 if symbol == keys.DOWN else -1)
        else:
            super().key(symbol, modifiers)

    def escape(self) -> None:
        """Go back to the main menu."""
        self._leave()
