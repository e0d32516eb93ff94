"""Where files live, in a checkout, in an installed wheel, and for the player."""

from pathlib import Path

import pytest

from roborally.base import paths

ROOT = Path(__file__).resolve().parent.parent


def test_checkout_has_its_folders_next_to_the_package() -> None:
    assert paths.plugin_folder() == ROOT / "plugins"
    assert paths.board_folder() == ROOT / "boards"
    assert paths.asset_folder() == ROOT / "assets"
    assert paths.rule_folder() == ROOT / "docs" / "rules"


def test_installed_wheel_has_its_folders_inside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site-packages" / "roborally"
    (package / "_data").mkdir(parents=True)
    monkeypatch.setattr(paths, "_PACKAGE", package)
    assert paths.plugin_folder() == package / "_data" / "plugins"
    assert paths.board_folder() == package / "_data" / "boards"
    assert paths.asset_folder() == package / "_data" / "assets"
    assert paths.rule_folder() == package / "_data" / "rules"


def test_asking_for_the_players_files_creates_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    found = [paths.user_plugin_folder(), paths.user_board_folder(), paths.save_folder(), paths.settings_file()]
    found.append(paths.history_file())
    assert len(set(found)) == len(found)
    assert all("roborally" in path.parts for path in found)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif("sys.platform != 'linux'", reason="other systems keep such files in other places")
def test_the_players_files_are_where_linux_wants_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert paths.user_plugin_folder() == tmp_path / "data" / "roborally" / "plugins"
    assert paths.user_board_folder() == tmp_path / "data" / "roborally" / "boards"
    assert paths.save_folder() == tmp_path / "data" / "roborally" / "saves"
    assert paths.history_file() == tmp_path / "data" / "roborally" / "history.sqlite"
    assert paths.settings_file() == tmp_path / "config" / "roborally" / "settings.toml"
