"""Every lesson of the tutorial can be solved, can fail, and says in words what went wrong."""

from copy import deepcopy
from typing import Any

import pytest

from roborally.plugin_system.loader import Catalogue, find_plugins
from roborally.scenario.lessons import Attempt, Lesson, find_lessons, told
from roborally.scenario.run import Result, run_scenario

LESSONS = find_lessons()
KERNEL = {"cell", "facing", "damage", "alive"}


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return find_plugins(installed=False)


def run(lesson: Lesson, catalogue: Catalogue, program: list[str] | None = None) -> Result:
    data: dict[str, Any] = deepcopy(lesson.scenario)
    if program is not None:
        data["robots"][0]["program"] = program
        data.pop("decisions", None)
    return run_scenario(lesson.path, catalogue, data)


def test_there_are_five() -> None:
    assert len(LESSONS) == 5
    assert len({lesson.id for lesson in LESSONS}) == 5


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_can_be_solved_and_can_fail(lesson: Lesson, catalogue: Catalogue) -> None:
    robot = lesson.scenario["robots"][0]
    for program in (robot["program"], lesson.guidance.wrong):
        assert len(program) == 5
        assert not set(program) - set(robot["deal"])
    assert run(lesson, catalogue).differences == ()
    failed = run(lesson, catalogue, lesson.guidance.wrong)
    assert not failed.ok
    for difference in failed.differences:
        assert difference.key in KERNEL | set(lesson.guidance.missed)
        assert "{" not in told(difference, lesson.guidance.missed)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_everything_that_is_expected_has_words(lesson: Lesson) -> None:
    keys = {key for expect in lesson.scenario["expect"] for robot in expect["robots"].values() for key in robot}
    assert not keys - KERNEL - set(lesson.guidance.missed)
    assert 2 <= len(lesson.guidance.steps) <= 4


def answer(attempt: Attempt, program: list[str], power_down: bool = False) -> None:
    session = attempt.session
    for question in session.decisions(0):
        if question["kind"] == "power-down" and power_down:
            session.answer(0, question["id"], "yes")
    question = next(entry for entry in session.decisions(0) if entry["kind"] == "program")
    session.answer(0, question["id"], tuple(program))
    session.poll()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_an_attempt_knows_how_it_ended(lesson: Lesson, catalogue: Catalogue) -> None:
    attempt = Attempt(lesson, catalogue)
    attempt.session.poll()
    assert not attempt.decided
    answer(attempt, lesson.scenario["robots"][0]["program"], power_down=True)
    attempt.session.poll()
    assert attempt.decided
    assert attempt.sentences() == []

    attempt = Attempt(lesson, catalogue)
    attempt.session.poll()
    answer(attempt, lesson.guidance.wrong)
    attempt.session.poll()
    assert attempt.decided
    assert attempt.sentences()
