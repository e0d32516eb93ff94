"""Finds the turning points of a match, and the sentences of its log that explain each."""

from collections import Counter
from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

from roborally.core.events import Event, is_for
from roborally.core.observation import SPECTATOR
from roborally.features.analysis.findings import Analysis
from roborally.game.factory import Game
from roborally.game.records.file_format import Record
from roborally.narration.chronicle import Chronicle, topic
from roborally.narration.match_log import MatchLog
from roborally.narration.words import Words

MAX_POINTS = 3
"""The maximum number of turning points."""
LEAST = 0.02
"""The smallest change of a chance to win that makes a turning point."""
DESTROYED, PUSHED, DAMAGE = 4.0, 0.6, 0.4
"""How much a robot's destruction, a push, and each point of damage count as explanations of a turning point."""
REACHED = 3.0
"""The weight of an event that changes a number by which robots are ranked, such as reached checkpoints."""
DEED = 1.3
"""The weight of an event under `deed` or `push` in `[recap]` of a manifest, by the robot whose chance grew."""
SMALL = 1.0
"""The maximum weight of harm to robots in modes where a piece such as a ball moves to the goal."""
MARKED = 1.4
"""The weight of a deed that gives the gainer or a teammate a mark, or takes one from an opponent."""
STRONG = 1.5
"""The least weight of an event that is a better explanation than a way to a goal that changed by `MIN_WAY` steps."""
ENOUGH = 0.8
"""The least weight of an event that explains a turning point."""
MIN_WAY = 3
OTHERS = 0.25
"""The factor of an event's weight if it is about a robot whose chance has hardly changed."""


class TurningPoint(NamedTuple):
    """A turn that changed the leader's chance to win, from `before` to `after` (0 to 1); robots are piece indexes."""

    turn: int
    beat: int
    """The number of the turn's first beat; the events of one beat happen at the same time."""
    leader: int
    """The robot that led before the turn; for a goal a robot of the team that scores, for the best turn the winner."""
    before: float
    after: float
    gainer: int
    """The robot whose chance grew the most."""
    is_goal: bool = False
    """Whether a team scores a goal in this turn."""
    is_best: bool = False
    """Whether this turn raised the chance of a winner the most."""
    farther: int = 0
    """By how many steps the leader's way to its goal grew; negative if it shrank, 0 if its goal changed."""
    closer: int = 0
    """By how many steps the gainer's way to its goal shrank, or the leader's if the leader's chance did not fall."""
    other: int = -1
    """The robot whose chance changed the most in the opposite direction; -1 for none."""
    other_chances: tuple[float, float] = (0.0, 0.0)
    """The chance of `other` at the beginning and at the end of the turn."""
    is_by_bot: bool = False
    """Whether a bot programmed the leader for an absent person."""

    @property
    def mover(self) -> int:
        """The robot, leader or gainer, whose way explains the change; -1 if no way changed by `MIN_WAY` steps."""
        if max(self.farther, self.closer) < MIN_WAY:
            return -1
        return self.leader if self.change > 0 or self.farther >= self.closer else self.gainer

    @property
    def change(self) -> float:
        """The change of the leader's chance in the turn, from -1 to 1; negative for a loss."""
        return self.after - self.before

    @property
    def weight(self) -> tuple[bool, bool, float]:
        """A sort key, higher for decisive turns: goals first, then the winner's best turn, then the size of change."""
        return self.is_goal, self.is_best, abs(self.change)


