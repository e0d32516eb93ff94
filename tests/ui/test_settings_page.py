"""Settings with mouse and keyboard, from the menu (CLI-404) and in a match (CLI-703): CLI-801 to CLI-807."""

import re
from pathlib import Path
from typing import Any

import arcade
import msgspec
import pytest

from roborally.base import paths
from roborally.game.session.instant_thinker import InstantThinker
from roborally.plugin_system.loader import Catalogue
from roborally.profile import Settings, load_settings, save_settings
from roborally.ui.shell import window as module
from roborally.ui.shell.window import open_services
from tests.sweeps import few_of

from .conftest import Driver
from .drawn import shared
from .seen import button


@pytest.fixture
def client(app: Any, catalogue: Catalogue) -> Any:
    app.apply(Settings())
    client = open_services(app, catalogue, InstantThinker(catalogue), ["random"], check=True)
    client.router.home()
    return client


@pytest.fixture
def page(client: Any, app: Any, driver: Driver) -> Any:
    driver.click(button(app.screen_on_top, "Settings").rect.centre)
    return app.screen_on_top


def control(page: Any, tooltip: str) -> Any:
    return next(widget for widget in page.controls.widgets if widget.tooltip.startswith(tooltip))


def saved() -> Settings:
    settings, notices = load_settings()
    assert notices == []
    return settings


def texts(screen: Any) -> str:
    return "\n".join(label.text for label in screen.layer.labels)


ELSEWHERE = ("full_screen",)
"""Switches that have a test of their own, and those that no page shows."""
SWITCHES = [
    field.name for field in msgspec.structs.fields(Settings) if field.type is bool and field.name not in ELSEWHERE
]


def test_a_switch_counts_and_is_saved_at_once(page: Any, app: Any, driver: Driver) -> None:
    """CLI-801, CLI-802, CLI-804, and those that are ours."""
    for name in SWITCHES:
        switch = next(widget for widget in page.controls.widgets if widget.name == name)
        before = getattr(app.settings, name)
        driver.click(switch.rect.centre)
        assert switch.on is not before, name
        assert getattr(app.settings, name) is not before, name
        assert getattr(saved(), name) is not before, name
        page.controls.set_focus(switch)
        driver.key(arcade.key.SPACE)
        assert getattr(saved(), name) is before, name
        driver.key(arcade.key.LEFT)
        assert getattr(saved(), name) is False, name
        driver.key(arcade.key.RIGHT)
        assert getattr(saved(), name) is True, name


SLIDERS = {
    "volume": "Volume of everything",
    "music_volume": "Volume of the music",
    "effects_volume": "Volume of robots",
}


def test_a_volume_is_heard_while_the_slider_moves(page: Any, app: Any, driver: Driver) -> None:
    """CLI-803, CLI-805, CLI-806: with the mouse, the wheel and the arrow keys."""
    for name, tooltip in SLIDERS.items():
        slider = control(page, tooltip)
        y = slider.rect.centre[1]
        paths.settings_file().unlink(missing_ok=True)
        driver.press((slider.line.x, y))
        driver.frame()
        assert getattr(app.audio.settings, name) == 0
        assert app.audio.effects_volume == 0 or name == "music_volume"
        assert not paths.settings_file().exists(), "as long as it is held nothing is written"
        driver.send("on_mouse_drag", *driver.pixel((slider.line.x + slider.line.width / 2, y + 90)), 1, 1, 1, 0)
        assert getattr(app.audio.settings, name) == 50, "also when the mouse leaves it"
        driver.send("on_mouse_drag", *driver.pixel((slider.line.right + 50, y)), 1, 1, 1, 0)
        assert getattr(app.audio.settings, name) == 100
        driver.release((slider.line.right + 50, y))
        driver.frame()
        assert getattr(saved(), name) == 100
        driver.send("on_mouse_scroll", *driver.pixel(slider.rect.centre), 0, -1)
        driver.frame()
        assert getattr(saved(), name) == 95
        page.controls.set_focus(slider)
        for _ in range(3):
            driver.key(arcade.key.LEFT)
        driver.key(arcade.key.RIGHT)
        assert getattr(saved(), name) == 85
        assert slider.number.text == "85 %"


def test_another_size_counts_at_once(page: Any, app: Any, driver: Driver) -> None:
    """CLI-807; who changes the size finds the same page in it, and clicks still hit."""
    choice = control(page, "Window size when")
    driver.click((choice.rect.x + 20, choice.rect.centre[1]))
    assert (app.settings.window_width, app.settings.window_height) == (1024, 768)
    until_size(app, driver, (1024, 768))
    assert app.frame.scale == 0.8
    assert (saved().window_width, saved().window_height) == (1024, 768)
    driver.click(control(page, "Music in").rect.centre)
    assert saved().music is False


