"""Several people at one machine: players see only their own secrets."""

from collections.abc import Callable, Iterator
from typing import Any

import arcade
import msgspec
import pytest

from roborally.core.observation import SPECTATOR
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from roborally.ui.match.questions.hot_seat import SETTLING
from tests.screens.moments import COURSES
from tests.shipped import drawn
from tests.slots import put_in
from tests.waiting import Clock, stands_still

from .conftest import BURNING, GRID, Driver
from .playing import lay


@pytest.fixture
def open_hot_seat(catalogue: Catalogue, begin_session: Any, show_session: Any) -> Callable[..., Any]:
    """Show a match of two people and a bot."""

    def make(
        mode: str = "standard", *, timer: int = 0, now: Any = stands_still, speed: str = "skip", **settings: Any
    ) -> Any:
        grid = BURNING if mode == "crash-and-burn" else GRID
        seats = [SeatConfig("Ada", "human"), SeatConfig("Bob", "human"), SeatConfig("Bot", "random")]
        config = MatchConfig(match=MatchSection(mode=mode, timer=timer), plugin=settings, seats=seats)
        game = make_game(config, catalogue, course=drawn(grid, catalogue, "yard", players=(2, 8)))
        return show_session(begin_session(game, 4, now), speed=speed)

    return make


def layers(screen: Any) -> Iterator[Any]:
    """Return everything that is drawn at the right edge: the panel, what is carried, and the screens above."""
    yield screen.panels.shown.base
    yield screen.panels.shown.layer
    if hasattr(screen.panels.shown, "dragging"):
        yield screen.panels.shown.dragging.layer
    for above in screen.app.screens[screen.app.screens.index(screen) + 1 :]:
        yield above.layer


def texts(screen: Any) -> set[str]:
    return {label.text for layer in layers(screen) for label in layer.labels if label.visible}


def faces(screen: Any) -> set[Any]:
    """Return the pictures of commands that can be seen."""
    from roborally_plugins.program_cards.view_cards import card_face  # found once plugins are loaded

    names = (*screen.context.words.usual_commands(), "empty", "unknown")
    known = {card_face(screen.context, name, *side): name for name in names for side in ((), (64,))}
    seen = {sprite.texture for layer in layers(screen) for sprite in layer.sprites if sprite.visible and sprite.alpha}
    return {known[texture] for texture in seen if texture in known} - {"empty", "unknown"}


def assert_curtain(screen: Any, name: str) -> None:
    """Only a name is called; nothing of any hand, program or ghost is there."""
    curtain = screen.app.screen_on_top
    assert curtain is screen.question_controller.hot_seat.curtain
    assert screen.context.name(curtain.index) == name
    assert {name, "It is your turn."} <= texts(screen)
    assert_public(screen)


def assert_public(screen: Any) -> None:
    assert screen.context.own == SPECTATOR
    assert not screen.panels.asking
    assert screen.panels.shown is screen.panels.moving
    assert faces(screen) <= {
        slot.partition("@")[0] for robot in screen.context.display.robots for slot in robot.slots if slot
    }
    assert screen.board_pane.ghost.ghost is None
    if screen.playback.dry:
        screen.context.display.assert_equals(screen.session.observe(SPECTATOR))


def hand(screen: Any, seat: int) -> list[str]:
    return sorted(screen.session.observe(seat).data["ext"]["program-cards"]["hands"][seat])


def lift(driver: Driver) -> None:
    driver.frame(20, SETTLING / 10)
    driver.key(arcade.key.ENTER)
    driver.frame(12, 1 / 20)


def test_each_player_is_called_and_sees_only_their_own_hand(app: Any, driver: Driver, open_hot_seat: Any) -> None:
    screen = open_hot_seat()
    for seat, name in ((0, "Ada"), (1, "Bob")):
        assert_curtain(screen, name)
        driver.frame(60)
        assert_curtain(screen, name)
        if seat:
            lift(driver)
        else:
            driver.click(screen.question_controller.hot_seat.curtain.button.rect.centre)
            driver.frame(12, 1 / 20)
        assert app.screen_on_top is screen
        assert screen.context.own == seat
        assert sorted(screen.panels.shown.hand.cards) == hand(screen, seat)
        lay(screen.panels.open)
        driver.frame()
        assert screen.board_pane.ghost.ghost is not None
        driver.click(screen.panels.shown.confirm.rect.centre)
        if seat == 0:
            driver.frame(5)
    driver.until(lambda: screen.session.match.state.turn == 2, 50)
    driver.until(lambda: screen.question_controller.hot_seat.curtain is not None, 200)
    assert_curtain(screen, "Ada")


def test_a_second_enter_does_not_lift_the_curtain_of_the_next_player(driver: Driver, open_hot_seat: Any) -> None:
    """Nor does a second click; the first player still sits at the screen."""
    screen = open_hot_seat()
    lift(driver)
    lay(screen.panels.open)
    for _press in range(3):
        driver.key(arcade.key.ENTER)
        driver.frame(2)
    assert_curtain(screen, "Bob")
    driver.click(screen.question_controller.hot_seat.curtain.button.rect.centre)
    assert_curtain(screen, "Bob")
    lift(driver)
    assert screen.context.own == 1


def test_the_moving_phase_shows_what_all_may_see(driver: Driver, open_hot_seat: Any) -> None:
    screen = open_hot_seat(speed="slow")
    for _ in range(2):
        lift(driver)
        lay(screen.panels.open)
        screen.panels.shown.send()
        driver.frame(3)
    assert not screen.playback.dry
    assert_public(screen)
    assert all(not any(robot.slots[1:]) for robot in screen.context.display.robots)  # at most the first register
    driver.until(lambda: screen.context.display.stage == 1, 400)
    driver.until(lambda: any(robot.slots[0] for robot in screen.context.display.robots), 100)
    assert all(not any(robot.slots[1:]) for robot in screen.context.display.robots)
    assert faces(screen)


