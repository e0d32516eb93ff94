"""The lessons of the tutorial, by edition (CLI-1502), below the story of the edition (CLI-108)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import arcade

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.game.scenario.lessons import Lesson
from roborally.plugin import text
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.lists import ListBox
from roborally.ui.toolkit.sheet import SNUG, panel_on
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

WIDEST = 1100.0
"""The largest width of the panel."""
MARGIN = 16
"""The smallest space around it, and beside it in a window narrower than a tall page."""
EDITIONS = 0.32
"""The share of the width for the list of editions, at the left."""
GAP = 16
"""The space between the lists."""
NARROW_LINES = 2
"""The lines below a lesson's title in a window narrower than a tall page."""
STORY = text(
    "The near future. A factory with a rigid quality control tests its new robots live, in the great hall, among"
    " running belts, presses and lasers. A small job is waiting at every checkpoint. One of the robots obeys you. The"
    " first with all its jobs done goes into production; the others are scrapped, and the press is warm already."
)
"""The setting and story of the modes without an opening of their own (CLI-108)."""


class LessonBox(ListBox):
    """The lessons, each completed one with a mark."""

    def __init__(
        self, layer: Layer, rect: Rect, entries: Sequence[tuple[str, str]], done: Sequence[bool], lines: int
    ) -> None:
        """Show the entries; `done` says for each whether it has a mark, `lines` is the largest number per title."""
        self._done = done
        self._marks: list[arcade.Sprite] = []
        super().__init__(layer, rect, entries, lambda index: None, lines=lines)
        for row in range(len(self._rows)):
            y = rect.top - 6 - (row + 0.5) * self.pitch
            icon = pictures.icon("checkmark", 32)
            self._marks.append(layer.sprite(icon, rect.right - 40, y, 22, tint=theme.colour("good")))
        self.refresh()

    def refresh(self) -> None:
        """Show the visible part of the list."""
        super().refresh()
        for row, mark in enumerate(self._marks):
            mark.visible = self._done[self.first + row]


@dataclass(frozen=True)
class Edition:
    """The lessons of a mode, with its id, title and story; or unusable files, each with its reason."""

    mode: str
    title: str
    story: str
    lessons: Sequence[Lesson]
    damaged: Sequence[tuple[Path, Message]] = ()


