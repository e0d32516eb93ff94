"""The window about a player (CLI-204, CLI-601, CLI-R01)."""

from typing import Any

import arcade

from roborally.plugin_system.loader import Catalogue
from roborally.ui.match.windows.earned_achievements import earned_at
from tests.slots import put_in

from .conftest import Driver, answer_default
from .test_ghost import open_aided as open_aided


def texts(window: Any) -> str:
    return "\n".join(label.text for label in window.layer.labels)


def portrait(screen: Any, index: int) -> tuple[float, float]:
    place: tuple[float, float] = next(
        fellow.rect.centre for fellow in screen.panels.shown.fellows if fellow.index == index
    )
    return place


def test_a_click_on_a_fellow_opens_it_and_a_click_closes_it(
    app: Any, driver: Driver, open_aided: Any, new_game: Any
) -> None:
    screen = open_aided(new_game())
    match = screen.session.match
    match.hurt(match.state.pieces[1], 5, "test")
    driver.frame(2)
    driver.click(portrait(screen, 1))
    window = app.screen_on_top
    text = texts(window)
    assert window is not screen
    assert window.index == 1
    for fact in ("Bot 1", "Peach", "Damage 5 of 9", "Checkpoints reached: 0 of 2", "Locked registers: 5", "Active"):
        assert fact in text, fact
    assert screen.context.words.translated(screen.context.model(1).ability) in text
    assert screen.context.words.translated(screen.context.model(1).motto) in text
    assert "Achievements" not in text  # a bot has none
    driver.click((40, 40))
    assert app.screen_on_top is screen


def test_the_players_own_window_opens_in_both_interfaces(
    app: Any, driver: Driver, open_aided: Any, new_game: Any
) -> None:
    screen = open_aided(new_game())
    own = next(widget for widget in screen.panels.shown.controls.widgets if type(widget).__name__ == "PlayerButton")
    for x in (own.rect.x + 30, own.rect.x + 80):  # the picture and the name
        driver.click((x, own.rect.top - 14))
        assert app.screen_on_top.index == 0
        driver.key(arcade.key.ESCAPE)
        assert app.screen_on_top is screen
    screen.playback.speed = "slow"
    screen.panels.shown.hand_in()
    driver.frame(2)
    screen.playback.paused = True
    driver.frame(12, 1 / 20)
    for index in (0, 1):
        row = screen.panels.moving.rows[index].rect
        driver.click((row.x + 20, row.centre[1]))
        assert app.screen_on_top.index == index
        driver.key(arcade.key.ESCAPE)


def test_the_keyboard_suffices_and_the_match_goes_on(app: Any, driver: Driver, open_aided: Any, new_game: Any) -> None:
    screen = open_aided(new_game())
    driver.key(arcade.key.I)
    window = app.screen_on_top
    assert window.index == 0
    driver.key(arcade.key.RIGHT)
    assert "Bot 1" in texts(window)
    driver.key(arcade.key.LEFT)
    driver.key(arcade.key.LEFT)
    assert "Bot 2" in texts(window)
    match = screen.session.match
    match.hurt(match.state.pieces[2], 3, "test")  # it follows what happens beneath
    driver.frame(4)
    assert "Damage 3 of 9" in texts(window)
    driver.key(arcade.key.TAB)
    assert window.controls.focus is not None
    driver.key(arcade.key.ESCAPE)
    assert app.screen_on_top is screen
    assert screen.panels.open is not None


def test_option_cards_are_described(app: Any, driver: Driver, open_mode: Any) -> None:
    screen = open_mode("crash-and-burn", options=3)
    for _ in range(400):
        driver.send("on_update", 1 / 20)
        if screen.panels.open is not None:
            break
        answer_default(app, driver, screen)
    driver.key(arcade.key.I)
    window = app.screen_on_top
    assert "Option cards" in texts(window)
    for card in screen.context.display.robots[0].options:
        assert screen.context.words.option_help(card) in texts(window)
    assert window.area.top < 720
    assert window.area.y > 0


def test_nothing_secret_is_told(app: Any, driver: Driver, open_mode: Any) -> None:
    """Of others' secret lists of checkpoints the window says as little as the fellow's entry does."""
    screen = open_mode("auenland", objectives="swap")
    driver.until(lambda: screen.panels.open is not None, 100)
    match = screen.session.match
    put_in(match.state.ext["program-cards"], "slots", 1, ("move3@800",) * 5)
    screen.inform(1)
    driver.frame()
    assert "Move 3" not in texts(app.screen_on_top)
    assert "move3" not in texts(app.screen_on_top)


def test_achievements_are_those_of_the_person_at_this_machine(
    app: Any, driver: Driver, open_aided: Any, new_game: Any, catalogue: Catalogue
) -> None:
    screen = open_aided(new_game())
    earned = earned_at(catalogue, screen.session, "Zoe")
    assert (earned(0), earned(1)) == ([], None)
    screen.earned = lambda seat: ["Ash to ash", "Pacifist"] if seat == 0 else None
    screen.inform(0)
    driver.frame()
    assert "Ash to ash\u00a0· Pacifist" in texts(app.screen_on_top)


def test_of_several_people_at_this_machine_one_has_the_profile(
    open_aided: Any, new_game: Any, catalogue: Catalogue
) -> None:
    """CLI-601: the one whose name the settings have."""
    session = open_aided(new_game(people=2)).session
    assert [earned_at(catalogue, session, "Bea")(seat) for seat in range(3)] == [None, [], None]
    assert [earned_at(catalogue, session, "Zoe")(seat) for seat in range(3)] == [None, None, None]
