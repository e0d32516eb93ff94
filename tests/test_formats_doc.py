"""docs/formats.md tells what the program does: its examples are read, its tables are complete."""

import re
import tomllib
from pathlib import Path

from roborally.cli import all_commands
from roborally.game.course.courses import Course, check_board, load_course
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.factory import make_game
from roborally.game.match_file import parse_config
from roborally.game.scenario.facts import CORE_FACTS
from roborally.game.scenario.run import run_scenario
from roborally.plugin import FACTS, Fact
from roborally.plugin_system.loader import Catalogue

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "formats.md").read_text(encoding="utf-8")
RULES = Path(__file__).resolve().parents[1] / "docs" / "rules"
CARDS = (RULES / "option-cards.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"<!-- (\w+) -->\n```toml\n(.*?)```", PAGE, re.DOTALL))


def section(title: str, page: str = PAGE) -> str:
    """Return what stands below a heading, up to the next one of any level."""
    return page.split(f"# {title}\n", 1)[1].split("\n#", 1)[0]


def table(title: str, first: str, page: str = PAGE) -> dict[str, list[str]]:
    """Return the rows of the table in a section whose first column is called so, by that column."""
    lines = section(title, page).split(f"| {first} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]
    return {row[0]: row[1:] for row in rows}


def test_the_examples_are_there() -> None:
    assert set(EXAMPLES) == {"board", "course", "match", "scenario"}


def test_the_board_is_read(catalogue: Catalogue) -> None:
    data = tomllib.loads(EXAMPLES["board"])
    notations = Notations.of(catalogue.plugins.values())
    board = parse_grid(data["grid"], notations)
    check_board(board, notations, "board")
    assert (board.width, board.height) == (5, 3)


def test_the_course_is_read(tmp_path: Path, catalogue: Catalogue) -> None:
    (tmp_path / "example.toml").write_text(EXAMPLES["course"], encoding="utf-8")
    course = load_course(tmp_path / "example.toml", Notations.of(catalogue.plugins.values()))
    assert [element.cell for element in course.board.of_kind("checkpoint")] == [(7, 2), (10, 9)]
    assert len(course.board.of_kind("dock")) == 8


def test_the_match_can_be_played(catalogue: Catalogue) -> None:
    game = make_game(parse_config(tomllib.loads(EXAMPLES["match"])), catalogue)
    assert [seat.name for seat in game.seats] == ["Ada", "Bolt"]


def test_the_scenario_holds(catalogue: Catalogue) -> None:
    result = run_scenario(Path("example.toml"), catalogue, tomllib.loads(EXAMPLES["scenario"]))
    assert result.ok, "\n".join(str(difference) for difference in result.differences)


def test_every_element_has_a_row_or_a_rule_with_atoms_that_are_read_as_it(catalogue: Catalogue) -> None:
    notations = Notations.of(catalogue.plugins.values())
    found: dict[str, str] = {}
    for atoms, cells in table("Board", "atom").items():
        plugin = cells[1].strip("`")
        for atom in re.findall(r"`([^`]+)`", atoms):
            if atom == ".":
                continue
            read = notations.read(atom)
            assert read is not None, atom
            assert notations.elements[read[0]][2] == plugin, atom
            found[read[0]] = atom
    pages = "".join(path.read_text(encoding="utf-8") for path in RULES.glob("*.md"))
    ruled = {read[0] for atom in re.findall(r"`([^`\s]+)`", pages) if (read := notations.read(atom)) is not None}
    assert set(found) | ruled == set(notations.elements)


def test_every_question_has_a_row(catalogue: Catalogue) -> None:
    asked = {kind for plugin in catalogue.plugins.values() for kind in plugin.manifest.question}
    cells = [*table("Decisions", "`ask`"), *table("Questions in files", "`ask`", CARDS)]
    rows = [kind for cell in cells for kind in re.findall(r"`([\w-]+)`", cell)]
    assert set(rows) == asked
    assert len(rows) == len(asked)


def facts(catalogue: Catalogue) -> list[tuple[str, Fact]]:
    """Return what scenarios of any mode can say about a robot; two modes may mean different things by one key."""
    notations = Notations.of(catalogue.plugins.values())
    course = Course("empty", "Empty", parse_grid(" . . ", notations))
    found = list(CORE_FACTS.items())
    for mode in catalogue.modes():
        config = parse_config({"match": {"mode": mode.id}, "seats": [{"name": "A"}]})
        found += FACTS.of(make_game(config, catalogue, course=course, strict=False).rules).items()
    return found


def test_every_key_of_a_robot_is_described(catalogue: Catalogue) -> None:
    writable = {key for key, fact in facts(catalogue) if fact.write is not None}
    rows = {key for cell in table("What a scenario can set", "key") for key in re.findall(r"`(\w+)`", cell)}
    assert rows == writable | {"robot", "team", "side"}


def test_what_is_said_to_be_comparable_can_be_compared(catalogue: Catalogue) -> None:
    readable = {key for key, fact in facts(catalogue) if fact.read is not None}
    text = section("What can be compared").split("- `ball", 1)[0].split("`robots.NAME`:", 1)[1]
    keys = {re.match(r"\w+", entry)[0] for entry in re.findall(r"`([a-z_]+(?: = [^`]*)?)`", text)}  # type: ignore[index]
    assert keys - {"stats"} <= readable


def test_every_command_has_a_row() -> None:
    rows = {re.findall(r"`roborally ?(\w*)", row)[0] for row in table("Command line", "command")}
    assert rows == {*all_commands(), ""}
