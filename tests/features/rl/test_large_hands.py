"""No card of a hand and no choice of a question is out of reach of those who learn without a word about it."""

import logging
from pathlib import Path

import pytest

from roborally.base import paths
from roborally.features.rl.match_stepper import MatchStepper, Setup
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.writing import write_bot_plugin

RULES = """
from roborally.plugin import hookimpl

@hookimpl
def register(rules):
    rules.modify("hand-size", more)
    rules.decision("colour", lambda match, decision, answer: None)
    rules.on("programming", ask)

def more(match, size, piece):
    return size + {extra}

def ask(match):
    for piece in match.robots:
        match.ask("colour", piece, 15, tuple(range(20)))
"""


def stepper(folder: Path, extra: str) -> MatchStepper:
    plugin = write_bot_plugin(folder, "large-hands", RULES.format(extra=extra))
    (plugin / "bot.py").rename(plugin / "rules.py")
    manifest = (plugin / "plugin.toml").read_text(encoding="utf-8").replace('"bot"', '"rules"')
    (plugin / "plugin.toml").write_text(f'needs = ["program-cards"]\n{manifest}', encoding="utf-8")
    catalogue: Catalogue = find_plugins([paths.plugin_folder(), folder], installed=False)
    return MatchStepper(Setup(plugins=["large-hands"], catalogue=catalogue))


def begun(found: MatchStepper, kind: str) -> MatchStepper:
    """Return a stepper with a match in which the first seat is asked this."""
    found.begin(1)
    while 0 not in found.asked or found.asked[0]["kind"] != kind:
        for seat in list(found.asked):
            found.lay(seat, 1)
        found.go_on()
    return found


def test_every_card_of_a_large_hand_can_be_laid(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    found = begun(stepper(tmp_path, "7"), "program")
    seen = found.seen(0)
    assert len(found.items(0, seen)) == 16
    assert found.allowed(0, seen) == list(range(1, 17))
    for action in range(12, 17):
        assert found.lay(0, action)
    laid = next(answer for id_, answer in found.match.state.sealed.items() if id_.startswith("program"))
    assert len(set(laid)) == 5
    assert [record for record in caplog.records if "'program'" in record.getMessage()] == []


def test_what_is_out_of_reach_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    found = begun(stepper(tmp_path, "(20 if match.state.turn else 0)"), "program")
    for _ in range(3):
        assert len(found.items(0, found.seen(0))) == found.actions - 1
    assert max(found.allowed(0, found.seen(0))) == found.actions - 1
    text = [record.getMessage() for record in caplog.records if "'program'" in record.getMessage()]
    assert text == [f"agents choose among {found.actions - 1} of the 29 items of question 'program'"]


def test_of_many_choices_the_default_is_within_reach(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    found = begun(stepper(tmp_path, "0"), "colour")
    assert found.items(0, found.seen(0))[:3] == (15, 0, 1)
    assert [record for record in caplog.records if "of the 20 items of question 'colour'" in record.getMessage()]
