#!/usr/bin/env python3
"""Record the match of bots that is shown on the floor behind the main menu.

The same code always writes the same match; run it again when rules or the course have changed.
"""

import sys
from pathlib import Path

from roborally.arena.play import play
from roborally.bots.registry import make_bot
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.records.recorder import Recorder
from roborally.plugin_system.loader import find_plugins

FILE = Path(__file__).resolve().parents[1] / "assets" / "menu" / "floor.rrreplay"
BOT, SEED, TURNS = "greedy", 11, 30
NAMES = ("Bolt", "Ratchet", "Cog", "Sprocket", "Gizmo", "Rivet")


def record() -> Recorder:
    """Play the match and return its record."""
    catalogue = find_plugins()
    seats = [SeatConfig(name, BOT) for name in NAMES]
    config = MatchConfig(match=MatchSection(mode="classic", course="assembly-line", seed=SEED), seats=seats)
    game = make_game(config, catalogue)
    recorder = Recorder(game, SEED)
    play(game, [BOT] * len(NAMES), [make_bot(BOT, catalogue) for _name in NAMES], SEED, TURNS, recorder=recorder)
    return recorder


def main() -> int:
    """Write the file."""
    recorder = record()
    recorder.finish(FILE)
    print(f"{FILE}: {recorder.followed().state.turn} turns, {FILE.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
