"""The rulebook (`docs/rules`) defines every rule once, and scenarios or tests show every rule."""

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.rules.rulebook import FOLDER, ROOT, Citation, Rule, citations, read_page, read_rulebook

HERE = Path(__file__).parent
FOLDERS = ("roborally", "plugins", "tests", "docs", "tools", "assets", "boards", ".ci")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
WITH_EXAMPLES = ("standard", "auenland", "crash-and-burn", "option-cards", "roboball", "volt")


@cache
def rules() -> dict[str, Rule]:
    return {rule.id: rule for rule in read_rulebook()}


@cache
def cited(path: Path) -> tuple[Citation, ...]:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:  # a picture, a font, a packed replay
        return ()
    return tuple(citations(text, rules()))


def texts() -> list[Path]:
    """Return every file of the project, except what tests the reader of the rulebook."""
    files = [ROOT / page for page in PAGES]
    for folder in FOLDERS:
        files += (file for file in (ROOT / folder).rglob("*") if file.is_file())
    return sorted(file for file in files if "__pycache__" not in file.parts and HERE not in file.parents)


def evidence() -> list[Path]:
    """Return all scenarios and all files of tests."""
    patterns = ("plugins/*/scenarios/**/*.toml", "tests/scenarios/*.toml", "tests/**/test_*.py", "plugins/**/test_*.py")
    return sorted(file for pattern in patterns for file in ROOT.glob(pattern) if HERE not in file.parents)


# --- the rules of the project ---------------------------------------------------------------------------------------


def test_every_cited_id_is_defined() -> None:
    unknown = [
        f"{path.relative_to(ROOT)}:{citation.line}: {citation.id} is not defined in docs/rules"
        for path in texts()
        for citation in cited(path)
        if citation.id not in rules()
    ]
    assert not unknown, "\n".join(unknown)


def test_every_id_is_defined_once() -> None:
    found = read_rulebook()
    count = Counter(rule.id for rule in found)
    twice = [f"{rule.where}: {rule.id} is defined {count[rule.id]} times" for rule in found if count[rule.id] > 1]
    assert not twice, "\n".join(twice)
    assert len(found) > 650


def test_every_id_is_on_the_page_that_the_index_names() -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    pages = dict(re.findall(r"^\| \[([\w-]+\.md)\]\(\1\) \| `([A-Z]{3})-…` \|", index, re.MULTILINE))
    assert set(pages) == {page.name for page in FOLDER.glob("*.md")} - {"README.md"}
    wrong = [rule.where for rule in read_rulebook() if pages.get(rule.page.name) != rule.id[:3]]
    assert not wrong, "\n".join(wrong)


def test_every_rule_says_something() -> None:
    empty = [rule.where for rule in rules().values() if not rule.text and not rule.title]
    assert not empty, "\n".join(empty)


def test_a_scenario_or_a_test_shows_every_rule() -> None:
    shown = {citation.id for path in evidence() for citation in cited(path)}
    bare = [f"{r.where}: nothing shows {r.id}" for r in rules().values() if r.id not in shown and not r.untested]
    assert not bare, "\n".join(bare)
    needless = [f"{r.where}: {r.id} is shown all the same" for r in rules().values() if r.id in shown and r.untested]
    assert not needless, "\n".join(needless)


def test_every_worked_example_has_a_scenario_that_cites_it() -> None:
    shown = set()
    for page in WITH_EXAMPLES:
        for entry in tomllib.loads((ROOT / "tests" / "scenarios" / f"{page}.toml").read_text("utf-8"))["scenario"]:
            id_ = entry["id"][:7].upper()
            assert id_ in {citation.id for citation in citations(str(entry))}, entry["id"]
            shown.add(id_)
    assert shown == {id_ for id_ in rules() if id_[4] == "X"}


# --- the reader -----------------------------------------------------------------------------------------------------

PAGE = """# A page

* **ABC-101 Walls.** They stop
  robots.
  * **ABC-101a Doors.** They stop some.
* **ABC-102** Pits. (not tested: nobody
  comes back)

  | a | table |

## More

This belongs to no rule: ABC-102.

```
* **ABC-103 Code.** No rule.
```
"""


def test_a_page_is_read(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE, encoding="utf-8")
    first, inner, second = read_page(page)
    assert (first.id, first.title, first.text, first.line) == ("ABC-101", "Walls", "They stop\n  robots.", 3)
    assert (inner.id, inner.title, inner.untested) == ("ABC-101a", "Doors", "")
    assert (second.id, second.title) == ("ABC-102", "")
    assert second.text.endswith("| a | table |")


def test_why_a_rule_is_not_tested_is_its_last_word(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("* **ABC-101** Luck. (not tested: it is\n  only luck)\n\n* **ABC-102** Skill.\n", encoding="utf-8")
    luck, skill = read_page(page)
    assert luck.untested == "it is\n  only luck"
    assert not skill.untested


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("as ABC-101 says", ["ABC-101"]),
        ("ABC-R05, ABC-G01", ["ABC-R05", "ABC-G01"]),
        ("(ABC-701, 704, 809)", ["ABC-701", "ABC-704", "ABC-809"]),
        ("ABC-801 and 802 of 804", ["ABC-801", "ABC-802"]),
        ("ABC-101, 12 of them", ["ABC-101"]),
        ("ABC-R03, R04", ["ABC-R03", "ABC-R04"]),
        ("ABC-R03, 12", ["ABC-R03"]),
        ("ABC-01 to ABC-04", ["ABC-01", "ABC-04", "ABC-02", "ABC-03"]),
        ("ABC-01\nto 03", ["ABC-01", "ABC-03", "ABC-02"]),
        ("ABC-X15a: the first case", ["ABC-X15"]),
        ("ABC-102b, not ABC-1", ["ABC-102b"]),
        ("UTF-16, XABC-101, ABC-10101", []),
    ],
)
def test_citations_are_found(text: str, ids: list[str]) -> None:
    known = ["ABC-01", "ABC-02", "ABC-03", "ABC-04", "ABC-05", "ABC-R02"]
    assert [citation.id for citation in citations(text, known)] == ids


def test_citations_know_their_line() -> None:
    assert list(citations("one\ntwo ABC-101\nABC-102")) == [Citation("ABC-101", 2), Citation("ABC-102", 3)]
