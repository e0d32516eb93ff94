"""The places of the rulebook that can be opened, and their titles, without drawing.

A place is a text: `index`, an edition (`edition:volt`), a chapter (`volt.md#2`), a block of it (`glossary.md#2.17`) or
a rule (`VLT-701`).
"""

from dataclasses import dataclass

from roborally.base.translation import _
from roborally.narration.rulebook.editions import editions
from roborally.narration.rulebook.index import place
from roborally.narration.rulebook.markdown import Block
from roborally.narration.rulebook.pages import Chapter, Page, Rulebook
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue, Plugin

INDEX = "index"
EDITION = "edition:"
PAGE_TITLES = {
    "option-cards": text("Option cards"),
    "glossary": text("Words and common rules"),
}
"""The titles of pages that do not belong to an edition, by the name of the page."""


@dataclass(frozen=True)
class RulebookPlaces:
    """Finds the chapter, block or edition of a place in the rulebook, and its title."""

    catalogue: Catalogue
    rulebook: Rulebook

    def chapter(self, target: str) -> Chapter | None:
        """Return the chapter of a place such as `volt.md#2` or `VLT-701`; `None` if it is in no chapter."""
        if target in self.rulebook.rules:
            return self.rulebook.rules[target]
        name, _sign, number = target.partition(".md")
        page = self.rulebook.pages.get(name)
        if page is None or not target.startswith(f"{name}.md"):
            return None
        number = number[1:].partition(".")[0]
        at = int(number) if number.isdecimal() else 0
        return page.chapters[at] if at < len(page.chapters) else None

    def block(self, target: str) -> Block | None:
        """Return the block of a place such as `glossary.md#2.17` or `VLT-701`; `None` if it names no block."""
        chapter, number = self.chapter(target), target.rpartition(".")[2]
        at = int(number) if number.isdecimal() else -1
        found = (block for n, block in enumerate(chapter.blocks if chapter else ()) if n == at or block.rule == target)
        return next(found, None)

    def edition(self, target: str) -> Plugin | None:
        """Return the mode of a place such as `edition:volt`, or `None` for any other place."""
        if not target.startswith(EDITION):
            return None
        plugin = self.catalogue.plugins.get(target.removeprefix(EDITION))
        return plugin if plugin is not None and plugin.manifest.kind == "mode" else None

    def leads(self, target: str) -> bool:
        """Return whether a place such as `index`, `volt.md#2` or `VLT-701` exists."""
        return target == INDEX or self.chapter(target) is not None or self.edition(target) is not None

    def title(self, page: Page) -> str:
        """Return the title of a page: that of its edition, or its own."""
        if page.id in PAGE_TITLES:
            return _(PAGE_TITLES[page.id])
        plugin = self.catalogue.plugins.get(page.id)
        return page.title if plugin is None else plugin.title

    def contents(self, shown: str) -> list[tuple[str, str, str]]:
        """Return the table of contents as (title, line below it, place).

        The chapters of the page with the place `shown` are listed below that page.
        """
        here = self.chapter(shown)
        entries = [(_("Index"), _("Words, elements, robots, cards"), INDEX)]
        for mode in editions(self.catalogue):
            entries.append((mode.title, _("In short"), EDITION + mode.id))
        for page in self.rulebook.pages.values():
            entries.append((self.title(page), _("All rules"), place(page.chapters[0])))
            if here is not None and here.page == page.id:
                entries += [
                    (f"   {chapter.title}", f"   {self.title(page)}", place(chapter)) for chapter in page.chapters[1:]
                ]
        return entries
