"""A profile in a temporary folder."""

from pathlib import Path

import pytest

from roborally.base import paths
from roborally.plugin_system.loader import find_plugins
from roborally.profile import Achievement, find_achievements


@pytest.fixture(autouse=True)
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the player's own profile out of the tests."""
    monkeypatch.setattr(paths, "history_file", lambda: tmp_path / "data" / "history.sqlite")
    monkeypatch.setattr(paths, "lessons_file", lambda: tmp_path / "data" / "lessons.toml")
    monkeypatch.setattr(paths, "settings_file", lambda: tmp_path / "config" / "settings.toml")
    monkeypatch.setattr(paths, "user_plugin_folder", lambda: tmp_path / "plugins")
    return tmp_path


@pytest.fixture(scope="session")
def achievements() -> list[Achievement]:
    return find_achievements(find_plugins(installed=False))
