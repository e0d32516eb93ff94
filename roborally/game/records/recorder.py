"""Records matches; writes, lists and loads saves (`.rrsave`) and replays (`.rrreplay`) (docs/files.md).

A record holds the configuration, the course itself, all answers in order, a digest of the state at every stage and
turn, and the events. A save holds the record so far and the state, so a match can be saved at any question, even in the
middle of a move, and continues identically in another process. A save may also hold the start of a turn that is over
in the match but still being shown (CLI-R03): that state is computed from the record.

    recorder = Recorder(game, seed)                          game, match, recorder = load_save(path, catalogue)
    session = LocalSession.start(game, seed, thinker)        session = LocalSession.resume(game, match, thinker)
    recorder.attach(session)                                 recorder.attach(session)
    recorder.save(path) ... recorder.finish(path)
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError, Message, UnsavableError, any_fault
from roborally.base.version import VERSION
from roborally.core.decisions import AnswerError, is_waiting
from roborally.core.events import Event, Listener, Watch
from roborally.core.match import Match
from roborally.core.state import frozen
from roborally.game.course.courses import Course
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, parse_config
from roborally.game.records import file_format
from roborally.game.records.checkpoints import Checkpoint, Checkpoints
from roborally.game.records.course_data import CourseData
from roborally.game.records.file_format import REPLAY, SAVE, SAVE_SUFFIX, Mark, Player, ReplayBody, SaveBody
from roborally.game.records.file_format import REPLAY_SUFFIX as REPLAY_SUFFIX
from roborally.game.records.file_format import Record as Record
from roborally.game.records.file_format import ReplayError as ReplayError
from roborally.game.records.file_format import Summary as Summary
from roborally.game.records.playable import is_playable
from roborally.game.records.playing_again import DIGEST_MOMENTS, FROM_THE_START, game_at, stops
from roborally.game.session.held import HeldSession
from roborally.game.statistics import Tally
from roborally.plugin_system.loader import Catalogue
from roborally.plugin_system.plain import event_problems, slot_problems, state_problems


class PluginsError(ReplayError):
    """A saved match needs other plugins than those installed; the file itself is sound."""


MAX_COURSE_TEXT = 200


class Recorder:
    """Records one match from its first question on, and makes saves and replays of it."""

    def __init__(self, game: Game, seed: int, record: Record | None = None) -> None:
        """Start a new record, or continue `record`, which belongs to a loaded match."""
        self.game = game
        self.seed = seed
        self._loaded = record is not None
        self.record = record if record is not None else new_record(game, seed)
        self.tally: Tally | None = None
        """The statistics of the recorded events; `None` until `recount` has counted them."""
        self._match: Match | None = None
        self._ended: datetime | None = None
        """The time (UTC) when the first replay of the finished match was made; later replays have the same date."""
        self.listeners: list[Listener] = []
        """Functions that also get the events while `repeat` records a match again."""
        self.checkpoints = Checkpoints()

    @property
    def beat(self) -> int:
        """The number of the last recorded beat (events of one moment), 0 before the first."""
        return int(self.record.events[-1]["beat"]) if self.record.events else 0

    def attach(self, session: HeldSession) -> None:
        """Record all that happens in a session; a new session must not have received any answer yet.

        For a loaded match, the session's statistics are counted from the record, unless it already uses `tally`.
        """
        self.follow(session.match)
        session.record, session.late = self.note, self.record.stood_in.append
        if self._loaded and session.tally is not self.tally:
            session.tally.feed_all(self.record.events)

    def recount(self) -> None:
        """Set `tally` by counting the statistics of all recorded events; the time grows with the match."""
        self.tally = Tally(self.game.rules, len(self.game.seats))
        self.tally.feed_all(self.record.events)

    def follow(self, match: Match) -> None:
        """Record the events of a match that waits at a question; call `note` for each of its answers as well."""
        if match.watch is None:
            raise ReplayError("a match can be recorded only if it has a watch")
        if not self._loaded and not self.record.events:
            self._catch_up(match)
        self._match = match
        match.watch.beat = max(match.watch.beat, self.beat)
        match.watch.listeners.append(self._on_event)

    def note(self, seat: int, id_: str, answer: Any) -> None:
        """Record the answer of a seat to the question `id_`, which the match has accepted."""
        self.record.answers.append((seat, id_, frozen(answer)))
        if self._match is not None:
            self._consider_checkpoint(self._match)

    def save(self, path: Path, turn: int | None = None) -> None:
        """Write a save of the match as it is now, or as it was at the first question of `turn` (CLI-R03).

        Raise `StorageError`, with the old file unchanged, or `ReplayError` if the match cannot be saved.
        """
        write_aside(path, self.saved(turn))

    def saved(self, turn: int | None = None) -> bytes:
        """Return the content of the file that `save` writes; raise `ReplayError`."""
        return self.saving(turn)()

    def saving(self, turn: int | None = None) -> Callable[[], bytes]:
        """Return a function that makes the file of `save` as of now; it may run in any thread, while the match goes on.

        The function takes time that grows with the match, this call does not. Both raise `ReplayError`.
        """
        record, counts = self.record, (len(self.record.answers), len(self.record.events), len(self.record.marks))
        if turn is not None:
            if turn > self.followed().state.turn:
                raise ReplayError("turn {turn} has not begun yet", turn=turn)
            checkpoint = self.checkpoints.before(turn)
            return lambda: self._back_at(_cut(record, *counts), turn, checkpoint).saved()
        match = self.followed()
        if match.state.over or not is_waiting(match.state):
            raise ReplayError("a match can be saved only while it waits for an answer, not after its end")
        summary, state, digest = summary_of(self.game, SAVE, match.state.turn), match.to_data(), _digest(match)
        return lambda: file_format.packed(summary, SaveBody(_cut(record, *counts), state, digest))

    def finish(self, path: Path) -> None:
        """Write the replay of the match so far; raise `StorageError`, with the old file unchanged."""
        write_aside(path, self.finished())

    def finished(self, ended: datetime | None = None) -> bytes:
        """Return the file that `finish` writes; `ended` is the end in UTC, by default the time of the first call."""
        match = self.followed()
        if match.state.over and ended is None:
            ended = self._ended = self._ended or datetime.now(UTC)
        summary = summary_of(self.game, REPLAY, match.state.turn, ended)
        return file_format.packed(summary, ReplayBody(self.record, _digest(match)))

    def mute(self, match: Match, effects: Sequence[str]) -> Game:
        """Switch off phases, elements or shooters of plugins, by id, in a waiting match, and return its game.

        A replay still has them before this point. Raise `PluginError` for an unknown id, with nothing changed.
        """
        game = self.game.muting({*self.game.muted, *effects})
        self.record.muted = [*self.record.muted, *((len(self.record.answers), effect) for effect in effects)]
        self.game = game
        match.use_rules(game.rules, game.floor)
        return game

    def followed(self) -> Match:
        """Return the recorded match; raise `ReplayError` if there is none yet."""
        if self._match is None:
            raise ReplayError("nothing has been recorded yet")
        return self._match

    def _back_at(self, record: Record, turn: int, checkpoint: Checkpoint | None) -> "Recorder":
        past = Recorder(self.game, self.seed)
        past.repeat(record, turn, checkpoint)
        return past

    def repeat(self, record: Record, turn: int | None = None, checkpoint: Checkpoint | None = None) -> None:
        """Record a match again by playing a record's answers: all of them, or up to the first question of a turn.

        With a checkpoint of the record, only the rest is played.
        """
        watch, taken = Watch(self._on_event, *self.listeners), 0
        if checkpoint is None:
            match = game_at(record, self.game, 0).start(record.seed, watch)
        else:
            taken = checkpoint.answers
            match = checkpoint.match(game_at(record, self.game, taken), watch)
            self.record.events = record.events[: checkpoint.events]
            self.record.marks = record.marks[: checkpoint.marks]
        self._match = match
        self.record.practice = self.record.practice or record.practice
        self.record.stood_in = list(record.stood_in)
        for known in stops(record, self.game, match, taken):
            self.record.answers += record.answers[len(self.record.answers) : known]
            self.record.muted = _muted_until(record, known)
            self._consider_checkpoint(match)
            if turn is not None and is_waiting(match.state) and match.state.turn >= turn:
                break
        self._loaded = True

    def _consider_checkpoint(self, match: Match) -> None:
        record = self.record
        self.checkpoints.consider(match, len(record.answers), len(record.events), len(record.marks))

    def _catch_up(self, match: Match) -> None:
        """Record the events before the first question, which happened before recording began."""
        twin = self._match = self.game.start(self.seed, Watch(self._on_event))
        twin.run()
        if twin.digest() != match.digest():
            raise ReplayError("a match must be recorded from its first question on")

    def _on_event(self, event: Event) -> None:
        for wrong in event_problems(event):
            raise UnsavableError(f"{wrong.path}: {wrong.problem}")
        self.record.events.append(event)
        if event["type"] == "moment" and event["name"] in DIGEST_MOMENTS:
            digest = _digest(self.followed())
            self.record.marks.append(Mark(event["turn"], event["stage"], event["name"], digest))


def summary_of(game: Game, format_: str, turn: int, moment: datetime | None = None) -> Summary:
    """Return the summary of a match at a turn; `moment` is its date in UTC, by default now."""
    config = game.config
    return Summary(
        format=format_,
        game_version=VERSION,
        date=(moment or datetime.now(UTC)).isoformat(timespec="seconds"),
        mode=config.match.mode,
        course=game.course.name[:MAX_COURSE_TEXT],
        players=[Player(seat.name, seat.controller, seat.robot) for seat in config.seats],
        turn=turn,
    )


def _digest(match: Match) -> str:
    """Return the digest of a match's state; raise `UnsavableError` that names the value that no file can hold."""
    try:
        return match.digest()
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        for plugin, slot in match.state.ext.items():
            for wrong in slot_problems(f'ext["{plugin}"]', slot):
                raise UnsavableError(f"{wrong.path}: {wrong.problem}", plugin) from error
        for wrong in state_problems(match.state, match.pending):
            raise UnsavableError(f"{wrong.path}: {wrong.problem}") from error
        raise


