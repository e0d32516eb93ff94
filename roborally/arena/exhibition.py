"""Many games between bots: who sits where, with which seed, in how many processes.

Every game is a pure function of the exhibition and the game's number, so it does not matter who plays it, or when.
"""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import msgspec

from roborally.arena.play import Outcome, play
from roborally.bots.processes import begin_process
from roborally.bots.registry import make_bot
from roborally.config import Game, MatchConfig, make_game
from roborally.core.dice import derive
from roborally.errors import GameError
from roborally.loader import Catalogue, find_plugins

TURN_LIMIT = 200
"""A game is stopped after so many turns: bots that chase each other in circles would never end it."""
_SEED_BITS = 53
_CHUNK = 4


class Exhibition(msgspec.Struct, frozen=True):
    """What is played: a match configuration, a bot for each seat, the number of games and the seed of them all."""

    config: MatchConfig
    bots: tuple[str, ...]
    games: int
    seed: int
    limit: int = TURN_LIMIT


def lineup(exhibition: Exhibition, number: int) -> tuple[str, ...]:
    """Return the bots by seat in one game: they move up one seat from game to game."""
    turn = number % len(exhibition.bots)
    return exhibition.bots[turn:] + exhibition.bots[:turn]


def seed_of(exhibition: Exhibition, number: int) -> int:
    """Return the seed of one game."""
    return derive(exhibition.seed, "exhibition", number) >> (64 - _SEED_BITS)


def play_number(exhibition: Exhibition, game: Game, catalogue: Catalogue, number: int) -> Outcome:
    """Play one game of an exhibition."""
    names = lineup(exhibition, number)
    bots = [make_bot(name, catalogue) for name in names]
    return play(game, names, bots, seed_of(exhibition, number), exhibition.limit, number)


def run_exhibition(
    exhibition: Exhibition, catalogue: Catalogue, jobs: int = 1, folders: Sequence[Path] | None = None
) -> Iterator[Outcome]:
    """Play all games in `jobs` processes and return their outcomes in the order of their numbers.

    `folders` are where other processes look for plugins, as for `find_plugins`. Raises `GameError` when the
    configuration cannot be played, or when a process dies.
    """
    game = make_game(exhibition.config, catalogue)
    for name in exhibition.bots:
        make_bot(name, catalogue)
    if jobs <= 1:
        return (play_number(exhibition, game, catalogue, number) for number in range(exhibition.games))
    return _in_processes(exhibition, min(jobs, exhibition.games), folders)


def _in_processes(exhibition: Exhibition, jobs: int, folders: Sequence[Path] | None) -> Iterator[Outcome]:
    executor = ProcessPoolExecutor(
        jobs,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin,
        initargs=(msgspec.json.encode(exhibition), folders),
    )
    chunk = max(1, min(_CHUNK, exhibition.games // (4 * jobs)))
    try:
        yield from executor.map(_play, range(exhibition.games), chunksize=chunk)
    except BrokenProcessPool:
        raise GameError(
            "a process ended while it played, perhaps because of a bot; --jobs 1 plays in this one"
        ) from None
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


# --- in the other process -------------------------------------------------------------------------------------------

_own: tuple[Exhibition, Game, Catalogue] | None = None


def _begin(encoded: bytes, folders: Sequence[Path] | None) -> None:
    """Build the game once for all that this process will play."""
    global _own
    begin_process()
    exhibition = msgspec.json.decode(encoded, type=Exhibition)
    catalogue = find_plugins(folders)
    _own = (exhibition, make_game(exhibition.config, catalogue), catalogue)


def _play(number: int) -> Outcome:
    assert _own is not None, "the process has been prepared"
    exhibition, game, catalogue = _own
    return play_number(exhibition, game, catalogue, number)
