"""Reads and writes puzzles: one turn on a course of the game, a hand of cards, and a goal (docs/formats.md, Puzzles).

A file of `assets/puzzles` holds the puzzles of one level, one entry per line. `Puzzle.scenario` returns a puzzle as the
content of a scenario file, so that a puzzle is played and judged by the same code as a lesson.
"""

from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

import msgspec

from roborally.base import paths
from roborally.base.errors import GameError, Message
from roborally.base.toml_file import read_toml
from roborally.base.translation import _
from roborally.base.validation import in_words
from roborally.core.geometry import Cell
from roborally.game.course.courses import Course
from roborally.game.scenario.lessons import Guidance, Lesson, LessonStep
from roborally.narration.words import numbers
from roborally.plugin import text

LEVELS = ("easy", "medium", "hard")
"""The levels of difficulty, from the easiest; each has a file."""
TITLES = {"easy": text("Easy"), "medium": text("Medium"), "hard": text("Hard")}
OWN, OTHER = "Dot", "Bit"
"""The names of the programmed robot, and of the other one, which has no program."""
REGISTERS = 5
HEADING = "# The puzzles of one level: tools/puzzles --write makes them, tools/puzzles --check plays them again.\n"
_IDENTITY = ("mode", "course", "cell", "facing", "reached", "other", "hand", "locked", "goal", "to", "unhurt")
"""The fields that identify a puzzle; those about its solutions do not."""

Goal = Literal["checkpoint", "space", "push"]


