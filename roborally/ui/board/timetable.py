"""Computes when beats (events that happen at the same time) are shown, for the playback: in turn, or several at once.

A chain is the beats of a robot's card with its consequences, or one act of the board. Chains begin in the order of
events, and each waits for the end of earlier ones with which it shares a piece or a cell. One shown `alone` waits for
all others, and they for it; a `quiet` one delays no other.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from math import inf
from types import MappingProxyType
from typing import Literal

from roborally.core.board import Element
from roborally.core.events import Event
from roborally.core.geometry import DELTAS, Cell

Pace = Literal["quiet", "plain", "alone"]
Stop = Literal["stage", "action", "none"]

QUIET, PLAIN, ALONE = range(3)
RANKS: Mapping[Pace, int] = {"quiet": QUIET, "plain": PLAIN, "alone": ALONE}
KERNEL_PACES: Mapping[str, Pace] = {
    **dict.fromkeys(("moment", "ask", "answer", "heal"), "quiet"),
    **dict.fromkeys(("step", "turn", "blocked", "place", "hurt", "beam"), "plain"),
}
"""The pace (`quiet`, `plain` or `alone`) of the kernel's types of events; plugins add theirs (`Views.pace`)."""
MIN_GAP, MAX_GAP, ALL_GAPS = 0.16, 0.7, 1.3
"""Seconds between the beginnings of two cards: at least, at most, and the sum for all robots of a match."""
TURNING = 0.08
"""Seconds between the beginnings of two cards if the first robot only turns."""
OWN = 0.3
"""The least seconds between the beginnings of two cards if one is of a player at this machine."""
BESIDE = 0.1
"""Seconds between the beginnings of two acts of the board."""
VOLLEYS = 0.3
"""Seconds between the beginnings of two volleys of beams, such as the board's lasers and the robots' lasers."""
MIN_STAGE = 1.05
"""The least length in seconds of a stage with any visible event."""


@dataclass(eq=False)
class Chain:
    """A series of beats (groups of simultaneous events) shown one after the other, with the pieces and cells in them.

    `actor` is the index of the robot whose card acts, -1 for the board; `fires` says whether the chain has a beam.
    """

    beats: list[list[Event]]
    actor: int = -1
    rank: int = QUIET
    fires: bool = False
    opens: bool = False
    """Whether a stage begins with the chain."""
    settles: bool = False
    """Whether the chain waits until nothing else is shown, because it begins with an event `moment`."""
    closes: bool = False
    """Whether a stage may end after the chain."""
    pieces: set[int] = field(default_factory=set)
    cells: set[Cell] = field(default_factory=set)

    @property
    def is_quiet(self) -> bool:
        """Whether the chain delays no other chain."""
        return self.rank == QUIET

    @property
    def is_alone(self) -> bool:
        """Whether nothing else is shown at the same time."""
        return self.rank == ALONE

    def involves(self, pieces: AbstractSet[int]) -> bool:
        """Return whether a piece with one of these indexes acts in the chain or is touched by the chain."""
        return self.actor in pieces or not self.pieces.isdisjoint(pieces)

    def place_of(self, piece: int) -> Cell | None:
        """Return the last cell of a piece that an event of the chain names, `None` if none does."""
        for event in reversed([event for beat in self.beats for event in beat if event.get("piece") == piece]):
            for key in ("to", "cell"):
                if isinstance(event.get(key), Sequence):
                    return event[key][0], event[key][1]
        return None

    def meets(self, other: "Chain") -> bool:
        """Return whether two chains share a piece or a cell."""
        return not (self.pieces.isdisjoint(other.pieces) and self.cells.isdisjoint(other.cells))


