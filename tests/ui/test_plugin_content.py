"""Courses and robots that plugins bring, in the window."""

from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.window.lobby_page import LobbyPage
from roborally.features.lobby.window.online.room_setup import LobbyChanges
from roborally.game.match_file import MatchConfig
from roborally.plugin_system.loader import Catalogue, Plugin, find_plugins
from roborally.ui.board.actors import robot_picture
from roborally.ui.toolkit import theme
from tests.writing import COURSE, write_content_plugin

from .conftest import Driver


@pytest.fixture
def found(tmp_path: Path) -> Catalogue:
    """All plugins, with one that brings a course and a file that cannot be used."""
    swamp = write_content_plugin(tmp_path)
    (swamp / "boards" / "broken.toml").write_text(COURSE.replace('"crushers"', '"crusherss"'), encoding="utf-8")
    return find_plugins([paths.plugin_folder(), tmp_path], installed=False)


@pytest.fixture
def lobby(found: Catalogue) -> LobbyModel:
    model = LobbyModel(found, ["random"])
    while len(model.seats) > 2:
        model.remove(2)
    return model


def text(page: Any) -> list[str]:
    return [label.text for label in page.layer.labels]


def select(page: Any, name: str) -> None:
    courses = page.controls.named["courses"]
    courses.choose([entry[0] for entry in courses.entries].index(name))


def test_a_button_enables_what_a_course_needs(app: Any, driver: Driver, lobby: LobbyModel) -> None:
    started: list[MatchConfig] = []
    app.push(LobbyPage(app, lobby, started.append, lambda path: None))
    page = app.screen_on_top
    driver.until(lambda: page.ready)
    assert "enable" not in page.controls.named
    page.controls.named["courses"].scroll(-99)
    first = page.controls.named["courses"].first
    select(page, "Slippery")
    assert page.controls.named["courses"].first == first > 0, "the list stays where it was"
    assert text(page).count("This course needs: Crushers") == 2, "beside Start, and where it can be enabled"
    assert "checkpoints" not in page.controls.named
    assert not page.start_button.enabled
    driver.click(page.controls.named["enable"].rect.centre)
    assert lobby.extras == ["crushers"]
    assert "enable" not in page.controls.named
    assert "checkpoints" in page.controls.named
    page.show("settings")
    assert page.settings.area.group.named["variant crushers"].on
    page.start()
    assert started[0].match.course == "slippery"
    assert started[0].match.plugins == ["crushers"]


def test_a_file_that_cannot_be_used_tells_why(app: Any, driver: Driver, lobby: LobbyModel) -> None:
    app.push(LobbyPage(app, lobby, lambda config: None, lambda path: None))
    page = app.screen_on_top
    driver.until(lambda: page.ready)
    select(page, "broken")
    assert page.controls.named["courses"].entries[-1] == ("broken", "Cannot be used")
    assert "It needs the plugin 'crusherss', which is not there; is it 'crushers'?" in text(page)
    assert not page.start_button.enabled
    lobby.choose_mode("classic")
    assert lobby.chosen_course is not None


def test_members_hear_only_of_a_course_that_can_be_played(app: Any, driver: Driver, lobby: LobbyModel) -> None:
    sent: list[MatchConfig] = []
    app.push(LobbyPage(app, lobby, on_change=LobbyChanges(lobby, sent.append).pass_on))
    page = app.screen_on_top
    driver.until(lambda: page.ready)
    select(page, "Slippery")
    select(page, "broken")
    assert not sent
    select(page, "Slippery")
    page.course.enable_plugins()
    assert [(config.match.course, config.match.plugins) for config in sent] == [("slippery", ["crushers"])]


def test_a_robot_of_a_plugin_has_the_colour_of_its_seat(app: Any, found: Catalogue, tmp_path: Path) -> None:
    plugins = list(found.plugins.values())
    for seat in (0, 3):
        image = robot_picture("mudder", seat, seat, plugins, 64).image
        assert image.getpixel((1, 4)) == theme.seat_colours(seat).body
        assert image.getpixel((6, 4)) == (90, 90, 90, 255)
    (tmp_path / "swamp" / "art" / "mudder.png").unlink()
    (tmp_path / "swamp" / "art" / "mudder-paint.png").unlink()
    read_again = [Plugin(plugin.folder, plugin.manifest) for plugin in plugins]
    assert robot_picture("mudder", 1, 1, read_again, 64) is robot_picture("", 1, 1, read_again, 64)


def test_a_damaged_picture_is_a_tile_with_a_question_mark(
    app: Any, found: Catalogue, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "swamp" / "art" / "mudder.png"
    path.write_bytes(path.read_bytes()[:40])
    plugins = list(found.plugins.values())
    image = robot_picture("mudder", 0, 0, plugins, 64).image
    assert image.size == (64, 64)
    robot_picture("mudder", 0, 0, plugins, 32)
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [str(path)]
