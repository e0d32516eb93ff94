"""What the board editor says of a board: the same as `roborally board check`, each sentence with its cells."""

from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from roborally.base import paths
from roborally.features.workshop.editor.advice import Adviser, board_of, course_of, faults
from roborally.features.workshop.editor.atom_text import Speller
from roborally.features.workshop.editor.board_text import document_of, drawn, read_document, text_of
from roborally.features.workshop.editor.document import Document
from roborally.game.board_check import check_file
from roborally.game.course.courses import load_course
from roborally.game.course.notation import CourseError, Notations, parse_grid
from tests.shipped import catalogue
from tests.waiting import until

CATALOGUE = catalogue()
NOTATIONS = Notations.of(CATALOGUE.plugins.values())
SPELLER = Speller(NOTATIONS)
BOARDS = [path for path in sorted(paths.board_folder().glob("*.toml")) if "[[boards]]" not in path.read_text()]


def drawing(grid: str, more: str = "") -> Document:
    return document_of(f'{more}\ngrid = """\n{grid}\n"""')


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_the_board_is_the_one_that_the_reader_makes(path: Path) -> None:
    """Nothing is said of another board than the one that is played."""
    document = read_document(path)
    assert faults(document, SPELLER) == []
    made, read = board_of(document, SPELLER), parse_grid("\n".join(drawn(document)), NOTATIONS)
    assert (made.elements, made.walls, made.gates, made.inside) == (read.elements, read.walls, read.gates, read.inside)
    played, loaded = course_of(document, SPELLER, path.stem), load_course(path, NOTATIONS)
    assert (played.players, played.plugins, played.name) == (loaded.players, loaded.plugins, loaded.name)


@pytest.mark.parametrize(
    ("grid", "text"),
    [
        (" .  .  zz", {"there is no element 'zz' in the plugins that are on": [(2, 0)]}),
        (
            " .  >+O  c1+O",
            {
                "a cell can hold one floor element, not both belt and pit": [(1, 0)],
                "a checkpoint may not stand on a pit": [(2, 0)],
            },
        ),
        (" c1  .  c3", {"checkpoint 2 is missing; the highest is 3": [(2, 0)]}),
        (" d1  .  d1", {"dock 1 is there twice: in column 1, row 1 and in column 3, row 1": [(0, 0), (2, 0)]}),
        (" portalA . .", {"portal A in column 1, row 1 has no partner; it needs exactly one other portal A": [(0, 0)]}),
    ],
)
def test_faults_have_their_cells(grid: str, text: dict[str, list[tuple[int, int]]], tmp_path: Path) -> None:
    """Each sentence of the check, at the cells that it is about."""
    document = drawing(grid)
    found = faults(document, SPELLER)
    assert {str(advice.message): [*advice.cells] for advice in found} == text
    path = tmp_path / "board.toml"
    path.write_text(text_of(document))
    errors = check_file(path, CATALOGUE).errors
    assert len(errors) == len(found)
    assert all(error.endswith(str(advice.message)) for error, advice in zip(errors, found, strict=True))
    with pytest.raises(CourseError, match=str(found[0].message).partition("'")[0]):
        course_of(document, SPELLER, "board")


def test_doubts_come_from_another_process(tmp_path: Path) -> None:
    """The doubts of the check, with their cells; a later question ends an earlier one."""
    walled = drawing(" d1  .:e  .  c1\n .   .:e  .  .\n .   .:e  .  .", "players = [1, 4]")
    good = drawing(" d1  .  .  c1\n .   .  .  .\n .   .  .  .")
    adviser = Adviser()
    try:
        adviser.ask(course_of(good, SPELLER, "board"))
        adviser.ask(course_of(walled, SPELLER, "board"))
        while not adviser.done:
            until(adviser.poll)
        assert adviser.problem == ""
        text = {str(advice.message): [*advice.cells] for advice in adviser.found}
        assert text == {
            "key 'players' promises up to 4, but the number of docks is 1": [(0, 0)],
            "checkpoint 1 in column 4, row 1 cannot be reached from start space 1": [(3, 0), (0, 0)],
        }
        path = tmp_path / "board.toml"
        path.write_text(text_of(walled))
        assert [sentence.removeprefix(f"{path}: ") for sentence in check_file(path, CATALOGUE).doubts] == [*text]
        adviser.ask(None)
        assert adviser.done
        assert adviser.found == []
    finally:
        adviser.close()


def test_doubts_of_plugins_have_their_cells() -> None:
    """What a plugin finds strange about a cell is told with the cell, as what the game itself finds."""
    trap = drawing(" c1 flame123 .\n flame123 flame45 c2 ")
    adviser = Adviser()
    try:
        adviser.ask(course_of(trap, SPELLER, "board"))
        while not adviser.done:
            until(adviser.poll)
        never = "a robot that is shut down in column {}, row {} never gets up again, so much is it hurt every turn"
        text = {str(advice.message): [*advice.cells] for advice in adviser.found}
        assert text == {never.format(2, 1): [(1, 0)], never.format(1, 2): [(0, 1)]}
    finally:
        adviser.close()


def test_the_newest_of_many_boards_is_answered_and_nothing_piles_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one draws every frame asks anew; the window must never wait until the process has read it all."""
    walled = course_of(drawing(" d1  .:e  .  c1\n .   .:e  .  .\n .   .:e  .  ."), SPELLER, "board")
    good = course_of(drawing(" d1  .  .  c1\n .   .  .  .\n .   .  .  ."), SPELLER, "board")
    adviser = Adviser()
    sent: list[object] = []
    try:
        send = Connection.send

        def counted(pipe: Connection, question: object) -> None:
            sent.append(question)
            send(pipe, question)

        monkeypatch.setattr(Connection, "send", counted)
        for number in range(300):
            adviser.ask(good if number % 2 else walled)
        assert len(sent) <= 2, "one board, and a word to leave it"
        adviser.ask(walled)
        while not adviser.done:
            until(adviser.poll)
        text = [str(advice.message) for advice in adviser.found]
        assert text == ["checkpoint 1 in column 4, row 1 cannot be reached from start space 1"]
        assert len(sent) <= 4
    finally:
        adviser.close()
