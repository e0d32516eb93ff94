"""The check that plays: what only shows while a match runs is named by file and line, once."""

from pathlib import Path

import pytest

from roborally.base import paths
from roborally.features.authoring.checks import play_check
from roborally.features.authoring.checks.apart import check_apart
from roborally.features.authoring.checks.play_check import Trial
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.features.authoring.checks.report import Report
from roborally.features.authoring.checks.step_limit import Bounds, StepLimit
from roborally.features.authoring.checks.trial_games import base_game, trial_game
from roborally.plugin_system.loader import Plugin, find_plugins
from roborally.plugin_system.manifest import read_manifest
from tests.features.authoring.conftest import Trials
from tests.plugins.faulty import FAILING_VIEW
from tests.sweeps import few_of

STAGE = "    if match.state.stage in registers:"


@pytest.fixture(autouse=True)
def user_plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the player's own plugins out of the tests, also out of other processes."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "user" / "plugins"
    monkeypatch.setattr(paths, "user_plugin_folder", lambda: folder)
    return folder


def line_of(folder: Path, file: str, text: str) -> str:
    lines = (folder / file).read_text(encoding="utf-8").splitlines()
    return f"{file}:{next(number for number, line in enumerate(lines, 1) if text in line)}"


def played(folder: Path, *modes: str) -> tuple[Report, Trial]:
    """Play a plugin in these modes, and nothing else, with the quicker bots."""
    plugin = Plugin(folder, read_manifest(folder))
    catalogue = find_plugins(installed=False)
    catalogue.plugins[plugin.id] = plugin
    limit = StepLimit(folder)
    trial = Trial(plugin, catalogue, limit, Report(folder, plugin.id))
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(play_check, "TURNS", {"random": 8, "greedy": 1})
            trial.play(list(modes))
    finally:
        limit.end()
    return trial.report, trial


@pytest.mark.parametrize(("kind", "mode"), [("element", "standard"), ("robot", "standard"), ("bot", "roboball")])
def test_nothing_is_wrong_with_templates(kind: str, mode: str, trial_of: Trials) -> None:
    report, trial = played(trial_of(kind), mode)
    assert report.problems == []
    assert trial.games[mode] >= 1
    assert trial.active == {mode}


CHOOSE = "    def choose(self, observation: Observation, decision: Decision, dice: Dice) -> Any:\n"
LATE = "        if imagine(observation, dice).state.turn >= 3:\n            raise ValueError('what')\n"


def test_quick_and_full_check_say_the_same_of_a_bot_that_fails_late(trial_of: Trials) -> None:
    folder = trial_of("bot", ("bot.py", CHOOSE, CHOOSE + LATE))
    text = f"{line_of(folder, 'bot.py', 'raise')}: ValueError: what"
    quick = check_plugin(folder)
    assert quick.problems == [text]
    (told,) = quick.to_data()["told"]
    assert f"{told['file']}:{told['line']}" == text.partition(": ")[0]
    report, _trial = played(folder, "standard")
    assert report.problems == [f"{text}, in a game of the bot 'trial' in 'standard'"]


def test_a_mode_of_its_own_is_played(trial_of: Trials) -> None:
    report, trial = played(trial_of("mode"), "trial")
    assert report.problems == []
    assert trial.games["trial"] >= 3


def test_a_handler_that_fails(trial_of: Trials) -> None:
    folder = trial_of("element", ("rules.py", STAGE, "    piece.colour\n" + STAGE))
    report, _trial = played(folder, "standard")
    (text,) = report.problems
    assert text.startswith(f"{line_of(folder, 'rules.py', 'piece.colour')}: AttributeError")


def test_what_is_not_raised_is_named_by_the_function_that_was_called_last(trial_of: Trials) -> None:
    chance = "    import random\n\n    match.turn(piece, 4 * random.randrange(9**9))\n"
    folder = trial_of(
        "element", ("rules.py", STAGE, chance + STAGE), ("rules.py", "piece=piece.index)", "piece=piece)")
    )
    report, _trial = played(folder, "standard")
    called = f"{line_of(folder, 'rules.py', 'def act')}: "
    shared, different = report.problems
    assert shared.startswith(f'{called}event "trial", ["piece"]: a Piece')
    assert different.startswith(f"{called}the same seed gives two different games")


def test_what_makes_another_plugin_fail_is_told_once_with_its_own_line(trial_of: Trials) -> None:
    folder = trial_of("element", ("rules.py", STAGE, '    match.state.ext["program-cards"]["hands"] = ()\n' + STAGE))
    report, _trial = played(folder, "standard", "classic")
    (text,) = report.problems
    assert text.startswith(f"{line_of(folder, 'rules.py', 'def act')}: IndexError: ")
    assert "(at plugin 'program-cards': " in text
    assert [entry["plugin"] for entry in report.to_data()["told"] if entry["level"] == "wrong"] == ["trial"]