class Puzzle(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A puzzle; cells are (column, row) from 0, hands and programs are texts of cards with spaces between them.

    `reached` is the number of checkpoints reached before. `other` is column, row and facing of a second robot, which
    has no program. `locked` maps registers, as texts from "1", to their card, or to an empty text for an empty
    register. The goal `checkpoint` is to reach the next one, `space` to end on the cell `to`, `push` to destroy the
    other robot; `unhurt` also demands no damage. `ways` is the number of programs that reach the goal, `solution` is
    one of them.
    """

    mode: str
    course: str
    cell: Cell
    facing: str
    hand: str
    goal: Goal
    ways: int
    solution: str
    reached: int = 0
    other: tuple[int, int, str] | None = None
    locked: dict[str, str] = {}
    to: Cell | None = None
    unhurt: bool = False

    @property
    def id(self) -> str:
        """The id in the profile: a hash of everything that a player sees of the puzzle, independent of its file."""
        seen = [getattr(self, key) for key in _IDENTITY]
        return blake2b(msgspec.json.encode(seen, order="deterministic"), digest_size=5).hexdigest()

    @property
    def free(self) -> list[int]:
        """The numbers of the registers to fill, from 1."""
        return [number for number in range(1, REGISTERS + 1) if str(number) not in self.locked]

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards of the hand."""
        return tuple(self.hand.split())

    @property
    def wanted(self) -> dict[str, dict[str, Any]]:
        """The values that robots must have after the turn, by the robot's name and the value's name, such as `cell`."""
        own: dict[str, Any] = {"alive": True}
        if self.goal == "checkpoint":
            own["checkpoint"] = self.reached + 1
        elif self.to is not None:
            own["cell"] = list(self.to)
        if self.unhurt:
            own["damage"] = 0
        return {OWN: own, OTHER: {"alive": False}} if self.goal == "push" else {OWN: own}

    def goal_cells(self, course: Course) -> list[Cell]:
        """Return the cells of the goal on the puzzle's course; empty for the goal `push`."""
        if self.goal == "checkpoint":
            flags = course.board.of_kind("checkpoint")
            return [flag.cell for flag in flags if flag.values["number"] == self.reached + 1]
        return [self.to] if self.to is not None else []

    def program(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return a card or an empty text for each register: `cards` fill the free registers in order."""
        laid = dict(zip(self.free, cards, strict=True))
        return tuple(laid.get(number, "") for number in range(1, REGISTERS + 1))

    def scenario(self) -> dict[str, Any]:
        """Return the puzzle as the content of a scenario file, in which the robot has the solution as its program."""
        own = {
            "name": OWN,
            "cell": list(self.cell),
            "facing": self.facing,
            "deal": list(self.cards),
            "program": list(self.program(tuple(self.solution.split()))),
            "checkpoint": self.reached,
        }
        if self.locked:
            own["locked"] = self.locked
        robots = [own]
        if self.other is not None:
            x, y, facing = self.other
            robots.append({"name": OTHER, "cell": [x, y], "facing": facing})
        # By its path, because a player may have a course of the same name.
        course = str(paths.board_folder() / f"{self.course}.toml")
        expect = [{"after": "turn 1", "robots": self.wanted}]
        return {"name": self.id, "mode": self.mode, "course": course, "robots": robots, "expect": expect}

    def text(self) -> str:
        """Return the task in the player's language."""
        if self.goal == "push":
            task = _("Get rid of {other}: push it into a pit or over the edge. {name} must stay on the board.")
        elif self.goal == "checkpoint":
            task = _("Reach checkpoint {number} with {name} in this turn.")
        else:
            task = _("Let {name} end this turn on the marked space.")
        said = [task.format(name=OWN, other=OTHER, number=self.reached + 1)]
        if self.unhurt:
            said.append(_("It must take no damage."))
        if empty := [int(number) for number, card in sorted(self.locked.items()) if not card]:
            one, many = _("Register {numbers} stays empty."), _("Registers {numbers} stay empty.")
            said.append(_("Lay {count} cards.").format(count=len(self.free)))
            said.append((one if len(empty) == 1 else many).format(numbers=numbers(empty)))
        for number in (number for number, card in sorted(self.locked.items()) if card):
            said.append(_("Register {number} is locked and keeps its card.").format(number=number))
        return " ".join(said)

    def lesson(self) -> Lesson:
        """Return the puzzle as a lesson, for which an `Attempt` can be made."""
        missed = {"checkpoint": text("{name} has not reached the checkpoint.")}
        guidance = Guidance(steps=[LessonStep("")], wrong=[], missed=missed)
        return Lesson(puzzle_folder(), self.id, guidance, self.scenario())


def puzzle_folder() -> Path:
    """Return the folder of the puzzles that come with the game."""
    return paths.asset_folder() / "puzzles"


def load_puzzles(level: str, folder: Path | None = None) -> list[Puzzle]:
    """Return the puzzles of a level in order; raise a `GameError` that names file, entry and key if one is invalid."""
    path = (folder or puzzle_folder()) / f"{level}.toml"
    data = read_toml(path)
    entries = data.get("puzzles")
    if not isinstance(entries, list) or set(data) != {"puzzles"}:
        raise GameError("the file must have one key, 'puzzles', with a list of tables", where=path)
    return [_read(entry, path, number) for number, entry in enumerate(entries, 1)]


def _read(entry: Any, path: Path, number: int) -> Puzzle:
    place = Message.of("puzzles entry {number}", path, number=number)
    try:
        puzzle = msgspec.convert(entry, Puzzle)
    except msgspec.ValidationError as error:
        raise GameError(in_words(error, entry, Puzzle), where=place) from None
    if (puzzle.goal == "space") != (puzzle.to is not None):
        raise GameError("key 'to' belongs to the goal 'space', and to no other", where=place)
    if puzzle.goal == "push" and puzzle.other is None:
        raise GameError("the goal 'push' needs the key 'other'", where=place)
    if len(puzzle.solution.split()) != len(puzzle.free):
        raise GameError("key 'solution' must have a card for each register that is not locked", where=place)
    return puzzle


def written(puzzles: list[Puzzle]) -> str:
    """Return the text of a puzzle file: one entry per line, and a blank line between editions."""
    lines = [HEADING, "puzzles = [\n"]
    for number, (_mode, group) in enumerate(groupby(puzzles, lambda puzzle: puzzle.mode)):
        lines += ["\n"] if number else []
        lines += [f"    {_inline(msgspec.to_builtins(puzzle))},\n" for puzzle in group]
    return "".join([*lines, "]\n"])


def _inline(value: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_inline(entry)}" for key, entry in value.items()) + " }"
    return msgspec.json.encode(value).decode().replace(",", ", ") if not isinstance(value, str) else f'"{value}"'
