"""`roborally play` says in one sentence what is wrong."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from roborally.cli import main
from roborally.features.authoring.scaffold import create
from roborally.plugin_system.loader import Catalogue
from roborally.profile import Settings, save_settings
from tests.plugins.faulty import FAILING_VIEW
from tests.sweeps import few_of
from tests.ui.conftest import Driver, bots_at_once
from tests.ui.seen import texts


@pytest.mark.parametrize("words", few_of([["exhibit", "--bots", "random,random", "--watch"], [], ["play"]], 2))
def test_without_a_display(words: list[str], tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-m", "roborally", *words],
        capture_output=True,
        text=True,
        env={**environment, "HOME": str(tmp_path)},
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("roborally: no window could be opened")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["nowhere.toml"], "there is no such file"),
        (["--course", "nowhere"], "--course: there is no course 'nowhere'"),
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--bots", ",".join(["random"] * 8)], "at most 7 are possible"),
        (["--seed", "-1"], "--seed must be a whole number from 0 to"),
        (["--mode", "oil"], "--mode: there is no mode 'oil'; there are: auenland, classic, crash-and-burn, roboball, "),
        (["--mode", "clasic"], "--mode: there is no mode 'clasic'; is it 'classic'?"),
    ],
)
def test_bad_arguments(words: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *words]) == 2
    assert expected in capsys.readouterr().err


def test_a_replay_that_cannot_be_watched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.rrreplay"
    for content, expected in ((None, "there is no such file"), (b"x", "is not a RoboRally file")):
        if content is not None:
            file.write_bytes(content)
        assert main(["replay", str(file), "--watch"]) == 2
        assert capsys.readouterr().err == f"roborally: {file}: {expected}\n"


@pytest.fixture
def window(app: Any, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let `roborally play` open its match in the window of the tests, and come back at once."""
    from roborally.game.session import bot_pool
    from roborally.ui.shell import window as program

    monkeypatch.setattr(program, "App", lambda settings, **options: app)
    monkeypatch.setattr(program, "run", lambda app: None)
    monkeypatch.setattr(bot_pool, "BotPool", lambda: bots_at_once(catalogue))
    return app


@pytest.mark.window
@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (Settings(player_name="Åsa"), ["Åsa", "James Bot", "LazyBot", "Albot"]),
        (Settings(player_name="lazybot"), ["lazybot", "James Bot", "LazyBot", "Albot"]),
        (Settings(language="de"), ["Spieler", "James Bot", "LazyBot", "Albot"]),
    ],
)
def test_the_player_is_called_as_the_settings_say(
    settings: Settings, expected: list[str], window: Any, speak: Any
) -> None:
    save_settings(settings)
    assert main(["play"]) == 0
    assert [seat.name for seat in window.screen_on_top.session.game.config.seats] == expected


@pytest.mark.window
def test_a_damaged_file_of_settings_is_told_about_in_the_window(window: Any, profile: Path) -> None:
    from roborally.ui.toolkit.dialogs import Dialog

    file = profile / "config" / "settings.toml"
    file.parent.mkdir()
    file.write_text("player_name = ")
    assert main(["play"]) == 0
    assert isinstance(window.screen_on_top, Dialog)
    assert not file.exists()


# --- scenarios ------------------------------------------------------------------------------------------------------


@pytest.fixture
def trial(tmp_path: Path) -> Iterator[Path]:
    """The scenario of a plugin that is not installed; the modules of plugins are afterwards what they were."""
    before = {name: module for name, module in sys.modules.items() if name.startswith("roborally_plugins")}
    yield create("Trial", "element", tmp_path) / "scenarios" / "turns-in-its-registers.toml"
    for name in [name for name in sys.modules if name.startswith("roborally_plugins")]:
        del sys.modules[name]
    sys.modules.update(before)


def press(app: Any, driver: Driver, caption: str) -> None:
    (button,) = [part for part in app.screen_on_top.controls.widgets if getattr(part, "text", "") == caption]
    driver.click(button.rect.centre)
    driver.frame(2)


