"""The courses that pages offer: read in small steps, once, and so that nobody waits for them."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from roborally.base.translation import use_language
from roborally.game import course_shelf
from roborally.game.course.courses import course_files
from roborally.game.course_shelf import CourseShelf, open_shelf
from roborally.plugin_system.loader import Catalogue
from tests.counting import calls_by_step, count_calls


def test_a_step_reads_at_most_one_course_and_none_is_read_twice(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = list(course_files().values())
    calls = count_calls(monkeypatch, course_shelf, "load_course")
    shelf = CourseShelf(catalogue, files)
    assert max(calls_by_step(shelf.work, calls)) == 1
    assert Counter(calls) == Counter(files)
    monkeypatch.setattr(course_shelf, "fits", None)  # the last steps have sorted the courses by mode
    sizes = [course.board.width * course.board.height for course in shelf.fitting("standard")]
    assert sizes == sorted(sizes)
    assert len(sizes) > 5
    assert len(calls) == len(files)


def test_without_waiting_all_courses_are_offered(catalogue: Catalogue) -> None:
    files = list(course_files().values())
    slow, quick = CourseShelf(catalogue, files), CourseShelf(catalogue, files)
    calls_by_step(slow.work, [])
    quick.work()
    assert [course.id for course in quick.fitting("standard")] == [course.id for course in slow.fitting("standard")]
    assert quick.modes() == slow.modes()


def test_courses_that_need_another_plugin_are_offered_apart(catalogue: Catalogue, tmp_path: Path) -> None:
    plain, crushing = tmp_path / "plain.toml", tmp_path / "crushing.toml"
    plain.write_text('name = "Plain"\ngrid = "d1^ . c1 d2^"\n')
    crushing.write_text('name = "Crushing"\nplugins = ["crushers"]\ngrid = "d1^ crush1 c1 d2^"\n')
    shelf = CourseShelf(catalogue, [plain, crushing])
    assert [course.name for course in shelf.needing_plugins("standard")] == ["Crushing"]
    assert not shelf.needing_plugins("standard", ("crushers",))
    assert {course.name for course in shelf.fitting("standard", ("crushers",))} == {"Plain", "Crushing"}


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (lambda shelf: [name for name, _reason in shelf.unusable], ["bad"]),
        (lambda shelf: shelf.unusable_file("bad").name, "bad.toml"),
        (lambda shelf: shelf.unusable_file("good"), None),
        (lambda shelf: [shelf.lacks(name) for name in ("good", "bad", "gone")], [False, False, True]),
        (lambda shelf: shelf.name_of("good"), "Good"),
        (lambda shelf: [course.id for course in shelf.fitting("standard")], ["good"]),
        (lambda shelf: [course.id for course in shelf.needing_plugins("standard")], []),
        (lambda shelf: "standard" in [mode.id for mode in shelf.modes()], True),
    ],
)
def test_what_is_asked_first_reads_all_files(catalogue: Catalogue, tmp_path: Path, ask: Any, answer: Any) -> None:
    (tmp_path / "good.toml").write_text('name = "Good"\ngrid = "d1^ . c1 d2^"\n')
    (tmp_path / "bad.toml").write_text('name = "Bad"\ngrid = "d1^ ?"\n')
    assert ask(CourseShelf(catalogue, sorted(tmp_path.iterdir()))) == answer


def test_courses_have_their_names_in_the_players_language(catalogue: Catalogue) -> None:
    """CLI-2339."""
    use_language("de")
    shelf = open_shelf(catalogue)
    assert shelf.name_of("laser-alley") == "Lasergasse"
    assert shelf.name_of("boards/mine.toml") == "mine"


def test_courses_are_read_again_only_when_a_file_has_changed(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "one.toml"
    path.write_text('name = "One"\ngrid = "d1^ . c1 d2^"\n')
    monkeypatch.setattr(course_shelf, "course_files", lambda notations: {"one": path})
    shelf = open_shelf(catalogue)
    assert open_shelf(catalogue) is shelf
    assert [course.name for course in shelf.fitting("standard")] == ["One"]
    path.write_text('name = "Another"\ngrid = "d1^ . c1 d2^"\n')
    assert [course.name for course in open_shelf(catalogue).fitting("standard")] == ["Another"]
    assert open_shelf(Catalogue(catalogue.plugins, {})) is not shelf
