"""What a seat may know as one vector of numbers from -1 to 1, made of nothing but its view.

The parts of the vector are named, and may be taken out of it and shaped: `Coding.parts`. Seats are turned, so that
one's own robot always comes first and agents can share what they learn.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from roborally.bots.steps import NOTHING, words_of
from roborally.core.geometry import COMPASS, DIRECTIONS
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.rl.table import Table

Vector = npt.NDArray[np.float32]
SCALE = 10.0
"""What counts as much: damage, lives and checkpoints are divided by it, and cut off at 1."""
PRIORITIES = 1000.0
_TOKENS = re.compile(r"[a-z][a-z0-9-]*|-?\d+")
_LARGE = 20


class Part(NamedTuple):
    """One part of the vector: where it begins, and its shape."""

    start: int
    shape: tuple[int, ...]

    def of(self, vector: Vector) -> Vector:
        """Return the part of a vector in its shape; it shares the vector's memory."""
        size = int(np.prod(self.shape))
        return vector[self.start : self.start + size].reshape(self.shape)


class Coding:
    """How the views of one game become vectors.

    The parts: `time` (turn of all turns, stage of five), `question` (one of the kinds in `kinds`), `items` (for each
    action from 1 on its words, number and cell), `laid` (the same for what has been laid), `robots` (for each seat, the
    own one first: on the floor, x, y, four facings, damage, what the facts of the mode say), `places` (for each seat
    the floor, by row and column, with 1 where its robot stands), `match` (facts about the whole match).
    """

    def __init__(self, table: Table) -> None:
        """Find out what there is to tell, from the rules and the first question of some match."""
        self.table = table
        self.kinds = sorted(table.game.rules.decisions)
        self.words = {word: index for index, word in enumerate(_words(table))}
        floor = table.game.floor
        self._size = (max(1, floor.width - 1), max(1, floor.height - 1))
        sample = table.game.start(0)
        sample.run()
        self._facts = _fact_samples(sample, "facts", sample.robots[:1])
        self._match_facts = _fact_samples(sample, "match-facts", ())
        seats = len(table.game.seats)
        robot = 8 + sum(self._width(value) for value in self._facts.values())
        shapes: dict[str, tuple[int, ...]] = {
            "time": (2,),
            "question": (len(self.kinds),),
            "items": (table.actions - 1, self._item_width),
            "laid": (table.length, self._item_width),
            "robots": (seats, robot),
            "places": (seats, floor.height, floor.width),
            "match": (sum(self._width(value) for value in self._match_facts.values()),),
        }
        self.parts: dict[str, Part] = {}
        self.size = 0
        for name, shape in shapes.items():
            self.parts[name] = Part(self.size, shape)
            self.size += int(np.prod(shape))

    @property
    def _item_width(self) -> int:
        return len(self.words) + 4

    def encode(self, seat: int, seen: Match) -> Vector:
        """Return what `seat` may know; `seen` is the match as it sees it (`Table.seen`)."""
        vector = np.zeros(self.size, dtype=np.float32)
        parts = {name: part.of(vector) for name, part in self.parts.items()}
        self._tell_time(parts["time"], seen)
        self._tell_question(parts, seat, seen)
        self._tell_robots(parts, seat, seen)
        parts["match"][:] = list(self._facts_of(seen, "match-facts", self._match_facts, ()))
        return vector

    def _tell_time(self, part: Vector, seen: Match) -> None:
        part[:] = min(1.0, seen.state.turn / self.table.setup.turns), _scaled(seen.state.stage)

    def _tell_question(self, parts: Mapping[str, Vector], seat: int, seen: Match) -> None:
        decision = self.table.asked.get(seat)
        if decision is None:
            return
        parts["question"][self.kinds.index(decision["kind"])] = 1
        items = [list(self._item(item)) for item in self.table.items(seat, seen)]
        for number, item in enumerate(items[: self.table.actions - 1]):
            parts["items"][number] = item
        for step, index in enumerate(self.table.laid[seat]):
            if index != NOTHING:
                parts["laid"][step] = items[index]

    def _tell_robots(self, parts: Mapping[str, Vector], seat: int, seen: Match) -> None:
        count = len(seen.seats)
        for piece in seen.robots:
            place = (piece.seat - seat) % count
            parts["robots"][place] = list(self._robot(piece, seen))
            if piece.cell >= 0:
                x, y = seen.floor.cells[piece.cell]
                parts["places"][place, y, x] = 1

    def _robot(self, piece: Piece, seen: Match) -> Iterator[float]:
        yield from self._cell(seen.floor.cells[piece.cell] if piece.cell >= 0 else None)
        yield from (float(piece.cell >= 0 and piece.facing == direction) for direction in DIRECTIONS)
        yield _scaled(piece.damage)
        yield from self._facts_of(seen, "facts", self._facts, (piece,))

    # --- values -----------------------------------------------------------------------------------------------------

    def _facts_of(
        self, seen: Match, registry: str, samples: Mapping[str, Any], arguments: tuple[Any, ...]
    ) -> Iterator[float]:
        facts = seen.rules.registry(registry)
        for name, sample in samples.items():
            yield from self._value(facts[name].read(seen, *arguments), sample)

    def _width(self, sample: Any) -> int:
        return len(list(self._value(None, sample)))

    def _value(self, value: Any, sample: Any) -> Iterator[float]:
        """Return a value as numbers; how many depends on the sample alone, which has the shape of all such values."""
        if isinstance(sample, Mapping):
            known = value if isinstance(value, Mapping) else {}
            for key in sample:
                yield from self._value(known.get(key), sample[key])
        elif isinstance(sample, str):
            yield from self._text(value if isinstance(value, str) else "")
        elif sample is None or _is_cell(sample):
            yield from self._cell(value)
        elif isinstance(sample, bool | int | float):
            yield _scaled(value) if isinstance(value, bool | int | float) else 0.0
        elif all(_is_cell(entry) for entry in sample) and sample:
            listed = list(value or ())
            for number in range(len(sample)):
                yield from self._cell(listed[number] if number < len(listed) else None)
        else:
            yield from self._bag(value or ())

    def _cell(self, value: Any) -> Iterator[float]:
        """Return whether there is a value, and the two coordinates of a cell; of a plain number the first is it."""
        if _is_cell(value):
            yield from (1.0, value[0] / self._size[0], value[1] / self._size[1])
        elif isinstance(value, bool | int | float):
            yield from (1.0, _scaled(value), 0.0)
        else:
            yield from (0.0, 0.0, 0.0)

    def _text(self, value: str) -> Iterator[float]:
        """Return a 1 for each word of the game that a text holds, and its number (a priority, the face of a die)."""
        tokens = _TOKENS.findall(value)
        found = [0.0] * len(self.words)
        number = 0.0
        for token in tokens:
            if token in self.words:
                found[self.words[token]] = 1.0
            elif token.lstrip("-").isdigit():
                number = int(token) / (PRIORITIES if int(token) > _LARGE else SCALE)
        yield from found
        yield max(-1.0, min(1.0, number))

    def _bag(self, values: Sequence[Any]) -> Iterator[float]:
        """Return how many values there are, and how often each word is among them."""
        yield _scaled(len(values))
        counts = Counter(token for value in values if isinstance(value, str) for token in _TOKENS.findall(value))
        yield from (_scaled(counts[word]) for word in self.words)

    def _item(self, value: Any) -> Iterator[float]:
        """Return one item of a question: its words and number, and its cell."""
        yield from self._text(value if isinstance(value, str) else "")
        yield from self._cell(None if isinstance(value, str) else value)


