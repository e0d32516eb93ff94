"""`roborally scenario`: lines, exit codes, JSON, and one plain sentence for every kind of bad file."""

import json
from pathlib import Path

import pytest

from roborally.cli import main
from roborally.features.authoring.scaffold import create

GOOD = '''name = "A walks"
mode = "standard"
[board]
grid = """
 d1  .  O  c1
"""
[[robots]]
name = "A"
cell = [0, 0]
facing = "east"
program = ["move1"]
[[expect]]
after = "register 1"
robots.A = { cell = [1, 0] }
'''
GRID = '"""\n d1  .  O  c1\n"""'


def changed(*pairs: str) -> str:
    text = GOOD
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert old in text
        text = text.replace(old, new)
    return text


def top(line: str) -> str:
    return changed('name = "A walks"', f'name = "A walks"\n{line}')


def robot(line: str) -> str:
    return changed('name = "A"', f'name = "A"\n{line}')


def expect(keys: str) -> str:
    return changed("{ cell = [1, 0] }", keys)


BAD = {
    "no-toml": ("name = ", "TOML"),
    "nested-too-deeply": ("a = " + "[" * 5000, "deeply"),
    "too-large": (GOOD + "#" * 1_000_001, "bytes"),
    "huge-number": (robot("lives = " + "9" * 5000), "TOML"),
    "name-missing": (changed('name = "A walks"\n', ""), "'name'"),
    "name-number": (changed('"A walks"', "3"), "'name'"),
    "unknown-key": (top("colour = 3"), "'colour'"),
    "rules-numbers": (top("rules = [3]"), "'rules'"),
    "plugins-numbers": (top("plugins = [3]"), "'plugins'"),
    "plugin-missing": (top('plugins = ["ghosts"]'), "'ghosts'"),
    "mode-unknown": (changed('"standard"', '"chess"'), "'chess'"),
    "mode-no-mode": (changed('"standard"', '"gears"'), "'gears'"),
    "mode-number": (changed('"standard"', "3"), "'mode'"),
    "setting-unknown": (top("settings.colour = 3"), "settings: unknown key 'colour'"),
    "setting-misspelt": (top("settings.lifes = 3"), "settings: unknown key 'lifes'; is it 'lives'?"),
    "misspelt-key": (changed("mode =", "mod ="), "unknown key 'mod'; is it 'mode'?"),
    "misspelt-robot-key": (robot("progam = []"), "unknown key 'progam'; is it 'program'?"),
    "setting-negative": (top("settings.lives = -1"), "settings.lives"),
    "setting-list": (top("settings.lives = [1]"), "settings.lives"),
    "grid-token": (changed("O", "x"), "column 3"),
    "grid-ragged": (changed("c1", "c1\n ."), "row 2"),
    "grid-number": (changed(GRID, "3"), "'grid'"),
    "grid-missing": (changed(f"grid = {GRID}", ""), "board"),
    "checkpoint-gap": (changed("c1", "c2"), "checkpoint 1 is missing"),
    "two-boards": (top('course = "x"'), "one board"),
    "course-missing": (changed(f"grid = {GRID}", 'course = "nowhere"'), "'nowhere'"),
    "robots-number": ('name = "x"\nrobots = 3\n', "'robots'"),
    "robots-numbers": ('name = "x"\nrobots = [3]\n', "'robots'"),
    "robots-missing": ('name = "x"\n', "[[robots]]"),
    "robot-without-name": (changed('name = "A"\n', ""), "'name'"),
    "robot-name-twice": (GOOD + '[[robots]]\nname = "A"\ncell = [1, 0]\n', "'A'"),
    "robot-key": (robot("colour = 3"), "'colour'"),
    "robot-key-of-another-mode": (robot("entering = true"), "'entering'"),
    "robot-model": (robot('robot = "hal"'), "'hal'"),
    "robot-team": (robot('team = "red"'), "'team'"),
    "two-on-a-cell": (GOOD + '[[robots]]\nname = "B"\ncell = [0, 0]\n', "[0, 0] is taken"),
    "cell-outside": (changed("[0, 0]", "[9, 0]"), "[9, 0]"),
    "cell-negative": (changed("[0, 0]", "[-1, 0]"), "[-1, 0]"),
    "cell-pit": (changed("[0, 0]", "[2, 0]"), "COM-07"),
    "cell-text": (changed("[0, 0]", '"here"'), "'cell'"),
    "cell-missing": (changed("cell = [0, 0]\n", ""), "'cell'"),
    "facing-unknown": (changed('"east"', '"up"'), "'up'"),
    "facing-list": (changed('"east"', "[3]"), "'facing'"),
    "program-numbers": (changed('["move1"]', "[1]"), "'program'"),
    "program-text": (changed('["move1"]', '"move1"'), "'program'"),
    "program-card": (changed('["move1"]', '["move9"]'), "'move9'"),
    "program-priority": (changed('["move1"]', '["move1@²"]'), "'move1@²'"),
    "program-priority-huge": (changed('["move1"]', f'["move1@{"9" * 5000}"]'), "'program'"),
    "program-too-long": (changed('["move1"]', '["left", "left", "left", "left", "left", "left"]'), "6 cards"),
    "programs-flat": (changed("program =", "programs ="), "'programs'"),
    "deck-number": (top("deck = 3"), "'deck'"),
    "deck-numbers": (top("deck = [3]"), "'deck'"),
    "damage-negative": (robot("damage = -1"), "'damage'"),
    "damage-fatal": (robot("damage = 9"), "'damage'"),
    "damage-switch": (robot("damage = true"), "'damage'"),
    "lives-negative": (robot("lives = -1"), "'lives'"),
    "checkpoint-beyond": (robot("checkpoint = 2"), "'checkpoint'"),
    "archive-outside": (robot("archive = [7, 7]"), "'archive'"),
    "locked-register": (robot('locked = { 9 = "move1" }'), "'9'"),
    "locked-number": (robot("locked = 3"), "'locked'"),
    "destroyed-number": (robot("destroyed = 1"), "'destroyed'"),
    "destroyed-nowhere": (changed("cell = [0, 0]", "destroyed = true", "d1", "."), "'archive'"),
    "down-text": (robot('powered_down = "yes"'), "'powered_down'"),
    "expect-missing": (GOOD.partition("[[expect]]")[0], "[[expect]]"),
    "after-missing": (changed('after = "register 1"\n', ""), "'after'"),
    "after-nonsense": (changed('"register 1"', '"soon"'), "'soon'"),
    "after-number": (changed('"register 1"', "3"), "moment"),
    "after-turn-zero": (changed('"register 1"', '"turn 0"'), "'turn 0'"),
    "after-too-late": (changed('"register 1"', '"turn 1000000"'), "200 turns"),
    "after-enormous": (changed('"register 1"', f'"turn {"9" * 5000}"'), "200 turns"),
    "after-never": (changed('"register 1"', '"register 6"'), "'register 6'"),
    "expect-robot": (changed("robots.A", "robots.Z"), "'Z'"),
    "expect-robot-number": (expect("3"), "'A'"),
    "expect-key": (expect("{ colour = 3 }"), "'colour'"),
    "expect-slots": (expect("{ slots = 3 }"), "'slots'"),
    "expect-hand": (expect("{ hand_has = 3 }"), "'hand_has'"),
    "statistics-unknown": (expect("{ stats = { beers = 3 } }"), "'beers'"),
    "statistics-number": (expect("{ stats = 3 }"), "'stats'"),
    "order-robot": (expect('{}\norder = ["Z"]'), "'Z'"),
    "winner-robot": (expect('{}\nwinner = "Z"'), "'Z'"),
    "winner-switch": (expect("{}\nwinner = true"), "'winner'"),
    "over-number": (expect("{}\nover = 1"), "'over'"),
    "decisions-number": (top("decisions = [3]"), "'decisions'"),
    "decision-without-answer": (GOOD + '[[decisions]]\nrobot = "A"\nask = "x"\n', "'answer'"),
    "decision-robot": (GOOD + '[[decisions]]\nrobot = "Z"\nask = "x"\nanswer = 1\n', "'Z'"),
    "decision-turn": (GOOD + '[[decisions]]\nrobot = "A"\nask = "x"\nanswer = 1\nturn = 0\n', "'turn'"),
    "decision-key": (GOOD + '[[decisions]]\nrobot = "A"\nask = "x"\nanswer = 1\nwhy = 0\n', "'why'"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_file_gives_one_sentence(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content, named = BAD[case]
    path = tmp_path / "bad.toml"
    path.write_text(content, encoding="utf-8")
    assert main(["scenario", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"roborally: {path}: ")
    assert captured.err.count("\n") == 1
    assert len(captured.err) < 1_000
    assert named in captured.err
    assert "unexpected error" not in captured.err


def test_all_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "good.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert main(["scenario", str(tmp_path), str(path)]) == 0
    assert capsys.readouterr().out == f"ok    {path}\n"


def test_what_differs_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(expect("{ cell = [0, 0], facing = 'east' }"), encoding="utf-8")
    assert main(["scenario", str(path)]) == 1
    said = "after register 1: A.cell should be [0, 0], but is [1, 0]"
    assert capsys.readouterr().out == f"FAIL  {path}: {said}\n"


def test_a_refused_answer_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(GOOD + '[[decisions]]\nrobot = "A"\nask = "power-down"\nanswer = "maybe"\n', encoding="utf-8")
    assert main(["scenario", "--json", str(path)]) == 1
    (result,) = json.loads(capsys.readouterr().out)
    (difference,) = result["differences"]
    assert (difference["robot"], difference["key"], difference["expected"]) == ("A", "ask", "maybe")


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, wrong = tmp_path / "a.toml", tmp_path / "b.toml"
    good.write_text(GOOD, encoding="utf-8")
    wrong.write_text(expect("{ cell = [0, 0] }"), encoding="utf-8")
    assert main(["scenario", "--json", str(tmp_path)]) == 1
    assert json.loads(capsys.readouterr().out) == [
        {"file": str(good), "name": "A walks", "ok": True, "differences": []},
        {
            "file": str(wrong),
            "name": "A walks",
            "ok": False,
            "differences": [
                {"after": "register 1", "robot": "A", "key": "cell", "expected": [0, 0], "got": [1, 0]},
            ],
        },
    ]


def test_an_unreadable_file_does_not_stop_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.toml").write_text("name = ", encoding="utf-8")
    (tmp_path / "b.toml").write_text(GOOD, encoding="utf-8")
    assert main(["scenario", str(tmp_path)]) == 2
    assert "ok    " in capsys.readouterr().out


def test_a_plugin_that_fails_does_not_stop_the_others(
    tmp_path: Path, user_plugins: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It need not be installed: it is found by its folder `scenarios`, and named with file and line."""
    folder = create("Trial", "element", tmp_path)
    rules = folder / "rules.py"
    before = "    if match.state.stage in"
    text = rules.read_text(encoding="utf-8").replace(before, f"    1 / 0\n{before}")
    rules.write_text(text, encoding="utf-8")
    (scenario,) = (folder / "scenarios").iterdir()
    (tmp_path / "z.toml").write_text(GOOD, encoding="utf-8")
    assert main(["scenario", str(folder), str(tmp_path / "z.toml")]) == 2
    captured = capsys.readouterr()
    assert captured.out == f"ok    {tmp_path / 'z.toml'}\n"
    failed = "plugin 'trial' failed in rules.py, line 26: ZeroDivisionError: division by zero"
    assert captured.err == f"roborally: {scenario}: {failed}\n"
    with pytest.raises(ZeroDivisionError):
        main(["scenario", "--debug", str(folder)])


def test_only_the_scenarios_of_a_plugin_are_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Manifest, boards, lessons and matches are other files; a plugin may be a link, as in the plugin folder."""
    plugin = create("Trial", "element", tmp_path / "work")
    for name, text in {
        "boards/yard": 'name = "Yard"\ngrid = """\n d1 . c1\n"""\n',
        "lessons/first": GOOD + "[lesson]\nsteps = []\nwrong = []\n",
        "match": "[match]\n[[seats]]\n",
        "walk": GOOD,
    }.items():
        file = plugin / f"{name}.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    linked = tmp_path / "linked"
    linked.mkdir()
    (linked / "trial").symlink_to(plugin)
    (scenario,) = (plugin / "scenarios").iterdir()
    for folder in (plugin, linked / "trial"):
        assert main(["scenario", str(folder.parent)]) == 0
        files = (folder / "scenarios" / scenario.name, folder / "walk.toml")
        assert capsys.readouterr().out == "".join(f"ok    {file}\n" for file in files)


def test_what_lies_in_scenarios_has_to_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "scenarios" / "empty.toml"
    path.parent.mkdir()
    path.write_text('name = "x"\n', encoding="utf-8")
    assert main(["scenario", str(tmp_path)]) == 2
    assert "[[robots]]" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["nowhere", ""])
def test_nothing_there(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", str(tmp_path / name)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_match_without_questions_ends(tmp_path: Path) -> None:
    path = tmp_path / "nobody.toml"
    path.write_text(
        changed(
            "[0, 0]", "[0, 0]\nlives = 0", "move1", "back-up", '"register 1"', '"turn 200"', "[1, 0]", "[0, 0]"
        ).replace("cell = [0, 0] }", "alive = false, eliminated = true }"),
        encoding="utf-8",
    )
    assert main(["scenario", str(path)]) == 0


# --- several in a file ----------------------------------------------------------------------------------------------


def among_several(id_: str, text: str = GOOD) -> str:
    """Return a scenario as one of several in a file."""
    return f"[[scenario]]\nid = {id_!r}\n" + text.replace("[[", "[[scenario.").replace("[board]", "[scenario.board]")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file of two scenarios; the second one fails."""
    file = tmp_path / "two.toml"
    file.write_text(among_several("good") + among_several("bad", changed("[1, 0]", "[0, 0]")), encoding="utf-8")
    return file


def test_all_scenarios_of_a_file_are_run_or_the_one_that_is_named(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenario", str(file)]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"ok    {file}::good"
    assert second.startswith(f"FAIL  {file}::bad: after register 1: A.cell")
    assert main(["scenario", f"{file}::good"]) == 0
    assert capsys.readouterr().out == f"ok    {file}::good\n"
    assert main(["scenario", f"{file}::ugly"]) == 2
    assert capsys.readouterr().err == f"roborally: {file}: there is no scenario 'ugly'; there are: good, bad\n"
    assert main(["play", str(file)]) == 2
    assert "name one scenario of this file, as two.toml::ID: good, bad" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (
            "id = 'good'\n",
            "scenario entry 2: key 'id' must be small letters, digits and hyphens, and no other",
        ),
        ("id = 'A'\n", "scenario entry 2: key 'id' must be small letters"),
        ("", "scenario entry 2: key 'id' is missing"),
    ],
)
def test_each_of_several_has_an_id_of_its_own(
    file: Path, capsys: pytest.CaptureFixture[str], wrong: str, text: str
) -> None:
    file.write_text(file.read_text(encoding="utf-8").replace("id = 'bad'\n", wrong), encoding="utf-8")
    assert main(["scenario", str(file)]) == 2
    assert f"{file}: {text}" in capsys.readouterr().err


def test_nothing_stands_beside_several(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text('mode = "classic"\n' + file.read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["scenario", str(file)]) == 2
    assert "unknown key 'mode'" in capsys.readouterr().err
