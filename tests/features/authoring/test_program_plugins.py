"""Plugins that add to the program: `docs/examples/draw-lots`, and others that fail."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.cli import main
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.errors import PluginError
from roborally.plugin_system.loader import Plugin, find_plugins
from roborally.plugin_system.watchdog import Watchdog
from roborally.profile.program_plugins import admit_plugins, is_on, switch
from tests.features.authoring.plugin_profile import open_program, profile_folder
from tests.ui.conftest import Driver
from tests.ui.seen import button, labels, texts

__all__ = ["profile_folder"]
EXAMPLE = Path(__file__).resolve().parents[3] / "docs" / "examples" / "draw-lots"
MANIFEST = """
id = "{id}"
title = "{id}"
description = "A test."
version = "1.0.0"
authors = ["Tester"]
license = "MIT"
api = 2
kind = "program"
{more}
"""
PAGE = """
from roborally.feature import hookimpl

@hookimpl
def register_pages(pages):
    pages.add("trial", "page:open_page")
"""
SCREEN = """
from roborally.ui.toolkit.app import Screen

class TrialPage(Screen):
    opaque = False

    def press(self, x, y, button):
        {act}

def open_page(services):
    return TrialPage(services.app)
"""


@pytest.fixture(autouse=True)
def _own_folders(profile_folder: Path) -> None:
    """Every test here has the folders of a player."""


def install(name: str = "trial", more: str = "", **files: str) -> Plugin:
    """Write a plugin that adds to the program, and return it."""
    folder = paths.user_plugin_folder() / name
    folder.mkdir()
    (folder / "plugin.toml").write_text(MANIFEST.format(id=name, more=more), encoding="utf-8")
    for module, code in files.items():
        (folder / f"{module}.py").write_text(code, encoding="utf-8")
    return find_plugins().get(name)


def install_example(*, on: bool = False) -> Plugin:
    """Install the example, and switch it on if wanted."""
    shutil.copytree(EXAMPLE, paths.user_plugin_folder() / "draw-lots")
    catalogue = find_plugins()
    if on:
        switch(catalogue.get("draw-lots"), catalogue, on=True)
    return catalogue.get("draw-lots")


def switch_on(plugin: Plugin) -> None:
    switch(plugin, find_plugins(), on=True)


# --- the command line -------------------------------------------------------------------------------------------------


def test_a_command_is_there_once_its_plugin_is_switched_on(capsys: pytest.CaptureFixture[str]) -> None:
    plugin = install_example()
    with pytest.raises(SystemExit):
        main(["draw-lots", "Ada"])
    assert "invalid choice: 'draw-lots'" in capsys.readouterr().err
    switch_on(plugin)
    assert main(["draw-lots", "Ada", "Bob", "Cid", "--seed", "3"]) == 0
    assert capsys.readouterr().out == "1. Ada\n2. Cid\n3. Bob\n"
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "draw the order of the people at the table" in capsys.readouterr().out


def test_commands_of_the_game_load_no_plugin_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    install("trial", feature="raise SystemError('loaded')")
    switch_on(find_plugins().get("trial"))
    assert main(["plugin", "list"]) == 0
    assert "loaded" not in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["trial"])
    assert "plugin 'trial' is left out: plugin 'trial' failed in feature.py, line 1: SystemError" in (
        capsys.readouterr().err
    )


CHANGES: dict[str, Callable[[Path], object]] = {
    "a module": lambda folder: (folder / "lots.py").write_text("x = 1\n"),
    "a compiled module": lambda folder: (folder / "extra.so").write_bytes(b"x"),
    "a module without its source": lambda folder: (folder / "extra.pyc").write_bytes(b"x"),
    "a hidden file": lambda folder: (folder / ".hidden.py").write_text(""),
    "a link": lambda folder: (folder / "elsewhere").symlink_to(folder.parent),
    "what it needs": lambda folder: (folder.parent / "trial" / "api.py").write_text("x = 1\n"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_it_is_asked_for_again_after_a_change(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    install("trial", api="")
    plugin = install_example()
    manifest = plugin.folder / "plugin.toml"
    manifest.write_text(f'needs = ["trial"]\n{manifest.read_text(encoding="utf-8")}', encoding="utf-8")
    switch_on(find_plugins().get("draw-lots"))
    assert main(["draw-lots", "Ada"]) == 0
    CHANGES[what](plugin.folder)
    with pytest.raises(SystemExit):
        main(["draw-lots", "Ada"])
    assert "its files have changed since you switched it on" in capsys.readouterr().err


def test_what_python_has_compiled_is_made_anew() -> None:
    """It counts for nothing, and code that somebody has put there never runs."""
    plugin = install_example(on=True)
    cache = plugin.folder / "__pycache__"
    cache.mkdir()
    (cache / "lots.cpython-311.pyc").write_bytes(b"other code")
    assert is_on(plugin, find_plugins())
    assert not cache.exists()


def test_it_takes_no_part_in_matches() -> None:
    install_example(on=True)
    config = MatchConfig(MatchSection(plugins=["draw-lots"]), seats=[SeatConfig("Ada", "random")])
    with pytest.raises(PluginError, match="'draw-lots' adds to the program; it cannot be part of a match"):
        make_game(config, find_plugins())


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({}, "feature.py: there is no feature.py"),
        ({"feature": "x = 1\n"}, "feature.py: it adds nothing to the program"),
        ({"feature": PAGE}, "feature.py: the page 'trial' needs page.py, which is not there"),
        ({"feature": PAGE, "page": "x = 1\n"}, "page.py: the page 'trial' needs a function 'open_page' in it"),
        ({"feature": PAGE.replace('"trial"', '"other"')}, "the page 'other' must be called 'trial', or begin with"),
        ({"feature": PAGE.replace("_pages(", "_page(")}, "unknown hook 'register_page'"),
        ({"feature": PAGE, "rules": ""}, "rules.py: a plugin that adds to the program takes no part in matches"),
    ],
)
def test_the_check_names_what_is_wrong(files: dict[str, str], problem: str) -> None:
    plugin = install(**files)
    assert any(problem in found for found in check_plugin(plugin.folder).problems)


# --- the window -------------------------------------------------------------------------------------------------------


def select(app: Any, name: str) -> Any:
    page = app.screen_on_top
    page.list.choose([entry.name for entry in page.shown].index(name))
    return page


@pytest.mark.window
def test_the_player_switches_it_on_and_uses_it(app: Any, driver: Driver) -> None:
    install_example()
    open_program(app)
    driver.frame(2)
    assert "Draw lots" not in labels(app)
    driver.click(button(app, "Plugins").rect.centre)
    driver.frame(5)
    page = select(app, "draw-lots")
    driver.frame(5)
    assert "roborally_plugins.draw_lots.feature" not in sys.modules
    driver.click((page.usual.rect.x + 10, page.usual.rect.centre[1]))
    driver.frame()
    assert "it can do everything on this computer that you can do" in texts(app)
    assert not page.usual.on
    driver.click(button(app, "Switch on").rect.centre)
    driver.frame()
    assert app.screen_on_top.usual.on

    driver.click(button(app, "Settings").rect.centre)
    driver.frame()
    assert "Name only the first" in labels(app)
    rect = next(widget.rect for widget in app.screen_on_top.areas[0].group.widgets)
    driver.click((rect.x + 10, rect.centre[1] + app.screen_on_top.areas[0].position))
    driver.click(button(app, "Back").rect.centre)
    driver.click(button(app, "Back").rect.centre)
    driver.frame(2)
    driver.click(button(app, "Draw lots").rect.centre)
    driver.frame()
    app.screen_on_top.write("Ada, Bea")
    driver.click(button(app, "Draw").rect.centre)
    driver.frame()
    drawn = [text for text in labels(app) if text.endswith((". Ada", ". Bea"))]
    assert drawn in (["1. Ada"], ["1. Bea"])


@pytest.mark.window
def test_a_page_closes_its_plugin_after_a_change(app: Any, driver: Driver) -> None:
    plugin = install_example(on=True)
    services = open_program(app)
    admit_plugins(services.program, services.catalogue)
    services.router.open("plugins")
    page = select(app, "draw-lots")
    assert page.usual.on
    (plugin.folder / "lots.py").write_text("x = 1\n", encoding="utf-8")
    services.router.open("draw-lots")
    driver.frame(2)
    assert "The plugin “Draw lots” was closed" in labels(app)
    assert "its files have changed" in texts(app).replace("\n", " ").casefold()
    assert "draw-lots" not in services.program.pages()


@pytest.mark.window
@pytest.mark.parametrize("act", ["raise ValueError('no lots')", "while True: pass"])
def test_what_fails_is_closed_while_the_match_goes_on(act: str, app: Any, driver: Driver) -> None:
    switch_on(install(feature=PAGE, page=SCREEN.format(act=act)))
    services = open_program(app)
    admit_plugins(services.program, services.catalogue)
    services.router.open("lobby")
    app.screen_on_top.start()
    match = app.screen_on_top
    services.router.open("trial")
    driver.frame()
    watchdog = Watchdog(services.catalogue.plugins.values(), seconds=0.2, every=0.02).start()
    try:
        driver.click((400, 300))
    finally:
        watchdog.stop()
    driver.frame(2)
    assert app.screens[-2] is match
    assert "The plugin “trial” was closed" in labels(app)
    assert "page.py, line" in texts(app)
    assert "trial" not in services.program.pages()
    driver.click(button(app, "OK").rect.centre)
    driver.frame(5)
    assert app.screen_on_top is match


@pytest.mark.window
@pytest.mark.parametrize(
    "hook",
    [
        "def register_menu(menu): menu.add('play', 'Trial', 'no-such-symbol', 'trial')",
        "def register_menu(menu): menu.add('kitchen', 'Trial', 'flag', 'trial')",
        "def register_pages(pages): pages.add('quick', 'page:open_page')",
        "def plugins_changed(services): 1 / 0",
    ],
)
def test_a_hook_that_fails_closes_its_plugin_alone(hook: str, app: Any, driver: Driver) -> None:
    switch_on(install(feature=f"from roborally.feature import hookimpl\n\n@hookimpl\n{hook}\n"))
    services = open_program(app)
    admit_plugins(services.program, services.catalogue)
    services.router.open("plugins")
    services.plugins_changed()
    services.router.home()
    driver.frame(2)
    assert "The plugin “trial” was closed" in labels(app)
    assert services.program.guests == {}
