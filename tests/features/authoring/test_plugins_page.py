"""The page of plugins: the list, why some cannot be used, reading again, the lobby, packing and installing."""

import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.features.lobby.window.settings_section import ABSENT
from roborally.profile import load_settings
from tests.features.authoring.plugin_profile import open_program, profile_folder, use, write_plugin
from tests.ui import desks
from tests.ui.conftest import Driver
from tests.ui.seen import button, labels, texts
from tests.waiting import until

__all__ = ["profile_folder"]

pytestmark = pytest.mark.window
KEYS = arcade.key


@pytest.fixture(autouse=True)
def _own_folders(profile_folder: Path) -> None:
    """Every test here has the folders of a player."""


def open_page(app: Any, driver: Driver, client: Any = None) -> Any:
    """Open the page from the main menu, and wait until it knows everything."""
    client = client or open_program(app)
    driver.frame(2)
    driver.click(button(app, "Plugins").rect.centre)
    driver.frame(20)
    return client


def select(app: Any, driver: Driver, name: str) -> Any:
    """Select a plugin with the arrow keys, and wait until all of it is told; return its entry."""
    page = app.screen_on_top
    names = [entry.name for entry in page.shown]
    for _step in range(len(names)):
        if page.selected.name == name:
            break
        driver.key(KEYS.DOWN if names.index(name) > page.list.at else KEYS.UP)
    driver.frame(20)
    return page.selected


def as_author(app: Any, driver: Driver) -> None:
    """Turn to what is told to the authors of plugins, and wait until all of it is told."""
    driver.click(button(app, "For authors").rect.centre)
    driver.frame(20)


def drop(driver: Driver, *files: Path) -> None:
    driver.send("on_file_drop", 200, 200, [str(path) for path in files])
    driver.frame()


def wait_for(app: Any, driver: Driver, kind: str) -> Any:
    """Wait until a screen of a class is on top."""
    until(lambda: type(app.screen_on_top).__name__ == kind, meanwhile=driver.frame)
    return app.screen_on_top


# --- the list -------------------------------------------------------------------------------------------------------


def test_players_read_what_a_plugin_changes_and_authors_all_there_is_to_know(app: Any, driver: Driver) -> None:
    """CLI-2393: with its board from the first scenario; what authors ask is one click away."""
    folder = write_plugin()
    open_page(app, driver)
    select(app, driver, "tar-pit")
    page = app.screen_on_top
    driver.until(lambda: page.preview.ready and page.preview.view is not None)
    players = (
        "Board elements · Added by you",
        "Board elements: Tar pit",
        "Can be played with: Auenland, Classic, Crash and Burn, RoboBall, Standard, VOLT",
    )
    authors = (
        "Version 0.1.0, by ",
        "Board elements, id tar-pit, licence ",
        "By how many quarter turns",
        "Usually: 2",
        "It runs code of its own.",
        "Hooks: register",
        "Files: plugin.toml, rules.py",
        str(folder),
    )
    text = texts(app)
    assert "A board element that turns the robots" in text
    assert [part in text for part in (*players, *authors)] == [True] * len(players) + [False] * len(authors)
    as_author(app, driver)
    text = texts(app).replace("\N{ZERO WIDTH SPACE}", "")
    assert "A board element that turns the robots" in text
    assert [part for part in authors if part not in text] == []
    driver.key(KEYS.F5)
    driver.frame(20)
    assert "Usually: 2" in texts(app), "who writes a plugin reads it anew"


def test_why_plugins_cannot_be_used(app: Any, driver: Driver) -> None:
    """A manifest that is no TOML, code that fails, a need that is not there; the others are there all the same."""
    broken = paths.user_plugin_folder() / "broken"
    broken.mkdir()
    (broken / "plugin.toml").write_text("id = 'x\n", encoding="utf-8")
    (write_plugin("Bad code") / "rules.py").write_text("import nothing_there\n", encoding="utf-8")
    needy = write_plugin("Needy") / "plugin.toml"
    needy.write_text('needs = ["far-away"]\n' + needy.read_text(encoding="utf-8"), encoding="utf-8")
    tar_pit = write_plugin()
    shutil.copytree(tar_pit, tar_pit.with_name("tar-pit-2"))
    open_page(app, driver)
    for name, reason in (
        ("tar-pit-2", "tar-pit is used, "),
        ("broken", "plugin.toml: not readable as TOML"),
        ("bad-code", "No module named 'nothing_there'"),
        ("needy", "far-away"),
    ):
        assert select(app, driver, name).problem is not None
        assert reason in texts(app)
        assert "Why it cannot be used" in texts(app)
    assert select(app, driver, "tar-pit").problem is None
    assert labels(app).count("Not usable") == 4


