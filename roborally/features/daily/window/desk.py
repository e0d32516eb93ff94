"""Opens the page of the daily course, starts its matches, and stores their results."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.daily.course_of_day import Almanac, DailyCourse
from roborally.features.daily.result import symbols_of
from roborally.features.daily.results_file import DailyResult, daily_results, note_begun, note_finished
from roborally.features.daily.window.daily_page import DailyPage
from roborally.game.match_file import MatchConfig
from roborally.profile.kept import start_of
from roborally.ui.match.windows.result_screen import ranking
from roborally.ui.shell.services import MatchOver, ResultButton, Services
from roborally.ui.toolkit.dialogs import message, showing_errors

DAYS = 8
"""The number of days on the page: today and a week before."""


def utc_today() -> date:
    """Return the date in UTC, which changes at the same moment for all players."""
    return datetime.now(UTC).date()


class DailyDesk:
    """Opens the page of the daily courses, starts their matches and stores the results; `today()` returns the date."""

    def __init__(self, services: Services, today: Callable[[], date] = utc_today) -> None:
        self._services = services
        self.today = today
        self._almanac: Almanac | None = None
        self._left_at = 0
        """The place of the course whose lessons are open, which is selected when the player comes back from them."""

    @property
    def almanac(self) -> Almanac:
        """The source of the matches of all days, made at the first use."""
        if self._almanac is None:
            self._almanac = Almanac(self._services.catalogue)
        return self._almanac

    def forget_courses(self) -> None:
        """Forget the courses, because the plugins have changed; they are read again when needed."""
        self._almanac = None

    def work(self) -> bool:
        """Read or sort courses in one step of `Almanac.work`; return whether there is more to do, false on errors."""
        try:
            return self.almanac.work()
        except GameError:  # told when the page is opened
            return False

    def page(self) -> DailyPage:
        """Return the page with today's course selected, or with the one whose lessons the player has left.

        Raise `GameError` if the courses cannot be read.
        """
        app, catalogue, router = self._services.app, self._services.catalogue, self._services.router

        def learn(mode: str) -> None:
            self._left_at = page.selected
            router.open("lessons", mode=mode, back=partial(router.open, "daily"))

        selected, self._left_at = self._left_at, 0
        days, go_on = self._days(), self._services.rescue.go_on
        kept, results = self._kept(days), daily_results()
        page = DailyPage(app, catalogue, days, results, kept, self.begin, go_on, router.back, learn, selected)
        return page

    def _kept(self, days: Sequence[DailyCourse]) -> dict[date, Path]:
        """Return the files of the matches on the courses of `days` that can be continued, the newest for each day."""
        found: dict[date, Path] = {}
        for path, _summary in self._services.rescue.kept():
            with suppress(GameError):
                config, practice = start_of(path)
                for course in days:
                    if not practice and course.is_of(config):
                        found.setdefault(course.day, path)
        return found

    def _days(self) -> list[DailyCourse]:
        today = self.today()
        return [self.almanac.course_of(today - timedelta(days=back)) for back in range(DAYS)]

    def is_daily(self, config: MatchConfig) -> bool:
        """Return whether a match is the course of a day that the player has begun; false if they cannot be read."""
        try:
            return any(self.almanac.course_of(date.fromisoformat(day)).is_of(config) for day in daily_results())
        except GameError:
            return False

    def begin(self, course: DailyCourse) -> None:
        """Start the course of a day; show a message if it cannot be played."""
        with showing_errors(self._services.app, _("This match cannot start")):
            game = course.game(self._services.catalogue, self._services.app.settings.called)
            note_begun(course.day, self.today())
            self._services.start(game)

    def keep_result(self, over: MatchOver) -> list[ResultButton]:
        """Store the result of a daily course; return a button to its page, or none after other matches or errors."""
        begun = [date.fromisoformat(day) for day, result in daily_results().items() if not result.finished]
        shown, record = over.shown, over.recorder.record
        try:
            courses = (self.almanac.course_of(day) for day in begun)
            course = next((course for course in courses if course.is_of(shown.game.config)), None)
            if course is None:
                return []
            order = ranking(shown)
            own = next(robot.index for robot in shown.display.robots if robot.seat == 0)
            note_finished(
                DailyResult(
                    course.day.isoformat(),
                    self.today().isoformat(),
                    shown.display.turn,
                    order.index(own) + 1,
                    len(order),
                    symbols_of(record, over.recorder.game, own),
                    course.code,
                )
            )
        except GameError as error:
            message(self._services.app, _("The result of the day could not be saved"), error.message)
            return []
        return [ResultButton(_("Daily course"), "timer", lambda: self._services.router.open("daily"), instead=True)]