def turning_points(analysis: Analysis, record: Record, game: Game) -> list[TurningPoint]:
    """Return the turns with teams' goals, the winner's best turn, and those that changed the leader's chance the most.

    There are at most `MAX_POINTS`, in the order of turns.
    """
    beats, goals = beats_of(record), _goals(record, game)
    best = _best(analysis, record)
    points = []
    for (turn, chances), (now, then) in zip(analysis.changes().items(), analysis.pairs(), strict=True):
        robots = range(len(chances))
        by_gain = sorted(robots, key=lambda robot: chances[robot][0] - chances[robot][1])
        gainer = by_gain[0]
        leader = {**best, **goals}.get(turn, max(robots, key=lambda robot: chances[robot][0]))
        before, after = chances[leader]
        ways = round(now.farther(then, leader)), round(-now.farther(then, gainer if after < before else leader))
        is_goal, other = turn in goals, by_gain[0 if after < before else -1]
        point = TurningPoint(
            *(turn, beats.get(turn, 0), leader, before, after, gainer, is_goal, turn in best, *ways),
            *(other, chances[other], leader in now.by_bots),
        )
        if is_goal or abs(point.change) >= LEAST:
            points.append(point)
    points.sort(key=lambda point: point.weight, reverse=True)
    return sorted(points[:MAX_POINTS], key=lambda point: point.turn)


def _best(analysis: Analysis, record: Record) -> dict[int, int]:
    """Return `{turn: winner}` for the turn that gained something and raised the winner's chance the most, or `{}`."""
    over = next((event for event in reversed(record.events) if event["type"] == "over"), None)
    winners = over["winners"] if over is not None else ()
    gains = [
        (then.chances[robot] - now.chances[robot], now.turn, robot)
        for now, then in analysis.pairs()
        for robot in winners
        if then.over or now.has_gained(then, robot)
    ]
    most, turn, robot = min(gains, key=lambda gain: (-gain[0], *gain[1:]), default=(0.0, 0, 0))
    return {turn: robot} if most > 0 else {}


def _goals(record: Record, game: Game) -> dict[int, int]:
    """Return a robot of the team that scored, by turn; goals are events with a `team` that `[recap]` marks as goals."""
    weights = Words(game.plugins).weights
    found: dict[int, int] = {}
    turn = 0
    for event in record.events:
        if is_start(event):
            turn = event["turn"]
        if "team" in event and weights.get(topic(event)) == "goal":
            mates = {seat for seat, config in enumerate(game.config.seats) if config.team == event["team"]}
            if mates:
                found[turn] = min(mates & robots_in(event) or mates)
    return found


def robots_in(event: Event) -> set[Any]:
    """Return the pieces that an event is about or that caused it; the set may contain `None` and -1 for no piece."""
    by = event.get("by", ())
    return {event.get("piece"), *((by,) if isinstance(by, int) else by)}


def beats_of(record: Record) -> dict[int, int]:
    """Return, by turn, the number of its first beat; the events of one beat happen at the same time."""
    found: dict[int, int] = {}
    for event in record.events:
        if is_start(event):
            found.setdefault(event["turn"], event["beat"])
    return found


def is_start(event: Event) -> bool:
    """Return whether an event marks the start of a turn."""
    return event["type"] == "moment" and bool(event["name"] == "start")


class Reason(NamedTuple):
    """An explanation of a turning point: sentences of the log, and the `beat` of the event that explains the most."""

    text: str
    beat: int


def reason_of(point: TurningPoint, record: Record, game: Game, chronicle: Chronicle) -> Reason:
    """Return the sentence of the log that explains a turning point best, after the sentences of its causes.

    The text is empty if no sentence explains it, or if the way of a robot explains more; `beat` is then that of the
    robot's last step, or the first of the turn.
    """
    events = events_of(record, point.turn)
    scales = _Scales(point, game, chronicle.words, events)
    reached, log = scales.reached, MatchLog(chronicle)
    log.narrate_all(events)
    lines = [(max(scales.weight(event) for event in log.events(number)), number) for number in range(len(log))]
    weight, last = max(lines, default=(0.0, 0))
    if weight < STRONG and point.mover >= 0:
        steps = [event["beat"] for event in events if event["type"] == "step" and scales.has_way(event["piece"])]
        return Reason("", steps[-1] if steps else point.beat)
    if weight < ENOUGH:
        return Reason("", point.beat)
    first = last
    while first > 0 and _leads(log.events(first - 1)[-1], log.event(first), reached):
        first -= 1
    return Reason(" ".join(log[first : last + 1]), log.event(last)["beat"])


