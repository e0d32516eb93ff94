"""Plays the games of an exhibition on this computer, in this process or in several."""

import multiprocessing
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import msgspec

from roborally.arena.chunks import play_chunk, play_spread
from roborally.arena.plan import Exhibition, ExhibitionGames, Result, Terms, lineup, make_terms, seed_of
from roborally.arena.play import Outcome
from roborally.base.child_process import set_up_child_process
from roborally.base.errors import GameError
from roborally.plugin_system.loader import Catalogue

__all__ = ["Exhibition", "lineup", "play_numbers", "run_exhibition", "seed_of"]


def run_exhibition(
    exhibition: Exhibition, catalogue: Catalogue, jobs: int = 1, folders: Sequence[Path] | None = None
) -> Iterator[Outcome]:
    """Yield the outcomes of all games in the order of their numbers, played in `jobs` processes.

    Other processes look for plugins in `folders`, as `find_plugins` does. Raises `GameError` if the exhibition cannot
    be played, or if a process dies.
    """
    results = play_numbers(make_terms(exhibition, catalogue), range(exhibition.games), catalogue, jobs, folders)
    return _in_order(result.game for result in results)


def _in_order(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """Yield outcomes, which come in any order, in the order of their numbers from 0 on."""
    early: dict[int, Outcome] = {}
    wanted = 0
    for outcome in outcomes:
        early[outcome.number] = outcome
        while wanted in early:
            yield early.pop(wanted)
            wanted += 1


def play_numbers(
    terms: Terms, numbers: Sequence[int], catalogue: Catalogue, jobs: int, folders: Sequence[Path] | None = None
) -> Iterator[Result]:
    """Return the results of the games with these numbers as they end; with several processes (`jobs`) in any order.

    `folders` are those in which other processes look for plugins, `None` for the default ones.
    """
    jobs = min(jobs, len(numbers))
    if jobs <= 1:
        table = ExhibitionGames(terms, catalogue)
        return (table.play(number) for number in numbers)
    return _in_processes(terms, numbers, jobs, None if folders is None else tuple(folders))


def _in_processes(
    terms: Terms, numbers: Iterable[int], jobs: int, folders: tuple[Path, ...] | None
) -> Iterator[Result]:
    encoded = msgspec.json.encode(terms)
    executor = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), set_up_child_process)
    try:
        yield from play_spread(
            numbers, lambda chunk: executor.submit(play_chunk, encoded, folders, chunk), lambda: jobs
        )
    except BrokenProcessPool:
        raise GameError(
            "a process ended during a game, perhaps because of a bot; with --jobs 1 this process plays"
        ) from None
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
