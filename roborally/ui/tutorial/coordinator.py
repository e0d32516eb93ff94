"""Runs the tutorial: the list of lessons, a lesson, its result, the next one."""

from collections.abc import Callable

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.plugin_system.loader import Catalogue
from roborally.profile import done_lessons, mark_done
from roborally.scenario.lessons import Attempt, Lesson, find_lessons, plugin_lessons
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message
from roborally.ui.tutorial.lesson_list import LessonList
from roborally.ui.tutorial.lesson_screen import LessonEnd, LessonScreen


class TutorialCoordinator:
    """The lessons in the window; `leave` returns to the main menu."""

    def __init__(
        self, app: App, catalogue: Catalogue, leave: Callable[[], None], *, speed: str = "normal", check: bool = False
    ) -> None:
        """Read the lessons."""
        self.app = app
        self.catalogue = catalogue
        self.leave = leave
        self.speed = speed
        self.check = check
        brought = plugin_lessons(catalogue.plugins.values())
        self.lessons = [*find_lessons(), *brought.usable]
        self.damaged = brought.damaged

    def open(self) -> None:
        """Show the list; the first lesson not completed is selected."""
        done = done_lessons()
        self.app.replace(lambda: LessonList(self.app, self.lessons, self.damaged, done, self.begin, self.leave))
        self.app.audio.music("menu")

    def begin(self, lesson: Lesson) -> None:
        """Start or restart a lesson; a message tells why that is not possible."""
        try:
            attempt = Attempt(lesson, self.catalogue)
        except GameError as error:
            message(self.app, _("This lesson cannot be used"), error.message)
            return
        number = self.lessons.index(lesson) + 1
        self.app.replace(
            lambda: LessonScreen(
                self.app, attempt, number, ended=self._ended, leave=self.open, speed=self.speed, check=self.check
            )
        )
        self.app.audio.music("match")

    def _ended(self, attempt: Attempt) -> None:
        """Show the result of a lesson and the next actions."""
        lesson = attempt.lesson
        wrong = attempt.sentences()
        to_list = (_("All lessons"), self.open)
        if wrong:
            again = (_("Try again"), lambda: self.begin(lesson))
            self.app.push(LessonEnd(self.app, _("Not yet"), "\n\n".join(wrong), [again, to_list], self.open))
            return
        following = self.lessons[self.lessons.index(lesson) + 1 :]
        if following:
            text = _("You have reached the goal of this lesson.")
            buttons = [(_("Next lesson"), lambda: self.begin(following[0])), to_list]
        else:
            text = _("That was the last lesson. Try it in a quick match.")
            buttons = [(_("Main menu"), self.leave), to_list]
        self.app.push(LessonEnd(self.app, _("Done!"), text, buttons, self.open))
        try:
            mark_done(lesson.id)
        except GameError as error:
            message(self.app, _("Your progress could not be saved"), error.message)
