"""Going back to a turn plays a few turns again, not the match, and the file is the same."""

import gzip
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from roborally.core.events import Watch
from roborally.core.match import Match
from roborally.game.records.checkpoints import FIRST_DISTANCE, MAX_CHECKPOINTS, Checkpoint, Checkpoints
from roborally.game.records.file_format import Mark, Record
from roborally.game.records.recorder import Recorder, go_on_from, load_save
from tests.fuzz.play import make, random_game
from tests.replay.conftest import play_recorded
from tests.replay.long_match import GRID, long_game, long_save, play_long
from tests.shipped import catalogue

TURNS = 24
ANSWERS_A_TURN = 16
"""More than these matches have in any turn."""


def body_of(content: bytes) -> bytes:
    """Return what a file holds without its first line, which has the time of day in it."""
    return gzip.decompress(content).partition(b"\n")[2]


def counting_answers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list in which every answer that any match takes is noted."""
    taken: list[str] = []
    seal = Match.seal

    def noted(match: Match, id_: str, *rest: object) -> None:
        taken.append(id_)
        seal(match, id_, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Match, "seal", noted)
    return taken


def replayed_from_the_start(record: Record, recorder: Recorder, turn: int) -> bytes:
    """Return the save of a turn made without checkpoints."""
    past = Recorder(recorder.game, recorder.seed)
    past.repeat(record, turn)
    return past.saved()


def live() -> Recorder:
    return play_long(TURNS)[1]


def replayed() -> Recorder:
    """As a server does it that restores a match from its journal."""
    recorder = play_long(TURNS)[1]
    record = msgspec.structs.replace(recorder.record, events=[], marks=[])
    return go_on_from(record, recorder.game)[1]


def continued() -> Recorder:
    """As a window does it that loads a saved game and plays on."""
    half, recorder = play_long(TURNS // 2)
    return play_recorded(recorder.game, 3, TURNS, match=half, recorder=recorder)[1]


@pytest.mark.parametrize("made", [live, replayed, continued])
def test_the_save_of_an_earlier_turn_is_the_same_and_cheap(
    made: Callable[[], Recorder], monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = made()
    taken = counting_answers(monkeypatch)
    for turn in (*range(1, TURNS, 4), TURNS, TURNS + 1):
        expected = replayed_from_the_start(recorder.record, recorder, turn)
        taken.clear()
        content = recorder.saved(turn)
        assert len(taken) <= FIRST_DISTANCE * ANSWERS_A_TURN < len(recorder.record.answers) / 2
        assert body_of(content) == body_of(expected), f"turn {turn}"


@pytest.mark.parametrize("mode", ["classic", "volt", "auenland", "crash-and-burn", "roboball"])
def test_every_edition_goes_back_alike(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also from the middle of a turn, with answers that take effect at once."""
    monkeypatch.setattr("roborally.game.records.checkpoints.FIRST_DISTANCE", 1)
    for number in range(3):
        _match, recorder = play_recorded(random_game(mode, number), number, 7)
        assert len(recorder.checkpoints.kept) > 2 or recorder.followed().state.over
        for turn in range(1, recorder.followed().state.turn):
            expected = replayed_from_the_start(recorder.record, recorder, turn)
            assert body_of(recorder.saved(turn)) == body_of(expected), f"game {number}, turn {turn}"


def test_a_save_that_is_being_made_is_not_touched_by_the_match(tmp_path: Path) -> None:
    match, recorder = play_long(5)
    now, back = recorder.saving(), recorder.saving(3)
    before = body_of(recorder.saved()), body_of(recorder.saved(3))
    play_recorded(recorder.game, 3, 9, match=match, recorder=recorder)
    assert (body_of(now()), body_of(back())) == before
    assert body_of(recorder.saved()) != before[0]


def test_what_is_handed_to_another_thread_is_not_copied_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of `saving` itself grows with the match: it takes no part of the record and encodes none."""
    recorder = live()

    def refuse(*_arguments: object, **_named: object) -> None:
        raise AssertionError("this grows with the match")

    class Untouched(list[object]):
        __iter__ = __getitem__ = copy = refuse  # type: ignore[assignment]

    record = recorder.record
    recorder.record = msgspec.structs.replace(
        record, answers=Untouched(record.answers), events=Untouched(record.events), marks=Untouched(record.marks)
    )
    monkeypatch.setattr("roborally.game.records.file_format.packed", refuse)
    for turn in (None, 3, TURNS):
        recorder.saving(turn)


def test_checkpoints_are_bounded_and_go_back_to_the_beginning() -> None:
    checkpoints = Checkpoints()
    match = make("standard", GRID, 4).start(1, Watch())
    for turn in range(1, 3000):
        match.state.turn = turn
        checkpoints.consider(match, turn * 4, turn * 80, turn * 6)
        assert len(checkpoints.kept) <= MAX_CHECKPOINTS
    turns = [kept.turn for kept in checkpoints.kept]
    assert turns == sorted(turns)
    apart = [later - earlier for earlier, later in zip([0, *turns], [*turns, 3000], strict=True)]
    assert max(apart) <= 2 * 3000 / MAX_CHECKPOINTS * 2
    for turn in (1, 2, 700, 2999):
        found = checkpoints.before(turn)
        assert found is None or (found.turn < turn <= found.turn + max(apart))


def test_a_checkpoint_holds_the_whole_state() -> None:
    match, recorder = play_long(6)
    match.watch = Watch(beat=recorder.beat)
    kept = Checkpoint.of(match, 1, 2, 3)
    watch = Watch()
    again = kept.match(long_game(), watch)
    assert again.digest() == match.digest()
    assert msgspec.json.encode(again.to_data()) == msgspec.json.encode(match.to_data())
    assert watch.beat == recorder.beat


def test_the_statistics_of_a_match_that_goes_on_are_counted_with_its_answers(tmp_path: Path) -> None:
    """So that nobody has to count them when it goes on."""
    path = tmp_path / "long.rrsave"
    path.write_bytes(long_save(TURNS))
    game, _match, loaded = load_save(path, catalogue())
    _again, recorder = go_on_from(loaded.record, game)
    assert recorder.tally is not None
    assert sum(sum(counts.values()) for counts in recorder.tally.counts) > TURNS
    assert [Mark(*mark) for mark in msgspec.to_builtins(recorder.record.marks)] == loaded.record.marks
