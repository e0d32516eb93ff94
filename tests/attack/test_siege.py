"""Honest people play on while a server with little memory is attacked in every way that is known."""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.attack.siege.attackers import KINDS
from tests.attack.siege.siege import Plan, run
from tests.waiting import PATIENCE

MEGABYTES = 512
SHORT = Plan(tables=1, people=2, spectators=1, attackers=1, seconds=PATIENCE, rounds=6, think=(0.0, 0.2))
LONG = Plan(tables=6, people=4, spectators=4, attackers=4, seconds=60)


@pytest.mark.skipif(sys.platform != "linux", reason="attackers come from many addresses of 127.0.0.0/8")
@pytest.mark.parametrize("plan", [SHORT, pytest.param(LONG, marks=pytest.mark.long)], ids=["short", "long"])
def test_nobody_loses_anything_in_a_siege(tmp_path: Path, plan: Plan) -> None:
    """Short forms of `tools/soak`, which also tells how quick answers are: nothing is lost, memory is bounded.

    The shortest one is over as soon as each kind has attacked and some rounds have been played meanwhile.
    """
    outcome = asyncio.run(run(replace(plan, megabytes=MEGABYTES, descriptors=512), tmp_path))
    assert outcome.faults() == []
    assert outcome.experience.losses == []
    assert outcome.experience.refused == []
    assert outcome.experience.waits
    assert max(outcome.memory) < MEGABYTES * 1024 * 1024
    assert all(outcome.attacks[kind] for kind in KINDS), outcome.attacks
