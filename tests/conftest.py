"""What holds for all tests: chance that every run draws alike, and nothing in the player's folders."""

from itertools import count
from pathlib import Path

import pytest

from roborally.base.compiled import engine
from roborally.plugin_system.loader import Catalogue
from tests import engineless, shipped

FIRST_SEED = 20_000_001
LONGEST = ("test_mutate.py", "test_wheel.py", "test_another_look.py", "test_layout.py", "test_random_walks.py")
"""Files whose tests begin first, so that no process is alone with one of them in the end."""


@pytest.hookimpl(tryfirst=True)  # before those that -m does not ask for are taken out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    engineless.mark(items)
    items.sort(key=lambda item: item.path.name not in LONGEST)


@pytest.fixture(name="catalogue", scope="session")
def _catalogue() -> Catalogue:
    return shipped.catalogue()


@pytest.fixture(autouse=True)
def _no_match_without_an_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the compiled engine is spared does not need it."""
    engineless.check(request.node, monkeypatch)


@pytest.fixture(autouse=True, scope="session")
def _engine_that_was_asked_for() -> None:
    """Tests of the compiled engine do not run the plain one by mistake."""
    assert engine().is_compiled or not engine().was_asked_for, str(engine())


@pytest.fixture(autouse=True)
def _known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches whose seed is drawn get the same seeds in every run: what fails once fails again."""
    seeds = count(FIRST_SEED)
    monkeypatch.setattr("roborally.game.match_file.new_seed", lambda: next(seeds))


@pytest.fixture(scope="session")
def _secret(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The secret of all clients of the tests that have no other."""
    return tmp_path_factory.mktemp("player") / "player.key"


@pytest.fixture(autouse=True)
def _own_secret(monkeypatch: pytest.MonkeyPatch, _secret: Path) -> None:
    """Clients do not use the secret of the person who runs the tests."""
    monkeypatch.setattr("roborally.base.paths.person_file", lambda: _secret)
