"""docs/client-checklist.md is complete, and the tests that it names speak of the lines that they show."""

import ast
import re
from functools import cache
from pathlib import Path

from tests.rules.rulebook import FOLDER, read_page

ROOT = Path(__file__).resolve().parents[2]
LIST = (ROOT / "docs" / "client-checklist.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\|( x)? \| (CLI-R?\d+) \| (.+) \|$", re.MULTILINE)
ROWS = {id_: (bool(tick), shown) for tick, id_, shown in ROW.findall(LIST)}
TEST = re.compile(r"`(\w+\.py)::(\w+)`")


def ids(text: str) -> set[str]:
    """Return the ids of a text, those between the ends of "CLI-501 to CLI-506" too."""
    found = set(re.findall(r"CLI-R?\d+", text))
    for head, first, last in re.findall(r"(CLI-R?)(\d+) to CLI-R?(\d+)", text):
        found |= {f"{head}{number:0{len(first)}}" for number in range(int(first), int(last) + 1)}
    for head, rest in re.findall(r"(CLI-R?)\d+((?:, \d+)+)", text):
        found |= {head + number for number in re.findall(r"\d+", rest)}
    return found


@cache
def told_by_tests(file: str) -> dict[str, set[str]]:
    """Return the tests of a file with the ids that each of them names."""
    source = (ROOT / "tests" / "ui" / file).read_text(encoding="utf-8")
    functions = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    return {node.name: ids(ast.get_source_segment(source, node) or "") for node in functions}


def test_every_line_of_the_rules_has_a_row() -> None:
    lines = [line for line in LIST.splitlines() if "| CLI-" in line]
    assert len(lines) == len(ROWS), "a row that cannot be read, or one that stands there twice"
    wanted = {rule.id for rule in read_page(FOLDER / "client.md") if not rule.untested}
    assert len(wanted) > 100
    assert set(ROWS) == wanted


def test_a_row_names_tests_that_speak_of_it_or_says_why_there_are_none() -> None:
    for id_, (done, shown) in ROWS.items():
        named = TEST.findall(shown)
        assert bool(named) is done, id_
        assert done or shown.startswith("comes with network play"), id_
        for file, name in named:
            text = told_by_tests(file)
            assert name in text, f"{file} has no {name}"
            assert id_ in text[name], f"{name} does not name {id_}"
