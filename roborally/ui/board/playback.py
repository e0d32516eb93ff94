"""`Playback`, which animates the events of a match: beat by beat, at the times that `timetable` computes."""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from math import inf
from typing import Any

from roborally.core.events import Event
from roborally.ui.board.actors import Actors
from roborally.ui.board.animator import Animator
from roborally.ui.board.display import Display
from roborally.ui.board.effects import Act, Effects
from roborally.ui.board.halts import Cause, begins_step, cause_of, concerns
from roborally.ui.board.timetable import Chain, Pacing, Timetable

SPEEDS = {"slow": 0.5, "normal": 1.0, "fast": 3.0, "skip": 0.0, "step": 1.0}
"""The factor of each speed; `skip` shows only the result, `step` halts before each action (CLI-2028)."""
CAREFUL = 0.5
"""The largest speed factor for beats that concern the players' own robots, if players want these slow (CLI-2029)."""


def next_speed(speed: str, by: int) -> str:
    """Return the name of the speed `by` steps faster (slower if negative) than `speed`, as far as there is one."""
    names = sorted(SPEEDS, key="step".__ne__)  # the slowest one comes first
    return names[max(0, min(len(names) - 1, names.index(speed) + by))]


class _Lane:
    """A chain of beats that is being shown: the current and the remaining beats; times are in seconds of playback."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.pending = deque(chain.beats)
        self.beat: Sequence[Event] = ()
        self.acts: list[Act] = []
        self.held = self.ends = 0.0
        """The times at which the next beat may begin (`held`), and at which all acts end (`ends`)."""
        self.is_careful = self.is_settled = False
        self.unreported: deque[Event] = deque()
        """Events that have begun, but are not reported before earlier events of other lanes have begun."""

    def show(self, time: float) -> None:
        for act in self.acts:
            if time >= act.start:
                act.show(progress := min(1.0, (time - act.start) / act.length))
                act.over = progress >= 1
        self.acts = [act for act in self.acts if not act.over]


class Playback:
    """Shows events on the board: a queue of beats (events that happen at the same time), and those being shown.

    `on_event` is called with every event at the beginning of its beat, when the display has changed, but robots have
    not moved yet. `on_event_in_order` is called in the order of the events, when all earlier ones have begun, too.
    `own()` returns the indexes of the players' robots; if `careful()` is true, beats that concern these are slow.
    """

    def __init__(
        self,
        display: Display,
        animator: Animator,
        actors: Actors,
        effects: Effects,
        on_event: Callable[[Event], None] = lambda event: None,
        on_event_in_order: Callable[[Event], None] = lambda event: None,
        *,
        pacing: Pacing,
        careful: Callable[[], bool] = lambda: False,
        own: Callable[[], Collection[int]] = frozenset,
    ) -> None:
        self._pacing = pacing
        self._timetable = Timetable(sum(robot.seat >= 0 for robot in display.robots))
        self._careful = careful
        self.own = own
        self._cause: Cause | None = None
        self._speed = "normal"
        self._skipped: tuple[int, str] | None = None
        """The turn whose animation is skipped and the speed after it; `None` for no turn."""
        self.halted = False
        """Whether the playback waits before an action until `go_on` is called."""
        self._display = display
        self._animator = animator
        self._actors = actors
        self._effects = effects
        self._on_event = on_event
        self._on_event_in_order = on_event_in_order
        self.beats: deque[list[Event]] = deque()
        """The events that have not begun to be shown, beat by beat."""
        self._next: Chain | None = None
        """The chain with which `beats` begin; `None` until it is computed."""
        self._lanes: list[_Lane] = []
        self._unreported: deque[_Lane] = deque()
        """Lanes with events not yet passed to `on_event_in_order`, in the order of the events."""
        self._touched: set[int] = set()
        """The indexes of the pieces in the events since the last rest."""
        self._opening: dict[str, Any] | None = None
        """The state of the display before the running stage, for `rewind`."""
        self._since: list[list[Event]] = []
        """The beats that have begun in the running stage, for `rewind`."""
        self._again: set[int] = set()
        """The identities (`id`) of the events that `rewind` shows again."""
        self._time = self._fed = 0.0
        self.paused = False

    @property
    def speed(self) -> str:
        """The name of the current speed, a key of `SPEEDS`."""
        return self._speed

    @speed.setter
    def speed(self, name: str) -> None:
        self._speed = name
        self._skipped = None
        self.halted = self.halted and name == "step"

    def skip_turn(self) -> None:
        """Skip the animation of this turn, and continue in the next one at the present speed."""
        before, self.speed = self.speed, "skip"
        if before != "skip":
            self._skipped = self._display.turn, before

    def go_on(self) -> None:
        """Play the action before which the playback has halted; otherwise do nothing."""
        if self.halted:
            self.halted = False
            self._begin_chain(self._time)

    def hurry(self) -> None:
        """Show the result of the running animation at once; then begin the next action, or halt before it."""
        if self.paused or self.halted or self.dry:
            return
        self._end_lanes()
        self._advance(0.0)
        while self.speed == "step" and not (self.halted or self.dry):
            self._end_lanes()
            self._advance(0.0)

    def rewind(self) -> None:
        """Show the running stage again from its beginning; `is_again` is true for these events."""
        if self._opening is None or self.dry or self.speed == "skip":
            return
        self._end_lanes()
        self._again |= {id(event) for beat in self._since for event in beat}
        self._display.restore(self._opening)
        self.beats.extendleft(reversed(self._since))
        self._since = []
        self._next = None
        self.halted = False
        self._actors.settle_all()
        self._effects.hide()

    def is_again(self, event: Event) -> bool:
        """Return whether an event is shown again after `rewind`."""
        return id(event) in self._again

    @property
    def dry(self) -> bool:
        """Whether all events have been shown completely."""
        return not self.beats and not self._lanes

    @property
    def waiting(self) -> int:
        """The number of beats (events that happen at the same time) that have not begun to be shown."""
        return len(self.beats) + sum(len(lane.pending) for lane in self._lanes)

    @property
    def acting(self) -> frozenset[int]:
        """The indexes of the robots whose cards are being shown."""
        return frozenset(lane.chain.actor for lane in self._running) - {-1}

    @property
    def running(self) -> list[Chain]:
        """The chains that are being shown, in the order of their beginnings."""
        return [lane.chain for lane in self._running]

    @property
    def _running(self) -> list[_Lane]:
        """The lanes that are still animated, without those in which pictures only fade."""
        return [lane for lane in self._lanes if lane.pending or self._time < lane.held]

    def coming(self) -> Iterator[Event]:
        """Yield those events of the latest chain that have not begun to be shown."""
        for lane in self._lanes[-1:]:
            for beat in lane.pending:
                yield from beat

    def ahead(self) -> Iterator[Chain]:
        """Yield the chains that have not begun to be shown, the next one first."""
        beats = list(self.beats)
        while beats:
            chain = self._pacing.first_chain(beats)
            del beats[: len(chain.beats)]
            yield chain

    def feed(self, events: Sequence[Event]) -> None:
        """Add new events of the match at the end of the queue."""
        if not self.beats:
            self._fed = self._time
        for event in events:
            if self.beats and self.beats[-1][0]["beat"] == event["beat"]:
                self.beats[-1].append(event)
            else:
                self.beats.append([event])
        self._next = None  # it may have become longer

    def drop(self) -> None:
        """Show the result of running animations at once, and discard all events that have not begun."""
        self._end_lanes()
        self.beats.clear()
        self._next = self._opening = None
        self.halted = False
        self._actors.settle_all()
        self._effects.hide()
        self._rest()

    def update(self, seconds: float) -> None:
        """Play on by a number of seconds of real time."""
        if self.dry or self.paused:
            return
        if self.speed == "skip":
            self._skip()
            return
        if self.halted:
            return
        factor = SPEEDS[self.speed]
        careful = any(lane.is_careful for lane in self._running)
        self._advance(seconds * (min(factor, CAREFUL) if careful else factor))

    def _advance(self, seconds: float) -> None:
        """Play on by a number of seconds of playback: real seconds times the factor of the speed."""
        self._time += seconds
        while self._begin_next():
            pass
        self._show(self._time)
        self._lanes = [lane for lane in self._lanes if lane.pending or self._time < lane.ends]
        self._actors.light(self.acting)
        if not self._lanes and (self.halted or not self.beats):
            self._rest()

    def _begin_next(self) -> bool:
        """Begin the earliest of the beats that are due; return whether one has begun."""
        lane = min((lane for lane in self._lanes if lane.pending), key=lambda lane: lane.held, default=None)
        held = inf if lane is None else lane.held
        begin = self._begin_of_next()
        if begin <= self._time and begin < held:
            self.halted = self.speed == "step" and begins_step(self.beats[0], self._cause, self._pacing.stops)
            if not self.halted:
                self._begin_chain(begin)
            return not self.halted
        if lane is not None and held <= self._time:
            self._begin_beat(lane, held)
            return True
        return False

    def _begin_of_next(self) -> float:
        """Return the time at which the next chain may begin, infinite without a chain or while the time is unknown."""
        if not self.beats or (self.speed == "step" and self._lanes):
            return inf
        if self._next is None:
            self._next = self._pacing.first_chain(self.beats)
        return max(self._fed, self._timetable.begin_of(self._next, self.own()))

    def _skip(self) -> None:
        """Show the result of all events, or of those in the turn to skip, without animation."""
        self.halted = False
        self._end_lanes()
        self._next = self._opening = None
        while self.beats:
            if self._skipped is not None and _begins_stage(self.beats[0], but=self._skipped[0]):
                self.speed = self._skipped[1]
                break
            for event in self.beats.popleft():
                self._display.apply(event)
                self._on_event(event)
                self._on_event_in_order(event)
        self._again.clear()
        self._actors.settle_all()
        self._effects.hide()
        self._rest()

    def _begin_chain(self, begin: float) -> None:
        chain = self._next or self._pacing.first_chain(self.beats)
        self._next = None
        for _beat in chain.beats:
            self.beats.popleft()
        if chain.opens:
            self._opening, self._since = self._display.keep(), []
            if not self.is_again(chain.beats[0][0]):
                self._again.clear()
        self._since += chain.beats
        self._timetable.begin(chain, begin)
        lane = _Lane(chain)
        self._lanes.append(lane)
        self._unreported.append(lane)
        self._begin_beat(lane, begin)

    def _begin_beat(self, lane: _Lane, begin: float) -> None:
        self._show(begin)
        before, beat = lane.beat, lane.pending.popleft()
        lane.beat = beat
        self._cause = cause_of(beat) or self._cause
        lane.is_careful, lane.is_settled = self._careful() and concerns(beat, self.own()), False
        for event in beat:
            self._display.apply(event)
        self._effects.begin(beat[0]["beat"])
        following = lane.pending[0] if lane.pending else ()
        acts = self._animator.play(beat, following, before, is_quiet=self._pacing.is_quiet)
        lane.held = begin + max((act.held for act in acts), default=0.0)
        for act in acts:
            act.start += begin
        lane.acts += acts
        lane.ends = max((act.start + act.length for act in lane.acts), default=begin)
        if not lane.pending:
            self._timetable.end(lane.chain, lane.held)
        if lane.chain.closes:
            lane.ends = max(lane.ends, self._timetable.least)
        self._call_listeners(lane, beat)

    def _call_listeners(self, lane: _Lane, beat: Sequence[Event]) -> None:
        """Pass the events of a beginning beat to `on_event` now, and to `on_event_in_order` after all earlier ones."""
        for event in beat:
            self._on_event(event)
            if event.get("piece", -1) >= 0:
                self._touched.add(event["piece"])
        lane.unreported.extend(beat)
        while self._unreported:
            first = self._unreported[0]
            while first.unreported:
                self._on_event_in_order(first.unreported.popleft())
            if first.pending:
                return
            self._unreported.popleft()

    def _show(self, time: float) -> None:
        """Show all acts as they are at a time; put the pieces of ended beats into their places."""
        for lane in self._lanes:
            lane.show(time)
            if time >= lane.held and not lane.is_settled:
                lane.is_settled = True
                self._settle({event["piece"] for event in lane.beat if event.get("piece", -1) in lane.chain.pieces})

    def _settle(self, pieces: Collection[int]) -> None:
        for index in pieces:
            self._actors.settle(index)
            self._actors.settle_marker(index)

    def _end_lanes(self) -> None:
        """Show at once the result of all chains that have begun."""
        for lane in self._lanes:
            while lane.pending:
                beat = lane.pending.popleft()
                for event in beat:
                    self._display.apply(event)
                self._call_listeners(lane, beat)
            lane.show(inf)
        self._lanes.clear()
        self._rest()

    def _rest(self) -> None:
        """Put all pieces that have moved into their places, after the last animation has ended."""
        self._settle(self._touched)
        self._touched.clear()
        self._fed = self._time
        self._timetable.clear()
        self._animator.rest()
        self._actors.light(())


def _begins_stage(beat: Sequence[Event], *, but: int) -> bool:
    return any(event["type"] == "moment" and event["stage"] > 0 and event["turn"] != but for event in beat)