def new_record(game: Game, seed: int) -> Record:
    """Return the empty record of a new match."""
    plugins = {plugin.id: plugin.manifest.version for plugin in game.plugins}
    muted = [(FROM_THE_START, effect) for effect in game.muted]
    return Record(game.config.to_data(), seed, plugins, CourseData.of(game.course), muted=muted)


# --- loading --------------------------------------------------------------------------------------------------------


def load_save(path: Path, catalogue: Catalogue) -> tuple[Game, Match, Recorder]:
    """Read a save; return its game, its match, ready to continue, and a recorder that continues its record.

    Raise `ReplayError`, or `PluginsError` if the match needs other plugins.
    """
    body = file_format.read(path, SAVE, SaveBody)
    game = game_of(body.record, catalogue, path)
    refuse_changed_plugins(body.record, game, path)
    try:
        game = game_at(body.record, game, len(body.record.answers) + 1)
        match = Match.from_data(game.rules, game.floor, game.seats, body.state)
        recorder = Recorder(game, body.record.seed, body.record)
        recorder.recount()
        sound = match.digest() == body.digest and is_playable(match)
    except GameError as error:
        raise ReplayError(error.message, where=path) from None
    except any_fault() as error:
        text = Message.of("is damaged: it cannot be read ({error})", path, error=type(error).__name__)
        raise ReplayError(text) from None
    if not sound:
        raise ReplayError("is damaged: its state is not the one that was saved", where=path)
    return game, match, recorder


