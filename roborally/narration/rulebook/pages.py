"""Reads the pages of the rulebook from `docs/rules`, and divides them into chapters that fit a screen or two.

The English pages are in that folder itself, those of another language in a folder with its name (`de/standard.md`). A
rule that a translated page lacks is shown in English.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError, reason
from roborally.base.translation import _, language
from roborally.narration.rulebook.markdown import Block, Span, read_markdown, spans_text

PAGES = ("standard", "classic", "auenland", "crash-and-burn", "option-cards", "roboball", "volt", "glossary")
"""The names of the pages for players, in the order of the window."""
SHARED = "glossary"
"""The name of the page with the rules that all editions share."""
SUFFIX = ".md"
ENGLISH = "en"
FOR_AUTHORS = ("Worked examples",)
"""The titles of chapters that are left out, because they link to files of the project."""


@dataclass(frozen=True)
class Chapter:
    """A part of a page with a heading; the first one of a page, number 0, is its introduction."""

    page: str
    number: int
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Page:
    """A page of the rulebook in one language, in chapters; `id` is one of `PAGES`."""

    id: str
    title: str
    chapters: tuple[Chapter, ...]
    language: str
    """The code of the language of the text, such as "de"; "en" if the page has no translation."""


@dataclass(frozen=True)
class Rulebook:
    """All pages by id, and in `rules` the chapter that defines each rule, by the rule's id."""

    pages: Mapping[str, Page]
    rules: Mapping[str, Chapter] = field(default_factory=dict)

    def page_of(self, rule: str) -> str:
        """Return the id of the page that defines a rule, or an empty text."""
        chapter = self.rules.get(rule)
        return chapter.page if chapter is not None else ""

    def best(self, rules: tuple[str, ...], pages: tuple[str, ...]) -> str:
        """Return the one of several rules that applies to an edition with these pages, or an empty text.

        The edition's own rules come first, in the order of `pages`, since later pages are of editions that it builds
        on. Rules that all editions share come next, then all others.
        """
        known = [rule for rule in rules if rule in self.rules]
        own = [rule for page in pages for rule in known if self.page_of(rule) == page]
        shared = [rule for rule in known if self.page_of(rule) == SHARED]
        return next(iter((*own, *shared, *known)), "")

    def sentences(self, rule: str) -> list[str]:
        """Return the sentences of a rule's paragraph, without its id and title; raise `KeyError` if there is none."""
        text = next(block.spans[1:] for block in self.rules[rule].blocks if block.rule == rule)
        return re.findall(r"\S.*?[.:](?=\s|$)", spans_text(text))


def read_rulebook(folder: Path | None = None) -> Rulebook:
    """Return all pages of rules in a folder, by default the game's, in the player's language, from a cache.

    Raises `GameError` if a page is unreadable.
    """
    return _read_rulebook(folder or paths.rule_folder(), language())


@cache
def _read_rulebook(folder: Path, wanted: str) -> Rulebook:
    pages = {name: _read_spoken(name, folder, wanted) for name in PAGES}
    chapters = [chapter for page in pages.values() for chapter in page.chapters]
    rules = {block.rule: chapter for chapter in chapters for block in chapter.blocks if block.rule}
    return Rulebook(pages, rules)


def reading() -> Iterator[object]:
    """Read the game's rulebook into the cache, one page in each step, so that it opens quickly later."""
    with suppress(GameError):  # the page of the rulebook reports it
        for name in PAGES:
            yield _read_spoken(name, paths.rule_folder(), language())
        yield read_rulebook()


@cache
def _read_spoken(name: str, folder: Path, wanted: str) -> Page:
    """Return a page in the language `wanted`, or in English if it has no translation."""
    english = _read_page(name, folder / f"{name}{SUFFIX}", ENGLISH)
    path = folder / wanted / f"{name}{SUFFIX}"
    return english if wanted == ENGLISH or not path.is_file() else _completed(_read_page(name, path, wanted), english)


def _completed(page: Page, english: Page) -> Page:
    """Return a translated page with the rules that only the English one has, each after its predecessor there."""
    parts = [list(chapter.blocks) for chapter in page.chapters]
    known = {block.rule for blocks in parts for block in blocks if block.rule}
    for chapter in english.chapters:
        before = ""
        for rule, blocks in _rules_of(chapter):
            if rule not in known:
                part = next(
                    (part for part in parts if _place(part, before)), parts[min(chapter.number, len(parts) - 1)]
                )
                place = _place(part, before) or len(part)
                note = Span(f" ({_('not yet translated')})")
                part[place:place] = [replace(blocks[0], spans=(*blocks[0].spans, note)), *blocks[1:]]
            before = rule
    chapters = zip(page.chapters, parts, strict=True)
    return replace(page, chapters=tuple(replace(chapter, blocks=tuple(blocks)) for chapter, blocks in chapters))


def _rules_of(chapter: Chapter) -> Iterator[tuple[str, list[Block]]]:
    for start, block in enumerate(chapter.blocks):
        if block.rule:
            yield block.rule, list(chapter.blocks[start : _end(chapter.blocks, start)])


def _end(blocks: Sequence[Block], start: int) -> int:
    """Return the index behind the rule that begins at `start`, where the next rule or heading begins."""
    later = range(start + 1, len(blocks))
    return next((at for at in later if blocks[at].rule or blocks[at].kind == "heading"), len(blocks))


def _place(blocks: Sequence[Block], rule: str) -> int:
    """Return the index behind the last block of a rule, 0 if these blocks do not have the rule."""
    return next((_end(blocks, at) for at, block in enumerate(blocks) if rule and block.rule == rule), 0)


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
