"""A film shows at every moment what the match has been, in every edition; no window is needed."""

import pytest

from roborally.core.events import Watch
from roborally.core.observation import SPECTATOR, observe
from roborally.game.records.playing_again import play_again
from roborally.ui.board.display import Display
from roborally.ui.plugin import views_of
from roborally.ui.replay.film import Film, beside
from tests.fuzz.play import EDITIONS, random_game
from tests.replay.conftest import play_recorded


@pytest.mark.parametrize("mode", EDITIONS)
@pytest.mark.parametrize("number", range(3))
def test_every_moment_is_shown_as_it_was(mode: str, number: int) -> None:
    game = random_game(mode, 900 + number)
    match, recorder = play_recorded(game, number, 6)
    film = Film(game, recorder.record)
    while not film.ready:
        film.prepare(0.001)
    film.prepare(60)
    display = Display(film.session.observe(), game.plugins, views_of(game.plugins).changes)
    assert len(film.observations) >= len(film.turns) > 0
    for at, seen in reversed(film.observations):
        for event in film.restore(display, at):
            display.apply(event)
        display.assert_equals(seen)
    for event in film.restore(display, len(film.events)):
        display.apply(event)
    display.assert_equals(observe(match, SPECTATOR))
    *_before, last = play_again(recorder.record, game, Watch())
    assert last.digest() == match.digest()


def test_positions_are_in_order_and_lead_to_the_end() -> None:
    game = random_game("standard", 4, vary=False)
    _match, recorder = play_recorded(game, 4, 6)
    film = Film(game, recorder.record)
    film.prepare(60)
    for positions in (film.steps, film.actions, film.line_at, [stop.at for stop in film.stages]):
        assert positions == sorted(positions)
        assert 0 < positions[-1] <= len(film.events)
    assert [stop.turn for stop in film.turns] == list(range(1, len(film.turns) + 1))
    assert {stop.stage for stop in film.stages} == {1, 2, 3, 4, 5}
    assert set(film.actions) <= set(film.steps)
    at, seen = 0, 0
    while (following := beside(film.steps, at, 1)) is not None:
        assert beside(film.steps, following, -1) in (at, None)
        at, seen = following, seen + 1
    assert seen == len(film.steps)
    assert film.stop_at(film.turns[2].at).turn == 3
    assert film.next_turn(film.turns[1].at) == film.turns[2].at
    assert len(film.line_at) == len(film.lines)
    assert film.logged_until(len(film.events)) == len(film.narrated_at) >= len(film.lines)
    assert film.logged_until(0) == 0
