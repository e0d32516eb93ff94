"""Reads and writes boards as files, in which a changed cell changes only its line, and as codes to share."""

import re
from collections.abc import Iterator
from pathlib import Path

import tomli_w

from roborally.base.errors import Message
from roborally.base.file_names import plain_stem
from roborally.base.toml_file import MAX_FILE, parse_toml, read_text
from roborally.features.workshop.editor.advice import course_of
from roborally.features.workshop.editor.atom_text import Speller
from roborally.features.workshop.editor.document import BoardTexts, Document
from roborally.features.workshop.editor.tile import Tile
from roborally.game.course.code import SharedCourse, code_of, unpack
from roborally.game.course.courses import BOARD_KEYS
from roborally.game.course.notation import (
    CourseError,
    grid_rows,
    read_grid,
    read_players,
    read_plugins,
    read_texts,
    refuse_unknown_keys,
)

_KEY = re.compile(r"([a-z]+)\s*=")
_ESCAPED = re.compile(r'[\\"\x00-\x08\x0b-\x1f\x7f]')


def read_document(path: Path) -> Document:
    """Return the board in a file; raise `CourseError` if the file holds no single board."""
    return document_of(read_text(path, error=CourseError), str(path))


def document_of(text: str, where: str | Message = "") -> Document:
    """Return the board in the text of the file `where`; raise a `CourseError` that names the key or row."""
    data = parse_toml(text, where, CourseError)
    if "boards" in data:
        raise CourseError("a course of several boards; open each of them by itself", where=where)
    refuse_unknown_keys(data, BOARD_KEYS, where)
    texts = BoardTexts(
        **read_texts(data, where),
        players=read_players(data, where),
        plugins=read_plugins(data, where),
        comments=tuple(_comments(text)),
    )
    rows = grid_rows(read_grid(data, where), where)
    return Document(tuple(tuple(Tile.read(token) for token in row) for row in rows), texts)


def text_of(document: Document) -> str:
    """Return the text of a board's file: one line for each key and each row, with the columns aligned."""
    texts = document.texts
    lines: list[str] = []
    for key in BOARD_KEYS:
        lines += [comment for before, comment in texts.comments if before == key]
        value = getattr(texts, key, None)
        if key == "grid":
            lines += ['grid = """', *drawn(document), '"""']
        elif key in ("players", "plugins"):
            items = ", ".join(tomli_w.dumps({"x": item}).strip().removeprefix("x = ") for item in value or ())
            lines += [f"{key} = [{items}]"] if value else []
        elif value:
            lines.append(tomli_w.dumps({key: value}).strip())
    lines += [comment for before, comment in texts.comments if not before]
    return "\n".join(lines) + "\n"


def drawn(document: Document) -> Iterator[str]:
    """Yield the rows of the drawing as lines of the file, with the columns aligned."""
    columns = zip(*document.rows, strict=True)
    widths = [max(len(tile.token) for tile in column) for column in columns]
    for row in document.rows:
        line = "  ".join(tile.token.ljust(width) for tile, width in zip(row, widths, strict=True))
        yield " " + _ESCAPED.sub(_escape, line.rstrip())


def _escape(match: re.Match[str]) -> str:
    letter = match[0]
    return f"\\{letter}" if letter in '\\"' else f"\\u{ord(letter):04x}"


def _comments(text: str) -> Iterator[tuple[str, str]]:
    """Yield pairs: the key that follows a comment, empty at the end of the file, and the comment's line."""
    waiting: list[str] = []
    quotes = ""
    for line in text.splitlines():
        stripped = line.strip()
        if quotes:
            quotes = "" if quotes in stripped else quotes
        elif stripped.startswith("#"):
            waiting.append(stripped)
        elif match := _KEY.match(stripped):
            yield from ((match[1], comment) for comment in waiting)
            waiting = []
            opened = next((mark for mark in ('"""', "'''") if mark in stripped), "")
            quotes = opened if opened and stripped.count(opened) == 1 else ""
    yield from (("", comment) for comment in waiting)


def code_of_board(document: Document, name: str, speller: Speller) -> str:
    """Return a board as one line of text that others can paste; raise `CourseError` if the board has faults."""
    course_of(document, speller, name)
    return code_of(SharedCourse(plain_stem(name, "board"), text_of(document)))


def board_of_code(code: str) -> tuple[str, Document]:
    """Return the name and the board in a shared code; raise `CourseError` if it holds no single board."""
    shared = unpack(code)
    if len(shared.text) > MAX_FILE:
        raise CourseError("the board of this code is too large")
    return shared.name, document_of(shared.text, f"{shared.name}.toml")