class LessonList(Screen):
    """Selects an edition and a lesson; `begin(lesson)` opens it, `leave` returns to the previous page."""

    def __init__(
        self,
        app: App,
        editions: Sequence[Edition],
        shown: str,
        done: set[str],
        begin: Callable[[Lesson], None],
        leave: Callable[[], None],
    ) -> None:
        """List the lessons of the mode `shown`, and mark the completed ones."""
        super().__init__(app)
        self._editions = editions
        self._done = done
        self._begin = begin
        self._leave = leave
        self._build(next((at for at, edition in enumerate(editions) if edition.mode == shown and edition.lessons), 0))

    def _build(self, at: int) -> None:
        """Show the lessons of an edition."""
        self.clear()
        layer, edition, area = self.layer, self._editions[at], self.area
        layer.backdrop()
        layer.frame("panel", area)
        layer.heading(_("Tutorial"), area.x + 28, area.top - 38, 24, tint=theme.colour("accent"))
        text = _("Short lessons for every edition: program your robot and see what happens.")
        top = area.top - 64
        top -= self._write(edition.story, top, "text") + 14
        top -= self._write(text, top, "text-dim") + 8
        room = Rect(area.x + 24, area.y + 84, area.width - 48, top - area.y - 84)
        spot, below = self._share(room)
        editions = [(entry.title, self._count(entry)) for entry in self._editions]
        self.editions: ListBox = self.controls.add(ListBox(layer, spot, editions, self._choose))
        self.editions.at = at
        self.editions.refresh()
        entries = [self._entry(number, lesson) for number, lesson in enumerate(edition.lessons, 1)]
        entries += [(path.name, _("Cannot be used")) for path, _reason in edition.damaged]
        marked = [*(lesson.id in self._done for lesson in edition.lessons), *(False for _entry in edition.damaged)]
        lines = NARROW_LINES if self.fitting_sheet.width < SNUG else 1
        self.list: ListBox = self.controls.add(LessonBox(layer, below, entries, marked, lines))
        undone = (number for number, lesson in enumerate(edition.lessons) if lesson.id not in self._done)
        self.list.choose(next(undone, 0))
        spot = Rect(area.x + 24, area.y + 22, 150, 46)
        self.controls.add(Button(layer, spot, _("Back"), self._leave, icon="arrow-left"))
        spot = Rect(area.right - 204, area.y + 22, 180, 46)
        self.controls.add(Button(layer, spot, _("Begin"), self.begin, icon="play", accent=True))

    @property
    def area(self) -> Rect:
        """The rectangle of the panel."""
        panel = panel_on(self.fitting_sheet, MARGIN)
        width = min(WIDEST, panel.width)
        return panel._replace(x=panel.centre[0] - width / 2, width=width)

    def _share(self, room: Rect) -> tuple[Rect, Rect]:
        """Return the rectangles of the editions and of the lessons: side by side, or stacked on a tall page."""
        if self.is_tall:
            high = min(0.45 * room.height, 12 + len(self._editions) * ListBox.ROW)
            editions = Rect(room.x, room.top - high, room.width, high)
            return editions, room._replace(height=room.height - high - GAP)
        editions = room._replace(width=round(EDITIONS * room.width))
        x = editions.right + GAP
        return editions, Rect(x, room.y, room.right - x, room.height)

    def rebuild(self) -> None:
        """Lay the page out again, with the same edition and lesson."""
        editions, lessons = self.editions, self.list
        self._build(editions.at)
        self.editions.follow(editions)
        self.list.follow(lessons)

    def _choose(self, at: int) -> None:
        """Show another edition; the list of editions keeps the keyboard focus if it had it."""
        before, focus = self.editions, self.controls.focus
        self._build(at)
        if focus is not None:
            self.controls.set_focus(self.editions if focus is before else self.list)

    def _write(self, text: str, top: float, shade: str) -> float:
        """Write a wrapped text and return its height."""
        width, tint = self.area.width - 56, theme.colour(shade)
        label = self.layer.label(text, self.area.x + 28, top, width=width, wrap=True, anchor_y="top", tint=tint)
        return label.shown_size[1]

    def _count(self, edition: Edition) -> str:
        """Return the lower line of an edition."""
        if edition.damaged:
            return ""
        done = sum(lesson.id in self._done for lesson in edition.lessons)
        return _("{done} of {count} done").format(done=done, count=len(edition.lessons))

    def _entry(self, number: int, lesson: Lesson) -> tuple[str, str]:
        """Return the two lines of a lesson; the lower one names a plugin that adds it to another plugin's edition."""
        state = _("Done") if lesson.id in self._done else _("Not done yet")
        if lesson.plugin is not None and lesson.plugin.id != lesson.mode:
            state = f"{lesson.text(lesson.plugin.manifest.title)} · {state}"
        return f"{number}  {lesson.text(lesson.title)}", state

    def begin(self) -> None:
        """Start the selected lesson, or say why it cannot be used."""
        edition = self._editions[self.editions.at]
        if self.list.at < len(edition.lessons):
            self._begin(edition.lessons[self.list.at])
        else:
            _path, reason = edition.damaged[self.list.at - len(edition.lessons)]
            message(self.app, _("This lesson cannot be used"), reason)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter starts, up and down select a lesson, left and right an edition."""
        keys = arcade.key
        if self.controls.focus not in (None, self.list):
            super().key(symbol, modifiers)
        elif symbol in (keys.ENTER, keys.NUM_ENTER):
            self.begin()
        elif symbol in (keys.UP, keys.DOWN):
            self.list.step(1 if symbol == keys.DOWN else -1)
        elif symbol in (keys.LEFT, keys.RIGHT):
            self.editions.step(1 if symbol == keys.RIGHT else -1)
        else:
            super().key(symbol, modifiers)

    def focus_first(self) -> bool:
        """Focus the list of lessons."""
        if self.controls.focus is None:
            self.controls.set_focus(self.list)
        return True

    def escape(self) -> None:
        """Return to the previous page."""
        self._leave()
