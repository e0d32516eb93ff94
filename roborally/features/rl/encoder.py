"""Encodes a seat's observation for machine learning as one vector of numbers from -1 to 1.

The parts of the vector have names and can be extracted and reshaped: `Coding.parts`. Seats are rotated so that the
agent's robot always comes first and agents can share a policy.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from roborally.bots.plugin import NO_ITEM
from roborally.core.geometry import COMPASS, DIRECTIONS
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.features.rl.match_stepper import MatchStepper
from roborally.plugin import COMMANDS, FACTS, MATCH_FACTS, Fact, Registry

Vector = npt.NDArray[np.float32]
SCALE = 10.0
"""The divisor for damage, lives and checkpoints; results are clipped at 1."""
PRIORITIES = 1000.0
"""The divisor for numbers in texts that are at least `SCALE`: the priorities of cards."""
_TOKENS = re.compile(r"[a-z][a-z0-9-]*|-?\d+")
_CELL = 3
_BODY = _CELL + len(DIRECTIONS) + 1


class VectorPart(NamedTuple):
    """A part of the vector: the index of its first entry, and its shape."""

    start: int
    shape: tuple[int, ...]

    def of(self, vector: Vector) -> Vector:
        """Return this part of a vector as an array of its shape; it shares the vector's memory."""
        size = int(np.prod(self.shape))
        return vector[self.start : self.start + size].reshape(self.shape)


class Coding:
    """Encodes the observations of one game as vectors.

    The parts are `time`: the share of the turns played, and the stage; `question`: 1 for its kind in `kinds`; `items`:
    the words, number and cell of the item of each action from 1 on; `laid`: the same for the items laid so far;
    `robots`: for each seat, the agent's first, on the floor, x, y, four facings, damage, values of the mode; `places`:
    for each seat the floor, by row and column, with 1 where its robot stands; `match`: values of the whole match.
    """

    def __init__(self, stepper: MatchStepper) -> None:
        self.stepper = stepper
        self.kinds = sorted(stepper.game.rules.decisions)
        self.words = {word: index for index, word in enumerate(_words(stepper))}
        floor = stepper.game.floor
        self._size = (max(1, floor.width - 1), max(1, floor.height - 1))
        sample = stepper.game.start(0)
        sample.run()
        self._facts = _fact_samples(sample, FACTS, sample.robots[:1])
        self._match_facts = _fact_samples(sample, MATCH_FACTS, ())
        self._texts: dict[str, Vector] = {}
        self._widths = {
            (registry, name): self._width(value)
            for registry, samples in ((FACTS, self._facts), (MATCH_FACTS, self._match_facts))
            for name, value in samples.items()
        }
        seats = len(stepper.game.seats)
        robot = _BODY + sum(self._width(value) for value in self._facts.values())
        shapes: dict[str, tuple[int, ...]] = {
            "time": (2,),
            "question": (len(self.kinds),),
            "items": (stepper.actions - 1, self._item_width),
            "laid": (stepper.max_steps, self._item_width),
            "robots": (seats, robot),
            "places": (seats, floor.height, floor.width),
            "match": (sum(self._width(value) for value in self._match_facts.values()),),
        }
        self.parts: dict[str, VectorPart] = {}
        self.size = 0
        for name, shape in shapes.items():
            self.parts[name] = VectorPart(self.size, shape)
            self.size += int(np.prod(shape))

    @property
    def _item_width(self) -> int:
        return len(self.words) + 1 + _CELL

    def encode(self, seat: int, seen: Match) -> Vector:
        """Return the observation of `seat`; `seen` is the match as the seat sees it (`MatchStepper.seen`)."""
        vector = np.zeros(self.size, dtype=np.float32)
        parts = {name: part.of(vector) for name, part in self.parts.items()}
        self._code_time(parts["time"], seen)
        self._code_question(parts, seat, seen)
        self._code_robots(parts, seat, seen)
        self._code_facts(parts["match"], seen, MATCH_FACTS, self._match_facts, ())
        return vector

    def _code_time(self, part: Vector, seen: Match) -> None:
        part[:] = min(1.0, seen.state.turn / self.stepper.setup.turns), _scaled(seen.state.stage)

    def _code_question(self, parts: Mapping[str, Vector], seat: int, seen: Match) -> None:
        decision = self.stepper.asked.get(seat)
        if decision is None:
            return
        parts["question"][self.kinds.index(decision["kind"])] = 1
        for number, item in enumerate(self.stepper.items(seat, seen)):
            self._put_item(parts["items"][number], item)
        for step, index in enumerate(self.stepper.laid[seat]):
            if index != NO_ITEM:
                parts["laid"][step] = parts["items"][index]

    def _code_robots(self, parts: Mapping[str, Vector], seat: int, seen: Match) -> None:
        count = len(seen.seats)
        for piece in seen.robots:
            place = (piece.seat - seat) % count
            self._code_robot(parts["robots"][place], piece, seen)
            if piece.cell >= 0:
                x, y = seen.floor.cells[piece.cell]
                parts["places"][place, y, x] = 1

    def _code_robot(self, row: Vector, piece: Piece, seen: Match) -> None:
        self._put_cell(row, seen.floor.cells[piece.cell] if piece.cell >= 0 else None)
        if piece.cell >= 0:
            row[_CELL + piece.facing] = 1
        row[_CELL + len(DIRECTIONS)] = _scaled(piece.damage)
        self._code_facts(row[_BODY:], seen, FACTS, self._facts, (piece,))

    def _code_facts(
        self, row: Vector, seen: Match, registry: Registry[Fact], samples: Mapping[str, Any], arguments: tuple[Any, ...]
    ) -> None:
        facts = registry.of(seen.rules)
        start = 0
        for name, sample in samples.items():
            width = self._widths[registry, name]
            read = facts[name].read
            assert read is not None, "only facts that can be read have samples"
            self._put(row[start : start + width], read(seen, *arguments), sample)
            start += width

    # --- values -----------------------------------------------------------------------------------------------------

    def _width(self, sample: Any) -> int:
        """Return the number of entries for a value; `sample` has the shape of all such values."""
        if isinstance(sample, Mapping):
            return sum(self._width(value) for value in sample.values())
        if isinstance(sample, str):
            return len(self.words) + 1
        if sample is None or _is_cell(sample):
            return _CELL
        if isinstance(sample, bool | int | float):
            return 1
        return _CELL * len(sample) if _are_cells(sample) else len(self.words) + 1

    def _put(self, row: Vector, value: Any, sample: Any) -> None:
        """Write a value into `row`, which is all zeros and as wide as `sample` needs."""
        if isinstance(sample, Mapping):
            start = 0
            for key, part in sample.items():
                width = self._width(part)
                self._put(row[start : start + width], value.get(key) if isinstance(value, Mapping) else None, part)
                start += width
        elif isinstance(sample, str):
            row[:] = self.text(value if isinstance(value, str) else "")
        elif sample is None or _is_cell(sample):
            self._put_cell(row, value)
        elif isinstance(sample, bool | int | float):
            row[0] = _scaled(value) if isinstance(value, bool | int | float) else 0
        elif _are_cells(sample):
            for number, cell in enumerate((value or ())[: len(sample)]):
                self._put_cell(row[_CELL * number :], cell)
        else:
            self._put_bag(row, value or ())

    def _put_cell(self, row: Vector, value: Any) -> None:
        """Write a 1 and the coordinates of a cell, or a 1 and a plain number; leave zeros for any other value."""
        if _is_cell(value):
            row[:_CELL] = 1, value[0] / self._size[0], value[1] / self._size[1]
        elif isinstance(value, bool | int | float):
            row[:2] = 1, _scaled(value)

    def _put_bag(self, row: Vector, values: Sequence[Any]) -> None:
        """Write how often each word occurs in the values, and the number of values."""
        for value in values:
            if isinstance(value, str) and value:
                row += self.text(value)
        row /= SCALE
        np.clip(row, -1, 1, out=row)
        row[-1] = _scaled(len(values))

    def text(self, value: str) -> Vector:
        """Return a vector of a text: 1 for each word that occurs in it; last the number in it, scaled to -1 to 1."""
        found = self._texts.get(value)
        if found is None:
            found = self._texts[value] = np.zeros(len(self.words) + 1, dtype=np.float32)
            for token in _TOKENS.findall(value):
                if token in self.words:
                    found[self.words[token]] = 1
                elif token.lstrip("-").isdigit():
                    number = int(token)
                    found[-1] = max(-1.0, min(1.0, number / (PRIORITIES if number >= SCALE else SCALE)))
        return found

    def _put_item(self, row: Vector, value: Any) -> None:
        """Write an item of a question: the words and number of a text, or a cell."""
        if isinstance(value, str):
            row[: len(self.words) + 1] = self.text(value)
        else:
            self._put_cell(row[len(self.words) + 1 :], value)


