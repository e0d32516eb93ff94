"""Equal in every process: whatever the hash seed, without a window, and without growing."""

import gc
import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from roborally.game.scenario.file import scenarios_of
from tests.fuzz.play import EDITIONS, play, random_game

ROOT = Path(__file__).resolve().parents[2]
GROWTH = 100_000
"""How many bytes 300 matches may leave behind, about 330 each; it was 11,971 in all when this was written."""

SAME_MATCH = """
import hashlib, json
from roborally.arena.plan import Exhibition
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from tests.arena.setting import outcomes
from tests.fuzz.play import EDITIONS, play, random_game
from tests.shipped import catalogue

told = []
for mode in EDITIONS:
    for number in range(2):
        digests = []
        game = random_game(mode, number)
        match = game.start(number)
        def mark(event):
            if event["type"] == "moment":
                digests.append(match.digest())
        played = play(game, number, 5, match=match, on_event=mark)
        events = hashlib.sha256(json.dumps(played.events).encode()).hexdigest()
        told.append((mode, number, digests, events, match.digest()))
seats = [SeatConfig("A", robot="albot"), SeatConfig("B")]
config = MatchConfig(MatchSection(course="first-steps"), seats=seats)
played = outcomes(Exhibition(config, ("greedy", "planner"), 1, 11))
print(json.dumps([told, repr(played)]))
"""

HEADLESS = """
import importlib, pathlib, sys, runpy
import roborally
folder = pathlib.Path(roborally.__file__).parent
files = [path.relative_to(folder.parent).with_suffix("") for path in folder.rglob("*.py")]
names = sorted(".".join(file.parts) for file in files if file.name not in ("__init__", "__main__"))
apart = {"ui", "window", "templates"}
names = [name for name in names if not apart & set(name.split("."))]
for name in names:
    importlib.import_module(name)
from roborally.plugin_system.loader import find_plugins
for plugin in find_plugins(installed=False).plugins.values():
    plugin.module
from roborally.cli import main
assert main(["scenario", sys.argv[1]]) == 0
drawing = sorted({name.partition(".")[0] for name in sys.modules} & {"arcade", "pyglet"})
print(len(names), drawing)
"""


def run(code: str, *arguments: str, **environment: str) -> str:
    """Run Python code in a fresh process and return the last line that it prints."""
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]


def test_hash_seeds_change_nothing() -> None:
    """Neither random matches nor games of bots."""
    text = [run(SAME_MATCH, PYTHONHASHSEED=str(seed)) for seed in range(2)]
    matches, outcomes = json.loads(text[0])
    assert len(matches) == 2 * len(EDITIONS)
    assert sum(len(digests) for _, _, digests, _, _ in matches) > 75
    assert "Outcome" in outcomes
    assert text[0] == text[1]


def test_nothing_but_the_window_loads_arcade() -> None:
    scenario = scenarios_of(ROOT / "plugins" / "archive")[0]
    count, _, drawing = run(HEADLESS, str(scenario)).partition(" ")
    assert int(count) > 20
    assert drawing == "[]"


@pytest.mark.long
def test_memory_does_not_grow_from_match_to_match() -> None:
    def play_many(first: int, count: int) -> None:
        for number in range(first, first + count, 10):
            game = random_game(("standard", "classic")[number // 10 % 2], number)
            for seed in range(10):
                play(game, seed, 1)

    play_many(0, 100)
    gc.collect()
    tracemalloc.start()
    try:
        play_many(0, 40)
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        play_many(1000, 300)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < GROWTH, f"{after - before:,} bytes are left of 300 matches"
