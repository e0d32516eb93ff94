"""Nothing that grows with a match is done between two messages: it is handed to another thread.

Counted is work, not time: what is written, packed, replayed and counted, and how often.
"""

import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.game.records import file_format, playing_again
from roborally.game.records.recorder import Recorder, load_replay
from roborally.game.statistics import Tally
from roborally.net.protocol import (
    Begin,
    Chat,
    ChatMessage,
    FromServer,
    Leave,
    LobbyState,
    MatchEnded,
    Rejected,
    Save,
    SavedGame,
    Update,
)
from roborally.net.rooms import room_saves, transfers, uploads
from roborally.net.rooms.match_setup import seats_for
from roborally.net.server.journal import MatchJournals
from roborally.net.server.kept_matches import FEW, RETRY
from tests.net.table import Disk, Guest, NeverThinker, Table, answer_one, configuration, dice_of, parts_of
from tests.replay.long_match import long_save, play_long
from tests.shipped import catalogue as game_catalogue

TURNS = [60, pytest.param(400, marks=pytest.mark.long)]


class Loop:
    """Counts what grows with a match while it is done between two messages."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[str] = []
        self.is_beside = False
        for owner, name in (
            (file_format, "packed"),
            (file_format, "unpacked"),
            (uploads, "read_moves"),
            (playing_again, "stops"),
            (transfers, "in_base64"),
            (room_saves, "in_base64"),
            (base64, "b64decode"),
            (Tally, "feed_all"),
            (Recorder, "repeat"),
            (Recorder, "finished"),
            (MatchJournals, "begin"),
        ):
            self._watch(monkeypatch, owner, name)

    def _watch(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def watched(*arguments: Any, **named: Any) -> Any:
            if not self.is_beside:
                self.done.append(name)
            return real(*arguments, **named)

        monkeypatch.setattr(owner, name, watched)

    @contextmanager
    def beside(self) -> Iterator[None]:
        """Do what follows as in another thread."""
        self.is_beside = True
        yield
        self.is_beside = False


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Loop:
    return Loop(monkeypatch)


class Threads(Table):
    """A table whose jobs are done in two steps, as the server does them: beside the loop, and then on it."""

    loop: Loop

    def work(
        self, room: Any, job: Callable[[], Any], then: Callable[[Callable[[], Any]], None], *, last: bool = True
    ) -> None:
        def do() -> None:
            try:
                with self.loop.beside():
                    result = job()
            except BaseException as error:
                self.loop.is_beside = False
                text = error

                def fail() -> Any:
                    raise text

                then(fail)
            else:
                then(lambda: result)

        self.jobs.append(do)


def threads(loop: Loop, folder: Path, thinker: Any = None) -> Threads:
    table = Threads(game_catalogue(), folder / "bundles", thinker or NeverThinker(), works_at_once=False)
    table.loop = loop
    return table


def restore(table: Table, turns: int) -> Guest:
    """Seat a person in a long match that goes on."""
    ann = table.enter("A")
    match, recorder = play_long(turns)
    recorder.repeat(recorder.record)
    recorder.recount()
    for seat, member in seats_for(recorder.game, table.room.roster.players()).items():
        member.seat = seat
    table.room.restore(recorder.game, match, recorder)
    return ann


def upload(guest: Guest, content: bytes) -> None:
    for part in parts_of(content):
        guest.send(part)


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("turn", [-1, 30])
def test_saving(turns: int, turn: int, loop: Loop, tmp_path: Path) -> None:
    table = threads(loop, tmp_path)
    ann = restore(table, turns)
    loop.done.clear()
    ann.send(Save(turn))
    assert loop.done == []
    assert len(table.jobs) == 1
    table.do_jobs()
    assert loop.done == [], "nor is it put into a message there"
    assert len(ann.last(SavedGame).file) > 10_000


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("reason", ["host", "closed", "failed"])
def test_ending(turns: int, reason: str, loop: Loop, tmp_path: Path) -> None:
    """The host leaves, the server stops, or a fault of the program ends the match."""
    table = threads(loop, tmp_path)
    ann = restore(table, turns)
    loop.done.clear()
    if reason == "host":
        ann.send(Leave())
    else:
        table.room.close(reason)
    assert loop.done == []
    assert not ann.messages(MatchEnded)
    assert ("ended", True) not in table.journal, "the journal is kept until the record has been sent"
    table.do_jobs()
    assert loop.done == []
    ended = ann.last(MatchEnded)
    assert (ended.reason, len(ended.file) > 10_000) == (reason, True)
    assert table.journal[-1] == ("ended", True)


@pytest.mark.parametrize("turns", TURNS)
def test_loading(turns: int, loop: Loop, tmp_path: Path) -> None:
    content = long_save(turns)
    loop.done.clear()
    table = threads(loop, tmp_path)
    table.keep(MatchJournals(tmp_path / "journals"))
    ann = table.enter("A")
    upload(ann, content)
    assert loop.done == []
    assert table.room.running_match is None
    table.jobs.pop(0)()
    assert table.match.state.turn == turns + 1
    assert ann.last(Begin).observation["turn"] == turns + 1
    assert loop.done == [], "nor are its statistics counted there, or its journal written"
    table.do_jobs()
    assert table.is_kept()
    again = table.restored()
    assert again.match.digest() == table.match.digest()
    assert tally_of(again) == tally_of(table)


def tally_of(table: Table) -> list[dict[str, int]]:
    return table.running.session.tally.counts


def over(table: Table, *names: str) -> list[Guest]:
    """Let people play a whole match, up to its last answer."""
    guests = table.begin(configuration("standard", names), *names)
    dice = dice_of(12)
    for _round in range(20_000):
        if table.room.ending:
            return guests
        for guest in guests:
            if not table.room.ending:
                answer_one(guest, dice)
        table.wait(0.05)
    raise AssertionError("the match does not end")


def test_a_match_that_is_over_waits_for_its_replay(loop: Loop, tmp_path: Path) -> None:
    """Then all go back to the lobby; meanwhile they may talk, leave and come back, but not play or begin another."""
    table = threads(loop, tmp_path)
    ann, bob, cid = over(table, "Ann", "Bob", "Cid")
    assert loop.done == []
    assert table.match.state.over
    for guest in (ann, bob, cid):
        guest.forget()
    ann.send(Chat("well played"))
    assert bob.last(ChatMessage).text == "well played"
    ann.send(Save())
    assert ann.last(Rejected).text.message().sentence == "no match is being played"
    bob.lose()
    bob.come_back()
    assert bob.messages(Begin)
    cid.send(Leave())
    table.wait(100.0)
    assert not ann.messages(MatchEnded)
    assert not ann.messages(LobbyState)
    (job,) = table.jobs
    table.jobs.clear()
    job()
    kinds = [type(message) for message in ann.messages(FromServer) if isinstance(message, MatchEnded | LobbyState)]
    assert kinds == [MatchEnded, LobbyState]
    path = tmp_path / "match.rrreplay"
    path.write_bytes(base64.b64decode(ann.last(MatchEnded).file))
    _game, record = load_replay(path, table.catalogue)
    assert record.final == ann.last(MatchEnded).digest
    assert [member.name for member in table.room.roster.players()] == ["Ann", "Bob"]
    assert not table.room.closed


def test_a_host_who_leaves_while_the_replay_is_made_closes_the_lobby(loop: Loop, tmp_path: Path) -> None:
    table = threads(loop, tmp_path)
    ann, bob = over(table, "Ann", "Bob")
    ann.send(Leave())
    table.do_jobs()
    assert [ended.reason for ended in bob.messages(MatchEnded)] == ["over", "host"]
    assert table.room.closed
    assert [entry for entry in table.journal if entry[0] == "ended"] == [("ended", False), ("ended", True)]


def test_a_match_that_was_over_when_the_server_was_killed_ends_again(loop: Loop, tmp_path: Path) -> None:
    """Its journal is kept until the replay has been sent."""
    table = threads(loop, tmp_path)
    table.keep(MatchJournals(tmp_path / "journals"))
    ann, _bob = over(table, "Ann", "Bob")
    again = table.restored()
    assert again.match.state.over
    member = again.room.roster.find(ann.member.token)
    assert member is not None
    guest = Guest(again, member, ann.membership.__class__(ann, again.catalogue, tmp_path))
    again.guests[member.id] = guest
    guest.come_back()
    assert guest.last(MatchEnded).reason == "over"
    assert len(guest.last(MatchEnded).file) > 1000


def test_a_room_that_is_closed_meanwhile_ends_once(loop: Loop, tmp_path: Path) -> None:
    table = threads(loop, tmp_path)
    ann, bob = over(table, "Ann", "Bob")
    table.room.close()
    assert [ended.reason for ended in ann.messages(MatchEnded)] == ["closed"]
    table.do_jobs()
    assert [ended.reason for ended in bob.messages(MatchEnded)] == ["closed"]
    assert [entry for entry in table.journal if entry[0] == "ended"] == [("ended", True)]


# --- faults ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [KeyError("a fault of a plugin"), SystemExit(1), OSError(28, "full")], ids=repr)
@pytest.mark.parametrize("where", ["to_data", "packed"])
def test_a_fault_while_saving_is_told_and_costs_no_match(
    where: str, fault: BaseException, loop: Loop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = threads(loop, tmp_path)
    ann = restore(table, 8)

    def fail(*_arguments: Any) -> None:
        raise fault

    with monkeypatch.context() as patched:
        patched.setattr(*((Match, "to_data", fail) if where == "to_data" else (file_format, "packed", fail)))
        ann.send(Save())
        table.do_jobs()
    assert ann.last(Rejected).text.message().sentence == "the match could not be saved; it goes on"
    assert not table.room.closed
    table.now += 2
    ann.send(Save())
    table.do_jobs()
    assert ann.messages(SavedGame)


@pytest.mark.parametrize("fault", [KeyError("a fault of a plugin"), SystemExit(1)], ids=repr)
def test_a_fault_in_the_record_ends_the_match_without_it(
    fault: BaseException, loop: Loop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = threads(loop, tmp_path)
    ann, _bob = over(table, "Ann", "Bob")

    def fail(*_arguments: Any) -> None:
        raise fault

    monkeypatch.setattr(file_format, "packed", fail)
    table.do_jobs()
    assert (ann.last(MatchEnded).reason, ann.last(MatchEnded).file) == ("over", "")
    assert not table.room.closed
    assert table.room.running_match is None


# --- journals -------------------------------------------------------------------------------------------------------


def kept_match(loop: Loop, folder: Path, disk: Disk) -> tuple[Threads, Guest]:
    table = threads(loop, folder)
    table.keep(disk)
    ann = restore(table, 20)
    assert len(table.running.recorder.record.answers) > FEW
    return table, ann


def play_a_little(table: Table, guest: Guest) -> None:
    answer_one(guest, Dice(3))
    table.wait(0.1)


def notices(guest: Guest) -> list[str]:
    text = [notice["type"] for update in guest.messages(Update) for notice in update.notices]
    return [type_ for type_ in text if type_ != "unanswered"]


def test_what_happens_while_a_journal_is_written_is_added(loop: Loop, tmp_path: Path) -> None:
    table, ann = kept_match(loop, tmp_path, Disk(tmp_path))
    loop.done.clear()
    play_a_little(table, ann)
    table.do_jobs()
    play_a_little(table, ann)
    assert loop.done == []
    assert notices(ann) == []
    assert table.restored().match.digest() == table.match.digest()


def test_after_a_full_disk_the_whole_match_is_written_beside_the_loop(loop: Loop, tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    table, ann = kept_match(loop, tmp_path, disk)
    table.do_jobs()
    disk.full = True
    play_a_little(table, ann)
    assert notices(ann) == ["not-kept"]
    assert table.kept is not None
    for full in (True, False):
        disk.full = full
        table.now += RETRY
        for _tick in range(5):
            table.kept.look_around(table.room)
        assert len(table.jobs) == 1, "one attempt at a time"
        loop.done.clear()
        play_a_little(table, ann)
        table.do_jobs()
        assert loop.done == []
    table.wait(0.1)
    assert notices(ann) == ["not-kept", "kept-again"]
    assert table.restored().match.digest() == table.match.digest()


def test_a_server_that_stops_has_all_journals(loop: Loop, tmp_path: Path) -> None:
    """`holds` is asked when nothing is at work any more; a job that has been dropped is made good for."""
    table, _ann = kept_match(loop, tmp_path, Disk(tmp_path))
    table.jobs.clear()
    assert table.is_kept()
    assert table.restored().match.digest() == table.match.digest()


def test_the_work_of_an_answer_does_not_grow(loop: Loop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an answer makes the server write and send is as much in turn 100 as in turn 10."""
    sizes = []
    for turns in (10, 100):
        table = threads(loop, tmp_path)
        ann = restore(table, turns)
        ann.forget()
        play_a_little(table, ann)
        sizes.append(max(map(len, ann.received)))
        table.do_jobs()
    assert sizes[1] < 2 * sizes[0]
