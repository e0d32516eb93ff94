"""A player's folders with plugins, and a program that uses them; other tests' modules stay loaded."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.features.authoring.scaffold import create
from roborally.game.session.instant_thinker import InstantThinker
from roborally.plugin_system.blame import PACKAGE
from roborally.plugin_system.loader import find_plugins
from roborally.ui.shell.window import open_services


@pytest.fixture
def profile_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield the folder of a player's files, which a test may replace with `use`."""
    before = {name: module for name, module in sys.modules.items() if name.startswith(PACKAGE)}
    paths_of = {name: module.__path__ for name, module in before.items() if hasattr(module, "__path__")}
    use(tmp_path / "ada", monkeypatch)
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        del sys.modules[name]
    sys.modules.update(before)
    for name, path in paths_of.items():
        before[name].__path__ = path


def use(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a folder for the player's files from now on."""
    monkeypatch.setattr(paths, "_user_data", lambda: folder)
    monkeypatch.setattr(paths, "download_folder", lambda: folder / "downloads")
    monkeypatch.setattr(paths, "settings_file", lambda: folder / "settings.toml")
    paths.user_plugin_folder().mkdir(parents=True, exist_ok=True)


def write_plugin(title: str = "Tar pit", kind: str = "element") -> Path:
    """Write a working plugin into the player's folder."""
    return create(title, kind, paths.user_plugin_folder())


def open_program(app: Any, **options: Any) -> Any:
    """Open the main menu with the current plugins."""
    catalogue = find_plugins()
    client = open_services(app, catalogue, InstantThinker(catalogue), ["greedy", "random"], check=True, **options)
    client.router.home()
    return client
