"""Saving at any question and going on elsewhere leads to the same future (CLI-R03, CLI-R04)."""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from roborally.base.atomic_file import StorageError, write_aside
from roborally.core.data import Decision
from roborally.core.match import Match
from roborally.core.observation import Observation
from roborally.game.factory import Game
from roborally.game.records.file_format import read_winners
from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import Recorder, ReplayError, Summary, list_saves, load_replay, load_save
from roborally.game.session.instant_thinker import InstantAnswer, InstantThinker
from roborally.game.session.local import LocalSession
from tests.fuzz.play import EDITIONS, make, random_game
from tests.replay.conftest import Files, play_recorded
from tests.replay.test_replays import rewritten
from tests.shipped import catalogue
from tests.waiting import Clock
from tests.writing import full_disk

# Lasers that lock registers, and repair sites that free them.
HOT_BOARD = """
d1>+w2 l>+w2  w2 w2
d2>+w2 l>+w2  w2 w2
d3>+w2 l2>+w2 w2 w2
.      w2     w2 c1
"""
ENTERED_BOARD = re.sub(r"d[0-9]>\+", "", HOT_BOARD).replace("c1", "c2").replace("w2 l>+w2", "c1 l>", 1)
ARENA = """
s3 vp1 .   .
.  .   O   s4
s2 vp2 .   .
.  .   s1  vp3
"""
PITCH = "home1+w2 l2< . \n l2> ball home2 \n home3 . O"
FIRST_BOARDS = {"crash-and-burn": ENTERED_BOARD, "roboball": PITCH, "volt": ARENA}


