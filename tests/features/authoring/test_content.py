"""What plugins carry beside rules: courses, lessons, pictures and sounds."""

import re
from pathlib import Path

import msgspec
import pytest

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.base.translation import use_language
from roborally.cli import main
from roborally.core.board import Board
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.features.authoring.scaffold import create
from roborally.features.lobby.model import LobbyModel
from roborally.game.compatibility import fits
from roborally.game.course.courses import course_files, find_course, refused_courses
from roborally.game.course.notation import CourseError, Notations
from roborally.game.factory import make_game
from roborally.game.match_file import ConfigError, MatchConfig, MatchSection, SeatConfig
from roborally.game.scenario.lessons import Attempt, Lesson, all_lessons
from roborally.narration.chronicle import Chronicle
from roborally.net.plugin_bundles import data_of, digest_of
from roborally.plugin import read_fact
from roborally.plugin_system.art import find_picture
from roborally.plugin_system.loader import Catalogue, Plugin, find_plugins
from tests.writing import COURSE, LESSON, write_content_plugin

WRONG_RULES = """
from roborally.plugin import hookimpl


@hookimpl
def register(rules):
    rules.on("no-such-point", print)
"""
SEATS = [SeatConfig("Ada"), SeatConfig("Bo", "random")]


@pytest.fixture
def swamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a plugin with content, which the player has installed."""
    monkeypatch.setattr(paths, "user_plugin_folder", lambda: tmp_path / "plugins")
    monkeypatch.setattr(paths, "user_board_folder", lambda: tmp_path / "boards")
    return write_content_plugin(tmp_path / "plugins")


@pytest.fixture
def found(swamp: Path) -> Catalogue:
    return find_plugins(installed=False)


def notations(catalogue: Catalogue) -> Notations:
    return Notations.of(catalogue.plugins.values())


def write_course(swamp: Path, name: str, text: str) -> None:
    (swamp / "boards" / f"{name}.toml").write_text(text, encoding="utf-8")


# --- courses --------------------------------------------------------------------------------------------------------


def test_a_course_of_a_plugin_is_found_by_its_name(found: Catalogue, swamp: Path) -> None:
    course = find_course("slippery", notations(found))
    assert (course.plugins, course.folder) == (("crushers",), swamp)
    use_language("de")
    try:
        assert (course.title, course.about) == ("Glatt", "A bend with presses.")
    finally:
        use_language("en")


def test_board_list_has_it_with_the_modes_that_its_plugins_fit(
    swamp: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["board", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    at = next(number for number, line in enumerate(lines) if "slippery" in line)
    assert "auenland" in lines[at]
    assert any("standard" in line for line in lines[at : at + 8])


def test_board_list_names_the_plugins_that_a_course_does_not(
    swamp: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    create("Trial", "element", swamp.parent)
    write_course(swamp, "forgetful", COURSE.replace("crush1", "trial-2"))
    assert main(["board", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (line,) = [line for line in lines if "forgetful" in line]
    assert "with trial:" in line
    assert "part" not in line


def test_a_match_without_the_plugins_of_its_course_says_what_to_write(found: Catalogue) -> None:
    config = MatchConfig(MatchSection("standard", "slippery", plugins=["flamers"]), seats=SEATS)
    with pytest.raises(ConfigError) as error:
        make_game(config, found, where="m.toml")
    assert str(error.value) == (
        'm.toml: course \'Slippery\' needs plugins that are not enabled; write match.plugins = ["flamers", "crushers"]'
    )
    config = msgspec.structs.replace(config, match=MatchSection("standard", "slippery", plugins=["crushers"]))
    assert make_game(config, found).course.id == "slippery"


def test_a_name_that_exists_already_is_refused(
    swamp: Path, found: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    write_course(swamp, "first-steps", COURSE)
    path = swamp / "boards" / "first-steps.toml"
    assert course_files(notations(found))["first-steps"].parent == paths.board_folder()
    text = str(refused_courses(notations(found))[path])
    assert text.startswith(f"{path}: course 'first-steps' exists already, in {paths.board_folder()}")
    assert main(["board", "list"]) == 0
    assert text in capsys.readouterr().err
    assert text.removeprefix(f"{swamp}/") in check_plugin(swamp).problems


def test_the_players_own_file_takes_the_place_of_a_plugins(swamp: Path, found: Catalogue) -> None:
    own = paths.user_board_folder()
    own.mkdir()
    (own / "slippery.toml").write_text(COURSE.replace("Slippery", "Mine"), encoding="utf-8")
    assert find_course("slippery", notations(found)).name == "Mine"
    assert not refused_courses(notations(found))


@pytest.mark.parametrize(
    ("plugins", "text"),
    [
        ('["crusherss"]', "it needs the plugin 'crusherss', which is not there; is it 'crushers'?"),
        ('["quicksand-deluxe"]', "it needs the plugin 'quicksand-deluxe', which is not there"),
        ('"crushers"', "key 'plugins' must be a list of plugins, such as [\"oil\"]"),
        ("[1]", "key 'plugins' must be a list of plugins, such as [\"oil\"]"),
    ],
)
def test_a_course_whose_plugins_are_not_there(plugins: str, text: str, swamp: Path, found: Catalogue) -> None:
    write_course(swamp, "slippery", COURSE.replace('["crushers"]', plugins))
    with pytest.raises(CourseError) as error:
        find_course("slippery", notations(found))
    assert str(error.value) == f"{swamp / 'boards' / 'slippery.toml'}: {text}"
    assert f"boards/slippery.toml: {text}" in check_plugin(swamp).problems


def test_check_says_which_plugins_a_course_should_name(swamp: Path, found: Catalogue) -> None:
    plain = COURSE.replace('plugins = ["crushers"]\n', "").replace("crush1", "mud")
    write_course(swamp, "slippery", plain)
    manifest = swamp / "plugin.toml"
    element = '\n[element.mud]\nnotation = "mud"\ntooltip = "Mud"\n'
    manifest.write_text(manifest.read_text(encoding="utf-8") + element, encoding="utf-8")
    text = 'boards/slippery.toml: no mode brings all its elements; write plugins = ["swamp"]'
    assert text in check_plugin(swamp).notes


# --- the lobby ------------------------------------------------------------------------------------------------------


def test_the_lobby_offers_to_enable_what_a_course_needs(found: Catalogue) -> None:
    lobby = LobbyModel(found, ["random"])
    lobby.remove(3)
    lobby.remove(2)
    assert lobby.course != "slippery"
    lobby.course = "slippery"
    assert lobby.missing_plugins() == ["crushers"]
    assert lobby.problem() == "This course needs: Crushers"
    lobby.enable_missing()
    assert (lobby.course, lobby.extras, lobby.problem()) == ("slippery", ["crushers"], "")
    assert make_game(lobby.config(), found).course.id == "slippery"
    lobby.switch("crushers", False)
    assert lobby.problem() == "This course needs: Crushers"


def test_a_plugin_that_cannot_be_enabled_leaves_the_lobby_as_it_was(swamp: Path, found: Catalogue) -> None:
    manifest = swamp / "plugin.toml"
    manifest.write_text('conflicts = ["crushers"]\n' + manifest.read_text(encoding="utf-8"), encoding="utf-8")
    lobby = LobbyModel(find_plugins(installed=False), ["random"])
    lobby.switch("swamp", True)
    assert "slippery" not in [course.id for course in lobby.courses()], "it can never be played with Swamp"
    lobby.course = "slippery"
    assert lobby.course_problem() == "No course fits these rules."


def test_a_plugin_may_be_needed_that_has_no_elements(swamp: Path, found: Catalogue) -> None:
    write_course(swamp, "slippery", COURSE.replace("crushers", "option-cards").replace("crush1", "."))
    course = find_course("slippery", notations(found))
    assert not fits(course, found.get("standard"), found)
    assert fits(course, found.get("standard"), found, ["option-cards"])


def test_a_course_whose_plugins_do_not_work_with_the_mode_is_not_offered(swamp: Path) -> None:
    write_course(swamp, "slippery", COURSE.replace("crushers", "swamp").replace("crush1", "."))
    offered = "slippery" in [course.id for course in LobbyModel(find_plugins(installed=False), ["random"]).courses()]
    assert offered
    (swamp / "rules.py").write_text(WRONG_RULES, encoding="utf-8")
    lobby = LobbyModel(find_plugins(installed=False), ["random"])
    assert "slippery" not in [course.id for course in lobby.courses()]


def test_a_file_that_cannot_be_used_is_in_the_list_with_its_reason(swamp: Path, found: Catalogue) -> None:
    write_course(swamp, "broken", COURSE.replace("crush1", "tar"))
    write_course(swamp, "first-steps", COURSE)
    lobby = LobbyModel(found, ["random"])
    text = {name: str(reason) for name, reason in lobby.unusable_courses()}
    assert set(text) == {"broken", "swamp/first-steps"}
    assert "there is no element 'tar'" in text["broken"]
    assert "exists already" in text["swamp/first-steps"]
    assert lobby.course_problem() == ""
    lobby.course = "broken"
    assert lobby.problem() == "This course cannot be used."


def test_a_plugin_with_boards_alone_is_no_variant(swamp: Path) -> None:
    boards = Plugin(swamp, find_plugins(installed=False).get("swamp").manifest)
    lobby = LobbyModel(find_plugins(installed=False), ["random"])
    assert "swamp" in [variant.plugin.id for variant in lobby.variants()], "it brings a robot"
    manifest = swamp / "plugin.toml"
    manifest.write_text(manifest.read_text(encoding="utf-8").partition("[robot")[0], encoding="utf-8")
    for part in ("art", "sounds"):
        (boards.folder / part).rename(swamp.parent / f"_{part}")
    lobby = LobbyModel(find_plugins(installed=False), ["random"])
    assert "swamp" not in [variant.plugin.id for variant in lobby.variants()]


# --- lessons --------------------------------------------------------------------------------------------------------


def brought(found: Catalogue) -> list[Lesson]:
    """Return the lessons of the plugin."""
    return [lesson for lesson in all_lessons(found).usable if lesson.plugin is not None and lesson.plugin.id == "swamp"]


def test_a_wrong_way_may_take_several_turns_and_others_keep_their_answers(swamp: Path, found: Catalogue) -> None:
    path = swamp / "lessons" / "01-mud.toml"
    turns = 'wrong = [["left", "left"], ["move1"]]'
    answers = "".join(
        f'[[decisions]]\nrobot = "{name}"\nask = "power-down"\nanswer = "yes"\n' for name in ("Dot", "Rusty")
    )
    content = re.sub("wrong = .*", turns, LESSON) + '[[robots]]\nname = "Rusty"\ncell = [5, 0]\n' + answers
    path.write_text(content, encoding="utf-8")
    (lesson,) = brought(found)
    failing = lesson.failing()
    assert failing["robots"][0]["programs"] == [["left", "left"], ["move1"]]
    assert "program" not in failing["robots"][0]
    assert [entry["robot"] for entry in failing["decisions"]] == ["Rusty"]
    session = Attempt(lesson, found).session
    question = next(entry for entry in session.decisions(0) if entry["kind"] == "program")
    session.answer(0, question["id"], tuple(lesson.scenario["robots"][0]["program"]))
    for _ in range(5):
        session.poll()
    assert session.match.state.turn == 2
    assert read_fact(session.match, "powered_down", session.match.state.pieces[1])
    assert not read_fact(session.match, "powered_down", session.match.state.pieces[0])


def test_a_lesson_of_a_plugin_can_be_played(found: Catalogue, swamp: Path) -> None:
    (lesson,) = brought(found)
    assert (lesson.id, lesson.plugin) == ("swamp/mud", found.get("swamp"))
    attempt = Attempt(lesson, found)
    session = attempt.session
    session.poll()
    question = next(entry for entry in session.decisions(0) if entry["kind"] == "program")
    session.answer(0, question["id"], tuple(lesson.scenario["robots"][0]["program"]))
    session.poll()
    assert attempt.decided
    assert attempt.sentences() == []


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("[lesson]", "[lesson", "not readable as TOML"),
        ('name = "Into the press"', "", "key 'name' is missing"),
        ('steps = [{ text = "Drive under the press.", cells = [[2, 0]] }]', "steps = []", "at least one step"),
        ('steps = [{ text = "Drive under the press.", cells = [[2, 0]] }]', "", "steps"),
        ("[[expect]]", "[[note_to_self]]", "[[expect]]"),
    ],
)
def test_a_damaged_lesson_is_told_and_the_others_stay(
    old: str, new: str, text: str, swamp: Path, found: Catalogue
) -> None:
    path = swamp / "lessons" / "02-bad.toml"
    path.write_text(LESSON.replace(old, new), encoding="utf-8")
    assert [lesson.id for lesson in brought(found)] == ["swamp/mud"]
    ((damaged, reason),) = all_lessons(found).damaged
    assert damaged == path
    assert text in str(reason)
    assert str(reason).removeprefix(f"{swamp}/") in check_plugin(swamp).problems


def test_check_plays_a_lesson_with_its_solution_and_with_the_wrong_program(swamp: Path) -> None:
    path = swamp / "lessons" / "01-mud.toml"
    problems = check_plugin(swamp).problems
    assert problems == ["lessons/01-mud.toml: [lesson]: the program 'wrong' reaches the goal"]
    path.write_text(LESSON.replace("cell = [1, 0] }", "cell = [4, 0] }"), encoding="utf-8")
    (problem,) = check_plugin(swamp).problems
    assert problem.startswith("lessons/01-mud.toml: the program of the first robot does not solve it: ")
    path.write_text(LESSON.replace('wrong = ["move1"', 'wrong = ["left"'), encoding="utf-8")
    assert check_plugin(swamp).problems == []


def test_a_lesson_with_elements_that_nobody_has_is_refused_when_it_begins(swamp: Path, found: Catalogue) -> None:
    (swamp / "lessons" / "01-mud.toml").write_text(LESSON.replace("crush1", "tar"), encoding="utf-8")
    (lesson,) = brought(found)
    with pytest.raises(GameError, match="there is no element 'tar'"):
        Attempt(lesson, found)


# --- pictures, sounds, sentences ------------------------------------------------------------------------------------


def test_a_plugin_brings_pictures_for_others(swamp: Path, found: Catalogue) -> None:
    owner, everybody = found.get("crushers"), list(found.plugins.values())
    assert find_picture("mudder.png", owner, everybody) == swamp / "art" / "mudder.png"
    assert find_picture("mudder.png", owner, ()) is None
    for name in ("../plugin.toml", str(swamp / "art" / "mudder.png"), ""):
        assert find_picture(name, owner, everybody) is None


def test_clients_get_pictures_and_sounds_but_no_boards_and_lessons(swamp: Path) -> None:
    files = set(data_of(swamp))
    assert files == {"plugin.toml", "locale/de.po", "sounds/squelch.ogg", "art/mudder.png", "art/mudder-paint.png"}
    before = digest_of(swamp)
    digest_of.cache_clear()
    write_course(swamp, "another", COURSE)
    assert digest_of(swamp) == before


def test_a_robot_in_any_key_is_told_by_its_name(found: Catalogue) -> None:
    base = found.get("crushers")
    log = {"duel": "{piece} duels with {rival} before {fans} for {stake}.", "plain": "{piece} and {rival}."}
    teller = Plugin(base.folder, msgspec.structs.replace(base.manifest, log=log, robot_keys=["rival", "fans"]))
    chronicle = Chronicle(["Dot", "Rusty", "Cog"], [teller], Board("", 1, 1, frozenset(), frozenset(), ()))
    event = {"type": "duel", "beat": 1, "piece": 0, "rival": 1, "fans": (0, 2), "stake": 2}
    assert chronicle.line(event) == "Dot duels with Rusty before Dot and Cog for 2."
    assert chronicle.line({**event, "rival": -1, "fans": []}) == "Dot duels with the board before  for 2."


def test_check_finds_a_robot_key_that_no_event_has(swamp: Path) -> None:
    manifest = swamp / "plugin.toml"
    manifest.write_text('robot_keys = ["shooterr"]\n' + manifest.read_text(encoding="utf-8"), encoding="utf-8")
    assert (
        "plugin.toml: robot_keys: there is no key of an event 'shooterr'; is it 'shooter'?"
        in check_plugin(swamp).problems
    )
