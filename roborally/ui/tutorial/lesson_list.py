"""The list of lessons of the tutorial, below the story of the game (CLI-108)."""

from collections.abc import Callable, Sequence
from pathlib import Path

import arcade

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.plugin import text
from roborally.scenario.lessons import Lesson
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widgets import Button, ListBox

AREA = Rect((WIDTH - 600) / 2, (HEIGHT - 620) / 2, 600, 620)
STORY = text(
    "The near future. A factory with a rigid quality control tests its new robots live, in the great hall, among"
    " running belts, presses and lasers. A small job is waiting at every checkpoint. One of the robots obeys you. The"
    " first with all its jobs done goes into production; the others are scrapped, and the press is warm already."
)
"""The setting and story of the game (CLI-108)."""


class LessonBox(ListBox):
    """The lessons with a mark at each that is done."""

    def __init__(self, layer: Layer, rect: Rect, entries: Sequence[tuple[str, str]], done: Sequence[bool]) -> None:
        """Show the entries; `done` tells for each whether it has a mark."""
        self._done = done
        self._marks: list[arcade.Sprite] = []
        super().__init__(layer, rect, entries, lambda index: None)
        for row in range(min(len(entries), int((rect.height - 12) // self.ROW))):
            y = rect.top - 6 - (row + 0.5) * self.ROW
            icon = pictures.icon("checkmark", 32)
            self._marks.append(layer.sprite(icon, rect.right - 40, y, 22, tint=theme.colour("good")))
        self.refresh()

    def refresh(self) -> None:
        """Show the visible part of the list."""
        super().refresh()
        for row, mark in enumerate(self._marks):
            mark.visible = self._done[self.first + row]


class LessonList(Screen):
    """Selects a lesson; `begin(lesson)` opens it, `leave` returns to the main menu.

    `damaged` are files that cannot be used, each with its reason.
    """

    def __init__(
        self,
        app: App,
        lessons: Sequence[Lesson],
        damaged: Sequence[tuple[Path, Message]],
        done: set[str],
        begin: Callable[[Lesson], None],
        leave: Callable[[], None],
    ) -> None:
        """List the lessons, and mark the completed ones."""
        super().__init__(app)
        self._lessons = lessons
        self._damaged = damaged
        self._begin = begin
        self._leave = leave
        layer = self.layer
        layer.backdrop()
        layer.frame("panel", AREA)
        layer.heading(_("Tutorial"), AREA.x + 28, AREA.top - 38, 24, tint=theme.colour("accent"))
        told = _("Short lessons, one turn each: program your robot and see what happens.")
        top = AREA.top - 64
        top -= self._write(_(STORY), top, "text") + 14
        top -= self._write(told, top, "text-dim") + 8
        entries = [self._entry(number, lesson, done) for number, lesson in enumerate(lessons, 1)]
        entries += [(path.name, _("Cannot be used")) for path, _reason in damaged]
        rows = min(len(entries), int((top - AREA.y - 84 - 12) // ListBox.ROW))
        spot = Rect(AREA.x + 24, AREA.y + 84, AREA.width - 48, 6 * 2 + rows * ListBox.ROW)
        marked = [*(lesson.id in done for lesson in lessons), *(False for _entry in damaged)]
        self.list: ListBox = self.controls.add(LessonBox(layer, spot, entries, marked))
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

    def _entry(self, number: int, lesson: Lesson, done: set[str]) -> tuple[str, str]:
        """Return the two lines of a lesson; the lower one also names the plugin that brings it."""
        state = _("Done") if lesson.id in done else _("Not done yet")
        if lesson.plugin is not None:
            state = f"{lesson.text(lesson.plugin.manifest.title)} · {state}"
        return f"{number}  {lesson.text(lesson.title)}", state

    def begin(self) -> None:
        """Start the selected lesson, or tell why it cannot be used."""
        if self.list.at < len(self._lessons):
            self._begin(self._lessons[self.list.at])
        else:
            _path, reason = self._damaged[self.list.at - len(self._lessons)]
            message(self.app, _("This lesson cannot be used"), reason)

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
