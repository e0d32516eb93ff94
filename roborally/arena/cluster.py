"""Plays the games of an exhibition on a Dask cluster. Needs the optional packages of the extra `cluster`.

Games are submitted through Dask's `concurrent.futures` executor. If a worker dies, its games are given to another one.
Dask's own configuration controls how connections are secured (TLS).
"""

import asyncio
import logging
import math
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from types import TracebackType

import msgspec
from distributed import Client, KilledWorker, Security
from distributed.comm.core import connect

from roborally.arena.build import Build, build_of, difference
from roborally.arena.chunks import play_chunk, play_spread
from roborally.arena.plan import Result, Terms
from roborally.base.errors import GameError
from roborally.plugin_system.loader import find_plugins

_CONNECT_SECONDS = 10
_RETRIES = 2
_COUNT_SECONDS = 1.0
"""The minimum number of seconds between two requests for the scheduler's workers."""


class Cluster:
    """A connection to a cluster whose workers have the code that the terms of an exhibition require."""

    def __init__(self, address: str, terms: Terms, patience: float = _CONNECT_SECONDS) -> None:
        """Connect to the scheduler at `address`, such as `tls://host:8786`.

        `patience` is the number of seconds to wait for the scheduler, and then for a worker. Raises `GameError` if
        there is none, or if a worker has other code.
        """
        self._address = address
        self._patience = patience
        self._terms = terms
        self._encoded = msgspec.json.encode(terms)
        self._workers = 0
        self._counted_at = -math.inf
        # This module reports errors itself, in one sentence.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self._client = self._connect()
        try:
            self._check_workers()
        except BaseException:
            self._client.close()
            raise

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def play(self, numbers: Sequence[int]) -> Iterator[Result]:
        """Yield the results of the games with these numbers, in any order; raise `GameError` if the cluster is lost."""
        executor = self._client.get_executor(pure=False, retries=_RETRIES)
        try:
            yield from play_spread(
                numbers, lambda chunk: executor.submit(play_chunk, self._encoded, chunk), self._count_workers
            )
        except KilledWorker:
            raise GameError(
                "several workers of the cluster ended during the same games, perhaps because of a bot"
            ) from None
        except (CancelledError, OSError):
            raise GameError("the connection to the cluster is lost", where=self._address) from None
        finally:
            executor.shutdown(wait=False)

    def _count_workers(self) -> int:
        """Return how many games the cluster can play at a time, as last counted, at most `_COUNT_SECONDS` ago."""
        if time.monotonic() - self._counted_at >= _COUNT_SECONDS:
            self._workers, self._counted_at = sum(self._client.nthreads().values()), time.monotonic()
        return self._workers

    def _connect(self) -> Client:
        try:
            # A client that cannot connect would delay the end of the program.
            asyncio.run(_knock(self._address, self._patience))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about other versions of Python; we compare what matters for a game
                client = Client(self._address, timeout=self._patience, set_as_default=False)
        except (OSError, ValueError, RuntimeError, TypeError) as error:
            reason = " ".join(str(error).split())
            raise GameError("there is no cluster: {reason}", where=self._address, reason=reason) from None
        try:
            client.wait_for_workers(1, timeout=self._patience)
        except TimeoutError:
            client.close()
            raise GameError("the cluster has no workers", where=self._address) from None
        return client

    def _check_workers(self) -> None:
        wanted = self._terms.build
        plugins, bots = list(wanted.plugins), self._terms.exhibition.bots
        found: Mapping[str, object] = self._client.run(build_here, plugins, bots, on_error="return")
        for worker, build in sorted(found.items()):
            if not isinstance(build, Build):
                raise GameError("worker {worker} cannot play: {problem}", worker=worker, problem=build)
            if problem := difference(wanted, build):
                raise GameError("worker {worker} cannot play: {problem}", worker=worker, problem=problem)


async def _knock(address: str, patience: float) -> None:
    """Open and close a connection; raise `OSError` or `ValueError` if no scheduler answers in `patience` seconds."""
    secured = Security().get_connection_args("client")
    if address.startswith("tls:") and secured.get("ssl_context") is None:
        raise ValueError("tls needs certificates, which Dask's configuration names under distributed.comm.tls")
    comm = await connect(address, timeout=patience, **secured)
    await comm.close()


def build_here(plugins: Sequence[str], bots: Sequence[str]) -> Build:
    """Return the installed code of the game and the plugins where this function runs, on a worker of the cluster."""
    return build_of(plugins, bots, find_plugins())
