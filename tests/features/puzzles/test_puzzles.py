"""The puzzles that come with the game can be solved, not by everything, and are as hard as their file says."""

from pathlib import Path

import msgspec
import pytest

from make_puzzles import Place, places, puzzle_of
from roborally.base.errors import GameError
from roborally.core.dice import Dice, derive
from roborally.features.puzzles.file import LEVELS, Puzzle, load_puzzles, puzzle_folder, written
from roborally.features.puzzles.search import PuzzleStart, is_trivial, programs, search
from roborally.game.scenario.run import run_scenario
from roborally.plugin_system.loader import Catalogue

FEWEST = 100
"""The puzzles of each level."""
EVERY = 40
"""So many of them are looked at in the short suite."""
MAX_WAYS = 6
NUMBERED = [(level, at, puzzle) for level in LEVELS for at, puzzle in enumerate(load_puzzles(level))]
ONE = NUMBERED[0][2]


def check(level: str, puzzle: Puzzle, catalogue: Catalogue) -> None:
    """Play all programs of a puzzle, and its solution once more as a scenario."""
    found = search(puzzle, catalogue)
    assert len(found.solutions) == puzzle.ways
    assert 0 < puzzle.ways <= min(MAX_WAYS, found.tried / 10)
    assert puzzle.program(tuple(puzzle.solution.split())) in found.solutions
    assert found.level == level
    assert not is_trivial(puzzle, catalogue)
    assert run_scenario(Path(puzzle.id), catalogue, puzzle.scenario()).ok


@pytest.mark.parametrize(("level", "at", "puzzle"), NUMBERED[::EVERY], ids=lambda value: str(value)[:20])
def test_a_puzzle_is_as_its_file_says(level: str, at: int, puzzle: Puzzle, catalogue: Catalogue) -> None:
    """CLI-2090: the search finds as many solutions as it found when the puzzle was made."""
    check(level, puzzle, catalogue)


@pytest.mark.long
def test_all_puzzles_are_as_their_files_say(catalogue: Catalogue) -> None:
    """CLI-2090."""
    for level, _at, puzzle in NUMBERED:
        check(level, puzzle, catalogue)


def test_there_are_many_of_each_kind() -> None:
    """CLI-2090: three levels; goals, cards and dangers vary."""
    for level in LEVELS:
        puzzles = load_puzzles(level)
        assert len(puzzles) >= FEWEST
        assert {puzzle.goal for puzzle in puzzles} == {"checkpoint", "space", "push"}
        assert {len(puzzle.free) for puzzle in puzzles} == {3, 4, 5}
        assert any(puzzle.unhurt for puzzle in puzzles)
        assert any(card for puzzle in puzzles for card in puzzle.locked.values())
        assert len({puzzle.course for puzzle in puzzles}) > 10
    ids = [puzzle.id for _level, _at, puzzle in NUMBERED]
    assert len(set(ids)) == len(ids)


def test_registers_that_stay_empty_are_told_as_one_and_as_several() -> None:
    empty = dict.fromkeys(("3", "4", "5"), "")
    text = []
    for count in (1, 2, 3):
        text.append(msgspec.structs.replace(ONE, locked=dict(list(empty.items())[-count:])).text())
    assert "Register 5 stays empty." in text[0]
    assert "Registers 4 and 5 stay empty." in text[1]
    assert "Registers 3, 4 and 5 stay empty." in text[2]


@pytest.mark.parametrize("level", LEVELS)
def test_a_file_is_as_the_program_writes_it(level: str) -> None:
    text = (puzzle_folder() / f"{level}.toml").read_text(encoding="utf-8")
    assert written(load_puzzles(level)) == text


def test_the_same_seed_makes_the_same_puzzle(catalogue: Catalogue) -> None:
    everywhere = places(catalogue)
    found = {}
    for number in range(8):
        place: Place = everywhere[number % len(everywhere)]
        seed = derive(1, place.mode, place.course.id, number)
        made = puzzle_of(place, catalogue, Dice(seed))
        assert puzzle_of(place, catalogue, Dice(seed)) == made
        if made is not None:
            found[made[1].id] = made[0]
    assert found
    known = {puzzle.id: level for level, _at, puzzle in NUMBERED}
    assert found.items() <= known.items(), "the files are what the program makes"


def test_a_wrong_program_does_not_solve_it(catalogue: Catalogue) -> None:
    board = PuzzleStart(ONE, catalogue)
    laid = [ONE.program(cards) for cards in programs(ONE.cards, len(ONE.free))]
    solving = [program for program in laid if board.solves(board.play(program), ONE.wanted)]
    assert len(solving) == ONE.ways < len(laid)
    scenario = ONE.scenario()
    scenario["robots"][0]["program"] = list(next(program for program in laid if program not in solving))
    assert not run_scenario(Path("wrong"), catalogue, scenario).ok


def test_cards_of_one_command_are_laid_in_one_order() -> None:
    assert list(programs(["left@90", "left@70", "move1@500"], 2)) == [
        ("left@90", "left@70"),
        ("left@90", "move1@500"),
        ("move1@500", "left@90"),
    ]


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("puzzles = 3", "the file must have one key, 'puzzles'"),
        ("puzzles = [{ course = 3 }]", "puzzles entry 1: course"),
        ("puzzles = [{ mode = 'standard' }]", "puzzles entry 1"),
    ],
)
def test_a_mistake_in_a_file_is_told_with_its_place(tmp_path: Path, entry: str, sentence: str) -> None:
    (tmp_path / "easy.toml").write_text(entry)
    with pytest.raises(GameError) as error:
        load_puzzles("easy", tmp_path)
    assert "easy.toml" in str(error.value)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ('goal = "checkpoint"', 'goal = "space"', "key 'to' belongs to the goal 'space'"),
        ('other = [9, 2, "west"], ', "", ""),
        ('solution = "', 'solution = "left@90 ', "key 'solution' must have a card for each register"),
        ('goal = "checkpoint"', 'goal = "win"', "goal"),
    ],
)
def test_what_does_not_agree_is_told(tmp_path: Path, before: str, after: str, sentence: str) -> None:
    text = written([ONE])
    assert before in text
    (tmp_path / "easy.toml").write_text(text.replace(before, after))
    if not sentence:
        assert load_puzzles("easy", tmp_path)[0].other is None
        return
    with pytest.raises(GameError, match="puzzles entry 1") as error:
        load_puzzles("easy", tmp_path)
    assert sentence in str(error.value)
