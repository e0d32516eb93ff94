"""A match running on a server: who plays each seat, whom the clock waits for, and what each member is sent."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import msgspec

from roborally.base.errors import any_fault
from roborally.core.decisions import AnswerError
from roborally.core.events import Event, is_for
from roborally.core.observation import Observation
from roborally.game.answer_time import seconds_to_answer
from roborally.game.factory import Game
from roborally.game.match_file import PEOPLE
from roborally.game.records.course_data import CourseData
from roborally.game.records.recorder import Recorder
from roborally.game.session.local import LocalSession
from roborally.game.session.protocol import HUMAN
from roborally.net.limits import TokenBucket
from roborally.net.pages.feed import Feed, Feeds, latest_turns
from roborally.net.plugin_bundles import digest_of
from roborally.net.protocol import FACTS_ENTRY, Begin, ClockState, PluginState, Update, encode
from roborally.net.rooms.broadcast import KEPT_LINES
from roborally.net.rooms.roster import Member
from roborally.net.rooms.show_wait import Showing
from roborally.plugin import FACTS

Send = Callable[[Member, bytes], None]
PREVIEW_RATE, PREVIEW_BURST = 8.0, 16.0
"""The number of previews that a page is sent in a second, and at once."""
MAX_GRACE = 3.0
"""The maximum number of seconds after a deadline that answers on their way still count (CLI-R14)."""


@dataclass
class RunningMatch:
    """A match being played on a server. `members` are all players and spectators; `send` sends to one of them."""

    session: LocalSession
    recorder: Recorder
    send: Send
    states: Mapping[str, PluginState]
    stand_in: str
    """The id of the bot that plays for absent players."""
    feeds: Feeds
    """Makes the messages for pages in browsers."""
    delay: Callable[[Member], float] = lambda _member: 0.0
    """Returns the round trip of a member's connection in seconds."""
    _showing: Showing = field(default_factory=Showing)
    _held: bool = False
    _stood_in: dict[int, int] = field(default_factory=dict)
    """The number of answers in the record when a bot took over a seat, by seat."""
    _said: tuple[list[int], float | None, bool, float] = field(default=([], None, False, 0.0))
    _chat_beats: deque[int] = field(default_factory=lambda: deque(maxlen=KEPT_LINES))
    _previews: dict[int, TokenBucket] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.session.game

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.session.over

    # --- playing --------------------------------------------------------------------------------------------------

    def answer(self, member: Member, id_: str, answer: Any) -> None:
        """Apply a member's answer; for an invalid one raise `AnswerError` and leave the match unchanged."""
        question = next((entry for entry in self.session.decisions(member.seat) if entry["id"] == id_), None)
        if question is not None:
            try:
                self.session.match.checked(question, answer)
            except AnswerError:
                raise
            except any_fault():  # an answer of an unexpected shape; nothing has been changed yet
                raise AnswerError("this is no answer to what is asked") from None
        else:
            raise AnswerError("this is not asked any more")
        self.session.answer(member.seat, id_, answer)

    def note_shown(self, member: Member, beat: int) -> None:
        """Note that a member has been shown the events up to a beat, at most up to the current one."""
        member.seen = min(max(member.seen, beat), self.session.beat)

    def stand_in_for(self, member: Member) -> None:
        """Let a bot play for a member from now on (CLI-R02), and send all the notice of it."""
        if member.seat >= 0 and not self.over:
            self.session.let_play(member.seat, self.stand_in, lent=not member.gone)
            self._stood_in[member.seat] = len(self.recorder.record.answers)
            self._notify("left" if member.gone else "away", member)

    def is_stood_in(self, member: Member) -> bool:
        """Return whether a bot plays for a member."""
        return self.session.players[member.seat] not in PEOPLE

    def hand_back(self, member: Member) -> bool:
        """Give a player their seat back, and return whether a bot has answered for them meanwhile."""
        self._showing.come_back(member, self.session.now())
        member.seen = self.session.beat
        if member.seat >= 0 and not self.over:
            self.session.let_play(member.seat, HUMAN)
        answers = self.recorder.record.answers
        since = self._stood_in.pop(member.seat, len(answers))
        return any(seat == member.seat for seat, _id, _answer in answers[since:])

    def notify_of_stand_in(self, member: Member) -> None:
        """Send a player who has come back the notice that a bot has answered for them."""
        notices, clock = [{"type": "stood-in"}], self._clock_now()
        if member.page:
            self.send(member, self._feed(member).shown([], notices, clock))
        else:
            observed = self._observed(member.seat, member.without_plugins)
            self.send(member, encode(Update([], observed, *clock, notices)))

    def announce_return(self, member: Member, others: list[Member]) -> None:
        """Send all others the notice that a player is back."""
        self._notify("returned", member)
        self.go_on(others)

    def _notify(self, notice: str, member: Member) -> None:
        """Add a notice of this type about a player's robot to those that are sent next."""
        pieces = (piece.index for piece in self.session.match.state.pieces if piece.seat == member.seat >= 0)
        self.session.notices += [{"type": notice, "piece": index} for index in islice(pieces, 1)]

    def begin(self, members: list[Member]) -> None:
        """Send all members the complete state; the clock waits until they have been shown it."""
        self._hold(members)
        self._said = self._clock()
        for member in members:
            self.welcome(member)

    def wait(self) -> None:
        """Stop the clock, because no player is connected."""
        self.session.hold_clock()

    def go_on(self, members: list[Member]) -> None:
        """Let bots answer, use defaults after the deadline, and send the results to all members."""
        self._hold(members)
        events = self.session.poll()
        notices = [_for_all(notice) for notice in self.session.notices]
        self.session.notices.clear()
        if events or notices:
            self._hold(members)
            self._send(members, events, notices)
        elif self._said != self._clock():
            self._said = self._clock()
            message = encode(ClockState(*self._clock_now()))
            for member in members:
                self.send(member, message)

    def is_busy(self) -> bool:
        """Return whether something may happen without a person's answer: a bot thinks, or a clock runs."""
        session = self.session
        if session.over:
            return False
        bots = any(session.players[seat] not in PEOPLE for seat in session.waiting_for())
        return bots or session.deadline is not None or bool(session.notices)

    def _hold(self, members: list[Member]) -> None:
        """Hold the clock while players are still being shown events (CLI-202), and set the grace period."""
        self._held = self._showing.is_awaited(members, self.session.beat, self.session.now())
        if self._held:
            self.session.hold_clock()
        here = [self.delay(member) for member in members if member.connected and member.seat >= 0]
        self.session.grace = min(MAX_GRACE, round(max(here, default=0.0), 1))

    def _clock(self) -> tuple[list[int], float | None, bool, float]:
        """Return the awaited seats, the deadline, whether the clock is held, and the seconds of grace after it.

        The deadline is a moment of `session.now()`, so that the clock is sent only once; `None` for no limit. While
        the clock is held, the seconds for an answer stand in its place.
        """
        deadline, grace = self.session.deadline, self.session.grace
        if self._held and deadline is not None:
            return self.session.waiting_for(), float(seconds_to_answer(self.game)), True, grace
        return self.session.waiting_for(), deadline, False, grace

    # --- sending --------------------------------------------------------------------------------------------------

    def welcome(self, member: Member) -> None:
        """Send a member the complete state of the match."""
        self.send(member, self.picture(member))

    def picture(self, member: Member) -> bytes:
        """Return the complete state of the match for a member, as an encoded message."""
        if member.page:
            return self._feed(member).scene(self._clock_now(), self._chat_beats)
        waiting, clock, held, grace = self._clock_now()
        message = Begin(
            public_config(self.game, member.seat),
            CourseData.of(self.game.course),
            dict(self.states),
            member.seat,
            self.session.beat,
            self._observed(member.seat, member.without_plugins),
            waiting,
            clock,
            held,
            grace,
            self.game.rules.toughness,
            self.recorder.record.open_file,
            [event for event in latest_turns(self.recorder.record.events) if is_for(event, member.seat)],
        )
        return encode(message)

    def _send(self, members: list[Member], events: Sequence[Event], notices: list[Event]) -> None:
        """Send all members what their seats may see; each message is encoded once."""
        self._said = self._clock()
        clock = self._clock_now()
        written: dict[tuple[int, bool], bytes] = {}
        reached = [member for member in members if member.connected and not member.fetching]
        pages = self.feeds.shown(events, notices, clock, {self._feed(member) for member in reached if member.page})
        for member in reached:
            if member.page:
                self.send(member, pages[self._feed(member)])
                continue
            key = member.seat, member.without_plugins
            if key not in written:
                seen = [event for event in events if is_for(event, member.seat)]
                observation = self._observed(*key)
                written[key] = encode(Update(seen, observation, *clock, notices))
            self.send(member, written[key])

    def _feed(self, member: Member) -> Feed:
        return self.feeds.of(member.seat, member.page)

    def note_chat(self) -> None:
        """Note that somebody has sent a chat line: in the log of who comes back it stands where it was said."""
        self._chat_beats.append(self.session.beat)

    def preview(self, member: Member, id_: str, answer: Any, number: int) -> None:
        """Send a page the forecast of an answer as `Previewed` of this number; ignore a page that asks too often."""
        bucket = self._previews.setdefault(member.id, TokenBucket(PREVIEW_RATE, PREVIEW_BURST, self.session.now))
        if member.page and bucket.take():
            self.send(member, self._feed(member).preview(id_, answer, number))

    def _clock_now(self) -> tuple[list[int], float | None, bool, float]:
        """Return the clock as `_clock` does, but with the seconds left instead of the deadline."""
        waiting, clock, held, grace = self._clock()
        return waiting, clock if held or clock is None else max(0.0, clock - self.session.now()), held, grace

    def _observed(self, seat: int, without_plugins: bool) -> dict[str, Any]:
        """Return the data of a seat's observation, with facts about robots for a client that lacks plugins."""
        observation = self.session.observe(seat)
        if without_plugins:
            facts = facts_of(observation)
            observation.data["ext"][FACTS_ENTRY] = facts
        return observation.data


def facts_of(observation: Observation) -> dict[str, list[Any]]:
    """Return the plugins' facts (`Fact`) about robots, from the observation alone: by name, a list by piece."""
    match = observation.match()
    return {
        name: [msgspec.to_builtins(fact.read(match, piece), str_keys=True) for piece in match.state.pieces]
        for name, fact in FACTS.of(observation.rules).items()
        if fact.read is not None
    }


def public_config(game: Game, seat: int) -> dict[str, Any]:
    """Return the match file as a seat may know it: without the seed and other seats' objectives."""
    config = game.config
    seats = [
        own if number == seat else msgspec.structs.replace(own, objectives=[])
        for number, own in enumerate(config.seats)
    ]
    return msgspec.structs.replace(config, seats=seats).with_match(seed=None).to_data()


def states_of(game: Game) -> dict[str, PluginState]:
    """Return the plugins of a game with their versions and digests, by id."""
    return {plugin.id: PluginState(plugin.manifest.version, digest_of(plugin.folder)) for plugin in game.plugins}


def _for_all(notice: Event) -> Event:
    """Return a notice without the text of a bot's error, which may contain secrets, such as the cards of its hand."""
    return {key: value for key, value in notice.items() if key != "error"}
