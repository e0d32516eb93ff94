"""Plays the answers of a record again, and compares the result with the record."""

from collections.abc import Iterator

import msgspec

from roborally.base.errors import any_fault
from roborally.core.decisions import AnswerError
from roborally.core.events import Event, Watch
from roborally.core.match import Match
from roborally.core.state import frozen
from roborally.game.factory import Game
from roborally.game.records.file_format import Mark, Record

DIGEST_MOMENTS = ("stage", "turn")
"""The names of the moments at which a record stores a digest of the state."""
FROM_THE_START = -1
"""The number of answers in an entry of `Record.muted` for something that was off before the first question."""


def play_again(record: Record, game: Game, watch: Watch) -> Iterator[Match]:
    """Play a record's answers again; yield the match before it runs, at each of its questions, and at the end.

    The events go to `watch`. Raise `AnswerError` if an answer is refused.
    """
    match = game_at(record, game, 0).start(record.seed, watch)
    yield match
    for _taken in stops(record, game, match):
        yield match


def game_at(record: Record, game: Game, answers: int) -> Game:
    """Return the game without the parts of plugins that were switched off before the match had `answers` answers.

    Raise `PluginError`.
    """
    return game.muting(effect for at, effect in record.muted if at < answers)


def stops(record: Record, game: Game, match: Match, taken: int = 0) -> Iterator[int]:
    """Give a match the record's answers from number `taken` on; each time it has run, yield how many answers it has.

    Raise `AnswerError` if an answer is refused.
    """
    answers, switches = record.answers, {at for at, _effect in record.muted}

    def switch(number: int) -> None:
        if number in switches:
            now = game_at(record, game, number + 1)
            match.use_rules(now.rules, now.floor)

    if not taken:
        match.run()
        yield taken
    for number in range(taken, len(answers)):
        seat, id_, answer = answers[number]
        # The clock answers several questions at a time, so the match runs only if the next question is not open yet.
        if not any(decision["id"] == id_ for decision in match.state.decisions):
            match.run()
            yield number
        switch(number)
        match.seal(id_, answer, seat)
    match.run()
    yield len(answers)
    switch(len(answers))


class _Check:
    """Compares a match with its record while it is played again."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.match: Match | None = None
        self.marks = 0
        self.events = 0
        self.difference = ""
        self.first_event = ""

    def on_event(self, event: Event) -> None:
        """Compare an event with the recorded one, and at the recorded moments also the digest."""
        recorded = self.record.events[self.events] if self.events < len(self.record.events) else None
        self.events += 1
        if recorded != frozen(event) and not self.first_event:
            self.first_event = f"recorded was {_outline(recorded)}, now comes {_outline(event)}"
        if event["type"] == "moment" and event["name"] in DIGEST_MOMENTS and not self.difference:
            self._compare(event)

    def _compare(self, event: Event) -> None:
        assert self.match is not None
        mark = self.record.marks[self.marks] if self.marks < len(self.record.marks) else None
        self.marks += 1
        now = Mark(event["turn"], event["stage"], event["name"], self.match.digest())
        if mark != now:
            self.differ(place_of(now.turn, now.stage, now.name), "the state is not the recorded one")

    def differ(self, place: str, what: str) -> None:
        """Store the first difference, `what` at the moment `place`, as a sentence; later ones are ignored."""
        if not self.difference:
            self.difference = f"{place}: {what}" + (f"; {self.first_event}" if self.first_event else "")


def place_of(turn: int, stage: int, name: str = "stage") -> str:
    """Return a moment in words, such as “turn 3, register 2”; without the register unless `name` is `stage`."""
    return f"turn {turn}, register {stage}" if name == "stage" and stage else f"turn {turn}"


def verify(record: Record, game: Game) -> str:
    """Play a record's answers again, and return the first difference from the record in words; empty without one."""
    check = _Check(record)
    try:
        for match in play_again(record, game, Watch(check.on_event)):
            check.match = match
            if check.difference:
                return check.difference
    except AnswerError as error:
        assert check.match is not None, "a match comes before its first answer"
        state = check.match.state
        check.differ(place_of(state.turn, state.stage), f"a recorded answer is refused: {error}")
        return check.difference
    place = place_of(match.state.turn, match.state.stage)
    if check.marks != len(record.marks):
        check.differ(place, f"the record has {len(record.marks)} digests, but the match has {check.marks}")
    if record.final and match.digest() != record.final:
        check.differ(place, "the last state is not the recorded one")
    if check.first_event or check.events != len(record.events):
        check.differ(place, "the events are not the recorded ones")
    return check.difference


def is_as_played(record: Record, game: Game) -> bool:
    """Return whether playing a record's answers again gives the recorded events; false for a damaged record."""
    received: list[Event] = []
    try:
        for _match in play_again(record, game, Watch(received.append)):
            pass
    except any_fault():
        return False
    return [frozen(event) for event in received[: len(record.events)]] == record.events


def _outline(event: Event | None) -> str:
    return "nothing" if event is None else msgspec.json.encode(event).decode()
