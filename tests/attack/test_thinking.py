"""A room whose bots think long slows itself alone, and no host lets a bot think for longer than the server allows."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from roborally.bots.errors import LATE
from roborally.bots.time_limit import thinking_seconds
from roborally.core.data import Decision
from roborally.core.observation import Observation
from roborally.game.factory import Game
from roborally.net.limits import Limits
from roborally.net.protocol import Configure, Rejected, Save, SavedGame, Start, Update, Upload
from roborally.net.rooms.roster import MAX_TEXT
from roborally.net.server.bot_queue import GIVEN_UP, RETRY, FairQueue, QueuedAnswer
from roborally.plugin_system.loader import Catalogue
from tests.net.table import Guest, Table, configuration, parts_of

SECONDS = {"rival:2s": 2.0, "random": 0.01}
"""How long the bots of these tests think, on the clock that a test holds."""


@dataclass
class Thought:
    """A bot's thought, which ends when the test says so."""

    bot: str
    answer: Any = None
    ended: bool = False
    cancelled: bool = False

    def done(self) -> bool:
        return self.ended

    def waits(self) -> bool:
        return False

    def result(self) -> Any:
        return self.answer

    def cancel(self) -> None:
        self.cancelled = True


@dataclass
class Thinker:
    """Counts who thinks, in order; every answer is the default."""

    thoughts: list[Thought] = field(default_factory=list)

    def submit(self, game: Game, bot: str, seen: Observation, decision: Decision, seed: int) -> Thought:
        self.thoughts.append(Thought(bot, decision["default"]))
        return self.thoughts[-1]

    @property
    def running(self) -> list[Thought]:
        return [thought for thought in self.thoughts if not thought.ended]


@dataclass
class Halls:
    """Two rooms on one server: seven robots that think long, and one that is quick."""

    catalogue: Catalogue
    thinker: Thinker = field(default_factory=Thinker)
    now: float = 1000.0
    at_once: int = 1

    def __post_init__(self) -> None:
        self.queue = FairQueue(self.thinker, self.at_once, lambda: self.now)
        self.slow = self.table("SLOWS", ["rival:2s"] * 7)
        self.quick = self.table("QUICK", ["random"])

    def table(self, code: str, bots: list[str]) -> Table:
        table = Table(self.catalogue, thinker=self.queue.of(code), now=self.now)
        table.room.bots.append("rival")
        config = configuration("standard", ["Ann"], len(bots), course="ring-race")
        for seat, bot in zip(config["seats"][1:], bots, strict=True):
            seat["controller"] = bot
        table.begin(config, "Ann")
        return table

    def go_on(self) -> None:
        """Let the bots that think come to an end, and the rooms go on."""
        for thought in self.thinker.running:
            self.now += SECONDS[thought.bot]
            thought.ended = True
        for table in (self.slow, self.quick):
            table.now = self.now
            answer_defaults(table.guests[1])
            table.wait(0)


def answer_defaults(guest: Guest) -> None:
    for decision in guest.questions():
        guest.answer(decision, decision["default"])


@pytest.mark.parametrize("at_once", [1, 2])
def test_a_room_of_long_thinkers_keeps_no_other_waiting(catalogue: Catalogue, at_once: int) -> None:
    halls = Halls(catalogue, at_once=at_once)
    longest = waited = 0
    for _round in range(60):
        assert len(halls.thinker.running) <= at_once
        is_waiting = bool(halls.quick.room.running_match and halls.quick.room.running_match.session.pending)
        is_served = any(thought.bot == "random" for thought in halls.thinker.running)
        waited = waited + 1 if is_waiting and not is_served else 0
        longest = max(longest, waited)
        halls.go_on()
    bots = [thought.bot for thought in halls.thinker.thoughts]
    assert bots.count("random") > 15
    assert bots.count("rival:2s") > 15, "nor is the other room kept waiting"
    assert longest <= 1, "at most one of the others is thinking already"


def ask(queue: FairQueue, room: str, name: str) -> QueuedAnswer:
    thinker = queue.of(room)
    return thinker.submit(None, name, None, {"default": name}, 0)  # type: ignore[arg-type, typeddict-item]


@pytest.fixture
def clock() -> list[float]:
    return [0.0]


