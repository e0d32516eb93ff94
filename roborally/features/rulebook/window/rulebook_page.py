"""The rulebook: contents and search at the left, a page at the right."""

from collections.abc import Iterator

import arcade

from roborally.base.errors import GameError
from roborally.base.translation import _, language, plugin_text
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
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.fields import TextField
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.line_breaks import lines_of
from roborally.ui.toolkit.lists import ListBox
from roborally.ui.toolkit.preload import go_on_with
from roborally.ui.toolkit.scroll import ScrollArea
from roborally.ui.toolkit.sheet import SNUG, panel_on
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

MARGIN, PADDING = 16.0, 20.0
"""The space around the panel, and inside it."""
SIDE, BROAD_SIDE, BETWEEN_PARTS = 290.0, 340.0, 14.0
"""The widths of the search field and of the contents beside a page, and the space between these two."""
ABOVE = 232.0
"""The height of the contents above the page."""
TITLE, FEET, ROW = 84.0, 80.0, 54.0
"""The heights of the parts above and below a page, and of a further row there on a narrow page."""
BETWEEN = 28.0
"""The space between the two pages of an edition."""
NOWHERE = -1


class RulebookPage(Screen):
    """Shows a place of the rulebook (`places`); Esc closes it, Backspace returns to the previous place."""

    def __init__(self, app: App, catalogue: Catalogue, target: str = "", mode: str = "") -> None:
        """Open a place, or the two short pages of an edition; raise `GameError` if a page cannot be read."""
        super().__init__(app)
        self._catalogue = catalogue
        self.places = RulebookPlaces(catalogue, read_rulebook())
        self._mode = mode if mode in catalogue.plugins else "standard"
        self._index = index_of(catalogue.plugins.values(), self.places.rulebook)
        self._pictures: dict[str, TilePictures] = {}
        self._before: list[tuple[str, float]] = []
        """The previous places, each with its scroll position."""
        self.target = target if self.places.leads(target) else EDITION + self._mode
        self._wanted = ""
        self._filling: Iterator[object] | None = None
        self._entries: list[tuple[str, str, str]] = []
        self._list_layer = Layer(self.space)
        self.list: ListBox | None = None
        self._building = False
        self._build()
        if target:
            self._turn_to_text()

    # --- layout ---------------------------------------------------------------------------------------------------

    def _divide(self) -> None:
        """Divide the panel: the contents beside the page, or above it."""
        self.panel = panel = panel_on(self.fitting_sheet, MARGIN)
        left, right = panel.x + PADDING, panel.right - PADDING
        self._is_narrow = self.fitting_sheet.width < SNUG
        feet = FEET + ROW if self._is_narrow else FEET
        if self.is_tall:
            top = panel.top - 72 - (ROW if self._is_narrow else 0)
            self._field_area = Rect(right - SIDE - 58, panel.top - 51, SIDE, 38)
            if self._is_narrow:
                self._field_area = Rect(left, top + 8, right - left, 38)
            self._list_area = Rect(left, top - ABOVE, right - left, ABOVE)
            high = self._list_area.y - TITLE - panel.y - feet
        else:
            self._field_area = Rect(left, panel.top - 96, BROAD_SIDE, 38)
            bottom = panel.y + FEET - 4
            self._list_area = Rect(left, bottom, BROAD_SIDE, self._field_area.y - 8 - bottom)
            left += BROAD_SIDE + BETWEEN_PARTS
            high = panel.height - TITLE - feet
        self._text_area = (
            Rect(left, panel.y + feet, right - left, high).inset(10)._replace(y=panel.y + feet, height=high)
        )

    def _build(self) -> None:
        """Lay out the frame, the contents and the page."""
        self.clear()
        self._divide()
        layer, add, panel, text = self.layer, self.controls.add, self.panel, self._text_area
        layer.backdrop()
        layer.frame("panel", panel)
        layer.heading(_("Rulebook"), panel.x + 24, panel.top - 32, 26, tint=theme.colour("accent"))
        hint = _("Search the rules")
        self.field = add(TextField(layer, self._field_area, self._wanted, self._search, hint=hint))
        layer.frame("panel-inset", text.inset(-10))
        self.title = layer.heading("", text.x, text.top + 56, 22, width=text.width - 60)
        dim = theme.colour("text-dim")
        self.note = layer.label("", text.x, text.top + 30, size=12, width=text.width - 60, tint=dim)
        close = Rect(panel.right - 68, panel.top - 54, 44, 44)
        add(Button(layer, close, "", self.app.pop, icon="cross", tooltip=_("Close (Esc)")))
        sentence, y = _("Back to the page before (Backspace)"), panel.y + 16
        back = Rect(panel.x + PADDING, y, 130, 44)
        self.back_button = add(Button(layer, back, _("Back"), self.back, icon="arrow-left", tooltip=sentence))
        after = Rect(text.right - 200, y, 210, 44)
        before = after._replace(x=after.x - 220 if self.is_tall else text.x - 10)
        if self._is_narrow:
            before = Rect(text.x - 10, y + ROW, (text.width + 10) / 2, 44)
            after = before._replace(x=before.right + 10)
        self.previous = add(Button(layer, before, _("Previous page"), self._go_previous, icon="arrow-left"))
        self.next = add(Button(layer, after, _("Next page"), self._go_next, icon="arrow-right"))
        self.area: ScrollArea = add(ScrollArea(self.space, layer, text))
        self._show()

    def _lay_out_list(self) -> None:
        """List the contents, or the results of the search."""
        if self._wanted:
            found, wide = search(self._wanted, self._index, self.places.rulebook), self._list_area.width - 66
            entries = [(entry.title, _short(entry.text, 14, wide), entry.target) for entry in found]
        else:
            entries = self.places.contents(self.target)
        spot = self._list_area
        if entries == self._entries and self.list is not None:
            self._mark_chosen()
            return
        self._entries = entries
        first = self.list.first if self.list is not None else 0
        if self.list in self.controls.widgets:
            self.controls.widgets.remove(self.list)
        self._list_layer.clear()
        self.list = ListBox(self._list_layer, spot, [entry[:2] for entry in entries], self._choose)
        self.controls.add(self.list)
        self.list.enabled = bool(entries)
        self.list.scroll(-first)
        if not entries:
            text = _("Nothing is found.")
            self._list_layer.label(text, spot.x + 16, spot.top - 24, size=14, tint=theme.colour("text-dim"))
        self._mark_chosen()

    def _mark_chosen(self) -> None:
        """Mark the current place, if it is in the list."""
        if self.list is None:
            return
        here = self._here()
        at = next((number for number, entry in enumerate(self._entries) if entry[2] == here), NOWHERE)
        self._building = True
        if at != NOWHERE:
            self.list.choose(at)
        else:
            self.list.at = NOWHERE
            self.list.refresh()
        self._building = False

    def _here(self) -> str:
        """Return the current place in the list: the rule itself in search results, otherwise its chapter."""
        chapter = self.places.chapter(self.target)
        if chapter is None or any(entry[2] == self.target for entry in self._entries):
            return self.target
        return place(chapter)

    # --- going from place to place --------------------------------------------------------------------------------

    def open(self, target: str) -> None:
        """Show another place; `back` returns to the current one."""
        if self.places.leads(target):
            self._before.append((self.target, self.area.position))
            self.target = target
            self._show()
            self._turn_to_text()

    def _turn_to_text(self) -> None:
        """Scroll to title and text if the page is higher than the window, because a place has been chosen."""
        if self.space.overflows:
            text = self._text_area
            self.space.go_to(self.space.part[0], 0)
            self.space.show(Rect(text.x, text.top, text.width, TITLE))

    def back(self) -> None:
        """Show the previous place, or close the rulebook."""
        if not self._before:
            self.app.pop()
            return
        self.target, by = self._before.pop()
        self._show()
        for _step in self._filling or ():
            pass
        self._filling = None
        self.area.scroll_to(by)

    def _choose(self, number: int) -> None:
        if not self._building:
            self.open(self._entries[number][2])

    def _search(self, wanted: str) -> None:
        self._wanted = wanted.strip()
        self._lay_out_list()

    def _neighbour(self, step: int) -> Chapter | None:
        """Return the chapter before or after the current one, or `None`."""
        here = self.places.chapter(self.target)
        if here is None:
            return None
        chapters = self.places.rulebook.pages[here.page].chapters
        at = here.number + step
        return chapters[at] if 0 <= at < len(chapters) else None

    def _go_previous(self) -> None:
        self._go(-1)

    def _go_next(self) -> None:
        self._go(1)

    def _go(self, step: int) -> None:
        if chapter := self._neighbour(step):
            self.open(place(chapter))

    # --- the page -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the place, a little of it in each frame."""
        self._lay_out_list()
        self.area.empty()
        self.area.fill(0)
        self.area.scroll_to(0)
        self.note.text = ""
        self.back_button.enable(bool(self._before))
        for button, step in ((self.previous, -1), (self.next, 1)):
            chapter = self._neighbour(step)
            button.enable(chapter is not None)
            button.tooltip = chapter.title if chapter is not None else ""
        chapter, mode = self.places.chapter(self.target), self.places.edition(self.target)
        if mode is not None:
            self._filling = self._edition(mode)
        elif chapter is not None:
            self._filling = self._chapter(chapter)
        else:
            self._filling = self._all_entries()
        go_on_with(self._filling)

    def _flow(self, x: float, width: float, mode: str = "") -> Flow:
        """Return a column of text; its pictures are those of an edition's plugins."""
        mode = mode or self._mode
        if mode not in self._pictures:
            plugins = sorted(plugins_of(self._catalogue, mode), key=lambda plugin: plugin.id != mode)
            self._pictures[mode] = TilePictures(plugins)
        return Flow(self.area, x, width, self._pictures[mode], self.open, self.places.leads)

    def _edition(self, mode: Plugin) -> Iterator[object]:
        """Write the two pages of an edition beside each other, or stacked in a tall window.

        A rulebook without short pages lists the differences of the edition.
        """
        self.title.text = plugin_text(mode.folder, mode.manifest.title)
        try:
            pages = short_pages(mode)
        except GameError as error:
            pages = [[Block("text", (Span(error.message.as_sentence()),))]]
        if not pages:
            pages = [[Block("item", (Span(line),), mark="•") for line in differences(mode)]]
        if self.is_tall:
            pages = [[block for page in pages for block in page]]
        width = (self.area.width - BETWEEN * (len(pages) - 1)) / len(pages)
        for number, page in enumerate(pages):
            flow = self._flow(self._text_area.x + number * (width + BETWEEN), width, mode.id)
            yield from flow.blocks(page)
            if number == len(pages) - 1:
                yield from flow.blocks(list(self._complete(mode)))

    def _complete(self, mode: Plugin) -> Iterator[Block]:
        """Yield the lines that link to all rules of an edition."""
        pages = [
            self.places.rulebook.pages[name] for name in mode.manifest.rule_pages if name in self.places.rulebook.pages
        ]
        if pages:
            yield Block("heading", (Span(_("All rules")),), level=3)
        for page in pages:
            yield Block("item", (Span(self.places.title(page), link=place(page.chapters[0])),), mark="•")

    def _chapter(self, chapter: Chapter) -> Iterator[object]:
        """Write a chapter, and scroll to the rule that was looked up."""
        page = self.places.rulebook.pages[chapter.page]
        title = self.places.title(page)
        self.title.text = title if chapter.number == 0 else f"{title} · {chapter.title}"
        if page.language != language():
            self.note.text = _("This page is there in English only.")
        mode, text = chapter.page if chapter.page in self._catalogue.plugins else "", self._text_area
        flow = self._flow(text.x, self.area.width, mode)
        begin = text.top
        for block, top in zip(chapter.blocks, flow.blocks(chapter.blocks, self.target), strict=True):
            begin = top if block.rule == self.target else begin
            yield None
        if chapter.number == 0:
            for other in page.chapters[1:]:
                flow.write(Block("item", (Span(other.title, link=place(other)),), mark="•"))
                yield None
        if begin < text.top:
            self.area.scroll_to(text.top - begin - 8)

    def _all_entries(self) -> Iterator[object]:
        """Write the index."""
        self.title.text = _("Index")
        flow = self._flow(self._text_area.x, self.area.width)
        for entry in self._index:
            yield from flow.blocks([_line(entry)])

    # --- screen ---------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Write some more of the page."""
        super().update(seconds)
        if self._filling is not None:
            self.app.pace.wake()
            if not go_on_with(self._filling):
                self._filling = None

    def draw(self) -> None:
        """Draw the frame, the list and the visible part of the page."""
        super().draw()
        self._list_layer.draw()
        self.area.draw()

    def rebuild(self) -> None:
        """Lay everything out again, because line breaks depend on the window."""
        part = self.area.position / max(1.0, self.area.height)
        self.list, self._entries = None, []
        self._build()
        if part:
            for _step in self._filling or ():
                pass
            self._filling = None
            self.area.scroll_to(part * self.area.height)

    def typed(self, text: str) -> None:
        """Search for typed letters, wherever the focus is."""
        if self.controls.focus is not self.field:
            self.controls.set_focus(self.field)
        self.controls.typed(text)

    def focus_first(self) -> bool:
        """Focus no control, because the arrows scroll the text."""
        return True

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: arrows and page keys scroll, or move through search results; Backspace goes back."""
        keys = arcade.key
        searching = self.controls.focus is self.field
        if searching and symbol in (keys.UP, keys.DOWN) and self._wanted and self._entries and self.list is not None:
            self.list.step(1 if symbol == keys.DOWN else -1)
        elif searching and symbol in (keys.ENTER, keys.NUM_ENTER) and self._wanted and self._entries:
            self.open(self._entries[max(0, self.list.at if self.list is not None else 0)][2])
        elif symbol == keys.ESCAPE and self._wanted:
            self.field.set("")
        elif symbol == keys.BACKSPACE and not searching:
            self.back()
        elif symbol in (keys.PAGEUP, keys.PAGEDOWN) or (symbol in (keys.UP, keys.DOWN) and self._nothing_focused):
            self.area.key(symbol, modifiers)
        elif symbol in (keys.HOME, keys.END):
            self.area.scroll_to(0 if symbol == keys.HOME else self.area.height)
        else:
            super().key(symbol, modifiers)

    @property
    def _nothing_focused(self) -> bool:
        return self.controls.focus is None or self.controls.focus is self.field


def _short(text: str, size: int, width: float) -> str:
    """Return the beginning of a text that fits into a line of a given width."""
    first, *more = lines_of(text, size, width)
    return f"{first} …" if more else first


def _line(entry: IndexEntry) -> Block:
    """Return a line of the index as a paragraph."""
    return Block("text", (Span(entry.title, link=entry.target), Span(" – " + entry.text)))


def open_page(services: Services, rule: str = "", mode: str = "") -> RulebookPage:
    """Return the rulebook at a rule, or at the edition that is played; raise `GameError` if a page cannot be read."""
    mode = mode or next(services.program.ask("chosen_mode", services=services), "")
    return RulebookPage(services.app, services.catalogue, rule, mode)