def floor_planes(table: Table) -> tuple[list[str], Vector]:
    """Return what lies on the floor, which never changes: names, and planes of the shape (names, rows, columns).

    There is a plane for the cells that exist, four for the walls, and one for every element with its values.
    """
    board = table.game.floor.board
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


def _words(table: Table) -> list[str]:
    """Return the words that may stand in cards, answers and programs, as the plugins of the game know them."""
    texts = [*table.game.rules.registry("commands"), *COMPASS, *words_of(table.game.plugins)]
    for plugin in table.game.plugins:
        texts += [*plugin.manifest.answer, *plugin.manifest.option, *plugin.manifest.command]
    return sorted({token for text in texts for token in _TOKENS.findall(text) if not token.lstrip("-").isdigit()})


def _fact_samples(match: Match, registry: str, arguments: Sequence[Any]) -> dict[str, Any]:
    facts = sorted(match.rules.registry(registry).items())
    return {name: fact.read(match, *arguments) for name, fact in facts if fact.read is not None}


def _is_cell(value: Any) -> bool:
    return (
        isinstance(value, tuple | list)
        and len(value) == 2
        and all(isinstance(entry, int) and not isinstance(entry, bool) for entry in value)
    )


def _scaled(value: float) -> float:
    return max(-1.0, min(1.0, value / SCALE))