class Pacing:
    """Forms chains of beats, from the data that plugins have registered about types of events.

    `stops` has, by type of event, what the event begins; `paces` has the pace of a type (or `type variant`), as in
    `Views`. An event `turn` caused by one of the board's `elements` is an act of the board.
    """

    def __init__(
        self,
        stops: Mapping[str, Stop] = MappingProxyType({}),
        paces: Mapping[str, Pace] = MappingProxyType({}),
        elements: Iterable[Element] = (),
    ) -> None:
        self.stops = stops
        self._paces = paces
        self._kinds = {element.kind for element in elements}

    def is_quiet(self, event: Event) -> bool:
        """Return whether an event delays no other event."""
        return self._rank(event) == QUIET

    def _rank(self, event: Event) -> int:
        type_ = event["type"]
        if type_ == "beam" and not event["targets"]:
            return QUIET
        if type_ == "step" and event["by"] not in (-1, event["piece"]):
            return ALONE  # another piece moves it
        way = event.get("how", event.get("cause"))
        for paces in (self._paces, KERNEL_PACES):
            for name in (f"{type_} {way}", type_):
                if name in paces:
                    return RANKS[paces[name]]
        return {None: ALONE, "none": QUIET}.get(self.stops.get(type_), PLAIN)

    def first_chain(self, beats: Iterable[list[Event]]) -> Chain:
        """Return the chain with which `beats` begin; there must be at least one beat."""
        rest = iter(beats)
        first = next(rest)
        chain = Chain([first], settles=first[0]["type"] == "moment")
        for event in first:
            chain.opens = chain.opens or self.stops.get(event["type"]) == "stage"
            chain.closes = chain.closes or event["type"] == "moment"
            if self.stops.get(event["type"]) == "action":
                chain.actor = event["piece"]
        if chain.actor >= 0:
            for beat in rest:
                if any(self._begins_chain(event) for event in beat):
                    break
                chain.beats.append(beat)
        for beat in chain.beats:
            for event in beat:
                self._add(chain, event)
        return chain

    def _begins_chain(self, event: Event) -> bool:
        """Return whether an event begins a new chain, rather than following from the card of the chain before it."""
        match event["type"]:
            case "beam":
                return True
            case "step":
                return bool(event["by"] < 0)
            case "turn":
                return event["how"] in self._kinds
        return "piece" not in event or self.stops.get(event["type"]) in ("stage", "action")

    def _add(self, chain: Chain, event: Event) -> None:
        rank = self._rank(event)
        if event["type"] == "beam":
            chain.fires = True
            chain.pieces.update(event["targets"])
            rank = max(rank, PLAIN if chain.actor >= 0 else QUIET)  # a player has aimed it
        chain.rank = max(chain.rank, rank)
        if rank == QUIET or event["type"] == "beam":
            return
        if event.get("piece", -1) >= 0:
            chain.pieces.add(event["piece"])
        chain.cells.update(tuple(event[key]) for key in ("from", "to", "cell") if isinstance(event.get(key), Sequence))
        if event["type"] == "blocked":
            (x, y), (dx, dy) = event["cell"], DELTAS[event["direction"]]
            chain.cells.add((x + dx, y + dy))


@dataclass
class _Run:
    """A chain that has begun, with its begin and end in seconds; the end is infinite while unknown."""

    chain: Chain
    begin: float
    end: float = inf


class Timetable:
    """Knows the chains that have begun and computes when the next one may; times are seconds of the playback."""

    def __init__(self, robots: int) -> None:
        """Start without chains, for a match with a number of robots."""
        self._gap = max(MIN_GAP, min(MAX_GAP, ALL_GAPS / max(1, robots)))
        self._runs: list[_Run] = []
        self._opened = 0.0
        self._closed = False
        self.least = -inf
        """The time before which the running stage must not end; minus infinity if nothing has happened in it."""

    def begin_of(self, chain: Chain, own: Collection[int] = ()) -> float:
        """Return the time at which a chain may begin, infinite if the time is not known yet.

        `own` are the indexes of the robots of players at this machine; chains of these get more time.
        """
        begin = max((self._after(run, chain, own) for run in self._runs), default=-inf)
        return max(begin, self.least) if chain.opens or chain.settles or self._closed else begin

    def _after(self, run: _Run, chain: Chain, own: Collection[int]) -> float:
        """Return the earliest time at which a chain may begin because of the earlier chain of `run`."""
        last = run.chain
        if last.is_quiet:
            return run.end if chain.settles and last.fires else run.begin
        if chain.is_quiet and not chain.fires and not chain.settles:
            return run.end if last.is_alone else run.begin
        if chain.fires and last.fires and not (chain.meets(last) or last.is_alone or chain.is_alone):
            return run.begin + VOLLEYS
        apart = chain.opens or chain.settles or last.opens or chain.fires or last.fires
        if apart or chain.is_alone or last.is_alone or chain.meets(last) or (chain.actor < 0) != (last.actor < 0):
            return run.end
        if chain.actor < 0:
            return run.begin + BESIDE
        gap = self._gap if last.cells else TURNING
        return run.begin + (max(gap, OWN) if last.actor in own or chain.actor in own else gap)

    def begin(self, chain: Chain, time: float) -> None:
        """Store the time at which a chain begins."""
        self._runs = [run for run in self._runs if run.end > time or run is self._runs[-1]]
        self._runs.append(_Run(chain, time))
        self._closed = chain.closes or (self._closed and not chain.opens)
        if chain.opens:
            self._opened, self.least = time, -inf
        elif not chain.is_quiet and not self._closed:
            self.least = self._opened + MIN_STAGE

    def end(self, chain: Chain, time: float) -> None:
        """Store the time at which a chain ends."""
        for run in self._runs:
            if run.chain is chain:
                run.end = time

    def clear(self) -> None:
        """Forget all chains, because nothing is being shown any more."""
        self._runs.clear()
        self.least = -inf
