"""Bots take their time in a race with people (CLI-1503); the pace changes the order of answers and nothing else."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roborally.bots.pace import seconds_to_wait
from roborally.core.events import Watch
from roborally.game.factory import Game, make_game
from roborally.game.match_file import parse_config
from roborally.game.session.instant_thinker import InstantThinker
from roborally.game.session.local import LocalSession
from tests.shipped import catalogue, drawn

GRID = """
 .   .   s3  .   .
 s2  vp1 .   O   s4
 .   .   s1  vp2 .
"""
PACES = {"relaxed": (30, 80), "even": (15, 40), "merciless": (5, 14)}
TURNS = 3
STEP = 0.5
"""How far the clock goes on between two looks at the session, in seconds."""


def game_at(pace: str, *, people: int = 1, timer: int = 0) -> Game:
    seats = [{"name": f"P{seat}", "controller": "human" if seat < people else "greedy"} for seat in range(4)]
    config = {
        "match": {"mode": "volt", "course": "drawn", "timer": timer},
        "rules": {"volt_pace": pace},
        "seats": seats,
    }
    return make_game(parse_config(config), catalogue(), course=drawn(GRID, catalogue(), "drawn", players=(2, 4)))


class Evening:
    """A match on a clock of its own; the person answers what comes after so many `seconds`, with what is usual."""

    def __init__(self, game: Game, seed: int, seconds: float) -> None:
        self.now = 0.0
        self.answers: list[tuple[int, str, Any]] = []
        self.turns: list[tuple[int, float]] = []
        self.session = LocalSession.start(game, seed, InstantThinker(catalogue(), "greedy"), lambda: self.now)
        self.session.record = self._note
        self._seconds = seconds
        self._asked: dict[str, float] = {}

    def _note(self, seat: int, id_: str, answer: Any) -> None:
        self.answers.append((seat, id_, answer))
        self.turns.append((self.session.match.state.turn, self.now))

    def play(self, turns: int = TURNS) -> "Evening":
        while self.session.match.state.turn <= turns and not self.session.over:
            self.session.poll()
            for seat in self.session.humans():
                for question in self.session.decisions(seat):
                    since = self._asked.setdefault(question["id"], self.now)
                    wait = self._seconds if question["kind"] == "program" else 0
                    if self.now >= since + wait:
                        self.session.answer(seat, question["id"], question["default"])
            self.now += STEP
        return self

    def programs(self, turn: int) -> dict[int, Any]:
        """Return what each seat has laid in a turn."""
        found = zip(self.answers, self.turns, strict=True)
        return {
            seat: answer for (seat, id_, answer), (when, _now) in found if when == turn and id_.startswith("program")
        }


@pytest.mark.parametrize("pace", PACES)
def test_bots_are_ready_within_the_pace_and_not_all_at_once(pace: str) -> None:
    least, most = PACES[pace]
    progress = Evening(game_at(pace), 5, 1000.0)
    while progress.now < most + 1:
        progress.session.poll()
        for question in progress.session.decisions(0):
            if question["kind"] == "start-cell":
                progress.session.answer(0, question["id"], question["default"])
        progress.now += STEP
    ready = [
        now
        for (_seat, id_, _answer), (_turn, now) in zip(progress.answers, progress.turns, strict=True)
        if id_.startswith("program")
    ]
    assert len(ready) == 3
    assert least <= ready[0]
    assert ready[-1] <= most + 2 * STEP
    assert all(earlier < later for earlier, later in pairwise(ready))


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    paces=st.permutations(sorted(PACES)),
    seconds=st.floats(0, 90),
    timer=st.sampled_from([0, 30, 120]),
)
def test_the_pace_changes_nothing_but_the_order(seed: int, paces: list[str], seconds: float, timer: int) -> None:
    """What lies on the crosses is the same at every pace, and the answers in their order give the same match again."""
    first = Evening(game_at(paces[0], timer=timer), seed, seconds).play()
    second = Evening(game_at(paces[1], timer=timer), seed, seconds).play()
    laid, other = first.programs(1), second.programs(1)
    assert {seat: laid[seat] for seat in (1, 2, 3)} == {seat: other[seat] for seat in (1, 2, 3)}
    for progress, pace in ((first, paces[2]), (second, paces[0])):
        match = game_at(pace, timer=timer).start(seed, Watch())
        match.run()
        for seat, id_, answer in progress.answers:
            match.seal(id_, answer, seat)
            match.run()
        assert match.digest() == progress.session.match.digest()


def test_bots_alone_wait_for_nobody() -> None:
    """Exhibitions and matches that are only watched are the same at every pace, in no time at all."""
    evenings = [Evening(game_at(pace, people=0), 3, 0.0) for pace in PACES]
    for progress in evenings:
        for _ in range(40):
            progress.session.poll()
        assert progress.session.match.state.turn > 1
    assert evenings[0].answers == evenings[1].answers == evenings[2].answers


def test_once_all_people_are_ready_the_fastest_bot_is_next() -> None:
    progress = Evening(game_at("relaxed"), 8, 2.0).play(1)
    match = game_at("relaxed").start(8)
    match.run()

    def drawn(seat: int) -> float:
        question: Any = {"kind": "program", "seat": seat}
        return seconds_to_wait(match, question)

    assert list(progress.programs(1)) == [0, *sorted((1, 2, 3), key=drawn)]
    assert progress.turns[-1][1] < PACES["relaxed"][0]


def test_with_a_short_timer_even_the_slowest_bot_is_in_time() -> None:
    match = game_at("relaxed").start(1)
    for seat in range(4):
        question: Any = {"kind": "program", "seat": seat}
        other: Any = {"kind": "start-cell", "seat": seat}
        assert 0 < seconds_to_wait(match, question, 30) <= 22.5
        assert seconds_to_wait(match, other, 30) == 0
