"""The command `roborally replay`: prints a recorded match in words, shows it, exports it, or verifies it."""

import argparse
import json
from pathlib import Path
from typing import Any

from roborally.base.console import give, say
from roborally.cli.window import open_window
from roborally.features.replays import cli_export
from roborally.game.factory import Game
from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import Record, ReplayError, changed_plugins, load_replay
from roborally.narration.chronicle import Chronicle, is_sentence
from roborally.narration.match_log import MatchLog
from roborally.plugin_system.loader import find_plugins


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `roborally replay`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a replay file (.rrreplay)")
    parser.add_argument("--verify", action="store_true", help="only check that playing it again gives the same match")
    parser.add_argument("--watch", action="store_true", help="show it in the window")
    parser.add_argument(
        "--json",
        action="store_true",
        help="print the match as JSON: its settings, its events, and the result of the check",
    )
    cli_export.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print and verify a replay, show it, or export it; return 1 if playing it again gives another match, else 0."""
    if arguments.export:
        return cli_export.run(arguments)
    cli_export.refuse_options(arguments)
    if arguments.watch:
        return _watch(arguments.file)
    game, record = load_replay(arguments.file, find_plugins())
    changed = changed_plugins(record, game)
    if changed and arguments.verify:
        raise ReplayError("{changed}, so it cannot be verified", where=arguments.file, changed=changed[0])
    difference = "" if changed else verify(record, game)
    if arguments.json:
        give(json.dumps(as_data(record, difference, [str(note) for note in changed]), indent=2) + "\n")
    else:
        if not arguments.verify and not print_match(record, game):
            raise ReplayError("is damaged: what comes after that cannot be told", where=arguments.file)
        for note in changed:
            say(f"not verified: {note}")
        if not changed:
            say(f"differs: {difference}" if difference else f"verified: {len(record.marks)} digests are equal")
    return 1 if difference else 0


def _watch(path: Path) -> int:
    """Open the window at a recorded match; return the exit status."""
    catalogue = find_plugins()
    game, record = load_replay(path, catalogue)

    def first(services: Any) -> None:
        services.router.open("replay", game=game, record=record)

    return open_window(catalogue, first, speed="normal")


def print_match(record: Record, game: Game) -> bool:
    """Print a match in words, with a heading for each turn and register; return `False` if it is damaged."""
    log = MatchLog(Chronicle.of(game, detailed=True))
    say(f"{game.config.match.mode} on {game.course.name}, seed {record.seed}")
    for seat, player in enumerate(game.config.seats):
        robot = f", {player.robot}" if player.robot else ""
        say(f"  seat {seat}: {player.name} ({player.controller}{robot})")
    is_whole = log.narrate_all(record.events)
    for number, line in enumerate(log):
        if log.event(number)["type"] == "moment":
            say()
            say(line)
        else:
            say(f"  {line}" if is_sentence(line) else f" {line}")
    return is_whole


def as_data(record: Record, difference: str, changed: list[str]) -> dict[str, object]:
    """Return the output of `--json`; `verified` and `difference` are missing if `changed` has notes about plugins."""
    data: dict[str, object] = {
        "config": record.config,
        "seed": record.seed,
        "plugins": record.plugins,
        "digests": [[mark.turn, mark.stage, mark.name, mark.digest] for mark in record.marks],
        "events": record.events,
        "changed": changed,
    }
    if not changed:
        data |= {"verified": not difference, "difference": difference}
    return data
