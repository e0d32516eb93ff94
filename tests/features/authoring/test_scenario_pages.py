"""Watching the scenarios of plugins: their list with small boards, and one that is played."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.base.errors import GameError
from roborally.game.scenario.compare import Difference
from roborally.game.scenario.file import scenarios_of
from roborally.game.scenario.run import run_scenario
from roborally.game.scenario.show import perform
from roborally.plugin_system.loader import find_plugins
from tests.features.authoring.plugin_profile import open_program, profile_folder, write_plugin
from tests.sweeps import few_of
from tests.ui.conftest import Driver
from tests.ui.seen import button, texts

__all__ = ["profile_folder"]

pytestmark = pytest.mark.window
KEYS = arcade.key


def open_scenarios(app: Any, driver: Driver, name: str = "tar-pit") -> Any:
    client = open_program(app, speed="fast")
    client.router.open("plugins")
    page = app.screen_on_top
    page.list.choose([entry.name for entry in page.shown].index(name))
    driver.frame(3)
    driver.click(button(app, "Examples").rect.centre)
    driver.frame(20)
    return client


def watch(app: Any, driver: Driver) -> Any:
    driver.key(KEYS.ENTER)
    driver.until(lambda: type(app.screen_on_top).__name__ == "ReplayScreen", 20)
    return app.screen_on_top


def test_a_scenario_is_watched_step_by_step(app: Any, driver: Driver, profile_folder: Path) -> None:
    write_plugin()
    open_scenarios(app, driver)
    listed = app.screen_on_top
    assert "Tar pit turns a robot in its registers only" in texts(app)
    driver.until(lambda: listed.preview.ready and listed.preview.view is not None, 200)
    screen = watch(app, driver)
    assert screen.context.display.robots[0].cell == (1, 0)
    driver.until(lambda: type(app.screen_on_top).__name__ == "Dialog", 2000)
    assert "The scenario holds" in texts(app)
    driver.click(button(app, "Watch again").rect.centre)
    assert screen.at < len(screen.film.events)
    driver.key(KEYS.END)
    assert "The scenario holds" in texts(app)
    driver.key(KEYS.ESCAPE)
    driver.key(KEYS.HOME)
    driver.key(KEYS.RIGHT)
    driver.until(lambda: screen.playback.dry, 200)
    assert 0 < screen.at <= len(screen.film.events)
    driver.key(KEYS.ESCAPE)
    assert app.screen_on_top is listed


def test_a_name_of_two_lines_looks_alike_in_both(app: Any, driver: Driver, profile_folder: Path) -> None:
    """CLI-2330."""
    folder = write_plugin() / "scenarios"
    good = next(folder.glob("*.toml")).read_text(encoding="utf-8")
    name = "A robot that stands in the tar is turned in some registers, but not in all of those in which one waits"
    first, rest = good.split("\n", 1)
    assert first.startswith("name = ")
    (folder / "zz.toml").write_text(f'name = "{name}"\n{rest}', encoding="utf-8")
    open_scenarios(app, driver)
    page = app.screen_on_top
    driver.frame(3)
    shown = [label for label in page.layer.labels if label.text and f" {label.text} " in f" {name} "]
    assert len(shown) == 2
    assert len({(label.size, label.tint) for label in shown}) == 1


def test_a_scenario_that_does_not_hold(app: Any, driver: Driver, profile_folder: Path) -> None:
    path = next((write_plugin() / "scenarios").glob("*.toml"))
    path.write_text(
        path.read_text(encoding="utf-8").replace('facing = "north" }', 'facing = "west" }'), encoding="utf-8"
    )
    open_scenarios(app, driver)
    watch(app, driver)
    driver.until(lambda: type(app.screen_on_top).__name__ == "Dialog", 2000)
    assert "The scenario does not hold" in texts(app)
    assert "After register 1: A.facing should be west, but is north." in texts(app)
    driver.click(button(app, "Back").rect.centre)
    assert type(app.screen_on_top).__name__ == "ScenarioList"


def test_a_moment_of_a_scenario_is_told_in_the_language_of_the_player(speak: Callable[[str], None]) -> None:
    from roborally.features.authoring.window.scenario_screen import sentences

    speak("de")
    (text,) = sentences([Difference("turn 2 register 5", "A", "cell", [1, 2], [3, 4])])
    assert text == "Nach Runde 2, Register 5: A.cell sollte [1, 2] sein, ist aber [3, 4]."
    (text,) = sentences([Difference("turn 2 start", "A", "cell", [1, 2], [3, 4])])
    assert text == "Nach Runde 2, Beginn: A.cell sollte [1, 2] sein, ist aber [3, 4]."


def test_files_that_are_no_scenarios(app: Any, driver: Driver, profile_folder: Path) -> None:
    """They are listed with what is wrong; what is wrong only when it is played is told then."""
    folder = write_plugin() / "scenarios"
    good = next(folder.glob("*.toml")).read_text(encoding="utf-8")
    (folder / "aa.toml").write_text("name = 'x", encoding="utf-8")
    (folder / "ab.toml").write_text(good.replace("tar-pit-24", "jam"), encoding="utf-8")
    (folder / "ac.toml").write_text(f"surprise = 1\n{good}", encoding="utf-8")
    open_scenarios(app, driver)
    page = app.screen_on_top
    assert "aa.toml: not readable as TOML" in texts(app)
    driver.key(KEYS.ENTER)
    assert app.screen_on_top is page
    driver.key(KEYS.DOWN)
    driver.frame(2)
    assert "there is no element 'jam'" in texts(app)
    driver.key(KEYS.DOWN)
    driver.key(KEYS.ENTER)
    driver.until(lambda: type(app.screen_on_top).__name__ == "Dialog", 20)
    assert "unknown key 'surprise'" in texts(app)


@pytest.mark.parametrize("every", few_of([5, 1]))
def test_what_is_watched_is_what_is_run(every: int) -> None:
    """Of each of the game's plugins one scenario; the start is before anything has happened."""
    from roborally.ui.replay.film import Film

    catalogue = find_plugins()
    for plugin in sorted(catalogue.plugins)[::every]:
        path = scenarios_of(catalogue.plugins[plugin].folder)[0]
        shown = perform(path, catalogue)
        assert shown.differences == run_scenario(path, catalogue).differences == ()
        film = Film(shown.game, shown.record, start=shown.start)
        while not film.ready:
            film.prepare()
        assert film.built == len(film.events), path


def test_a_plugin_that_is_not_installed(profile_folder: Path, tmp_path: Path) -> None:
    from roborally.features.authoring.scaffold import create

    catalogue = find_plugins()
    path = next((create("Glue", "element", tmp_path) / "scenarios").glob("*.toml"))
    assert perform(path, catalogue).differences == ()
    assert "glue" not in catalogue.plugins
    path.write_text("nonsense", encoding="utf-8")
    with pytest.raises(GameError, match=path.name):
        perform(path, catalogue)
