"""`Film`, the events of a recorded match with an index of positions to go to; `ReplayScreen` shows it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from roborally.core.decisions import AnswerError
from roborally.core.events import Event, Watch, is_for
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR, Observation, observe
from roborally.core.state import frozen
from roborally.game.factory import Game
from roborally.game.records.playing_again import play_again
from roborally.game.records.recorder import Record, changed_plugins
from roborally.game.session.held import HeldSession
from roborally.game.statistics import Tally
from roborally.narration.chronicle import Chronicle
from roborally.narration.match_log import DAMAGED, MatchLog
from roborally.ui.board.display import Display
from roborally.ui.plugin import Views, views_of
from roborally.ui.toolkit.preload import SLICE, go_on_with


class FilmStop(NamedTuple):
    """A position in a film (the number of events shown up to it), with the turn and the stage there."""

    at: int
    turn: int
    stage: int


class Film:
    """The events of a match to be shown, and an index of them: all events of a finished match, else a spectator's.

    A position is a number of events shown. Call `prepare` in every frame until `ready`; positions up to `built` can be
    reached. `steps` are the positions after every visible step, `actions` those where a robot starts to act.
    `line_at[number]` is the position after a line of the log, `narrated_at` has the positions after all logged events.
    """

    def __init__(self, game: Game, record: Record, views: Views | None = None, *, start: Match | None = None) -> None:
        """Start without an index; `views` are the plugins' additions to the window, if registered already.

        `start` is the match before the first event, if game and seed do not begin with it, as in a scenario.
        """
        self.game = game
        self.record = record
        opening: list[Event] = []
        match = game.start(record.seed, Watch(opening.append)) if start is None else start
        match.watch = None
        self.follows = start is None
        self.session = HeldSession(game, match, Tally(game.rules, len(game.seats)))
        pairs = zip(opening, record.events, strict=False)
        self._skipped = next((n for n, (now, then) in enumerate(pairs) if frozen(now) != then), len(opening))
        self.ended = any(event["type"] == "over" for event in record.events)
        gauges = [gauge for plugin in game.plugins for gauge in plugin.manifest.gauge.values()]
        self._gauged = {name for gauge in gauges for name in gauge.events}
        self.events = [event for event in record.events[self._skipped :] if self._shows(event)]
        self.turns: list[FilmStop] = []
        self.stages: list[FilmStop] = []
        self.steps: list[int] = []
        self.actions: list[int] = []
        self.line_at: list[int] = []
        self.narrated_at: list[int] = []
        opened = observe(match, SPECTATOR)
        self.observations: list[tuple[int, Observation]] = [(0, opened)]
        self.built = 0
        self.damaged = False
        """Whether the film ends before the record does, because later events cannot be shown."""
        self.lines = MatchLog(Chronicle.of(game, short=True))
        views = views_of(game.plugins) if views is None else views
        self._stops = views.stops
        self._display = Display(opened, game.plugins, views.changes)
        self.lines.causes = self._display.causes()
        self._counted = Tally(game.rules, len(game.seats))
        self._kept: list[tuple[int, dict[str, Any]]] = [(0, self._display.keep())]
        self._now = (0, 0)
        self._seen = self._acted = self._begun = False
        self._last = 0
        self._work = self._build()

    def _shows(self, event: Event) -> bool:
        """Return whether an event is shown: all are if the match is over, otherwise those for spectators.

        Events that gauges count are shown only if spectators saw them, because the film restores what spectators knew.
        """
        return is_for(event, SPECTATOR) or (self.ended and event["type"] not in self._gauged)

    @property
    def is_whole(self) -> bool:
        """Whether the match has ended and can be played again from its answers with the installed plugins."""
        return self.ended and bool(self.record.answers) and not changed_plugins(self.record, self.game)

    # --- preparing ------------------------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Whether the index is complete, so that every position can be reached."""
        return self.built >= len(self.events)

    def prepare(self, seconds: float = SLICE) -> None:
        """Continue to make the index for about a number of seconds."""
        go_on_with(self._work, seconds)

    def _build(self) -> Iterator[None]:
        """Index the events one by one, yielding between; then play the match again for data that events do not have."""
        for at, event in enumerate(self.events):
            begins = event["type"] == "moment" and event.get("name") == "start"
            if at and (begins or event["beat"] != self.events[at - 1]["beat"]):
                self._end_group()
            try:
                self._look_at(at, event, begins)
            except DAMAGED:  # a film ends before the first event that cannot be shown
                del self.events[at:]
                self.damaged = True
                break
            self.built = at + 1
            yield
        self._end_group()
        if self.follows and not changed_plugins(self.record, self.game):
            yield from self._play_again()

    def _look_at(self, at: int, event: Event, begins: bool) -> None:
        """Add the event with the index `at` to the film's index; `begins` says whether a turn begins with it."""
        self._display.apply(event)
        self._counted.feed(event)
        line = self.lines.narrate(event)
        if line:
            self.narrated_at.append(at + 1)
            if len(self.lines) > len(self.line_at):
                self.line_at.append(at + 1)
        stop = self._stops.get(event["type"])
        if line or stop != "none":
            self._seen, self._last = True, at + 1
        self._acted = self._acted or stop == "action"
        self._begun = self._begun or stop == "stage"
        self._now = (self._display.turn, self._display.stage)
        if begins:
            self.turns.append(FilmStop(at + 1, self._display.turn, 0))
            self._kept.append((at + 1, self._display.keep()))

    def _end_group(self) -> None:
        if self._seen:
            self.steps.append(self._last)
            if self._acted:
                self.actions.append(self._last)
            if self._begun:
                self.stages.append(FilmStop(self._last, *self._now))
        self._seen = self._acted = self._begun = False

    def _play_again(self) -> Iterator[None]:
        """Play the match again and store an observation per turn; stop if the events differ from the recorded ones."""
        received: list[Event] = []
        compared, position, turn = 0, 0, self.session.match.state.turn
        try:
            for match in play_again(self.record, self.game, Watch(received.append)):
                then = self.record.events[compared : compared + len(received)]
                if [frozen(event) for event in received] != then:
                    return
                position += sum(self._shows(event) for at, event in enumerate(then, compared) if at >= self._skipped)
                compared += len(then)
                received.clear()
                if match.state.turn != turn or match.state.over:
                    turn = match.state.turn
                    self.observations.append((position, observe(match, SPECTATOR)))
                yield
        except AnswerError:
            return

    # --- moving to positions --------------------------------------------------------------------------------------

    def restore(self, display: Display, at: int) -> Sequence[Event]:
        """Let a display show the beginning of the turn at a position; return the events from there to the position."""
        number = bisect_right(self._kept, at, key=lambda entry: entry[0]) - 1
        start, kept = self._kept[number]
        display.restore(kept)
        return self.events[start:at]

    def logged_until(self, at: int) -> int:
        """Return the number of logged events up to a position."""
        return bisect_right(self.narrated_at, at)

    def observation_at(self, at: int) -> tuple[Observation, Sequence[Event]]:
        """Return the latest stored observation up to a position, and the events between them."""
        position, seen = self.observations[bisect_right(self.observations, at, key=lambda entry: entry[0]) - 1]
        return seen, self.events[position:at]

    def stop_at(self, at: int) -> FilmStop:
        """Return the latest beginning of a turn or stage up to a position."""
        stops = [found for found in (last_until(self.turns, at), last_until(self.stages, at)) if found is not None]
        return max(stops, default=FilmStop(0, 1, 0))

    def next_turn(self, at: int) -> int:
        """Return the position at which the next turn begins, or the end of the film."""
        number = bisect_right(self.turns, at, key=lambda stop: stop.at)
        return self.turns[number].at if number < len(self.turns) else len(self.events)

    def position_of(self, beat: int) -> int:
        """Return the position before the first event of a beat."""
        return bisect_left(self.events, beat, key=lambda event: int(event["beat"]))


def last_until(stops: Sequence[FilmStop], at: int) -> FilmStop | None:
    """Return the last of some stops, in ascending order, at or before a position, or `None`."""
    number = bisect_right(stops, at, key=lambda stop: stop.at)
    return stops[number - 1] if number else None


def beside(positions: Sequence[int], at: int, direction: int) -> int | None:
    """Return the nearest of ascending positions before (`direction` -1) or after (1) the position `at`, or `None`."""
    if direction > 0:
        number = bisect_right(positions, at)
        return positions[number] if number < len(positions) else None
    number = bisect_left(positions, at)
    return positions[number - 1] if number else None
