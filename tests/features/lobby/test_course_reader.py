"""Courses that a hostile host shows are read beside the window, and not more of them than a window can bear."""

import threading

import pytest

from roborally.features.lobby.window.online import course_reader
from roborally.features.lobby.window.online.course_reader import REST, CourseReader
from roborally.game.course.code import SharedCourse, code_of, look_at
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations
from roborally.plugin_system.loader import Catalogue
from tests.waiting import Clock, until

SECONDS = 0.2
"""How long a course takes that is as large as it may be."""


def code(width: int) -> str:
    return code_of(SharedCourse(f"board-{width}", 'grid = """\n' + " ".join(["."] * width) + '\n"""\n'))


@pytest.fixture
def notations(catalogue: Catalogue) -> Notations:
    return Notations.of(catalogue.plugins.values())


def test_a_course_is_read_beside_the_window_and_then_rests(
    notations: Notations, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2378: a host may show four courses in a second, each of which takes a fifth of a second to read."""
    clock, readers = Clock(100.0), list[threading.Thread]()

    def slow(shared: SharedCourse, known: Notations) -> Course:
        readers.append(threading.current_thread())
        clock.time += SECONDS
        return look_at(shared, known)

    monkeypatch.setattr(course_reader, "look_at", slow)
    reader = CourseReader(notations, clock)
    begun = clock.time
    for number in range(1, 41):
        reader.look(code(number))
        wait_for_reader(reader, code(number))
        clock.time += 0.25
    assert threading.main_thread() not in readers
    assert len(readers) * SECONDS <= (clock.time - begun) / REST + SECONDS
    clock.time += REST * SECONDS
    until(lambda: reader.look(code(40)) or width(reader) == 40)  # the newest course is seen in the end


def width(reader: CourseReader) -> int:
    """Return the width of the course that has been read, 0 without one."""
    return reader.course.board.width if reader.course is not None else 0


def wait_for_reader(reader: CourseReader, text: str) -> None:
    """Wait until what is being read has been read."""
    until(lambda: not any(thread.name == "course-reader" for thread in threading.enumerate()))
    reader.look(text)


@pytest.mark.parametrize("text", ["RR1:abc", "RR1:", code(100).replace("RR1:", "RR2:")])
def test_a_code_that_makes_no_sense_shows_nothing(notations: Notations, text: str) -> None:
    reader = CourseReader(notations)
    until(lambda: reader.look(text))
    assert reader.course is None
    assert reader.look("")
    assert not reader.look("")


def test_a_fault_in_a_reader_does_not_end_reading(notations: Notations, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_shared: SharedCourse, _known: Notations) -> Course:
        raise ValueError("broken")

    monkeypatch.setattr(course_reader, "look_at", broken)
    clock = Clock(100.0)
    reader = CourseReader(notations, clock)
    until(lambda: reader.look(code(3)))
    assert reader.course is None
    monkeypatch.setattr(course_reader, "look_at", look_at)
    until(lambda: reader.look(code(4)))
    assert width(reader) == 4