def test_only_some_are_listed(app: Any, driver: Driver) -> None:
    """CLI-2393: and how many of all these are."""
    write_plugin()
    open_page(app, driver)
    page = app.screen_on_top
    there = len(page.entries)
    assert f"{there} plugins" in texts(app)
    driver.key(KEYS.TAB)
    driver.key(KEYS.RIGHT)
    assert [entry.name for entry in page.shown] == ["tar-pit"]
    assert f"1 of {there}" in texts(app)
    driver.key(KEYS.RIGHT)
    assert page.shown == []
    assert f"0 of {there}" in texts(app)
    assert "There is no such plugin." in texts(app)
    driver.key(KEYS.DELETE)
    driver.key(KEYS.RIGHT)
    assert {entry.kind for entry in page.shown} == {"mode"}


@pytest.mark.long
def test_many_plugins(app: Any, driver: Driver) -> None:
    """The last of many is reached, with the keys and with the wheel; the names may be as long as they like."""
    template = write_plugin("Spare", "robot")
    manifest = (template / "plugin.toml").read_text(encoding="utf-8")
    for number in range(20):
        folder = paths.user_plugin_folder() / f"many-{number}"
        folder.mkdir()
        written = manifest.replace('"spare"', f'"many-{number}"').replace('"Spare"', f'"{number:02} {"Long " * 30}"')
        (folder / "plugin.toml").write_text(written.replace("[robot.spare", f"[robot.many-{number}"), encoding="utf-8")
    open_page(app, driver)
    page = app.screen_on_top
    assert len(page.shown) > 40
    driver.move(page.list.rect.centre)
    driver.send("on_mouse_scroll", *driver.pixel(page.list.rect.centre), 0, -200)
    driver.click((page.list.rect.centre[0], page.list.rect.y + 30))
    assert page.selected is page.shown[-1]
    select(app, driver, "many-19")
    assert page.title.text.startswith("19 Long")
    assert page.title.text.count("Long") == 30
    assert page.title.lines > 2


def test_the_folder_is_opened(app: Any, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = tmp_path / "opened.txt"
    opener = tmp_path / "bin" / "xdg-open"
    opener.parent.mkdir()
    opener.write_text(f'#!/bin/sh\nprintf %s "$1" > {seen}.part && mv {seen}.part {seen}\n', encoding="utf-8")
    opener.chmod(0o755)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", f"{opener.parent}{os.pathsep}{os.environ['PATH']}")
    folder = write_plugin()
    open_page(app, driver)
    select(app, driver, "tar-pit")
    as_author(app, driver)
    driver.click(button(app, "Open folder").rect.centre)
    until(seen.exists, meanwhile=driver.frame)
    assert seen.read_text(encoding="utf-8") == str(folder)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    driver.click(button(app, "Open folder").rect.centre)
    assert "no file manager is installed that could open it" in texts(app)


# --- reading again --------------------------------------------------------------------------------------------------


def test_reload_reads_code_texts_and_what_is_new(app: Any, driver: Driver) -> None:
    """The page, the lobby with its choices, and the bots follow."""
    folder = write_plugin()
    client = open_page(app, driver)
    closed: list[bool] = []
    desks.matches(client).thinker.close = lambda: closed.append(True)
    lobby = desks.setup(client).chosen()
    lobby.choose_mode("classic")
    lobby.switch("tar-pit", True)
    assert not hasattr(client.catalogue.get("tar-pit").module, "NEWS")
    rules, manifest = folder / "rules.py", folder / "plugin.toml"
    rules.write_text(f"{rules.read_text(encoding='utf-8')}\nNEWS = 'new code'\n", encoding="utf-8")
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('"Tar pit"', '"Honey pot"'), encoding="utf-8")
    write_plugin("Second pit")
    write_plugin("Prophet", "bot")
    driver.key(KEYS.F5)
    driver.frame(20)
    assert select(app, driver, "tar-pit").title == "Honey pot"
    assert client.catalogue.get("tar-pit").module.NEWS == "new code"
    assert desks.setup(client).chosen() is not lobby
    assert (desks.setup(client).chosen().mode, desks.setup(client).chosen().extras) == ("classic", ["tar-pit"])
    assert "second-pit" in [variant.plugin.id for variant in desks.setup(client).chosen().variants()]
    assert "prophet" in client.bots
    assert desks.online(client).bots is client.bots
    assert closed == [True], "bots think in processes that have read the plugins as they were"


