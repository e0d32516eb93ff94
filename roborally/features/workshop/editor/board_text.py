"""Board files as text: read into documents, and written so that a changed cell changes only its line."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomli_w

from roborally.base.errors import Message
from roborally.base.toml_file import parse_toml, read_toml
from roborally.base.validation import unknown_key
from roborally.features.workshop.editor.document import BoardTexts, Document
from roborally.features.workshop.editor.tile import Tile
from roborally.game.course.notation import MAX_FILE, MAX_SIDE, CourseError

KEYS = ("name", "author", "license", "description", "players", "plugins", "grid")
"""The keys of a board, in the order of writing."""
MAX_PLAYERS = 8
_KEY = re.compile(r"([a-z]+)\s*=")
_ESCAPED = re.compile(r'[\\"\x00-\x08\x0b-\x1f\x7f]')


def read_document(path: Path) -> Document:
    """Return the board in a file; raise `CourseError` if it is no board."""
    read_toml(path, MAX_FILE, CourseError)
    return document_of(path.read_bytes().decode(), str(path))


def document_of(text: str, where: str | Message = "") -> Document:
    """Return the board in the text of a file; raise a `CourseError` that names the key or the row."""
    data = parse_toml(text, where, CourseError)
    if "boards" in data:
        raise CourseError("a course of several boards; open each of them by itself", where=where)
    for key in sorted(set(data) - set(KEYS)):
        raise CourseError(unknown_key(key, "", KEYS), where=where)
    texts = {key: _text(data.get(key, ""), key, where) for key in ("name", "author", "license", "description")}
    comments = tuple(_comments(text))
    players, plugins = _players(data.get("players"), where), _plugins(data.get("plugins", []), where)
    return Document(
        _grid(data.get("grid"), where), BoardTexts(**texts, players=players, plugins=plugins, comments=comments)
    )


def text_of(document: Document) -> str:
    """Return the text of a board's file: one line for each key and each row, with aligned columns."""
    texts = document.texts
    lines: list[str] = []
    for key in KEYS:
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
    """Yield the rows of the drawing, with aligned columns."""
    columns = zip(*document.rows, strict=True)
    widths = [max(len(tile.token) for tile in column) for column in columns]
    for row in document.rows:
        line = "  ".join(tile.token.ljust(width) for tile, width in zip(row, widths, strict=True))
        yield " " + _ESCAPED.sub(_escape, line.rstrip())


def _escape(match: re.Match[str]) -> str:
    letter = match[0]
    return f"\\{letter}" if letter in '\\"' else f"\\u{ord(letter):04x}"


def _comments(text: str) -> Iterator[tuple[str, str]]:
    """Yield the comment lines, each with the key that follows it."""
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


def _text(value: Any, key: str, where: str | Message) -> str:
    if not isinstance(value, str):
        raise CourseError("key {key!r} must be a text, not {value!r}", where=where, key=key, value=value)
    return value


def _players(value: Any, where: str | Message) -> tuple[int, int] | None:
    if value is None:
        return None
    numbers = value if isinstance(value, list) else []
    if (
        len(numbers) != 2
        or any(type(number) is not int for number in numbers)
        or not 1 <= numbers[0] <= numbers[1] <= MAX_PLAYERS
    ):
        raise CourseError(
            "key 'players' must be the smallest and the largest number of players, such as [2, 8]", where=where
        )
    return numbers[0], numbers[1]


def _plugins(value: Any, where: str | Message) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(id_, str) for id_ in value):
        raise CourseError("key 'plugins' must be a list of plugins, such as [\"oil\"]", where=where)
    return tuple(value)


def _grid(value: Any, where: str | Message) -> tuple[tuple[Tile, ...], ...]:
    if not isinstance(value, str):
        raise CourseError("key 'grid' must be a text with one line for each row of the board", where=where)
    rows = [line.split() for line in value.splitlines() if line.strip()]
    if not rows:
        raise CourseError("the grid is empty; write one line for each row, for example ' .  .  .'", where=where)
    width = len(rows[0])
    if max(width, len(rows)) > MAX_SIDE:
        raise CourseError(
            "{width} x {height} cells are too many; at most {most} on a side are possible",
            where=where,
            width=width,
            height=len(rows),
            most=MAX_SIDE,
        )
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise CourseError(
                "row {row} has {count} cells, but row 1 has {width}; all must be equal",
                where=where,
                row=number,
                count=len(row),
                width=width,
            )
    return tuple(tuple(Tile.read(token) for token in row) for row in rows)