@pytest.fixture
def thinker() -> Thinker:
    return Thinker()


@pytest.fixture
def queue(thinker: Thinker, clock: list[float]) -> FairQueue:
    return FairQueue(thinker, 1, lambda: clock[0])


def order(queue: FairQueue, thinker: Thinker, clock: list[float], seconds: Callable[[str], float]) -> list[str]:
    """Let all that waits be thought about; return in which order."""
    while thinker.running:
        (thought,) = thinker.running
        clock[0] += seconds(thought.bot)
        thought.ended = True
        queue.hand_on()
    return [thought.bot for thought in thinker.thoughts]


def test_rooms_that_have_used_the_same_come_in_turns(queue: FairQueue, thinker: Thinker, clock: list[float]) -> None:
    for name in ("A1", "A2", "A3", "B1", "B2", "C1"):
        ask(queue, name[0], name)
    assert order(queue, thinker, clock, lambda name: 0.0) == ["A1", "B1", "C1", "A2", "B2", "A3"]


def test_the_room_that_has_used_least_comes_first(queue: FairQueue, thinker: Thinker, clock: list[float]) -> None:
    for name in ("A1", "A2", "A3", "B1", "B2", "B3", "B4", "B5"):
        ask(queue, name[0], name)
    found = order(queue, thinker, clock, lambda name: 5.0 if name[0] == "A" else 1.0)
    assert found == ["A1", "B1", "B2", "B3", "B4", "B5", "A2", "A3"]


def test_who_comes_later_owes_nothing_and_has_saved_nothing_up(
    queue: FairQueue, thinker: Thinker, clock: list[float]
) -> None:
    for number in range(1, 5):
        ask(queue, "A", f"A{number}")
    for _ in range(2):
        clock[0] += 5.0
        thinker.running[0].ended = True
        queue.hand_on()
    for name in ("B1", "B2", "B3"):
        ask(queue, "B", name)
    found = order(queue, thinker, clock, lambda name: 5.0)
    assert found[:3] == ["A1", "A2", "A3"]
    assert found[3:] in (["B1", "B2", "A4", "B3"], ["B1", "A4", "B2", "B3"])


def test_what_is_given_up_frees_its_place(queue: FairQueue, thinker: Thinker, clock: list[float]) -> None:
    """A bot that never ends counts until its process has been ended, but not for ever."""
    endless, waiting, last = ask(queue, "A", "A1"), ask(queue, "A", "A2"), ask(queue, "B", "B1")
    assert [answer.waits() for answer in (endless, waiting, last)] == [False, True, True]
    waiting.cancel()
    endless.cancel()
    assert thinker.thoughts[0].cancelled
    clock[0] += 0.5
    assert not last.done()
    assert last.waits()
    clock[0] += GIVEN_UP
    queue.hand_on()
    assert [thought.bot for thought in thinker.thoughts] == ["A1", "B1"]
    assert not last.waits()


def test_a_process_that_cannot_be_started_is_tried_again(clock: list[float]) -> None:
    class Short(Thinker):
        tries = 0

        def submit(self, *question: Any) -> Thought:
            self.tries += 1
            if self.tries < 3:
                raise OSError(24, "Too many open files")
            return super().submit(*question)

    thinker = Short()
    queue = FairQueue(thinker, 1, lambda: clock[0])
    answer = ask(queue, "A", "A1")
    for _ in range(50):
        assert answer.waits()
        assert not answer.done()
    assert thinker.tries == 1
    for _ in range(2):
        clock[0] += RETRY
        queue.hand_on()
    assert not answer.waits()
    assert thinker.tries == 3


def test_another_fault_costs_that_answer_alone(clock: list[float]) -> None:
    class Faulty(Thinker):
        def submit(self, *question: Any) -> Thought:
            if question[1] == "A1":
                raise KeyError("a fault")
            return super().submit(*question)

    queue = FairQueue(Faulty(), 1, lambda: clock[0])
    broken, sound = ask(queue, "A", "A1"), ask(queue, "B", "B1")
    assert broken.done()
    with pytest.raises(KeyError):
        broken.result()
    assert not sound.waits()


# --- ceilings -------------------------------------------------------------------------------------------------------


def text(guest: Guest) -> str:
    return str(guest.last(Rejected).text.message())


