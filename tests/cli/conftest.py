"""What the tests of the command line share."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from roborally.base import paths


@pytest.fixture
def user_plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Keep the player's own plugins out of a test; the code of plugins called `trial` is forgotten after it."""
    folder = tmp_path / "user" / "plugins"
    monkeypatch.setattr(paths, "user_plugin_folder", lambda: folder)
    yield folder
    for name in [name for name in sys.modules if name.startswith("roborally_plugins.trial")]:
        del sys.modules[name]
