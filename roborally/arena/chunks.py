"""Bundles of games, as they are given to this process, to other processes or to the machines of a cluster.

A bundle is large enough that handing it over costs little, and small enough that little is lost when it is.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import lru_cache
from itertools import islice
from pathlib import Path

import msgspec

from roborally.arena.build import build_of, difference
from roborally.arena.plan import ExhibitionGames, Result, Terms
from roborally.base.errors import GameError
from roborally.plugin_system.loader import find_plugins

CHUNK_SECONDS = 0.25
"""How long a bundle shall take. Handing one to a cluster costs some milliseconds."""
MAX_IN_CHUNK = 1000
_WAITING = 2
"""So many bundles lie ready for each of those who play."""

Submit = Callable[[Sequence[int]], "Future[bytes]"]


class Chunk(msgspec.Struct):
    """Games that were played one after the other, and how many seconds that took."""

    results: list[Result]
    seconds: float


def play_spread(numbers: Iterable[int], submit: Submit, workers: Callable[[], int]) -> Iterator[Result]:
    """Yield the games with these numbers in the order in which they are finished.

    `submit` takes numbers and begins to play them; the future brings what `play_chunk` returns, or its error.
    `workers` tells how many play now; while nobody does, the games wait for somebody.
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


# --- where the games are played --------------------------------------------------------------------------------------


def play_chunk(terms: bytes, folders: tuple[Path, ...] | None, numbers: Sequence[int]) -> bytes:
    """Play games under encoded terms with the plugins found in `folders`; return an encoded `Chunk`.

    Raises `GameError` when the code here is not that of the terms.
    """
    table = table_for(terms, folders)
    began = time.perf_counter()
    results = [table.play(number) for number in numbers]
    return msgspec.json.encode(Chunk(results, time.perf_counter() - began))


@lru_cache(maxsize=1)
def table_for(encoded: bytes, folders: tuple[Path, ...] | None) -> ExhibitionGames:
    """Return where games under encoded terms are played, built once for all that this process will play.

    Raises `GameError` when the code here is not that of the terms.
    """
    terms = msgspec.json.decode(encoded, type=Terms)
    catalogue = find_plugins(folders)
    present = build_of(list(terms.build.plugins), terms.exhibition.bots, catalogue)
    if problem := difference(terms.build, present):
        raise GameError("this process cannot play the games: {problem}", problem=problem)
    return ExhibitionGames(terms, catalogue)
