"""The editions of the game, for the rulebook: the short pages of rules of each, and its differences from the others."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from roborally.base.errors import GameError, reason
from roborally.base.plain_file import read_plain
from roborally.base.translation import plugin_text, spoken_file
from roborally.narration.rulebook.markdown import Block, read_markdown
from roborally.narration.rulebook.pages import PAGES
from roborally.plugin_system.loader import Catalogue, Plugin

FOLDER = "rulebook"
"""The name of the folder in a plugin for its short pages of rules, one file per language."""
SUFFIX = ".md"
MAX_PAGE = 20_000
"""The maximum size in bytes of a file of short pages; those of the game have up to 2,100."""


def editions(catalogue: Catalogue) -> list[Plugin]:
    """Return the plugins of all modes: those with rules in the rulebook in the order of `PAGES`, others by title."""
    modes = [plugin for plugin in catalogue.plugins.values() if plugin.manifest.kind == "mode"]

    def place(mode: Plugin) -> tuple[int, str]:
        pages = [PAGES.index(page) for page in mode.manifest.rule_pages if page in PAGES]
        return min(pages, default=len(PAGES)), mode.manifest.title

    return sorted(modes, key=place)


def short_pages(plugin: Plugin) -> list[list[Block]]:
    """Return an edition's short pages of rules as lists of blocks, in the player's language or in English.

    A line across a page (`---`) begins the next one. The list is empty if the edition has none. Raises `GameError` if
    the file is unreadable.
    """
    path = spoken_file(plugin.folder / FOLDER, SUFFIX)
    return [] if path is None else [list(page) for page in _read(path)]


@lru_cache(maxsize=64)
def _read(path: Path) -> tuple[tuple[Block, ...], ...]:
    try:
        blocks = read_markdown(read_plain(path, MAX_PAGE).decode(errors="replace"))
    except GameError as error:
        raise GameError(error.message, where=path) from None
    except OSError as error:
        raise GameError("a page of the rulebook cannot be read: {reason}", where=path, reason=reason(error)) from error
    pages: list[list[Block]] = [[]]
    for block in blocks:
        if block.kind == "break":
            pages.append([])
        else:
            pages[-1].append(block)
    return tuple(tuple(page) for page in pages)


def differences(plugin: Plugin) -> list[str]:
    """Return sentences about how an edition differs from the others, in the player's language."""
    return [plugin_text(plugin.folder, sentence) for sentence in plugin.manifest.differences]


def plugins_of(catalogue: Catalogue, mode: str) -> Iterable[Plugin]:
    """Return the plugins that the edition `mode` needs, and itself; all plugins if it cannot be played."""
    try:
        return catalogue.resolve([mode])
    except GameError:
        return list(catalogue.plugins.values())
