"""Predicts where a robot would stand at the end of the turn, for the ghost that the window draws (STD-1701, STD-R32).

A copy of the match, made from what the seat may know, plays the robot's program by the real rules. The other robots do
not move, but can be pushed. Their lasers are left out, because they will have moved. Empty registers do nothing, and
questions get their default answers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.events import Event, Watch
from roborally.core.geometry import Cell
from roborally.core.match import Match
from roborally.core.observation import Observation, imagine, run_on
from roborally.core.state import Piece
from roborally.plugin import FORECAST_BEAMS, FORECAST_STOPS, FORECASTS


class ForecastStep(NamedTuple):
    """A move of the robot to the next cell, in a stage (register) of the turn; `jump` if it is placed there instead."""

    stage: int
    start: Cell
    end: Cell
    jump: bool


class ForecastShot(NamedTuple):
    """A shot of the robot in a stage (register) of the turn, from its cell to the last cell that the beam reaches."""

    stage: int
    start: Cell
    end: Cell


@dataclass
class Forecast:
    """The predicted path and shots of a robot, and where it ends.

    `cell` is where the robot ends or is destroyed (maybe beyond the edge), `None` if it never enters the floor. `stops`
    maps each stage in which something happens to the robot to its cell at the end of the stage. `lost` is the event of
    its destruction, empty if it survives. `stands` maps the indices of all pieces to their cells before the turn.
    `events` are pairs of a stage (0 outside stages) and its events, until the robot is destroyed.
    """

    cell: Cell | None
    facing: int
    legs: list[ForecastStep] = field(default_factory=list)
    shots: list[ForecastShot] = field(default_factory=list)
    stops: dict[int, Cell] = field(default_factory=dict)
    lost: Event = field(default_factory=dict)
    stands: dict[int, Cell] = field(default_factory=dict)
    events: list[tuple[int, list[Event]]] = field(default_factory=list)

    @property
    def fatal_stage(self) -> int:
        """The stage of the turn, from 1, in which the robot would be destroyed, 0 if there is none."""
        return max(self.stops, default=1) if self.lost else 0


class Forecaster:
    """Predicts the results of programs at one moment of a match; make a new one when the observation changes."""

    def __init__(self, observation: Observation, question: Decision) -> None:
        """Prepare a copy of the match from a seat's observation; `question` asks for the robot's program."""
        match = imagine(observation, Dice(0))
        self._match = match
        self._question: str = question["id"]
        self._index: int = question["piece"]
        piece = match.state.pieces[self._index]
        match.state.decisions[:] = [entry for entry in match.state.decisions if entry["piece"] == piece.index]
        for prepare in FORECASTS.of(match.rules).values():
            prepare(match, piece)

    def ghost(self, program: Any, beside: Mapping[str, Any] = MappingProxyType({})) -> Forecast:
        """Return the forecast for a program; `beside` are answers to other questions by their ids."""
        origin = self._match
        match = origin.clone()
        match.shots_hit = False
        piece = match.state.pieces[self._index]
        ghost = Forecast(match.cell_of(piece), piece.facing)
        ghost.stands = {other.index: cell for other in match.state.pieces if (cell := match.cell_of(other)) is not None}
        match.watch = Watch(_Follower(match, piece, ghost).on_event)
        match.state.sealed |= {self._question: program, **beside}
        run_on(match, "turn")
        if not ghost.lost:
            ghost.cell, ghost.facing = match.cell_of(piece), piece.facing
        return ghost


class _Follower:
    """Writes the events of one piece into a forecast, until the piece is destroyed."""

    def __init__(self, match: Match, piece: Piece, ghost: Forecast) -> None:
        self._match = match
        self._piece = piece
        self._ghost = ghost
        self._at = ghost.cell
        self._beams = FORECAST_BEAMS.of(match.rules)
        self._shown = {**_SHOWN, **dict.fromkeys(FORECAST_STOPS.of(match.rules), _Follower._stay)}

    def on_event(self, event: Event) -> None:
        stage, events = self._match.state.stage, self._ghost.events
        if not events or events[-1][0] != stage:
            events.append((stage, []))
        if not self._ghost.lost:
            events[-1][1].append(event)
        show = self._shown.get(event["type"])
        if show is not None and event["piece"] == self._piece.index and not self._ghost.lost:
            show(self, event)
            if self._at is not None and self._match.state.stage and event["type"] != "beam":
                self._ghost.stops[self._match.state.stage] = self._at

    def _step(self, event: Event) -> None:
        self._go(event["to"], jump=False)

    def _place(self, event: Event) -> None:
        self._go(event["cell"], jump=True)

    def _stay(self, event: Event) -> None:
        """Note nothing: the piece does something without leaving its cell."""

    def _fire(self, event: Event) -> None:
        if event["cause"] in self._beams and event["cells"] and self._at is not None:
            self._ghost.shots.append(ForecastShot(self._match.state.stage, self._at, event["cells"][-1]))

    def _destroy(self, event: Event) -> None:
        self._at = event["cell"]
        self._ghost.cell, self._ghost.facing, self._ghost.lost = event["cell"], self._piece.facing, event

    def _go(self, cell: Cell, *, jump: bool) -> None:
        if self._at is not None and self._at != cell:
            self._ghost.legs.append(ForecastStep(self._match.state.stage, self._at, cell, jump))
        self._at = cell


_SHOWN = {
    "step": _Follower._step,
    "place": _Follower._place,
    "turn": _Follower._stay,
    "blocked": _Follower._stay,
    "destroy": _Follower._destroy,
    "beam": _Follower._fire,
}
