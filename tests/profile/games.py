"""Games to put into a history, and processes that put them there; `python -m tests.profile.games JOB FILE ARGUMENT`."""

import itertools
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from roborally.plugin_system.loader import find_plugins
from roborally.profile import Finished, History, HistorySeat, aside, database, find_achievements, record
from tests.waiting import PATIENCE

# Written down apart from the game's own list (STD-1501 to STD-1511).
STATISTICS = (
    *("fwd", "back", "left", "right", "uturn", "taken", "deaths", "dealt", "kills", "repaired", "pdowns"),
    "pushed",
)
_numbers = itertools.count(1)


def a_game(
    counters: Mapping[str, int] | None = None, *, won: bool = False, id_: str = "", counted: bool = True, **more: int
) -> Finished:
    """Return a finished game that is like no other, with the given counters and, if all are `counted`, 0 for others."""
    all_counters = {**(dict.fromkeys(STATISTICS, 0) if counted else {}), **(counters or {}), **more}
    return Finished(
        game=id_ or f"game {next(_numbers)}",
        when="2026-01-02T03:04:05+00:00",
        mode="standard",
        course="ring-race",
        turns=7,
        titles={statistic: statistic.title() for statistic in all_counters},
        seats=[HistorySeat(0, "Ada", "tanky", won, all_counters)],
    )


def record_many(path: Path, name: str) -> None:
    """Record 25 games, each with a new connection, and print the achievements that each of them has reached."""
    achievements = find_achievements(find_plugins(installed=False))
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(25):
        with History.open(path) as history:
            game = a_game(id_=f"{name} {number}", fwd=1, taken=20)
            for achievement in record(history, game, achievements):
                print(achievement.id, flush=True)


def die_in_the_middle(path: Path, moment: str) -> None:
    """Begin to record a game and be killed by the operating system: before the end of the transaction, or behind it."""
    with History.open(path) as history:
        history.keep(a_game(id_="first", fwd=1))
    history = History.open(path)
    if moment == "before":
        with history.transaction():
            # Much more than fits into the cache, so that a part of it has reached the disk.
            history.connection.execute("PRAGMA cache_size = 2")
            for number in range(300):
                history.keep(a_game(id_=f"lost {number}", fwd=1))
            os.kill(os.getpid(), signal.SIGKILL)
    history.keep(a_game(id_="second", fwd=1))
    os.kill(os.getpid(), signal.SIGKILL)


def be_patient() -> None:
    """Wait as long for another process as tests do."""
    for module in (aside, database):
        vars(module)["PATIENCE"] = PATIENCE


JOBS = {"record": record_many, "die": die_in_the_middle}

if __name__ == "__main__":
    be_patient()
    JOBS[sys.argv[1]](Path(sys.argv[2]), sys.argv[3])
