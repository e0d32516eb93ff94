"""Compares a running match with what a scenario expects at some moments."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from roborally.base.errors import Message
from roborally.core.events import Event, event_problem
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.game.factory import Game
from roborally.game.scenario.file import LAST_STAGE, Moment, ScenarioError
from roborally.game.statistics import Tally
from roborally.plugin import MATCH_FACTS, SCENARIO_ORDERS, WINNING_TEAM, Fact


@dataclass(frozen=True)
class Difference:
    """One difference between a match and what its scenario expects.

    `after` is the moment in words, `robot` is empty if the difference concerns the whole match. The `key` `ask` means
    that an answer was refused; then `expected` is the answer and `got` the reason.
    """

    after: str
    robot: str
    key: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        whose = f"{self.robot}.{self.key}" if self.robot else self.key
        if self.key == "ask":
            return f"after {self.after}: {self.robot} cannot answer {self.expected!r}: {self.got}"
        return f"after {self.after}: {whose} should be {self.expected!r}, but is {self.got!r}"


@dataclass
class Run:
    """A running scenario: its file's content, its match, and the differences found so far.

    `where` is the file, `names` are those of the robots, `facts` the values that can be compared, `expects` the
    expectations for later moments, in order. `used` are the numbers of the `[[decisions]]` entries that have been used,
    `stage_events` the events since the last moment.
    """

    where: str
    data: dict[str, Any]
    game: Game
    match: Match
    names: list[str]
    facts: dict[str, Fact]
    expects: list[tuple[Moment, dict[str, Any]]]
    tally: Tally
    answers: int = 0
    used: set[int] = field(default_factory=set)
    stage_events: list[Event] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    event_problems: set[str] = field(default_factory=set)


def on_event(run: Run, event: Event) -> None:
    """Count an event of the match, and compare the match if the event is a moment for which something is expected."""
    run.tally.feed(event)
    for error in run.tally.failed.values():
        raise error
    run.stage_events.append(event)
    if problem := event_problem(event, run.game.rules.events):
        run.event_problems.add(problem)
    if event["type"] != "moment":
        return
    reached = (event["turn"], LAST_STAGE if event["name"] == "turn" else event["stage"], event["name"])
    while run.expects and run.expects[0][0] <= reached:
        moment, expect = run.expects.pop(0)
        if moment != reached:
            raise ScenarioError(
                "after = {after!r} is never reached in this mode", where=run.where, after=expect["after"]
            )
        compare(run, expect)
    run.stage_events = []


def compare(run: Run, expect: dict[str, Any]) -> None:
    """Compare the match with one `[[expect]]` entry, and add every difference to `run.differences`."""
    after = expect["after"]
    for name, keys in expect.get("robots", {}).items():
        piece = run.match.state.pieces[run.names.index(name)]
        for key, expected in keys.items():
            if key == "stats":
                _compare_statistics(run, after, name, expected, piece.index)
            elif not _agrees(
                run,
                run.facts[key],
                Message.of("robot {name!r}: key {key!r}", name=name, key=key),
                expected,
                got := _fact(run, piece, key),
            ):
                run.differences.append(Difference(after, name, key, expected, got))
    for key, fact in MATCH_FACTS.of(run.game.rules).items():
        if fact.read is None or key not in expect:
            continue
        if not _agrees(run, fact, key, expect[key], got := _plain(fact.read(run.match))):
            run.differences.append(Difference(after, "", key, expect[key], got))
    for key, read in (
        ("order", lambda: _order(run)),
        ("winner", lambda: _winner(run, expect["winner"])),
        ("over", lambda: run.match.state.over),
    ):
        if key in expect and (value := read()) != expect[key]:
            run.differences.append(Difference(after, "", key, expect[key], value))


def _fact(run: Run, piece: Piece, key: str) -> Any:
    read = run.facts[key].read
    assert read is not None
    return _plain(read(run.match, piece))


def _agrees(run: Run, fact: Fact, what: str | Message, expected: Any, got: Any) -> bool:
    """Return whether a value is as expected; raise `ScenarioError` if the two cannot be compared."""
    if fact.holds is None:
        return isinstance(expected, bool) == isinstance(got, bool) and bool(expected == got)
    try:
        return fact.holds(expected, got)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ScenarioError(
            "{what} is {got!r}, which cannot be compared with {expected!r}",
            where=run.where,
            what=what,
            got=got,
            expected=expected,
        ) from None


def _compare_statistics(run: Run, after: str, name: str, expected: Mapping[str, Any], index: int) -> None:
    for statistic, value in expected.items():
        got = run.tally.counts[index][statistic]
        if got != value or isinstance(value, bool):
            run.differences.append(Difference(after, name, f"stats.{statistic}", value, got))


def _order(run: Run) -> list[str]:
    orders = SCENARIO_ORDERS.of(run.game.rules).values()
    acted = [piece for order in orders for piece in order(run.stage_events)]
    return [run.names[piece] for piece in acted if piece < len(run.names)]


def _winner(run: Run, expected: Any) -> Any:
    if isinstance(expected, int):
        return next((team(run.match) for team in WINNING_TEAM.of(run.game.rules).values()), "")
    winners = [run.names[piece] for piece in run.match.state.winners]
    if isinstance(expected, list):
        return winners
    return winners[0] if len(winners) == 1 else (winners or "")


def _plain(value: Any) -> Any:
    """Return a value with its tuples turned into lists, as in TOML."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