def test_nothing_lies_over_the_curtain_or_beside_it(app: Any, driver: Driver, open_hot_seat: Any) -> None:
    """CLI-2335: what its button does is told below it; with large texts, too. The menu opens over it."""
    screen = open_hot_seat()
    curtain = app.screen_on_top
    driver.key(arcade.key.ESCAPE)
    assert app.screen_on_top is not curtain
    driver.frame(30)
    driver.key(arcade.key.ESCAPE)
    assert_curtain(screen, "Ada")
    app.apply(msgspec.structs.replace(app.settings, interface_scale=200))
    driver.frame(20, 1 / 20)
    curtain, room = app.screen_on_top, screen.arrangement.room
    assert curtain is screen.question_controller.hot_seat.curtain
    assert "Show what only Ada may see (Enter)" in texts(screen)
    assert curtain.button.tooltip == ""
    assert all(sprite.top <= room.top and sprite.bottom >= room.y for sprite in curtain.layer.sprites)


def test_the_curtain_speaks_another_language_at_once(driver: Driver, open_hot_seat: Any, speak: Any) -> None:
    screen = open_hot_seat()
    assert "It is your turn." in texts(screen)
    speak("sv")
    screen.translate()
    driver.frame()
    assert "It is your turn." not in texts(screen)
    assert "Det är din tur." in texts(screen)
    assert screen.app.screens.count(screen.question_controller.hot_seat.curtain) == 1
    lift(driver)
    assert screen.question_controller.hot_seat.curtain is None
    assert screen.panels.open.title.text == "Omgång 1: Ada programmerar", "with the name of who is here now"


def test_the_clock_waits_for_the_next_person(driver: Driver, open_hot_seat: Any) -> None:
    clock = Clock()
    screen = open_hot_seat(timer=30, now=clock)
    clock.time = 100
    driver.frame(3)
    assert screen.session.seconds_left() == 30
    lift(driver)
    clock.time = 129.98
    driver.frame(3)  # Ada's time is up: what lies there is handed in
    assert_curtain(screen, "Bob")
    clock.time = 500
    driver.frame(3)
    assert_curtain(screen, "Bob")
    lift(driver)
    assert screen.context.own == 1
    assert screen.session.seconds_left() == 30


def test_secret_questions_are_asked_behind_the_curtain(app: Any, driver: Driver, open_hot_seat: Any) -> None:
    """In Crash and Burn players secretly choose a program and, in its panel, a facing: one curtain for both."""
    screen = open_hot_seat("crash-and-burn", **{"option-cards": {"dealt_at_start": 0}})
    for seat, name in ((0, "Ada"), (1, "Bob")):
        assert_curtain(screen, name)
        lift(driver)
        assert screen.question_controller.asked["kind"] == "program"
        assert screen.question_controller.asked["seat"] == screen.context.own == seat
        (row,) = screen.panels.shown.rows
        assert row.question["kind"] == "respawn-facing"
        assert row.question["seat"] == seat
        lay(screen.panels.open)
        screen.panels.shown.send()
        driver.frame(3)


def test_secret_objectives_are_shown_only_to_their_owner(driver: Driver, open_hot_seat: Any) -> None:
    screen = open_hot_seat("auenland", auenland={"objectives": "swap"}, race={"secret_objectives": True})
    match = screen.session.match
    put_in(match.state.ext["race"], "reached", 0, 1)
    put_in(match.state.ext["race"], "reached", 1, 1)
    screen.question_controller.hot_seat.sit(SPECTATOR, screen.session.observe(SPECTATOR))

    def progress() -> list[int]:
        return [robot.gauges.get("checkpoint", 0) for robot in screen.context.display.robots]

    assert progress() == [0, 0, 0]
    lift(driver)
    assert progress() == [1, 0, 0]
    lay(screen.panels.open)
    screen.panels.shown.send()
    driver.frame(3)
    assert progress() == [0, 0, 0]
    lift(driver)
    assert progress() == [0, 1, 0]


def test_what_happens_while_one_person_thinks_stays_on_the_screen(
    driver: Driver, catalogue: Catalogue, begin_session: Any, show_session: Any
) -> None:
    """VOLT: the bot takes its start number while Ada lays her dice; it is still shown when she has handed in."""
    seats = [SeatConfig("Ada", "human"), SeatConfig("Bob", "human"), SeatConfig("Bot", "random")]
    config = MatchConfig(match=MatchSection(mode="volt", course=COURSES["volt"], timer=30, seed=3), seats=seats)
    clock = Clock()
    screen = show_session(begin_session(make_game(config, catalogue), 3, clock))

    def number() -> int:
        return int(screen.context.display.robots[2].gauges["start-number"])

    for _ in range(12):
        driver.until(lambda: screen.question_controller.waits, 400)
        before = number()
        if screen.question_controller.hot_seat.curtain is not None:
            lift(driver)
        clock.time += 25  # the slowest bot takes 22.5 of the 30 seconds (CLI-1503)
        driver.frame(20, 1 / 20)
        if number() != before and screen.context.own != SPECTATOR:
            break
        clock.time += 5
        driver.frame()
    taken = number()
    assert taken != before
    clock.time += 30  # what lies there is handed in
    driver.frame(2)
    assert screen.context.own == SPECTATOR
    assert number() == taken


def test_one_person_alone_sees_no_curtain(app: Any, driver: Driver, open_mode: Any) -> None:
    screen = open_mode("auenland")
    driver.until(lambda: screen.question_controller.asked is not None, 50)
    assert screen.question_controller.hot_seat.curtain is None
    assert screen.context.own == 0
