"""Finished matches are kept as replays: the newest fifty and the pinned ones (CLI-2042)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from roborally.base.atomic_file import StorageError
from roborally.game.records.course_data import CourseData
from roborally.game.records.file_format import Player, Record, ReplayBody, Summary, packed
from roborally.profile import recent as module
from roborally.profile.recent import MAX_REPLAYS, RecentReplays, is_pinned, pin, recent_replays, unpin

NOW = datetime(2026, 5, 17, 12, 0)


def replay(minutes: int = 0) -> Callable[[], bytes]:
    date = (NOW + timedelta(minutes=minutes)).isoformat()
    summary = Summary("roborally-replay", "1", date, "standard", "Yard", [Player("Ada", "human", "")], 3)
    record = Record({}, 1, {}, CourseData("yard", "Yard", "", "", "", (2, 4), 1, 1, [], [], []))
    return lambda: packed(summary, ReplayBody(record, ""))


@pytest.fixture
def recent(tmp_path: Path) -> RecentReplays:
    return RecentReplays(tmp_path / "recent")


def names(recent: RecentReplays) -> list[str]:
    return [path.stem for path, _summary in recent_replays(recent.folder)]


def test_the_newest_fifty_stay_and_those_that_are_pinned(recent: RecentReplays) -> None:
    """CLI-2042."""
    recent.keep("first", NOW, replay(0))
    recent.settle()
    ((path, _summary),) = recent_replays(recent.folder)
    kept = pin(path)
    for number in range(1, MAX_REPLAYS + 3):
        recent.keep(f"course-{number}", NOW, replay(number))
    recent.settle()
    there = names(recent)
    assert len(there) == MAX_REPLAYS + 1
    assert there[0].startswith(f"course-{MAX_REPLAYS + 2} ")
    assert there[-1].startswith("first ")
    assert not any(name.startswith(("course-1 ", "course-2 ")) for name in there)
    unpin(kept)
    recent.keep("last", NOW, replay(MAX_REPLAYS + 9))
    recent.settle()
    assert len(names(recent)) == MAX_REPLAYS
    assert not any(name.startswith("first ") for name in names(recent))


def test_a_match_is_kept_though_the_clock_has_been_ahead(recent: RecentReplays) -> None:
    """What was dated in the future makes room, the oldest first, and stands in nobody's way for ever."""
    for number in range(MAX_REPLAYS):
        recent.keep(f"ahead-{number}", NOW, replay(100_000 + number))
    for number in range(3):
        recent.keep(f"now-{number}", NOW, replay(number))
    recent.settle()
    there = [name.split()[0] for name in names(recent)]
    assert len(there) == MAX_REPLAYS
    assert there[-3:] == ["now-2", "now-1", "now-0"]
    assert not {"ahead-0", "ahead-1", "ahead-2"} & set(there)


def test_two_matches_of_one_second_have_two_files(recent: RecentReplays) -> None:
    recent.keep("yard", NOW, replay())
    recent.keep("yard", NOW, replay())
    recent.settle()
    assert sorted(names(recent)) == ["yard 2026-05-17 12.00.00", "yard 2026-05-17 12.00.00 (2)"]


def test_a_pin_never_replaces_another_file(recent: RecentReplays) -> None:
    paths = []
    for _number in range(2):
        recent.keep("yard", NOW, replay())
        recent.settle()
        (path,) = [path for path, _summary in recent_replays(recent.folder) if not is_pinned(path)]
        paths.append(pin(path))
    assert len(set(paths)) == len(names(recent)) == 2


def test_a_replay_that_cannot_be_written_is_told_once(recent: RecentReplays, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-2042."""

    def full(path: Path, content: bytes, mode: int) -> None:
        raise StorageError("cannot be written: {error}", where=path, error="the disk is full")

    assert recent.complaint() is None
    with monkeypatch.context() as patch:
        patch.setattr(module, "write_aside", full)
        for _number in range(2):
            recent.keep("yard", NOW, replay())
        recent.settle()
    text = recent.complaint()
    assert text is not None
    assert "the disk is full" in str(text)
    assert recent.complaint() is None
    recent.keep("yard", NOW, replay())
    recent.settle()
    assert names(recent) == ["yard 2026-05-17 12.00.00"]


def test_what_fails_while_the_replay_is_made_is_told_too(recent: RecentReplays) -> None:
    def make() -> bytes:
        raise TypeError("a plugin has put something strange into the match")

    recent.keep("yard", NOW, make)
    recent.settle()
    assert "TypeError" in str(recent.complaint())
    assert names(recent) == []
