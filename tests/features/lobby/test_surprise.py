"""*Surprise me*: a match drawn by lot (CLI-2047)."""

import random
from typing import Any

import arcade
import pytest

from roborally.features.lobby.surprise import MAX_BOTS, Surprise, Surprises
from roborally.game.match_file import MAX_SEATS
from roborally.plugin_system.loader import Catalogue
from tests.ui.conftest import Driver
from tests.ui.kept_matches import go
from tests.ui.seen import texts

BOTS = ["greedy", "planner", "random", "rival"]


def draw(catalogue: Catalogue, seed: int, count: int) -> list[Surprise]:
    surprises = Surprises(catalogue, BOTS, "Ada", random.Random(seed))
    return [surprises.draw() for _number in range(count)]


def test_what_is_drawn_can_be_played(catalogue: Catalogue) -> None:
    """CLI-2047: every edition comes, a person plays, and what is told is what is played."""
    modes = [mode.id for mode in catalogue.modes()]
    drawn = draw(catalogue, 1, 3 * len(modes))
    assert sorted({surprise.game.config.match.mode for surprise in drawn[: len(modes)]}) == sorted(modes)
    for surprise in drawn:
        config = surprise.game.config
        players = [seat.controller for seat in config.seats]
        assert players[0] == "human"
        assert 2 <= len(players) <= min(MAX_BOTS + 1, MAX_SEATS, surprise.game.course.players[1])
        assert set(players[1:]) < {"greedy", "planner", "rival"}
        assert surprise.game.course.title in surprise.sentence
        assert ", with " in surprise.sentence or not config.match.plugins
        match = surprise.game.start(config.match.seed or 0)
        match.run()
        assert match.state.decisions


def test_the_same_lot_draws_the_same_matches(catalogue: Catalogue) -> None:
    first, second, other = ([surprise.game.config for surprise in draw(catalogue, seed, 3)] for seed in (7, 7, 8))
    assert first == second != other


def test_variants_are_seen_on_the_course(catalogue: Catalogue) -> None:
    drawn = draw(catalogue, 2, 24)
    assert any(surprise.game.config.match.plugins for surprise in drawn)
    for surprise in drawn:
        kinds = {element.kind for element in surprise.game.course.board.elements}
        for id_ in surprise.game.config.match.plugins:
            elements = catalogue.get(id_).manifest.element
            assert not elements or kinds & elements.keys()


@pytest.fixture
def client(client: Any, driver: Driver) -> Any:
    client.router.home()
    driver.frame(2)
    return client


@pytest.mark.window
def test_the_menu_offers_a_surprise_that_can_be_drawn_again_and_played(app: Any, client: Any, driver: Driver) -> None:
    """CLI-2047."""
    from roborally.ui.match.match_screen import MatchScreen

    page = go(driver, "Surprise me")
    first = page.surprise
    assert first.sentence in texts(app)
    go(driver, "Again")
    assert page.surprise.game.config.match.mode != first.game.config.match.mode
    driver.key(arcade.key.A)
    assert page.surprise.sentence in texts(app)
    driver.until(lambda: bool(page.ready), 200)
    game = page.surprise.game
    go(driver, "Play")
    screen = app.screens[0]
    assert isinstance(screen, MatchScreen)
    assert screen.session.game is game


@pytest.mark.window
def test_escape_leads_back_to_the_menu(app: Any, client: Any, driver: Driver) -> None:
    menu = app.screen_on_top
    go(driver, "Surprise me")
    driver.key(arcade.key.ESCAPE)
    assert app.screen_on_top is menu
