"""TOML of strangers: what would take a parser long is refused by a measure that is linear."""

import base64
import tomllib
import zlib
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from roborally.base import toml_file
from roborally.base.errors import GameError
from roborally.base.toml_file import MAX_PARTS, MAX_TABLES, parse_toml
from roborally.features.workshop.editor.board_text import document_of
from roborally.game.course.code import PREFIX, SharedCourse, code_of, look_at, unpack
from roborally.game.course.notation import Notations
from roborally.profile.settings import load_settings
from tests.shipped import catalogue

LONG = ".".join("a" * 20_000)
TOO_LONG = {
    "a key": f"{LONG} = 1",
    "a header": f"[{LONG}]",
    "an array of tables": f"[[{LONG}]]",
    "quoted parts": '."a"' * 20_000,
    "an inline table": f"a = {{ {LONG} = 1 }}",
    "spaces between": f"{' . '.join('a' * 20_000)} = 1",
    "behind a text that ends": f'a = """"""\n{LONG} = 1',
    "behind a text with quotes": f"a = '''\"\"\"'''\n{LONG} = 1",
    "behind a comment with quotes": f'# """\n{LONG} = 1',
    "behind an escaped quote": f'a = "\\""\n{LONG} = 1',
}


@pytest.mark.parametrize("text", TOO_LONG.values(), ids=TOO_LONG)
def test_a_key_of_many_parts_is_refused(text: str) -> None:
    with pytest.raises(GameError, match=rf"x\.toml: line [12]: a key has at most {MAX_PARTS} parts"):
        parse_toml(text, "x.toml")


@pytest.mark.parametrize("header", ["[a]\n", " \t[a]\n", "[a]\r\n"])
def test_too_many_tables_are_refused(header: str) -> None:
    with pytest.raises(GameError, match=r"at most 10,000 tables"):
        parse_toml(header * (MAX_TABLES + 1), "x.toml")
    assert len(parse_toml("[[a]]\n" * MAX_TABLES, "x.toml")["a"]) == MAX_TABLES


@pytest.mark.parametrize(
    "dots", [f'name = "{"a." * 99}"', f"# {LONG}", f"name = '''\n{LONG}\n'''", "when = 1979-05-27T00:32:00.5"]
)
def test_dots_in_texts_and_comments_are_no_keys(dots: str) -> None:
    assert parse_toml(dots, "x.toml") == tomllib.loads(dots)


def test_as_many_parts_as_are_possible_can_be_read() -> None:
    assert parse_toml(f"{'.'.join('a' * MAX_PARTS)} = 1", "x.toml")["a"]["a"]


WORDS = st.sampled_from(["a", ".", "=", "1", "[", "]", "#", "\n", " ", '"', "'", '"""', "'''", "\\", '"a"', "a = 1\n"])


def depth(value: Any) -> int:
    return 1 + max(map(depth, value.values()), default=0) if isinstance(value, dict) else 0


@given(st.lists(WORDS, max_size=40).map("".join))
def test_no_key_hides_from_the_measure(text: str) -> None:
    """Where one part is allowed, a text that can be read has tables in tables only by a header."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(toml_file, "MAX_PARTS", 1)
        try:
            found = parse_toml(text, "x.toml")
        except GameError:
            return
    assert depth(found) <= 2


KEYS = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=6)
VALUES = st.recursive(
    st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=20) | st.integers(-9, 9) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(KEYS, VALUES, max_size=4), st.booleans())
def test_what_people_write_is_read_as_it_is(data: dict[str, Any], multiline: bool) -> None:
    text = tomli_w.dumps(data, multiline_strings=multiline)
    if depth(data) < MAX_PARTS:
        assert parse_toml(text, "x.toml") == tomllib.loads(text)


def test_a_course_code_of_few_letters_is_refused() -> None:
    """119 letters took 1.6 GB and 21 seconds, in the course's file or around it."""
    notations = Notations.of(catalogue().plugins.values())
    inside = unpack(code_of(SharedCourse("x", f"{LONG} = 1")))
    with pytest.raises(GameError, match=r"x.toml: line 1: a key has at most 8 parts"):
        look_at(inside, notations)
    with pytest.raises(GameError, match="x: line 1: a key has at most 8 parts"):
        document_of(inside.text, "x")
    around = PREFIX + base64.urlsafe_b64encode(zlib.compress(f"{LONG} = 1".encode())).decode()
    with pytest.raises(GameError, match="this course code is damaged"):
        unpack(around)


def test_a_mark_at_the_beginning_is_skipped(tmp_path: Path) -> None:
    """Some editors write one; settings with it are not put aside."""
    path = tmp_path / "settings.toml"
    path.write_bytes(b'\xef\xbb\xbfplayer_name = "Ada"\n')
    settings, problems = load_settings(path)
    assert (settings.player_name, problems) == ("Ada", [])