def until_size(app: Any, driver: Driver, size: tuple[int, int]) -> None:
    """Wait until the system has given the window a size, and the pages have taken it."""

    def is_there() -> bool:
        app.dispatch_events()
        return bool(app.extent == size)

    driver.until(is_there)
    driver.frame(20)


def test_a_size_that_is_given_by_hand_is_shown_and_kept(page: Any, app: Any, driver: Driver) -> None:
    """CLI-2224: also beside those that are offered; and the size of before can be chosen again."""
    before = app.get_size()
    app.set_size(900, 700)
    until_size(app, driver, (900, 700))
    assert control(page, "Window size when").value == (900, 700)
    assert (saved().window_width, saved().window_height) == (900, 700)
    driver.click(control(page, "Music in").rect.centre)
    assert app.get_size() == (900, 700)
    choice = control(page, "Window size when")
    while choice.value != before:
        driver.click((choice.rect.right - 20, choice.rect.centre[1]))
        driver.frame(2)
        choice = control(page, "Window size when")
    until_size(app, driver, before)


def test_full_screen_counts_at_once(page: Any, app: Any, driver: Driver) -> None:
    """CLI-807: on and off, also with F11; in full screen there is no size to choose."""
    switch, size = control(page, "Fill the whole screen"), control(page, "Window size when")
    driver.click(switch.rect.centre)
    app.dispatch_events()
    driver.frame()
    assert app.fullscreen
    assert saved().full_screen
    assert (size.enabled, size.label.text) == (False, "–")
    driver.key(arcade.key.F11)
    driver.frame()
    assert not app.fullscreen
    assert not switch.on
    assert (size.enabled, size.label.text) == (True, "1280 × 720")


def test_full_screen_by_key_is_kept_as_the_setting_is(page: Any, app: Any, driver: Driver) -> None:
    """CLI-807: over the menu as on the page of settings; another setting does not bring the window back."""
    driver.key(arcade.key.ESCAPE)
    driver.key(arcade.key.F11)
    app.dispatch_events()
    driver.frame()
    assert app.fullscreen
    assert saved().full_screen
    driver.click(button(app.screen_on_top, "Settings").rect.centre)
    driver.click(control(app.screen_on_top, "Off: no effects").rect.centre)
    driver.frame()
    assert app.fullscreen
    assert (saved().sound, saved().full_screen) == (False, True)
    driver.key(arcade.key.F11)
    driver.frame()
    assert not saved().full_screen


def test_another_language_counts_at_once(page: Any, app: Any, driver: Driver) -> None:
    """The page and the menu below speak it, the focus stays, and English comes back."""
    page.controls.set_focus(control(page, "Language of all texts"))
    driver.key(arcade.key.RIGHT)
    driver.key(arcade.key.RIGHT)
    assert app.settings.language == "de"
    assert "Einstellungen" in texts(page)
    assert page.controls.focus.tooltip.startswith("Sprache aller Texte")
    assert button(app.screens[0], "Schnelles Spiel")
    driver.key(arcade.key.RIGHT)
    assert "Inställningar" in texts(page)
    assert saved().language == "sv"
    driver.key(arcade.key.ESCAPE)
    assert len(app.screens) == 1
    assert button(app.screen_on_top, "Inställningar")


def test_another_language_in_the_middle_of_a_match(client: Any, app: Any, driver: Driver, new_game: Any) -> None:
    """CLI-703: what lies in the slots stays there, and the clock goes on (CLI-706)."""
    client.start(new_game(timer=60))
    driver.frame(30)
    match = app.screen_on_top
    for _ in range(3):
        available = [tile for tile in match.panels.asking["program"].commands if tile.enabled]
        driver.click(available[0].rect.centre)
    slots = match.panels.asking["program"].hand.answer()
    assert sum(map(bool, slots)) == 3
    driver.key(arcade.key.ESCAPE)
    driver.click(button(app.screen_on_top, "Settings").rect.centre)
    page = app.screen_on_top
    assert any(re.fullmatch(r"[01]:\d\d", label.text) for label in page.layer.labels)
    language = control(page, "Language of all texts")
    driver.click((language.rect.x + 20, language.rect.centre[1]))  # the one before the first is the last
    driver.frame(2)
    assert app.settings.language == "sv"
    driver.key(arcade.key.ESCAPE)
    assert button(app.screen_on_top, "Tillbaka till spelet")
    driver.key(arcade.key.ESCAPE)
    assert app.screen_on_top is match
    assert match.panels.shown is match.panels.asking["program"]
    assert match.panels.asking["program"].title.text == "Omgång 1: programmering"
    assert match.panels.asking["program"].hand.answer() == slots
    match.panels.asking["program"].hand_in()
    driver.until(lambda: not match.playback.dry, 50)
    driver.until(lambda: match.playback.dry)  # what is shown then is compared with the session


