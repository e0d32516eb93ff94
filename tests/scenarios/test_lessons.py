"""Every lesson of the tutorial can be solved, can fail, says in words what went wrong, and teaches what is true.

CLI-1502: there are lessons for every edition. CLAIMS plays what they say against the engine.
"""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from roborally.game.scenario.lessons import Attempt, Lesson, all_lessons, find_lessons, text
from roborally.game.scenario.run import run_scenario
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import read_manifest
from tests.scenarios.lesson_claims import CLAIMS, Claim
from tests.shipped import catalogue
from tests.sweeps import few_of
from tests.writing import write_content_plugin

CATALOGUE = catalogue()
LESSONS = all_lessons(CATALOGUE).usable
KERNEL = {"cell", "facing", "damage", "alive"}


def name(lesson: Lesson) -> str:
    return lesson.id


def test_there_are_lessons_for_every_edition(catalogue: Catalogue) -> None:
    """CLI-1502."""
    assert len(find_lessons()) == 7
    assert len({lesson.id for lesson in LESSONS}) == len(LESSONS)
    editions = [lesson.mode for lesson in LESSONS]
    assert editions == sorted(editions, key=list(dict.fromkeys(editions)).index), "an edition's lessons are together"
    assert editions[0] == "standard"
    assert set(editions) == {mode.id for mode in catalogue.modes()}
    assert min(editions.count(mode) for mode in editions) >= 2
    assert not all_lessons(catalogue).damaged


@pytest.mark.parametrize("lesson", LESSONS, ids=name)
def test_a_lesson_can_be_solved_and_can_fail(lesson: Lesson, catalogue: Catalogue) -> None:
    robot = lesson.scenario["robots"][0]
    if "deal" in robot:
        for program in (robot["program"], lesson.guidance.wrong):
            assert len(program) == 5
            assert not set(program) - set(robot["deal"])
            assert len(set(program)) == 5, "each card is there once"
    assert run_scenario(lesson.path, catalogue, deepcopy(lesson.scenario)).differences == ()
    failed = run_scenario(lesson.path, catalogue, lesson.failing())
    assert not failed.ok
    for difference in failed.differences:
        assert difference.key in KERNEL | set(lesson.guidance.missed)
        assert "{" not in text(difference, lesson.guidance.missed)


@pytest.mark.parametrize("lesson", LESSONS, ids=name)
def test_a_lesson_speaks_to_those_without_a_mouse_too(lesson: Lesson) -> None:
    """CLI-2001: where it says how something is done by a click, it says how keys and gamepads do it."""
    for step in lesson.guidance.steps:
        if "click" in step.text.lower():
            assert "Enter (gamepad: A)" in step.text


@pytest.mark.parametrize("lesson", LESSONS, ids=name)
def test_everything_that_is_expected_has_words(lesson: Lesson) -> None:
    keys: set[str] = set()
    for expect in lesson.scenario["expect"]:
        keys |= {key for robot in expect.get("robots", {}).values() for key in robot}
        keys |= set(expect) - {"after", "robots"}
    assert not keys - KERNEL - set(lesson.guidance.missed)
    assert not set(lesson.guidance.missed) - keys
    assert 2 <= len(lesson.guidance.steps) <= 4


# --- what the lessons say ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.lesson}: {claim.says[:40]}")
def test_what_a_lesson_says_is_true(claim: Claim, catalogue: Catalogue) -> None:
    """CLI-1502, and STD-604: a checkpoint counts on entering."""
    lesson = next(entry for entry in LESSONS if entry.id == claim.lesson)
    assert any(claim.says in text for text in lesson.texts()), "the lesson says it in other words now"
    data = deepcopy(lesson.scenario)
    robot = data["robots"][0]
    robot.update(claim.robot)
    if claim.program is not None:
        robot["program"] = claim.program
    if claim.answers is not None:
        data["decisions"] = [{"robot": "Dot", "ask": kind, "answer": answer} for kind, answer in claim.answers.items()]
    data.update(claim.changes)
    data["expect"] = [{"after": moment, **what} for moment, what in claim.expect.items()]
    assert run_scenario(lesson.path, catalogue, data).differences == ()


def test_every_lesson_has_a_claim_that_is_played() -> None:
    assert {claim.lesson for claim in CLAIMS} == {lesson.id for lesson in LESSONS}


# --- lessons that cannot be played ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('mode = "standard"', 'mode = "croquet"', "mode: there is no mode 'croquet'"),
        ('plugins = ["crushers"]', 'plugins = ["hoops"]', "hoops"),
    ],
)
def test_a_lesson_whose_plugin_is_missing_says_so_and_is_not_offered(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    folder = write_content_plugin(tmp_path)
    path = next((folder / "lessons").glob("*.toml"))
    assert old in path.read_text(encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    plugin = Plugin(folder, read_manifest(folder))
    found = all_lessons(Catalogue({**CATALOGUE.plugins, plugin.id: plugin}, {}))
    assert plugin.id not in {lesson.plugin.id for lesson in found.usable if lesson.plugin is not None}
    ((damaged, reason),) = found.damaged
    assert damaged == path
    assert said in reason.as_sentence()


# --- playing -------------------------------------------------------------------------------------------------------


def play(attempt: Attempt, scenario: dict[str, Any]) -> None:
    """Answer as the person of a scenario does, until it is known how the attempt ends."""
    robot, session = scenario["robots"][0], attempt.session
    programs = robot.get("programs") or [robot["program"]]
    prepared = [entry for entry in scenario.get("decisions", []) if entry["robot"] == robot["name"]]
    for _turn in range(100):
        session.poll()
        if attempt.decided:
            return
        decisions = sorted(session.decisions(0), key=lambda entry: not entry["optional"])
        question = next((entry for entry in decisions if not entry["optional"] or _entry(prepared, entry)), None)
        if question is None:
            continue
        if question["kind"] == "program":
            answer = tuple(programs[session.match.state.turn - 1])
        elif entry := _entry(prepared, question):
            prepared.remove(entry)
            answer = entry["answer"]
        else:
            answer = question["default"]
        session.answer(0, question["id"], answer)
    raise AssertionError("it does not end")


def _entry(prepared: list[dict[str, Any]], question: Any) -> dict[str, Any] | None:
    return next((entry for entry in prepared if entry["ask"] == question["kind"]), None)


@pytest.mark.parametrize("lesson", few_of(LESSONS, 8), ids=name)
def test_an_attempt_knows_how_it_ended(lesson: Lesson, catalogue: Catalogue) -> None:
    attempt = Attempt(lesson, catalogue)
    attempt.session.poll()
    assert not attempt.decided
    play(attempt, lesson.scenario)
    assert attempt.sentences() == []

    attempt = Attempt(lesson, catalogue)
    play(attempt, lesson.failing())
    assert attempt.sentences()


def test_the_others_wait_until_the_person_has_answered(catalogue: Catalogue) -> None:
    """VLT-507: in a lesson the person is the first to take a start number, however long it takes."""
    lesson = next(entry for entry in LESSONS if entry.id == "volt/start-numbers")
    session = Attempt(lesson, catalogue).session
    question = next(entry for entry in session.decisions(0) if entry["kind"] == "program")
    session.answer(0, question["id"], tuple(lesson.scenario["robots"][0]["program"]))
    for _ in range(20):
        session.poll()
    number = next(entry for entry in session.decisions(0) if entry["kind"] == "start-number")
    session.answer(0, number["id"], 1)  # Rusty wants it, too
