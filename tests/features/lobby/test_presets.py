"""Presets in the lobby, in the host's and on the page of a quick match (STD-R39, CNB-R29)."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.quick_choices import QuickMatchChoices
from roborally.game.match_file import MatchConfig
from roborally.game.presets import presets_of
from roborally.plugin_system.loader import Catalogue
from tests.ui.conftest import Driver

AS_WRITTEN = {
    "standard": {"standard": {"lasers": "board_at_end"}, "program-cards": {"least_seconds": 15}},
    "crash-and-burn": {
        "repair-sites": {"site_archives": "entering"},
        "crash-and-burn": {"robot_lasers": "turn"},
        "option-cards": {
            "mechanical_arm": "lifts",
            "gyroscopic_stabilizer": "straight",
            "without": ["radio-control", "scrambler"],
        },
    },
}
SWITCH = "preset as-written"

pytestmark = pytest.mark.window


@pytest.fixture(params=["local", "hosted"])
def page(request: pytest.FixtureRequest, app: Any, driver: Driver, catalogue: Catalogue) -> Any:
    """Open the lobby, of one machine or of a host."""
    from roborally.features.lobby.window.lobby_page import LobbyPage

    lobby = LobbyModel(catalogue, ["random"], online=request.param == "hosted")
    local = request.param == "local"
    page = LobbyPage(app, lobby, lambda _: None, lambda _: None) if local else LobbyPage(app, lobby)
    app.push(page)
    page.show("settings")
    return app.screen_on_top


def click(driver: Driver, page: Any, name: str) -> None:
    rect = page.settings.area.group.named[name].rect
    page.settings.area.show(rect)
    driver.click((rect.x + 10, rect.centre[1] + page.settings.area.position))


@pytest.mark.parametrize("mode", AS_WRITTEN)
def test_one_click_sets_all_and_another_takes_all_back(mode: str, driver: Driver, page: Any) -> None:
    page.lobby.choose_mode(mode)
    page.lobby.set_value("archive", "lives", 5)
    page.changed(anew=True)
    assert not page.settings.area.group.named[SWITCH].on
    click(driver, page, SWITCH)
    assert page.lobby.config().plugin == {"archive": {"lives": 5}, **AS_WRITTEN[mode]}
    assert page.settings.area.group.named[SWITCH].on
    click(driver, page, SWITCH)
    assert page.lobby.config().plugin == {"archive": {"lives": 5}}
    assert not page.settings.area.group.named[SWITCH].on


def test_another_mode_begins_without_the_preset(driver: Driver, page: Any) -> None:
    page.lobby.set_value("archive", "lives", 5)
    click(driver, page, SWITCH)
    page.course.choose_mode("roboball")
    assert "program-cards" not in page.lobby.config().plugin
    page.course.choose_mode("standard")
    assert page.lobby.config().plugin == {"archive": {"lives": 5}}
    assert not page.settings.area.group.named[SWITCH].on


def test_the_switch_shows_whether_all_settings_are_so(driver: Driver, page: Any, catalogue: Catalogue) -> None:
    config = msgspec.structs.replace(page.lobby.config(), plugin=AS_WRITTEN["standard"])
    page.load_match(config)
    assert page.settings.area.group.named[SWITCH].on, "a match file holds nothing but the settings"
    rect = page.settings.area.group.named["standard lasers"].rect
    page.settings.area.show(rect)
    driver.click((rect.right - 10, rect.centre[1] + page.settings.area.position))
    assert page.lobby.value("standard", "lasers") != "board_at_end"
    assert not page.settings.area.group.named[SWITCH].on


def test_a_quick_match_has_the_settings_of_its_preset(app: Any, driver: Driver, catalogue: Catalogue) -> None:
    from roborally.features.lobby.window.quick_match import QuickMatchPage

    begun: list[MatchConfig] = []
    wishes = replace(QuickMatchChoices(), bots=1, bot="random")
    page = QuickMatchPage(app, catalogue, ["random"], wishes, lambda _wishes, config: begun.append(config))
    app.push(page)
    driver.frame()
    choice = page.choices["preset"].rect
    driver.click((choice.right - 10, choice.centre[1]))
    page.start()
    assert begun[0].rules == {"lasers": "board_at_end", "least_seconds": 15}
    mode = page.choices["mode"].rect
    while page.wishes.mode != "volt":
        driver.click((mode.right - 10, mode.centre[1]))
        mode = page.choices["mode"].rect
    assert "preset" not in page.choices
    page.start()
    assert begun[1].rules.keys().isdisjoint(begun[0].rules)
    while page.wishes.mode != "standard":
        driver.click((mode.right - 10, mode.centre[1]))
        mode = page.choices["mode"].rect
    assert page.choices["preset"].value == "as-written", "kept for every mode by itself"


def test_a_preset_that_is_wrong_is_not_offered(catalogue: Catalogue) -> None:
    mode = catalogue.get("standard")
    good = mode.manifest.preset["as-written"]
    wrong = {name: msgspec.structs.replace(good, settings=settings) for name, settings in WRONG.items()}
    broken = replace(mode, manifest=msgspec.structs.replace(mode.manifest, preset={"good": good, **wrong}))
    assert list(presets_of(broken, catalogue.resolve(["standard"]))) == ["good"]


WRONG: dict[str, dict[str, Any]] = {"unknown": {"lifes": 3}, "value": {"lasers": "never"}, "elsewhere": {"maximum": 2}}
