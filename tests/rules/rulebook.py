"""Reads the rulebook in `docs/rules`: what it defines, and which rules a text cites.

A rule is a list item that begins with its id in bold, with or without a title (`docs/rules/README.md`):

    * **STD-704 Pushing.** A robot in the way is pushed one space ahead …
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "rules"

ID = r"[A-Z]{3}-(?:[RG]?[0-9]{2,4}[a-d]?|X[0-9]{2})"
"""An id; the cases of a worked example (`STD-X15a`) are cited as the example."""
_ITEM = re.compile(rf"^\s*\* \*\*(?P<id>{ID})\b(?P<title>[^*]*)\*\*")
_HEADING = re.compile("^#+ ")
_UNTESTED = re.compile(r"\(not tested: (?P<reason>[^)]+)\)\s*$")
_CITED = re.compile(
    rf"(?<![A-Za-z0-9-])(?P<id>{ID})(?![0-9])"
    r"(?:\s+to\s+(?P<last>(?P<family>[A-Z]{3}-)?[RGX]?[0-9]{2,4})"
    r"|(?P<more>(?:(?:,\s+and|,|\s+and|\s+or)\s+[RGX]?[0-9]{2,4}(?![0-9]))+))?"
)
_NUMBER = re.compile(r"([RGX]?)([0-9]+)")
_NO_RULES = ("ISO", "SHA", "UTF")
"""Letters that look like those of an id, as in SHA-256."""


@dataclass(frozen=True)
class Rule:
    """A definition: `line` is that of its id in `page`; `untested` says why nothing can show it, if so."""

    id: str
    title: str
    text: str
    page: Path
    line: int
    untested: str

    @property
    def where(self) -> str:
        """Where it is defined, as file:line."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


class Citation(NamedTuple):
    """An id that a text names, and the number of the line."""

    id: str
    line: int


def read_page(page: Path) -> Iterator[Rule]:
    """Yield the rules that a page defines, in order; code blocks are examples and define nothing."""
    found: list[tuple[int, re.Match[str], list[str]]] = []
    body: list[str] | None = None
    code = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
        elif not code and (item := _ITEM.match(line)):
            body = [line[item.end() :].strip()]
            found.append((number, item, body))
            continue
        elif not code and _HEADING.match(line):
            body = None
        if body is not None:
            body.append(line)
    for number, item, lines in found:
        text = "\n".join(lines).strip()
        untested = _UNTESTED.search(text)
        reason = untested["reason"].strip() if untested else ""
        yield Rule(item["id"], item["title"].strip(" ."), text, page, number, reason)


def read_rulebook(folder: Path = FOLDER) -> list[Rule]:
    """Return all definitions of all pages, those that stand there twice too."""
    return [rule for page in sorted(folder.glob("*.md")) for rule in read_page(page)]


def citations(text: str, known: Collection[str] = ()) -> Iterator[Citation]:
    """Yield the ids that a text cites: "STD-701", "STD-701, 704", and those of `known` in "STD-801 to STD-803"."""
    for match in _CITED.finditer(text):
        first = match["id"]
        if first[:3] in _NO_RULES:
            continue
        line = text.count("\n", 0, match.start()) + 1
        yield Citation(first, line)
        family = first[:4]
        if match["more"]:
            kind, number = _number_of(first)
            for letters, digits in _NUMBER.findall(match["more"]):
                if letters or (not kind and len(digits) == len(number)):
                    yield Citation(family + letters + digits, line)
        if match["last"]:
            last = match["last"] if match["family"] else family + match["last"]
            yield Citation(last, line)
            yield from (Citation(id_, line) for id_ in known if _between(first, id_, last))


def _number_of(id_: str) -> tuple[str, str]:
    found = _NUMBER.match(id_[4:])
    assert found is not None
    return found[1], found[2]


def _between(first: str, id_: str, last: str) -> bool:
    """Return whether an id lies strictly between two others of its family and kind."""
    if not first[:4] == id_[:4] == last[:4]:
        return False
    (kind, low), (own, number), (_kind, high) = _number_of(first), _number_of(id_), _number_of(last)
    return kind == own and int(low) < int(number) < int(high)
