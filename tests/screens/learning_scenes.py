"""The tutorial and the rulebook."""

from collections.abc import Callable
from functools import partial
from typing import Any

from roborally.features.lessons.window.lesson_run import TutorialCoordinator
from roborally.game.scenario.lessons import Lesson, find_lessons

from . import profile
from .moments import COURSES, Library
from .studio import STEP, Studio

Show = Callable[[Studio, Library], None]
LESSONS = 28
"""The number of lessons of all editions."""


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    found: dict[str, Show] = {
        "tutorial": tutorial,
        "lesson-done": partial(lesson_result, "done"),
        "lesson-not-yet": partial(lesson_result, "wrong"),
        "lesson-last": partial(lesson_result, "last"),
        "rulebook-index": partial(rulebook, "index"),
        "rulebook-rule": partial(rulebook, "STD-603"),
        "rulebook-table": partial(rulebook, "COM-15"),
        "rulebook-search": rulebook_search,
    }
    found |= {f"rulebook-{mode}": partial(rulebook, f"edition:{mode}") for mode in COURSES}
    found |= {f"lesson-{number}": partial(lesson, number) for number in range(1, LESSONS + 1)}
    return found


# --- tutorial -------------------------------------------------------------------------------------------------------


def new_tutorial(studio: Studio) -> TutorialCoordinator:
    """Return the tutorial with two completed lessons."""
    profile.mark_lessons([entry.id for entry in find_lessons()[:2]])
    return TutorialCoordinator(studio.app, studio.catalogue, studio.client.router.home, lambda mode: None, speed="skip")


def tutorial(studio: Studio, library: Library) -> None:
    """Show the list of lessons."""
    new_tutorial(studio).open()


def begin_lesson(number: int, studio: Studio) -> tuple[Lesson, Any]:
    """Start a lesson, wait for the first question, and return the lesson and its screen."""
    made = new_tutorial(studio)
    found: Lesson = made.lessons[number - 1]
    made.begin(found)
    screen = studio.top
    studio.go_on(1)
    return found, screen


def lesson(number: int, studio: Studio, library: Library) -> None:
    """Show a lesson at the longest step of its guidance."""
    found, screen = begin_lesson(number, studio)
    lengths = [len(found.text(step.text)) for step in found.guidance.steps]
    screen.guide.turn_to(lengths.index(max(lengths)))


def lesson_result(what: str, studio: Studio, library: Library) -> None:
    """Show the result of a lesson."""
    found, screen = begin_lesson(len(find_lessons()) if what == "last" else 1, studio)
    question = screen.question_controller.asked
    failing: list[str] = found.failing()["robots"][0]["programs"][0]
    cards = failing if what == "wrong" else found.scenario["robots"][0]["program"]
    panel = screen.panels.asking["program"]
    for card in cards:
        panel.add(card.partition("@")[0])
    if found.scenario.get("decisions") and what != "wrong":
        for other in screen.session.decisions(question["seat"]):
            if other["kind"] != "program":
                screen.session.answer(question["seat"], other["id"], "yes")
    panel.hand_in()
    for _step in range(400):
        if studio.top is not screen:
            return
        studio.go_on(STEP)
    raise SystemExit(f"lesson {found.id!r} does not come to its end")


def rulebook(place: str, studio: Studio, library: Library) -> None:
    """Show the rulebook at a place."""
    studio.client.router.home()
    studio.client.router.open("rulebook", rule=place)
    studio.go_on(2)


def rulebook_search(studio: Studio, library: Library) -> None:
    """Show the results of a search."""
    studio.client.router.home()
    studio.client.router.open("rulebook")
    studio.top.typed("laser")
    studio.go_on(1)
