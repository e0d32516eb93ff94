"""How events are played: together where they share nothing, logged in order, and every robot ends in its place."""

import itertools
from typing import Any

import pytest

from roborally.core.events import is_for
from roborally.core.observation import SPECTATOR
from roborally.ui.board.playback import Playback
from roborally.ui.board.timetable import Pacing
from tests.fuzz.play import EDITIONS, play, random_game
from tests.sweeps import few_of

TURNS = 4


class Played:
    """A random match in the window, whose events are played by hand: `begun` and `told` are those so far."""

    def __init__(self, mode: str, number: int, begin_session: Any, show_session: Any) -> None:
        """Play it without the window, and get ready to show it from its beginning."""
        game = random_game(mode, number)
        self.events: list[Any] = []
        play(
            game, number, TURNS, on_event=lambda event: self.events.append(event) if is_for(event, SPECTATOR) else None
        )
        self.screen = show_session(begin_session(game, number), speed="skip", frames=0)
        pane, context = self.screen.board_pane, self.screen.context
        self.display, self.actors, self.board = context.display, pane.actors, pane.board
        self.begun: list[Any] = []
        self.told: list[Any] = []
        pacing = Pacing(context.views.stops, context.views.paces, game.course.board.elements)
        parts = context.display, pane.animator, pane.actors, pane.effects, self.begun.append, self.told.append
        self.playback = Playback(*parts, pacing=pacing, own=lambda: (0,))

    def assert_at_rest(self) -> None:
        """Raise unless every piece on the floor stands where the display says, and is seen there."""
        for actor, robot in zip(self.actors.actors, self.display.robots, strict=True):
            assert (actor.alpha > 0) == (robot.cell is not None)
            assert actor.lit == 0
            if robot.cell is not None:
                assert (actor.x, actor.y) == self.board.centre(robot.cell)
                assert (actor.angle - self.actors.angle(robot.facing)) % 360 == 0
                assert (actor.size, actor.alpha) == (1.0, 255)


@pytest.fixture
def played(begin_session: Any, show_session: Any) -> Any:
    """Return a function that makes a match to be played by hand."""
    return lambda mode, number: Played(mode, number, begin_session, show_session)


@pytest.mark.parametrize("mode", few_of(sorted(EDITIONS), 3))
def test_every_animation_ends_where_the_state_says(played: Any, mode: str) -> None:
    """Nothing is moved by being put in its place; and all is told in the order of the events, whatever overlaps."""
    match = played(mode, 31)
    settle, lengths = match.actors.settle, itertools.cycle((1 / 60, 1 / 20, 0.3))

    def compare(index: int) -> None:
        actor, robot = match.actors[index], match.display.robots[index]
        before = actor.x, actor.y
        settle(index)
        assert robot.cell is None or (actor.x, actor.y) == pytest.approx(before), match.begun[-12:]

    match.actors.settle = compare
    match.playback.feed(match.events)
    together = 0
    while not match.playback.dry:
        match.playback.update(next(lengths))
        together = max(together, len(match.playback.acting))
        assert match.told == match.events[: len(match.told)]
    match.assert_at_rest()
    assert match.told == match.events
    assert sorted(map(id, match.begun)) == sorted(map(id, match.events))
    assert together > 1 or mode != "classic", "else nothing overlaps"


def skip(playback: Playback) -> None:
    playback.speed = "skip"
    playback.update(0.0)


@pytest.mark.parametrize("end", ["drop", "skip", "hurry"])
def test_what_is_cut_short_is_told_to_its_end(played: Any, end: str) -> None:
    """In the middle of what several robots do at the same time: all that has begun ends, and nothing is told twice."""
    match = played("classic", 31)
    match.playback.feed(match.events)
    while len(match.playback.acting) < 2:
        match.playback.update(1 / 60)
    skip(match.playback) if end == "skip" else getattr(match.playback, end)()
    assert match.told == match.events[: len(match.told)]
    assert sorted(map(id, match.begun)) == sorted(map(id, match.told))
    assert len(match.told) == len(match.events) - sum(len(beat) for beat in match.playback.beats) or end == "drop"
    if end == "hurry":
        assert not match.playback.dry, "it goes on with the next card"
        skip(match.playback)
    assert end == "drop" or match.told == match.events
    match.assert_at_rest()


def test_events_that_come_while_others_fade_begin_at_once_and_from_their_beginning(played: Any) -> None:
    match = played("classic", 31)
    playback = match.playback
    beam = {"type": "beam", "beat": 1, "cells": ((0, 0),), "direction": 1, "piece": 0, "targets": (), "cause": "test"}
    playback.feed([beam])
    playback.update(0.3)
    assert not playback.dry
    wait = {"type": "over", "beat": 2, "winners": ()}
    playback.feed([wait])
    playback.update(0.01)
    assert match.begun == [beam, wait]
    playback.update(0.5)
    assert not playback.dry, "it has begun when it came, not before"
