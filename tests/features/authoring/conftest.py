"""What the tests of plugins for authors share with those of the command line and of plugins."""

from pathlib import Path

import pytest

from roborally.features.authoring.scaffold import create
from tests.cli.conftest import user_plugins
from tests.plugins.conftest import workshop

__all__ = ["user_plugins", "workshop"]


@pytest.fixture
def trial(tmp_path: Path) -> Path:
    """An element's template, which is not installed."""
    return create("Trial", "element", tmp_path)