def floor_planes(stepper: MatchStepper) -> tuple[list[str], Vector]:
    """Return the names of the planes of the floor, and the planes in an array of shape (names, rows, columns).

    Entries are 0 or 1. There is a plane for the existing cells, four for the walls, and one for every kind of element
    with its values.
    """
    board = stepper.game.floor.board
    marks: dict[str, list[tuple[int, int]]] = {"inside": sorted(board.inside)}
    for direction in DIRECTIONS:
        cells = sorted(cell for cell, side in board.walls if side == direction and cell in board.inside)
        marks[f"wall {COMPASS[direction]}"] = cells
    for element in board.elements:
        values = " ".join(f"{key}={value}" for key, value in sorted(element.values.items()))
        marks.setdefault(f"{element.kind} {values}".strip(), []).append(element.cell)
    planes = np.zeros((len(marks), board.height, board.width), dtype=np.float32)
    for plane, cells in zip(planes, marks.values(), strict=True):
        for x, y in cells:
            plane[y, x] = 1
    return list(marks), planes


def _words(stepper: MatchStepper) -> list[str]:
    """Return the words that may occur in cards, answers and programs, in alphabetical order."""
    texts = [*COMMANDS.of(stepper.game.rules), *COMPASS, *stepper.registered.vocabulary]
    for plugin in stepper.game.plugins:
        texts += [*plugin.manifest.answer, *plugin.manifest.option, *plugin.manifest.command]
    return sorted({token for text in texts for token in _TOKENS.findall(text) if not token.lstrip("-").isdigit()})


def _fact_samples(match: Match, registry: Registry[Fact], arguments: Sequence[Any]) -> dict[str, Any]:
    facts = registry.of(match.rules).items()
    return {name: fact.read(match, *arguments) for name, fact in facts if fact.read is not None}


def _is_cell(value: Any) -> bool:
    return (
        isinstance(value, tuple | list)
        and len(value) == 2
        and all(isinstance(entry, int) and not isinstance(entry, bool) for entry in value)
    )


def _are_cells(values: Any) -> bool:
    return bool(values) and all(_is_cell(value) for value in values)


def _scaled(value: float) -> float:
    return max(-1.0, min(1.0, value / SCALE))
