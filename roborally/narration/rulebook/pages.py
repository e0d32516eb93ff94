"""The pages of the rulebook: all rules, as in `docs/rules`, in chapters that fit a screen or two.

The English pages are in that folder itself, those of another language in a folder with its name (`de/standard.md`).
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
from roborally.narration.rulebook.markdown import Block, read_markdown, spans_text

PAGES = ("standard", "classic", "auenland", "crash-and-burn", "option-cards", "roboball", "volt", "glossary")
"""The pages of rules for players, in the order of the window."""
SHARED = "glossary"
"""The page with the rules that all editions share."""
SUFFIX = ".md"
ENGLISH = "en"
FOR_AUTHORS = ("Worked examples",)
"""Chapters that link to files of the project, which the window omits."""


@dataclass(frozen=True)
class Chapter:
    """A part of a page with its own heading; the first one of a page is its introduction."""

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
    """The language of the text, English if the page has no translation."""


@dataclass(frozen=True)
class Rulebook:
    """All pages; `rules` maps each id to the chapter that defines it."""

    pages: Mapping[str, Page]
    rules: Mapping[str, Chapter] = field(default_factory=dict)

    def page_of(self, rule: str) -> str:
        """Return the page that defines a rule, or an empty text."""
        chapter = self.rules.get(rule)
        return chapter.page if chapter is not None else ""

    def best(self, rules: tuple[str, ...], pages: tuple[str, ...]) -> str:
        """Return the one of several rules that applies to an edition with these pages, or an empty text.

        The edition's own rules are preferred to those that all editions share, and these to all others; of its own,
        those on the first page are preferred, because a later page is of an edition that it builds on.
        """
        known = [rule for rule in rules if rule in self.rules]
        own = [rule for page in pages for rule in known if self.page_of(rule) == page]
        shared = [rule for rule in known if self.page_of(rule) == SHARED]
        return next(iter((*own, *shared, *known)), "")

    def sentences(self, rule: str) -> list[str]:
        """Return the sentences of a rule's paragraph, after its id and title, which are bold."""
        text = next(block.spans[1:] for block in self.rules[rule].blocks if block.rule == rule)
        return re.findall(r"\S.*?[.:](?=\s|$)", spans_text(text))


def read_rulebook(folder: Path | None = None) -> Rulebook:
    """Return all pages in a folder, by default the game's own, in the player's language.

    Raises `GameError` if one is unreadable.
    """
    return _read_rulebook(folder or paths.rule_folder(), language())


@cache
def _read_rulebook(folder: Path, wanted: str) -> Rulebook:
    pages = {name: _read_spoken(name, folder, wanted) for name in PAGES}
    chapters = [chapter for page in pages.values() for chapter in page.chapters]
    rules = {block.rule: chapter for chapter in chapters for block in chapter.blocks if block.rule}
    return Rulebook(pages, rules)


def reading() -> Iterator[object]:
    """Read the game's own pages, one in each step, so that the rulebook opens quickly later."""
    with suppress(GameError):  # the page of the rulebook reports it
        for name in PAGES:
            yield _read_spoken(name, paths.rule_folder(), language())
        yield read_rulebook()


@cache
def _read_spoken(name: str, folder: Path, wanted: str) -> Page:
    """Read a page in a language, or in English if it has no translation."""
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
