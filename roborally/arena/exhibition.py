"""Plays the games of an exhibition on this computer, in this process or in several."""

import multiprocessing
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import msgspec

from roborally.arena.chunks import play_chunk, play_spread
from roborally.arena.plan import ExhibitionGames, Result, Terms
from roborally.base.child_process import set_up_child_process
from roborally.base.errors import GameError
from roborally.plugin_system.loader import Catalogue


def play_numbers(terms: Terms, numbers: Sequence[int], catalogue: Catalogue, jobs: int) -> Iterator[Result]:
    """Return the results of the games with these numbers as they end; with several processes (`jobs`) in any order."""
    jobs = min(jobs, len(numbers))
    if jobs <= 1:
        table = ExhibitionGames(terms, catalogue)
        return (table.play(number) for number in numbers)
    return _in_processes(terms, numbers, jobs)


def _in_processes(terms: Terms, numbers: Iterable[int], jobs: int) -> Iterator[Result]:
    encoded = msgspec.json.encode(terms)
    executor = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), set_up_child_process)
    try:
        yield from play_spread(numbers, lambda chunk: executor.submit(play_chunk, encoded, chunk), lambda: jobs)
    except BrokenProcessPool:
        raise GameError(
            "a process ended during a game, perhaps because of a bot; with --jobs 1 this process plays"
        ) from None
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