def test_a_line_of_another_plugin_is_told_with_its_name(trial_of: Trials) -> None:
    folder = trial_of("element")
    report = Report(folder, "trial", ["plugin 'volt': rules.py:134: KeyError: 1", "rules.py:2: KeyError: 1"])
    assert [(entry["plugin"], entry["line"]) for entry in report.to_data()["told"]] == [("volt", 134), ("trial", 2)]


@pytest.mark.long
def test_a_slot_that_differs_from_game_to_game(trial_of: Trials) -> None:
    """No event tells of it, and another problem does not hide it."""
    folder = trial_of(
        "option",
        ("rules.py", "def end_turn(match: Match) -> None:\n", END_TURN),
        ("rules.py", "from typing", "KEPT = []\nfrom typing"),
    )
    report, _trial = played(folder, "standard", "classic")
    (text,) = [text for text in report.problems if "the same seed gives two different games" in text]
    assert text.startswith(line_of(folder, "rules.py", "def end_turn"))
    assert 'ext["trial"]["charge"] is ' in text
    assert len(report.problems) == 2


END_TURN = """def end_turn(match: Match) -> None:
    slot_of(match)["charge"] = KEPT.append(0) or len(KEPT)
    match.emit("unheard-of")
"""


SLOTS = {
    "set": ('"on": (False,) * count', '"on": {False}', 'ext["trial"]["on"]: a set'),
    "grows": (
        "def end_turn(match: Match) -> None:\n",
        'def end_turn(match: Match) -> None:\n    slot_of(match)["charges"] += (0,)\n',
        'ext["trial"]["charges"] grows in every turn',
    ),
    "list": ('"on": (False,) * count', '"on": [False] * count', 'ext["trial"]["on"]: a list; copies of the match'),
}


@pytest.mark.parametrize("case", SLOTS)
def test_a_fault_of_the_slot(case: str, trial_of: Trials) -> None:
    old, new, problem = SLOTS[case]
    folder = trial_of("option", ("rules.py", old, new))
    report, _trial = played(folder, "standard")
    (text,) = [text for text in report.problems if problem in text]
    assert text.startswith("rules.py")


def test_a_bot_that_answers_what_it_may_not(trial_of: Trials) -> None:
    folder = trial_of("bot", ("bot.py", 'return decision["default"]', 'return "perhaps"'))
    report, _trial = played(folder, "standard")
    assert report.problems
    assert all(text.startswith("bot.py: the bot 'trial' answers ") for text in report.problems)


@pytest.mark.long
def test_modes_in_which_nothing_happens(trial_of: Trials) -> None:
    report, trial = played(trial_of("element"), "standard", "volt")
    assert trial.active == {"standard"}
    assert "in volt it can be switched on, but nothing of it ran there" in report.notes


def test_a_function_that_never_runs_is_noted(trial_of: Trials) -> None:
    folder = trial_of(
        "option", ("rules.py", '    rules.on("destroyed", switch_off)', '    rules.frame("trial", switch_off)')
    )
    report, _trial = played(folder, "standard")
    (note,) = [note for note in report.notes if "switch_off" in note]
    assert note.startswith(line_of(folder, "rules.py", "def switch_off"))
    assert "never ran" in note


def test_elements_lie_on_the_course(trial_of: Trials) -> None:
    folder = trial_of("element")
    plugin = Plugin(folder, read_manifest(folder))
    catalogue = find_plugins(installed=False)
    catalogue.plugins[plugin.id] = plugin
    base = base_game(plugin, "standard", catalogue)
    first, second = (trial_game(base, plugin, catalogue, number) for number in (0, 1))
    assert len(first.course.board.of_kind("trial")) > 1
    assert first.rules.settings == base.rules.settings
    assert second.rules.settings != base.rules.settings


# --- in a process of its own ----------------------------------------------------------------------------------------


ENDLESS = {
    "waits": (STAGE, "    import time\n\n    time.sleep(9_999)\n" + STAGE, "act waits or runs without end"),
    "memory": (
        STAGE,
        "    hold = []\n    while True:\n        hold.append(bytearray(10**7))\n" + STAGE,
        "act takes too much memory (in this step: ",
    ),
    "swallows": (
        STAGE,
        "    while match.turn:\n        try:\n            while True:\n                pass\n"
        "        except BaseException:\n            break\n" + STAGE,
        "runs without end",
    ),
    "leaves": (STAGE, "    import os\n\n    os._exit(3)\n" + STAGE, "the process ended with 3"),
}


