"""The page of the rulebook: contents and search at the left of the text, in a narrow window behind a button."""

from collections.abc import Iterator
from functools import partial

import arcade

from roborally.base.errors import GameError
from roborally.base.translation import _, language
from roborally.features.rulebook.window.flow import Flow
from roborally.features.rulebook.window.places import EDITION, RulebookPlaces
from roborally.narration.rulebook.editions import differences, plugins_of, short_pages
from roborally.narration.rulebook.index import IndexEntry, index_of, place, search
from roborally.narration.rulebook.markdown import Block, Span
from roborally.narration.rulebook.pages import Chapter, read_rulebook
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.ui.board.tile_pictures import TilePictures
from roborally.ui.shell.services import Services
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.lists import ListBox
from roborally.ui.toolkit.controls.scroll import ScrollArea
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space, stack
from roborally.ui.toolkit.layout.leaves import button, field, framed, heading, here, label
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size, Target
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.line_breaks import lines_of
from roborally.ui.toolkit.preload import go_on_with
from roborally.ui.toolkit.theme import Rect

BROAD_SIDE, PAD = 340.0, (20.0, 16.0)
"""The width of the contents beside a page, and the space inside the panel, in design units."""
BETWEEN = 28.0
"""The space between the two short pages of an edition, in design units."""
NOWHERE = -1


