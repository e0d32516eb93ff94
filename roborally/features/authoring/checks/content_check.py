"""Checks the boards, courses and lessons of a plugin."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

from roborally.base.errors import GameError, any_fault
from roborally.game.board_check import check_file
from roborally.game.course.courses import BOARDS, refused_courses
from roborally.game.course.notation import Notations
from roborally.game.scenario.lessons import LESSONS, Lesson, load_lesson
from roborally.game.scenario.run import run_scenario
from roborally.plugin_system.art import ART
from roborally.plugin_system.loader import Catalogue, Plugin

CONTENT = (BOARDS, LESSONS, ART, "sounds")
"""The folders of a plugin that make it useful without code."""


@dataclass
class ContentReport:
    """The problems of a plugin's boards and lessons, and `notes` on boards that are hard to play."""

    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def check_content(plugin: Plugin, catalogue: Catalogue) -> ContentReport:
    """Check the boards, courses and lessons of a plugin, which must be in the catalogue, and return what was found."""
    report = ContentReport()
    folder = plugin.folder / BOARDS
    refused = refused_courses(Notations.of(catalogue.plugins.values()))
    report.problems += [str(error) for path, error in refused.items() if path.parent == folder]
    for path in sorted(folder.glob("*.toml")):
        findings = check_file(path, catalogue)
        report.problems += findings.errors
        report.notes += findings.doubts
    for path in sorted((plugin.folder / LESSONS).glob("*.toml")):
        try:
            report.problems += _lesson_problems(load_lesson(path, plugin), catalogue)
        except GameError as error:
            report.problems.append(str(error))
        except any_fault() as error:  # the plugin's own code may raise any error
            report.problems.append(f"{path}: it fails with {type(error).__name__}: {error}")
    return report


def _lesson_problems(lesson: Lesson, catalogue: Catalogue) -> Iterator[str]:
    """Yield a problem if the solution of a lesson fails, or if its program `wrong` reaches the goal."""
    for difference in run_scenario(lesson.path, catalogue, deepcopy(lesson.scenario)).differences:
        yield f"{lesson.path}: the program of the first robot does not solve it: {difference}"
    if not run_scenario(lesson.path, catalogue, lesson.failing()).differences:
        yield f"{lesson.path}: [lesson]: the program 'wrong' reaches the goal"
