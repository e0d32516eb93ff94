"""Makes the messages about a match for the pages of a seat in one language: events, log lines, state and questions.

They are made of the observation of the seat and of the events that it may see, and of nothing else.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any

import msgspec

from roborally.base.errors import any_fault
from roborally.base.player_names import isolated
from roborally.base.templates import fill
from roborally.base.translation import speaking
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.events import Event, is_for
from roborally.core.match import Match
from roborally.core.observation import Observation
from roborally.core.state import Piece
from roborally.game.forecast import Forecast, Forecaster
from roborally.game.session.held import HeldSession
from roborally.narration.chronicle import Chronicle, piece_names
from roborally.narration.match_log import MatchLog
from roborally.narration.page.acts import Acts, shut_edges
from roborally.narration.page.story import belts_of, line_kind
from roborally.net.pages.pack import Packs
from roborally.net.pages.questions import QuestionViews
from roborally.net.pages.result import result_of
from roborally.net.protocol import PageScene, Previewed, Shown, encode
from roborally.plugin import MARKS, ORDERS, FloorMark, Tiles, slot_face, view_of
from roborally.plugin_system.loader import Catalogue

LINES = 300
"""The number of log lines in the first message to a page."""
MAX_LINES = 2_000
"""The maximum number of log lines that a feed keeps."""
PAST = 500
"""The maximum number of earlier events that a new member is sent for the log: about five turns of four robots."""
Clock = tuple[list[int], float | None, bool, float]
"""The awaited seats, the seconds to answer (`None`: no clock), whether the clock is held, and the grace in seconds."""


def latest_turns(events: Sequence[Event]) -> Sequence[Event]:
    """Return the latest events, at most `PAST`, from the beginning of a turn on if there is one among them."""
    latest = events[-PAST:]
    starts = (at for at, event in enumerate(latest) if event["type"] == "moment" and event["name"] == "start")
    return latest[next(starts, 0) :]


class Feed:
    """Makes the messages for all pages of one seat in one language; `past` are the events of the match so far."""

    def __init__(self, session: HeldSession, packs: Packs, seat: int, language: str, past: Sequence[Event]) -> None:
        self._session, self._packs, self._seat, self._language = session, packs, seat, language
        game = self._game = session.game
        match = session.observe(seat).match()
        self._collected = packs.base.collected.copy()
        self._acts = Acts(self._collected, [match.cell_of(piece) for piece in match.state.pieces], belts_of(game))
        with speaking(language):
            self._names = [isolated(name) for name in piece_names(game)]
        self._chronicle = Chronicle(self._names, game.plugins, game.course.board)
        self._words = self._chronicle.words
        self._log = MatchLog(self._chronicle, MAX_LINES)
        with speaking(language):
            self._log.narrate_all(event for event in latest_turns(past) if is_for(event, seat))
        self._views = QuestionViews(self._chronicle, self._collected.symbol)
        self._sent = 0
        """The number of pictures that all pages of this feed have received."""
        self._forecaster: tuple[Any, Forecaster] | None = None

    # --- what has happened ----------------------------------------------------------------------------------------

    def shown(self, events: Sequence[Event], notices: Sequence[Event], clock: Clock, *, wanted: bool = True) -> bytes:
        """Process new events; return them, notices and state as an encoded `Shown`, or no bytes unless `wanted`."""
        with speaking(self._language):
            beats = self._beats([event for event in events if is_for(event, self._seat)])
            if not wanted:
                return b""
            now = self._now(self._sent)
            lines = [line for notice in notices if (line := self._chronicle.line(notice))]
        self._sent = len(self._collected.pictures)
        return encode(Shown(self._session.beat, beats, now, *clock, lines))

    def scene(self, clock: Clock, chat_beats: Sequence[int] = ()) -> bytes:
        """Return the complete state as an encoded `PageScene`; `chat_beats` are the beats of the latest chat lines."""
        with speaking(self._language):
            now, log = self._now(0), self._log
            numbers = range(max(log.first, log.written - LINES), log.written)
            lines = [(*self._line(number), log.event(number)["beat"]) for number in numbers]
            pack = self._packs.digest(self._language)
        return encode(PageScene(pack, self._seat, self._session.beat, now, lines, *clock, list(chat_beats)))

    def _beats(self, events: Sequence[Event]) -> list[Any]:
        beats, log = [], self._log
        for beat, group in groupby(events, key=lambda event: event["beat"]):
            happened = list(group)
            lines = dict.fromkeys(log.latest for event in happened if log.narrate(event))
            numbers = [
                (event["piece"], event["points"] * (1 if event["type"] == "hurt" else -1))
                for event in happened
                if event["type"] in ("hurt", "heal")
            ]
            acts = self._acts.of_beat(happened)
            if acts or lines or numbers:
                beats.append((beat, acts, [self._line(number) for number in lines], numbers))
        return beats

    def _line(self, number: int) -> tuple[int, str, int]:
        return number, self._log[number - self._log.first], line_kind(self._game, self._log, number)

    # --- what is to be seen ---------------------------------------------------------------------------------------

    def _now(self, first: int) -> dict[str, Any]:
        """Return the visible state and the open questions as data, with the pictures from the number `first` on.

        `at` and `facing` are the cells and directions of the pieces, `rows` their status
        (`narration/page/piece_status`), `shut` the edges of shut gates, `marks` the marks on the floor, `programs` as
        in `_program`, `cards` pairs of title and help, `questions` views with texts (`plugin_system/sheets`). Pictures
        and colours are numbers in lists that grow.
        """
        observation = self._session.observe(self._seat)
        match = observation.match()
        state, status = match.state, self._packs.base.status
        rows, sealed = status.rows_in(match, self._seat), observation.data["sealed"]
        cards = sorted({card for row in rows for card in (*row[3], *row[5])})
        now = {
            "turn": state.turn,
            "stage": state.stage,
            "over": state.over,
            "at": [match.cell_of(piece) for piece in state.pieces],
            "facing": [piece.facing for piece in state.pieces],
            "rows": rows,
            "shut": shut_edges([match.floor.board.gates[number] for number in observation.data["shut"]]),
            "marks": self._marks(match),
            "programs": [self._program(match, piece, sealed) for piece in state.pieces],
            "cards": {card: [self._words.card_title(card), self._words.option_help(card)] for card in cards},
            "questions": [self._views.question(match, decision) for decision in observation.decisions()],
            "result": None,
        }
        if state.over:
            now["result"] = result_of(self._session, match, self._seat, rows, status, self._words, self._names)
        return {**now, "pictures": [first, self._collected.pictures[first:]], "colours": self._collected.colours}

    def _marks(self, match: Match) -> list[dict[str, Any]]:
        """Return the marks that plugins put on the floor, as data."""
        found: list[dict[str, Any]] = []
        for marks in MARKS.of(match.rules).values():
            try:
                found += [self._mark(mark) for mark in marks(match)]
            except any_fault():  # a picture must not end a match
                continue
        return found

    def _mark(self, mark: FloorMark) -> dict[str, Any]:
        picture = self._collected.symbol(mark.picture) if mark.picture else -1
        return {**msgspec.to_builtins(mark), "picture": picture}

    def _program(self, match: Match, piece: Piece, sealed: Mapping[str, Any]) -> list[dict[str, Any] | None] | None:
        """Return the text and picture of each slot of a piece's program, `None` for an empty or hidden one.

        Return `None` for a piece without a program. The seat's own program is among the answers that are `sealed` while
        other players still program.
        """
        slots = self._packs.base.status.read(match, "slots", piece)
        if slots is None:
            return None
        own = [entry for entry in match.state.decisions if entry["piece"] == piece.index and entry["id"] in sealed]
        laid = next((sealed[entry["id"]] for entry in own if getattr(view_of(match, entry), "preview", False)), ())
        contents = [content for _number, content in sorted(slots.items())]
        return [self._slot(match, known or mine) for known, mine in zip_longest(contents, laid, fillvalue="")]

    def _slot(self, match: Match, content: str) -> dict[str, Any] | None:
        if not content:
            return None
        face = slot_face(match.rules, content)
        text = self._words.card_title(face.card) if face.sentence is None else self._chronicle.fact(face.sentence)
        picture = self._collected.symbol(face.picture) if face.picture else self._views.card(face.card)["picture"]
        return {"text": text, "picture": picture}

    # --- the ghost ------------------------------------------------------------------------------------------------

    def preview(self, id_: str, answer: Any, number: int) -> bytes:
        """Return the encoded `Previewed` of this number: the forecast of an answer, made from what the seat knows."""
        observation = self._session.observe(self._seat)
        decision = next((entry for entry in observation.decisions() if entry["id"] == id_), None)
        problem, ghost = "", None
        with speaking(self._language):
            if decision is not None:
                match = observation.match()
                try:
                    checked, view = match.checked(decision, answer), view_of(match, decision)
                    if isinstance(view, Tiles) and view.preview:
                        ghost = self._ghost(observation, decision, checked, view.stage)
                except AnswerError as error:
                    problem = self._words.refusal(error)
                except any_fault():  # an answer of an unexpected shape, or a rule that plays it wrong
                    problem = self._words.refusal(AnswerError("this is no answer to what is asked"))
        return encode(Previewed(number, problem, ghost))

    def _ghost(self, observation: Observation, decision: Decision, answer: Any, stage: str) -> dict[str, Any]:
        key = observation.data["sealed"], decision["id"], self._session.beat
        if self._forecaster is None or self._forecaster[0] != key:
            self._forecaster = key, Forecaster(observation, decision)
        order = ORDERS.of(observation.rules).get(decision["kind"])
        remark = order.remark(observation.match(), decision, answer) if order is not None else ""
        ghost = self._forecaster[1].ghost(answer)
        lost = ""
        if ghost.lost:
            title = fill(self._words.translated(stage), {"number": ghost.fatal_stage})
            lost = f"{title}: {self._chronicle.line(ghost.lost)}"
        return {**_drawn(ghost), "lost": lost, "warning": self._words.translated(remark)}


def _drawn(ghost: Forecast) -> dict[str, Any]:
    """Return a forecast as plain data, with its legs and shots as lists of numbers."""
    return {
        "cell": ghost.cell,
        "facing": ghost.facing,
        "legs": [[leg.stage, *leg.start, *leg.end, int(leg.jump)] for leg in ghost.legs],
        "shots": [[shot.stage, *shot.start, *shot.end] for shot in ghost.shots],
        "stops": [[stage, *cell] for stage, cell in ghost.stops.items()],
    }


class Feeds:
    """All `Feed` objects of a match, one for each seat and language that a page has needed, and its `packs`.

    `past` is the list of the match's events, which grows with the match.
    """

    def __init__(self, session: HeldSession, catalogue: Catalogue, past: Sequence[Event] = ()) -> None:
        self.packs = Packs(session, catalogue)
        self._session, self._past = session, past
        self._feeds: dict[tuple[int, str], Feed] = {}

    def of(self, seat: int, language: str) -> Feed:
        """Return the feed of a seat (-1 for spectators) in a language; it is made at the first call."""
        key = seat, language
        if key not in self._feeds:
            self._feeds[key] = Feed(self._session, self.packs, *key, self._past)
        return self._feeds[key]

    def shown(
        self, events: Sequence[Event], notices: Sequence[Event], clock: Clock, wanted: Collection[Feed]
    ) -> dict[Feed, bytes]:
        """Pass new events to all feeds; return each feed's encoded message, empty unless the feed is `wanted`."""
        return {feed: feed.shown(events, notices, clock, wanted=feed in wanted) for feed in self._feeds.values()}