def load_replay(path: Path, catalogue: Catalogue) -> tuple[Game, Record]:
    """Read a replay; return its game and its record. Raise `ReplayError`.

    The record's events can be shown even if plugins have changed since (see `changed_plugins`).
    """
    body = file_format.read(path, REPLAY, ReplayBody)
    body.record.final = body.digest
    return game_of(body.record, catalogue, path), body.record


def list_saves(folder: Path, suffix: str = SAVE_SUFFIX) -> list[tuple[Path, Summary | ReplayError]]:
    """Return the saves in a folder, newest first: pairs of path and summary, or path and error."""
    found: list[tuple[Path, Summary | ReplayError]] = []
    for path in sorted(folder.glob(f"*{suffix}")) if folder.is_dir() else []:
        try:
            found.append((path, file_format.read_summary(path, SAVE if suffix == SAVE_SUFFIX else REPLAY)))
        except ReplayError as error:
            found.append((path, error))
    return sorted(found, key=lambda entry: "" if isinstance(entry[1], ReplayError) else entry[1].date, reverse=True)


def game_of(record: Record, catalogue: Catalogue, where: object = "") -> Game:
    """Return the game of a record, on the recorded course; raise `ReplayError` that names the file `where`."""
    for id_, version in record.plugins.items():
        if id_ not in catalogue.plugins:
            if id_ not in catalogue.broken:
                raise PluginsError(
                    "needs plugin {plugin!r} {version}, which is missing", where=where, plugin=id_, version=version
                )
            raise PluginsError(
                "needs plugin {plugin!r} {version}, which cannot be used: {error}",
                where=where,
                plugin=id_,
                version=version,
                error=catalogue.broken[id_],
            )
    try:
        config: MatchConfig = parse_config(record.config, str(where))
        course: Course = record.course.to_course(catalogue, list(record.plugins))
        game = make_game(config, catalogue, where=str(where), course=course, begun=True)
    except GameError as error:
        raise ReplayError(error.message, where=where) from None
    except any_fault() as error:
        raise ReplayError(
            "is damaged: its course cannot be used ({error})", where=where, error=type(error).__name__
        ) from None
    return game