TOO_LONG = ["rival:6s", "rival:9999s", "rival:5001ms", "rival:1001", "rival:999999999"]
BROKEN = ["rival:0", "rival:x", "rival:" + "9" * 5000, "rival:-1s", "rival:٣s"]


def with_bot(bot: str) -> dict[str, Any]:
    config = configuration("standard", ["Ann"], 1)
    config["seats"][1]["controller"] = bot
    return config


@pytest.mark.parametrize("bot", TOO_LONG)
def test_a_host_cannot_let_bots_think_longer_than_the_server_allows(table: Table, bot: str) -> None:
    table.room.bots.append("rival")
    ann = table.enter("Ann")
    before = table.room.roster.config
    ann.send(Configure(with_bot(bot)))
    sentence = f"bots think for at most 5 seconds or 1000 samples here, so {bot!r} is not possible"
    assert text(ann) == sentence
    assert table.room.roster.config == before


@pytest.mark.parametrize("bot", BROKEN)
def test_a_budget_that_is_none_is_refused(table: Table, bot: str) -> None:
    table.room.bots.append("rival")
    ann = table.enter("Ann")
    ann.send(Configure(with_bot(bot)))
    assert ("the settings are too large" if len(bot) > MAX_TEXT else "is not a time to think") in text(ann)


@pytest.mark.parametrize("bot", ["greedy:0s", "random:x", "greedy:5"])
def test_a_budget_for_a_bot_that_takes_none_is_refused(table: Table, bot: str) -> None:
    ann = table.enter("Ann")
    ann.send(Configure(with_bot(bot)))
    assert "takes no time to think; write" in text(ann)


def test_what_is_allowed_is_taken(catalogue: Catalogue) -> None:
    for bot in ("rival", "rival:5s", "rival:1000", "rival:8s"):
        limits = Limits(thinking=8.0) if bot == "rival:8s" else Limits()
        table = Table(catalogue, thinker=Thinker(), limits=limits)
        table.room.bots.append("rival")
        table.begin(with_bot(bot), "Ann")
        assert table.match.seats[1].name == "Bot 1"


def test_a_saved_game_and_a_start_are_held_to_it_too(catalogue: Catalogue) -> None:
    """A saved game may come from a server that allowed more, and settings may have been made before."""
    generous = Table(catalogue, thinker=Thinker(), limits=Limits(thinking=60.0))
    generous.room.bots.append("rival")
    (ann,) = generous.begin(with_bot("rival:20s"), "Ann")
    ann.send(Save())
    strict = Table(catalogue, thinker=Thinker())
    strict.room.bots.append("rival")
    strict.room.key = generous.room.key
    host = strict.enter("Ann")
    for part in parts_of(ann.last(SavedGame).file):
        assert isinstance(part, Upload)
        host.send(part)
    assert text(host).startswith("bots think for at most 5 seconds")
    assert strict.room.running_match is None
    strict.now += 2
    strict.room.roster.configure(with_bot("rival:20s"))
    host.send(Start())
    assert text(host).startswith("bots think for at most 5 seconds")
    assert strict.room.running_match is None


def test_every_answer_has_its_time_on_a_server(catalogue: Catalogue) -> None:
    """However long the rules let a bot think, and only from when it has begun."""
    thinker = Thinker()
    queue = FairQueue(thinker, 1, lambda: table.now)
    table = Table(catalogue, thinker=queue.of("TABLE"), limits=Limits(thinking=2.0))
    config = configuration("standard", ["Ann"], 2)
    config["rules"] = {"ai_seconds": 600}
    (ann,) = table.begin(config, "Ann")
    assert thinking_seconds(table.running.game.rules) == 600
    assert len(thinker.running) == 1
    table.wait(4.0)
    assert not thinker.thoughts[0].cancelled
    table.wait(0.1)
    assert thinker.thoughts[0].cancelled
    thinker.thoughts[0].ended = True
    table.wait(0)
    assert len(thinker.running) == 1, "the second has waited as long, and has all of its time"
    table.wait(3.9)
    assert not thinker.thoughts[1].cancelled
    table.wait(0.2)
    assert thinker.thoughts[1].cancelled
    notices = [notice for update in ann.messages(Update) for notice in update.notices]
    assert [notice["reason"] for notice in notices] == [LATE, LATE]
