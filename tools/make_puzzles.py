"""Makes the puzzles of assets/puzzles by search, or plays them all again: tools/puzzles --write | --check.

A robot is put near a checkpoint of a course, with a hand of cards; all its programs are played with the real rules. A
result that few of them reach becomes the goal. Everything follows from the seeds, so the same rules make the same
puzzles.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from roborally.base import paths
from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError
from roborally.core.dice import Dice, derive
from roborally.core.geometry import NAMES, Cell
from roborally.features.puzzles.file import LEVELS, REGISTERS, Goal, Puzzle, load_puzzles, puzzle_folder, written
from roborally.features.puzzles.search import PuzzleStart, Solutions, helpers_of, is_trivial, programs, search
from roborally.game.compatibility import fits
from roborally.game.course.courses import Course, course_files, load_course
from roborally.game.course.notation import Notations
from roborally.plugin_system.loader import Catalogue, find_plugins

MODES = ("standard", "classic", "crash-and-burn")
WANTED = 120
"""The number of puzzles of each level."""
MAX_WAYS = 6
RAREST = 0.05
"""The largest share of all programs that may solve a puzzle."""
MAX_PROGRAMS = 3_000
"""The largest number of programs of a hand; hands with more are not searched."""
MAX_SHARE = 0.5
"""The largest share of a level's puzzles with the same goal."""
NEAR, FAR = 2, 7
"""The smallest and largest distance of the robot from the checkpoint at the start, in cells."""
LARGEST = 24 * 24
"""The largest number of cells of a course: a puzzle lasts one turn, and more cells are only harder to read."""
PATIENCE = 20_000
"""The maximum number of positions that are tried."""
DECK = (
    *(f"u-turn@{number}" for number in range(10, 70, 10)),
    *(f"{'left' if number % 20 == 10 else 'right'}@{number}" for number in range(70, 430, 10)),
    *(f"back-up@{number}" for number in range(430, 490, 10)),
    *(f"move1@{number}" for number in range(490, 670, 10)),
    *(f"move2@{number}" for number in range(670, 790, 10)),
    *(f"move3@{number}" for number in range(790, 850, 10)),
)
"""All program cards with their priorities (COM-15)."""


class Place(NamedTuple):
    """A course, and the id of an edition in which it can be played."""

    mode: str
    course: Course


def places(catalogue: Catalogue) -> list[Place]:
    """Return all courses of the game, each once for every edition in `MODES` that can be played on it."""
    notations = Notations.of(catalogue.plugins.values())
    folders = [paths.board_folder()]
    courses = [load_course(path, notations, folders) for path in course_files(folders=folders).values()]
    return [
        Place(mode, course)
        for mode in MODES
        for course in courses
        if len(course.board.inside) <= LARGEST and fits(course, catalogue.get(mode), catalogue, course.plugins)
    ]


def position(place: Place, dice: Dice) -> Puzzle | None:
    """Return a random position with a hand but no goal yet; `None` if two robots would share a cell."""
    course = place.course
    cells = sorted(course.board.inside)
    number = dice.below(course.checkpoints) + 1
    aim = next(flag.cell for flag in course.board.of_kind("checkpoint") if flag.values["number"] == number)
    cell = dice.pick([cell for cell in cells if NEAR <= _distance(cell, aim) <= FAR])
    other = dice.pick([near for near in cells if 1 <= _distance(near, cell) <= 3]) if dice.below(3) else None
    if other in (cell, aim):
        return None
    deck = list(DECK)
    dice.shuffle(deck)
    empty = dice.pick((0, 0, 1, 2))
    locked = {str(number): "" for number in range(REGISTERS - empty + 1, REGISTERS + 1)}
    if not empty and not dice.below(4):
        locked = {str(REGISTERS): deck.pop()}
    spare = dice.pick((0, 1, 2, 2, 3, 4))
    hand = sorted(deck[: REGISTERS - len(locked) + spare], key=lambda card: -int(card.partition("@")[2]))
    return Puzzle(
        place.mode,
        course.id,
        cell,
        dice.pick(NAMES),
        " ".join(hand),
        "checkpoint",
        0,
        " ".join(hand[: REGISTERS - len(locked)]),
        reached=number - 1,
        other=(*other, dice.pick(NAMES)) if other is not None else None,
        locked=locked,
    )


def _distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


class End(NamedTuple):
    """The result of a program: whether the robot is alive, its cell (`None` if destroyed) and its damage.

    `reached` says whether it has reached the next checkpoint, `pushed` whether the other robot was destroyed.
    """

    program: tuple[str, ...]
    alive: bool
    cell: Cell | None
    reached: bool
    damage: int
    pushed: bool


def ends(board: PuzzleStart) -> list[End]:
    """Return the results of all programs of a puzzle."""
    puzzle = board.puzzle
    found = []
    for cards in programs(puzzle.cards, len(puzzle.free)):
        program = puzzle.program(cards)
        match = board.play(program)
        facts: dict[str, Any] = {key: board.fact(match, 0, key) for key in ("alive", "cell", "damage", "checkpoint")}
        cell = tuple(facts["cell"]) if facts["cell"] is not None else None
        pushed = puzzle.other is not None and not board.fact(match, 1, "alive")
        reached = facts["checkpoint"] == puzzle.reached + 1
        found.append(End(cards, facts["alive"], cell, reached, facts["damage"], pushed))
    return found


