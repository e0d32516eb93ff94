"""Checks the values that a plugin gives about a match: facts (exposed values), objectives, statistics, event keys."""

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from roborally.base.errors import any_fault
from roborally.core.events import Event
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.narration.chronicle import ROBOT_KEYS
from roborally.plugin import FACTS, MATCH_FACTS, OBJECTIVES, STATISTICS, Fact, Statistic
from roborally.plugin_system.guard import CodePlace, place_of


class Misstatement(NamedTuple):
    """A wrong value with the place of its code (`None` if unknown), or the error that was raised and when."""

    place: CodePlace | None
    problem: str
    error: BaseException | None = None


class Statements:
    """Checks the facts, objectives and statistics of one plugin in a game; other plugins' are ignored."""

    def __init__(self, plugin: str, game: Game) -> None:
        def own(function: Any) -> bool:
            place = place_of(function)
            return place is not None and place.plugin == plugin

        def facts(entries: Mapping[str, Fact]) -> dict[str, Fact]:
            return {name: fact for name, fact in entries.items() if own(fact.read)}

        self._facts, self._wholes = facts(FACTS.of(game.rules)), facts(MATCH_FACTS.of(game.rules))
        self._objectives = {name: measure for name, measure in OBJECTIVES.of(game.rules).items() if own(measure)}
        self._statistics = {name: entry for name, entry in STATISTICS.of(game.rules).items() if own(entry.count)}
        self._memory: dict[str, dict[str, Any]] = {name: {} for name in self._statistics}
        gauges = [gauge for other in game.plugins for gauge in other.manifest.gauge.values()]
        self._shown = {fact for gauge in gauges for fact in (gauge.fact, gauge.goal)}

    def problems(self, event: Event, match: Match, *, is_end: bool) -> Iterator[Misstatement]:
        """Yield problems of an event and of the statistics that count it; with `is_end` (of a turn) of facts, too."""
        yield from self._of_event(event, match)
        if is_end:
            yield from self._at_end(match)

    def _at_end(self, match: Match) -> Iterator[Misstatement]:
        for name, fact in self._wholes.items():
            yield from self._read(f"the fact {name!r}", fact.read, match)
        for piece in match.state.pieces:
            for name, fact in self._facts.items():
                yield from self._read(f"the fact {name!r}", fact.read, match, piece, is_number=name in self._shown)
        for robot in match.robots:
            for name, measure in self._objectives.items():
                yield from self._read(f"the objective {name!r}", measure, match, robot, is_number=True, may_lack=False)

    def _read(
        self, what: str, read: Any, *given: Any, is_number: bool = False, may_lack: bool = True
    ) -> Iterator[Misstatement]:
        try:
            value = read(*given)
        except any_fault() as error:
            yield Misstatement(None, f"where {what} is read", error)
            return
        if value is None and may_lack:
            return
        if is_number and (not isinstance(value, int | float) or not math.isfinite(value)):
            yield Misstatement(place_of(read), f"{what} is {value!r}; it is shown or compared, so it must be a number")
            return
        try:
            msgspec.json.encode(value)
        except (TypeError, ValueError, OverflowError, RecursionError):
            yield Misstatement(
                place_of(read), f"{what} is {value!r}, which is no plain data: texts, numbers, tuples of them"
            )

    def _of_event(self, event: Event, match: Match) -> Iterator[Misstatement]:
        for key in sorted(ROBOT_KEYS & event.keys()):
            pieces = event[key] if isinstance(event[key], list | tuple) else (event[key],)
            if not all(type(piece) is int and -1 <= piece < len(match.state.pieces) for piece in pieces):
                yield Misstatement(
                    None, f"the event {event['type']!r} has {event[key]!r} as {key!r}, which holds the index of a piece"
                )
        for name, statistic in self._statistics.items():
            if event["type"] in statistic.types:
                yield from self._counted(name, statistic, event)

    def _counted(self, name: str, statistic: Statistic, event: Event) -> Iterator[Misstatement]:
        try:
            counted = statistic.count(event, self._memory[name])
        except any_fault() as error:
            yield Misstatement(None, f"where the statistic {name!r} is counted", error)
            return
        try:
            is_right = all(type(piece) is type(amount) is int for piece, amount in counted)
        except (TypeError, ValueError):
            is_right = False
        if not is_right:
            place = place_of(statistic.count)
            yield Misstatement(
                place, f"the statistic {name!r} counts {counted!r}, which are no pairs of a piece and a number"
            )