def _leads(earlier: Event, later: Event, reached: set[str]) -> bool:
    """Return whether an event caused the next one in the log.

    A push causes the destruction of the pushed robot; a destruction or a goal causes the next goal of its robot.
    `reached` has the topics (`topic`) of goals, and of other events that change a robot's rank.
    """
    if later["type"] == "destroy":
        return bool(earlier["type"] == "step" and earlier["how"] == "push" and earlier["piece"] == later["piece"])
    if topic(later) not in reached or "piece" not in later:
        return False
    earners = earlier["by"] if earlier["type"] == "destroy" else [earlier.get("piece")] * (topic(earlier) in reached)
    return later["piece"] in earners


def events_of(record: Record, turn: int) -> Sequence[Event]:
    """Return the events of a turn that spectators may see."""
    now, found = 0, []
    for event in record.events:
        if is_start(event):
            now = event["turn"]
        if now == turn and is_for(event, SPECTATOR):
            found.append(event)
    return found


class _Scales:
    """Weighs how well events explain a turning point."""

    def __init__(self, point: TurningPoint, game: Game, words: Words, events: Sequence[Event]) -> None:
        """`events` are those of the turn."""
        self._point, self._weights = point, words.weights
        self._healed: Counter[int] = Counter()
        """By piece, the damage that it has lost in the turn, less what it has taken."""
        for event in events:
            if event["type"] in ("heal", "hurt"):
                self._healed[event["piece"]] += event["points"] * (1 if event["type"] == "heal" else -1)
        self._seats = len(game.config.seats)
        self._is_piece = bool(words.way_of_piece("closer", 0, 0))
        gauges = [gauge for plugin in game.plugins for gauge in plugin.manifest.gauge.values()]
        self.reached = {name for name, weight in words.weights.items() if weight == "goal"}
        self.reached.update(name for gauge in gauges if gauge.ranked for name in gauge.events)
        self._marks = {name: bool(now) for gauge in gauges if gauge.mark for name, now in gauge.events.items()}
        self._winner = point.leader if point.change > 0 else point.gainer
        team = game.config.seats[self._winner].team
        self._winners = {seat for seat, config in enumerate(game.config.seats) if team and config.team == team}
        self._winners.add(self._winner)

    def has_way(self, piece: int) -> bool:
        """Return whether the way of a piece to its goal explains the change."""
        return piece >= self._seats if self._is_piece else piece == self._point.mover

    def weight(self, event: Event) -> float:
        """Return how well an event explains the turning point, from 0: goals the best, then deeds, harm the least."""
        point, robots, about = self._point, robots_in(event), topic(event)
        if about in self.reached:
            wanted = point.leader if point.is_goal else self._winner
            return REACHED * (1.0 if wanted in robots or event.get("by") == () else OTHERS)
        if self._weights.get(about) in ("deed", "push"):
            if about in self._marks:
                return MARKED * (bool(robots & self._winners) == self._marks[about])
            return DEED * (self._winner in robots)
        return min(self._harm(event), SMALL if self._is_piece else inf)

    def _harm(self, event: Event) -> float:
        """Return how well damage, a push, a destruction or a repair explains the turning point, from 0."""
        point, piece, harm = self._point, event.get("piece", -1), 0.0
        match event:
            case {"type": "heal", "points": points}:
                healed = max(0, min(points, self._healed[piece]))
                return min(STRONG, float(DAMAGE * healed)) if piece == self._winner else 0.0
            case {"type": "hurt", "points": points}:
                harm = DAMAGE * points
            case {"type": "step", "how": "push", "by": by} if by >= 0:
                harm = PUSHED
            case {"type": "destroy", "by": by}:
                harm = DESTROYED + DEED * (self._winner in by)
        if point.change < 0:
            return harm * (1.0 if piece == point.leader else OTHERS)
        return harm * (1.0 if piece == point.other else OTHERS) / 2
