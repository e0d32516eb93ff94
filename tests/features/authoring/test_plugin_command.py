"""`roborally plugin`: the list, the check that finds what is wrong, and templates that work."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from roborally.base import paths
from roborally.cli import main
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.features.authoring.checks.report import Report, tidied
from roborally.features.authoring.scaffold import KINDS, create, identifier, title_of
from roborally.game.course.notation_examples import samples
from roborally.game.scenario.run import catalogue_with, find_scenarios, load_scenario, run_scenario
from roborally.plugin_system.loader import find_plugins
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[3]
RUFF = Path(sys.executable).with_name("ruff")


pytestmark = pytest.mark.usefixtures("user_plugins")


@pytest.fixture
def trial(tmp_path: Path) -> Path:
    return create("Trial", "element", tmp_path)


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


# --- new ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_template_works(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = f"Trial {kind}"
    assert main(["plugin", "new", name, "--kind", kind, "--to", str(tmp_path)]) == 0
    folder = tmp_path / f"trial-{kind}"
    assert str(folder) in capsys.readouterr().out
    assert main(["plugin", "check", "--quick", str(folder)]) == 0
    assert "ok" in capsys.readouterr().out
    report = check_plugin(folder)
    assert "standard" in report.modes or report.modes == ["trial-mode"]
    if kind == "bot":
        assert report.notes == []
        return
    assert report.scenarios >= 1
    assert main(["scenario", str(folder)]) == 0


def run_tests(folder: Path) -> str:
    """Run the tests in a folder as an author does; return how many there were."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1].partition(" in ")[0]


def test_templates_pass_their_own_tests(tmp_path: Path) -> None:
    for kind in KINDS:
        create(f"Trial {kind}", kind, tmp_path)
    assert run_tests(tmp_path) == "22 passed"


@pytest.mark.parametrize(
    "kind", ["element", *(pytest.param(kind, marks=pytest.mark.long) for kind in KINDS if kind != "element")]
)
def test_package_passes_its_own_tests(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugin", "new", f"Trial {kind}", "--kind", kind, "--package", "--to", str(tmp_path)]) == 0
    project = tmp_path / f"trial-{kind}"
    folder = project / f"trial_{kind}"
    assert f"check it with: roborally plugin check {folder}\n" in capsys.readouterr().out
    report = check_plugin(folder)
    assert (report.problems, report.id) == ([], f"trial-{kind}")
    written = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    assert written["project"]["entry-points"]["roborally.plugins"] == {f"trial-{kind}": f"trial_{kind}"}
    assert {path.name for path in project.iterdir()} >= {"README.md", ".gitignore", ".github"}
    run_tests(project)


def test_package_can_be_built_and_is_found(tmp_path: Path) -> None:
    project = create("Trial", "element", tmp_path, package=True)
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", "."]
    done = subprocess.run(build, cwd=project, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (project / "dist").glob("roborally_trial-0.1.0-*.whl")
    here = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(here)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(here), str(ROOT)]), "XDG_DATA_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "roborally", "plugin", "list"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True, env=environment)
    assert str(here / "trial") in done.stdout


