"""A course as a line of text: sent, kept, and never trusted."""

import base64
import io
import random
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from roborally.base import paths
from roborally.cli import main
from roborally.game.course import courses
from roborally.game.course.code import (
    MAX_CODE,
    MAX_TEXT,
    MAX_WORDS,
    PREFIX,
    SharedCourse,
    code_of,
    keep,
    look_at,
    pack,
    unpack,
    unpack_small,
)
from roborally.game.course.courses import course_files, load_course
from roborally.game.course.notation import CourseError, Notations, parse_grid
from tests.shipped import catalogue
from tests.sweeps import few_of

NOTATIONS = Notations.of(catalogue().plugins.values())
BOARD = 'name = "Yard"\ngrid = """\n d1>  .  c1\n .    O  .\n"""\n'


def packed(content: bytes) -> str:
    return PREFIX + base64.urlsafe_b64encode(zlib.compress(content)).decode().rstrip("=")


def refusal(code: str) -> str:
    with pytest.raises(CourseError) as found:
        unpack(code)
    return str(found.value)


@pytest.mark.parametrize("name", few_of(sorted(course_files(NOTATIONS)), 6))
def test_every_course_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    path = course_files(NOTATIONS)[name]
    shared = unpack(pack(path, NOTATIONS))
    assert shared.text.encode() == path.read_bytes()
    kept = keep(shared, tmp_path, NOTATIONS)
    assert kept == path  # the game has the same one, and needs no second
    assert load_course(kept, NOTATIONS).board == load_course(path, NOTATIONS).board


def test_a_board_of_twelve_by_twelve_fits_a_line_of_a_chat() -> None:
    assert len(pack(course_files(NOTATIONS)["canyon"], NOTATIONS)) <= 500


def test_line_breaks_and_spaces_of_a_mail_do_no_harm() -> None:
    code = code_of(SharedCourse("yard", BOARD))
    broken = " \n".join(code[start : start + 40] for start in range(0, len(code), 40))
    assert unpack(f"\n {broken} \r\n").text == BOARD


WRAPPED = {
    "a quoted mail": "Ada wrote:\n> Try this one!\n>\n> {0}\n> {1}\n> Cheers, Ada\n\nNice.",
    "a quote in a quote": "> > {0}\n> > {1}\n>\n> | and more\n",
    "between backticks": "my course: `{0}{1}`, have fun",
    "a block of code": "```\n{0}{1}\n```\n",
    "letters that nobody sees": "\ufeff\u200b{0}\u200b\xad{1}\u2060",
    "soft breaks": "{0}=\n{1}=\n",
    "a word about codes": "Codes begin with RR1: and this is one: {0}{1} Greetings",
    "words behind it": "{0}{1}\nGreetings\nAda",
}


@pytest.mark.parametrize("around", WRAPPED)
def test_a_code_is_found_in_what_was_copied_with_it(around: str) -> None:
    for title in ("Yard", "Yards", "Yards 2", "Three yards"):  # codes of all lengths
        text = BOARD.replace("Yard", title)
        code = code_of(SharedCourse("yard", text))
        assert unpack(WRAPPED[around].format(code[:30], code[30:])).text == text


@pytest.mark.parametrize("name", ["con", "aux", "com1"])
def test_no_file_gets_the_name_of_a_device(name: str, tmp_path: Path) -> None:
    assert keep(SharedCourse(name, BOARD), tmp_path, NOTATIONS).name == f"{name}-2.toml"
    course = SharedCourse("two", f'[[boards]]\nfile = "{name}"\n', {name: BOARD})
    assert keep(course, tmp_path / "away", NOTATIONS).parent.joinpath(f"{name}-2.toml").read_text() == BOARD


def test_painted_boards_come_back_unchanged(tmp_path: Path) -> None:
    chance = random.Random(7)
    for number in range(20):
        width, height = chance.randint(3, 24), chance.randint(3, 24)
        cells = [
            [chance.choice(["."] * 8 + ["O", ">", "v", "g>", "w1"]) for _x in range(width)] for _y in range(height)
        ]
        cells[0][0], cells[-1][-1] = "d1^", "c1"
        grid = "\n".join(" ".join(row) for row in cells)
        path = tmp_path / f"painted-{number}.toml"
        path.write_text(f'name = "Painted {number}"\n# by hand\ngrid = """\n{grid}\n"""\n')
        away = tmp_path / "away"
        kept = keep(unpack(pack(path, NOTATIONS)), away, NOTATIONS)
        assert kept == away / path.name
        assert kept.read_bytes() == path.read_bytes()
        assert pack(kept, NOTATIONS) == pack(path, NOTATIONS)


