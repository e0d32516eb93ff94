"""The same games on a cluster, with workers that die or have other code.

The library of clusters is loaded by the tests that start one, not to collect them.
"""

import os
import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
import pytest

from roborally.arena.build import Build, PluginBuild, difference
from roborally.arena.chunks import play_chunk
from roborally.arena.plan import Terms, make_terms
from roborally.base.errors import GameError
from tests.arena.setting import exhibition, outcomes, terms
from tests.shipped import catalogue
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from distributed import LocalCluster

    from roborally.arena.cluster import Cluster

GAMES = 60


@pytest.fixture(scope="module")
def cluster() -> Iterator["LocalCluster"]:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        yield cluster


def connected(cluster: "LocalCluster", wanted: Terms, *more: float) -> "Cluster":
    from roborally.arena.cluster import Cluster

    return Cluster(cluster.scheduler_address, wanted, *more)


def other(**changes: object) -> Terms:
    return msgspec.structs.replace(terms(), build=msgspec.structs.replace(terms().build, **changes))


@pytest.mark.long
def test_a_worker_killed_midway_loses_nothing(cluster: "LocalCluster") -> None:
    plan = exhibition("random", "random", "random", games=GAMES)
    victim = next(iter(cluster.workers.values())).pid
    games = {}
    with connected(cluster, make_terms(plan, catalogue())) as players:
        for result in players.play(range(GAMES)):
            assert result.game.number not in games
            games[result.game.number] = result.game
            if len(games) == 10:
                os.kill(victim, signal.SIGKILL)
    assert [games[number] for number in range(GAMES)] == outcomes(plan)
    assert victim not in [worker.pid for worker in cluster.workers.values()]


def test_workers_with_other_plugins_are_refused_before_anything_is_played(cluster: "LocalCluster") -> None:
    wanted = other(plugins={**terms().build.plugins, "mine": PluginBuild("1.0", "0")})
    with pytest.raises(GameError, match=r"worker tcp://127.0.0.1:\d+ cannot play: plugin 'mine' is missing"):
        connected(cluster, wanted)


def test_a_worker_that_comes_later_is_refused_too() -> None:
    encoded = msgspec.json.encode(other(version="0.0.1"))
    with pytest.raises(GameError, match=r"cannot play the games: RoboRally .* instead of 0\.0\.1"):
        play_chunk(encoded, [0])


def test_a_cluster_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import Client, LocalCluster

    wait = Client.wait_for_workers
    # The scheduler may be as slow as it likes; that there are no workers is plain at once.
    monkeypatch.setattr(Client, "wait_for_workers", lambda client, number, timeout: wait(client, number, 0.01))
    with (
        LocalCluster(n_workers=0, processes=True, dashboard_address=":0") as empty,
        pytest.raises(GameError, match="has no workers"),
    ):
        connected(empty, terms(), PATIENCE)


def test_builds_differ_in_words() -> None:
    own = Build("1.0", "engine", {"gears": PluginBuild("0.1", "a")})
    assert difference(own, own) is None
    assert str(difference(own, msgspec.structs.replace(own, version="2.0"))) == "RoboRally 2.0 instead of 1.0"
    assert str(difference(own, msgspec.structs.replace(own, engine="x"))) == "the code of RoboRally 1.0 is different"
    assert str(difference(own, msgspec.structs.replace(own, plugins={}))) == "plugin 'gears' is missing"
    newer = msgspec.structs.replace(own, plugins={"gears": PluginBuild("0.2", "a")})
    assert str(difference(own, newer)) == "plugin 'gears' 0.2 instead of 0.1"
    edited = msgspec.structs.replace(own, plugins={"gears": PluginBuild("0.1", "b")})
    assert str(difference(own, edited)) == "the code of plugin 'gears' 0.1 is different"
    assert difference(own, msgspec.structs.replace(own, plugins={**own.plugins, "more": PluginBuild("1", "c")})) is None
