"""Plugin folders made for one test."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.waiting import PATIENCE

MANIFEST = """
id = "{id}"
title = "Test"
description = "A test."
version = "1.0.0"
authors = ["Tester"]
license = "MIT"
{more}
"""
PLUGINS = Path(__file__).resolve().parents[2] / "plugins"

Workshop = Callable[..., Catalogue]


@pytest.fixture(autouse=True)
def _time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """No bot's time is over because the machine is busy."""
    monkeypatch.setattr("roborally.arena.play.thinking_seconds", lambda rules: PATIENCE)


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    """Return a function that makes plugins, `id=(rest of the manifest, code)`, and finds them; `_` is a hyphen."""
    folder = tmp_path / "plugins"
    folder.mkdir()

    def make(*, beside_the_game: bool = False, **plugins: tuple[str, str]) -> Catalogue:
        for name, (more, code) in plugins.items():
            api = "" if "api = " in more else "api = 2\n"
            id_ = name.replace("_", "-")
            (folder / id_).mkdir()
            (folder / id_ / "plugin.toml").write_text(MANIFEST.format(id=id_, more=api + more), encoding="utf-8")
            if code:
                (folder / id_ / "rules.py").write_text(code, encoding="utf-8")
        return find_plugins([*([PLUGINS] if beside_the_game else []), folder], installed=False)

    make.folder = folder  # type: ignore[attr-defined]
    return make