def test_no_file_is_replaced(tmp_path: Path) -> None:
    first = keep(SharedCourse("yard", BOARD), tmp_path, NOTATIONS)
    other = BOARD.replace("Yard", "Another yard")
    second = keep(SharedCourse("yard", other), tmp_path, NOTATIONS)
    assert (first.name, second.name) == ("yard.toml", "yard-2.toml")
    assert (first.read_text(), second.read_text()) == (BOARD, other)
    assert keep(SharedCourse("yard", other), tmp_path, NOTATIONS) == second
    assert len(list(tmp_path.iterdir())) == 2


def test_a_joined_board_does_not_take_the_place_of_one_with_its_name(tmp_path: Path) -> None:
    """The game has a board `canyon`, and its courses shall not change by what a friend sends."""
    course = 'name = "Two"\n[[boards]]\nfile = "canyon"\n[[boards]]\nfile = "canyon"\nat = [3, 0]\nrotate = 0\n'
    simple = 'grid = """\n . .  .\n . d1 .\n"""\n'
    with pytest.raises(CourseError, match=r"dock 1 is there twice"):
        keep(SharedCourse("two", course, {"canyon": simple}), tmp_path, NOTATIONS)
    assert not list(tmp_path.iterdir())
    plain = simple.replace("d1", ".")
    kept = keep(SharedCourse("two", course, {"canyon": plain}), tmp_path, NOTATIONS)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["canyon-2.toml", "two.toml"]
    board = load_course(kept, NOTATIONS, [tmp_path]).board
    assert (board.width, board.height, len(board.elements)) == (6, 2, 0)


def test_names_of_files_that_a_code_cannot_give(tmp_path: Path) -> None:
    """They get others, which collide neither with each other nor with that of the course."""
    here, away = tmp_path / "here", tmp_path / "away"
    here.mkdir()
    names = "My Board", "my_board", "two-yards"
    for number, name in enumerate(names, 1):
        (here / f"{name}.toml").write_text(f'grid = """\n {". " * number}\n"""\n')
    course = here / "Two yards.toml"
    course.write_text("".join(f'[[boards]]\nfile = "{name}"\nat = [0, {y}]\n' for y, name in enumerate(names)))
    kept = keep(unpack(pack(course, NOTATIONS)), away, NOTATIONS)
    assert kept == away / "two-yards.toml"
    assert {path.stem for path in away.iterdir()} == {"my-board", "my-board-2", "two-yards", "two-yards-2"}
    assert load_course(kept, NOTATIONS).board.inside == load_course(course, NOTATIONS).board.inside


def test_a_board_that_gets_another_name_does_not_get_that_of_its_course(tmp_path: Path) -> None:
    (tmp_path / "yard.toml").write_text(BOARD.replace("Yard", "Mine"))
    shared = SharedCourse("yard-2", '[[boards]]\nfile = "yard"\n', {"yard": BOARD})
    kept = keep(shared, tmp_path, NOTATIONS)
    assert kept.name == "yard-2.toml"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["yard-2.toml", "yard-3.toml", "yard.toml"]
    assert len(load_course(kept, NOTATIONS).board.elements) == 3


def test_an_unreadable_file_among_the_players_boards_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes('name = "Café"'.encode("latin-1"))
    (tmp_path / "yard.toml").mkdir()
    assert keep(SharedCourse("yard", BOARD), tmp_path, NOTATIONS).read_text() == BOARD


def test_damaged_codes_are_refused_in_a_sentence() -> None:
    """A few bits between the compressed text and its checksum mean nothing; with others there the text is the same."""
    code = code_of(SharedCourse("yard", BOARD))
    chance = random.Random(3)
    harmless = 0
    for _ in range(400):
        place = chance.randrange(len(PREFIX), len(code) - 1)
        other = chance.choice([letter for letter in "AZaz09-_!é" if letter != code[place]])
        bad = chance.choice([code[:place], code[:place] + other + code[place + 1 :]])
        try:
            assert unpack(bad).text == BOARD
        except CourseError:
            assert refusal(bad) == "this course code is damaged; copy all of it, from RR1: to its end"
        else:
            harmless += 1
    assert harmless <= 8
    assert unpack(code + "AAAA").text == BOARD, "words may follow"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("", "a course code begins with RR1:"),
        ("RR2:abcd", "this course code was made by a newer version of the game"),
        ("RR1:" + "A" * MAX_CODE, f"a course code has at most {MAX_CODE:,} letters"),
        (packed(b" " * (MAX_TEXT + 1)), f"this course code unpacks to more than {MAX_TEXT:,} bytes"),
        (packed(b"name = 'x'\n"), "this course code holds something other than a course"),
        (packed(b"name = 'x'\ntext = ''\nboards = 3"), "this course code holds something other than a course"),
        (packed(b"name = 'x'\ntext = ''\nmore = 3"), "this course code holds something other than a course"),
        (packed(b"name = " + b"9" * 5000), "this course code is damaged; copy all of it, from RR1: to its end"),
        (packed(b"x = " + b"[" * 90_000), "this course code is damaged; copy all of it, from RR1: to its end"),
        (
            packed(tomli_w.dumps({"name": "../../x", "text": BOARD}).encode()),
            "this course code gives a file the name '../../x', which cannot be used",
        ),
    ],
)
def test_what_is_no_code_is_refused(code: str, sentence: str) -> None:
    assert refusal(code) == sentence


