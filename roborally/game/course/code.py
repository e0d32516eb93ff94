"""Course codes: a board or course as one line of text for friends (docs/formats.md, Course codes).

A code is `RR1:` and the base64url of compressed TOML: the name and text of the file, and those of the boards that it
joins. A code is untrusted until `unpack` and `keep` have checked it.
"""

import base64
import itertools
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import tomli_w

from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError
from roborally.base.file_names import is_device, plain_stem
from roborally.base.plain_file import read_plain
from roborally.base.player_names import UNSEEN
from roborally.base.toml_file import MAX_FILE, parse_toml
from roborally.game.course.courses import Course, course_files, course_folders, course_of_texts, load_course
from roborally.game.course.notation import CourseError, Notations, load_toml

PREFIX = "RR1:"
MAX_CODE = 200_000
"""The maximum length of a code, in characters."""
MAX_TEXT = 4 * MAX_FILE
"""The maximum size of an unpacked code, in bytes, since a small code could unpack to any size."""
MAX_BYTES = 150_000
MAX_WORDS = 5_000
"""The maximum number of words in the files of a course for `unpack_small`; eight boards of 24 x 24 cells have 4608."""
_BETWEEN = re.compile(rf"[\s>|={UNSEEN}]+")
"""Matches what mails insert between the letters of a code: line breaks, quote signs, invisible letters."""
_CODE = re.compile(rf"{PREFIX}([A-Za-z0-9_-]*)")
_OTHER_VERSION = re.compile(r"RR\d+:")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_KEYS = {"name", "text", "boards"}


@dataclass(frozen=True)
class SharedCourse:
    """The content of a course code: the text of a file, and its name without `.toml`.

    `boards` are the texts of the boards that the course joins, by their names without `.toml`.
    """

    name: str
    text: str
    boards: Mapping[str, str] = field(default_factory=dict)


def pack(path: Path, notations: Notations) -> str:
    """Return the course code of a board or course file; raise `CourseError` if the file cannot be used."""
    load_course(path, notations)
    files = course_files(folders=[path.parent, *course_folders(notations)])
    boards = {entry["file"]: content_of(files[entry["file"]]) for entry in load_toml(path).get("boards", [])}
    return code_of(with_usable_names(SharedCourse(path.stem, content_of(path), boards)))


def with_usable_names(shared: SharedCourse) -> SharedCourse:
    """Return a copy of a course, with all names changed to letters that a code allows."""
    course, names = usable_name(shared.name), dict[str, str]()
    for board in sorted(shared.boards):
        names[board] = free_name(usable_name(board), lambda name: name not in {course, *names.values()})
    return _renamed(replace(shared, name=course), names)


def code_of(shared: SharedCourse) -> str:
    """Return the course code for a course; raise `CourseError` if it is too large to be read again."""
    content: dict[str, Any] = {"name": shared.name, "text": shared.text}
    if shared.boards:
        content["boards"] = dict(sorted(shared.boards.items()))
    data = tomli_w.dumps(content).encode()
    code = PREFIX + base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    if len(data) > MAX_TEXT or len(code) > MAX_CODE:
        raise CourseError("{name!r} is too large for a code", name=shared.name)
    return code


def unpack(text: str, most: int = MAX_TEXT) -> SharedCourse:
    """Return the content of the longest code in a text, such as a quoted mail.

    Raise `CourseError` if there is none, if it is damaged, or if it unpacks to more than `most` bytes.
    """
    squeezed = _BETWEEN.sub("", text) if len(text) <= 2 * MAX_CODE else text
    codes = _CODE.findall(squeezed)
    if not codes:
        if _OTHER_VERSION.search(squeezed):
            raise CourseError("this course code was made by a newer version of the game")
        raise CourseError("a course code begins with {prefix}", prefix=PREFIX)
    letters = max(codes, key=len)
    if len(PREFIX + letters) > MAX_CODE:
        raise CourseError("a course code has at most {most:,} letters", most=MAX_CODE)
    content = _content(letters, most)
    name, course, boards = content.get("name"), content.get("text"), content.get("boards", {})
    texts = [course, *(boards.values() if isinstance(boards, dict) else [None])]
    if set(content) - _KEYS or not all(isinstance(entry, str) for entry in texts):
        raise CourseError("this course code holds something other than a course")
    for given in (name, *boards):
        if not isinstance(given, str) or not _NAME.fullmatch(given):
            raise CourseError("this course code gives a file the name {name!r}, which cannot be used", name=str(given))
    return SharedCourse(str(name), str(course), boards)


