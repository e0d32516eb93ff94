"""A long session in which a person plays, and opens what can be opened, takes up no more at its end than before."""

import gc
import sys
from typing import Any

import arcade
import pytest

from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from tests.features.bench.test_window import BLOCKS, EACH, FEW, TURNS, WARM_UP, counted
from tests.shipped import drawn

from .conftest import Driver
from .seen import place

OPENING = (arcade.key.ESCAPE, arcade.key.L, arcade.key.I)
NEW_PICTURES = 40
"""How many pictures may be seen for the first time: which registers of a ghost end on a cell, robots from all sides."""
PAGE_OF_LETTERS = 512 * 512 * 4
"""The bytes of a texture in which letters are kept: the tests before may have left it nearly full."""
FEW_ON_CARD = 10
"""How many more buffers and the like there may be, of what is drawn for the first time; each page opens 16 times."""
ENDLESS = """
 O    O    O    .    .    v    .
 O    c1   O    .    .    v    .
 O    O    O    g>   .    v    l<
 .    .    .    .    >    >    .
 .    d1^  .    d2^  .    d3^  d4^
"""
"""No robot reaches the checkpoint."""

pytestmark = pytest.mark.long


def tidied(app: Any) -> Any:
    """Return what is there when nothing is left that waits for being collected."""
    gc.collect()
    app.ctx.gc()
    return counted(app)


def test_fifty_turns_of_a_person_leave_nothing_behind(
    app: Any, driver: Driver, catalogue: Catalogue, begin_session: Any, show_session: Any
) -> None:
    """Programs with the ghost, and in turn the menu, the log and the window about a player."""
    seats = [SeatConfig("Ada", "human", "tanky"), *[SeatConfig(f"Bot {n}", "random", "peach") for n in range(1, 4)]]
    settings = {"archive": {"unlimited_lives": True}}
    config = MatchConfig(match=MatchSection(timer=0), plugin=settings, seats=seats)
    course = drawn(ENDLESS, catalogue, "endless", players=(2, 4))
    game = make_game(config, catalogue, course=course)
    screen = show_session(begin_session(game), check=False)

    spots = [place(app, f"{title}: ").centre for title in ("Move 1", "Rotate Left")]

    def play_turn() -> None:
        driver.until(lambda: screen.panels.shown is not screen.panels.moving, 100)
        driver.frame(5, 0.1)
        turn = screen.session.match.state.turn
        if screen.watching.recap.lines:
            driver.key(arcade.key.ESCAPE)
        driver.key(OPENING[turn % len(OPENING)])
        assert app.screen_on_top is not screen
        driver.key(arcade.key.ESCAPE)
        assert app.screens == [screen]
        for spot in spots:
            driver.click(spot)
        screen.panels.shown.hand_in()
        driver.until(lambda: screen.session.match.state.turn > turn and bool(screen.playback.dry), 100)

    for _ in range(WARM_UP):
        play_turn()
    driver.frame(60)  # every picture of the running belts
    objects, card = tidied(app)
    blocks, lines = sys.getallocatedblocks(), len(screen.context.log)
    for _ in range(TURNS):
        play_turn()
    driver.frame(60)
    assert not screen.session.over
    later, card_later = tidied(app)
    assert card_later.pop("pictures") - card.pop("pictures") < NEW_PICTURES
    letters = card_later.pop("letter_bytes") - card.pop("letter_bytes")
    assert letters <= PAGE_OF_LETTERS
    assert card_later.pop("bytes") - card.pop("bytes") - letters <= 0
    del card["atlas_used_bytes"], card_later["atlas_used_bytes"]
    assert {name: count for name, count in card_later.items() if count - card[name] >= FEW_ON_CARD} == {}
    text = len(screen.context.log) - lines
    assert sys.getallocatedblocks() - blocks < BLOCKS * text
    later["tuple"] -= text  # of the events of a line
    grown = {name: count for name, count in (later - objects).items() if count > FEW + EACH * TURNS}
    assert not grown
