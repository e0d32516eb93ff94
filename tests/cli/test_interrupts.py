"""Ctrl-C ends every command; what a plugin or a bot raises, a `KeyboardInterrupt` too, is a fault like others."""

import json
import signal
import threading
from asyncio import CancelledError
from pathlib import Path

import pytest

from roborally.base.errors import Stopped, TimeLimitExceeded, any_fault
from roborally.cli import main
from tests.sweeps import few_of
from tests.writing import write_bot_plugin

ANYTHING = [
    KeyboardInterrupt,
    SystemExit,
    GeneratorExit,
    CancelledError,
    StopIteration,
    type("Own", (BaseException,), {}),
]
RAISING = """
from roborally.plugin import hookimpl

class Raising:
    def choose(self, seen, decision, dice):
        raise {what}

@hookimpl
def register_bots(bots):
    bots.bot("raising", Raising)
"""
BREAKING = """
from roborally.plugin import hookimpl

def break_off(match):
    raise {what}

@hookimpl
def register(rules):
    rules.on("programming", break_off)
"""
OWN = "type('Own', (BaseException,), {})('gone')"


def caught(error: BaseException) -> bool:
    try:
        raise error
    except any_fault():
        return True


@pytest.mark.parametrize("kind", ANYTHING)
@pytest.mark.usefixtures("heeded")
def test_whatever_is_raised_is_a_fault(kind: type[BaseException]) -> None:
    assert caught(kind())


@pytest.mark.parametrize("kind", [Stopped, TimeLimitExceeded])
@pytest.mark.usefixtures("heeded")
def test_what_is_ours_goes_on_its_way(kind: type[BaseException]) -> None:
    with pytest.raises(kind):
        caught(kind())


def test_in_a_program_of_somebody_else_the_plain_one_is_ctrl_c() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    found: list[bool] = []
    try:
        with pytest.raises(KeyboardInterrupt):
            caught(KeyboardInterrupt())
        thread = threading.Thread(target=lambda: found.append(caught(KeyboardInterrupt())))
        thread.start()
        thread.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert found == [True], "no signal comes to another thread"


@pytest.mark.usefixtures("heeded")
def test_ctrl_c_ends_a_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def run(_arguments: object) -> int:
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("it goes on")

    monkeypatch.setattr("roborally.features.workshop.cli.run", run)
    assert main(["board", "list"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("kind", [kind for kind in ANYTHING if kind is not StopIteration])
@pytest.mark.usefixtures("heeded")
def test_what_a_plugin_raises_in_a_command_is_told(
    kind: type[BaseException], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(_arguments: object) -> int:
        raise kind

    monkeypatch.setattr("roborally.features.workshop.cli.run", run)
    assert main(["board", "list"]) == 2
    assert f"unexpected error: {kind.__name__}" in capsys.readouterr().err


@pytest.mark.parametrize("what", few_of(["KeyboardInterrupt", OWN, "SystemExit", "GeneratorExit"], 2))
@pytest.mark.usefixtures("heeded")
def test_an_exhibition_goes_on_after_a_bot_and_a_plugin(
    what: str, user_plugins: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_bot_plugin(user_plugins, "trial-bot", RAISING.format(what=what))
    words = ["--course", "first-steps", "--seed", "9", "--games", "1", "--jobs", "1", "--json"]
    assert main(["exhibit", "--bots", "random,raising", *words]) == 0
    row = next(row for row in json.loads(capsys.readouterr().out)["by_bot"] if row["bot"] == "raising")
    assert row["faults"] == row["thinking"]["answers"] > 0
    rules = write_bot_plugin(user_plugins, "trial-rules", BREAKING.format(what=what))
    (rules / "bot.py").rename(rules / "rules.py")
    manifest = (rules / "plugin.toml").read_text(encoding="utf-8")
    (rules / "plugin.toml").write_text(manifest.replace('"bot"', '"rules"'), encoding="utf-8")
    match = tmp_path / "match.toml"
    seats = "".join(f'[[seats]]\nname = "{name}"\ncontroller = "random"\n' for name in ("Ada", "Bob"))
    match.write_text(f'[match]\nmode = "standard"\nplugins = ["trial-rules"]\n{seats}', encoding="utf-8")
    assert main(["exhibit", str(match), "--bots", "random,random", *words]) == 0
    assert "plugin 'trial-rules' failed in rules.py, line 5" in capsys.readouterr().out
