"""`roborally plugin check` looks at the order of a mode, at imports of other plugins and at their slots."""

from pathlib import Path

import pytest

from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.features.authoring.scaffold import create
from tests.features.authoring.conftest import Trials
from tests.writing import change

pytestmark = pytest.mark.usefixtures("user_plugins")


IN_A_MODE = [
    [
        (
            'register = ["reveal", "cards", "gears", "express-belts", "all-belts", ["board-lasers", "robot-lasers"]]\n',
            "",
            "order.turn: the phase 'registers' runs the sequence 'register', which the mode does not have; "
            "write register = [...] under [order]",
        ),
        (
            'end-of-turn = ["site-archives", "repairs", "shutdowns", "clean-up"]\n',
            "",
            "plugin.toml: order.turn: the phase 'end-of-turn' runs the sequence 'end-of-turn', which the mode does not",
        ),
    ],
    [
        ("destroyed_at", "destroyd_at", "edition.destroyd_at: there is no setting 'destroyd_at'; is it 'destroyed_at'"),
        ("[order]", 'demands = ["chekpoint"]\n\n[order]', "demands: there is no element 'chekpoint'"),
    ],
    [("[edition]", "[edition]\nxyz = 8", "edition.xyz: there is no setting 'xyz'")],
    [
        ('"gears", "express', '"gers", "express', "needs adds a phase 'gers'; is it 'gears'?"),
        ('"reveal", ', '"xyz", ', "adds a phase 'xyz'; there are: "),
        ('"robot-lasers"]]', '"robo-lasers"]]', "adds a shooter 'robo-lasers'; is it 'robot-lasers'?"),
        ("\nturn = [", "\nturns = [", "order.turns: no plugin that the mode needs adds a phase"),
    ],
    [("\nregister =", "\nregisters =", "adds a phase to this sequence; is it 'register'?")],
]


@pytest.mark.parametrize("mistakes", IN_A_MODE)
def test_check_finds_what_is_wrong_with_an_order(mistakes: list[tuple[str, str, str]], trial_of: Trials) -> None:
    """Each is told once."""
    folder = trial_of("mode", *(("plugin.toml", old, new) for old, new, _problem in mistakes))
    problems = [found for found in check_plugin(folder).problems if "scenarios/" not in found]
    assert [sum(problem in found for found in problems) for *_, problem in mistakes] == [1] * len(problems)


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        ("lifes = 3", "preset.hard.settings: unknown key 'lifes'; is it 'lives'?"),
        ("lives = -1", "preset.hard.settings.lives: must be at least 0, not -1"),
    ],
)
def test_check_finds_what_is_wrong_with_a_preset(setting: str, text: str, trial_of: Trials) -> None:
    preset = f'[preset.hard]\ntitle = "Hard"\ntext = "For the brave."\nsettings = {{ {setting} }}\n\n[edition]'
    (problem,) = check_plugin(trial_of("mode", ("plugin.toml", "[edition]", preset))).problems
    assert problem.startswith(f"plugin.toml: {text}")


def test_check_finds_what_is_wrong_with_an_order_that_a_setting_chooses(trial_of: Trials) -> None:
    folder = trial_of("mode")
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


def test_check_finds_a_mode_without_an_order(trial_of: Trials) -> None:
    folder = trial_of("mode")
    text = (folder / "plugin.toml").read_text(encoding="utf-8")
    order = text[text.index("[order]") : text.index("# The defaults of other")]
    change(folder / "plugin.toml", order, "")
    problems = [found for found in check_plugin(folder).problems if "scenarios/" not in found]
    assert problems == ["plugin.toml: the mode does not say how a match goes: [order] has no turn"]


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
def test_check_finds_wrong_use_of_the_interface(case: str, trial_of: Trials) -> None:
    old, new, problem = IN_AN_OPTION[case]
    folder = trial_of("option", ("rules.py", old, new))
    wrong = [found for found in check_plugin(folder).problems if "scenarios" not in found]
    assert len(wrong) == 1
    assert problem in wrong[0]


def test_check_takes_the_api_of_a_plugin_that_is_needed(trial_of: Trials) -> None:
    folder = trial_of("option")
    imports = (
        "import roborally_plugins.program_cards.api as cards\nfrom roborally_plugins.program_cards.api import hand\n"
    )
    change(folder / "rules.py", "from roborally.plugin import (", f"{imports}from roborally.plugin import (")
    assert check_plugin(folder).problems == []


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("from .rules import nothing\n", "api.py:1: ImportError: cannot import name 'nothing'"),
        ("from .rules import act\n\n__all__ = ['act', 'akt']\n", "api.py:3: __all__ names 'akt', which is not there"),
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


PLACES = [("rules", "module"), ("api", "hook"), ("syntax", "bot")]
OTHERS = sorted({(case, place) for case in BROKEN_NEED for place in ("module", "hook", "bot")}.difference(PLACES))


@pytest.mark.parametrize(
    ("case", "place"), [*PLACES, *(pytest.param(*other, marks=pytest.mark.long) for other in OTHERS)]
)
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
