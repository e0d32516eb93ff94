"""Honest people play on while a server with little memory is attacked in every way that is known."""

import asyncio
import sys
from pathlib import Path

import pytest

from siege.attackers import KINDS
from siege.siege import Plan, run

MEGABYTES = 512


@pytest.mark.skipif(sys.platform != "linux", reason="attackers come from many addresses of 127.0.0.0/8")
def test_nobody_loses_anything_in_a_siege(tmp_path: Path) -> None:
    """The short form of `tools/soak`, which also tells how quick answers are: nothing is lost, memory is bounded."""
    plan = Plan(tables=6, people=4, spectators=4, attackers=4, seconds=60, megabytes=MEGABYTES, descriptors=512)
    outcome = asyncio.run(run(plan, tmp_path))
    assert outcome.faults() == []
    assert outcome.experience.losses == []
    assert outcome.experience.refused == []
    assert outcome.experience.waits
    assert max(outcome.memory) < MEGABYTES * 1024 * 1024
    assert all(outcome.attacks[kind] for kind in KINDS), outcome.attacks