def test_keys_go_on_in_a_match_where_they_were_before_the_settings(
    client: Any, app: Any, driver: Driver, new_game: Any
) -> None:
    """With a full program that is *Confirm*, also when another size of texts has made the panel anew."""
    client.start(new_game())
    driver.until(lambda: app.screen_on_top.panels.asking["program"].is_open)
    match = app.screen_on_top
    driver.key(arcade.key.RIGHT)
    for _ in range(5):
        available = [tile for tile in match.panels.asking["program"].commands if tile.enabled]
        driver.key(arcade.key.KEY_1 + match.panels.asking["program"].commands.index(available[0]))
    assert match.panels.shown.controls.focus is match.panels.shown.confirm
    driver.key(arcade.key.ESCAPE)
    driver.click(button(app.screen_on_top, "Settings").rect.centre)
    size = control(app.screen_on_top, "Size of texts")
    driver.click((size.rect.right - 20, size.rect.centre[1]))
    driver.frame(30)
    driver.key(arcade.key.ESCAPE)
    driver.key(arcade.key.ESCAPE)
    driver.frame(30)
    assert match.panels.shown.controls.focus is match.panels.shown.confirm
    match.panels.shown.controls.set_focus(None)
    driver.key(arcade.key.ESCAPE)
    driver.key(arcade.key.ESCAPE)
    assert match.panels.shown.controls.focus is match.panels.shown.confirm
    driver.key(arcade.key.ENTER)
    assert not match.panels.asking["program"].is_open


def test_tab_goes_on_after_what_was_clicked(page: Any, app: Any, driver: Driver) -> None:
    """Also where the click has made the page anew."""
    for text in ("Size of texts", "Language of all texts"):
        number = page.controls.widgets.index(control(page, text))
        spot = page.controls.widgets[number].rect
        driver.click((spot.right - 20, spot.centre[1]))
        driver.frame(30)
        driver.key(arcade.key.TAB)
        assert page.controls.widgets.index(page.controls.focus) == number + 1


@pytest.mark.parametrize("first_start", [False, True])
def test_the_suggested_name_follows_the_language(client: Any, app: Any, driver: Driver, first_start: bool) -> None:
    if first_start:
        client.settings.welcome()
    else:
        client.settings.open()
    page = app.screen_on_top
    for language, name in (("system", "Player"), ("en", "Spieler"), ("de", "SpielerX")):
        choice = next(each for each in page.controls.widgets if getattr(each, "value", "") == language)
        driver.click((choice.rect.right - 10, choice.rect.centre[1]))
        assert page.name.value == name
        if language == "en":
            driver.click(page.name.rect.centre)
            driver.send("on_text", "X")


def test_another_speed_counts_in_the_match(client: Any, app: Any, driver: Driver, new_game: Any) -> None:
    client.start(new_game())
    driver.frame(3)
    match = app.screen_on_top
    assert match.playback.speed == "normal"
    client.settings.open()
    page = app.screen_on_top
    page.controls.set_focus(control(page, "Speed of the robots"))
    driver.key(arcade.key.RIGHT)
    assert match.playback.speed == "fast"
    assert saved().moving_speed == "fast"
    client.start(new_game())
    assert app.screen_on_top.playback.speed == "fast"


def test_the_name_is_typed_and_plays_the_next_match(page: Any, client: Any, app: Any, driver: Driver) -> None:
    driver.click(page.name.rect.centre)
    for _ in range(len("Player")):
        driver.key(arcade.key.BACKSPACE)
    assert saved().player_name == "P", "nobody is called nothing"
    assert page.name.tooltip == "Names have 1 to 24 letters, all of which can be seen."
    for letter in ("❤", "\ufe0f", "\u200d"):
        driver.send("on_text", letter)
    driver.frame()
    assert saved().player_name == "❤\ufe0f", "a joiner at the end joins nothing"
    assert page.name.tooltip.startswith("Names have")
    for _ in range(3):
        driver.key(arcade.key.BACKSPACE)
    driver.key(arcade.key.SPACE)
    for letter in "Åsa Ö\n":
        driver.send("on_text", letter)
    driver.frame()
    assert saved().player_name == "Åsa Ö"
    driver.key(arcade.key.ESCAPE)
    client.router.open("quick-match")
    assert app.screen_on_top.wishes.name == "Åsa Ö"