def test_templates_are_in_the_house_style(tmp_path: Path) -> None:
    for kind in KINDS:
        create(f"Trial {kind}", kind, tmp_path)
    config = ["--config", str(ROOT / "pyproject.toml"), str(tmp_path)]
    for command in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        done = subprocess.run([str(RUFF), *command, *config], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_all_templates_can_be_enabled_together(tmp_path: Path) -> None:
    folders = [create(f"Trial {kind}", kind, tmp_path) for kind in KINDS if kind != "mode"]
    catalogue = find_plugins(installed=False)
    for folder in folders:
        catalogue = catalogue_with(folder, catalogue)
    for path in find_scenarios([folder for folder in folders if (folder / "scenarios").is_dir()]):
        data = {**load_scenario(path), "plugins": [folder.name for folder in folders]}
        result = run_scenario(path, catalogue, data)
        assert result.ok, result


def test_new_goes_to_the_players_plugins(user_plugins: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugin", "new", "Trial"]) == 0
    assert (user_plugins / "trial" / "plugin.toml").is_file()
    assert main(["plugin", "list"]) == 0
    assert str(user_plugins / "trial") in capsys.readouterr().out


def test_new_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "trial").mkdir()
    (tmp_path / "trial" / "mine.txt").write_text("precious")
    assert main(["plugin", "new", "Trial", "--to", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "trial").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("name", ["", "   ", "3 wheels", "♥", "x" * 41, "Gears", "../../etc"])
def test_new_refuses_a_name(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["plugin", "new", name, "--to", str(tmp_path / "here")])
    if name == "../../etc":  # becomes a plain name
        assert (tmp_path / "here" / "etc").is_dir()
        return
    assert code == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "here").exists()


def test_new_where_nothing_can_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["plugin", "new", "Trial", "--to", str(tmp_path / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_new_refuses_the_name_of_a_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugin", "new", "Random", "--kind", "bot", "--to", str(tmp_path / "here")]) == 2
    assert "there is a bot 'random' already" in capsys.readouterr().err
    assert not (tmp_path / "here").exists()


def test_names() -> None:
    assert identifier("Tar Pit!") == "tar-pit"
    assert identifier("Éclair") == "eclair"
    assert title_of('  tar-"pit"\\ ') == "Tar pit"


# --- check ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenarios", [False, pytest.param(True, marks=pytest.mark.long)])  # they are tests themselves
@pytest.mark.parametrize("folder", sorted(ROOT.glob("plugins/*/")), ids=lambda folder: folder.name)
def test_nothing_is_wrong_with_the_games_own_plugins(folder: Path, scenarios: bool) -> None:
    report = check_plugin(folder, scenarios=scenarios)
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
        (
            "class Bot:",
            "class Bot:\n    def __init__(self, x):\n        self.x = x\n",
            "make: must be a function that takes (), not the class Bot",
        ),
        ("TRIES = 24", "raise ValueError", "ValueError"),
    ],
)
def test_check_finds_what_is_wrong_with_a_bot(tmp_path: Path, old: str, new: str, problem: str) -> None:
    folder = create("Trial", "bot", tmp_path)
    change(folder / "bot.py", old, new)
    problems = check_plugin(folder).problems
    assert len(problems) == 1
    assert problem in problems[0]


def test_a_bot_without_a_hook_is_not_played(tmp_path: Path) -> None:
    folder = create("Trial", "bot", tmp_path)
    change(folder / "bot.py", "from typing", "import ghosts\nfrom typing")
    report = check_plugin(folder)
    assert (len(report.problems), report.notes, report.playable) == (1, [], False)


def test_a_working_copy_takes_the_place_of_the_installed_one(user_plugins: Path, tmp_path: Path) -> None:
    copy = create("Trial", "element", tmp_path)
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


GAUGE = """[gauge.trial]
fact = "lives"
title = "Trial"
text = "{value}"
icon = "flag"
tint = "good"

"""
WRONG = {
    "toml": ("plugin.toml", 'id = "trial"', "id = ", "TOML"),
    "unknown-key": (
        "plugin.toml",
        'id = "trial"',
        'id = "trial"\ncolour = 1',
        "unknown key 'colour'; possible are: achievement, act, answer, api, attribute, authors, ",
    ),
    "id": ("plugin.toml", 'id = "trial"', 'id = "Trial"', "lower-case"),
    "id-taken": ("plugin.toml", 'id = "trial"', 'id = "oil"', "'oil' already"),
    "api": (
        "plugin.toml",
        "api = 2",
        "api = 99",
        "version 99 of the plugin interface, this game has version 2; update",
    ),
    "kind": ("plugin.toml", 'kind = "elements"', 'kind = "toys"', "kind"),
    "default": ("plugin.toml", "default = 2", "default = 9", "trial_quarters"),
    "api-missing": ("plugin.toml", "api = 2\n", "", "api is missing; write api = 2, and for an older"),
    "api-1": ("plugin.toml", "api = 2", "api = 1", "docs/plugin-versions.md says what to change"),
    "kind-values": (
        "plugin.toml",
        'kind = "elements"',
        'kind = "element"',
        "kind: must be one of mode, rules, elements, robots, options, bot, program, not 'element'",
    ),
    "setting-type": (
        "plugin.toml",
        'type = "integer"',
        'type = "int"',
        "settings.trial_quarters.type: must be one of integer, number, switch, choice, text, without, not 'int'",
    ),
    "element-key": (
        "plugin.toml",
        'symbol = "@"',
        'sprit = "x.png"',
        "element.trial: unknown key 'sprit'; is it 'sprite'?",
    ),
    "element-type": ("plugin.toml", 'symbol = "@"', "symbol = 1", "element.trial.symbol: expected a text"),
    "table": ("plugin.toml", "[log]", "[lag]", "unknown key 'lag'; is it 'log'?"),
    "attribute": ("plugin.toml", "[log]", '[attribute]\nteem = "x"\n\n[log]', "unknown key 'teem'; is it 'team'?"),
    "needs": ("plugin.toml", 'kind = "elements"', 'kind = "elements"\nneeds = ["ghosts"]', "'ghosts'"),
    "setting-taken": ("plugin.toml", "settings.trial_quarters", "settings.lives", "settings.lives"),
    "element-taken": ("plugin.toml", "[element.trial]", "[element.laser]", "element.laser"),
    "notation-no-pattern": ("plugin.toml", '"trial-(?P', '"trial-((?P', "notation"),
    "notation-taken": (
        "plugin.toml",
        '"trial-(?P<registers>[1-5]+)"',
        '"(crush|trial)(?P<registers>[1-5]+)"',
        "crusher",
    ),
    "notation-with-a-plus": ("plugin.toml", '"trial-(?P', '"trial[+](?P', "no board can hold"),
    "notation-without-the-value": ("plugin.toml", "?P<registers>", "?P<numbers>", "registers"),
    "values": ("plugin.toml", "[1-5]+", "[1-5a]+", "cannot be read"),
    "tooltip-value": ("plugin.toml", "here in {registers}", "here in {numbers}", "{numbers}"),
    "tooltip-brace": ("plugin.toml", "here in {registers}", "here in {registers", "element.trial.tooltip"),
    "words-form": ("plugin.toml", "{ one = ", "{ single = ", "element.trial.words.registers: 'single' is none of"),
    "words-value": ("plugin.toml", 'many = "registers {registers}"', 'many = "some"', "words.registers.many"),
    "log-brace": ("plugin.toml", "{piece} is", "{piece is", "log.trial"),
    "cause-key": ("plugin.toml", "[log]", '[cause]\ntrial = "{robot} is gone."\n\n[log]', "cause.trial: {robot}"),
    "no-question": ("plugin.toml", "[log]", '[question]\nlunch = "Lunch?"\n\n[log]', "question.lunch"),
    "no-command": ("plugin.toml", "[log]", '[command.warp]\ntitle = "Warp"\n\n[log]', "command.warp"),
    "icon": ("plugin.toml", "[log]", GAUGE.replace("flag", "flog") + "[log]", "gauge.trial.icon: there is no icon"),
    "icon-near": ("plugin.toml", "[log]", GAUGE.replace("flag", "flog") + "[log]", "'flog'; is it 'flag'?"),
    "icon-suffix": ("plugin.toml", "[log]", GAUGE.replace("flag", "flag.png") + "[log]", "'flag.png'; is it 'flag'?"),
    "tint": ("plugin.toml", "[log]", GAUGE.replace("good", "goud") + "[log]", "colour 'goud'; is it 'good'?"),
    "act-symbol": ("plugin.toml", "[log]", '[act.trial]\nsymbol = "flog"\n\n[log]', "act.trial.symbol"),
    "act-tint": ("plugin.toml", "[log]", '[act.trial]\ntint = "pink"\n\n[log]', "there is no colour 'pink'"),
    "sound": ("plugin.toml", "[log]", '[sound]\ntrial = "geer"\n\n[log]', "no sound 'geer'; is it 'gear'?"),
    "animation": ("plugin.toml", 'symbol = "@"', 'animation = "spinn"', "element.trial.animation"),
    "piece-sprite": (
        "plugin.toml",
        "[log]",
        '[piece.trial]\ntitle = "Trial"\nsprite = "nix.png"\n\n[log]',
        "no picture art/nix.png",
    ),
    "option-sprite": (
        "plugin.toml",
        "[log]",
        '[option.trial]\ntitle = "Trial"\ntext = "Nothing."\nsprite = "nix.png"\n\n[log]',
        "option.trial.sprite: there is no picture art/nix.png",
    ),
    "chassis": (
        "plugin.toml",
        "[log]",
        '[robot.trial]\ntitle = "Trial"\nsprite = "crowler"\n\n[log]',
        "no chassis 'crowler'; is it 'crawler'?",
    ),
    "import-near": (
        "rules.py",
        "from typing import",
        "from roborally_plugins.program_crads.api import hand\nfrom typing import",
        "there is no plugin 'program-crads'; is it 'program-cards'?",
    ),
    "syntax": ("rules.py", "def act(", "def act((", "rules.py"),
    "import": ("rules.py", "from typing import", "import ghosts\nfrom typing import", "ghosts"),
    "no-hook-mark": ("rules.py", "@hookimpl\n", "", "@hookimpl"),
    "hook-argument": ("rules.py", "register(rules: Rules)", "register(rules: Rules, setings: object)", "setings"),
    "unknown-point": ("rules.py", "    rules.element(", '    rules.on("lunch", act)\n    rules.element(', "'lunch'"),
    "register-fails": ("rules.py", "    rules.element(", "    1 / 0\n    rules.element(", "ZeroDivisionError"),
    "element-unregistered": ("rules.py", 'rules.element("trial"', 'rules.element("other"', "'trial'"),
    "phase-never-runs": ("rules.py", '"all-belts", "express-belts", "gears"', '"pogo-damage",', "which does not run"),
    "phase-unknown": (
        "rules.py",
        '"all-belts", "express-belts", "gears"',
        '"gaers",',
        "rules.py:20: the phase 'trial' of 'register' comes after or before 'gaers', which no plugin "
        "adds; is it 'gears'?",
    ),
    "sequence-unknown": (
        "rules.py",
        'phase="trial"',
        'phase="trial", sequence="registr"',
        "rules.py:20: no mode has the sequence 'registr'; is it 'register'?",
    ),
    "act-arguments": (
        "rules.py",
        "piece: Piece, registers: tuple[int, ...]",
        "piece: Piece",
        "rules.py:24: act is `act` of the element 'trial' and is called with (match, piece, registers): got an",
    ),
    "reaction-arguments": (
        "rules.py",
        "    rules.element(",
        '    rules.on("contact", act)\n    rules.element(',
        "act is a reaction to 'contact' and is called with (match, piece, other, direction, how): too many",
    ),
    "modifier-arguments": (
        "rules.py",
        "    rules.element(",
        '    rules.modify("damage", act)\n    rules.element(',
        "act is a modifier of 'damage' and is called with (match, value, piece, cause, by, direction): too many",
    ),
    "settings-name": ("rules.py", "trial_quarters: int", "trial_quartres: int", "is it 'trial_quarters'?"),
    "settings-of-another": ("rules.py", 'plugin_settings("trial"', 'plugin_settings("trail"', "settings of 'trail'"),
    "log-event": (
        "plugin.toml",
        "[log]\ntrial",
        "[log]\ntrail",
        "log.trail: there is no event 'trail'; is it 'trial'?",
    ),
    "log-of-the-game": ("plugin.toml", "[log]", '[log]\nstep = "Step."', "log.step: the game tells this event itself"),
    "log-key": ("plugin.toml", '"{piece} is', '"{peice} is', "{peice} is not filled in here; is it {piece}?"),
    "log-answer": ("plugin.toml", "[log]", '[log]\n"brakse stop" = "Stop."', "no question 'brakse'; is it 'brakes'?"),
    "act-event": ("plugin.toml", "[log]", "[act.trail]\nring = true\n\n[log]", "act.trail: there is no event"),
    "act-key": ("plugin.toml", "[log]", '[act.trial]\nsymbol = "{peice}"\n\n[log]', "{peice} is not filled in"),
    "act-ray": ("plugin.toml", "[log]", "[act.trial]\nray = true\n\n[log]", "has no key 'target'"),
    "act-of-nobody": ("plugin.toml", "[log]", "[act.moment]\nring = true\n\n[log]", "has no key 'piece'"),
    "sound-event": ("plugin.toml", "[log]", '[sound]\n"stpe oil" = "gear"\n\n[log]', "no event 'stpe'; is it 'step'?"),
    "lines-event": (
        "plugin.toml",
        "[log]",
        '[robot.one]\ntitle = "One"\nsprite = "scout"\nlines."stpe push" = ["Hey!"]\n\n[log]',
        "robot.one.lines: there is no event 'stpe'; is it 'step'?",
    ),
    "gauge-fact": (
        "plugin.toml",
        "[log]",
        GAUGE.replace('"lives"', '"livse"') + "[log]",
        "fact 'livse'; is it 'lives'",
    ),
    "gauge-text": ("plugin.toml", "[log]", GAUGE.replace("{value}", "{valeu}") + "[log]", "is it {value}?"),
    "gauge-event": (
        "plugin.toml",
        "[log]",
        GAUGE + 'events = { trail = "+1" }\n[log]',
        "gauge.trial.events.trail: there is no event 'trail'; is it 'trial'?",
    ),
    "gauge-event-key": (
        "plugin.toml",
        "[log]",
        GAUGE + 'events = { trial = "peice" }\n[log]',
        "the event 'trial' has no key 'peice'; is it 'piece'?",
    ),
    "not-on": ("plugin.toml", 'symbol = "@"', 'not_on = ["pti"]', "element.trial.not_on: there is no element 'pti'"),
    "attribute-fact": (
        "plugin.toml",
        "[log]",
        '[attribute]\nteam = "taem"\n\n[log]',
        "attribute.team: there is no fact",
    ),
    "conflicts": (
        "plugin.toml",
        'kind = "elements"',
        'kind = "elements"\nconflicts = ["geers"]',
        "conflicts: there is no plugin 'geers'; is it 'gears'?",
    ),
    "event-undeclared": ("rules.py", 'rules.event("trial"', 'rules.event("other"', "the event 'trial' is not declared"),
    "event-without-a-key": ("rules.py", '"piece": "who', '"robot": "who', "has the key 'piece', which is not declared"),
    "event-with-a-key": ("rules.py", '{"piece": "who', '{"by": "whose", "piece": "who', "lacks the key 'by'"),
    "scenario-differs": ("scenarios/turns-in-its-registers.toml", '"south"', '"west"', "should be 'west'"),
    "scenario-unusable": ("scenarios/turns-in-its-registers.toml", "[1, 0]", "[9, 0]", "[9, 0]"),
}


@pytest.mark.parametrize("case", WRONG)
def test_check_finds(case: str, trial: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, old, new, named = WRONG[case]
    change(trial / file, old, new)
    assert main(["plugin", "check", "--quick", str(trial)]) == 1
    captured = capsys.readouterr()
    wrong = [line for line in captured.out.splitlines() if line.startswith("wrong")]
    assert any(named in line for line in wrong), captured.out
    assert captured.err == ""


TOLD_ONCE = {
    "need": (
        "plugin.toml",
        'kind = "elements"',
        'kind = "elements"\nneeds = ["program-crads"]',
        "plugin.toml: needs: there is no plugin 'program-crads'; is it 'program-cards'?",
    ),
    "point": (
        "rules.py",
        "    rules.element(",
        '    rules.on("lunch", len)\n    rules.element(',
        "rules.py:20: no plugin declares the point 'lunch'",
    ),
    "near-value": (
        "rules.py",
        "    rules.element(",
        '    rules.modify("laser-powr", len)\n    rules.element(',
        "rules.py:20: no plugin declares the value 'laser-powr'; is it 'laser-power'?",
    ),
    "value-of-another": (
        "rules.py",
        "    rules.element(",
        '    rules.modify("laser-power", len)\n    rules.element(',
        "rules.py:20: the value 'laser-power' belongs to plugin 'robot-lasers'; write needs = [..., 'robot-lasers']",
    ),
    "value-not-point": (
        "rules.py",
        "    rules.element(",
        '    rules.on("damage", len)\n    rules.element(',
        "rules.py:20: there is no point 'damage', but it is a value; use rules.modify",
    ),
    "place": (
        "rules.py",
        '"all-belts", "express-belts", "gears"',
        '"gaers",',
        "rules.py:20: the phase 'trial' of 'register' comes after or before 'gaers', which no plugin adds",
    ),
    "place-of-a-phase": (
        "rules.py",
        "    rules.element(",
        '    rules.phase("register", "idle", lambda match: None, after=("gaers",))\n    rules.element(',
        "rules.py:20: the phase 'idle' of 'register' comes after or before 'gaers', which no plugin adds",
    ),
    "import": (
        "rules.py",
        "from typing import",
        "import ghosts\nfrom typing import",
        "rules.py:3: ModuleNotFoundError: No module named 'ghosts'",
    ),
    "no-mark": ("rules.py", "@hookimpl\n", "", "rules.py: register() lacks @hookimpl, so it is no hook"),
    "no-hook": (
        "rules.py",
        "@hookimpl\ndef register",
        "def begin",
        "rules.py: it has none of the hooks register, setup",
    ),
    "register": (
        "rules.py",
        "    rules.element(",
        "    1 / 0\n    rules.element(",
        "rules.py:20 failed to register: ZeroDivisionError",
    ),
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


@pytest.mark.parametrize("table", ["move", "cause", "hurt", "heal"])
def test_check_notes_ways_and_causes_that_nobody_says(table: str, trial: Path) -> None:
    change(trial / "plugin.toml", "[log]", f'[{table}]\n"portla" = ""\nportal = ""\n\n[log]')
    notes = [note for note in check_plugin(trial).notes if f"{table}." in note]
    assert len(notes) == 1
    assert "'portla'; is it 'portal'?" in notes[0]


PO = {
    "braces": ('msgid "Tar"\nmsgstr "Teer"\n\nmsgid "{piece} is"\nmsgstr "{robot} ist"\n', "line 4: "),
    "brace": ('msgid "{piece} is"\nmsgstr "{piece ist"\n', "line 1: '{piece ist': expected '}' before end of string"),
    "lost": (
        'msgid "{piece} is"\nmsgstr "ist"\n',
        "line 1: the translation of '{piece} is' names nothing, the text {piece}",
    ),
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


IN_A_MODE = {
    "inner-sequence": (
        'register = ["reveal", "cards", "gears", "express-belts", "all-belts", ["board-lasers", "robot-lasers"]]\n',
        "",
        "plugin.toml: order.turn: the phase 'registers' runs the sequence 'register', which the mode does not have; "
        "write register = [...] under [order]",
    ),
    "end-of-turn": (
        'end-of-turn = ["site-archives", "repairs", "shutdowns", "clean-up"]\n',
        "",
        "plugin.toml: order.turn: the phase 'end-of-turn' runs the sequence 'end-of-turn', which the mode does not ",
    ),
    "edition": (
        "[edition]",
        "[edition]\ndestroyd_at = 8",
        "edition.destroyd_at: there is no setting 'destroyd_at'; is it",
    ),
    "edition-far": ("[edition]", "[edition]\nxyz = 8", "edition.xyz: there is no setting 'xyz'"),
    "demands": ("[order]", 'demands = ["chekpoint"]\n\n[order]', "demands: there is no element 'chekpoint'"),
    "phase": (
        '"gears", "express',
        '"gers", "express',
        "order.register: no plugin that the mode needs adds a phase 'gers'; is it 'gears'?",
    ),
    "far-phase": ('"reveal", ', '"xyz", ', "adds a phase 'xyz'; there are: "),
    "shooter": ('"robot-lasers"]]', '"robo-lasers"]]', "adds a shooter 'robo-lasers'; is it 'robot-lasers'?"),
    "sequence": ("\nregister =", "\nregisters =", "adds a phase to this sequence; is it 'register'?"),
    "no-turn": ("\nturn = [", "\nturns = [", "order.turns: no plugin that the mode needs adds a phase"),
}


@pytest.mark.parametrize("case", IN_A_MODE)
def test_check_finds_what_is_wrong_with_an_order(case: str, tmp_path: Path) -> None:
    folder = create("Trial", "mode", tmp_path)
    old, new, problem = IN_A_MODE[case]
    change(folder / "plugin.toml", old, new)
    problems = [found for found in check_plugin(folder).problems if "scenarios/" not in found]
    assert len(problems) == 1
    assert problem in problems[0]


def test_check_tells_a_misspelt_setting_of_an_edition_once(tmp_path: Path) -> None:
    folder = create("Trial", "mode", tmp_path)
    change(folder / "plugin.toml", "destroyed_at", "destroyd_at")
    assert check_plugin(folder).problems == [
        "plugin.toml: edition.destroyd_at: there is no setting 'destroyd_at'; is it 'destroyed_at'?"
    ]


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        ("lifes = 3", "preset.hard.settings: unknown key 'lifes'; is it 'lives'?"),
        ("lives = -1", "preset.hard.settings.lives: must be at least 0, not -1"),
    ],
)
def test_check_finds_what_is_wrong_with_a_preset(setting: str, text: str, tmp_path: Path) -> None:
    folder = create("Trial", "mode", tmp_path)
    preset = f'[preset.hard]\ntitle = "Hard"\ntext = "For the brave."\nsettings = {{ {setting} }}\n\n[edition]'
    change(folder / "plugin.toml", "[edition]", preset)
    (problem,) = check_plugin(folder).problems
    assert problem.startswith(f"plugin.toml: {text}")


def test_check_finds_what_is_wrong_with_an_order_that_a_setting_chooses(tmp_path: Path) -> None:
    folder = create("Trial", "mode", tmp_path)
    chosen = '{ setting = "trial_first", true = ["gears"], false = ["gers"] }, "express'
    change(folder / "plugin.toml", '"gears", "express', chosen)
    change(
        folder / "plugin.toml",
        "[edition]",
        '[settings.trial_first]\ntype = "switch"\ndefault = true\ntext = "Whether gears turn."\n\n[edition]',
    )
    assert check_plugin(folder).problems == [
        "plugin.toml: order.register: no plugin that the mode needs adds a phase 'gers'; is it 'gears'?"
    ]


IN_AN_OPTION = {
    "never-filled": ("slot_of.fill(match, ", "print(match, ", "the plugin's slot is registered but never filled"),
    "never-registered": ("    rules.slot(slot_of)\n", "", "the plugin's slot is filled but not registered"),
    "not-needed": (
        "from roborally.plugin import (",
        "from roborally_plugins.race.api import reach\nfrom roborally.plugin import (",
        "imports from plugin 'race', which is not in needs",
    ),
    "not-the-api": (
        "from roborally.plugin import (",
        "from roborally_plugins.program_cards.deck import EMPTY\nfrom roborally.plugin import (",
        "of plugin 'program-cards' it may import only roborally_plugins.program_cards.api",
    ),
}


@pytest.mark.parametrize("case", IN_AN_OPTION)
def test_check_finds_wrong_use_of_the_interface(case: str, tmp_path: Path) -> None:
    folder = create("Trial", "option", tmp_path)
    old, new, problem = IN_AN_OPTION[case]
    change(folder / "rules.py", old, new)
    wrong = [found for found in check_plugin(folder).problems if "scenarios" not in found]
    assert len(wrong) == 1
    assert problem in wrong[0]


def test_check_takes_the_api_of_a_plugin_that_is_needed(tmp_path: Path) -> None:
    folder = create("Trial", "option", tmp_path)
    imports = (
        "import roborally_plugins.program_cards.api as cards\nfrom roborally_plugins.program_cards.api import hand\n"
    )
    change(folder / "rules.py", "from roborally.plugin import (", f"{imports}from roborally.plugin import (")
    assert check_plugin(folder).problems == []


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("from .rules import nothing\n", "api.py:1: ImportError: cannot import name 'nothing'"),
        (
            "from .rules import act\n\n__all__ = ['act', 'akt']\n",
            "api.py:3: __all__ names 'akt', which is not there; is",
        ),
        ("__all__ = [3]\n", "api.py:1: __all__ names 3, which is not there"),
    ],
)
def test_check_imports_the_api_for_others(code: str, problem: str, trial: Path) -> None:
    (trial / "api.py").write_text(code, encoding="utf-8")
    (found,) = check_plugin(trial).problems
    assert found.startswith(problem)