def goals(found: list[End], start: Puzzle, dice: Dice) -> Iterator[tuple[Puzzle, list[End]]]:
    """Yield possible goals as puzzles, the most interesting first, each with the results that reach the goal."""
    living = [end for end in found if end.alive]
    pushing = [end for end in living if end.pushed]
    reaching = [end for end in living if end.reached]
    unhurt = [end for end in reaching if not end.damage]

    def asked(goal: Goal, ways: list[End], **more: Any) -> tuple[Puzzle, list[End]]:
        first = " ".join(ways[0].program) if ways else start.solution
        return msgspec.structs.replace(start, goal=goal, ways=len(ways), solution=first, **more), ways

    yield asked("push", pushing)
    if len(unhurt) < len(reaching):
        yield asked("checkpoint", unhurt, unhurt=True)
    yield asked("checkpoint", reaching)
    by_cell: dict[Cell, list[End]] = {}
    for end in living:
        if end.cell is not None and _distance(end.cell, start.cell) >= 3:
            by_cell.setdefault(end.cell, []).append(end)
    spaces = sorted(cell for cell, ways in by_cell.items() if len(ways) <= 3)
    dice.shuffle(spaces)
    for cell in spaces[:2]:
        yield asked("space", by_cell[cell], to=cell)


def puzzle_of(place: Place, catalogue: Catalogue, dice: Dice) -> tuple[str, Puzzle] | None:
    """Return the level and a puzzle made from a random position; `None` for a position without a good goal."""
    start = position(place, dice)
    if start is None or sum(1 for _program in programs(start.cards, len(start.free))) > MAX_PROGRAMS:
        return None
    try:
        board = PuzzleStart(start, catalogue)
    except GameError:  # for example in a pit
        return None
    found = ends(board)
    for puzzle, ways in goals(found, start, dice):
        if not 0 < len(ways) <= min(MAX_WAYS, RAREST * len(found)) or is_trivial(puzzle, catalogue):
            continue
        helpers = helpers_of(board, puzzle.program(ways[0].program))
        if puzzle.goal != "space" or helpers:
            return Solutions([end.program for end in ways], len(found), helpers).level, puzzle
    return None


def make(catalogue: Catalogue, seed: int) -> dict[str, list[Puzzle]]:
    """Return the puzzles of all levels, each level sorted by edition."""
    made: dict[str, list[Puzzle]] = {level: [] for level in LEVELS}
    goals_of = {level: Counter[str]() for level in LEVELS}
    everywhere = places(catalogue)
    for number in range(PATIENCE):
        place = everywhere[number % len(everywhere)]
        found = puzzle_of(place, catalogue, Dice(derive(seed, place.mode, place.course.id, number)))
        if found is None:
            continue
        level, puzzle = found
        if len(made[level]) < WANTED and goals_of[level][puzzle.goal] < MAX_SHARE * WANTED:
            made[level].append(puzzle)
            goals_of[level][puzzle.goal] += 1
            print(f"{number:6} {level:8}", *(f"{name} {len(made[name])}" for name in LEVELS), file=sys.stderr)
        if all(len(entries) >= WANTED for entries in made.values()):
            break
    return {level: sorted(entries, key=lambda puzzle: MODES.index(puzzle.mode)) for level, entries in made.items()}


def check(level: str, catalogue: Catalogue) -> list[str]:
    """Return a sentence for each error in the puzzles of a level."""
    wrong = []
    for number, puzzle in enumerate(load_puzzles(level), 1):
        found = search(puzzle, catalogue)
        if len(found.solutions) != puzzle.ways:
            wrong.append(f"{level} {number}: {len(found.solutions)} programs solve it, not {puzzle.ways}")
        elif puzzle.program(tuple(puzzle.solution.split())) not in found.solutions:
            wrong.append(f"{level} {number}: the solution does not solve it")
        elif found.level != level:
            wrong.append(f"{level} {number}: it is {found.level}")
        elif is_trivial(puzzle, catalogue):
            wrong.append(f"{level} {number}: the hand as it is dealt solves it")
    return wrong


def main() -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="play all programs of all puzzles again")
    what.add_argument("--write", action="store_true", help="make the puzzles anew (some minutes)")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other puzzles")
    arguments = parser.parse_args()
    catalogue = find_plugins([paths.plugin_folder()], installed=False)
    if arguments.write:
        for level, puzzles in make(catalogue, arguments.seed).items():
            write_aside(puzzle_folder() / f"{level}.toml", written(puzzles).encode())
            print(f"{level}: {len(puzzles)} puzzles")
        return 0
    wrong = [sentence for level in LEVELS for sentence in check(level, catalogue)]
    print("\n".join(wrong) or "every puzzle can be solved, in as many ways as its file says")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
