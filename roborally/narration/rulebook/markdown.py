"""Parses the Markdown of the rulebook into plain blocks: headings, paragraphs, list items, rows of tables."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from roborally.base.errors import GameError

RULE = r"[A-Z]{3}-(?:[RG]?[0-9]{2,4}[a-d]?|X[0-9]{2})"
"""Matches the id of a rule (`docs/rules/README.md`)."""
_CITED = re.compile(rf"(?<![A-Za-z0-9-])({RULE})(?![0-9])")
_UNTESTED = re.compile(r"(?<!\s)\s*\(not tested: [^()]*\)")
"""Matches a note for programmers, which is not shown; the pattern is such that a search takes linear time."""


@dataclass(frozen=True)
class Span:
    """Text in one style; `link` is the id of a rule, a page such as `glossary.md`, or empty."""

    text: str
    bold: bool = False
    link: str = ""


Spans = tuple[Span, ...]


@dataclass(frozen=True)
class Block:
    """A heading, paragraph, list item, row of a table, or break of a page.

    `level` is the level of a heading from 1, or the depth of a list item from 0. `mark` is an item's bullet or number.
    `picture` is the source and the name of a picture. A row has `cells` instead of `spans`; the head of a table is
    `strong`. `rule` is the id of the rule that begins here.
    """

    kind: Literal["heading", "text", "item", "row", "break"]
    spans: Spans = ()
    level: int = 0
    mark: str = ""
    picture: tuple[str, str] | None = None
    cells: tuple[Spans, ...] = ()
    strong: bool = False
    rule: str = ""

    @property
    def text(self) -> str:
        """Return the text without styles; cells of a row are separated by dashes."""
        parts = [spans_text(cell) for cell in self.cells] if self.cells else [spans_text(self.spans)]
        return " – ".join(part for part in parts if part)


def spans_text(spans: Spans) -> str:
    """Return the text of spans without their styles."""
    return "".join(span.text for span in spans)


def read_markdown(text: str) -> list[Block]:
    """Return the blocks of a page in order; code blocks and raw HTML are skipped.

    Raises `GameError` if styles or links are nested too deeply.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    try:
        return list(_blocks(SyntaxTreeNode(parser.parse(text))))
    except RecursionError:
        raise GameError("styles or links lie too deep in one another") from None


def _blocks(node: SyntaxTreeNode, level: int = 0) -> Iterator[Block]:
    for child in node.children:
        match child.type:
            case "heading":
                yield Block("heading", _content(child), level=int(child.tag[1:]))
            case "paragraph":
                yield _with_picture(Block("text", _content(child), level=level), child)
            case "bullet_list" | "ordered_list":
                yield from _items(child, level)
            case "table":
                yield from _rows(child)
            case "hr":
                yield Block("break")
            case "blockquote":
                yield from _blocks(child, level)


def _items(node: SyntaxTreeNode, level: int) -> Iterator[Block]:
    first = int(node.attrs.get("start", 1))
    for number, item in enumerate(node.children, first):
        mark = f"{number}." if node.type == "ordered_list" else "•"
        for block in _blocks(item, level + 1):
            if block.kind == "text" and mark:
                yield replace(block, kind="item", level=level, mark=mark, rule=_rule_of(block.spans))
                mark = ""
            else:
                yield block


def _rows(node: SyntaxTreeNode) -> Iterator[Block]:
    for part in node.children:
        for row in part.children:
            yield Block("row", cells=tuple(_content(cell) for cell in row.children), strong=part.type == "thead")


def _rule_of(spans: Spans) -> str:
    """Return the id of the rule that a list item defines, if it begins with one in bold; else an empty text."""
    found = re.match(RULE, spans[0].text) if spans and spans[0].bold else None
    return found[0] if found else ""


def _with_picture(block: Block, node: SyntaxTreeNode) -> Block:
    for image in node.walk():
        if image.type == "image":
            return replace(block, picture=(str(image.attrs["src"]), image.content))
    return block


def _content(node: SyntaxTreeNode) -> Spans:
    """Return the spans of a block; ids of rules are links, except where the rule is defined."""
    spans: list[Span] = []
    for inline in node.children:
        spans += _inline(inline, bold=False, link="")
    if spans:
        spans[0] = replace(spans[0], text=spans[0].text.lstrip())
        spans[-1] = replace(spans[-1], text=_UNTESTED.sub("", spans[-1].text))
    return tuple(span for span in spans if span.text)


def _inline(node: SyntaxTreeNode, *, bold: bool, link: str) -> Iterator[Span]:
    match node.type:
        case "text":
            yield from _cited(Span(node.content, bold, link))
        case "code_inline":
            yield Span(node.content, bold, link)
        case "softbreak" | "hardbreak":
            yield Span(" ", bold, link)
        case "image":
            return
        case "link":
            target = str(node.attrs.get("href", ""))
            for child in node.children:
                yield from _inline(child, bold=bold, link=link or _page_of(target))
        case _:
            for child in node.children:
                yield from _inline(child, bold=bold or node.type == "strong", link=link)


def _page_of(target: str) -> str:
    """Return the page or rule to which a link's target leads, or an empty text outside the rulebook."""
    name = target.partition("#")[0]
    is_rule = re.fullmatch(RULE, name) is not None
    return name if is_rule or re.fullmatch(r"[a-z-]+\.md", name) else ""


def _cited(span: Span) -> Iterator[Span]:
    """Yield a span in parts, in which the ids of rules are links."""
    if span.link or span.bold:
        yield span
        return
    for at, part in enumerate(_CITED.split(span.text)):
        if part:
            yield replace(span, text=part, link=part if at % 2 else "")
