"""The page of the daily course: the course of a day, the results, and a line for friends (CLI-2082, CLI-2083)."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

import arcade

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
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.lists import ListBox
from roborally.ui.toolkit.sheet import SNUG, panel_on
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

MARGIN, PADDING = 16.0, 24.0
"""The space around the panel, and inside it."""
TITLE, FEET = 130.0, 150.0
"""The heights of the texts above the picture of the course, and of the line and the buttons below."""
SECOND_LINE, OWN_ROW = 18.0, 30.0
"""On a narrow page: the heights of a second line of text above the picture, and of the row for the day."""
PART, COLUMN, WIDE_PART = 0.39, 0.3, 0.64
"""The shares of the width: of the picture, of the text beside it, and of both when stacked."""
DETAILS, LOW_DETAILS, SQUARISH = 392.0, 160.0, 2.1
"""The heights of a course's details below its picture, in one column and in two.

There are two columns where the panel's middle is narrower than `SQUARISH` times its height.
"""
GAP = 22.0
"""The space between the parts."""
ENTRY, BUTTON, COPY = 52.0, 46.0, 190.0
"""The heights of an entry's texts and of the line for friends; the width of the button that copies it."""
BACK, PLAY, BETWEEN = 150.0, 240.0, 10.0
"""The widths of the buttons below, and the space between them."""
NARROW_DETAILS, NARROW_DAYS = 212.0, 144.0
"""The heights of the details and of the list on a narrow page, where they are stacked."""


