"""The rulebook's index of words, elements, robots and equipment, and the search in it and in all rules."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from roborally.base.templates import names_in
from roborally.base.translation import plugin_text
from roborally.narration.rulebook.markdown import RULE, spans_text
from roborally.narration.rulebook.pages import SHARED, Chapter, Rulebook
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest_tables import element_name

HEADS = {"en": ["word", "meaning"], "de": ["Wort", "Bedeutung"], "sv": ["ord", "betydelse"]}
"""The headings by which the glossary's tables are recognized, by the language of the page."""
MAX_RESULTS = 80
"""The maximum number of results of a search."""


@dataclass(frozen=True)
class IndexEntry:
    """An entry of the index, or a result of a search: title, text, and the `target` that it leads to.

    `target` is the id of a rule, a page and the number of a chapter (`glossary.md#2`), or a block of it
    (`glossary.md#2.17`).
    """

    title: str
    text: str
    target: str


def place(chapter: Chapter) -> str:
    """Return where a chapter is, as the target of an entry: page and number, such as `glossary.md#2`."""
    return f"{chapter.page}.md#{chapter.number}"


def index_of(plugins: Iterable[Plugin], rulebook: Rulebook) -> list[IndexEntry]:
    """Return the index of words, elements, robots and equipment in alphabetical order.

    A word with several names (`belt, conveyor`) is listed once.
    """
    words = {entry.title.casefold(): entry for entry in _words(rulebook)}
    also = {name for title in words if "," in title for name in title.split(", ")}
    entries = dict(words)
    for plugin in plugins:
        own = ((entry.title.casefold(), entry) for entry in _of_plugin(plugin, rulebook, words))
        entries.update((title, entry) for title, entry in own if title not in also)
    return [entries[title] for title in sorted(entries)]


def _words(rulebook: Rulebook) -> Iterator[IndexEntry]:
    """Yield an entry for each word of the glossary, from the tables whose headings are in `HEADS`."""
    page = rulebook.pages[SHARED]
    for chapter in page.chapters:
        named = False
        for at, block in enumerate(chapter.blocks):
            cells = [spans_text(cell) for cell in block.cells]
            if block.strong:
                named = cells[:2] == HEADS[page.language]
            elif named and cells:
                word, meaning, *_codes = cells
                yield IndexEntry(word[:1].upper() + word[1:], meaning, f"{place(chapter)}.{at}")


def _of_plugin(plugin: Plugin, rulebook: Rulebook, words: Mapping[str, IndexEntry]) -> Iterator[IndexEntry]:
    """Yield an entry for each element, robot and equipment of a plugin whose manifest names a rule of the rulebook.

    An element's tooltip may contain the values of a single element, and is then replaced by the meaning of the word or
    by the beginning of the rule.
    """
    manifest = plugin.manifest
    for element in manifest.element.values():
        if rule := rulebook.best(tuple(element.rules), ()):
            sentence = plugin_text(plugin.folder, element.tooltip)
            name = element_name(sentence)
            text = sentence.partition(": ")[2] or sentence
            if names_in(sentence):
                word = words.get(name.casefold())
                text = word.text if word is not None else _beginning(rulebook.sentences(rule)) or text
            yield IndexEntry(name, text, rule)
    for robot in manifest.robot.values():
        if rule := rulebook.best(tuple(robot.rules), ()):
            yield IndexEntry(plugin_text(plugin.folder, robot.title), plugin_text(plugin.folder, robot.ability), rule)
    for option in manifest.option.values():
        if rule := rulebook.best(tuple(option.rules), ()):
            yield IndexEntry(plugin_text(plugin.folder, option.title), plugin_text(plugin.folder, option.text), rule)


def _beginning(sentences: Sequence[str]) -> str:
    """Return the first two sentences of a rule, without the ids of other rules."""
    return re.sub(rf" \({RULE}\)", "", " ".join(sentences[:2]))


def search(wanted: str, index: Iterable[IndexEntry], rulebook: Rulebook) -> list[IndexEntry]:
    """Return the entries with all words of `wanted`, at most `MAX_RESULTS`; none if `wanted` is empty.

    Those with exactly this title come first, then other titles, then texts of the index, then rules.
    """
    words = wanted.casefold().split()
    if not words:
        return []

    def holds(text: str) -> bool:
        folded = text.casefold()
        return all(word in folded for word in words)

    def is_exact(entry: IndexEntry) -> bool:
        return _plain(wanted) in map(_plain, (entry.title, *entry.title.split(", ")))

    named = [entry for entry in index if holds(entry.title)]
    named.sort(key=lambda entry: not entry.title.casefold().startswith(words[0]))
    mentions = [entry for entry in index if not holds(entry.title) and holds(entry.text)]
    rules = [
        IndexEntry(
            f"{block.rule} · {rulebook.pages[chapter.page].title}",
            block.text.removeprefix(block.rule).strip(),
            block.rule,
        )
        for chapter in (chapter for page in rulebook.pages.values() for chapter in page.chapters)
        for block in chapter.blocks
        if block.rule and holds(f"{block.rule} {block.text}")
    ]
    chapters = [
        IndexEntry(chapter.title, page.title, place(chapter))
        for page in rulebook.pages.values()
        for chapter in page.chapters
        if holds(chapter.title)
    ]
    titled = sorted((*named, *chapters), key=lambda entry: not is_exact(entry))
    return [*titled, *mentions, *rules][:MAX_RESULTS]


def _plain(title: str) -> str:
    """Return a title in lower case and without hyphens, as players type it."""
    return " ".join(title.casefold().replace("-", " ").split())