class RulebookPage(TreePage):
    """Shows a place of the rulebook (see `places`); Esc closes it, Backspace returns to the previous place."""

    stops_match = True

    def __init__(self, app: App, catalogue: Catalogue, target: str = "", mode: str = "") -> None:
        """Open the place `target`, by default the edition `mode`; raise `GameError` if a page cannot be read."""
        super().__init__(app)
        self._catalogue = catalogue
        self.places = RulebookPlaces(catalogue, read_rulebook())
        self._mode = mode if mode in catalogue.plugins else "standard"
        self._index = index_of(catalogue.plugins.values(), self.places.rulebook)
        self._pictures: dict[str, TilePictures] = {}
        self._before: list[tuple[str, float]] = []
        """The previous places, each with its scroll position in design units."""
        self.target = target if self.places.leads(target) else EDITION + self._mode
        self._wanted = ""
        self._filling: Iterator[object] | None = None
        self._entries: list[tuple[str, str, str]] = []
        self._is_over = self._listing = False
        """Whether the list lies over the text, and whether it is open there."""
        self._list_layer = Layer(self.space)
        self.list: ListBox | None = None
        super().rebuild()

    # --- layout ---------------------------------------------------------------------------------------------------

    def tree(self) -> Node:
        """Return the contents beside the text, or over it."""
        sentence, english = _("Back to the page before (Backspace)"), _("This page is there in English only.")
        name, clock = heading(_("Rulebook"), 26), self.clock()
        close = button("", self.app.pop, icon="cross", tooltip=_("Close (Esc)"), height=44).at("start")
        self._field = field(self._wanted, self._search, height=38, hint=_("Search the rules"))
        contents = here(self._place_list, Size(150, BROAD_SIDE), Size(144, 232))
        self._title = heading("", 22, tint=theme.colour("text"), wrap=True, among=self._titles())
        self._note = label("", 12, tint=theme.colour("text-dim"), wrap=True, among=[english])
        self._text = Leaf(self._make_text, Size(150, 560), Size(160, 420)).at("stretch")
        titles, text = column(self._title, self._note, gap=2), framed("panel-inset", self._text, (10, 4))
        self._back = button(_("Back"), self.go_back, icon="arrow-left", tooltip=sentence, height=44).at("start")
        self._previous = button(_("Previous page"), partial(self._go, -1), icon="arrow-left", height=44)
        self._next = button(_("Next page"), partial(self._go, 1), icon="arrow-right", height=44)
        switch = button("", self.turn_over, icon="menu", tooltip=_("Contents"), height=44).named("switch")
        return fitting(
            lambda: row(
                column(name, self._field, stack(contents).grow(), self._back).wide(BROAD_SIDE),
                column(
                    row(stack(titles).grow(), clock, close),
                    text.grow(),
                    row(self._previous, space(), self._next),
                ).grow(),
                gap=14,
                pad=PAD,
            ),
            lambda: column(
                row(switch, stack(self._field).grow(), clock, close),
                titles,
                stack(text, here(partial(self._place_list, over=True), 0, 0)).grow(),
                flow(self._back, self._previous, self._next),
                pad=PAD,
            ),
        )

    def built(self) -> None:
        """Store the controls, now that they are made, and start to write the text."""
        self.field, self.title, self.note = self._field.made, self._title.made, self._note.made
        self.back_button, self.previous, self.next = self._back.made, self._previous.made, self._next.made
        self.text: ScrollArea = self._text.made
        self._show()

    def _place_list(self, place: Rect, *, over: bool = False) -> None:
        self._spot, self.list, self._entries, self._is_over = place, None, [], over

    def _make_text(self, target: Target, place: Rect) -> ScrollArea:
        area: ScrollArea = target.controls.add(ScrollArea(self.space, target.layer, place))
        target.areas.append(area)
        return area

    def _titles(self) -> list[str]:
        """Return the titles of all chapters, so that there is room for the longest."""
        return [self._title_of(each) for page in self.places.rulebook.pages.values() for each in page.chapters]

    def _title_of(self, chapter: Chapter) -> str:
        title = self.places.title(self.places.rulebook.pages[chapter.page])
        return title if chapter.number == 0 else f"{title} · {chapter.title}"

    def turn_over(self) -> None:
        """Open the list over the text, or close it."""
        self._listing = not self._listing
        self._lay_out_list()

    def _lay_out_list(self) -> None:
        if self._is_over and not self._listing:
            self._remove_list()
            self.list, self._entries = None, []
            return
        if self._wanted:
            found, wide = search(self._wanted, self._index, self.places.rulebook), self._spot.width - 66
            entries = [(entry.title, _short(entry.text, 14, wide), entry.target) for entry in found]
        else:
            entries = self.places.contents(self.target)
        if entries == self._entries and self.list is not None:
            self._mark_chosen()
            return
        self._entries, spot = entries, self._spot
        first = self.list.first if self.list is not None else 0
        self._remove_list()
        if self._is_over:
            self._list_layer.fill(spot, theme.colour("background"))
        self.list = ListBox(self._list_layer, spot, [entry[:2] for entry in entries], self._choose)
        self.list.name = "contents"
        self.controls.add(self.list)
        self.list.enabled = bool(entries)
        self.list.scroll(-first)
        if not entries:
            text = _("Nothing is found.")
            self._list_layer.label(text, spot.x + 16, spot.top - 24, size=14, tint=theme.colour("text-dim"))
        self._mark_chosen()

    def _remove_list(self) -> None:
        if self.list in self.controls.widgets:
            self.controls.widgets.remove(self.list)
        self._list_layer.clear()

    def _mark_chosen(self) -> None:
        if self.list is not None:
            here = self._here()
            self.list.mark(next((number for number, entry in enumerate(self._entries) if entry[2] == here), NOWHERE))

    def _here(self) -> str:
        """Return the place to mark in the list: the present one if it is listed (a search result), else its chapter."""
        chapter = self.places.chapter(self.target)
        if chapter is None or any(entry[2] == self.target for entry in self._entries):
            return self.target
        return place(chapter)

    # --- going from place to place --------------------------------------------------------------------------------

    def open(self, target: str) -> None:
        """Show a place such as `volt.md#2` or `VLT-701`, if it exists; `go_back` returns to the present one."""
        if self.places.leads(target):
            self._before.append((self.target, self.text.position))
            self.target, self._listing = target, False
            self._show()

    def go_back(self) -> None:
        """Show the previous place; close the rulebook if there is none."""
        if not self._before:
            self.app.pop()
            return
        self.target, by = self._before.pop()
        self._show()
        self._write_all()
        self.text.scroll_to(by)

    def _write_all(self) -> None:
        for _step in self._filling or ():
            pass
        self._filling = None

    def _choose(self, number: int) -> None:
        self.open(self._entries[number][2])

    def _search(self, wanted: str) -> None:
        self._wanted = wanted.strip()
        self._listing = bool(self._wanted)
        self._lay_out_list()

    def _neighbour(self, step: int) -> Chapter | None:
        """Return the chapter before (-1) or after (1) the present one, `None` if there is none."""
        here = self.places.chapter(self.target)
        if here is None:
            return None
        chapters = self.places.rulebook.pages[here.page].chapters
        at = here.number + step
        return chapters[at] if 0 <= at < len(chapters) else None

    def _go(self, step: int) -> None:
        if chapter := self._neighbour(step):
            self.open(place(chapter))

    # --- the page -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Start to write the text of the present place; each frame writes a part of it."""
        self._lay_out_list()
        self.text.empty()
        self.text.fill(0)
        self.text.scroll_to(0)
        self.note.text = ""
        self.back_button.enable(bool(self._before))
        for turn, step in ((self.previous, -1), (self.next, 1)):
            chapter = self._neighbour(step)
            turn.enable(chapter is not None)
            turn.tooltip = chapter.title if chapter is not None else ""
        chapter, mode = self.places.chapter(self.target), self.places.edition(self.target)
        if mode is not None:
            self._filling = self._edition(mode)
        elif chapter is not None:
            self._filling = self._chapter(chapter)
        else:
            self._filling = self._all_entries()
        go_on_with(self._filling)

    def _flow(self, x: float, width: float, mode: str = "") -> Flow:
        """Return a column for text; its pictures are those of the plugins of an edition."""
        mode = mode or self._mode
        if mode not in self._pictures:
            plugins = sorted(plugins_of(self._catalogue, mode), key=lambda plugin: plugin.id != mode)
            self._pictures[mode] = TilePictures(plugins)
        return Flow(self.text, x, width, self._pictures[mode], self.open, self.places.leads)

    def _edition(self, mode: Plugin) -> Iterator[object]:
        """Write the short pages of an edition side by side, or one below the other in a tall window.

        An edition without short pages lists its differences from other editions.
        """
        self.title.text = mode.title
        try:
            pages = short_pages(mode)
        except GameError as error:
            pages = [[Block("text", (Span(error.message.as_sentence()),))]]
        if not pages:
            pages = [[Block("item", (Span(line),), mark="•") for line in differences(mode)]]
        if self.is_tall:
            pages = [[block for page in pages for block in page]]
        width = (self.text.width - BETWEEN * (len(pages) - 1)) / len(pages)
        for number, page in enumerate(pages):
            flow = self._flow(self.text.rect.x + number * (width + BETWEEN), width, mode.id)
            yield from flow.blocks(page)
            if number == len(pages) - 1:
                yield from flow.blocks(list(self._complete(mode)))

    def _complete(self, mode: Plugin) -> Iterator[Block]:
        pages = [
            self.places.rulebook.pages[name] for name in mode.manifest.rule_pages if name in self.places.rulebook.pages
        ]
        if pages:
            yield Block("heading", (Span(_("All rules")),), level=3)
        for page in pages:
            yield Block("item", (Span(self.places.title(page), link=place(page.chapters[0])),), mark="•")

    def _chapter(self, chapter: Chapter) -> Iterator[object]:
        """Write a chapter, and scroll to the block that was looked up."""
        page = self.places.rulebook.pages[chapter.page]
        self.title.text = self._title_of(chapter)
        if page.language != language():
            self.note.text = _("This page is there in English only.")
        mode, text = chapter.page if chapter.page in self._catalogue.plugins else "", self.text.rect
        flow = self._flow(text.x, self.text.width, mode)
        below, wanted = 0.0, self.places.block(self.target)
        for block, top in zip(chapter.blocks, flow.blocks(chapter.blocks, wanted), strict=True):
            if block is wanted:
                below = text.top - top - 8
            if below > 0:
                self.text.scroll_to(below)
            yield None
        if chapter.number == 0:
            for other in page.chapters[1:]:
                flow.write(Block("item", (Span(other.title, link=place(other)),), mark="•"))
                yield None

    def _all_entries(self) -> Iterator[object]:
        self.title.text = _("Index")
        flow = self._flow(self.text.rect.x, self.text.width)
        for entry in self._index:
            yield from flow.blocks([_line(entry)])

    # --- screen ---------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Continue to write the text of the page."""
        super().update(seconds)
        if self._filling is not None:
            self.app.pace.wake()
            if not go_on_with(self._filling):
                self._filling = None

    def draw(self) -> None:
        """Draw the page and the list of contents."""
        super().draw()
        self._list_layer.draw()

    def rebuild(self) -> None:
        """Lay out everything again and scroll to the same part of the text."""
        part = self.text.position / max(1.0, self.text.height)
        super().rebuild()
        if part:
            self._write_all()
            self.text.scroll_to(part * self.text.height)

    def typed(self, text: str) -> None:
        """Search for typed letters, whatever has the focus."""
        if self.controls.focus is not self.field:
            self.controls.set_focus(self.field)
        self.controls.typed(text)

    def focus_first(self) -> bool:
        """Focus no control, so that the arrow keys scroll the text; return `True`."""
        return True

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: arrows and page keys scroll, or move through search results; Backspace goes back."""
        keys = arcade.key
        searching = self.controls.focus is self.field
        if searching and symbol in (keys.UP, keys.DOWN) and self._wanted and self._entries and self.list is not None:
            self.list.step(1 if symbol == keys.DOWN else -1)
        elif searching and symbol in (keys.ENTER, keys.NUM_ENTER) and self._wanted and self._entries:
            self.open(self._entries[max(0, self.list.at if self.list is not None else 0)][2])
        elif symbol == keys.ESCAPE and (self._wanted or self._listing):
            self.field.set("")
            self._search("")
        elif symbol == keys.BACKSPACE and not searching:
            self.go_back()
        elif symbol in (keys.PAGEUP, keys.PAGEDOWN) or (symbol in (keys.UP, keys.DOWN) and self._nothing_focused):
            self.text.key(symbol, modifiers)
        elif symbol in (keys.HOME, keys.END):
            self.text.scroll_to(0 if symbol == keys.HOME else self.text.height)
        else:
            super().key(symbol, modifiers)

    @property
    def _nothing_focused(self) -> bool:
        return self.controls.focus is None or self.controls.focus is self.field


def _short(text: str, size: int, width: float) -> str:
    """Return a text, or its beginning with an ellipsis, that fits into one line of `width` design units."""
    first, *more = lines_of(text, size, width)
    return f"{first} …" if more else first


def _line(entry: IndexEntry) -> Block:
    return Block("text", (Span(entry.title, link=entry.target), Span(" – " + entry.text)))


def open_page(services: Services, rule: str = "", mode: str = "") -> RulebookPage:
    """Return the page at a rule, or at the edition `mode`, by default the one chosen last.

    Raises `GameError` if a page of the rulebook cannot be read.
    """
    mode = mode or next(services.program.ask("chosen_mode", services=services), "")
    return RulebookPage(services.app, services.catalogue, rule, mode)
