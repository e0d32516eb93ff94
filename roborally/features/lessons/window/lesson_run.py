"""Runs the tutorial: the list of lessons, a lesson, its result, the next lesson."""

from collections.abc import Callable

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.lessons.window.lesson_guide import LessonGuide
from roborally.features.lessons.window.lesson_list import STORY, Edition, LessonList
from roborally.game.scenario.lessons import Attempt, Lesson, all_lessons
from roborally.plugin_system.loader import Catalogue
from roborally.profile import done_lessons, mark_done
from roborally.ui.match.attempt_screen import AttemptEnd, AttemptScreen
from roborally.ui.pages.openings import opening_of
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import announce, message, showing_errors


class TutorialCoordinator:
    """Leads through the lessons in the window.

    `leave()` returns to the previous page, `play(mode)` offers a match of a mode, and `edition` is the mode whose
    lessons are listed first.
    """

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        leave: Callable[[], None],
        play: Callable[[str], None],
        *,
        edition: str = "",
        speed: str = "normal",
        check: bool = False,
    ) -> None:
        self.app = app
        self.catalogue = catalogue
        self.leave = leave
        self.play = play
        self.edition = edition
        self.speed = speed
        self.check = check
        found = all_lessons(catalogue)
        self.lessons = found.usable
        self.damaged = found.damaged

    def open(self) -> None:
        """Show the list at the edition of the last lesson, with its first uncompleted lesson selected."""
        done, editions = done_lessons(), self.editions()
        self.app.replace(lambda: LessonList(self.app, editions, self.edition, done, self.begin, self.leave))
        self.app.audio.music("menu")
        if self.edition and self.edition not in {entry.mode for entry in editions}:
            message(
                self.app, _("Lessons"), _("There are no lessons for this edition yet. Here are those of the others.")
            )
            self.edition = ""

    def editions(self) -> list[Edition]:
        """Return the lessons by edition; unusable files follow as an edition of their own."""
        found = []
        for mode in dict.fromkeys(lesson.mode for lesson in self.lessons):
            plugin = self.catalogue.get(mode)
            own = opening_of(plugin)
            story = own.chapters[0].translated(own.chapters[0].text) if own.mode else _(STORY)
            found.append(Edition(mode, plugin.title, story, [lesson for lesson in self.lessons if lesson.mode == mode]))
        if self.damaged:
            found.append(Edition("", _("Cannot be used"), _(STORY), [], self.damaged))
        return found

    def begin(self, lesson: Lesson) -> None:
        """Start or restart a lesson; show a message if it is unusable."""
        announce(self.app)
        try:
            attempt = Attempt(lesson, self.catalogue)
        except GameError as error:
            message(self.app, _("This lesson cannot be used"), error.message)
            return
        self.edition = lesson.mode
        number = [entry for entry in self.lessons if entry.mode == lesson.mode].index(lesson) + 1
        self.app.replace(
            lambda: AttemptScreen(
                self.app,
                attempt,
                lambda screen: LessonGuide(screen, number),
                goal=_("The goal of this lesson"),
                ended=self._ended,
                leave=self.open,
                speed=self.speed,
                check=self.check,
            )
        )
        self.app.audio.music("match")

    def _ended(self, attempt: Attempt) -> None:
        """Show the result of a lesson and what to do next; store that it is completed."""
        lesson = attempt.lesson
        wrong = attempt.sentences()
        to_list = (_("All lessons"), self.open)
        if wrong:
            again = (_("Try again"), lambda: self.begin(lesson))
            self.app.push(AttemptEnd(self.app, _("Not yet"), "\n".join(wrong), [again, to_list], self.open))
            return
        following = [entry for entry in self.lessons if entry.mode == lesson.mode]
        following = following[following.index(lesson) + 1 :]
        done = lesson.guidance.done
        text = lesson.text(done) if done else _("You have reached the goal of this lesson.")
        if following:
            buttons = [(_("Next lesson"), lambda: self.begin(following[0])), to_list]
        else:
            text += "\n" + _("That was the last lesson of this edition. Try it in a quick match.")
            buttons = [(_("Quick match"), lambda: self.play(lesson.mode)), to_list]
        self.app.push(AttemptEnd(self.app, _("Done!"), text, buttons, self.open))
        with showing_errors(self.app, _("Your progress could not be saved")):
            mark_done(lesson.id)
