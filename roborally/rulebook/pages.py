"""The pages of the rulebook: all rules, as they lie in `docs/rules`, in chapters that fit a screen or two.

The English pages lie in that folder itself, those of another language in a folder named after it (`de/standard.md`).
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError, reason
from roborally.base.translation import language
from roborally.rulebook.markdown import Block, read_markdown, spans_text

PAGES = ("standard", "classic", "auenland", "crash-and-burn", "option-cards", "roboball", "volt", "glossary")
"""The pages that tell players how the game is played, in the order in which the window lists them."""
SHARED = "glossary"
"""The page of what all editions have in common."""
SUFFIX = ".md"
ENGLISH = "en"
FOR_AUTHORS = ("Worked examples",)
"""Chapters that lead to files of the project, and are left out in the window."""


@dataclass(frozen=True)
class Chapter:
    """A part of a page with a heading of its own; the first one of a page is its introduction."""

    page: str
    number: int
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Page:
    """A page with all its chapters."""

    id: str
    title: str
    chapters: tuple[Chapter, ...]
    language: str
    """The language in which it is written: English stands in for one that lacks the page."""


@dataclass(frozen=True)
class Rulebook:
    """All pages; `rules` says for each id in which chapter it is defined."""

    pages: Mapping[str, Page]
    rules: Mapping[str, Chapter] = field(default_factory=dict)

    def page_of(self, rule: str) -> str:
        """Return the page on which a rule is defined, or an empty text."""
        chapter = self.rules.get(rule)
        return chapter.page if chapter is not None else ""

    def best(self, rules: tuple[str, ...], pages: tuple[str, ...]) -> str:
        """Return the one of several rules that counts for an edition with these pages, or an empty text.

        A rule of the edition's own counts for more than one that all editions share, and that for more than any other;
        of its own those on the page that comes first, since a later one is of an edition that it builds on.
        """
        known = [rule for rule in rules if rule in self.rules]
        own = [rule for page in pages for rule in known if self.page_of(rule) == page]
        shared = [rule for rule in known if self.page_of(rule) == SHARED]
        return next(iter((*own, *shared, *known)), "")

    def sentences(self, rule: str) -> list[str]:
        """Return what the paragraph of a rule says behind its id and title, which are bold."""
        text = next(block.spans[1:] for block in self.rules[rule].blocks if block.rule == rule)
        return re.findall(r"\S.*?[.:](?=\s|$)", spans_text(text))


def read_rulebook(folder: Path | None = None) -> Rulebook:
    """Return all pages in a folder, usually the game's own, in the player's language.

    Raises `GameError` when one cannot be read.
    """
    return _read_rulebook(folder or paths.rule_folder(), language())


@cache
def _read_rulebook(folder: Path, wanted: str) -> Rulebook:
    pages = {name: _read_spoken(name, folder, wanted) for name in PAGES}
    chapters = [chapter for page in pages.values() for chapter in page.chapters]
    rules = {block.rule: chapter for chapter in chapters for block in chapter.blocks if block.rule}
    return Rulebook(pages, rules)


def reading() -> Iterator[object]:
    """Read the game's own pages, one in each step, so that the rulebook opens at once later."""
    with suppress(GameError):  # the page of the rulebook tells it
        for name in PAGES:
            yield _read_spoken(name, paths.rule_folder(), language())
        yield read_rulebook()


@cache
def _read_spoken(name: str, folder: Path, wanted: str) -> Page:
    """Read a page in a language, or in English if that lacks it."""
    path = folder / wanted / f"{name}{SUFFIX}"
    if wanted != ENGLISH and path.is_file():
        return _read_page(name, path, wanted)
    return _read_page(name, folder / f"{name}{SUFFIX}", ENGLISH)


def _read_page(name: str, path: Path, written_in: str) -> Page:
    try:
        blocks = read_markdown(path.read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise GameError("a page of the rulebook cannot be read: {reason}", where=path, reason=reason(error)) from error
    title = name
    parts: list[tuple[str, list[Block]]] = []
    for block in blocks:
        if block.kind == "heading" and block.level == 1:
            title = spans_text(block.spans)
        elif block.kind == "heading" and block.level == 2:
            parts.append((spans_text(block.spans), []))
        else:
            if not parts:
                parts.append((title, []))
            parts[-1][1].append(block)
    text = ((heading, body) for heading, body in parts if heading not in FOR_AUTHORS)
    chapters = (Chapter(name, at, heading, tuple(body)) for at, (heading, body) in enumerate(text))
    return Page(name, title, tuple(chapters), written_in)
