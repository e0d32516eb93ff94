"""Plays events beat by beat: the events of a beat together, without unexplained pauses."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf
from types import MappingProxyType

from roborally.core.events import Event
from roborally.ui.board.actors import Actors
from roborally.ui.board.animator import Animator
from roborally.ui.board.display import Display
from roborally.ui.board.effects import Act, Effects
from roborally.ui.board.halts import Cause, begins_step, cause_of

SPEEDS = {"slow": 0.5, "normal": 1.0, "fast": 3.0, "skip": 0.0, "step": 1.0}
"""Speed factors; `skip` shows only the result, `step` halts before each action (CLI-2028)."""
CAREFUL = 0.5
"""The highest factor for beats that matter (CLI-2029)."""


def next_speed(speed: str, by: int, speeds: Iterable[str] = SPEEDS) -> str:
    """Return the speed `by` steps faster than `speed`, at most the fastest or slowest of `speeds`."""
    names = sorted(speeds, key="step".__ne__)  # the slowest one comes first
    return names[max(0, min(len(names) - 1, names.index(speed) + by))]


class Playback:
    """The queue of beats that have not been shown yet.

    `on_event` is called with every event at the beginning of its beat, after the display has changed and before robots
    move. `stops` maps types of event to what begins there, a stage or an action; `matters(beat)` says which beats are
    shown slowly.
    """

    def __init__(
        self,
        display: Display,
        animator: Animator,
        actors: Actors,
        effects: Effects,
        on_event: Callable[[Event], None],
        *,
        stops: Mapping[str, str] = MappingProxyType({}),
        matters: Callable[[Sequence[Event]], bool] = lambda beat: False,
    ) -> None:
        """Start with an empty queue."""
        self._stops = stops
        self._matters = matters
        self._careful = False
        self._cause: Cause | None = None
        self._speed = "normal"
        self._skipped: tuple[int, str] | None = None
        """The turn to skip, and the speed after it."""
        self.halted = False
        """Whether it waits for `go_on`, before an action."""
        self._display = display
        self._animator = animator
        self._actors = actors
        self._effects = effects
        self._on_event = on_event
        self.beats: deque[list[Event]] = deque()
        """The events that have not been shown yet, beat by beat."""
        self._acts: list[Act] = []
        self._touched: set[int] = set()
        self._time = 0.0
        self._length = 0.0
        self.paused = False

    @property
    def speed(self) -> str:
        """The name of the speed."""
        return self._speed

    @speed.setter
    def speed(self, name: str) -> None:
        self._speed = name
        self._skipped = None
        self.halted = self.halted and name == "step"

    def skip_turn(self) -> None:
        """Skip the animation until robots move in another turn, and continue there at the present speed."""
        before, self.speed = self.speed, "skip"
        if before != "skip":
            self._skipped = self._display.turn, before

    def go_on(self) -> None:
        """Play the action that it waits for."""
        if self.halted:
            self.halted = False
            self._begin_beat()

    def hurry(self) -> None:
        """Show the rest of the running action at once, and halt before the next one."""
        if not (self.paused or self.halted or self.dry):
            self._advance(inf)

    @property
    def dry(self) -> bool:
        """Whether all events have been shown."""
        return not self.beats and not self._acts

    @property
    def waiting(self) -> int:
        """The number of beats that have not begun."""
        return len(self.beats)

    def coming(self) -> Iterator[Event]:
        """Yield the events of the beats that have not begun."""
        for beat in self.beats:
            yield from beat

    def feed(self, events: Sequence[Event]) -> None:
        """Append events to the queue."""
        for event in events:
            if self.beats and self.beats[-1][0]["beat"] == event["beat"]:
                self.beats[-1].append(event)
            else:
                self.beats.append([event])

    def drop(self) -> None:
        """Discard the queue; place all robots as the display says."""
        self._end_beat()
        self.beats.clear()
        self.halted = False
        self._actors.settle_all()
        self._effects.hide()
        self._rest()

    def update(self, seconds: float) -> None:
        """Advance by an interval of real time."""
        if self.dry or self.paused:
            return
        if self.speed == "skip":
            self._skip()
            return
        if self.halted:
            return
        factor = SPEEDS[self.speed]
        self._advance(seconds * (min(factor, CAREFUL) if self._careful else factor))

    def _advance(self, seconds: float) -> None:
        """Play on by an interval of animation time, in seconds."""
        self._time += seconds
        while self._time >= self._length:
            self._end_beat()
            if not self.beats:
                self._rest()
                return
            if self.speed == "step" and begins_step(self.beats[0], self._cause, self._stops):
                self.halted = True
                self._rest()
                return
            self._time -= self._length
            self._begin_beat()
        self._show()

    def finish(self) -> None:
        """Show the result of all queued events at once."""
        self._skipped = None
        self._skip()

    def _skip(self) -> None:
        """Show the result of all queued events, or of those up to the end of the skipped turn."""
        self.halted = False
        self._end_beat()
        while self.beats:
            if self._skipped is not None and _begins_stage(self.beats[0], but=self._skipped[0]):
                self.speed = self._skipped[1]
                break
            for event in self.beats.popleft():
                self._display.apply(event)
                self._on_event(event)
        self._actors.settle_all()
        self._effects.hide()
        self._rest()

    def _begin_beat(self) -> None:
        beat = self.beats.popleft()
        following = self.beats[0] if self.beats else []
        self._cause = cause_of(beat) or self._cause
        self._careful = self._matters(beat)
        for event in beat:
            self._display.apply(event)
        self._effects.begin(beat[0]["beat"])
        self._acts = self._animator.play(beat, following)
        for event in beat:
            self._on_event(event)
            if isinstance(event.get("piece"), int) and event["piece"] >= 0:
                self._touched.add(event["piece"])
        self._length = max((act.start + act.length for act in self._acts), default=0.0)

    def _show(self) -> None:
        for act in self._acts:
            if not act.over and self._time >= act.start:
                progress = min(1.0, (self._time - act.start) / act.length)
                act.show(progress)
                act.over = progress >= 1

    def _end_beat(self) -> None:
        for act in self._acts:
            if not act.over:
                act.show(1.0)
        for index in self._touched:
            self._actors.settle(index)
            self._actors.settle_marker(index)
        self._acts = []
        self._touched = set()

    def _rest(self) -> None:
        self._time = self._length = 0.0
        self._animator.rest()


def _begins_stage(beat: Sequence[Event], *, but: int) -> bool:
    """Return whether a stage begins in a turn other than `but`."""
    return any(event["type"] == "moment" and event["stage"] > 0 and event["turn"] != but for event in beat)
