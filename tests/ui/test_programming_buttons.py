"""Buttons, abilities, ghost and tooltips of the programming interface (CLI-102 to CLI-104, CLI-208 to CLI-223)."""

from typing import Any

import arcade
import pytest

from roborally.ui.toolkit import theme
from tests.slots import put_in
from tests.sweeps import few_of

from .conftest import Driver
from .playing import lay
from .programming import CLEAR, CONFIRM, HAND, HELP, POWER, USUAL, choose, click, slots
from .seen import contrast, difference, find, labels, picture, place, share


@pytest.mark.parametrize("how", ["mouse", "key"])
def test_only_a_full_program_can_be_confirmed_and_then_it_stays(app: Any, driver: Driver, begin: Any, how: str) -> None:
    """CLI-213, CLI-102, CLI-103: with the button or with Enter; then the moving interface comes."""
    screen = begin(hand=HAND, speed="slow")

    def confirm() -> None:
        if how == "mouse":
            driver.press(spot)
            driver.release(spot)
        else:
            driver.send("on_key_press", arcade.key.ENTER, 0)

    spot = place(app, CONFIRM).centre
    dim = contrast(picture(driver, place(app, CONFIRM)))
    choose(driver, "Move 1", "Move 1", "Rotate Left", "U-Turn")
    confirm()
    driver.frame(3)
    assert slots(app)[4] == "empty"
    assert screen.session.match.state.turn == 1
    command, first = place(app, HELP["Rotate Right"]).centre, place(app, "Register 1:").centre
    driver.click(command)
    assert contrast(picture(driver, place(app, CONFIRM))) > dim
    confirm()
    for point in (first, command):  # before the next frame
        driver.press(point)
        driver.release(point)
    driver.send("on_key_press", arcade.key.DELETE, 0)
    assert slots(app) == ["Move 1", "Move 1", "Rotate Left", "U-Turn", "Rotate Right"]
    driver.until(lambda: find(app, "Speed: ") is not None, 20)
    assert find(app, CONFIRM) is None


def test_clear_takes_all_commands_back(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-214, CLI-R10: all of them, where a click on a slot takes one (CLI-219)."""
    begin(hand=HAND)
    for how in ("mouse", "key"):
        choose(driver, "Move 1", "Rotate Left", "U-Turn")
        click(driver, "Register 2:")
        assert slots(app) == ["Move 1", "empty", "U-Turn", "empty", "empty"]
        if how == "mouse":
            click(driver, CLEAR)
        else:
            driver.key(arcade.key.DELETE)
        assert slots(app) == ["empty"] * 5


@pytest.mark.parametrize("clicks", [1, 2])
def test_a_power_down_is_announced_and_may_be_taken_back_until_confirming(
    app: Any, driver: Driver, begin: Any, clicks: int
) -> None:
    """CLI-215, CLI-R05."""
    screen = begin(hand=HAND)
    choose(driver, "Rotate Left", "Rotate Left", "Rotate Left", "U-Turn", "Rotate Right")
    for _ in range(clicks):
        click(driver, POWER)
    driver.move((400, 300))
    driver.frame()
    chosen = share(picture(driver, place(app, POWER)), theme.colour("accent"), 30) > 0.3
    assert chosen is (clicks == 1)
    click(driver, CONFIRM)
    driver.until(lambda: screen.session.match.state.turn > 1 and bool(screen.playback.dry), 200)
    assert ("Ada will power down next turn." in screen.context.log) is (clicks == 1)


# --- special abilities ------------------------------------------------------------------------------------------------


def test_albot_exchanges_all_commands_once(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-208, CLI-220: a click on the button with the question mark discards them; then it is blocked."""
    begin("albot", hand=("left@70",) * 9)
    assert "9" in labels(app, place(app, HELP["Rotate Left"]))
    choose(driver, "Rotate Left", "Rotate Left")
    spot = button_named(app, "Special")
    dim = picture(driver, spot)
    driver.click(spot.centre)
    numbers = [text for command in USUAL for text in labels(app, place(app, HELP[command])) if text.isdigit()]
    assert sum(map(int, numbers)) == 9
    assert len(numbers) > 1, "nine new ones"
    assert slots(app) == ["empty"] * 5
    driver.move((400, 300))
    driver.frame()
    assert difference(picture(driver, spot), dim) > 2
    driver.click(spot.centre)
    again = [text for command in USUAL for text in labels(app, place(app, HELP[command])) if text.isdigit()]
    assert again == numbers


def test_a_hand_that_changes_while_it_is_laid_begins_anew(driver: Driver, begin: Any) -> None:
    """CLI-220: also in a panel that takes over from another one, as when the language changes; announcements stay."""
    screen = begin("albot", hand=HAND)
    new = ("u-turn@20",) * 9
    lay(screen.panels.shown)
    click(driver, POWER)
    put_in(screen.session.match.state.ext["program-cards"], "hands", 0, new)
    screen.translate()
    panel = screen.panels.shown
    assert panel.hand.cards == list(new)
    assert panel.power_button.selected
    lay(panel)
    assert not panel.objection.text
    panel.refresh()
    assert panel.hand.full, "an unchanged hand is laid on"


def button_named(app: Any, text: str) -> Any:
    return next(
        entry.rect for entry in app.screen_on_top.panels.shown.controls.widgets if getattr(entry, "text", "") == text
    )


def test_lazybot_places_one_pause(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-205, CLI-208, CLI-221: by the button, by a click on the command, or by dragging; one in a turn."""
    begin("lazybot", hand=HAND)
    pause = place(app, lambda text: "does nothing" in text and "Register" not in text).centre
    driver.drag(pause, place(app, "Register 3:").centre)
    assert slots(app)[2] == "Pause"
    driver.click(pause)
    driver.click(button_named(app, "Special").centre)
    assert slots(app).count("Pause") == 1
    click(driver, "Register 3:")
    driver.click(button_named(app, "Special").centre)
    assert slots(app) == ["Pause", *["empty"] * 4]


@pytest.mark.parametrize("robot", few_of(["james-bot", "tanky", "peach"]))
def test_a_passive_ability_is_shown_without_a_button(app: Any, driver: Driver, begin: Any, robot: str) -> None:
    """CLI-223, CLI-107: its name stands beside the robot, and its text comes when the mouse rests there."""
    begin(robot)
    title = {"tanky": "Regeneration", "james-bot": "Double laser", "peach": "Mirror"}[robot]
    assert title in labels(app)
    assert title in app.screen_on_top.tooltip_at(*place(app, "Ada – ").centre)
    assert not [
        entry for entry in app.screen_on_top.panels.shown.controls.widgets if getattr(entry, "text", "") == "Special"
    ]
    begin("lazybot")
    assert button_named(app, "Special")


# --- the ghost, and what the mouse is told ----------------------------------------------------------------------------


def test_everything_tells_what_it_is_when_the_mouse_rests_there(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-104: cells, commands, slots, damage, lives, buttons; after a rest, and gone with the next move."""
    screen = begin(hand=HAND, timer=30)
    words = [*HELP.values(), "Register 1: empty", "Damage 0 of 9", CONFIRM, CLEAR, POWER, "Menu (Esc)", "Bot 1 – Peach"]
    for text in words:
        driver.move(place(app, text).centre)
        driver.frame(10)
        assert app.tooltip == ""
        driver.frame(20)
        assert app.tooltip.startswith(text)
    driver.move(screen.board.to_design(*screen.board.centre((6, 4))))
    assert app.tooltip == ""
    driver.frame(30)
    assert "Pit" in app.tooltip
