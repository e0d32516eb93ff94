"""The boards that the course builder offers, with the properties by which they are listed and drawn at random."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError, Message
from roborally.base.translation import _
from roborally.core.board import Board
from roborally.game.compatibility import knows_all
from roborally.game.course.courses import Course, course_files, load_course
from roborally.game.course.notation import Notations, load_toml
from roborally.plugin_system.loader import Catalogue

CHECKPOINT, DOCK = "checkpoint", "dock"


@dataclass(frozen=True)
class BoardPart:
    """A board that can be laid in a course; `board` is without its checkpoints, because the course sets its own.

    `is_own` is true for a board that comes with the game. `file` is its path, `None` if it has none. `danger` is the
    share of its cells, 0 to 1, with an element that hurts or destroys robots.
    """

    course: Course
    board: Board
    danger: float = 0.0
    is_own: bool = False
    file: Path | None = None

    @property
    def name(self) -> str:
        """The name of the board's file without `.toml`."""
        return self.course.id

    @property
    def docks(self) -> int:
        """The number of docks (start spaces) on the board."""
        return len(self.board.of_kind(DOCK))


@dataclass(frozen=True)
class BoardParts:
    """All single boards, by file name without `.toml`; `unusable` has the reasons why other files cannot be read."""

    parts: Mapping[str, BoardPart]
    unusable: Mapping[str, Message]

    def fitting(self, catalogue: Catalogue, mode: str, extras: Sequence[str] = ()) -> list[BoardPart]:
        """Return the boards whose elements all come from a mode or the plugins `extras` (ids), smallest first."""
        plugins = catalogue.resolve([mode, *extras])
        enabled = {plugin.id for plugin in plugins}
        found = [
            part
            for part in self.parts.values()
            if enabled.issuperset(part.course.plugins) and knows_all(part.board, plugins)
        ]
        return sorted(found, key=lambda part: (part.board.width * part.board.height, part.course.title, part.name))


def read_parts(catalogue: Catalogue, folders: Sequence[Path] | None = None) -> BoardParts:
    """Read the single boards in `folders`, by default those of the game and the player; skip joined courses."""
    notations = Notations.of(catalogue.plugins.values())
    harmful = _harmful(catalogue)
    parts: dict[str, BoardPart] = {}
    unusable: dict[str, Message] = {}
    for name, path in course_files(notations, folders).items():
        try:
            if "boards" in load_toml(path):
                continue
            course = load_course(path, notations, folders)
        except GameError as error:
            unusable[name] = error.message.at(path.name)
            continue
        board = without_checkpoints(course.board)
        struck = {element.cell for element in board.elements if element.kind in harmful}
        danger = len(struck) / len(board.inside)
        own = path.parent == paths.board_folder()
        parts[name] = BoardPart(course, board, danger, own, path)
    return BoardParts(parts, unusable)


def without_checkpoints(board: Board) -> Board:
    """Return a board without its checkpoints."""
    elements = tuple(element for element in board.elements if element.kind != CHECKPOINT)
    return Board(board.name, board.width, board.height, board.inside, board.walls, elements, board.gates)


def _harmful(catalogue: Catalogue) -> set[str]:
    """Return the kinds of elements of all plugins whose manifests name a cause of damage or destruction."""
    found = [plugin.manifest for plugin in catalogue.plugins.values()]
    return {
        kind
        for manifest in found
        if manifest.kind != "mode" and (manifest.cause or manifest.hurt)
        for kind in manifest.element
    }


def danger_words(danger: float) -> str:
    """Return how dangerous a board is as a few words; `danger` is the share of its harmful cells, 0 to 1."""
    if danger < 0.02:
        return _("harmless")
    return _("dangerous") if danger >= 0.06 else _("some danger")