@pytest.mark.parametrize("case", few_of(["leaves", "memory", "swallows", "waits"]))
def test_the_check_ends_whatever_the_code_does(case: str, trial_of: Trials) -> None:
    old, new, problem = ENDLESS[case]
    folder = trial_of("element", ("rules.py", old, new))
    report = check_apart(folder, Bounds(step=1.5, waiting=3, memory=1e8))
    (text,) = [text for text in report.problems if problem in text]
    assert text.startswith("plugin.toml: " if case == "leaves" else "rules.py:")


def test_problems_come_once_in_the_order_of_files_and_lines(trial_of: Trials) -> None:
    folder = trial_of("element", ("plugin.toml", 'id = "trial"', 'id = "Trial"'))
    report = Report(folder, problems=["rules.py:20: b", f"{folder}/rules.py:3: a", "rules.py:20: b", "plugin.toml: x"])
    problems = check_plugin(folder, report).problems
    assert [text[:12] for text in problems] == ["plugin.toml:", "plugin.toml:", "rules.py:3: ", "rules.py:20:"]


@pytest.mark.window
def test_what_a_view_draws_is_tried(trial_of: Trials) -> None:
    folder = trial_of("mode")  # which goes with no other mode, so few games are played
    (folder / "view.py").write_text(FAILING_VIEW, encoding="utf-8")
    (text,) = check_apart(folder).problems
    assert text.startswith(f"{line_of(folder, 'view.py', 'self.nothing')}: AttributeError: ")
    assert "is shown in the window" in text


def test_what_fails_only_where_a_bot_imagines_the_turn(trial_of: Trials) -> None:
    """A slot that is hidden, and not filled again where somebody imagines it."""
    folder = trial_of(
        "option", ("rules.py", "rules.slot(slot_of)", "rules.slot(slot_of, redact)"), ("rules.py", "def ask(", REDACT)
    )
    report, _trial = played(folder, "standard")
    line = line_of(folder, "rules.py", "return power + 1")
    assert report.problems[0].startswith(f"{line}: IndexError: tuple index out of range, where a bot that is asked ")
    assert all(text.endswith("imagines how the turn goes on") for text in report.problems)


def test_a_bot_over_which_another_plugin_fails_is_told_with_both_lines(trial_of: Trials) -> None:
    first = "        match = imagine(observation, dice)\n"
    folder = trial_of("bot", ("bot.py", first, f'{first}        match.state.ext["program-cards"]["hands"] = ()\n'))
    report, _trial = played(folder, "standard")
    (text,) = report.problems
    assert text.startswith(f"{line_of(folder, 'bot.py', 'answers = [')}: IndexError: ")
    assert "(at plugin 'program-cards': " in text


REDACT = """def redact(match: Match, seat: int, slot: Slot) -> None:
    slot["on"] = ()


def ask("""


@pytest.mark.parametrize(
    "mistakes",
    [
        [('["charges"][piece.index]\n\n\ndef write', '["charges"]\n\n\ndef write', "def read", "must be a number")],
        [('["charges"][piece.index]\n\n\ndef write', '["charges"][99]\n\n\ndef write', "[99]", "IndexError: ")],
        [("piece=decision[", "piece=99 + decision[", "def use_charge", "the event 'trial' has ")],
        [
            (', "no", ("yes", "no"), op', ', "no", op', "def use_charge", "has neither choices nor a check"),
            (
                '    rules.on("programming", ask)',
                '    rules.add(SHEETS, "trial", LISTED)\n    rules.on("programming", ask)',
                "LISTED = ",
                "the sheet of the question 'trial' returns 'list', which is no view",
            ),
            (
                '"programming", ask)\n',
                '"programming", ask)\n    rules.add(STATISTICS, "odd", ODD)\n',
                "ODD",
                "counts 3, which",
            ),
        ],
    ],
    ids=["gauge", "fact", "event", "question, sheet and statistic"],
)
def test_what_a_plugin_says_of_a_match(mistakes: list[tuple[str, str, str, str]], trial_of: Trials) -> None:
    """Each is told once, though gauges, bots and the window would all stumble over it."""
    gauge = 'fact = "trial_charges"\ntitle = "Charges"\ntext = "{value}"\nicon = "heart"'
    shown = ("plugin.toml", "[log]", f"[gauge.charges]\n{gauge}\n\n[log]")
    changes = [("rules.py", old, new) for old, new, _line, _problem in mistakes]
    folder = trial_of("option", shown, ("rules.py", SETTINGS_OF, SETTINGS_OF + ODD), *changes)
    problems = played(folder, "standard")[0].problems
    for text, (_old, _new, line, problem) in zip(problems, mistakes, strict=True):
        assert text.startswith(line_of(folder, "rules.py", line))
        assert problem in text


SETTINGS_OF = 'settings_of = plugin_settings("trial", Settings)\n'
ODD = """
from roborally.plugin import SHEETS, STATISTICS, Statistic

LISTED = lambda match, decision: "list"
ODD = Statistic("Odd", ("step",), lambda event, memory: 3)
"""
