"""Texts of strangers beside TOML: what would keep a parser or a window busy is refused by its size or form."""

from pathlib import Path

import pytest

from roborally.base.errors import GameError
from roborally.base.translation import MAX_TEXT, CatalogueError, read_entries
from roborally.features.post.letters import MAX_BORDERS, read_letter
from roborally.game.course.code import SharedCourse, look_at
from roborally.game.course.courses import MAX_BESIDE
from roborally.game.course.notation import CourseError, Notations, parse_grid
from roborally.narration.rulebook.markdown import read_markdown
from roborally.plugin_system.errors import PluginError
from roborally.plugin_system.loader import find_plugins
from roborally.plugin_system.manifest import MAX_ATOM, read_manifest
from tests.shipped import catalogue
from tests.writing import write_plugin

ELEMENT = """
[element.pitfall]
tooltip = "A pit."
notation = '{notation}'
layer = "floor"
{more}
"""
SLOW = {
    "a repeated group": "(a+)+",
    "repeated choices": "(a|a)*b",
    "a counted group": "(?:aa?){1,40}",
    "three repeats": "a*a*a*b",
    "many options": "a?" * 30 + "a" * 30,
    "many choices": "(a|a)" * 20 + "b",
    "many letters": "x" * 201,
    "brackets that close nothing": r"(\)[)]a*)*",
}
QUICK = [
    "crush[1-5]+",
    "l[1-3]?[<>^v]",
    r"a\(*\)+",
    "[)+*?]{2}",
    "(red|green|blue|grey)",
    "(?P<direction>[<>^v])(?P=direction)",
]


def plugin(folder: Path, notation: str = "pitfall", more: str = "", of_element: str = "") -> Path:
    element = ELEMENT.format(notation=notation, more=of_element)
    return write_plugin(folder, "pit-falls", f'kind = "elements"\n{more}\n{element}')


@pytest.mark.parametrize("notation", SLOW.values(), ids=SLOW)
def test_a_notation_that_could_take_very_long_is_refused(tmp_path: Path, notation: str) -> None:
    """A server sends manifests and boards, and each cell is read with each notation."""
    with pytest.raises(PluginError, match=r"element\.pitfall: notation: it could take very long to read a board"):
        read_manifest(plugin(tmp_path, notation))


@pytest.mark.parametrize("notation", QUICK)
def test_a_notation_of_a_few_choices_is_allowed(tmp_path: Path, notation: str) -> None:
    assert read_manifest(plugin(tmp_path, notation)).element["pitfall"].notation == notation


def test_what_an_element_is_written_with_has_an_end() -> None:
    notations = Notations.of(catalogue().plugins.values())
    longest = "crush" + "1" * (MAX_ATOM - len("crush"))
    assert parse_grid(longest, notations).elements
    with pytest.raises(CourseError, match=f"column 1, row 1 .*at most {MAX_ATOM} letters"):
        parse_grid(longest + "1", notations)


def test_a_value_that_a_notation_lets_through_and_nobody_can_read_is_told(tmp_path: Path) -> None:
    folder = plugin(tmp_path, "(?P<number>.)", of_element='values = { number = "integer" }').parent
    notations = Notations.of(find_plugins([folder], installed=False).plugins.values())
    with pytest.raises(CourseError, match=r"column 1, row 1 \('x'\): the values of 'pitfall' cannot be read"):
        parse_grid("x", notations)


@pytest.mark.parametrize("where", ["one cell", "many cells"])
def test_a_course_of_very_many_lasers_is_refused(where: str) -> None:
    """A code of 150 letters could keep a server busy for ten seconds in each turn."""
    notations = Notations.of(catalogue().plugins.values())

    def shared(count: int) -> SharedCourse:
        rows = ["+".join(["l3>"] * count)] if where == "one cell" else ["l3>+l3^ " * 50] * (count // 100)
        return SharedCourse("lasers", 'grid = """\n' + "\n".join(rows) + '\n"""\n')

    assert look_at(shared(MAX_BESIDE), notations).board.elements
    with pytest.raises(CourseError, match=r"lasers\.toml: there are more than 500 markers and elements at edges"):
        look_at(shared(MAX_BESIDE + 100), notations)


def test_texts_of_a_plugin_have_an_end(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=r"the text that begins with 'aaaaaaaaaaaaaaaaaaaa' has more than 4,000"):
        read_manifest(plugin(tmp_path, more=f"differences = [{'a' * (MAX_TEXT + 1)!r}]"))


def test_texts_of_a_catalogue_have_an_end(tmp_path: Path) -> None:
    path = tmp_path / "de.po"
    path.write_text('msgid "Pit"\nmsgstr ""\n' + '"a"\n' * MAX_TEXT)
    assert read_entries(path)[0].translated == "a" * MAX_TEXT
    path.write_text(path.read_text() + '"a"\n')
    with pytest.raises(CatalogueError, match=f"line {MAX_TEXT + 3}: a text has at most 4,000 characters"):
        read_entries(path)


def test_a_long_run_of_spaces_on_a_page_is_looked_through_once() -> None:
    (block,) = read_markdown("a" + " " * 1_000_000 + "b (not tested: c)")
    assert block.text.replace(" ", "") == "ab"


@pytest.mark.parametrize("text", ["*" * 5_000 + "a" + "*" * 5_000, "*a **a " * 800 + " a** a*" * 800])
def test_a_page_whose_styles_lie_too_deep_is_refused(text: str) -> None:
    with pytest.raises(GameError, match="styles or links lie too deep in one another"):
        read_markdown(text)


MAIL = b"From: ada@example.org\nSubject: [RR-x T1]\nContent-Type: "


def test_a_mail_of_very_many_parts_is_not_read() -> None:
    """A part needs no head, so lines `Content-Type` do not count them."""
    head = MAIL + b"multipart/mixed; boundary=a\n\n"
    assert read_letter(head + b"--a\n\n" * MAX_BORDERS) is not None
    assert read_letter(head + b"--a\n\n" * (MAX_BORDERS + 1)) is None


def test_sections_that_never_end_are_left_out_of_a_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python looks for the end of each through the rest of the text."""
    letter = read_letter(MAIL + b"text/html\n\n<svg><![CDATA[<![CDATA[</svg>\n<p>+1 +2\n")
    assert letter is not None
    assert "+1 +2" in letter.text
    assert "CDATA" not in letter.text
