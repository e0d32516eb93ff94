"""Notes about a program's forecast besides the path: obstacles and damage on it, and the pieces that are pushed."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.game.forecast import Forecast
from roborally.narration.causes import follow
from roborally.narration.recap import recap
from roborally.narration.turn_events import PlayedTurn
from roborally.plugin import FORECAST_FOLLOWS, FORECAST_STOPS
from roborally.ui.context import MatchContext


@dataclass
class ForecastNotes:
    """The marks on the board for a forecast, and its sentences.

    `stops` are pairs of the cell where the robot is stopped and the direction in which it wants to go on, `harm` the
    points of damage by cell, `moved` the cells on the way of each piece that it pushes or that follows it, by index.
    `lines` has, by sentence, the stages in which this happens, in the order of time but goals of teams first; `cell` is
    the cell of the first note.
    """

    stops: dict[tuple[Cell, int], None] = field(default_factory=dict)
    harm: dict[Cell, int] = field(default_factory=dict)
    moved: dict[int, list[Cell]] = field(default_factory=dict)
    lines: dict[str, list[int]] = field(default_factory=dict)
    cell: Cell | None = None


def notes_of(ghost: Forecast, index: int, context: MatchContext) -> ForecastNotes:
    """Return the notes about the forecast `ghost` for the robot with the index `index`."""
    notes, cells = ForecastNotes(), dict(ghost.stands)
    rules, weights = context.game.rules, context.words.weights
    follows, deeds = FORECAST_FOLLOWS.of(rules), FORECAST_STOPS.of(rules).keys() & weights
    chronicle, board, robots = context.chronicle, context.game.course.board, len(context.game.seats)
    said: dict[int, list[str]] = {}
    for stage, events in _parts(ghost, index, deeds):
        goals = [
            event for event in events if weights.get(event["type"]) == "goal" and event.get("piece", robots) >= robots
        ]
        for goal in goals:
            notes.lines.setdefault(chronicle.line(goal), []).append(stage)
        warned = [{**event, "by": ()} if event in goals else event for event in events if event["type"] != "heal"]
        lines = [line for line in recap(PlayedTurn(cells, warned), chronicle, robots, board) if line.piece == index]
        matters = False
        for event in events:
            follow(cells, event)
            here, type_ = cells.get(index), event["type"]
            own = event.get("piece") == index
            if type_ == "blocked" and own and event["how"] != "push":
                here = event["cell"]
                notes.stops[event["cell"], event["direction"]] = None
            elif type_ == "hurt" and own and here is not None:
                notes.harm[here] = notes.harm.get(here, 0) + event["points"]
            elif type_ == "step" and not own:
                piece = event["piece"]
                if event["by"] == index or event["how"] in follows or piece in notes.moved:
                    notes.moved.setdefault(piece, [event["from"]]).append(event["to"])
                if event["by"] != index:
                    continue
            elif event not in goals and not (own and type_ in deeds):
                continue
            matters, notes.cell = True, notes.cell or here
        if matters and stage:
            said.setdefault(stage, []).extend(line.text for line in lines)
    for stage, texts in said.items():
        if texts:
            notes.lines.setdefault("; ".join(texts), []).append(stage)
    return notes


def _parts(ghost: Forecast, index: int, deeds: Collection[str]) -> Iterator[tuple[int, list[Event]]]:
    """Yield stages with their events in order, divided after each deed of the robot: what follows is said after it."""
    for stage, events in ghost.events:
        part: list[Event] = []
        for event in events:
            part.append(event)
            if event.get("piece") == index and event["type"] in deeds:
                yield stage, part
                part = []
        yield stage, part