@pytest.mark.window
def test_a_scenario_is_watched_and_read_again(window: Any, driver: Driver, trial: Path) -> None:
    assert main(["play", str(trial), "--speed", "skip"]) == 0
    driver.until(lambda: "The scenario holds" in texts(window))
    path = trial.parents[1] / "plugin.toml"
    text = path.read_text(encoding="utf-8")
    assert "default = 2" in text
    path.write_text(text.replace("default = 2", "default = 1"), encoding="utf-8")
    press(window, driver, "Read and play again")
    driver.until(lambda: "The scenario does not hold" in texts(window))
    assert "A.facing should be" in texts(window)
    path.write_text("id = ", encoding="utf-8")
    press(window, driver, "Read and play again")
    assert "This scenario cannot be played" in texts(window)
    driver.key(arcade_key("ENTER"))
    press(window, driver, "Main menu")
    assert "Workshop" in texts(window)


def shows(app: Any, expected: str) -> bool:
    return expected in texts(app)


def arcade_key(name: str) -> int:
    import arcade

    return int(getattr(arcade.key, name))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--seed", "3"], "--seed is for matches; a scenario says all that itself"),
        (["--bots", "random"], "--bots is for matches"),
        ([], "mode: there is no mode 'chess'"),
    ],
)
def test_a_scenario_that_cannot_be_played(
    words: list[str], expected: str, trial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trial.write_text(trial.read_text(encoding="utf-8").replace('"standard"', '"chess"'), encoding="utf-8")
    assert main(["play", str(trial), *words]) == 2
    assert re.search(expected, capsys.readouterr().err)


@pytest.mark.window
def test_a_scenario_follows_its_plugin(window: Any, driver: Driver, trial: Path) -> None:
    path = trial.parents[1] / "plugin.toml"
    text = path.read_text(encoding="utf-8")
    assert main(["play", str(trial), "--speed", "skip", "--follow"]) == 0
    driver.until(lambda: "The scenario holds" in texts(window))
    for content, expected in (
        (text.replace("default = 2", "default = 1"), "The scenario does not hold"),
        ("id = ", "This scenario cannot be played"),
        (text + "# as it was\n", "The scenario holds"),
    ):
        path.write_text(content, encoding="utf-8")
        driver.until(partial(shows, window, expected))
        assert len(window.screens) == 2


@pytest.mark.window
@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("rules.py", "    if match.state.stage in registers:", "    match.nothing()\n", "Plugin “Trial” has failed"),
        ("view.py", "", "import nothing\n", "No module named 'nothing'"),
    ],
    ids=["rules", "view"],
)
def test_a_scenario_comes_back_when_its_plugin_is_mended(
    window: Any, driver: Driver, trial: Path, file: str, old: str, new: str, expected: str
) -> None:
    path = trial.parents[1] / file
    right = path.read_text(encoding="utf-8") if path.exists() else FAILING_VIEW.replace("self.nothing()", "pass")
    wrong = right.replace(old, new + old, 1)
    assert main(["play", str(trial), "--speed", "skip", "--follow"]) == 0
    driver.until(lambda: "The scenario holds" in texts(window))
    for at, content in enumerate((wrong, right, wrong + "\n", right + "\n")):
        path.write_text(content, encoding="utf-8")
        driver.until(lambda at=at: shows(window, expected) is (at % 2 == 0))  # type: ignore[misc]
    driver.until(partial(shows, window, "The scenario holds"))
    assert window.without_views == {}


@pytest.mark.window
def test_a_scenario_goes_on_without_a_view_that_cannot_draw(window: Any, driver: Driver, trial: Path) -> None:
    (trial.parents[1] / "view.py").write_text(FAILING_VIEW, encoding="utf-8")
    assert main(["play", str(trial), "--speed", "skip"]) == 0
    driver.until(partial(shows, window, "The scenario holds"))
    assert shows(window, "'Mine' object has no attribute 'nothing'")


@pytest.mark.window
def test_a_followed_scenario_tells_of_a_view_that_cannot_draw(window: Any, driver: Driver, trial: Path) -> None:
    """The sentence stands in the page at its end, which would hide it."""
    view = trial.parents[1] / "view.py"
    assert main(["play", str(trial), "--speed", "skip", "--follow"]) == 0
    driver.until(lambda: "The scenario holds" in texts(window))
    view.write_text(FAILING_VIEW, encoding="utf-8")
    driver.until(partial(shows, window, "'Mine' object has no attribute 'nothing'"))
    assert shows(window, "The scenario holds")
    view.write_text(FAILING_VIEW.replace("self.nothing()", "pass"), encoding="utf-8")
    driver.until(lambda: not window.without_views)
    driver.until(lambda: shows(window, "The scenario holds") and not shows(window, "'Mine' object"))
