"""`roborally plugin check` tells a mistake once, with its line, and notes what is missing."""

import json
import shutil
from pathlib import Path

import pytest

from roborally.cli import main
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.features.authoring.checks.report import Report, tidied
from roborally.features.authoring.scaffold import create
from tests.features.authoring.conftest import Trials
from tests.writing import change

pytestmark = pytest.mark.usefixtures("user_plugins")


ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("scenarios", [False, pytest.param(True, marks=pytest.mark.long)])  # they are tests themselves
@pytest.mark.parametrize("folder", sorted(ROOT.glob("plugins/*/")), ids=lambda folder: folder.name)
def test_nothing_is_wrong_with_the_games_own_plugins(
    folder: Path, scenarios: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not scenarios:
        monkeypatch.setattr("roborally.features.authoring.checks.plugin_check.scenarios_of", lambda _folder: [])
    report = check_plugin(folder)
    assert report.problems == []
    assert report.modes


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('bots.bot("trial", Bot)', "pass", "must add a bot"),
        ("@hookimpl\n", "", "has no hook; write @hookimpl def register_bots(bots)"),
        ('bots.bot("trial", Bot)', 'bots.bot("random", Bot)', "there is a bot 'random' already"),
        ('bots.bot("trial", Bot)', "bots.robot()", "bot.py:39 failed to register: AttributeError"),
        ("match = imagine(observation, dice)", "match = None", "bot.py:21: AttributeError: 'NoneType' object"),
        ('return decision["default"]', 'return "perhaps"', "bot.py: the bot 'trial' answers "),
        ("class Bot:", "class Bot:\n    def __init__(self, x):\n        self.x = x\n", "make: must be a function that"),
        ("TRIES = 24", "raise ValueError", "ValueError"),
    ],
)
def test_check_finds_what_is_wrong_with_a_bot(trial_of: Trials, old: str, new: str, problem: str) -> None:
    folder = trial_of("bot", ("bot.py", old, new))
    problems = check_plugin(folder).problems
    assert len(problems) == 1
    assert problem in problems[0]


def test_a_bot_without_a_hook_is_not_played(trial_of: Trials) -> None:
    folder = trial_of("bot", ("bot.py", "from typing", "import ghosts\nfrom typing"))
    report = check_plugin(folder)
    assert (len(report.problems), report.notes, report.playable) == (1, [], False)


def test_a_working_copy_takes_the_place_of_the_installed_one(user_plugins: Path, trial_of: Trials) -> None:
    copy = trial_of("element")
    shutil.copytree(copy, user_plugins / "trial")
    change(copy / "rules.py", "    rules.element(", "    1 / 0\n    rules.element(")
    assert check_plugin(user_plugins / "trial").problems == []
    (problem,) = check_plugin(copy).problems
    assert "rules.py:20 failed to register: ZeroDivisionError" in problem
    change(copy / "rules.py", "    1 / 0\n", "")
    assert check_plugin(copy).problems == []