def unpack_small(code: str) -> SharedCourse:
    """Return the content of a course code as `unpack` does; raise `CourseError` if the course is very large."""
    shared = unpack(code, MAX_BYTES)
    if sum(len(text.split()) for text in (shared.text, *shared.boards.values())) > MAX_WORDS:
        raise CourseError("this course is too large to be shown while it is being built")
    return shared


def _content(letters: str, most: int) -> dict[str, Any]:
    damaged = CourseError("this course code is damaged; copy all of it, from {prefix} to its end", prefix=PREFIX)
    unpacker = zlib.decompressobj()
    try:
        packed = base64.urlsafe_b64decode(letters + "A" * (-len(letters) % 4))  # text behind the end does not count
        data = unpacker.decompress(packed, most + 1)
    except zlib.error:
        raise damaged from None
    if len(data) > most:
        raise CourseError("this course code unpacks to more than {most:,} bytes", most=most)
    if not unpacker.eof:
        raise damaged
    try:
        return parse_toml(data.decode(), "")
    except (UnicodeDecodeError, GameError):
        raise damaged from None


def look_at(shared: SharedCourse, notations: Notations) -> Course:
    """Return the course in a code without saving it; raise `CourseError` if it cannot be used."""
    try:
        return course_of_texts(shared.name, {**shared.boards, shared.name: shared.text}, notations)
    except CourseError as error:
        raise CourseError(error.message.at(f"{shared.name}.toml")) from None


def keep(shared: SharedCourse, folder: Path, notations: Notations) -> Path:
    """Save a course into a folder of boards, and return its file; raise `CourseError` if it cannot be used.

    No file is replaced: if another course has the name, or Windows reserves it for a device, a number is appended.
    Files that exist with the same text are not written again.
    """
    look_at(shared, notations)
    joined = {entry["file"] for entry in parse_toml(shared.text, "").get("boards", [])}
    if unused := sorted(set(shared.boards) - joined):
        raise CourseError("this course code brings the board {name!r}, which its course does not join", name=unused[0])
    there = course_files(folders=[folder, *course_folders(notations)])
    given: dict[str, str] = {shared.name: ""}  # a renamed board must not get the name of its course

    def fits(name: str, text: str) -> bool:
        is_free = name not in there or _holds(there[name], text)
        return is_free and given.get(name, text) == text and not is_device(name)

    names = {}
    for board, text in sorted(shared.boards.items()):
        names[board] = free_name(board, partial(fits, text=text))
        given[names[board]] = text
    del given[shared.name]
    shared = _renamed(shared, names)
    name = free_name(shared.name, partial(fits, text=shared.text))
    # Boards first, since a course without them could not be opened.
    for new, text in (*sorted(shared.boards.items()), (name, shared.text)):
        if new not in there:
            write_aside(folder / f"{new}.toml", text.encode())
    return there.get(name, folder / f"{name}.toml")


def free_name(name: str, is_free: Callable[[str], bool]) -> str:
    """Return the first of `name`, `name-2`, `name-3` and so on for which `is_free` is true."""
    numbered = itertools.chain([name], (f"{name}-{number}" for number in itertools.count(2)))
    return next(filter(is_free, numbered))


def _holds(path: Path, text: str) -> bool:
    try:
        return read_plain(path) == text.encode()
    except OSError:
        return False


def _renamed(shared: SharedCourse, names: Mapping[str, str]) -> SharedCourse:
    """Return a copy of a course with other names for the boards that it joins; `names` are new names by old ones."""
    if all(old == new for old, new in names.items()):
        return shared
    data = parse_toml(shared.text, "")
    for entry in data["boards"]:
        entry["file"] = names[entry["file"]]
    boards = {names[name]: text for name, text in shared.boards.items()}
    return replace(shared, text=tomli_w.dumps(data), boards=boards)


def content_of(path: Path) -> str:
    """Return the text of a board or course file, which is UTF-8."""
    return path.read_bytes().decode()


def usable_name(name: str) -> str:
    """Return a name changed to the letters that a course code allows: small letters, digits and hyphens."""
    return plain_stem(name, "course")
