"""A course that somebody else builds, read from their code; its size is limited, since the code is not trusted."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from roborally.base.toml_file import parse_toml
from roborally.core.geometry import Cell
from roborally.course.code import look_at, unpack_small
from roborally.course.courses import Course, course_of_texts
from roborally.course.notation import Notations
from roborally.workshop.building.board_parts import BoardPart, without_checkpoints
from roborally.workshop.building.course_table import MAX_BOARDS, Laid, Layout


@dataclass(frozen=True)
class SeenCourse:
    """A course, and its boards by the names that `part_name` gives them.

    The layout is `None` if the builder cannot make the course, for example one of more than eight boards.
    """

    course: Course
    layout: Layout | None = None
    parts: Mapping[str, BoardPart] = field(default_factory=dict)


def part_name(name: str, text: str) -> str:
    """Return the local name of a board in a code: its name there and a digest of its text, which make it unique."""
    return f"{name}#{blake2b(text.encode(), digest_size=6).hexdigest()}"


def name_in_code(name: str) -> str:
    """Return the name in the code of a board, from its local name."""
    return name.partition("#")[0]


def read_seen(code: str, notations: Notations) -> SeenCourse:
    """Return the course of a code; raise `CourseError` for an invalid one, or one that is too large."""
    shared = unpack_small(code)
    course = look_at(shared, notations)
    data = parse_toml(shared.text, "")
    entries = data.get("boards", [])
    if not 0 < len(entries) <= MAX_BOARDS:
        return SeenCourse(course)
    parts = {}
    for name in sorted({entry["file"] for entry in entries}):
        single = course_of_texts(name, {name: shared.boards[name]}, notations)
        called = part_name(name, shared.boards[name])
        parts[called] = BoardPart(replace(single, id=called), without_checkpoints(single.board))
    boards = []
    for entry in entries:
        x, y = entry.get("at", [0, 0])
        called = part_name(entry["file"], shared.boards[entry["file"]])
        boards.append(Laid(called, (x, y), entry.get("rotate", 0) // 90))
    cells: list[Cell] = [(x, y) for _number, (x, y) in sorted(data.get("checkpoints", {}).items())]
    return SeenCourse(course, Layout(tuple(boards), tuple(cells)), parts)