@pytest.mark.parametrize("most", [2, pytest.param(40, marks=pytest.mark.long)])
@pytest.mark.parametrize("mode", EDITIONS)
def test_a_match_goes_on_alike_from_every_question(mode: str, most: int, tmp_path: Path) -> None:
    """From some of them; `most` limits how many of each match."""
    kinds: set[str] = set()
    settings = {"respawn_damage": 7, "lives": 3} if mode != "volt" else {}
    if mode == "crash-and-burn":
        settings |= {"dealt_at_start": 3, "forced_power_down": False}
    hot = make(mode, FIRST_BOARDS.get(mode, HOT_BOARD), 3, settings=settings)
    for number, game in enumerate(
        [hot, hot, hot, *(random_game(mode, 900 + number, vary=False) for number in range(1 if most < 4 else 3))]
    ):
        saves: list[tuple[Path, str]] = []
        folder = tmp_path / str(number)

        def at_question(
            match: Match, recorder: Recorder, saves: list[tuple[Path, str]] = saves, folder: Path = folder
        ) -> None:
            path = folder / f"{len(saves)}.rrsave"
            recorder.save(path)
            saves.append((path, match.digest()))
            kinds.update(entry["kind"] for entry in match.state.decisions)

        straight, recorder = play_recorded(game, number, 8, at=at_question)
        for path, digest in saves[:: max(1, len(saves) // most)]:
            game_again, match, recorder_again = load_save(path, catalogue())
            assert match.digest() == digest
            resumed, recorder_again = play_recorded(game_again, number, 8, match=match, recorder=recorder_again)
            assert resumed.digest() == straight.digest()
            assert msgspec.json.encode(recorder_again.record) == msgspec.json.encode(recorder.record)
    assert {"program", "start-number" if mode == "volt" else "power-down"} <= kinds
    assert mode != "classic" or kinds >= set(hot.rules.decisions), f"never saved at {set(hot.rules.decisions) - kinds}"


def test_another_process_goes_on_alike(files: Files) -> None:
    _, match, _ = load_save(files.save, catalogue())
    assert 3 <= match.state.turn < 6
    script = (
        "import sys\nfrom pathlib import Path\nfrom roborally.game.records.recorder import load_save\n"
        "from tests.shipped import catalogue\nfrom tests.replay.conftest import play_recorded\n"
        "game, match, recorder = load_save(Path(sys.argv[1]), catalogue())\n"
        "match, recorder = play_recorded(game, recorder.seed, 6, match=match, recorder=recorder)\n"
        "print(match.digest(), [mark.digest for mark in recorder.record.marks])\n"
    )
    command = [sys.executable, "-c", script, str(files.save)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    whole = files.recorder.record
    followed = files.recorder.followed()
    assert done.stdout.strip() == f"{followed.digest()} {[mark.digest for mark in whole.marks]}"


class DefaultThinker:
    """Bots that take the default."""

    def submit(self, game: Game, bot: str, seen: Observation, decision: Decision, seed: int) -> InstantAnswer:
        return InstantAnswer(decision["default"], InstantThinker(catalogue()))


def let_time_pass(clock: Clock, *sessions: LocalSession) -> None:
    """Let bots answer first and then the clock, for a few turns."""
    for _ in range(3):
        for session in sessions:
            for _ in range(4):
                session.poll()
        clock.time += 100
    for session in sessions:
        session.poll()


BOARD = """
d1> .  c1 .  l<
d2> ~  .  O  .
.   >  >  c2 .
"""


def test_a_session_with_clock_and_bots_is_recorded_and_resumed(tmp_path: Path) -> None:
    """The clock answers several questions at a time; the replay must not run on between them."""
    game = make("standard", BOARD, 2, models=("albot", "tanky"), people=1)
    clock = Clock()
    session = LocalSession.start(game, 7, DefaultThinker(), clock)
    recorder = Recorder(game, 7)
    recorder.attach(session)
    let_time_pass(clock, session)
    assert session.match.state.turn >= 4
    recorder.save(tmp_path / "a.rrsave")
    game_again, match, recorder_again = load_save(tmp_path / "a.rrsave", catalogue())
    resumed = LocalSession.resume(game_again, match, DefaultThinker(), clock)
    recorder_again.attach(resumed)
    assert resumed.tally.counts == session.tally.counts
    assert any(value for counts in session.tally.counts for value in counts.values())
    let_time_pass(clock, session, resumed)
    assert resumed.match.digest() == session.match.digest()
    assert recorder_again.record.answers == recorder.record.answers
    assert recorder_again.record.marks == recorder.record.marks
    assert recorder_again.record.events == recorder.record.events
    recorder_again.finish(tmp_path / "a.rrreplay")
    game, record = load_replay(tmp_path / "a.rrreplay", catalogue())
    assert verify(record, game) == ""


def test_a_save_of_an_earlier_turn_holds_its_first_question(tmp_path: Path) -> None:
    """CLI-R03: state and record as they were then, also after the end of the match."""
    firsts: dict[int, tuple[str, int, int]] = {}

    def at_question(match: Match, recorder: Recorder) -> None:
        record = recorder.record
        firsts.setdefault(match.state.turn, (match.digest(), len(record.answers), len(record.events)))

    whole, recorder = play_recorded(make("standard", "d1> c1 . \n d2> . .", 2), 1, 50, at=at_question)
    assert whole.state.over
    assert len(firsts) > 1
    for turn, (digest, answers, events) in firsts.items():
        recorder.save(tmp_path / "a.rrsave", turn)
        _game, match, again = load_save(tmp_path / "a.rrsave", catalogue())
        assert (match.state.turn, match.digest()) == (turn, digest)
        assert again.record.answers == recorder.record.answers[:answers]
        assert again.record.events == recorder.record.events[:events]
        (entry,) = list_saves(tmp_path)
        assert isinstance(entry[1], Summary)
        assert entry[1].turn == turn


def test_recording_cannot_begin_in_the_middle() -> None:
    game = make("standard", BOARD, 2)
    session = LocalSession.start(game, 7, DefaultThinker(), Clock())
    for _ in range(5):
        session.poll()
    with pytest.raises(ReplayError, match="first question"):
        Recorder(game, 7).attach(session)


def test_a_match_that_is_over_is_not_saved(tmp_path: Path) -> None:
    match, recorder = play_recorded(make("standard", "d1> c1 . \n d2> . .", 2), 1, 50)
    assert match.state.over
    with pytest.raises(ReplayError, match="not after its end"):
        recorder.save(tmp_path / "over.rrsave")
    recorder.finish(tmp_path / "over.rrreplay")
    game, record = load_replay(tmp_path / "over.rrreplay", catalogue())
    assert verify(record, game) == ""
    assert record.events[-1]["type"] == "over"
    assert read_winners(tmp_path / "over.rrreplay") == [game.config.seats[at].name for at in match.state.winners]


def test_the_list_of_saves(files: Files, tmp_path: Path) -> None:
    assert list_saves(tmp_path / "nowhere") == []
    for name in ("first", "second"):
        (tmp_path / f"{name}.rrsave").write_bytes(files.save.read_bytes())
    (tmp_path / "broken.rrsave").write_bytes(files.save.read_bytes()[:30])
    rewritten(files.save, tmp_path, head=lambda head: head.update(date="2001-01-01T00:00:00+00:00"))
    (tmp_path / "other.txt").write_text("x")
    listed = list_saves(tmp_path)
    assert [path.name for path, _ in listed] == ["first.rrsave", "second.rrsave", "changed.rrsave", "broken.rrsave"]
    summary = listed[0][1]
    assert isinstance(summary, Summary)
    assert (summary.mode, summary.course, summary.turn) == ("standard", "Random", 3)
    assert [player.name for player in summary.players] == [seat.name for seat in files.game.config.seats]
    assert summary.humans() == []
    assert time.strptime(summary.date[:10], "%Y-%m-%d")
    assert isinstance(listed[3][1], ReplayError)


# --- writing --------------------------------------------------------------------------------------------------------


def test_writing_keeps_the_old_file_when_it_fails(tmp_path: Path) -> None:
    path = tmp_path / "game.rrsave"
    path.write_bytes(b"the old one")
    with full_disk(), pytest.raises(StorageError, match=r"game.rrsave: cannot be written: the disk is full"):
        write_aside(path, b"the new one")
    assert path.read_bytes() == b"the old one"
    assert [file.name for file in tmp_path.iterdir()] == ["game.rrsave"]


def test_the_new_file_is_complete_before_the_old_one_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.rrsave"
    path.write_bytes(b"the old one")
    seen: list[tuple[bytes, bytes]] = []
    replace = Path.replace

    def watched(self: Path, target: Path) -> Path:
        seen.append((self.read_bytes(), target.read_bytes()))
        assert self.parent == target.parent
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", watched)
    write_aside(path, b"the new one")
    assert seen == [(b"the new one", b"the old one")]
    assert path.read_bytes() == b"the new one"


def test_a_folder_that_is_a_file_gives_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StorageError, match="cannot be written") as caught:
        write_aside(tmp_path / "file" / "game.rrsave", b"x")
    assert "\n" not in str(caught.value)


def test_saves_are_data(files: Files) -> None:
    """A save holds two lines of JSON and nothing else."""
    import gzip

    lines = gzip.decompress(files.save.read_bytes()).split(b"\n")
    assert len(lines) == 2
    assert json.loads(lines[0])["format"] == "roborally-save"
    assert set(json.loads(lines[1])) == {"record", "state", "digest"}