BROKEN_NEED = {
    "rules": (
        {"api": "from .rules import go\n", "rules": "\nimport ghosts\n"},
        "go",
        "rules.py:2: ModuleNotFoundError",
    ),
    "api": ({"api": "from .rules import go\n", "rules": "\n"}, "go", "api.py:1: ImportError"),
    "syntax": ({"api": "def (\n"}, "go", "api.py:1: SyntaxError"),
}


@pytest.mark.parametrize("place", ["module", "hook", "bot"])
@pytest.mark.parametrize("case", BROKEN_NEED)
def test_check_names_the_needed_plugin_that_is_broken(case: str, place: str, trial: Path, user_plugins: Path) -> None:
    files, name, named = BROKEN_NEED[case]
    needed = create("Wreck", "element", user_plugins)
    for file, code in files.items():
        (needed / f"{file}.py").write_text(code, encoding="utf-8")
    change(trial / "plugin.toml", 'kind = "elements"', 'kind = "elements"\nneeds = ["wreck"]')
    line = f"from roborally_plugins.wreck.api import {name}\n"
    if place == "module":
        change(trial / "rules.py", "from typing import", f"{line}from typing import")
    elif place == "hook":
        change(trial / "rules.py", "    rules.element(", f"    {line}    rules.element(")
    else:
        (trial / "bot.py").write_text(line, encoding="utf-8")
    problems = check_plugin(trial).problems
    file, line, error = named.split(":")
    assert any(f"plugin 'wreck': {needed / file}:{line}" in problem and error in problem for problem in problems)
    assert not any(f"'trial': {file}" in problem for problem in problems), problems


