"""Changes of a course: in memory and in its files alike; those that help are found, and no others."""

from pathlib import Path

import pytest

from roborally.arena.plan import ExhibitionGames
from roborally.features.workshop.rating.candidates import candidates
from roborally.features.workshop.rating.changes import Change, changed_board, changed_files
from roborally.features.workshop.rating.rated_game import RatedGame, play_rated
from roborally.features.workshop.rating.run import RatingRun, wait_for
from roborally.features.workshop.rating.suggestions import Suggestion, SuggestionRun, chance_of, suggest
from roborally.features.workshop.rating.words import RatingWords
from roborally.game.course.courses import load_course
from roborally.game.course.notation import CourseError, Notations
from tests.features.workshop.setting import FAR, PIT, course, terms
from tests.shipped import catalogue

NOTATIONS = Notations.of(catalogue().plugins.values())
EDGE = """
 d1>:nws  >:ns  >:ns
 d2>:nws  >:ns  >:ns
 c1:nesw  .:ns  .:ne
"""
"""Belts carry robots over the east edge; walls are elsewhere, and around the checkpoint."""


def games(grid: str, bot: str, count: int) -> list[RatedGame]:
    table = ExhibitionGames(terms(grid, bot, count), catalogue())
    return [play_rated(table, number) for number in range(count)]


def suggestions(grid: str, bot: str, count: int, jobs: int) -> list[Suggestion]:
    run = RatingRun(terms(grid, bot, count), catalogue(), jobs=jobs)
    try:
        wait_for(run)
        text: list[tuple[int, int]] = []
        found = suggest(run, course(grid), catalogue(), lambda played, total: text.append((played, total)))
        assert not text or text[-1][0] == text[-1][1]
        return found
    finally:
        run.close()


def test_a_change_that_helps_is_found_with_any_number_of_processes() -> None:
    found = suggestions(PIT, "random", 12, jobs=1)
    helpful = {(entry.change.name, entry.change.cell, entry.change.kind): entry for entry in found}
    pit = helpful["remove", (2, 2), "pit"]
    assert pit.spot == (2, 2)
    assert pit.after.mean < pit.before.mean
    text = RatingWords(catalogue().plugins.values()).suggestion(pit, course(PIT).board)
    assert text.startswith("Plain floor instead of Pit at column 3, row 3: ")
    assert found == suggestions(PIT, "random", 12, jobs=2)


def test_nothing_is_suggested_where_nobody_is_destroyed() -> None:
    assert suggestions(FAR, "greedy", 10, jobs=1) == []


def test_few_games_suggest_nothing() -> None:
    assert suggestions(PIT, "random", 9, jobs=1) == []


def test_a_railing_is_tried_where_robots_fall_and_what_must_stay_stays() -> None:
    found = candidates(course(EDGE), games(EDGE, "random", 4), NOTATIONS, ["dock"])
    assert ((3, 0), Change("wall", (2, 0), direction=1)) in found
    assert all(change.kind not in ("dock", "checkpoint") for _spot, change in found if change.name == "remove")
    assert len(found) == len({change for _spot, change in found})


def test_stopping_the_rating_stops_the_trials() -> None:
    run = RatingRun(terms(PIT, "random", 10), catalogue(), jobs=1)
    wait_for(run)
    processes = run.workers.processes
    trying = SuggestionRun(run, course(PIT), catalogue())
    assert not trying.done
    run.close()
    for process in processes:
        process.join()
    assert not trying.poll()


@pytest.mark.parametrize(
    ("gains", "least", "most"), [([1.0, -1.0] * 10, 0.49, 0.51), ([1.0, 1.0, 0.0] * 7, 0.0, 1e-6), ([0.0] * 5, 1, 1)]
)
def test_chance_is_told_from_help(gains: list[float], least: float, most: float) -> None:
    assert least <= chance_of(gains) <= most


BOARD = 'name = "Yard"  # by hand\ngrid = """\n d1>  l>  c1+g>:n\n d2>  O   .\n"""\n'