@pytest.mark.parametrize("name", ["nowhere", ""])
def test_check_of_no_plugin(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugin", "check", "--quick", str(tmp_path / name)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_check_of_a_project_names_the_plugin_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = create("Trial", "element", tmp_path, package=True)
    assert main(["plugin", "check", "--quick", str(project)]) == 2
    text = f"roborally: {project}: there is no plugin.toml in it; did you mean {project / 'trial'}?\n"
    assert capsys.readouterr().err == text


TOLD_ONCE = {
    "need": (
        "plugin.toml",
        'kind = "elements"',
        'kind = "elements"\nneeds = ["program-crads"]',
        "plugin.toml: needs: there is no plugin 'program-crads'; is it 'program-cards'?",
    ),
    "place": (
        "rules.py",
        '"all-belts", "express-belts", "gears"',
        '"gaers",',
        "rules.py:20: the phase 'trial' of 'register' comes after or before 'gaers', which no plugin "
        "adds; is it 'gears'?",
    ),
    "place-of-a-phase": (
        "rules.py",
        "    rules.element(",
        '    rules.phase("register", "idle", lambda match: None, after=("gaers",))\n    rules.element(',
        "rules.py:20: the phase 'idle' of 'register' comes after or before 'gaers', which no plugin adds",
    ),
    "import": ("rules.py", "from typing import", "import ghosts\nfrom typing import", "rules.py:3: ModuleNotFound"),
    "no-mark": ("rules.py", "@hookimpl\n", "", "rules.py: register() lacks @hookimpl, so it is no hook"),
    "no-hook": ("rules.py", "@hookimpl\ndef register", "def begin", "rules.py: it has none of the hooks register"),
    "register": ("rules.py", "    rules.element(", "    1 / 0\n    rules.element(", "rules.py:20 failed to register"),
    "element": (
        "rules.py",
        'rules.element("trial"',
        'rules.element("other"',
        "plugin.toml: element.trial: rules.py registers nothing for it; call rules.element('trial', ...) (with ",
    ),
    "phase": (
        "rules.py",
        'after=("all-belts", "express-belts", "gears")',
        "",
        "rules.py:24: element 'trial' acts in the phase 'trial', which does not run; say after which phase with ",
    ),
}


BOARD = 'name = "Turner"\ndescription = "A turn."\nplayers = [1, 2]\ngrid = " d1>  d2>  trial-135  c1 "\n'


@pytest.mark.parametrize("case", TOLD_ONCE)
def test_check_tells_a_mistake_once(case: str, trial: Path) -> None:
    file, old, new, named = TOLD_ONCE[case]
    change(trial / file, old, new)
    (trial / "boards").mkdir()
    for name in ("one", "two"):
        (trial / "boards" / f"{name}.toml").write_text(BOARD, encoding="utf-8")
    problems = [found for found in check_plugin(trial).problems if "scenarios/" not in found]
    assert len(problems) == 1
    assert named in problems[0]


def test_check_tells_where_points_and_values_are_taken_for_others(trial: Path) -> None:
    lines = ['on("lunch"', 'modify("laser-powr"', 'modify("laser-power"', 'on("damage"']
    code = "".join(f"    rules.{line}, len)\n" for line in lines)
    change(trial / "rules.py", "    rules.element(", f"{code}    rules.element(")
    assert [found for found in check_plugin(trial).problems if "scenarios/" not in found] == [
        "rules.py:20: no plugin declares the point 'lunch'",
        "rules.py:21: no plugin declares the value 'laser-powr'; is it 'laser-power'?",
        "rules.py:22: the value 'laser-power' belongs to plugin 'robot-lasers'; write needs = [..., 'robot-lasers']",
        "rules.py:23: there is no point 'damage', but it is a value; use rules.modify",
    ]


def test_check_names_id_and_folder(trial: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moved = trial.rename(trial.with_name("bad"))
    assert main(["plugin", "check", "--quick", str(moved)]) == 0
    out = capsys.readouterr().out
    assert "note   the folder is called 'bad'; call it 'trial', like the plugin\n" in out
    assert "ok     trial: works with " in out
    assert out.endswith("; 1 scenario holds\n")


def test_check_finds_a_text_that_nobody_says(trial: Path) -> None:
    (trial / "locale").mkdir()
    content = 'msgid "{piece} is trned by Trial."\nmsgstr ""\n\nmsgid "Trial"\nmsgstr ""\n'
    (trial / "locale" / "de.po").write_text(content, encoding="utf-8")
    (problem,) = check_plugin(trial).problems
    assert problem.startswith("locale/de.po, line 1: the plugin says '{piece} is trned by Trial.' nowhere; is it ")


def test_check_finds_a_phase_that_no_mode_runs(trial: Path) -> None:
    change(trial / "rules.py", "    rules.element(", '    rules.phase("register", "idle", idle)\n    rules.element(')
    with (trial / "rules.py").open("a", encoding="utf-8") as file:
        file.write("\n\ndef idle(match: Match) -> None:\n    pass\n")
    (problem,) = check_plugin(trial).problems
    assert "rules.py:" in problem
    assert "the phase 'idle' of 'register' never runs; say after which phase with after=(...)" in problem


VIEW = """from roborally.plugin import hookimpl


@hookimpl
def register_view(views):
    views.{call}
"""
IN_A_VIEW = {
    "animate": ('animate("trail", print)', "views.animate: there is no event 'trail'; is it 'trial'?"),
    "animate-cause": ('animate("palce portal", print)', "views.animate: there is no event 'palce'; is it 'place'?"),
    "on": ('on("turned", print)', "views.on: there is no event 'turned'; is it 'turn'?"),
    "panel": ('panel("progam", print)', "views.panel: there is no question 'progam'; is it 'program'?"),
}


@pytest.mark.parametrize("case", IN_A_VIEW)
def test_check_finds_a_name_in_a_view(case: str, trial: Path) -> None:
    call, text = IN_A_VIEW[case]
    (trial / "view.py").write_text(VIEW.format(call=call), encoding="utf-8")
    assert check_plugin(trial).problems == [f"view.py:6: {text}"]


def test_check_finds_a_modifier_that_returns_nothing(trial: Path) -> None:
    change(trial / "rules.py", "    rules.element(", '    rules.modify("acting-order", same)\n    rules.element(')
    with (trial / "rules.py").open("a", encoding="utf-8") as file:
        file.write("\n\ndef same(match: Match, pieces: list[Piece]) -> None:\n    pass\n")
    problems = check_plugin(trial).problems
    assert any("same is a modifier of 'acting-order' and returns nothing" in problem for problem in problems)


def test_check_notes_an_event_that_nothing_shows(trial: Path) -> None:
    change(trial / "rules.py", "    rules.element(", '    rules.event("hidden", {})\n    rules.element(')
    text = "plugin.toml: log: the event 'hidden' has no sentence, and nothing else shows it"
    assert text in check_plugin(trial).notes


def test_check_for_editors(trial: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(trial / "rules.py", "def act(", "def act((")
    assert main(["plugin", "check", "--quick", "--json", str(trial)]) == 1
    found = json.loads(capsys.readouterr().out)
    assert not found["ok"]
    assert ("wrong", "rules.py", 24) in [(text["level"], text["file"], text["line"]) for text in found["told"]]


def test_check_names_the_line_at_which_a_scenario_fails(trial: Path) -> None:
    change(trial / "rules.py", "    if match.state.stage in", "    1 / 0\n    if match.state.stage in")
    (problem,) = check_plugin(trial).problems
    assert problem.startswith("rules.py:26: ZeroDivisionError: division by zero, in scenarios/")


def test_check_notes_an_answer_that_there_is_not(trial: Path) -> None:
    change(trial / "rules.py", "    rules.element(", '    print("trial", "twist-left")\n    rules.element(')
    answers = '[answer]\n"trial twist-left" = "Left"\n"trial twist-lft" = "Left"\n"trial 3" = "Three"\n\n[log]'
    change(trial / "plugin.toml", "[log]", answers)
    (note,) = (note for note in check_plugin(trial).notes if "answer" in note)
    assert note == "plugin.toml: answer.trial twist-lft: no code has the answer 'twist-lft'; is it 'twist-left'?"


@pytest.mark.parametrize("table", ["move", "cause", "hurt", "heal", "agent"])
def test_check_notes_ways_and_causes_that_nobody_says(table: str, trial: Path) -> None:
    change(trial / "plugin.toml", "[log]", f'[{table}]\n"portla" = ""\nportal = ""\n\n[log]')
    notes = [note for note in check_plugin(trial).notes if f"{table}." in note]
    assert len(notes) == 1
    assert "'portla'; is it 'portal'?" in notes[0]


PO = {
    "braces": ('msgid "Tar"\nmsgstr "Teer"\n\nmsgid "{piece} is"\nmsgstr "{robot} ist"\n', "line 4: "),
    "brace": ('msgid "{piece} is"\nmsgstr "{piece ist"\n', "line 1: '{piece ist': expected '}' before end of string"),
    "lost": ('msgid "{piece} is"\nmsgstr "ist"\n', "line 1: the translation of '{piece} is' names nothing"),
    "broken": ('msgid "Tar"\nmsgstr Teer\n', "line 2: neither msgid, msgstr, a text in quotes nor a comment"),
    "not-utf-8": ("\xe4", "it is not written in UTF-8"),
}


@pytest.mark.parametrize("case", PO)
def test_check_reads_translations(case: str, trial: Path) -> None:
    content, text = PO[case]
    (trial / "locale").mkdir()
    (trial / "locale" / "de.po").write_bytes(content.encode("latin-1"))
    problems = check_plugin(trial).problems
    assert all(problem.startswith("locale/de.po") for problem in problems)
    assert len([problem for problem in problems if text in problem]) == 1


def test_check_names_a_translation_that_is_not_read(trial: Path) -> None:
    (trial / "locale").mkdir()
    (trial / "locale" / "german.txt").write_text("")
    (problem,) = check_plugin(trial).problems
    assert problem.startswith("locale/german.txt: it is not read")


def test_check_opens_pictures(trial: Path) -> None:
    (trial / "art").mkdir()
    (trial / "art" / "pit.png").write_bytes(b"no picture")
    assert check_plugin(trial).problems == ["art/pit.png: it is no picture that can be read"]


def test_check_notes_what_is_missing(trial: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(trial / "plugin.toml", 'symbol = "@"', 'sprite = "nowhere-{registers}.png"')
    for path in (trial / "scenarios").iterdir():
        path.unlink()
    assert main(["plugin", "check", "--quick", str(trial)]) == 0
    out = capsys.readouterr().out
    assert "nowhere-1.png" in out
    assert "scenarios: there is none" in out


def test_errors_of_one_kind_in_one_line_are_one_problem(tmp_path: Path) -> None:
    text = ["rules.py:26: KeyError: 1, in game 1", "rules.py:26: KeyError: 3, in game 2", "rules.py:26: TypeError: x"]
    report = Report(tmp_path, problems=[*text, "rules.py:27: KeyError: 1"])
    tidied(report)
    assert report.problems == [text[0], text[2], "rules.py:27: KeyError: 1"]