def test_what_is_gone_leaves_the_lobby(app: Any, driver: Driver) -> None:
    """A plugin that is removed while the lobby has it on, with a setting of its own."""
    write_plugin()
    client = open_page(app, driver)
    desks.setup(client).chosen().switch("tar-pit", True)
    desks.setup(client).chosen().set_value("tar-pit", "tar_pit_quarters", 1)
    select(app, driver, "tar-pit")
    driver.click(button(app, "Remove").rect.centre)
    assert "will be deleted permanently" in texts(app)
    driver.click(button(app, "Back").rect.centre)
    assert (paths.user_plugin_folder() / "tar-pit").is_dir()
    driver.key(KEYS.DELETE)
    driver.click(button(app, "Remove").rect.centre)
    driver.frame(10)
    assert not (paths.user_plugin_folder() / "tar-pit").exists()
    assert "tar-pit" not in [entry.name for entry in app.screen_on_top.entries]
    assert desks.setup(client).chosen().extras == []
    assert desks.setup(client).chosen().config().plugin == {}
    driver.key(KEYS.ESCAPE)
    driver.click(button(app, "Custom match").rect.centre)
    driver.frame(10)
    driver.click(button(app, "Start").rect.centre)
    assert type(app.screen_on_top).__name__ == "MatchScreen"


def test_nothing_is_read_anew_while_a_match_goes_on(app: Any, driver: Driver) -> None:
    client = open_program(app)
    client.router.open("lobby")
    app.screen_on_top.start()
    before = client.catalogue.plugins
    client.router.open("plugins")
    driver.frame(2)
    driver.click(button(app, "Reload").rect.centre)
    assert "A match is running." in texts(app)
    assert client.catalogue.plugins is before


def test_a_plugin_is_pictured_by_its_element(app: Any, driver: Driver) -> None:
    """CLI-2393: a gear by a whole one, not by its bed; a laser, which is small on its cell, by as much as fits."""
    from PIL import Image, ImageChops

    open_page(app, driver)
    page = app.screen_on_top
    select(app, driver, "gears")
    whole = Image.open(paths.plugin_folder() / "gears" / "art" / "gear-left.png").convert("RGBA")
    expected = whole.resize(page.picture_leaf.made.texture.image.size, Image.Resampling.LANCZOS)
    assert ImageChops.difference(page.picture_leaf.made.texture.image, expected).getbbox(alpha_only=False) is None
    select(app, driver, "board-lasers")
    image = page.picture_leaf.made.texture.image
    assert image.getchannel("A").getbbox() == (0, 0, *image.size)


def test_a_picture_that_has_changed_is_drawn_anew(app: Any, driver: Driver) -> None:
    from PIL import Image

    art = write_plugin() / "art"
    art.mkdir(exist_ok=True)
    Image.new("RGB", (64, 64), "red").save(art / "plugin.png")
    open_page(app, driver)
    select(app, driver, "tar-pit")
    page = app.screen_on_top
    assert page.picture_leaf.made.texture.image.getpixel((9, 9))[:3] == (255, 0, 0)
    Image.new("RGB", (64, 64), "blue").save(art / "plugin.png")
    os.utime(art / "plugin.png", (1, 1))
    driver.key(KEYS.F5)
    driver.frame(5)
    assert app.screen_on_top.picture_leaf.made.texture.image.getpixel((9, 9))[:3] == (0, 0, 255)
    (art / "plugin.png").write_bytes(b"no picture")
    driver.key(KEYS.F5)
    driver.frame(5)
    assert app.screen_on_top.selected.name == "tar-pit"


# --- what the lobby has on ------------------------------------------------------------------------------------------


