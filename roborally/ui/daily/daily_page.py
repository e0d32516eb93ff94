"""The page of the daily course: the course of a day, the results, and a line for friends (CLI-2082, CLI-2083)."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

import arcade

from roborally.base.dates import told_date
from roborally.base.translation import _, plugin_text
from roborally.bots.registry import bot_level
from roborally.daily.course_of_day import DailyCourse
from roborally.daily.result import line, told
from roborally.narration.words import Words
from roborally.plugin_system.loader import Catalogue
from roborally.profile.daily import DailyResult, streak
from roborally.ui.board.course_preview import CoursePreview
from roborally.ui.setup.quick_match import models_of
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widgets import Button, ListBox

AREA = Rect((WIDTH - 1160) / 2, (HEIGHT - 680) / 2, 1160, 680)
PREVIEW = Rect(AREA.x + 24, AREA.y + 150, 440, 400)
COLUMN = Rect(PREVIEW.right + 24, PREVIEW.y, 330, PREVIEW.height)
"""What is told of the course, between its picture and the list of days."""
DAYS = Rect(COLUMN.right + 20, PREVIEW.y, AREA.right - 24 - COLUMN.right - 20, PREVIEW.height)
LINE = Rect(AREA.x + 24, AREA.y + 88, AREA.width - 48, 46)
COPY = 190.0
"""The width of the button beside the line."""


class DailyPage(Screen):
    """Shows the courses of some `days`, the newest first, which is today; `play(course)` starts one."""

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        days: Sequence[DailyCourse],
        results: Mapping[str, DailyResult],
        play: Callable[[DailyCourse], None],
        leave: Callable[[], None],
    ) -> None:
        """Show today's course."""
        super().__init__(app)
        self._catalogue = catalogue
        self._words = Words(catalogue.plugins.values())
        self._days = days
        self._results = results
        self._play = play
        self._leave = leave
        self.preview = CoursePreview(app, self.space, catalogue, PREVIEW.inset(8))
        self.parts.append(self.preview)
        self.at = 0
        self._build()

    @property
    def shown(self) -> DailyCourse:
        """The course that is shown."""
        return self._days[self.at]

    @property
    def today(self) -> date:
        """The day that it is."""
        return self._days[0].day

    @property
    def edition(self) -> str:
        """The mode of the course that is shown."""
        return self.shown.config.match.mode

    @property
    def result(self) -> DailyResult | None:
        """The result on the course that is shown, if it has been finished."""
        found = self._results.get(self.shown.day.isoformat())
        return found if found is not None and found.finished else None

    def _build(self) -> None:
        self.clear()
        layer = self.layer
        layer.backdrop()
        layer.frame("panel", AREA)
        layer.heading(_("Daily course"), AREA.x + 28, AREA.top - 40, 26, tint=theme.colour("accent"), width=500)
        told = _("The same for everybody: course, robots, bots and cards follow from the date.")
        layer.label(told, AREA.x + 28, AREA.top - 70, size=14, tint=theme.colour("text-dim"), width=700)
        self._tell_streak()
        self._tell_course()
        layer.frame("panel-inset", PREVIEW)
        self.preview.choose(self.shown.course)
        entries = [self._entry(course) for course in self._days]
        self.list: ListBox = self.controls.add(ListBox(layer, DAYS, entries, self._choose, size=12))
        self.list.at = self.at
        self.list.refresh()
        self._lay_out_line()
        spot = Rect(AREA.x + 24, AREA.y + 24, 150, 46)
        self.controls.add(Button(layer, spot, _("Back"), self._leave, icon="arrow-left"))
        spot = Rect(AREA.right - 264, AREA.y + 24, 240, 46)
        again = _("Play again") if self.result is not None else _("Play")
        tooltip = _("Only the first result of a day counts") if self.result is not None else ""
        self.controls.add(Button(layer, spot, again, self.play, icon="play", accent=True, tooltip=tooltip))

    def _tell_streak(self) -> None:
        """Tell for how many days in a row the course has been finished."""
        days = streak(self._results, self.today)
        if not days:
            return
        told = _("1 day in a row") if days == 1 else _("{count} days in a row").format(count=days)
        x, y = AREA.right - 28, AREA.top - 40
        self.layer.heading(told, x, y, 20, tint=theme.colour("accent"), anchor_x="right", width=400)

    def _tell_course(self) -> None:
        """Tell what is played on the course that is shown, and by whom."""
        layer, course, dim = self.layer, self.shown, theme.colour("text-dim")
        mode = self._catalogue.get(self.edition)
        layer.heading(course.course.title, PREVIEW.x + 4, PREVIEW.top + 20, 20, width=PREVIEW.width - 8)
        day = told_date(course.day)
        layer.heading(
            day if self.at else _("Today, {day}").format(day=day), COLUMN.x, PREVIEW.top + 20, 18, width=COLUMN.width
        )
        models = models_of(self._catalogue, self.edition)
        seats = course.config.seats
        robots = [self._words.translated(models[seat.robot].title) if seat.robot else "" for seat in seats]
        lines = [(_("Rules"), plugin_text(mode.folder, mode.manifest.title))]
        lines += [(_("Your robot"), robots[0])] if robots[0] else []
        for seat, robot in zip(seats[1:], robots[1:], strict=True):
            level = bot_level(seat.controller.partition(":")[0], self._catalogue)
            lines.append((seat.name, f"{robot}, {level}" if robot else level))
        lines.append((_("Your result"), self._result_told()))
        y = COLUMN.top - 12
        for title, text in lines:
            layer.label(title, COLUMN.x, y, size=12, tint=dim, width=COLUMN.width)
            layer.label(text, COLUMN.x, y - 21, size=15, width=COLUMN.width)
            y -= 52

    def _result_told(self) -> str:
        if self.result is not None:
            return told(self.result)
        return _("Begun, not finished") if self.shown.day.isoformat() in self._results else _("Not played yet")

    def _entry(self, course: DailyCourse) -> tuple[str, str]:
        """Return the two lines of a day in the list."""
        day = told_date(course.day)
        result = self._results.get(course.day.isoformat())
        state = told(result) if result is not None and result.finished else _("Not played yet")
        return f"{_('Today') if course.day == self.today else day} · {course.course.title}", state

    def _lay_out_line(self) -> None:
        """Show the line for friends, and a button that copies it."""
        layer = self.layer
        layer.frame("panel-inset", LINE._replace(width=LINE.width - COPY - 10))
        self.line = line(self.result, self.shown.course.title) if self.result is not None else ""
        text = self.line or _("Finish this course to get a line that you can send to friends.")
        tint = theme.colour("text" if self.line else "text-dim")
        layer.label(text, LINE.x + 14, LINE.centre[1], size=13, tint=tint, width=LINE.width - COPY - 38)
        spot = Rect(LINE.right - COPY, LINE.y, COPY, LINE.height)
        self.copier: Button = self.controls.add(Button(layer, spot, _("Copy line"), self.copy, icon="save", size=14))
        self.copier.tooltip = _("Compare its end with that of your friends: it tells which rules were played")
        self.copier.enable(bool(self.line))

    def copy(self) -> None:
        """Put the line into the clipboard, and say so on the button."""
        try:
            self.app.set_clipboard_text(self.line)
        except Exception:  # pyglet passes on any error of the window system
            self.copier.text = _("It could not be copied")
        else:
            self.copier.text = _("Copied")

    def _choose(self, at: int) -> None:
        """Show another day; the keyboard stays on the list if it was there."""
        focused = self.controls.focus is self.list
        self.at = at
        self._build()
        if focused:
            self.controls.set_focus(self.list)

    def play(self) -> None:
        """Start the course that is shown."""
        self._play(self.shown)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter plays, up and down select a day."""
        keys = arcade.key
        if self.controls.focus not in (None, self.list):
            super().key(symbol, modifiers)
        elif symbol in (keys.ENTER, keys.NUM_ENTER):
            self.play()
        elif symbol in (keys.UP, keys.DOWN):
            self.list.step(1 if symbol == keys.DOWN else -1)
        else:
            super().key(symbol, modifiers)

    def focus_first(self) -> bool:
        """Give the list of days the focus."""
        if self.controls.focus is None:
            self.controls.set_focus(self.list)
        return True

    def escape(self) -> None:
        """Return to the menu."""
        self._leave()
