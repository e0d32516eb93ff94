"""The turning points of a match, each with the sentence of its chronicle that explains it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from roborally.core.events import Event, is_for
from roborally.core.observation import SPECTATOR
from roborally.features.analysis.findings import Analysis
from roborally.game.factory import Game
from roborally.game.records.file_format import Record
from roborally.narration.chronicle import Chronicle
from roborally.narration.match_log import MatchLog

MAX_POINTS = 3
"""The maximum number of turning points shown."""
LEAST = 0.02
"""The smallest change of a chance that makes a turning point."""
HARM: Mapping[str, float] = {"destroy": 4.0, "step": 1.5, "hurt": 1.0}
"""The weight of the kernel's events that harm a robot, as explanations; a step is one that another robot causes."""
REACHED = 3.0
"""The weight of an event that changes a number by which robots are ranked."""
OTHERS = 0.25
"""The share of the weight for robots whose chance has hardly changed."""


class TurningPoint(NamedTuple):
    """A turn that changed the chance of the leading robot, from `before` to `after`.

    `gainer` is the robot whose chance grew the most; `beat` is the index of the turn's first beat.
    """

    turn: int
    beat: int
    leader: int
    before: float
    after: float
    gainer: int

    @property
    def change(self) -> float:
        """Return the change of the leader's chance in the turn, negative for a loss."""
        return self.after - self.before


def turning_points(analysis: Analysis, record: Record) -> list[TurningPoint]:
    """Return the turns with the largest changes of the leader's chance, in their order."""
    beats = beats_of(record)
    points = []
    for turn, chances in analysis.changes().items():
        robots = range(len(chances))
        leader = max(robots, key=lambda robot: chances[robot][0])
        gainer = max(robots, key=lambda robot: chances[robot][1] - chances[robot][0])
        points.append(TurningPoint(turn, beats.get(turn, 0), leader, *chances[leader], gainer))
    points = [point for point in points if abs(point.change) >= LEAST]
    points.sort(key=lambda point: (-abs(point.change), point.turn))
    return sorted(points[:MAX_POINTS], key=lambda point: point.turn)


def beats_of(record: Record) -> dict[int, int]:
    """Return the index of the first beat of each turn."""
    found: dict[int, int] = {}
    for event in record.events:
        if event["type"] == "moment" and event["name"] == "start":
            found.setdefault(event["turn"], event["beat"])
    return found


class Reason(NamedTuple):
    """A sentence of the chronicle, and the beat of its event."""

    text: str
    beat: int


def reason_of(point: TurningPoint, record: Record, game: Game, chronicle: Chronicle) -> Reason:
    """Return the sentence of the chronicle that explains a turning point best, an empty one if none does."""
    reached = {
        type_
        for plugin in game.plugins
        for gauge in plugin.manifest.gauge.values()
        if gauge.ranked
        for type_ in gauge.events
    }
    log = MatchLog(chronicle)
    log.narrate_all(events_of(record, point.turn))
    lines = [(_weight(log.event(number), point, reached), -number) for number in range(len(log))]
    weight, number = max(lines, default=(0.0, 0))
    return Reason(log[-number], log.event(-number)["beat"]) if weight > 0 else Reason("", point.beat)


def events_of(record: Record, turn: int) -> Sequence[Event]:
    """Return the public events of a turn."""
    now, found = 0, []
    for event in record.events:
        if event["type"] == "moment" and event["name"] == "start":
            now = event["turn"]
        if now == turn and is_for(event, SPECTATOR):
            found.append(event)
    return found


def _weight(event: Event, point: TurningPoint, reached: set[str]) -> float:
    """Return how well an event explains the change of the leader's chance."""
    piece = event.get("piece", -1)
    if event["type"] in reached:
        return REACHED * _part(piece, point.leader if point.change > 0 else point.gainer)
    harm = HARM.get(event["type"], 0.0)
    if event["type"] == "step" and (event["how"] != "push" or event.get("by", -1) < 0):
        return 0.0
    if point.change < 0:
        return harm * _part(piece, point.leader)
    return harm * (OTHERS if piece == point.leader else 1.0) / 2


def _part(piece: object, wanted: int) -> float:
    return 1.0 if piece == wanted else OTHERS