def test_a_plugin_is_on_in_new_custom_matches(app: Any, driver: Driver) -> None:
    write_plugin()
    client = open_page(app, driver)
    select(app, driver, "tar-pit")
    page = app.screen_on_top
    driver.click((page.usual.rect.x + 10, page.usual.rect.centre[1]))
    assert load_settings()[0].usual_plugins == ("tar-pit",)
    assert desks.setup(client).chosen().extras == ["tar-pit"]
    app.apply(load_settings()[0])
    again = open_program(app)
    assert desks.setup(again).chosen().config().match.plugins == ["tar-pit"]
    open_page(app, driver, again)
    select(app, driver, "tar-pit")
    page = app.screen_on_top
    assert page.usual.on
    driver.click((page.usual.rect.x + 10, page.usual.rect.centre[1]))
    assert load_settings()[0].usual_plugins == ()
    assert desks.setup(again).chosen().extras == []


def test_plugins_that_exclude_each_other_may_both_be_usual(app: Any) -> None:
    """The first of them is on; switching on the other one says why not."""
    write_plugin()
    second = write_plugin("Zebra") / "plugin.toml"
    second.write_text('conflicts = ["tar-pit"]\n' + second.read_text(encoding="utf-8"), encoding="utf-8")
    import msgspec

    app.apply(msgspec.structs.replace(app.settings, usual_plugins=("zebra", "tar-pit", "gone", "volt")))
    lobby = desks.setup(open_program(app)).chosen()
    assert lobby.extras == ["tar-pit"]
    with pytest.raises(GameError, match="cannot be enabled together"):
        lobby.switch("zebra", True)
    lobby.switch("tar-pit", False)
    assert lobby.extras == ["zebra"]


# --- from one player to another -------------------------------------------------------------------------------------


def test_reload_keeps_the_language_that_the_environment_has_chosen(
    app: Any, driver: Driver, speak: Callable[[str], None]
) -> None:
    write_plugin()
    open_page(app, driver)
    speak("de")
    driver.key(KEYS.F5)
    driver.frame(3)
    assert "Neu laden" in texts(app)


def test_a_folder_that_cannot_be_made_is_named(app: Any, driver: Driver, profile_folder: Path) -> None:
    write_plugin()
    open_page(app, driver)
    select(app, driver, "tar-pit")
    as_author(app, driver)
    packed = paths.packed_folder()
    packed.parent.mkdir(parents=True, exist_ok=True)
    packed.write_text("", encoding="utf-8")
    driver.click(button(app, "Pack").rect.centre)
    told = texts(app).replace("\n", " ").replace("\N{ZERO WIDTH SPACE}", "")
    assert "This plugin cannot be packed" in told
    assert "Errno" not in told
    assert f"{packed}: " in told


