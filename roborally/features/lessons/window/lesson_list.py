"""The page that lists the lessons of the tutorial by edition (CLI-1502), below the edition's story (CLI-108)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import arcade

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.game.scenario.lessons import Lesson
from roborally.plugin import text
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.lists import LINE, ListBox
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, fitting, row, space
from roborally.ui.toolkit.layout.leaves import button, heading, label, list_box, widget
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.theme import Rect

STORY = text(
    "The near future. A factory with a rigid quality control tests its new robots live, in the great hall, among"
    " running belts, presses and lasers. A small job is waiting at every checkpoint. One of the robots obeys you. The"
    " first with all its jobs done goes into production; the others are scrapped, and the press is warm already."
)
"""The story above the lessons of a mode without an opening of its own (CLI-108)."""


class LessonBox(ListBox):
    """A list of lessons with a mark on each completed one."""

    def __init__(
        self, layer: Layer, rect: Rect, entries: Sequence[tuple[str, str]], done: Sequence[bool], lines: int
    ) -> None:
        """Show pairs of texts; `done` says which get a mark, the second text of a pair takes up to `lines` lines."""
        self._done = done
        self._marks: list[arcade.Sprite] = []
        super().__init__(layer, rect, entries, lambda index: None, lines=lines)
        for number in range(len(self._rows)):
            y = rect.top - 6 - (number + 0.5) * self.pitch
            icon = pictures.icon("checkmark", 32)
            self._marks.append(layer.sprite(icon, rect.right - 40, y, 22, tint=theme.colour("good")))
        self.refresh()

    def refresh(self) -> None:
        """Show the visible part of the list."""
        super().refresh()
        for number, mark in enumerate(self._marks):
            mark.visible = self._done[self.first + number]


@dataclass(frozen=True)
class Edition:
    """The lessons of one mode: its id, title, story and lessons; or the unusable files, each with its error."""

    mode: str
    title: str
    story: str
    lessons: Sequence[Lesson]
    damaged: Sequence[tuple[Path, Message]] = ()


class LessonList(TreePage):
    """Offers editions and their lessons; `begin(lesson)` starts one, `leave()` returns to the previous page."""

    def __init__(
        self,
        app: App,
        editions: Sequence[Edition],
        shown: str,
        done: set[str],
        begin: Callable[[Lesson], None],
        leave: Callable[[], None],
    ) -> None:
        """List the lessons of the mode `shown`; `done` has the ids of the completed ones."""
        super().__init__(app, leave)
        self._editions = editions
        self._done = done
        self._begin = begin
        self._shown = next((at for at, each in enumerate(editions) if each.mode == shown and each.lessons), 0)
        self._lesson: int | None = None
        """The index of the selected lesson; `None` selects the first that is not completed."""
        self.rebuild()

    def tree(self) -> Node:
        """Return the story of the edition, and the lists of editions and lessons, side by side or below each other."""
        edition = self._editions[self._shown]
        help_text = _("Short lessons for every edition: program your robot and see what happens.")
        editions = [(entry.title, self._count(entry)) for entry in self._editions]
        self._left = list_box(editions, self._choose, at=self._shown, least=2).named("editions")
        self._right = self._lessons(edition).named(f"lessons {edition.mode}")
        begin = button(_("Begin"), self.act, icon="play", accent=True, height=46).wide(least=170)
        return column(
            heading(_("Tutorial"), 24),
            label(edition.story, wrap=True),
            label(help_text, wrap=True, tint=theme.colour("text-dim")),
            fitting(
                lambda: row(self._left.grow(), self._right.grow(2), gap=16).wide(least=600),
                lambda: column(self._left, self._right.grow(), gap=16),
            ).grow(),
            row(self.back(), space(), begin),
            gap=12,
            pad=(24, 18),
        )

    def _lessons(self, edition: Edition) -> Leaf[LessonBox]:
        entries = [self._entry(number, lesson) for number, lesson in enumerate(edition.lessons, 1)]
        entries += [(path.name, _("Cannot be used")) for path, _reason in edition.damaged]
        marked = [*(lesson.id in self._done for lesson in edition.lessons), *(False for _entry in edition.damaged)]
        height = Size(3 * (ListBox.ROW + LINE) + 12, 6 * (ListBox.ROW + LINE) + 12)
        made = widget(LessonBox, entries, marked, 2, width=Size(180, 300), height=height)
        return made.at("stretch")

    def built(self) -> None:
        """Store the lists, now that they are made, and select a lesson."""
        self.editions, self.list = self._left.made, self._right.made
        self.main_list = self.list
        lessons = self._editions[self._shown].lessons
        undone = next((number for number, lesson in enumerate(lessons) if lesson.id not in self._done), 0)
        self.list.choose(undone if self._lesson is None else self._lesson)

    def rebuild(self) -> None:
        """Build the page again with the same lesson selected."""
        if self.main_list is not None:
            self._lesson = self.main_list.at
        super().rebuild()

    def _choose(self, at: int) -> None:
        self._shown, self._lesson, self.main_list = at, None, None
        self.rebuild()

    def _count(self, edition: Edition) -> str:
        """Return the lower line of an edition in the list: how many lessons are done, empty for unusable files."""
        if edition.damaged:
            return ""
        done = sum(lesson.id in self._done for lesson in edition.lessons)
        return _("{done} of {count} done").format(done=done, count=len(edition.lessons))

    def _entry(self, number: int, lesson: Lesson) -> tuple[str, str]:
        """Return the two lines of a lesson; the lower names its plugin if that is another than the mode."""
        state = _("Done") if lesson.id in self._done else _("Not done yet")
        if lesson.plugin is not None and lesson.plugin.id != lesson.mode:
            state = f"{lesson.text(lesson.plugin.manifest.title)} · {state}"
        return f"{number}  {lesson.text(lesson.title)}", state

    def act(self) -> None:
        """Start the selected lesson, or show why its file is unusable."""
        edition = self._editions[self.editions.at]
        if self.list.at < len(edition.lessons):
            self._begin(edition.lessons[self.list.at])
        else:
            _path, reason = edition.damaged[self.list.at - len(edition.lessons)]
            message(self.app, _("This lesson cannot be used"), reason)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: left and right select an edition, unless a control other than the lessons has the focus."""
        keys = arcade.key
        if symbol in (keys.LEFT, keys.RIGHT) and self.controls.focus in (None, self.list):
            self.editions.step(1 if symbol == keys.RIGHT else -1)
        else:
            super().key(symbol, modifiers)
