"""Opens the daily course, starts it, and stores its result."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.daily.course_of_day import Almanac, DailyCourse
from roborally.daily.result import symbols_of
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue
from roborally.profile.daily import DailyResult, daily_results, note_begun, note_finished
from roborally.records.recorder import Recorder
from roborally.ui.daily.daily_page import DailyPage
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.windows.result_screen import ranking
from roborally.ui.setup.lobby_model import BOT_NAMES
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message

DAYS = 8
"""The number of days offered: today and a week before."""


def utc_today() -> date:
    """Return the date in UTC, so that the day begins at the same moment everywhere."""
    return datetime.now(UTC).date()


class DailyCoordinator:
    """The daily course in the window; `today()` is the date, `play` starts a match, `leave` returns to the menu."""

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        play: Callable[[Game], None],
        leave: Callable[[], None],
        today: Callable[[], date] = utc_today,
    ) -> None:
        """Read no course yet."""
        self.app = app
        self.catalogue = catalogue
        self.today = today
        self._play = play
        self._leave = leave
        self._almanac: Almanac | None = None

    @property
    def almanac(self) -> Almanac:
        """The courses of all days."""
        if self._almanac is None:
            self._almanac = Almanac(self.catalogue, BOT_NAMES)
        return self._almanac

    def plugins_changed(self) -> None:
        """Read everything again at the next use."""
        self._almanac = None

    def work(self) -> bool:
        """Prepare a part of the page; return whether there is more to do."""
        try:
            return self.almanac.work()
        except GameError:  # reported when the page is opened
            return False

    def open(self) -> None:
        """Open the page at today's course."""
        try:
            days = self._days()
        except GameError as error:
            message(self.app, _("There is no daily course"), error.message)
            return
        results = daily_results()
        self.app.replace(lambda: DailyPage(self.app, self.catalogue, days, results, self.begin, self._leave))
        self.app.audio.music("menu")

    def _days(self) -> list[DailyCourse]:
        today = self.today()
        return [self.almanac.course_of(today - timedelta(days=back)) for back in range(DAYS)]

    def begin(self, course: DailyCourse) -> None:
        """Start the course of a day; show a message if that is not possible."""
        try:
            game = course.game(self.catalogue, self.app.settings.called)
            note_begun(course.day, self.today())
            self._play(game)
        except GameError as error:
            message(self.app, _("This match cannot start"), error.message)

    def note(self, context: ShownMatch, recorder: Recorder) -> bool:
        """Store the result of a finished match if it was a day's course; return whether it was."""
        begun = [date.fromisoformat(day) for day, result in daily_results().items() if not result.finished]
        try:
            courses = (self.almanac.course_of(day) for day in begun)
            course = next((course for course in courses if course.is_of(context.game.config)), None)
            if course is None:
                return False
            order = ranking(context)
            own = next(robot.index for robot in context.display.robots if robot.seat == 0)
            note_finished(
                DailyResult(
                    course.day.isoformat(),
                    self.today().isoformat(),
                    context.display.turn,
                    order.index(own) + 1,
                    len(order),
                    symbols_of(recorder.record, recorder.game, own),
                    course.code,
                )
            )
        except GameError as error:
            message(self.app, _("The result of the day could not be saved"), error.message)
            return False
        return True
