"""Whatever is wrong with a board or course file is told in one plain sentence that names the place."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roborally.cli import main
from roborally.features.authoring.scaffold import create
from roborally.game.board_check import check_file
from roborally.game.compatibility import fitting_modes
from roborally.game.course.courses import load_course
from roborally.game.course.notation import CourseError, Notations
from roborally.plugin_system.loader import Catalogue
from tests.shipped import catalogue

CATALOGUE: Catalogue = catalogue()
NOTATIONS = Notations.of(CATALOGUE.plugins.values())


PART = '[[boards]]\nfile = "part"\n'


def board(folder: Path, grid: str, more: str = "", name: str = "test") -> Path:
    path = folder / f"{name}.toml"
    path.write_text(f'name = "Test"\n{more}\ngrid = """\n{grid}\n"""\n')
    return path


def course(folder: Path, text: str) -> Path:
    board(folder, " d1>  .\n .  d2> ", name="part")
    path = folder / "joined.toml"
    path.write_text(text)
    return path


def errors(path: Path) -> list[str]:
    found = check_file(path, CATALOGUE)
    assert all(sentence.startswith(str(path)) and "\n" not in sentence for sentence in found.errors)
    return [sentence.removeprefix(f"{path}: ") for sentence in found.errors]


@pytest.mark.parametrize(
    ("grid", "sentence"),
    [
        (" .  .\n . ", "row 2 has 1 cells, but row 1 has 2; all must be equal"),
        (" .  .\n .  zz ", "column 2, row 2 ('zz'): there is no element 'zz' in the plugins that are on"),
        (" .:x ", "column 1, row 1 ('.:x'): walls are written with the letters n, e, s and w behind one colon"),
        (" .  .: ", "column 2, row 1 ('.:'): walls are written with the letters n, e, s and w behind one colon"),
        (" c1  .  c3 ", "checkpoint 2 is missing; the highest is 3"),
        (" c1  c1 ", "checkpoint 1 is there twice: in column 1, row 1 and in column 2, row 1"),
        (" d2> ", "dock 1 is missing; the highest is 2"),
        (" d1>\n d1> ", "dock 1 is there twice: in column 1, row 1 and in column 1, row 2"),
        (" c1+O ", "column 1, row 1 ('c1+O'): a checkpoint may not stand on a pit"),
        (" O+d1> ", "column 1, row 1 ('O+d1>'): a dock may not stand on a pit"),
        (" O+flame1 ", "column 1, row 1 ('O+flame1'): a flamer may not stand on a pit"),
        (" flame1+~+flame2 ", "column 1, row 1 ('flame1+~+flame2'): a flamer may not stand on a flamer"),
        (" >+O ", "column 1, row 1 ('>+O'): a cell can hold one floor element, not both belt and pit"),
        ("", "the grid is empty; write one line for each row, for example ' .  .  .'"),
        ("\n".join([" ." * 1000] * 1000), "the grid is larger than 1,000,000 characters"),
        ("\n".join([" ." * 101] * 3), "101 x 3 cells are too many; at most 100 on a side are possible"),
    ],
)
def test_a_bad_grid(tmp_path: Path, grid: str, sentence: str) -> None:
    path = board(tmp_path, grid)
    found = errors(path)
    assert sentence in found or any("larger than the 1,000,000 bytes" in other for other in found)


def test_all_errors_of_a_grid_are_told_at_once(tmp_path: Path) -> None:
    found = errors(board(tmp_path, " .  zz  .:q\n .  .\n c1+O  .  zz "))
    assert found == [
        "row 2 has 2 cells, but row 1 has 3; all must be equal",
        "column 2, row 1 ('zz'): there is no element 'zz' in the plugins that are on",
        "column 3, row 1 ('.:q'): walls are written with the letters n, e, s and w behind one colon",
        "column 1, row 3 ('c1+O'): a checkpoint may not stand on a pit",
        "column 3, row 3 ('zz'): there is no element 'zz' in the plugins that are on",
    ]


def test_a_board_in_the_folder_of_a_plugin_has_its_elements(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = create("Trial", "element", tmp_path)
    file = folder / "boards" / "turner.toml"
    file.parent.mkdir()
    file.write_text(
        'name = "T"\ndescription = "D."\nplayers = [1, 2]\nplugins = ["trial"]\ngrid = " d1>  d2>  trial-135  c1 "\n'
    )
    assert main(["board", "check", str(file)]) == 0, capsys.readouterr()
    assert main(["board", "render", str(file), "--out", str(tmp_path / "turner.png")]) == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("players = 3", "key 'players' must be the smallest and the largest number of players, such as [2, 8]"),
        ("players = [3, 2]", "key 'players' must be the smallest and the largest number of players, such as [2, 8]"),
        (
            "colour = 1",
            "unknown key 'colour'; possible are: author, description, grid, license, name, players, plugins",
        ),
        ("author = 1", "key 'author' must be a text, not 1"),
    ],
)
def test_a_bad_key(tmp_path: Path, text: str, sentence: str) -> None:
    assert sentence in errors(board(tmp_path, " d1>  c1 ", text))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (PART + '[[boards]]\nfile = "part"\nat = [1, 1]', "boards 'part' and 'part' overlap at [1, 1]"),
        ('[[boards]]\nfile = "lost"', "boards entry 1: key 'file' names 'lost'; there are: "),
        ('[[boards]]\nfile = "joined"', "boards entry 1: key 'file' names 'joined', which is itself a course"),
        (PART + "rotate = 45", "boards entry 1: key 'rotate' must be 0, 90, 180 or 270, not 45"),
        (PART + "at = [-1, 0]", "boards entry 1: key 'at': must be a cell such as [3, 9]"),
        (PART + "turn = 1", "boards entry 1: unknown key 'turn'; possible are: at, file, rotate"),
        ("boards = 3", "'boards' must be one or more [[boards]] tables"),
        (PART + "[checkpoints]\n1 = [9, 9]", "checkpoint 1 in [checkpoints]: [9, 9] is outside the floor"),
        (PART + "[checkpoints]\n2 = [1, 0]", "checkpoint 1 is missing; the highest is 2"),
        (PART + "[checkpoints]\nx = [1, 0]", "there is no such checkpoint"),
    ],
)
def test_a_bad_course(tmp_path: Path, text: str, sentence: str) -> None:
    assert any(sentence in found for found in errors(course(tmp_path, text)))


def test_a_checkpoint_of_a_course_may_not_lie_in_a_pit(tmp_path: Path) -> None:
    board(tmp_path, " d1>  O ", name="holed")
    path = tmp_path / "over.toml"
    path.write_text('[[boards]]\nfile = "holed"\n[checkpoints]\n1 = [1, 0]\n')
    assert errors(path) == ["checkpoint 1 in [checkpoints]: a checkpoint may not stand on a pit"]


@pytest.mark.parametrize("text", ["name = [", "\x00", 'name = "a"\nname = "b"'])
def test_malformed_toml(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    assert [sentence.partition(":")[0] for sentence in errors(path)] == ["not readable as TOML"]


@pytest.mark.parametrize(
    ("grid", "more", "doubt"),
    [
        (" d1>  .:e  c1 ", "", "checkpoint 1 in column 3, row 1 cannot be reached from start space 1"),
        (" d1>  O  c1 ", "", "checkpoint 1 in column 3, row 1 cannot be reached from start space 1"),
        (" d1>  c1  O  c2 ", "", "checkpoint 2 in column 4, row 1 cannot be reached from checkpoint 1"),
        (" d1>  c1  d2> ", "players = [2, 4]", "key 'players' promises up to 4, but the number of docks is 2"),
        (" d1>  c1 ", "players = [1, 2]", "key 'players' promises up to 2, but the number of docks is 1"),
    ],
)
def test_a_course_that_cannot_be_played(tmp_path: Path, grid: str, more: str, doubt: str) -> None:
    path = board(tmp_path, grid, more)
    found = check_file(path, CATALOGUE)
    assert (found.errors, found.doubts) == ([], [f"{path}: {doubt}"])


def test_a_way_around_is_a_way(tmp_path: Path) -> None:
    found = check_file(board(tmp_path, " d1>  O  c1\n .  .  . "), CATALOGUE)
    assert found.doubts == []
    assert found.course is not None
    assert {mode.id for mode in fitting_modes(found.course, CATALOGUE)} >= {"standard", "classic"}


def test_a_course_without_docks_is_for_modes_that_enter_otherwise(tmp_path: Path) -> None:
    found = check_file(board(tmp_path, " c1  .  c2 ", "players = [2, 8]"), CATALOGUE)
    assert found.doubts == []
    assert found.course is not None
    assert [mode.id for mode in fitting_modes(found.course, CATALOGUE)] == ["crash-and-burn"]
    walled = board(tmp_path, " c1  .  O  c2 ", "players = [2, 8]")
    doubt = f"{walled}: checkpoint 2 in column 4, row 1 cannot be reached from checkpoint 1"
    assert check_file(walled, CATALOGUE).doubts == [doubt]


def test_elements_decide_which_modes_fit(tmp_path: Path) -> None:
    oil = load_course(board(tmp_path, " d1>  ~  c1 "), NOTATIONS)
    press = load_course(board(tmp_path, " d1>  crush1  c1 "), NOTATIONS)
    both = load_course(board(tmp_path, " ~  crush1 "), NOTATIONS)
    assert "standard" in {mode.id for mode in fitting_modes(oil, CATALOGUE)}
    assert "classic" not in {mode.id for mode in fitting_modes(oil, CATALOGUE)}
    assert "standard" not in {mode.id for mode in fitting_modes(press, CATALOGUE)}
    assert fitting_modes(both, CATALOGUE) == [], "without a checkpoint there is nowhere to enter"
    raced = load_course(board(tmp_path, " ~  crush1  c1+w1 "), NOTATIONS)
    assert [mode.id for mode in fitting_modes(raced, CATALOGUE)] == ["crash-and-burn"]
    hidden = load_course(board(tmp_path, " ~  crush1  c1+~ "), NOTATIONS)
    assert fitting_modes(hidden, CATALOGUE) == [], "a checkpoint may not stand on oil (CNB-103)"


ATOMS = ". . O > ^^ g< w2 c1 c2 d1 d2< l2v ~ push>24 crush1 ?"
TOKENS = st.sampled_from(ATOMS.split())
WALLED = st.builds("{}:{}".format, TOKENS, st.text("neswx", max_size=2))
GRIDS = st.lists(
    st.lists(st.one_of(TOKENS, WALLED, st.builds("{}+{}".format, TOKENS, TOKENS)), min_size=1, max_size=4),
    min_size=1,
    max_size=4,
)


@settings(max_examples=40, deadline=None)
@given(grid=GRIDS)
def test_the_check_and_the_reader_agree(tmp_path_factory: pytest.TempPathFactory, grid: list[list[str]]) -> None:
    path = board(tmp_path_factory.mktemp("boards"), "\n".join(" ".join(row) for row in grid))
    found = check_file(path, CATALOGUE)
    text = ""
    try:
        load_course(path, NOTATIONS)
    except CourseError as error:
        text = str(error)
    assert (found.course is None) == bool(text) == bool(found.errors)
    assert not text or text in found.errors


# --- the command ----------------------------------------------------------------------------------------------------


def test_the_command_reports_and_its_status_says_how_bad_it_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good = str(board(tmp_path, " d1>  c1  d2> ", name="good"))
    doubtful = str(board(tmp_path, " d1>  O  c1 ", name="doubtful"))
    bad = str(board(tmp_path, " zz  yy ", name="bad"))
    assert main(["board", "check", good]) == 0
    assert capsys.readouterr().out == f"{good}: ok\n"
    assert main(["board", "check", good, doubtful]) == 1
    assert main(["board", "check", bad, doubtful]) == 2
    out, err = capsys.readouterr()
    assert err.splitlines() == [
        f"roborally: {bad}: column 1, row 1 ('zz'): there is no element 'zz' in the plugins that are on",
        f"roborally: {bad}: column 2, row 1 ('yy'): there is no element 'yy' in the plugins that are on",
    ]
    assert bad not in out
    assert out.splitlines()[-1].startswith(f"{doubtful}: ")
    assert main(["board", "check", str(tmp_path / "lost.toml")]) == 2
    out, err = capsys.readouterr()
    assert "there is no such file" in err
    assert out == ""


def test_the_list_shows_every_course_with_its_size(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "list"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    for text in ("grand-tour", "24 x 24", "first-steps", "12 x 12", "2-4", "part", "standard", "classic"):
        assert text in out


@pytest.mark.parametrize(
    ("grid", "trap"),
    [
        (" c1 flame123 .\n . flame45 c2 ", "column 2, row 1"),
        (" c1 flame12+l>:e .\n . . c2 ", "column 2, row 1"),
        (" c1 flame12 .\n . flame45 c2 ", ""),
        (" c1 l3> >\n . flame45 c2 ", ""),
    ],
)
def test_cnb_r13_cells_where_robots_stay_down_for_ever(tmp_path: Path, grid: str, trap: str) -> None:
    """CNB-1306, CNB-R13: three damage every turn on a cell that nothing carries a robot away from."""
    path = board(tmp_path, grid)
    text = f"{path}: a robot that is shut down in {trap} never gets up again, so much is it hurt every turn"
    found = check_file(path, CATALOGUE)
    assert (found.errors, found.doubts) == ([], [text] if trap else [])