@pytest.mark.parametrize(
    ("shared", "sentence"),
    [
        (SharedCourse("bad", 'grid = """\n lava\n"""'), "bad.toml: column 1, row 1"),
        (SharedCourse("bad", "grid = 1"), "bad.toml: key 'grid' must be a text"),
        (SharedCourse("bad", BOARD + 'plugins = ["volcano"]'), "bad.toml: it needs the plugin 'volcano'"),
        (SharedCourse("bad", BOARD, {"more": BOARD}), "this course code brings the board 'more'"),
        (SharedCourse("bad", "[[boards]]\nfile = []"), "bad.toml: boards entry 1: key 'file' names []"),
        (SharedCourse("bad", '[[boards]]\nfile = "canyon"'), "bad.toml: boards entry 1: key 'file' names 'canyon'"),
    ],
)
def test_a_course_that_cannot_be_used_is_not_kept(shared: SharedCourse, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(CourseError) as found:
        keep(unpack(code_of(shared)), tmp_path, NOTATIONS)
    assert str(found.value).startswith(sentence)
    assert not list(tmp_path.iterdir())


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "boards"
    monkeypatch.setattr(paths, "user_board_folder", lambda: own)
    (tmp_path / "My Yard.toml").write_text(BOARD)
    assert main(["board", "share", str(tmp_path / "My Yard.toml")]) == 0
    code = capsys.readouterr().out
    assert main(["board", "import", code]) == 0
    assert capsys.readouterr().out == f"{own / 'my-yard.toml'}: roborally play --course my-yard\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(code))
    assert main(["board", "import", "-"]) == 0
    assert [path.name for path in own.iterdir()] == ["my-yard.toml"]
    capsys.readouterr()
    assert main(["board", "import", "RR1:oops"]) == 2
    assert capsys.readouterr().err == "roborally: this course code is damaged; copy all of it, from RR1: to its end\n"


# --- codes of strangers -----------------------------------------------------------------------------------------------


def grid(width: int, height: int, token: str = ".") -> str:
    return 'grid = """\n' + "\n".join([" ".join([token] * width)] * height) + '\n"""\n'


def joined(*at: tuple[int, int]) -> str:
    return "\n".join(f'[[boards]]\nfile = "part"\nat = [{x}, {y}]\n' for x, y in at)


def test_the_largest_course_of_the_builder_is_shown() -> None:
    parts = {"part": grid(24, 24, ".:n")}
    places = [(24 * column, 24 * row) for row in range(2) for column in range(4)]
    course = look_at(unpack_small(code_of(SharedCourse("course", joined(*places), parts))), NOTATIONS)
    assert (course.board.width, course.board.height) == (96, 48)


@pytest.mark.parametrize(
    "shared",
    [
        SharedCourse("course", grid(100, 100)),
        SharedCourse("course", joined((0, 0)), {"part": grid(80, 80)}),
        SharedCourse("course", grid(24, 24, ".+" * 200 + ".")),
        SharedCourse("course", "[[boards]]\n" * (MAX_WORDS + 1)),
    ],
    ids=["a large board", "a large part", "long words", "many entries"],
)
def test_a_course_that_takes_long_to_read_is_only_measured(shared: SharedCourse) -> None:
    """CLI-2378."""
    with pytest.raises(CourseError, match=r"too large to be shown|unpacks to more than"):
        unpack_small(code_of(shared))


@pytest.mark.parametrize(
    "places",
    [[(0, 0)] * 2000, [(1000 * number, 0) for number in range(2000)]],
    ids=["all in one place", "far from each other"],
)
def test_a_board_that_is_joined_thousands_of_times_is_read_once(
    places: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2378: such a code kept a window busy for minutes, and filled the memory."""
    calls = 0
    real: Callable[..., Any] = parse_grid

    def counted(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        return real(*arguments)

    monkeypatch.setattr(courses, "parse_grid", counted)
    with pytest.raises(CourseError, match=r"overlap|too many"):
        look_at(SharedCourse("course", joined(*places), {"part": grid(12, 12)}), NOTATIONS)
    assert calls == 1
