"""Links between the pages of the documentation lead somewhere."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/**/*.md")])
CODE = re.compile(r"^(```|~~~).*?^\1|(?<!`)(`+)(?!`).*?(?<!`)\2(?!`)", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(<?([^()<>\s]+)>?\)")
HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.MULTILINE)
ELSEWHERE = re.compile("[a-z][a-z0-9+.-]*:")
NO_LETTER = re.compile(r"[^\w\- ]")


def without_code(text: str) -> str:
    """Return a page without code blocks and code within lines, which are no links."""
    return CODE.sub("", text)


def slug(heading: str) -> str:
    """Return the anchor that GitHub makes of a heading."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return NO_LETTER.sub("", plain.lower()).replace(" ", "-")


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of a page: a heading that stands there again gets a number."""
    found: dict[str, int] = {}
    for heading in HEADING.findall(re.sub(r"^(```|~~~).*?^\1", "", page.read_text("utf-8"), flags=re.DOTALL | re.M)):
        name = slug(heading)
        again = found.get(name, 0)
        found[name] = again + 1
        if again:
            found[f"{name}-{again}"] = 1
    return frozenset(found)


def broken(page: Path) -> list[str]:
    """Return the links of a page that lead nowhere, each in a sentence."""
    wrong = []
    for link in LINK.findall(without_code(page.read_text(encoding="utf-8"))):
        if ELSEWHERE.match(link):
            continue
        path, _sharp, anchor = link.partition("#")
        target = (page.parent / unquote(path)).resolve() if path else page
        if not target.exists():
            wrong.append(f"{page.name} links to {link}, which is not there")
        elif anchor and anchor not in anchors(target):
            wrong.append(f"{page.name} links to {link}, but {target.name} has no heading for #{anchor}")
    return wrong


def test_links_lead_somewhere() -> None:
    wrong = [sentence for page in PAGES for sentence in broken(page)]
    assert not wrong, "\n".join(wrong)


def test_there_are_links() -> None:
    assert sum(len(LINK.findall(without_code(page.read_text(encoding="utf-8")))) for page in PAGES) > 100


def test_a_link_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# One `two`: three\n\n[a](#one-two-three) [b](#one) [c](other.md) [d](https://example.org/x) `[e](no.md)`\n\n"
        "```\n# No heading\n[f](no.md)\n```\n\n## More\n## More\n[g](page.md#more-1) [h](page.md#no-heading)\n",
        encoding="utf-8",
    )
    assert [sentence.split()[3].strip(",") for sentence in broken(page)] == ["#one", "other.md", "page.md#no-heading"]


# --- code that the pages name ---------------------------------------------------------------------------------------

MODULE = re.compile(r"(?<![\w/.])roborally(?:\.\w+)+")
FILE = re.compile(r"`((?:\w+/)+\w+\.py)`")


def unknown_code(page: Path) -> list[str]:
    """Return what a page names and does not exist: modules, what is in them, and Python files."""
    text = page.read_text(encoding="utf-8")
    wrong = [name for name in MODULE.findall(text) if not is_there(name)]
    return wrong + [
        path for path in FILE.findall(text) if not (ROOT / path).is_file() and not (ROOT / "roborally" / path).is_file()
    ]


def is_there(name: str) -> bool:
    """Return whether a dotted name is a module, or begins with one whose text has the rest."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        base = ROOT.joinpath(*parts[:length])
        for path in (base.with_suffix(".py"), base / "__init__.py"):
            if path.is_file():
                text = path.read_text(encoding="utf-8")
                return all(re.search(rf"\b{part}\b", text) for part in parts[length:])
    return False


def test_code_that_is_named_exists() -> None:
    unknown = {str(page.relative_to(ROOT)): names for page in PAGES if (names := unknown_code(page))}
    assert not unknown


def test_the_architecture_leads_to_what_is_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    questions = page[page.index("| question | answer |") : page.index("## Layers")]
    named = re.findall(r"((?:`\w+`(?: and )?)+) (?:of|in) [^|\[]*\[[^\]]+\]\((\S+\.py)\)", questions)
    assert len(named) >= 10
    for names, path in named:
        text = (ROOT / "docs" / path).read_text(encoding="utf-8")
        for name in re.findall(r"\w+", names.replace(" and ", " ")):
            assert re.search(rf"^ *(def|class) {name}\b", text, re.MULTILINE), f"{name} is not in {path}"


def test_code_that_does_not_exist_is_told(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "`roborally.ui.dragging.Dragging` roborally.ui.toolkit.drag.Dragging roborally.core.match.Chess "
        "`net/remote.py` `net/rooms/room.py` `roborally/net/rooms/room.py` /etc/roborally.key",
        encoding="utf-8",
    )
    assert unknown_code(page) == ["roborally.ui.dragging.Dragging", "roborally.core.match.Chess", "net/remote.py"]
