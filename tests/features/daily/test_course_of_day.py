"""The course of a day follows from the date alone, and from what comes with the game."""

import os
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from roborally.base import paths
from roborally.bots.registry import thinks_by_clock
from roborally.features.daily.course_of_day import BOTS, Almanac, code_of, digest_of_rules, own_plugins
from roborally.features.daily.result import line, symbols_of, text
from roborally.features.daily.results_file import DailyResult
from roborally.game.factory import make_game
from roborally.game.records.recorder import Recorder
from roborally.game.session.instant_thinker import InstantThinker
from roborally.game.session.local import LocalSession
from roborally.plugin_system.loader import Catalogue, find_plugins

DAY = date(2026, 11, 25)
MANY = 400
PROGRAM = """
from datetime import date
from roborally.features.daily.course_of_day import Almanac
from roborally.plugin_system.loader import find_plugins
almanac = Almanac(find_plugins())
for day in range(1, 9):
    course = almanac.course_of(date(2026, 11, day))
    print(course.config.to_data(), course.code)
"""


@pytest.fixture(scope="module")
def almanac(catalogue: Catalogue) -> Almanac:
    return Almanac(catalogue)


def test_every_process_chooses_the_same() -> None:
    """CLI-2081: nothing follows from Python's own hash, which differs from process to process."""
    text = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(text) == 1
    assert text.pop().count("\n") == 8


def test_days_differ_and_every_course_has_its_turn(almanac: Almanac) -> None:
    days = [almanac.course_of(DAY + timedelta(days=number)) for number in range(MANY)]
    assert len({day.config.match.seed for day in days}) == MANY
    courses = [day.course.id for day in days]
    count = len(set(courses))
    assert count > 10
    start = -(DAY.toordinal() % -count)
    assert len(set(courses[start : start + count])) == count, "each comes once before they are shuffled again"
    assert {day.config.match.mode for day in days} >= {"standard", "classic", "crash-and-burn", "auenland"}
    assert {seat.controller for day in days for seat in day.config.seats[1:]} == set(BOTS)


def test_every_course_can_be_played(almanac: Almanac, catalogue: Catalogue) -> None:
    for number in range(30):
        day = almanac.course_of(DAY + timedelta(days=number))
        game = day.game(catalogue, "Ada")
        assert day.is_of(game.config)
        assert [seat.controller for seat in game.config.seats].count("human") == 1
        assert game.config.match.timer == 0


def test_no_bot_thinks_by_the_clock() -> None:
    """CLI-2081: a bot is as strong on a slow machine."""
    assert not any(thinks_by_clock(bot) for bot in BOTS)


def test_what_a_player_has_added_changes_nothing(
    catalogue: Catalogue, almanac: Almanac, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """CLI-2081: neither their own course under a name of the game's, nor a plugin with an edition of its own."""
    boards = tmp_path / "boards"
    boards.mkdir()
    for path in paths.board_folder().glob("*.toml"):
        (boards / path.name).write_text('name = "Mine"\ngrid = """\n c1 d1^\n . d2^\n"""\n')
    monkeypatch.setattr(paths, "user_board_folder", lambda: boards)
    added = tmp_path / "plugins" / "aaa"
    added.mkdir(parents=True)
    manifest = (paths.plugin_folder() / "classic" / "plugin.toml").read_text(encoding="utf-8")
    (added / "plugin.toml").write_text(manifest.replace('id = "classic"', 'id = "aaa"'), encoding="utf-8")
    more = find_plugins([paths.plugin_folder(), added.parent])
    assert {plugin.id for plugin in more.modes()} > {plugin.id for plugin in own_plugins(more).modes()}
    again = Almanac(more)
    for number in range(20):
        day = DAY + timedelta(days=number)
        assert again.course_of(day) == almanac.course_of(day)


def test_another_match_is_not_that_of_the_day(almanac: Almanac, catalogue: Catalogue) -> None:
    day = almanac.course_of(DAY)
    config = day.game(catalogue, day.config.seats[1].name).config
    assert day.is_of(config)
    assert len({seat.name for seat in config.seats}) == len(config.seats), "a person may be called as a bot is"
    assert not almanac.course_of(DAY + timedelta(days=1)).is_of(config)
    other = msgspec.structs.replace(config, match=msgspec.structs.replace(config.match, seed=1))
    assert not day.is_of(other)
    assert not day.is_of(msgspec.structs.replace(config, rules={"checkpoints": 1}))


def test_the_code_tells_which_rules_were_played(almanac: Almanac, catalogue: Catalogue, tmp_path: Path) -> None:
    """CLI-2084."""
    course = almanac.course_of(DAY).course
    own = own_plugins(catalogue)
    assert code_of(own, "standard", course) == code_of(own, "standard", course)
    assert code_of(own, "standard", course) != code_of(own, "classic", course)
    codes: list[bytes] = []
    for rules, view in (("move = 1", "red"), ("move = 2", "red"), ("move = 2", "blue"), ("move = 2\r", "blue")):
        folder = tmp_path / str(len(codes))
        folder.mkdir()
        (folder / "plugin.toml").write_text("")
        (folder / "rules.py").write_bytes(f"{rules}\n".encode())
        (folder / "view.py").write_text(view)
        codes.append(digest_of_rules(folder))
    assert codes[0] != codes[1]
    assert codes[1] == codes[2], "colours are no rules"
    assert codes[2] == codes[3], "nor are the ends of lines"


def test_the_line_for_friends() -> None:
    """CLI-2083: plain text without a link."""
    result = DailyResult("2026-11-25", "2026-11-25", 7, 1, 4, "↑↑+×↑↑+", "0.1.0-b4727")
    assert line(result, "Water Mills") == (
        "RoboRally 2026-11-25 · Water Mills · place 1 of 4 · 7 turns · ↑↑+×↑↑+ · 0.1.0-b4727"
    )
    late = DailyResult("2026-11-25", "2026-11-27", 1, 2, 4, "+", "0.1.0-b4727")
    assert text(late) == "place 2 of 4 · 1 turn · late"


@pytest.mark.long
def test_there_is_a_symbol_for_each_turn(almanac: Almanac, catalogue: Catalogue) -> None:
    """CLI-2083: a robot that has won has reached its last goal in its last turn; each goal reached is one more."""
    day = almanac.course_of(DAY + timedelta(days=3))
    game = day.game(catalogue, "Ada")
    bots = [msgspec.structs.replace(seat, controller="greedy") for seat in game.config.seats]
    game = make_game(msgspec.structs.replace(game.config, seats=bots), catalogue, course=day.course)
    session = LocalSession.start(game, 5, InstantThinker(catalogue, "greedy"))
    recorder = Recorder(game, 5)
    recorder.attach(session)
    while not session.over:
        session.poll()
    winner = session.match.state.winners[0]
    symbols = symbols_of(recorder.record, game, winner)
    assert len(symbols) == session.match.state.turn
    assert symbols[-1] == "+"
    assert symbols.count("+") == day.course.checkpoints >= 2
    assert set(symbols) <= set("+×↑↓–")