class DailyPage(Screen):
    """Shows the courses of `days`, newest first, beginning with today; `play(course)` starts one."""

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
        self._divide()
        self.preview = CoursePreview(app, self.space, catalogue, self._picture.inset(8))
        self.parts.append(self.preview)
        self.at = 0
        self.rebuild()

    @property
    def shown(self) -> DailyCourse:
        """The course that is shown."""
        return self._days[self.at]

    @property
    def today(self) -> date:
        """Today's date."""
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

    def _divide(self) -> None:
        """Divide the panel: picture, text and list side by side, or, in a tall panel, text below the picture."""
        self.panel = panel = panel_on(self.fitting_sheet, MARGIN)
        self._is_narrow = self.fitting_sheet.width < SNUG
        title = TITLE + SECOND_LINE + OWN_ROW if self._is_narrow else TITLE
        feet = FEET + BUTTON + BETWEEN if self._is_narrow else FEET
        body = Rect(panel.x + PADDING, panel.y + feet, panel.width - 2 * PADDING, panel.height - feet - title)
        if self._is_narrow:
            low = NARROW_DETAILS + NARROW_DAYS + 2 * GAP
            self._picture = body._replace(y=body.y + low, height=body.height - low)
            self._text = body._replace(y=body.y + NARROW_DAYS + GAP, height=NARROW_DETAILS)
            self._days_area = body._replace(height=NARROW_DAYS)
        elif self.is_tall:
            self._picture = body._replace(y=body.y + DETAILS + GAP, height=body.height - DETAILS - GAP)
            self._text = body._replace(width=(body.width - GAP) / 2, height=DETAILS)
            self._days_area = self._text._replace(x=self._text.right + GAP)
        elif body.width < SQUARISH * body.height:
            left = WIDE_PART * body.width
            self._picture = Rect(body.x, body.y + LOW_DETAILS + GAP, left, body.height - LOW_DETAILS - GAP)
            self._text = Rect(body.x, body.y, left, LOW_DETAILS)
            self._days_area = body._replace(x=body.x + left + GAP, width=body.width - left - GAP)
        else:
            self._picture = body._replace(width=PART * body.width)
            self._text = body._replace(x=self._picture.right + GAP, width=COLUMN * body.width - GAP)
            x = self._text.right + GAP
            self._days_area = body._replace(x=x, width=body.right - x)
        self._line_area = body._replace(y=body.y - FEET + 88, height=BUTTON)

    def rebuild(self) -> None:
        """Lay out the whole sheet."""
        before = getattr(self, "list", None)
        self.clear()
        self._divide()
        layer, panel, left = self.layer, self.panel, self._picture.x
        layer.backdrop()
        layer.frame("panel", panel)
        layer.heading(_("Daily course"), left + 4, panel.top - 40, 26, tint=theme.colour("accent"), width=380)
        text = _("The same for everybody: course, robots, bots and cards follow from the date.")
        wide = self._line_area.width - 4
        options: dict[str, Any] = {"size": 14, "tint": theme.colour("text-dim"), "width": wide}
        layer.label(text, left + 4, panel.top - 62, wrap=self._is_narrow, anchor_y="top", **options)
        self._show_streak()
        self._show_course()
        layer.frame("panel-inset", self._picture)
        self.preview.take_place(self._picture.inset(8))
        self.preview.choose(self.shown.course)
        entries = [self._entry(course) for course in self._days]
        self.list: ListBox = self.controls.add(ListBox(layer, self._days_area, entries, self._choose, size=12))
        if before is not None:
            self.list.follow(before)
        self._lay_out_line()
        y = panel.y + PADDING
        spot = Rect(left, y, BACK, BUTTON)
        self.controls.add(Button(layer, spot, _("Back"), self._leave, icon="arrow-left"))
        wide = min(PLAY, self._line_area.width - BACK - BETWEEN)
        spot = Rect(self._line_area.right - wide, y, wide, BUTTON)
        again = _("Play again") if self.result is not None else _("Play")
        tooltip = _("Only the first result of a day counts") if self.result is not None else ""
        self.controls.add(Button(layer, spot, again, self.play, icon="play", accent=True, tooltip=tooltip))

    def _show_streak(self) -> None:
        """Show for how many days in a row the course has been finished."""
        days = streak(self._results, self.today)
        if not days:
            return
        text = _("1 day in a row") if days == 1 else _("{count} days in a row").format(count=days)
        x, y = self._line_area.right - 4, self.panel.top - 40
        size = 15 if self._is_narrow else 20
        self.layer.heading(text, x, y, size, tint=theme.colour("accent"), anchor_x="right", width=240)

    def _show_course(self) -> None:
        """Show mode, seats and date of the displayed course."""
        layer, course, dim = self.layer, self.shown, theme.colour("text-dim")
        mode = self._catalogue.get(self.edition)
        picture, text = self._picture, self._text
        # If the text is below, the day is above the right half of the picture.
        is_below = text.top < picture.y
        day_x = picture.centre[0] + GAP / 2 if is_below else text.x
        y, width = picture.top + 20, min(picture.right, day_x) - picture.x - 12
        day_width = (picture.width - GAP) / 2 if is_below else text.width
        if self._is_narrow:
            day_x, width, day_width = picture.x + 4, picture.width - 8, picture.width - 8
        layer.heading(course.course.title, picture.x + 4, y + (OWN_ROW if self._is_narrow else 0), 20, width=width)
        day = date_text(course.day)
        day_text = day if self.at else _("Today, {day}").format(day=day)
        layer.heading(day_text, day_x, y, 18, width=day_width)
        models = robot_models(self._catalogue.resolve([self.edition]))
        seats = course.config.seats
        robots = [self._words.translated(models[seat.robot].title) if seat.robot else "" for seat in seats]
        lines = [(_("Rules"), plugin_text(mode.folder, mode.manifest.title))]
        lines += [(_("Your robot"), robots[0])] if robots[0] else []
        for seat, robot in zip(seats[1:], robots[1:], strict=True):
            level = bot_level(seat.controller.partition(":")[0], self._catalogue)
            lines.append((seat.name, f"{robot}, {level}" if robot else level))
        lines.append((_("Your result"), self._result_text(self.shown)))
        columns = 2 if is_below and (self._is_narrow or not self.is_tall) else 1
        alone = 1 if self._is_narrow else 0  # the result is longer than half a narrow page
        rows, width = -(-(len(lines) - alone) // columns), (text.width - GAP * (columns - 1)) / columns
        pitch = min(ENTRY, text.height / (rows + alone))
        for number, (title, sentence) in enumerate(lines):
            column, row = divmod(number, rows) if number < len(lines) - alone else (0, rows)
            x, y = text.x + 4 + column * (width + GAP), text.top - 12 - row * pitch
            room = width - 4 if number < len(lines) - alone else text.width - 4
            layer.label(title, x, y, size=12, tint=dim, width=room)
            label = layer.label(sentence, x, y - 21, size=13 if self._is_narrow else 15, width=room)
            if self._is_narrow:
                label.shrink(room)

    def _result_text(self, course: DailyCourse) -> str:
        """Return how a day's course ended, or that it was not finished."""
        result = self._results.get(course.day.isoformat())
        if result is None:
            return _("Not played yet")
        return _as_sentence(result_text(result)) if result.finished else _("Begun, not finished")

    def _entry(self, course: DailyCourse) -> tuple[str, str]:
        """Return the two lines of a day in the list."""
        day = _("Today") if course.day == self.today else date_text(course.day)
        return f"{day} · {course.course.title}", self._result_text(course)

    def _lay_out_line(self) -> None:
        """Show the line for friends, and a button that copies it."""
        layer, area = self.layer, self._line_area
        spot = Rect(area.right - COPY, area.y, COPY, BUTTON)
        if self._is_narrow:
            spot = spot._replace(y=area.y - BUTTON - BETWEEN)
        elif self.is_tall:
            wide = area.width - BACK - PLAY - 2 * BETWEEN
            spot = Rect(area.x + BACK + BETWEEN, self.panel.y + PADDING, wide, BUTTON)
        else:
            area = area._replace(width=area.width - COPY - BETWEEN)
        layer.frame("panel-inset", area)
        self.line = line(self.result, self.shown.course.title) if self.result is not None else ""
        text = self.line or _("Finish this course to get a line that you can send to friends.")
        tint = theme.colour("text" if self.line else "text-dim")
        layer.label(text, area.x + 14, area.centre[1], size=13, tint=tint, width=area.width - 28, wrap=self.is_tall)
        self.copier: Button = self.controls.add(Button(layer, spot, _("Copy line"), self.copy, icon="save", size=14))
        self.copier.tooltip = _("Compare its end with that of your friends: it tells which rules were played")
        self.copier.enable(bool(self.line))

    def copy(self) -> None:
        """Copy the line into the clipboard, and say so on the button."""
        try:
            self.app.set_clipboard_text(self.line)
        except Exception:  # pyglet passes on any error of the window system
            self.copier.text = _("It could not be copied")
        else:
            self.copier.text = _("Copied")

    def _choose(self, at: int) -> None:
        """Show another day; the list keeps the keyboard focus if it had it."""
        focused = self.controls.focus is self.list
        self.at = at
        self.rebuild()
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


def _as_sentence(text: str) -> str:
    """Return words from the line for friends with a capital letter."""
    return text[:1].upper() + text[1:]
