"""The page of the daily course: courses of some days, their results, and a line for friends (CLI-2082, CLI-2083)."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path

from roborally.base.dates import date_text
from roborally.base.translation import _, plugin_text
from roborally.bots.registry import bot_level
from roborally.features.daily.course_of_day import DailyCourse
from roborally.features.daily.result import line
from roborally.features.daily.result import text as result_text
from roborally.features.daily.results_file import DailyResult, streak
from roborally.game.factory import robot_models
from roborally.narration.words import Words
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.course_preview import CoursePreview
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.input.clipboard import copied
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space
from roborally.ui.toolkit.layout.leaves import button, framed, heading, here, label, list_box
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage

GAP = 22.0
"""The space between the columns of the page, in design units."""


class DailyPage(TreePage):
    """Shows the courses of `days`, today's first; the player may start the one `selected` by its place.

    `results` are by ISO date, `kept` are files of matches that `go_on(path)` continues. `play(course)` starts a course,
    `learn(mode)` opens the lessons of an edition.
    """

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        days: Sequence[DailyCourse],
        results: Mapping[str, DailyResult],
        kept: Mapping[date, Path],
        play: Callable[[DailyCourse], None],
        go_on: Callable[[Path], None],
        leave: Callable[[], None],
        learn: Callable[[str], None],
        selected: int = 0,
    ) -> None:
        super().__init__(app, leave)
        self._catalogue = catalogue
        self._words = Words(catalogue.plugins.values())
        self._days = days
        self._results = results
        self._kept = kept
        self._play = play
        self._go_on = go_on
        self._learn = learn
        self.preview = CoursePreview(app, self.space, catalogue)
        self.parts.append(self.preview)
        self.selected = selected
        self.rebuild()

    @property
    def shown(self) -> DailyCourse:
        """The selected course."""
        return self._days[self.selected]

    @property
    def today(self) -> date:
        """The day of the first course, which is today."""
        return self._days[0].day

    @property
    def edition(self) -> str:
        """The mode of the selected course."""
        return self.shown.config.match.mode

    @property
    def result(self) -> DailyResult | None:
        """The result on the selected course, `None` if it has not been finished."""
        found = self._results.get(self.shown.day.isoformat())
        return found if found is not None and found.finished else None

    def tree(self) -> Node:
        """Return picture, text and list side by side or below each other, and the line for friends."""
        help_text = _("The same for everybody: course, robots, bots and cards follow from the date.")
        counts = _(
            "Play as often as you like: place and turns of the first match that you finish count. "
            "Nothing is sent; the line below is for comparing with friends."
        )
        entries, mode = [self._entry(course) for course in self._days], self._catalogue.get(self.edition)
        self._list = list_box(entries, self._choose, at=self.selected, size=12).named("days")
        kept = self.shown.day in self._kept
        again = _("Play again") if self.result is not None else _("Start anew") if kept else _("Play")
        tooltip = _("Only the first result of a day counts") if self.result is not None else ""
        play = button(again, self.begin, icon="undo" if kept else "play", accent=not kept, tooltip=tooltip, height=46)
        go_on = button(_("Continue"), self.act, icon="play", accent=True, height=46).wide(least=170) if kept else None
        hint = _("Short lessons for this edition")
        lessons = button(_("Lessons"), self.learn, icon="question", tooltip=hint, height=46).named("lessons")
        preview = framed("panel-inset", here(self.preview.take_place, Size(190, 400), Size(150, 300)).grow(), (8, 8))
        title, day = heading(self.shown.course.title, 20, tint=theme.colour("text"), wrap=True), self._day()
        picture, days = column(title, preview.grow()), self._list
        return column(
            row(heading(_("Daily course"), 26).grow(), self._streak()),
            label(f"{help_text} {counts}", 14, wrap=True, tint=theme.colour("text-dim")),
            label(f"{mode.title}: {plugin_text(mode.folder, mode.manifest.description)}", 14, wrap=True),
            fitting(
                lambda: row(picture.grow(4), column(day, self._details(1)).grow(3), days.grow(3), gap=GAP),
                lambda: row(column(title, day, preview.grow(), self._details(2)).grow(2), days.grow(), gap=GAP),
                lambda: column(title, day, preview.grow(), self._details(2), days.grow(), gap=10),
            ).grow(),
            self._friends(),
            fitting(
                lambda: row(self.back(), lessons, space(), play.wide(least=170), go_on),
                lambda: flow(self.back(), lessons, play, *filter(None, [go_on]), gap=10, equal=True),
            ),
            gap=12,
            pad=(24, 20),
        )

    def built(self) -> None:
        """Store the list and the button that copies the line, now that they are made, and show the course's picture."""
        self.list = self.main_list = self._list.made
        self.copier = self._copier.made
        self.copier.enable(bool(self.line))
        self.preview.choose(self.shown.course)

    def _streak(self) -> Node | None:
        days = streak(self._results, self.today)
        text = _("1 day in a row") if days == 1 else _("{count} days in a row").format(count=days)
        return heading(text, 18) if days else None

    def _day(self) -> Node:
        day = date_text(self.shown.day)
        text = day if self.selected else _("Today, {day}").format(day=day)
        return heading(text, 18, tint=theme.colour("text"), wrap=True)

    def _details(self, abreast: int) -> Node:
        """Return robots, bots and the result of the selected course, in `abreast` columns at most."""
        course = self.shown
        models = robot_models(self._catalogue.resolve([self.edition]))
        seats = course.config.seats
        robots = [self._words.translated(models[seat.robot].title) if seat.robot else "" for seat in seats]
        lines = [(_("Your robot"), robots[0])] if robots[0] else []
        for seat, robot in zip(seats[1:], robots[1:], strict=True):
            level = bot_level(seat.controller.partition(":")[0], self._catalogue)
            lines.append((seat.name, level if robot in seat.name else f"{robot}, {level}"))
        board, flags = course.course.board, course.course.checkpoints
        size = _("{size}, {flags} checkpoints") if flags > 1 else "{size}"
        lines.append((_("Course"), size.format(size=f"{board.width} × {board.height}", flags=flags)))
        lines.append((_("Your result"), self._result_text(course)))
        dim = theme.colour("text-dim")
        entries = (column(label(title, 12, tint=dim), label(text, wrap=True), gap=1) for title, text in lines)
        return flow(*entries, gap=GAP, below=8, equal=True, most=abreast)

    def _friends(self) -> Node:
        self.line = line(self.result, self.shown.course.title) if self.result is not None else ""
        text = self.line or _("Finish this course to get a line that you can send to friends.")
        tint = theme.colour("text" if self.line else "text-dim")
        help_text = _(
            "A sign for each turn: + a goal, ↑ nearer, ↓ farther, – neither, × destroyed. "
            "The code at the end stands for the rules."
        )
        self._copier = button(_("Copy line"), self.copy, icon="save", size=14, tooltip=help_text, height=44)
        self._copier.wide(least=200)  # other captions follow
        shown = framed("panel-inset", label(text, 13, wrap=True, tint=tint))
        return fitting(lambda: row(shown.grow(), self._copier), lambda: column(shown, self._copier.at("start")))

    def _result_text(self, course: DailyCourse) -> str:
        result = self._results.get(course.day.isoformat())
        if result is None:
            return _("Not played yet")
        return _as_sentence(result_text(result)) if result.finished else _("Begun, not finished")

    def _entry(self, course: DailyCourse) -> tuple[str, str]:
        day = _("Today") if course.day == self.today else date_text(course.day)
        return f"{day} · {course.course.title}", self._result_text(course)

    def copy(self) -> None:
        """Copy the line for friends to the clipboard, and confirm it on the button."""
        self.copier.text = copied(self.line)

    def _choose(self, at: int) -> None:
        self.selected = at
        self.rebuild()

    def learn(self) -> None:
        """Open the lessons of the selected course's edition."""
        self._learn(self.edition)

    def begin(self) -> None:
        """Start the selected course."""
        self._play(self.shown)

    def act(self) -> None:
        """Continue the kept match on the selected course, or start the course if there is none."""
        path = self._kept.get(self.shown.day)
        if path is None:
            self.begin()
        else:
            self._go_on(path)


def _as_sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