def test_check_blames_who_imports_what_there_is_not(trial: Path, user_plugins: Path) -> None:
    """The name, not the module: the plugin that is needed is not at fault."""
    (create("Wreck", "element", user_plugins) / "api.py").write_text("", encoding="utf-8")
    change(trial / "plugin.toml", 'kind = "elements"', 'kind = "elements"\nneeds = ["wreck"]')
    change(trial / "rules.py", "from typing import", "from roborally_plugins.wreck.api import go\nfrom typing import")
    (problem,) = check_plugin(trial).problems
    assert problem.startswith("rules.py:3: ImportError")


def test_check_finds_a_mode_without_an_order(tmp_path: Path) -> None:
    folder = create("Trial", "mode", tmp_path)
    text = (folder / "plugin.toml").read_text(encoding="utf-8")
    order = text[text.index("[order]") : text.index("# The defaults of other")]
    change(folder / "plugin.toml", order, "")
    problems = [found for found in check_plugin(folder).problems if "scenarios/" not in found]
    assert problems == ["plugin.toml: the mode does not say how a match goes: [order] has no turn"]


def test_check_opens_pictures(trial: Path) -> None:
    (trial / "art").mkdir()
    (trial / "art" / "pit.png").write_bytes(b"no picture")
    assert check_plugin(trial).problems == ["art/pit.png: it is no picture that can be read"]