@pytest.mark.parametrize(
    ("change", "row"),
    [
        (Change("wall", (2, 1), direction=1), " d2>  O     .:e"),
        (Change("wall", (2, 0), direction=1), " d1>  l>  c1+g>:ne"),
        (Change("remove", (1, 1), kind="pit"), " d2>  .   ."),
        (Change("remove", (1, 0), kind="laser"), " d1>  .:w  c1+g>:n"),
        (Change("move", (2, 0), kind="checkpoint", to=(2, 1)), " d2>  O   c1"),
    ],
)
def test_a_board_and_its_file_are_changed_alike(change: Change, row: str, tmp_path: Path) -> None:
    path = tmp_path / "yard.toml"
    path.write_text(BOARD)
    before = load_course(path, NOTATIONS).board
    for file, text in changed_files(path, change, NOTATIONS).items():
        file.write_text(text)
    after = load_course(path, NOTATIONS).board
    changed = changed_board(before, change)
    assert (after.walls, set(map(str, after.elements))) == (changed.walls, set(map(str, changed.elements)))
    assert path.read_text().startswith('name = "Yard"  # by hand\n')
    assert row.split() in [line.split() for line in path.read_text().splitlines()]


def parts(folder: Path) -> Path:
    """Write a course of two boards, one of which is turned."""
    (folder / "left.toml").write_text('grid = """\n d1>  d2>  .\n .    O    .\n"""\n')
    (folder / "right.toml").write_text('grid = """\n >  .  c1\n .  O  .\n"""\n')
    path = folder / "both.toml"
    path.write_text(
        '# two halls\n[[boards]]\nfile = "left"\nat = [0, 0]\n\n[[boards]]\nfile = "right"\nat = [3, 0]\nrotate = 90\n'
        "\n[checkpoints]\n1 = [0, 1]\n2 = [2, 1]\n"
    )
    return path


@pytest.mark.parametrize(
    ("change", "file"),
    [
        (Change("wall", (3, 2), direction=3), "right.toml"),
        (Change("wall", (4, 0), direction=0), "right.toml"),
        (Change("remove", (3, 1), kind="pit"), "right.toml"),
        (Change("remove", (1, 1), kind="pit"), "left.toml"),
        (Change("move", (1, 0), kind="dock", to=(2, 0)), "left.toml"),
        (Change("move", (2, 1), kind="checkpoint", to=(4, 1)), "both.toml"),
    ],
)
def test_a_course_of_several_boards_is_changed_where_it_is_written(change: Change, file: str, tmp_path: Path) -> None:
    path = parts(tmp_path)
    before = load_course(path, NOTATIONS).board
    texts = changed_files(path, change, NOTATIONS)
    assert [changed.name for changed in texts] == [file]
    for changed, text in texts.items():
        changed.write_text(text)
    after, wanted = load_course(path, NOTATIONS).board, changed_board(before, change)
    assert (after.walls, set(map(str, after.elements))) == (wanted.walls, set(map(str, wanted.elements)))
    assert path.read_text().startswith("# two halls\n")


def test_what_would_move_to_another_board_is_refused(tmp_path: Path) -> None:
    change = Change("move", (1, 0), kind="dock", to=(3, 0))
    with pytest.raises(CourseError, match="cannot be moved from one board to another"):
        changed_files(parts(tmp_path), change, NOTATIONS)


def test_every_wall_of_a_large_course_reaches_its_board(tmp_path: Path) -> None:
    path = tmp_path / "tour.toml"
    path.write_text(
        '[[boards]]\nfile = "station"\nat = [0, 0]\nrotate = 180\n\n[[boards]]\nfile = "canyon"\nat = [12, 0]\n'
        "rotate = 270\n"
    )
    board = load_course(path, NOTATIONS).board
    for cell in [(0, 0), (5, 7), (12, 3), (23, 11), (17, 0)]:
        change = Change("wall", cell, direction=(cell[0] + cell[1]) % 4)
        ((file, text),) = changed_files(path, change, NOTATIONS).items()
        (tmp_path / file.name).write_text(text)
        assert load_course(path, NOTATIONS).board.walls == changed_board(board, change).walls
        (tmp_path / file.name).unlink()