def changed_plugins(record: Record, game: Game) -> list[Message]:
    """Return one message for each plugin that was added, removed or changed its version since the recording."""
    present = {plugin.id: plugin.manifest.version for plugin in game.plugins}
    changed = [
        Message.of(
            "it was recorded with plugin {plugin!r} {version}, but version {present} is here",
            plugin=id_,
            version=version,
            present=present[id_],
        )
        for id_, version in record.plugins.items()
        if id_ in present and present[id_] != version
    ]
    changed += [
        Message.of("it was recorded with plugin {plugin!r}, which is not used now", plugin=id_)
        for id_ in record.plugins
        if id_ not in present
    ]
    changed += [
        Message.of("it was recorded without plugin {plugin!r}", plugin=id_)
        for id_ in present
        if id_ not in record.plugins
    ]
    return changed


def refuse_changed_plugins(record: Record, game: Game, where: object = "") -> None:
    """Raise `PluginsError` that names the file `where`, unless all plugins are as in the recording."""
    if changed := changed_plugins(record, game):
        raise PluginsError("{changed}, so the match cannot go on", where=where, changed=changed[0])


def go_on_from(record: Record, game: Game, listener: Listener | None = None) -> tuple[Match, Recorder]:
    """Return the match after the last answer of a record, ready to continue, and a recorder of it.

    `listener` gets the events while the answers are played. Raise `ReplayError`, and any error of the listener.
    """
    recorder = Recorder(game, record.seed)
    recorder.record.open_file = record.open_file
    if listener is not None:
        recorder.listeners.append(listener)
    try:
        recorder.repeat(record)
    except AnswerError as error:
        raise ReplayError("a recorded answer is refused: {error}", error=error) from None
    recorder.recount()
    return recorder.followed(), recorder


def _cut(record: Record, answers: int, events: int, marks: int) -> Record:
    return msgspec.structs.replace(
        record,
        answers=record.answers[:answers],
        events=record.events[:events],
        marks=record.marks[:marks],
        muted=_muted_until(record, answers),
    )


def _muted_until(record: Record, answers: int) -> list[tuple[int, str]]:
    return [(at, effect) for at, effect in record.muted if at <= answers]
