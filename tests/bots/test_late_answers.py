"""Answers carried out at once: what a bot has chosen may be gone when its answer arrives."""

from typing import Any

from roborally.core.data import Decision
from roborally.core.observation import Observation
from roborally.game.factory import Game
from roborally.game.session.instant_thinker import InstantAnswer, InstantThinker
from roborally.game.session.local import LocalSession
from tests.fuzz.play import make
from tests.net.table import NeverThinker
from tests.shipped import catalogue

GRID = "s1 . vp1 . s2 \n s3 . . . s4"


def ready(answer: Any) -> InstantAnswer:
    return InstantAnswer(answer, InstantThinker(catalogue()))


class Wanting:
    """Lets every bot choose start number 1 while it is there, and the smallest then."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, str]] = []

    def submit(self, game: Game, bot: str, seen: Observation, decision: Decision, seed: int) -> InstantAnswer:
        self.asked.append((seen.seat, decision["kind"]))
        if decision["kind"] != "start-number":
            return ready(decision["default"])
        return ready(1 if 1 not in seen.data["ext"]["volt"]["numbers"] else 0)


def test_what_is_gone_is_thought_about_again() -> None:
    thinker = Wanting()
    session = LocalSession.start(make("volt", GRID, 3), 1, thinker)
    for _ in range(6):
        session.poll()
        if session.match.state.turn > 1:
            break
    assert session.notices == []
    assert thinker.asked.count((1, "start-number")) == 2


class Stubborn(Wanting):
    """Lets every bot choose a number that there never was."""

    def submit(self, game: Game, bot: str, seen: Observation, decision: Decision, seed: int) -> InstantAnswer:
        answer = super().submit(game, bot, seen, decision, seed)
        return ready(9) if decision["kind"] == "start-number" else answer


def test_nonsense_costs_the_answer() -> None:
    session = LocalSession.start(make("volt", GRID, 3), 1, Stubborn())
    for _ in range(8):
        session.poll()
    assert session.match.state.turn > 1
    assert any("start number 9 is taken" in notice["error"] for notice in session.notices)


def test_a_closed_session_waits_for_no_bot() -> None:
    session = LocalSession.start(make("volt", GRID, 3), 1, NeverThinker())
    session.poll()
    assert session.pending
    session.close()
    assert not session.pending
