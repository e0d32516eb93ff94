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
MANIFEST, RULES, SCENARIO = "plugin.toml", "rules.py", "scenarios/turns-in-its-registers.toml"
Mistake = tuple[str, str, str, str]


def above_log(text: str, named: str) -> Mistake:
    """Return the mistake of a manifest that has this text before its sentences."""
    return (MANIFEST, "[log]", f"{text}\n\n[log]", named)


# Each a file, what stands there, what is written instead, and what is said of it. Those of one list are made together.
MISTAKES = [
    [(MANIFEST, 'id = "trial"', "id = ", "TOML")],
    [
        (MANIFEST, 'id = "trial"', 'id = "trial"\ncolour = 1', "unknown key 'colour'; possible are: achievement, act,"),
        (MANIFEST, 'kind = "elements"', 'kind = "toys"', "kind"),
    ],
    [(MANIFEST, 'id = "trial"', 'id = "Trial"', "lower-case")],
    [
        (MANIFEST, 'id = "trial"', 'id = "oil"', "'oil' already"),
        (MANIFEST, 'kind = "elements"', 'kind = "elements"\nneeds = ["ghosts"]', "'ghosts'"),
        (MANIFEST, "settings.trial_quarters", "settings.lives", "settings.lives"),
        (MANIFEST, "[element.trial]", "[element.laser]", "element.laser"),
        (MANIFEST, '"trial-(?P<registers>[1-5]+)"', '"(crush|trial)(?P<registers>[1-5]+)"', "crusher"),
        (MANIFEST, "[1-5]+", "[1-5a]+", "cannot be read"),
        (MANIFEST, "here in {registers}", "here in {numbers}", "{numbers}"),
        (MANIFEST, "{ one = ", "{ single = ", "words.registers: must be 'one' or 'many', not 'single'"),
        (MANIFEST, 'many = "registers {registers}"', 'many = "some"', "words.registers.many"),
        above_log(GAUGE.replace("flag", "flog"), "gauge.trial.icon: there is no icon"),
        above_log('[act.trial]\nsymbol = "flog"', "act.trial.symbol"),
        above_log('[sound]\ntrial = "geer"', "no sound 'geer'; is it 'gear'?"),
        above_log('[piece.trial]\ntitle = "Trial"\nsprite = "nix.png"', "no picture art/nix.png"),
        above_log(
            '[option.trial]\ntitle = "Trial"\ntext = "Nothing."\nsprite = "nix.png"',
            "option.trial.sprite: there is no picture art/nix.png",
        ),
        above_log('[robot.trial]\ntitle = "Trial"\nsprite = "crowler"', "no chassis 'crowler'; is it 'crawler'?"),
    ],
    [(MANIFEST, "api = 2", "api = 99", "version 99 of the plugin interface, this game has version 2; update")],
    [
        (MANIFEST, "default = 2", "default = 9", "trial_quarters"),
        (MANIFEST, 'type = "integer"', 'type = "int"', "settings.trial_quarters.type: must be one of integer, number,"),
    ],
    [(MANIFEST, "api = 2\n", "", "api is missing; write api = 2, and for an older")],
    [(MANIFEST, "api = 2", "api = 1", "docs/plugin-versions.md says what to change")],
    [(MANIFEST, 'kind = "elements"', 'kind = "element"', "kind: must be one of mode, rules, elements, robots, ")],
    [(MANIFEST, 'symbol = "@"', 'sprit = "x.png"', "element.trial: unknown key 'sprit'; is it 'sprite'?")],
    [(MANIFEST, 'symbol = "@"', "symbol = 1", "element.trial.symbol: expected a text")],
    [(MANIFEST, "[log]", "[lag]", "unknown key 'lag'; is it 'log'?")],
    [above_log('[attribute]\nteem = "x"', "unknown key 'teem'; is it 'team'?")],
    [(MANIFEST, '"trial-(?P', '"trial-((?P', "notation")],
    [
        (MANIFEST, '"trial-(?P', '"trial[+](?P', "no board can hold"),
        (MANIFEST, "here in {registers}", "here in {registers", "element.trial.tooltip"),
        (MANIFEST, "{piece} is", "{piece is", "log.trial"),
        above_log('[recap]\ngoal = ["trail"]', "recap.goal: [log] has no sentence 'trail'"),
        above_log('[cause]\ntrial = "{robot} is gone."', "cause.trial: {robot}"),
        above_log('[question]\nlunch = "Lunch?"', "question.lunch"),
        above_log('[command.warp]\ntitle = "Warp"', "command.warp"),
        above_log(GAUGE.replace("flag", "flog"), "'flog'; is it 'flag'?"),
        above_log('[act.trial]\ntint = "pink"', "there is no colour 'pink'"),
        (RULES, '"all-belts", "express-belts", "gears"', '"pogo-damage",', "which does not run"),
        (
            RULES,
            "piece: Piece, registers: tuple[int, ...]",
            "piece: Piece",
            "rules.py:24: act is `act` of the element 'trial' and is called with (match, piece, registers): got an",
        ),
        (RULES, "trial_quarters: int", "trial_quartres: int", "is it 'trial_quarters'?"),
        (MANIFEST, "[log]", '[log]\nstep = "Step."', "log.step: the game tells this event itself"),
        (MANIFEST, "[log]", '[log]\n"brakse stop" = "Stop."', "no question 'brakse'; is it 'brakes'?"),
        above_log("[act.trail]\nring = true", "act.trail: there is no event"),
        above_log("[act.moment]\nring = true", "has no key 'piece'"),
        above_log('[sound]\n"stpe oil" = "gear"', "no event 'stpe'; is it 'step'?"),
        above_log(
            '[robot.one]\ntitle = "One"\nsprite = "scout"\nlines."stpe push" = ["Hey!"]',
            "robot.one.lines: there is no event 'stpe'; is it 'step'?",
        ),
        (MANIFEST, 'symbol = "@"', 'not_on = ["pti"]', "element.trial.not_on: there is no element 'pti'"),
        above_log('[attribute]\nteam = "taem"', "attribute.team: there is no fact"),
        (MANIFEST, 'kind = "elements"', 'kind = "elements"\nconflicts = ["geers"]', "'geers'; is it 'gears'?"),
    ],
    [(MANIFEST, "?P<registers>", "?P<numbers>", "registers")],
    [
        above_log(GAUGE.replace("flag", "flag.png"), "'flag.png'; is it 'flag'?"),
        (
            RULES,
            "from typing import",
            "from roborally_plugins.program_crads.api import hand\nfrom typing import",
            "there is no plugin 'program-crads'; is it 'program-cards'?",
        ),
    ],
    [
        above_log(GAUGE.replace("good", "goud"), "colour 'goud'; is it 'good'?"),
        (RULES, "def act(", "def act((", "rules.py"),
    ],
    [(MANIFEST, 'symbol = "@"', 'animation = "spinn"', "element.trial.animation")],
    [(RULES, "register(rules: Rules)", "register(rules: Rules, setings: object)", "setings")],
    [
        (RULES, 'phase="trial"', 'phase="trial", sequence="registr"', "the sequence 'registr'; is it 'register'?"),
        (RULES, 'plugin_settings("trial"', 'plugin_settings("trail"', "settings of 'trail'"),
        (MANIFEST, "[log]\ntrial", "[log]\ntrail", "log.trail: there is no event 'trail'; is it 'trial'?"),
        above_log('[act.trial]\nsymbol = "{peice}"', "{peice} is not filled in"),
        above_log(GAUGE.replace("lives", "livse"), "fact 'livse'; is it 'lives'"),
        (SCENARIO, '"south"', '"west"', "should be 'west'"),
    ],
    [
        (
            RULES,
            "    rules.element(",
            '    rules.on("contact", act)\n    rules.element(',
            "act is a reaction to 'contact' and is called with (match, piece, other, direction, how): too many",
        ),
        (
            RULES,
            "    rules.element(",
            '    rules.modify("damage", act)\n    rules.element(',
            "act is a modifier of 'damage' and is called with (match, value, piece, cause, by, direction): too many",
        ),
        (MANIFEST, '"{piece} is', '"{peice} is', "{peice} is not filled in here; is it {piece}?"),
        above_log("[act.trial]\nray = true", "has no key 'target'"),
        above_log(GAUGE.replace("{value}", "{valeu}"), "is it {value}?"),
    ],
    [
        above_log(GAUGE + 'events = { trail = "+1" }', "events.trail: there is no event 'trail'; is it 'trial'?"),
        (RULES, '"piece": "who', '"robot": "who', "has the key 'piece', which is not declared"),
    ],
    [
        above_log(GAUGE + 'events = { trial = "peice" }', "the event 'trial' has no key 'peice'; is it 'piece'?"),
        (RULES, '{"piece": "who', '{"by": "whose", "piece": "who', "lacks the key 'by'"),
    ],
    [(RULES, 'rules.event("trial"', 'rules.event("other"', "the event 'trial' is not declared")],
    [(SCENARIO, "[1, 0]", "[9, 0]", "[9, 0]")],
]


@pytest.mark.parametrize("mistakes", MISTAKES, ids=lambda mistakes: mistakes[0][3])
def test_check_finds(mistakes: list[Mistake], trial: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for file, old, new, _named in mistakes:
        change(trial / file, old, new)
    assert main(["plugin", "check", "--quick", str(trial)]) == 1
    captured = capsys.readouterr()
    wrong = [line for line in captured.out.splitlines() if line.startswith("wrong")]
    missed = [named for *_, named in mistakes if not any(named in line for line in wrong)]
    assert not missed, captured.out
    assert captured.err == ""


def test_check_takes_a_picture_of_the_plugins_own(trial: Path) -> None:
    (trial / "art").mkdir()
    shutil.copy(paths.asset_folder() / "icons" / "flag.png", trial / "art" / "own.png")
    change(trial / "plugin.toml", "[log]", GAUGE.replace("flag", "own") + '[act.trial]\nsymbol = "own"\n\n[log]')
    assert check_plugin(trial).problems == []
