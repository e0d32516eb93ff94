"""What is shown follows from events alone and agrees with what a seat may know, at every question."""

from collections.abc import Callable
from typing import Any

import pytest

from roborally.core.dice import Dice
from roborally.core.events import Watch, is_for
from roborally.core.observation import SPECTATOR, observe
from roborally.game.course.courses import Course
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.narration.chronicle import Chronicle
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.display import Display
from roborally.ui.plugin import views_of
from tests.fuzz.play import choose
from tests.sweeps import few_of

KNOWN_SILENT = {"ask", "answer", "deal", "beam", "turn", "step", "blocked", "place", "heal", "moment", "spare"}
KNOWN_SILENT |= {"program", "lives", "down"}


def played(game: Game, seed: int, turns: int) -> Any:
    """Play at random and yield (match, events since the last time) at every question and at the end."""
    events: list[dict[str, Any]] = []
    match = game.start(seed)
    yield match, []
    match.watch = Watch(events.append)
    match.run()
    dice = Dice(seed)
    while True:
        yield match, list(events)
        events.clear()
        if match.state.over or match.state.turn > turns:
            return
        for decision in list(match.state.decisions):
            match.seal(decision["id"], choose(match, decision, dice))
        match.run()


def begun(game: Game, seed: int, turns: int, seat: int = SPECTATOR) -> tuple[Any, Any, Display]:
    """Return the stops of a match that is played, the match, and what a seat is shown of its beginning."""
    stops = played(game, seed, turns)
    match, _events = next(stops)
    return stops, match, Display(observe(match, seat), game.plugins, views_of(game.plugins).changes)


def test_a_wrong_display_is_noticed(new_game: Callable[..., Game]) -> None:
    _stops, match, display = begun(new_game(), 1, 2)
    display.robots[0].damage += 1
    with pytest.raises(AssertionError, match="damage 1 is shown, not 0"):
        display.assert_equals(observe(match, SPECTATOR))


@pytest.mark.parametrize("mode", ["standard", "classic", "auenland"])
def test_a_wreck_has_lost_its_life(new_game: Callable[..., Game], mode: str) -> None:
    """STD-1003: a life is paid on return, but players see at once what is left."""
    _stops, match, display = begun(new_game(mode=mode), 1, 1)
    events: list[dict[str, Any]] = []
    match.watch = Watch(events.append)
    before = display.robots[1].gauges["lives"]
    match.destroy(match.state.pieces[1], "test")
    for event in events:
        display.apply(event)
    assert [robot.gauges["lives"] for robot in display.robots] == [before, before - 1, before]
    display.assert_equals(observe(match, SPECTATOR))


def test_who_stands_on_the_floor_does_not_wait_outside(catalogue: Catalogue, course: Course) -> None:
    """In matches of version 0.1.0 with start spaces and entry at once, robots wait where they stand."""
    seats = [SeatConfig("Ada", "human"), SeatConfig("Bo", "random")]
    section = MatchSection(mode="auenland", plugins=["entering"])
    game = make_game(MatchConfig(match=section, seats=seats), catalogue, course=course, begun=True)
    _stops, _match, display = begun(game, 1, 1)
    assert [(robot.cell is not None, robot.waiting) for robot in display.robots] == [(True, False)] * 2


@pytest.mark.parametrize("mode", few_of(["standard", "classic"]))
def test_every_event_is_told_in_words_or_known_to_be_silent(new_game: Callable[..., Game], mode: str) -> None:
    game = new_game(mode=mode, bots=3)
    chronicle = Chronicle.of(game)
    text = set()
    for seed in range(4):
        for _match, events in played(game, seed, 10):
            for event in events:
                sentence = chronicle.line(event)
                assert "{" not in sentence, (event, sentence)
                assert sentence or event["type"] in KNOWN_SILENT, event
                text.add(event["type"]) if sentence else None
    assert {"card", "reveal", "hurt", "destroy", "moment"} <= text


def test_the_players_program_is_shown_before_its_registers(new_game: Callable[..., Game]) -> None:
    """CLI-304: also the cards that chance has put into empty registers; those of others are not."""
    stops, _match, display = begun(new_game(), 1, 1, seat=0)
    _match, events = next(stops)
    for event in [*events, *next(stops)[1]]:
        if is_for(event, 0) and event["type"] != "reveal":
            display.apply(event)
        if event["type"] == "program" and event["piece"] == 0:
            assert all(display.robots[0].slots)
            assert display.robots[0].slots == list(event["cards"])
        if event["type"] == "reveal":
            break
    assert all(display.robots[0].slots)
    assert not any(display.robots[1].slots)
