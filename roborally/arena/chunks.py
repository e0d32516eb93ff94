"""Bundles the games of an exhibition for worker processes or the machines of a cluster, and plays a bundle there.

A bundle is large enough that handing it over costs little, and small enough that little is lost if it fails.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import lru_cache
from itertools import islice

import msgspec

from roborally.arena.build import build_of, difference
from roborally.arena.plan import ExhibitionGames, Result, Terms
from roborally.base.errors import GameError
from roborally.plugin_system.loader import find_plugins

CHUNK_SECONDS = 0.25
"""The time in seconds that a bundle of games should take. Sending one to a cluster costs some milliseconds."""
MAX_IN_CHUNK = 1000
_WAITING = 2
"""The number of bundles queued for each worker."""

Submit = Callable[[Sequence[int]], "Future[bytes]"]


class Chunk(msgspec.Struct):
    """The results of a bundle of games, and the seconds that they took in total."""

    results: list[Result]
    seconds: float


def play_spread(numbers: Iterable[int], submit: Submit, workers: Callable[[], int]) -> Iterator[Result]:
    """Yield the results of the games with these numbers, in order of completion.

    `submit` starts to play games by number and returns a future with the encoded `Chunk` or the error of `play_chunk`.
    `workers` returns the current number of workers; without workers the games wait.
    """
    waiting = iter(numbers)
    running: set[Future[bytes]] = set()
    size, seconds, games = 1, 0.0, 0
    try:
        while True:
            ready = _WAITING * max(1, workers())
            while len(running) < ready and (chunk := list(islice(waiting, size))):
                running.add(submit(chunk))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                played = msgspec.json.decode(future.result(), type=Chunk)
                seconds += played.seconds
                games += len(played.results)
                yield from played.results
            size = max(1, min(MAX_IN_CHUNK, round(CHUNK_SECONDS * games / max(seconds, 1e-6))))
    finally:
        for future in running:
            future.cancel()


# --- the workers -----------------------------------------------------------------------------------------------------


def play_chunk(terms: bytes, numbers: Sequence[int]) -> bytes:
    """Play the games with these numbers under JSON-encoded `Terms`; return a JSON-encoded `Chunk`.

    Raises `GameError` if the code here differs from that of the terms.
    """
    table = table_for(terms)
    began = time.perf_counter()
    results = [table.play(number) for number in numbers]
    return msgspec.json.encode(Chunk(results, time.perf_counter() - began))


@lru_cache(maxsize=1)
def table_for(encoded: bytes) -> ExhibitionGames:
    """Return the `ExhibitionGames` for JSON-encoded `Terms`; this process keeps the last one.

    Raises `GameError` if the code here differs from that of the terms.
    """
    terms = msgspec.json.decode(encoded, type=Terms)
    catalogue = find_plugins()
    present = build_of(list(terms.build.plugins), terms.exhibition.bots, catalogue)
    if problem := difference(terms.build, present):
        raise GameError("this process cannot play the games: {problem}", problem=problem)
    return ExhibitionGames(terms, catalogue)
