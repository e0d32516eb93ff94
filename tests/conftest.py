"""What holds for all tests: chance that every run draws alike."""

from itertools import count

import pytest

FIRST_SEED = 20_000_001


@pytest.fixture(autouse=True)
def _known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches whose seed is drawn get the same seeds in every run: what fails once fails again."""
    seeds = count(FIRST_SEED)
    monkeypatch.setattr("roborally.game.match_file.new_seed", lambda: next(seeds))