def test_the_keyboard_reaches_everything(page: Any, app: Any, driver: Driver) -> None:
    """Tab and the arrows walk through all controls, each is explained, and a ring shows where one is."""
    reached = []
    for _ in page.controls.widgets:
        driver.key(arcade.key.DOWN)
        driver.frame()
        reached.append(page.controls.focus)
        text = page.controls.focus.tooltip or "Point at a setting to see what it does."
        assert page.help.text.text == text
        assert page.controls.ring is not None
    assert set(reached) == set(page.controls.widgets)
    assert all(widget.tooltip for widget in reached if widget is not button(page, "Back"))
    page.controls.set_focus(button(page, "Back"))
    driver.key(arcade.key.ENTER)
    assert len(app.screens) == 1


def test_a_setting_is_explained_in_its_own_panel(page: Any, app: Any, driver: Driver) -> None:
    """With its name, in letters as large as those of the settings; the mouse counts more than the focus."""
    driver.move((5, 5))
    driver.frame()
    assert (page.help.title.text, page.help.text.text[:21]) == ("Settings explained", "Point at a setting to")
    for widget in page.controls.widgets:
        driver.move(widget.rect.centre)
        driver.frame()
        text = widget.tooltip or "Point at a setting to see what it does."
        assert page.help.text.text == text
        assert page.help.text.box.y > page.area.y + 16
        assert shared(page.help.text.box, widget.rect) is None
    (written,) = (label for label in page.layer.labels if label.text == "Music volume")
    driver.move(written.box.centre)
    driver.frame()
    assert page.help.title.text == "Music volume"
    assert page.tooltip_at(*written.box.centre) == "Volume of the music."
    assert page.help.text.size >= 16


@pytest.mark.parametrize("size", few_of([(800, 1200), (1280, 720)]))
def test_the_robots_in_their_colours_cover_no_text(page: Any, app: Any, driver: Driver, size: tuple[int, int]) -> None:
    """Where the page is tall, the explanation takes two lines."""
    app.set_size(*size)
    driver.send("on_resize", *size)
    until_size(app, driver, size)
    driver.move(control(page, "Colours of the robots").rect.centre)
    driver.frame()
    robots = page.help.robots.sprites
    assert len(robots) == 8
    title = page.help.title
    for robot in robots:
        assert robot.bottom >= page.help.text.y
        assert robot.left >= title.x + title.shown_size[0]
        assert page.area.holds(robot.right, robot.top)


def test_a_window_that_has_not_followed_its_settings_yet_is_laid_out_all_the_same(
    page: Any, app: Any, driver: Driver
) -> None:
    size = (680, 971)
    app.apply(msgspec.structs.replace(app.settings, window_width=size[0], window_height=size[1], interface_scale=200))
    driver.frame()
    driver.send("on_resize", *size)
    until_size(app, driver, size)
    assert page.is_tall
    assert all(widget.rect.width > 0 for widget in page.controls.widgets)


def test_a_file_that_cannot_be_written_is_told(page: Any, app: Any, driver: Driver, profile: Path) -> None:
    (profile / "config").write_text("no folder")
    driver.click(control(page, "Music in").rect.centre)
    driver.frame()
    assert app.screen_on_top is not page
    assert "config" in texts(app.screen_on_top)
    assert "could not be saved" in texts(app.screen_on_top)
    assert app.settings.music is False, "it counts all the same"


def test_the_game_begins_with_the_settings(
    app: Any, catalogue: Catalogue, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is wrong with the file is told once, in a dialog over the menu."""
    save_settings(Settings(language="de", volume=10, moving_speed="slow"))
    with paths.settings_file().open("a") as file:
        file.write('colour = "pink"\n')
    made: list[Any] = []

    def window(settings: Settings, *, antialiasing: bool, within_screen: bool) -> Any:
        made.append((settings, antialiasing, within_screen))
        app.apply(settings)
        return app

    monkeypatch.setattr(module, "App", window)
    monkeypatch.setattr(module, "has_graphics_card", lambda: True)
    monkeypatch.setattr(module, "open_speaker", lambda: None)
    monkeypatch.setattr(module, "run", lambda app: None)
    assert module.run_game(catalogue, InstantThinker(catalogue), ["random"]) == 0
    assert made == [(app.settings, True, True)]
    assert app.audio.settings.volume == 10
    assert len(app.screens) == 2
    assert "colour" in texts(app.screen_on_top)
    driver.click(app.screen_on_top.controls.widgets[0].rect.centre)
    assert button(app.screen_on_top, "Einstellungen")

    monkeypatch.setenv("ROBORALLY_LANGUAGE", "sv")
    save_settings(Settings(language="de", low_graphics=True))
    module.run_game(catalogue, InstantThinker(catalogue), ["random"])
    assert len(app.screens) == 1, "the save has put the file in order"
    assert button(app.screen_on_top, "Inställningar")
    assert made[1][1] is False