def test_packed_by_one_player_installed_and_played_by_another(
    app: Any, driver: Driver, profile_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the command line: pack, drop the file onto the main menu, agree, switch it on in the lobby, play."""
    write_plugin()
    open_page(app, driver)
    select(app, driver, "tar-pit")
    as_author(app, driver)
    driver.click(button(app, "Pack").rect.centre)
    packed = paths.packed_folder() / "tar-pit-0.1.0.zip"
    assert f"Packed into {packed}" in texts(app).replace("\n", " ").replace("\N{ZERO WIDTH SPACE}", "")

    use(profile_folder / "bea", monkeypatch)
    client = open_program(app)
    driver.frame(2)
    assert "tar-pit" not in client.catalogue.plugins
    drop(driver, packed)
    wait_for(app, driver, "OfferPage")
    driver.frame(3)
    assert "This plugin is a program" in texts(app)
    assert "Tar pit, version 0.1.0" in texts(app)
    driver.key(KEYS.ENTER)  # cancels
    assert list(paths.user_plugin_folder().iterdir()) == []
    drop(driver, packed)
    wait_for(app, driver, "OfferPage")
    driver.click(button(app, "Install").rect.centre)
    driver.frame(20)
    assert "is installed" in texts(app)
    driver.key(KEYS.ENTER)
    assert app.screen_on_top.selected.name == "tar-pit"
    assert "Installed on" in texts(app)
    assert "Its files have changed" not in texts(app)
    (paths.user_plugin_folder() / "tar-pit" / "notes.txt").write_text("mine", encoding="utf-8")
    driver.key(KEYS.F5)
    driver.frame(20)
    assert "Its files have changed since it was installed." in texts(app)
    driver.key(KEYS.ESCAPE)

    driver.click(button(app, "Custom match").rect.centre)
    page = app.screen_on_top
    page.show("settings")
    for name in (ABSENT, "variant tar-pit"):  # no course has tar yet
        control = page.settings.area.group.named[name]
        page.settings.area.show(control.rect)
        driver.click((control.rect.x + 10, control.rect.centre[1] + page.settings.area.position))
    assert desks.setup(client).chosen().extras == ["tar-pit"]
    driver.click(button(app, "Start").rect.centre)
    driver.frame(3)
    assert "tar-pit" in [plugin.id for plugin in app.screen_on_top.session.game.plugins]


def test_a_file_is_chosen_from_the_downloads(app: Any, driver: Driver, tmp_path: Path) -> None:
    """The newest is selected; a path that is entered counts instead of it."""
    from roborally.profile.plugin_store import pack

    folder = write_plugin()
    paths.download_folder().mkdir()
    packed = pack(folder, paths.download_folder())
    other = paths.download_folder() / "older.zip"
    other.write_bytes(b"no zip")
    os.utime(other, (1, 1))
    open_page(app, driver)
    driver.click(button(app, "Install …").rect.centre)
    page = app.screen_on_top
    assert [path for path, _time in page.files] == [packed, other]
    driver.key(KEYS.ENTER)
    offered = wait_for(app, driver, "OfferPage")
    assert offered.offer.replaces is not None
    driver.key(KEYS.ESCAPE)
    driver.key(KEYS.DOWN)
    driver.click(button(app, "Next").rect.centre)
    wait_for(app, driver, "Dialog")
    assert "This plugin cannot be installed" in texts(app)
    assert "not a zip file" in texts(app)
    driver.key(KEYS.ENTER)
    driver.click(page.field.rect.centre)
    elsewhere = shutil.copytree(folder, tmp_path / "tar-pit")
    driver.send("on_text", str(elsewhere))
    driver.key(KEYS.ENTER)
    assert wait_for(app, driver, "OfferPage").offer.source == str(elsewhere)
    driver.key(KEYS.ESCAPE)
    driver.click(page.field.rect.centre)
    driver.key(KEYS.A, KEYS.MOD_CTRL)
    driver.send("on_text", "ftp://example.org/x.zip")
    driver.key(KEYS.ENTER)
    wait_for(app, driver, "Dialog")
    assert "an address must begin with https://" in texts(app)


def test_a_newer_version_takes_the_place_of_an_older_one(app: Any, driver: Driver, tmp_path: Path) -> None:
    """Its code is that of the new version at once."""
    from roborally.features.authoring.scaffold import create
    from roborally.profile.plugin_store import pack

    newer = create("Tar pit", "element", tmp_path / "workbench")
    write_plugin()
    for name, old, new in (("plugin.toml", '"0.1.0"', '"0.2.0"'), ("rules.py", "def act(", "SECOND = 2\n\n\ndef act(")):
        path = newer / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    client = open_page(app, driver)
    assert not hasattr(client.catalogue.get("tar-pit").module, "SECOND")
    drop(driver, pack(newer, tmp_path))
    wait_for(app, driver, "OfferPage")
    driver.frame()
    assert "Version 0.1.0 is installed. All of its files go" in texts(app)
    driver.click(button(app, "Replace").rect.centre)
    driver.frame(5)
    assert client.catalogue.get("tar-pit").manifest.version == "0.2.0"
    assert client.catalogue.get("tar-pit").module.SECOND == 2


def test_a_fetch_that_is_given_up_leaves_nothing(app: Any, client: Any, tmp_path: Path) -> None:
    from roborally.features.authoring.window.fetch import FetchingDialog
    from roborally.profile.plugin_store import pack

    packed = pack(write_plugin(), tmp_path)
    client.router.home()
    app.push(FetchingDialog(app, packed, lambda offered: pytest.fail("it was given up")))
    app.pop()
    until(lambda: not any(thread.name == "plugin-fetch" for thread in threading.enumerate()))
    assert [path.name for path in paths.user_plugin_folder().iterdir()] == ["tar-pit"]
