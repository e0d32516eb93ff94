"""The whole check of plugins with each kind of fault: it names file and line, and ends within 20 seconds of work."""

import resource
from pathlib import Path
from typing import NamedTuple

import pytest

from roborally.features.authoring.checks.apart import check_apart
from roborally.features.authoring.scaffold import create

SECONDS = 20.0
"""The most processor time of a check."""
HERE = "# here"
"""Marks the lines of which one must be named."""
ACT = "    if match.state.stage in registers:"
DRAWS = "        sample = observation"
LOOP = "while True:  # here\n{0}    pass  # here\n"
"""A loop without end, in lines that `{0}` indents."""
FULL = "    hold = []\n    while True:  # here\n        hold.append(bytearray(10**7))  # here\n"
FAILS = '{}["pole"]  # here\n'
FILL = '"on": (False,) * count'
VIEW = """
from roborally.plugin import hookimpl
from roborally.ui.plugin import Overlay


@hookimpl
def register_view(views):
    views.overlay(Mine)
    {register}


class Mine(Overlay):
    def draw_above(self):
        {draw}
"""


class Fault(NamedTuple):
    """What makes a template faulty: `old` becomes `new` in a file; without `old` the file is new."""

    kind: str
    file: str
    old: str
    new: str
    text: str


FAULTS = {
    "syntax error": Fault("element", "rules.py", "def act(", "def act((  # here\n", "was never closed"),
    "name error": Fault("element", "rules.py", ACT, f"    {HERE[2:]}_is_nothing  {HERE}\n{ACT}", "NameError"),
    "typo in register": Fault("element", "rules.py", "    rules.event(", "    rules.evnt(  # here\n", "'evnt'"),
    "handler fails": Fault("element", "rules.py", ACT, f"    {FAILS}{ACT}", "KeyError"),
    "drawing fails": Fault("robot", "view.py", "", VIEW.format(register="pass", draw=FAILS), "KeyError"),
    "bot fails": Fault("bot", "bot.py", DRAWS, f"        {FAILS}{DRAWS}", "KeyError"),
    "import without end": Fault("element", "rules.py", "@hookimpl", LOOP.format("") + "@hookimpl", "without end"),
    "register without end": Fault(
        "element", "rules.py", "    rules.event(", f"    {LOOP.format('    ')}    rules.event(", "without end"
    ),
    "handler without end": Fault("element", "rules.py", ACT, f"    {LOOP.format('    ')}{ACT}", "without end"),
    "register_view without end": Fault(
        "robot", "view.py", "", VIEW.format(register=LOOP.format("    "), draw="pass"), "without end"
    ),
    "drawing without end": Fault(
        "robot", "view.py", "", VIEW.format(register="pass", draw=LOOP.format(" " * 8)), "without end"
    ),
    "bot without end": Fault("bot", "bot.py", DRAWS, f"        {LOOP.format(' ' * 8)}{DRAWS}", "without end"),
    "memory": Fault("element", "rules.py", ACT, FULL + ACT, "too much memory"),
    "set in the slot": Fault("option", "rules.py", FILL, '"on": {1, 2}', "a set"),
    "object in the slot": Fault("option", "rules.py", FILL, '"on": (print,) * count', "cannot be saved"),
    "list in the slot": Fault("option", "rules.py", FILL, '"on": [False] * count', "make it a tuple"),
    "same id": Fault(
        "element", "plugin.toml", 'id = "trial"', 'id = "oil"', "plugin.toml: id: there is a plugin 'oil'"
    ),
    "missing need": Fault(
        "element", "plugin.toml", "api = 2", 'api = 2\nneeds = ["nothing"]', "plugin.toml: needs: there is no plugin"
    ),
    "interface version": Fault("element", "plugin.toml", "api = 2", "api = 99", "plugin.toml"),
}


def processor_time() -> float:
    """Return the seconds of work that processes of this one have done and ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.long  # `test_play_check` tries the ways in which a check can end
@pytest.mark.parametrize("case", FAULTS)
def test_the_check_names_each_fault_in_time(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    fault = FAULTS[case]
    folder = create("Trial", fault.kind, tmp_path)
    path = folder / fault.file
    text = path.read_text(encoding="utf-8") if fault.old else ""
    assert fault.old in text
    text = text.replace(fault.old, fault.new, 1) if fault.old else fault.new
    # What is in a slot is named by the function that has left it there.
    text = text.replace("@hookimpl\ndef setup(", f"@hookimpl  {HERE}\ndef setup(")
    path.write_text(text, encoding="utf-8")
    marked = [number for number, line in enumerate(text.splitlines(), 1) if HERE in line]
    before = processor_time()
    report = check_apart(folder)
    assert processor_time() - before < SECONDS
    sentence = [problem for problem in report.problems if fault.text in problem]
    assert sentence, report.problems
    if fault.file.endswith(".py"):
        places = {f"{fault.file}:{line}" for line in marked}
        assert any(place in problem for problem in sentence for place in places), report.problems
