"""Lays out the blocks of a rulebook page in a scroll area: headings, paragraphs with links, lists, tables."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from roborally.base.fonts import font
from roborally.narration.rulebook.markdown import Block, Span, Spans, spans_text
from roborally.ui.board.tile_pictures import TilePictures
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.scroll import ScrollArea
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.line_breaks import SAFETY, breakable, widest_word
from roborally.ui.toolkit.theme import Rect

SIZE, LINE = 15, 22.0
GAP = 8.0
INDENT = 20.0
HEADINGS = {1: 21, 2: 18, 3: 16, 4: 15}
PICTURE = 44.0
"""The side of the picture beside a list item, in design units."""
LEAST = 0.08
"""The least width of a table's column, as a share of the table's width."""
BOLD = 1.08
"""The width of bold words in the head of a table, relative to the usual width."""
CELL_GAP = 14.0
CELL_SIZE = 14


class TextLink(Widget):
    """Words in the text that link to another place of the rulebook."""

    def __init__(self, labels: list[Label], rect: Rect, follow: Callable[[], None]) -> None:
        """Cover the words in `labels`; `follow()` opens the place."""
        super().__init__(rect)
        self._labels = labels
        self._follow = follow
        self.refresh()

    def refresh(self) -> None:
        """Colour the words, brighter while the mouse is over them or they have the focus."""
        for label in self._labels:
            label.tint = theme.colour("accent" if self.hovered or self.focused else "accent-cool")

    def activate(self, x: float, y: float) -> None:
        """Open the linked place."""
        self._follow()


class Flow:
    """Writes blocks from top to bottom into a column of a scroll area; `y` is the upper edge of the next block."""

    def __init__(
        self,
        area: ScrollArea,
        x: float,
        width: float,
        pictures: TilePictures,
        follow: Callable[[str], None],
        leads: Callable[[str], bool],
    ) -> None:
        """Start at the top of the area, with a column that begins at `x` and is `width` wide, in design units.

        `follow(target)` opens a link, `leads(target)` returns whether its target exists.
        """
        self._area = area
        self._x = x
        self._width = width
        self._pictures = pictures
        self._follow = follow
        self._leads = leads
        self.y = area.rect.top

    def write(self, block: Block, *, lit: bool = False) -> None:
        """Write one block; with `lit` it has a bar at its left, because it was looked up."""
        top = self.y
        match block.kind:
            case "heading":
                self._heading(block)
            case "row":
                self._row(block)
            case _:
                self._item(block)
        if lit:
            bar = Rect(self._x, self.y + GAP, 4, top - self.y - GAP)
            self._area.layer.fill(bar, theme.colour("accent"))
        self._area.fill(max(self._area.height, self._area.rect.top - self.y))

    def gap(self, height: float) -> None:
        """Leave some space below the last block, in design units."""
        self.y -= height

    # --- kinds of blocks ------------------------------------------------------------------------------------------

    def _heading(self, block: Block) -> None:
        self.y -= 10 if self.y < self._area.rect.top else 0
        label = self._area.layer.heading(
            spans_text(block.spans),
            self._x + 8,
            self.y,
            HEADINGS.get(block.level, 15),
            tint=theme.colour("accent"),
            anchor_y="top",
            width=self._width - 8,
            wrap=True,
        )
        self.y -= label.shown_size[1] + 6

    def _item(self, block: Block) -> None:
        left = self._x + 8 + INDENT * block.level
        top = self.y
        if block.picture is not None:
            centre = left + PICTURE / 2, top - PICTURE / 2
            self._pictures.draw(self._area.layer, block.picture, *centre, PICTURE)
            left += PICTURE + 12
        elif block.mark:
            self._area.layer.label(
                block.mark, left, top, size=SIZE, anchor_y="top", tint=theme.colour("text-dim"), width=INDENT + 4
            )
            left += INDENT + 4 * (len(block.mark) > 2)
        self._words(block.spans, left, self._x + self._width - left)
        if block.picture is not None:
            self.y = min(self.y, top - PICTURE)
        self.y -= GAP

    def _row(self, block: Block) -> None:
        """Write a row of a table, with the widths in `columns`."""
        room = self._width - 8
        widths = self.columns or [room / len(block.cells)] * len(block.cells)
        x, lowest = self._x + 8, self.y
        for cell, width in zip(block.cells, widths, strict=False):
            inner = width - CELL_GAP
            label = self._area.layer.label(
                breakable(spans_text(cell), inner, lambda word: widest_word(word, CELL_SIZE)),
                x,
                self.y,
                size=CELL_SIZE,
                bold=block.strong,
                anchor_y="top",
                width=inner,
                wrap=True,
                tint=theme.colour("text-dim" if block.strong else "text"),
            )
            lowest = min(lowest, self.y - label.shown_size[1])
            x += width
        self.y = lowest - 5
        self._area.layer.fill(Rect(self._x + 8, self.y, self._width - 8, 1), theme.colour("line"))
        self.y -= 4

    columns: Sequence[float] = ()
    """The widths of the columns of the present table, in design units; empty outside tables."""

    def blocks(self, blocks: Sequence[Block], lit: Block | None = None) -> Iterator[float]:
        """Write blocks one by one, the block `lit` with a bar at its left; yield the upper edge of each."""
        for is_table, group in groupby(blocks, key=lambda block: block.kind == "row"):
            run = list(group)
            self.columns = _columns(run, self._width - 8) if is_table else ()
            for block in run:
                begin = self.y
                self.write(block, lit=block is lit)
                yield begin
            self.y -= GAP if is_table else 0

    # --- words ----------------------------------------------------------------------------------------------------

    def _words(self, spans: Spans, left: float, width: float) -> None:
        """Write words in their styles, broken into lines of at most `width`."""
        for line in _lines(spans, width):
            x = left
            for style, words in groupby(line, key=lambda word: (word.bold, word.link)):
                bold, link = style
                link = link if link and self._leads(link) else ""
                text = " ".join(word.text for word in words)
                label = self._area.layer.label(text, x, self.y, size=SIZE, bold=bold, anchor_y="top")
                wide, high = label.shown_size
                if link:
                    self._area.group.add(TextLink([label], Rect(x, self.y - high, wide, high), self._follower(link)))
                x += wide + _length(" ", bold) + 1
            self.y -= LINE

    def _follower(self, target: str) -> Callable[[], None]:
        return lambda: self._follow(target)


def _length(text: str, bold: bool) -> float:
    return float(font("Inter-Bold" if bold else "Inter-Regular", SIZE).getlength(text)) * SAFETY


def _lines(spans: Spans, width: float) -> Iterator[list[Span]]:
    """Yield the words of a paragraph in lines of at most `width`; a partly linked word is a link as a whole."""
    line: list[Span] = []
    room = width
    for word in _single(spans):
        length = _length(word.text, word.bold)
        if line and length > room:
            yield line
            line, room = [], width
        line.append(word)
        room -= length + _length(" ", word.bold)
    if line:
        yield line


def _single(spans: Spans) -> Iterator[Span]:
    """Yield the words of spans; parts of one word in different styles are joined."""
    parts: list[Span] = []
    for span in spans:
        for at, text in enumerate(span.text.split(" ")):
            if at and parts:
                yield _joined(parts)
                parts = []
            if text:
                parts.append(Span(text, span.bold, span.link))
    if parts:
        yield _joined(parts)


def _joined(parts: list[Span]) -> Span:
    link = next((part.link for part in parts if part.link), "")
    return Span(spans_text(tuple(parts)), any(part.bold for part in parts), link)


def _columns(rows: Sequence[Block], room: float) -> list[float]:
    """Return the widths of a table's columns by the length of their texts; words are broken only if necessary."""
    count = max(len(row.cells) for row in rows)
    cells = [[(spans_text(row.cells[at]), row.strong) for row in rows if at < len(row.cells)] for at in range(count)]
    weights = [max(1, *(len(text) for text, _strong in column)) ** 0.7 for column in cells]
    needs = [
        CELL_GAP + max(widest_word(text, CELL_SIZE) * (BOLD if strong else 1) for text, strong in column)
        for column in cells
    ]
    needs = [max(LEAST * room, need) for need in needs]
    if sum(needs) >= room:
        return [need * room / sum(needs) for need in needs]
    widths = dict(enumerate(needs))
    free = set(widths)
    while free:
        left = room - sum(widths[at] for at in widths if at not in free)
        total = sum(weights[at] for at in free)
        tight = {at for at in free if left * weights[at] / total < needs[at]}
        if not tight:
            widths.update({at: left * weights[at] / total for at in free})
            break
        free -= tight
    return [widths[at] for at in range(count)]
