"""A long session in which a person plays, and opens what can be opened, takes up no more at its end than before."""

import sys
from typing import Any

import arcade
import pytest

from roborally.config import MatchConfig, MatchSection, SeatConfig, make_game
from roborally.loader import Catalogue
from roborally.session import LocalSession

from .conftest import Driver
from .test_bench import FEW, TURNS, WARM_UP, counted

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("window")]


def test_fifty_turns_of_a_person_leave_nothing_behind(app: Any, driver: Driver, catalogue: Catalogue) -> None:
    """Programs with the ghost, the menu, the log and the windows about players: all of it in every turn."""
    from roborally.ui.bench import InstantThinker, big_course
    from roborally.ui.dialogs import Dialog
    from roborally.ui.match_screen import MatchScreen

    seats = [SeatConfig("Ada", "human", "tanky"), *[SeatConfig(f"Bot {n}", "random", "peach") for n in range(1, 4)]]
    settings = {"archive": {"unlimited_lives": True}}
    config = MatchConfig(match=MatchSection(timer=0), plugin=settings, seats=seats)
    session = LocalSession.start(make_game(config, catalogue, course=big_course(catalogue)), 1, InstantThinker(catalogue))
    screen = MatchScreen(
        app,
        session,
        finished=lambda table: None,
        open_menu=lambda screen: app.push(Dialog(app, "Menu", "", [("Back", app.pop)])),
        speed="skip",
    )
    app.replace(lambda: screen)

    def play_turn() -> None:
        driver.until(lambda: screen.panel is not screen.moving, 100)
        for key in (arcade.key.ESCAPE, arcade.key.L, arcade.key.I):
            driver.key(key)
            assert app.screen_on_top is not screen
            driver.key(arcade.key.ESCAPE)
            assert app.screens == [screen]
        for key in (arcade.key.TAB, arcade.key.SPACE, arcade.key.TAB, arcade.key.SPACE):
            driver.key(key)
        turn = session.match.state.turn
        screen.panel.hand_in()
        driver.until(lambda: session.match.state.turn > turn and bool(screen.player.dry), 100)

    for _ in range(WARM_UP):
        play_turn()
    driver.frame(60)  # every picture of the running belts
    objects, card = counted(app)
    blocks, lines = sys.getallocatedblocks(), len(screen.table.log)
    for _ in range(TURNS):
        play_turn()
    driver.frame(60)
    assert not session.over
    later, card_later = counted(app)
    assert card_later == card
    assert sys.getallocatedblocks() - blocks < 6 * (len(screen.table.log) - lines)
    grown = {name: count for name, count in (later - objects).items() if count > FEW}
    assert not grown
