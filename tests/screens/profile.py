"""A player's files for pictures: saved games, replays, match files, finished games; separate from the real profile."""

import itertools
import os
from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from pathlib import Path

import roborally.features.replays.window.desk
import roborally.game.records.recorder
import roborally.ui.rescue.match_rescue
from roborally.base import paths
from roborally.game.match_file import MatchConfig, MatchSection
from roborally.game.records.file_format import REPLAY_SUFFIX, SAVE_SUFFIX
from roborally.game.records.recorder import Recorder
from roborally.game.session.instant_thinker import InstantThinker
from roborally.game.session.local import LocalSession
from roborally.profile import Finished, History, HistorySeat, find_achievements, mark_done, record
from roborally.profile.recent import RecentReplays, pin

from .moments import Library
from .studio import seats_for


class FixedTime(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "FixedTime":
        """Return the fixed moment."""
        moment = datetime(2026, 5, 17, 10, 42, tzinfo=UTC).astimezone(tz or UTC)
        return cls.combine(moment.date(), moment.timetz())


def use(folder: Path, put: Callable[[object, str, object], None] = setattr) -> None:
    """Use a folder for the player's files from now on, and a fixed time for written files.

    `put` sets an attribute; a test passes one that restores it afterwards.
    """
    put(paths, "_user_data", lambda: folder)
    put(paths, "download_folder", lambda: folder / "downloads")
    put(paths, "history_file", lambda: folder / "history.sqlite")
    put(paths, "settings_file", lambda: folder / "settings.toml")
    put(paths, "lessons_file", lambda: folder / "lessons.toml")
    put(roborally.game.records.recorder, "datetime", FixedTime)
    put(roborally.ui.rescue.match_rescue, "datetime", FixedTime)
    put(roborally.features.replays.window.desk, "datetime", FixedTime)


def fill(library: Library) -> None:
    """Write the files of a player after some games."""
    saves, matches = paths.save_folder(), paths.match_folder()
    for folder in (saves, matches):
        folder.mkdir(parents=True)
    library.finished("standard").recorder.finish(saves / f"Laser Alley 2026-05-16 20.15.00{REPLAY_SUFFIX}")
    library.finished("volt").recorder.finish(saves / f"Short Circuit 2026-05-16 21.40.12{REPLAY_SUFFIX}")
    _write_broken(saves / f"broken{REPLAY_SUFFIX}", b"no replay")
    for mode, name in (("standard", "Laser Alley"), ("classic", "A very long evening with old friends")):
        game = library.game(mode)
        session = LocalSession.start(game, 3, InstantThinker(library.catalogue))
        recorder = Recorder(game, 3)
        recorder.attach(session)
        recorder.save(saves / f"{name}{SAVE_SUFFIX}")
    _write_broken(saves / f"damaged{SAVE_SUFFIX}", b"no save")
    config = MatchConfig(MatchSection(mode="classic", course="stamping-mill"), seats=seats_for("classic"))
    (matches / "Sunday.toml").write_text(config.to_toml(), encoding="utf-8")
    _write_broken(matches / "damaged.toml", b"what is this")


def _write_broken(path: Path, content: bytes) -> None:
    """Write an unusable file, at the fixed time."""
    path.write_bytes(content)
    os.utime(path, (FixedTime.now().timestamp(),) * 2)


def leave_matches(library: Library) -> None:
    """Write stored matches, one of them damaged."""
    folder = paths.kept_folder()
    folder.mkdir(parents=True, exist_ok=True)
    for number, mode in enumerate(("standard", "crash-and-burn", "volt"), 1):
        game = library.game(mode)
        recorder = Recorder(game, number)
        recorder.attach(LocalSession.start(game, number, InstantThinker(library.catalogue)))
        recorder.record.practice = mode == "volt"
        recorder.save(folder / f"match-{number}{SAVE_SUFFIX}")
    _write_broken(folder / f"match-9{SAVE_SUFFIX}", b"no save")


def keep_replays(library: Library) -> RecentReplays:
    """Write replays of the latest matches, one of them pinned."""
    kept = RecentReplays(paths.recent_folder())
    for mode in ("auenland", "classic", "roboball"):
        kept.keep(mode, FixedTime.now(), library.finished(mode).recorder.finished)
    kept.settle()
    pin(next(kept.folder.glob("classic*")))
    return kept


def write_history(library: Library) -> None:
    """Replace the history by finished games of every edition."""
    forget_history()
    titles: dict[str, str] = {}
    for mode in ("standard", "classic", "crash-and-burn", "roboball", "volt"):
        titles |= LocalSession.start(library.game(mode), 3, InstantThinker(library.catalogue)).tally.titles()
    numbers = itertools.count(1)
    with History.open() as history:
        for turns in (7, 11, 9):
            counters = {name: (turns * (at + 3)) % 37 for at, name in enumerate(titles)}
            counters["fwd"] = 1345
            seats = [HistorySeat(0, "Ada", "tanky", turns > 7, counters)]
            when = "2026-01-02T03:04:05+00:00"
            game = Finished(f"game {next(numbers)}", when, "standard", "ring-race", turns, titles, seats)
            record(history, game, find_achievements(library.catalogue))


def forget_history() -> None:
    """Remove all finished games."""
    for path in paths.history_file().parent.glob(paths.history_file().name + "*"):
        path.unlink()


def mark_lessons(done: list[str]) -> None:
    """Mark exactly these lessons as done."""
    paths.lessons_file().unlink(missing_ok=True)
    for lesson in done:
        mark_done(lesson)
