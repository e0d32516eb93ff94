"""A room without a network, as for the tests of the network."""

from pathlib import Path

import pytest

from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.net.table import Table


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """Return the game's own plugins."""
    return find_plugins(installed=False)


@pytest.fixture
def table(catalogue: Catalogue, tmp_path: Path) -> Table:
    """Return a room."""
    return Table(catalogue, tmp_path / "bundles")