def test_check_takes_a_picture_of_the_plugins_own(trial: Path) -> None:
    (trial / "art").mkdir()
    shutil.copy(paths.asset_folder() / "icons" / "flag.png", trial / "art" / "own.png")
    change(trial / "plugin.toml", "[log]", GAUGE.replace("flag", "own") + '[act.trial]\nsymbol = "own"\n\n[log]')
    assert check_plugin(trial).problems == []


def test_check_notes_what_is_missing(trial: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(trial / "plugin.toml", 'symbol = "@"', 'sprite = "nowhere-{registers}.png"')
    for path in (trial / "scenarios").iterdir():
        path.unlink()
    assert main(["plugin", "check", "--quick", str(trial)]) == 0
    out = capsys.readouterr().out
    assert "nowhere-1.png" in out
    assert "scenarios: there is none" in out


def test_list_names_what_is_broken(user_plugins: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (user_plugins / "wreck").mkdir(parents=True)
    (user_plugins / "wreck" / "plugin.toml").write_text("id = ")
    assert main(["plugin", "list"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0].split() == ["id", "title", "kind", "version", "where"]
    assert "gears" in out
    assert str(user_plugins / "wreck" / "plugin.toml") in out.partition("not usable:")[2]


def test_list_says_why_a_plugin_cannot_be_used(user_plugins: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What it needs is looked for, and its code is imported."""
    for name, needs in (("Lonely", '["ghosts"]'), ("Old", '["gears>99"]'), ("Wreck", "[]"), ("Needy", '["wreck"]')):
        manifest = create(name, "element", user_plugins) / "plugin.toml"
        change(manifest, 'kind = "elements"', f'kind = "elements"\nneeds = {needs}')
    (user_plugins / "wreck" / "rules.py").write_text("import nothere\n", encoding="utf-8")
    assert main(["plugin", "list"]) == 0
    table, _title, rest = capsys.readouterr().out.partition("not usable:\n")
    assert str(user_plugins) not in table
    lonely, needy, old, wreck = rest.splitlines()
    assert lonely.startswith("  lonely: plugin 'lonely' needs 'ghosts': there is no plugin 'ghosts'")
    assert "must be of version" in old
    for line in (needy, wreck):
        assert f"plugin 'wreck': {user_plugins / 'wreck' / 'rules.py'}:1: ModuleNotFoundError" in line


# --- samples of notations -------------------------------------------------------------------------------------------


def test_samples() -> None:
    assert samples("O") == ("O",)
    assert samples("c(?P<number>[1-3])") == ("c1", "c2", "c3")
    assert samples("(?P<direction>[<>])(?P=direction)") == ("<<", ">>")
    assert samples("d[12](?P<direction>[<>])?") == ("d1", "d1<", "d1>", "d2", "d2<", "d2>")
    assert samples("(a|bc)+?x")[:3] == ("ax", "bcx", "aax")
    assert samples("[^x]") == ()


def test_errors_of_one_kind_in_one_line_are_one_problem(tmp_path: Path) -> None:
    text = ["rules.py:26: KeyError: 1, in game 1", "rules.py:26: KeyError: 3, in game 2", "rules.py:26: TypeError: x"]
    report = Report(tmp_path, problems=[*text, "rules.py:27: KeyError: 1"])
    tidied(report)
    assert report.problems == [text[0], text[2], "rules.py:27: KeyError: 1"]
