"""Bots, games and plugin folders for the tests of bots."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.session.bot_pool import BotPool
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.shipped import drawn
from tests.waiting import PATIENCE
from tests.writing import write_bot_plugin

BAD_BOTS = '''
"""Bots that go wrong in every way that there is."""
import os
import sys
import time

from roborally.plugin import hookimpl


class Raising:
    def choose(self, observation, decision, dice):
        raise RuntimeError("no idea")


class Dying:
    def choose(self, observation, decision, dice):
        os._exit(3)


class Endless:
    def choose(self, observation, decision, dice):
        while True:
            pass


class Hesitating:
    def choose(self, observation, decision, dice):
        from roborally.bots.plugin import note_best

        note_best(())
        note_best(("",) * 5)
        while True:
            pass


class Sleeping:
    def choose(self, observation, decision, dice):
        time.sleep(86400)


class Stopping:
    def choose(self, observation, decision, dice):
        sys.exit("enough")


class Odd(Exception):
    def __init__(self, one, two):
        super().__init__(one)


class Strange:
    def choose(self, observation, decision, dice):
        raise Odd("odd", 2)


class Talking:
    def choose(self, observation, decision, dice):
        return self


class Cheating:
    def choose(self, observation, decision, dice):
        return ("move3@840",) * 5


class Counting:
    asked = 0

    def choose(self, observation, decision, dice):
        self.asked += 1
        if self.asked == 3:
            raise RuntimeError("the third question")
        return (str(self.asked),)


class Preparing:
    seen = ()

    def prepare(self, observation, dice):
        self.seen = (observation.seat, [piece["cell"] >= 0 for piece in observation.data["pieces"]])
        if observation.seat == 2:
            raise RuntimeError("a part of it is done")

    def choose(self, observation, decision, dice):
        return self.seen


class Unmakeable:
    def __init__(self):
        raise OSError("no licence")


@hookimpl
def register_bots(bots):
    bad = (Sleeping, Stopping, Strange, Talking, Raising, Dying, Endless, Cheating, Unmakeable, Counting, Hesitating)
    bots.bot("preparing", Preparing)
    for make in bad:
        bots.bot(make.__name__.lower(), make)
'''
MakeGame = Callable[..., Game]


@pytest.fixture(autouse=True)
def _time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """No bot's time is over because the machine is busy."""
    monkeypatch.setattr("roborally.arena.play.thinking_seconds", lambda rules: PATIENCE)


@pytest.fixture
def plugin_folders(tmp_path: Path) -> list[Path]:
    """The game's plugins and a folder with bots that go wrong."""
    write_bot_plugin(tmp_path / "plugins", "bad-bots", BAD_BOTS)
    return [paths.plugin_folder(), tmp_path / "plugins"]


@pytest.fixture
def bots(plugin_folders: list[Path]) -> Iterator[BotPool]:
    """Yield a process in which bots think."""
    pool = BotPool(1, plugin_folders)
    yield pool
    pool.close()


@pytest.fixture
def catalogue(plugin_folders: list[Path]) -> Catalogue:
    return find_plugins(plugin_folders, installed=False)


@pytest.fixture
def make(catalogue: Catalogue) -> MakeGame:
    """Make a game on a board that is drawn here."""

    def make_on(
        grid: str,
        mode: str = "standard",
        bots: list[str] | None = None,
        models: tuple[str, ...] = (),
        rules: dict[str, Any] | None = None,
    ) -> Game:
        controllers = bots or ["greedy", "greedy"]
        seats = [
            SeatConfig(f"S{number}", controller, models[number] if models else "")
            for number, controller in enumerate(controllers)
        ]
        section = MatchSection(mode=mode, course="drawn", plugins=["classic-robots"])
        config = MatchConfig(section, rules or {}, seats=seats)
        return make_game(config, catalogue, course=drawn(grid, catalogue, "drawn"), strict=False)

    return make_on
