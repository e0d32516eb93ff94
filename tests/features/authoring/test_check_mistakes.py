"""`roborally plugin check` finds each mistake in a manifest, in rules and in scenarios."""

import shutil
from pathlib import Path

import pytest

from roborally.base import paths
from roborally.cli import main
from roborally.features.authoring.checks.plugin_check import check_plugin
from tests.writing import change

pytestmark = pytest.mark.usefixtures("user_plugins")


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
        "unknown key 'colour'; possible are: achievement, act, agent, answer, api, attribute, authors, ",
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
    "words-form": ("plugin.toml", "{ one = ", "{ single = ", "words.registers: must be 'one' or 'many', not 'single'"),
    "words-value": ("plugin.toml", 'many = "registers {registers}"', 'many = "some"', "words.registers.many"),
    "log-brace": ("plugin.toml", "{piece} is", "{piece is", "log.trial"),
    "recap-topic": (
        "plugin.toml",
        "[log]",
        '[recap]\ngoal = ["trail"]\n\n[log]',
        "recap.goal: [log] has no sentence 'trail'",
    ),
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
    "hook-argument": ("rules.py", "register(rules: Rules)", "register(rules: Rules, setings: object)", "setings"),
    "phase-never-runs": ("rules.py", '"all-belts", "express-belts", "gears"', '"pogo-damage",', "which does not run"),
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


def test_check_takes_a_picture_of_the_plugins_own(trial: Path) -> None:
    (trial / "art").mkdir()
    shutil.copy(paths.asset_folder() / "icons" / "flag.png", trial / "art" / "own.png")
    change(trial / "plugin.toml", "[log]", GAUGE.replace("flag", "own") + '[act.trial]\nsymbol = "own"\n\n[log]')
    assert check_plugin(trial).problems == []
